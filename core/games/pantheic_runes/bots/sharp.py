"""`sharp`: takes from the temple what the others leave.

A place that two seats want goes to neither, and everybody wants the full tableaux: over many matches the seats that won
got twice as many tableaux as the others, of as many picks. So a pick is weighed with how likely nobody else makes it,
by what the others have been seen to like. And it says early which place it takes: who hears that looks elsewhere.
Its second pick is mostly lost, for the others look where it looks: so it goes to a place on which a person insists in
round after round, who would otherwise always choose first.
Whoever has priority (Ares) and looks elsewhere all the same has it for nothing: among bots that claim, somebody who had
it in round 3 and took the fullest places, claimed or not, got nine of ten and won two matches of three. So it is worth
much to a sharp bot, which then takes what other bots claim, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from core.bots.contract import Do, Move
from core.games.pantheic_runes import runes
from core.games.pantheic_runes.bots.plan import PLACE_NODES, Outlook, Plan, best
from core.games.pantheic_runes.bots.proposals import claims, insisted, with_also
from core.games.pantheic_runes.bots.steady import RIVALS, SteadyBot, next_round
from core.games.pantheic_runes.routes import Means
from core.games.pantheic_runes.views import Sight, View

LIKED = {
    (1, 1): 0.53, (2, 1): 0.46, (2, 2): 0.70, (3, 1): 0.45, (3, 2): 1.17,
    (3, 3): 1.23, (4, 1): 0.88, (4, 2): 2.0, (4, 3): 2.54,
}  # fmt: skip
"""How often a place is picked beside others, by its cells filled and its different runes: measured over 60 matches."""
THEIR_PICKS = (1.0, 1.0, 1.05, 1.85, 2.0, 2.1, 2.1)
"""How many places another seat picks, by round."""
BLESSED = (0.0, 0.0, 0.1, 0.42, 0.55, 0.6, 0.6)
"""How many of the others have priority by then (Ares)."""
AT_LEAST = (0.0, 0.3, 0.35, 0.45, 0.6)
"""What one more tableau is worth by its cells filled, whatever the next plan makes of it."""
PRIORITY = 0.3
"""What priority in the temple brings in every later round, over what a steady bot thinks of it."""
MOST_LIKELY = 0.95


class SharpBot(SteadyBot):
    """Looks at more ways, and at what the others will want."""

    NODES = 4_000

    def look(self, view: View, ahead: int = 0, done: tuple[str, ...] = ()) -> Outlook:
        return weighed(super().look(view, ahead, done))

    SPEAKS = 1.0

    HEEDS = 1.0

    def __init__(self, seat: str, seed: int) -> None:
        super().__init__(seat, seed)
        self.denied: frozenset[int] = frozenset()
        """Places on which people insist."""
        self.open: frozenset[int] = frozenset()
        """Places that bots claim, to whoever has priority."""

    def leaves(self, sight: Sight) -> frozenset[int]:
        left = super().leaves(sight)
        self.denied = insisted(sight) - left
        by_bots = {place for place, by in claims(sight).items() if by not in sight.people}
        self.open = left & by_bots if sight.view.own.priority else frozenset()
        return left

    def worth(self, view: View, look: Outlook, have: Means, chosen: Sequence[int]) -> dict[int, float]:
        """What getting each place would bring."""
        base = best(look, have, PLACE_NODES).value
        return {
            place: gain(best(look, with_also(have, tableau), PLACE_NODES).value - base, tableau)
            for place, tableau in enumerate(view.temple)
            if place not in chosen and (place not in self.left or place in self.open)
        }

    def picks(self, view: View, plan: Plan) -> list[int]:
        mine = view.own
        if view.round >= view.rounds:
            return super().picks(view, plan)
        look, have = self.look(view, 1, plan.rituals), next_round(mine, plan)
        chances = alone(view.temple, view.round, mine.priority)
        for place in self.open:  # who claims it is there, and has priority or not
            chances[place] = 1 - BLESSED[min(view.round, len(BLESSED) - 1)]
        chosen, have = self.claimed(view, have)
        if chosen:
            chosen += sorted(self.denied - set(chosen))[: mine.picks - len(chosen)]
        while len(chosen) < min(mine.picks, len(view.temple) - len(self.left - self.open)):
            worth = self.worth(view, look, have, chosen)
            place = max(worth, key=lambda place: (chances[place] * worth[place], -place))
            chosen.append(place)
            if chances[place] > 0.5:
                have = with_also(have, view.temple[place])
        return chosen


def weighed(look: Outlook) -> Outlook:
    """What things are worth to one who gets what it picks."""
    worth = {
        pattern: value + PRIORITY * look.later if look.owner[pattern] == "ares" else value
        for pattern, value in look.worth.items()
    }
    return replace(look, pick=look.pick * 1.5, worth=worth)


def gain(planned: float, tableau: str) -> float:
    """What getting a tableau is worth."""
    return max(planned, AT_LEAST[len(tableau) - tableau.count(runes.EMPTY)])


def alone(temple: tuple[str, ...], round_: int, priority: bool) -> list[float]:
    """For each place how likely it is that no other seat takes it from one."""
    liked = [_liked(tableau) for tableau in temple]
    picks = THEIR_PICKS[min(round_, len(THEIR_PICKS) - 1)]
    against = BLESSED[min(round_, len(BLESSED) - 1)] if priority else 1.0
    found = []
    for like in liked:
        often = min(MOST_LIKELY, picks * like / sum(liked))
        found.append((1 - often * against) ** RIVALS)
    return found


def _liked(tableau: str) -> float:
    cells = tableau.replace(runes.EMPTY, "")
    return LIKED[len(cells), len(set(cells))]


class TrustingBot(SteadyBot):
    """Simple and honest: makes the one ritual that looks best, and takes places of the temple as they come."""

    NODES = 2
    SPEAKS = 0.0

    def picks(self, view: View, plan: Plan) -> list[int]:
        picks = 0 if view.mine is None else min(view.mine.picks, len(view.temple))
        draw = self.dice.draw(f"{self.seat} round {view.round}: temple")
        open_ = [place for place in range(len(view.temple)) if place not in self.left]
        return draw.sample(open_, min(picks, len(open_)))


class RogueBot(SteadyBot):
    """Pleasant, and three times in ten it lays another tableau than it said."""

    BREAKS = 0.3

    def turn(self, sight: Sight) -> list[Move]:
        moves = super().turn(sight)
        return [self._keeps(sight, move, () if self.plan is None else self.plan.left) for move in moves]

    def _keeps(self, sight: Sight, move: Move, hand: tuple[str, ...]) -> Move:
        """`hand` is what its plan leaves: what it lays there is missed nowhere."""
        if not isinstance(move, Do) or move.action["kind"] != "propose_combine":
            return move
        others = sorted({tableau for tableau in hand if tableau != move.action["tableau"]})
        draw = self.dice.draw(f"{self.seat} round {sight.round}: breaks with {move.action['with']}")
        return Do({**move.action, "tableau": draw.pick(others)}) if others and draw.chance(self.BREAKS) else move
