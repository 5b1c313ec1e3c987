"""The bots. They see a Sight and nothing else."""

from __future__ import annotations

from core.bots import contract as bots
from core.bots.contract import Do, Move
from core.contract import NoOrders
from core.dice import Dice
from minus_auction.structs import Report, View

Sight = bots.Sight[NoOrders, View, Report]


def bot(level: str, seat: str, seed: int) -> bots.Bot[NoOrders, View, Report]:
    """The bot of that level."""
    return Bidder(seat, seed, level)


def cost(view: View, seat: str) -> int:
    """What the card that is up would add to what the seat's cards cost (MN-04); less than nothing below a run."""
    own = (*view.cards[seat], view.up)
    return sum(card for card in own if card - 1 not in own) - view.minus[seat]


class Bidder:
    """`random` pays or takes by lot; `steady` takes what is worth its chips, dearer the fewer chips it has."""

    def __init__(self, seat: str, seed: int, level: str) -> None:
        self._seat, self._dice, self._level = seat, Dice(seed), level

    def turn(self, sight: Sight) -> list[Move]:
        if sight.pending is not None:
            draw = self._dice.draw(f"{sight.round}: choice")
            return [Do({"kind": sight.pending.kind, "player": draw.pick(sight.pending.among)})]
        may = sight.asks.open("action")
        if not may:
            return []
        view = sight.view
        if self._level == "random":
            return [Do(self._dice.draw(f"{sight.round} {view.pot}").pick(may).probe or {})]
        worth = view.pot + max(1, 9 - (view.chips or 0)) * 1.5
        kind = "take" if not view.chips or cost(view, self._seat) <= worth else "pay"
        return [Do({"kind": kind})]
