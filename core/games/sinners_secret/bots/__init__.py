"""The bots of A Sinner's Secret. They see only a Sight; their memory holds only what follows from it.

sharp.py   `sharp`
steady.py  `steady`
"""

from __future__ import annotations

from core.bots.contract import Do, Done, Move, Say, Seal
from core.dice import Dice, Draw
from core.games.sinners_secret.bots.sharp import SharpBot
from core.games.sinners_secret.bots.steady import RogueBot, SteadyBot, TrustingBot
from core.games.sinners_secret.rules import letter_closed, owners
from core.games.sinners_secret.spec import ATTRIBUTES, LETTERS, LETTERS_ASKED
from core.games.sinners_secret.structs import Sight, View
from core.json import Json

CHATTER = ("Anyone for lust?", "I trust nobody here.", "Ask me something.", "Who holds U?", "Good luck to all.")


class RandomBot:
    def __init__(self, seat: str, seed: int) -> None:
        self._seat = seat
        self._dice = Dice(seed)

    def turn(self, sight: Sight) -> list[Move]:
        """Make a pending choice; else once a round talk sometimes, seal something or nothing, and finish."""
        draw = self._dice.draw(f"{self._seat} {sight.phase} {sight.round}")
        if sight.pending is not None:
            return [Do({"kind": sight.pending.kind, "player": draw.pick(sight.pending.among)})]
        if sight.ready or sight.phase in ("decision", "finished"):
            return []
        moves: list[Move] = []
        if sight.asks.orders and draw.chance(0.9):
            for _ in range(1 + draw.below(2)):  # sometimes a second set, which replaces the first
                moves.append(Seal(random_orders(sight, draw)))
        if draw.chance(0.3):
            moves.append(Say(self._listeners(sight, draw), draw.pick(CHATTER)))
        return [*moves, Done()]

    def _listeners(self, sight: Sight, draw: Draw) -> str | list[str]:
        realms = sight.view.realms
        mates = [seat for seat in sight.partners if realms[seat] == realms[self._seat]]
        roll = draw.below(3)
        if roll == 0:
            return "realm"
        return [draw.pick(sight.partners)] if roll == 1 else draw.sample(mates, 2)


def random_orders(sight: Sight, draw: Draw) -> Json:
    asks, view = sight.asks, sight.view
    orders: Json = {}
    recipients = asks.open("query.to")
    if recipients and draw.chance(0.85):
        orders["query"] = {
            "letters": random_letters(view, draw),
            "attribute": draw.pick(ATTRIBUTES),
            "to": draw.pick(recipients).value,
        }
    locks = {}
    for letter in view.pairs:
        choices = asks.open(f"lock.{letter}")
        if choices and draw.chance(0.8):
            locks[letter] = draw.pick(choices).value
    if locks or draw.chance(0.2):
        orders["locks"] = locks
    return orders


def random_letters(view: View, draw: Draw) -> list[str]:
    """Return three letters that can be asked together (SS-02), in any order."""
    owner = owners(view.letters)
    picked: list[str] = []
    while len(picked) < LETTERS_ASKED:
        letter = draw.pick(
            [candidate for candidate in LETTERS if letter_closed(owner, view.realms, picked, candidate) is None]
        )
        picked.append(letter)
    return picked


LEVELS: dict[str, type[RandomBot] | type[SteadyBot]] = {
    "steady": SteadyBot,
    "sharp": SharpBot,
    "rogue": RogueBot,
    "trusting": TrustingBot,
    "random": RandomBot,
}
