"""The bots of Pantheic Runes: `random` tries everything that is allowed, `steady` and `sharp` (their own modules) play
to win. The coach proposes what `sharp` would do, going on in a round from what its seat has said and done there.

    adviser.py    the coach's adviser
    plan.py       plans of `steady`
    proposals.py  combinations with other seats
    sharp.py      `sharp`
    steady.py     `steady`
"""

from __future__ import annotations

from core.bots.contract import Do, Done, Move, Say, Seal
from core.contract import Choice
from core.dice import Dice, Draw
from core.games.pantheic_runes import runes, spec
from core.games.pantheic_runes.asking import is_artemis
from core.games.pantheic_runes.bots.proposals import places_to_leave
from core.games.pantheic_runes.bots.sharp import RogueBot, SharpBot, TrustingBot
from core.games.pantheic_runes.bots.steady import SteadyBot
from core.games.pantheic_runes.purse import hand_without, laid_down
from core.games.pantheic_runes.routes import means, routes
from core.games.pantheic_runes.runes import ANGLES, RUNES, SYMBOLS
from core.games.pantheic_runes.views import Sight
from core.json import Json
from core.talk.channels import Deal

MOST_ACTIONS = 6
"""Most own actions of `random` in one round."""


class RandomBot:
    """Bot that draws among all open choices: one action a turn, then orders."""

    def __init__(self, seat: str, seed: int) -> None:
        self.seat = seat
        self.dice = Dice(seed)
        self.round = -1
        self.turns = 0
        self.actions = 0

    def turn(self, sight: Sight) -> list[Move]:
        if sight.round != self.round:
            self.round, self.turns = sight.round, 0
            self.actions = self.dice.draw(f"{self.seat} round {sight.round}").below(MOST_ACTIONS + 1)
        self.turns += 1
        draw = self.dice.draw(f"{self.seat} {sight.phase} {sight.round}, turn {self.turns}")
        if sight.pending is not None:
            return [Do({"kind": sight.pending.kind, "player": draw.pick(sight.pending.among)})]
        if sight.phase != "round":
            return [Done()] if sight.phase == "pregame" and not sight.ready else []
        if (answers := sight.asks.open("action.decline_combine")) and draw.chance(0.8):
            return self.answer(sight, draw.pick(answers).value, draw)
        if self.actions > 0:
            self.actions -= 1
            if (move := self.action(sight, draw)) is not None:
                return [*self.talk(sight, move, draw), move]
        if sight.ready and draw.chance(0.7):
            return []
        return [Seal(self.orders(sight, draw)), Done()]

    # --- actions ------------------------------------------------------------------------------------------------------
    def answer(self, sight: Sight, by: str | int, draw: Draw) -> list[Move]:
        """Accept with any free tableau, or decline. It seals too: an acceptance may be refused (PR-12)."""
        free = _free(sight)
        if draw.chance(0.6) and free and any(c.value == by for c in sight.asks.open("action.accept_combine")):
            accept = Do({"kind": "accept_combine", "from": by, "tableau": draw.pick(free)})
            return [accept, Done()]
        return [Do({"kind": "decline_combine", "from": by}), Done()]

    def action(self, sight: Sight, draw: Draw) -> Move | None:
        """Return any open action, or free laid-down tableaux; None if nothing is open."""
        if laid_down(sight.sealed) and draw.chance(0.3):
            return Seal({})
        if draw.chance(0.3) and (step := self.stumble(sight, draw)) is not None:
            return step
        kinds = ("rotate", "adjust", "adjust", "combine", "propose_combine", "withdraw_combine", "create_tableau")
        slots = [kind for kind in kinds if sight.asks.open(f"action.{kind}")]
        if not slots:
            return None
        kind = draw.pick(slots)
        return self.one(kind, draw.pick(sight.asks.open(f"action.{kind}")), sight, draw)

    def stumble(self, sight: Sight, draw: Draw) -> Do | None:
        ways = routes(means(sight.view.own, sight.sealed), draw.pick(tuple(spec.OWNER)), most=1, most_used=2)
        return Do(ways[0].steps[0].action()) if ways and ways[0].steps else None

    def one(self, kind: str, choice: Choice, sight: Sight, draw: Draw) -> Do:
        if kind == "rotate":
            return Do({"kind": kind, "tableau": choice.value, "degrees": draw.pick(ANGLES)})
        if kind == "adjust":
            cell, rune = draw.below(runes.CELLS), draw.pick(SYMBOLS)
            return Do({"kind": kind, "tableau": choice.value, "cell": cell, "rune": rune})
        if kind == "combine":
            other = draw.pick(hand_without(_free(sight), (str(choice.value),)))
            return Do({"kind": kind, "tableaux": [choice.value, other]})
        if kind == "propose_combine":
            return Do({"kind": kind, "with": choice.value, "tableau": draw.pick(_free(sight))})
        if kind == "create_tableau":
            return Do({"kind": kind, "tableau": "".join(draw.pick(SYMBOLS) for _ in range(4))})
        return Do({"kind": kind, "with": choice.value})

    def talk(self, sight: Sight, move: Move, draw: Draw) -> list[Move]:
        if not isinstance(move, Do) or move.action["kind"] != "propose_combine" or not draw.chance(0.5):
            return []
        give, want = move.action["tableau"], draw.pick(spec.START_TABLEAUX)
        return [Say([move.action["with"]], f"My {give} for your {want}?", Deal(give=give, want=want))]

    # --- orders -------------------------------------------------------------------------------------------------------
    def orders(self, sight: Sight, draw: Draw) -> Json:
        own = sight.view.own
        full = [t for t in hand_without(own.tableaux, (o.tableau for o in own.offered)) if runes.is_full(t)]
        draw.shuffle(full)
        chosen = [t for t in full if draw.chance(0.7)]
        orders: Json = {"rituals": [{"tableau": tableau} for tableau in chosen]}
        if "artemis" not in own.blessings and draw.chance(0.7):
            granting = next((r for r in orders["rituals"] if is_artemis(r["tableau"])), None)
            if granting is not None:
                granting["forbid"] = draw.pick((*spec.OWNER, "".join(draw.pick(RUNES) for _ in range(4))))
        left = places_to_leave(sight)
        open_ = [place for place in range(len(sight.view.temple)) if place not in left]
        orders["temple"] = draw.sample(open_, draw.below(min(own.picks, len(open_)) + 1))
        return {key: value for key, value in orders.items() if value or draw.chance(0.5)}


def _free(sight: Sight) -> tuple[str, ...]:
    """PR-20."""
    own = sight.view.own
    aside = (offer.tableau for offer in own.offered)
    return hand_without(hand_without(own.tableaux, aside), laid_down(sight.sealed))


LEVELS: dict[str, type[RandomBot] | type[SteadyBot]] = {
    "steady": SteadyBot,
    "sharp": SharpBot,
    "rogue": RogueBot,
    "trusting": TrustingBot,
    "random": RandomBot,
}
