"""`sharp`: takes from the temple what the others leave, as a place that two seats want goes to neither.

A pick is weighted by the chance that no other seat makes it, and announced early. The second pick is mostly lost, so
it goes where a person insists: otherwise that person would always choose first. Priority (Ares) is valued highly, and
then claimed places are taken too: a holder that took the fullest ones got nine of ten.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from core.bots.contract import Do, Move
from core.games.pantheic_runes import runes
from core.games.pantheic_runes.bots.plan import PLACE_NODES, Outlook, Plan, best_plan
from core.games.pantheic_runes.bots.proposals import claims, insisted_places, with_also
from core.games.pantheic_runes.bots.steady import RIVALS, SteadyBot, next_round
from core.games.pantheic_runes.routes import Means
from core.games.pantheic_runes.views import Sight, View

LIKED = {
    (1, 1): 0.53, (2, 1): 0.46, (2, 2): 0.70, (3, 1): 0.45, (3, 2): 1.17,
    (3, 3): 1.23, (4, 1): 0.88, (4, 2): 2.0, (4, 3): 2.54,
}  # fmt: skip
"""How often a place is picked beside others, by filled cells and different runes: measured over 60 matches."""
THEIR_PICKS = (1.0, 1.0, 1.05, 1.85, 2.0, 2.1, 2.1)
BLESSED = (0.0, 0.0, 0.1, 0.42, 0.55, 0.6, 0.6)
"""Share of other seats with priority (Ares), by round."""
AT_LEAST = (0.0, 0.3, 0.35, 0.45, 0.6)
"""Least worth of one more tableau by filled cells, whatever the next plan makes of it."""
PRIORITY = 0.3
"""Extra worth of temple priority in every later round, above a steady bot's estimate."""
MOST_LIKELY = 0.95


class SharpBot(SteadyBot):
    """Bot that evaluates more ways, and expects other seats' wishes."""

    NODES = 4_000

    def look(self, view: View, ahead: int = 0, rituals: tuple[str, ...] = ()) -> Outlook:
        return weighed(super().look(view, ahead, rituals))

    SPEAKS = 1.0

    HEEDS = 1.0

    def __init__(self, seat: str, seed: int) -> None:
        super().__init__(seat, seed)
        self.denied: frozenset[int] = frozenset()
        self.open: frozenset[int] = frozenset()
        """Places that bots claim; taken with priority."""

    def leaves(self, sight: Sight) -> frozenset[int]:
        left = super().leaves(sight)
        self.denied = insisted_places(sight) - left
        by_bots = {place for place, by in claims(sight).items() if by not in sight.people}
        self.open = left & by_bots if sight.view.own.priority else frozenset()
        return left

    def worth(self, view: View, outlook: Outlook, have: Means, chosen: Sequence[int]) -> dict[int, float]:
        base = best_plan(outlook, have, PLACE_NODES).value
        return {
            place: gain(best_plan(outlook, with_also(have, tableau), PLACE_NODES).value - base, tableau)
            for place, tableau in enumerate(view.temple)
            if place not in chosen and (place not in self.left or place in self.open)
        }

    def picks(self, view: View, plan: Plan) -> list[int]:
        own = view.own
        if view.round >= view.rounds:
            return super().picks(view, plan)
        look, have = self.look(view, 1, plan.rituals), next_round(own, plan)
        chances = alone(view.temple, view.round, own.priority)
        for place in self.open:  # the claimant picks it too, and may have priority
            chances[place] = 1 - BLESSED[min(view.round, len(BLESSED) - 1)]
        chosen, have = self.claimed(view, have)
        if chosen:
            chosen += sorted(self.denied - set(chosen))[: own.picks - len(chosen)]
        while len(chosen) < min(own.picks, len(view.temple) - len(self.left - self.open)):
            worth = self.worth(view, look, have, chosen)
            place = max(worth, key=lambda place: (chances[place] * worth[place], -place))
            chosen.append(place)
            if chances[place] > 0.5:
                have = with_also(have, view.temple[place])
        return chosen


def weighed(outlook: Outlook) -> Outlook:
    worth = {
        pattern: value + PRIORITY * outlook.later if outlook.owner[pattern] == "ares" else value
        for pattern, value in outlook.worth.items()
    }
    return replace(outlook, pick=outlook.pick * 1.5, worth=worth)


def gain(planned: float, tableau: str) -> float:
    return max(planned, AT_LEAST[len(tableau) - tableau.count(runes.EMPTY)])


def alone(temple: tuple[str, ...], round_: int, priority: bool) -> list[float]:
    liked = [_liked(tableau) for tableau in temple]
    picks = THEIR_PICKS[min(round_, len(THEIR_PICKS) - 1)]
    against = BLESSED[min(round_, len(BLESSED) - 1)] if priority else 1.0
    chances = []
    for like in liked:
        often = min(MOST_LIKELY, picks * like / sum(liked))
        chances.append((1 - often * against) ** RIVALS)
    return chances


def _liked(tableau: str) -> float:
    cells = tableau.replace(runes.EMPTY, "")
    return LIKED[len(cells), len(set(cells))]


class TrustingBot(SteadyBot):
    """Simple, honest bot: makes the ritual that looks best, and takes temple places in order."""

    NODES = 2
    SPEAKS = 0.0

    def picks(self, view: View, plan: Plan) -> list[int]:
        picks = 0 if view.mine is None else min(view.mine.picks, len(view.temple))
        draw = self.dice.draw(f"{self.seat} round {view.round}: temple")
        open_ = [place for place in range(len(view.temple)) if place not in self.left]
        return draw.sample(open_, min(picks, len(open_)))


class RogueBot(SteadyBot):
    """Friendly bot that lays another tableau than announced three times in ten."""

    BREAKS = 0.3

    def turn(self, sight: Sight) -> list[Move]:
        moves = super().turn(sight)
        return [self._keeps(sight, move, () if self.plan is None else self.plan.left) for move in moves]

    def _keeps(self, sight: Sight, move: Move, hand: tuple[str, ...]) -> Move:
        """`hand` is the rest of its plan: tableaux from it are not missed."""
        if not isinstance(move, Do) or move.action["kind"] != "propose_combine":
            return move
        others = sorted({tableau for tableau in hand if tableau != move.action["tableau"]})
        draw = self.dice.draw(f"{self.seat} round {sight.round}: breaks with {move.action['with']}")
        return Do({**move.action, "tableau": draw.pick(others)}) if others and draw.chance(self.BREAKS) else move
