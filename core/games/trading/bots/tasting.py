"""A judgement of trades that looks ahead: what the hand after a close is still good for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

from core.games.trading.bots.bargain import Pair
from core.games.trading.goods import Goods
from core.games.trading.structs import TradingView

Hand = tuple[int, ...]
"""How many of each kind, in the order of the kinds."""


class Tasting(ABC):
    """What the bots of one trading game think of later rounds; the game says what a hand is worth then."""

    goods: Goods
    shunned: tuple[str, ...]
    """A seat of which nothing is known is thought to have none of these kinds, and one of each other."""

    def __init__(self, looks_ahead: bool = True) -> None:
        self.looks_ahead = looks_ahead
        self._tastes: dict[tuple[int, str], float] = {}

    def shortsighted(self) -> Self:
        """The judgement of somebody who looks at this round alone."""
        return type(self)(looks_ahead=False)

    @abstractmethod
    def future(self, round_: int, hand: Hand) -> float:
        """What a hand is worth after the close of a round, in points."""

    def held_after(self, view: TradingView, done: tuple[Pair, ...]) -> dict[str, int]:
        """What the seat holds when these trades are made."""
        after = dict(view.held)
        for gave, got in done:
            after[gave] -= 1
            after[got] += 1
        return after

    def later(self, view: TradingView, held: dict[str, int]) -> float:
        """What a hand is worth after this round's close, to whoever looks ahead."""
        hand = tuple(max(0, held[kind]) for kind in self.goods.kinds)
        return self.future(view.round, hand) if self.looks_ahead else 0.0

    def taste_for(self, round_: int, one: str) -> float:
        """What one more of a kind is worth to a seat of which nothing is known, after the close of a round."""
        if (round_, one) not in self._tastes:
            kinds = self.goods.kinds
            hand = tuple(int(kind not in self.shunned) for kind in kinds)
            more = tuple(n + (kind == one) for n, kind in zip(hand, kinds, strict=True))
            less = tuple(max(0, n - (kind == one)) for n, kind in zip(hand, kinds, strict=True))
            self._tastes[round_, one] = (self.future(round_, more) - self.future(round_, less)) / 2
        return self._tastes[round_, one]
