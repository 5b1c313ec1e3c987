"""The other levels of Pantheic Runes, each by what sets it apart from `steady`."""

from __future__ import annotations

from core.bots import Do, Move
from core.games.pantheic_runes.bots.plan import Plan
from core.games.pantheic_runes.bots.steady import SteadyBot
from core.games.pantheic_runes.views import Sight, View


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
