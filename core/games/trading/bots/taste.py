"""Valuation of one game's trades, from a seat's View: the round's points, and the later use of the hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Self

from core.games.trading.offers import Goods
from core.games.trading.structs import TradingView

Pair = tuple[str, str]
"""(gave, got), from the bot's side."""
Hand = tuple[int, ...]
"""Number of each kind, in the order of the kinds."""
LATER = 0.6
"""Weight of points of later rounds: they still need a partner."""


def worth_of_later(
    goods: Goods, counts: Mapping[str, int], rounds: Iterable[int], worth: Callable[[int, str], int]
) -> float:
    """Return the weighted points of the best goods in each of `rounds`."""
    total = 0.0
    for round_ in rounds:
        uses = sorted((worth(round_, kind) for kind in goods.kinds for _ in range(counts[kind])), reverse=True)
        total += LATER * sum(uses[: goods.limit])
    return total


class Taste(ABC):
    """A game adds the worth of a round and of a hand."""

    rounds: int
    goods: Goods
    shunned: tuple[str, ...]
    """An unknown seat is assumed to hold none of these kinds, and one of each other."""
    holds_out: tuple[float, float, int] = (0.8, 0.25, 7)
    """A sharp bot's share of its best hope at first and at last, and to how many seats it proposes at once."""
    fair_to_people = 0.0
    """Share of a person's gain for which a bot takes its proposal; 0: any gain will do."""

    def __init__(self, looks_ahead: bool = True) -> None:
        self.looks_ahead = looks_ahead
        self._tastes: dict[tuple[int, str], float] = {}

    def shortsighted(self) -> Self:
        return type(self)(looks_ahead=False)

    @abstractmethod
    def worth(self, view: TradingView, pairs: tuple[Pair, ...]) -> float:
        """Return the worth of the round and of the later hand with these trades, in points."""

    @abstractmethod
    def future(self, round_: int, hand: Hand) -> float:
        """Return a hand's worth after the close of a round, in points."""

    @abstractmethod
    def theirs(self, round_: int, gave: str, got: str) -> int:
        """Return the points of one trade to the partner, which gets `gave` and gives `got`."""

    def bond(self, view: TradingView, partner: str) -> float:
        """Return the worth of any trade with a partner, beside its goods."""
        return 0.0

    def appeal(self, view: TradingView, gave: str, got: str) -> float:
        """Return the likely worth of such a trade to the partner, later rounds included."""
        theirs = self.theirs(view.round, gave, got)
        return theirs + self._taste_for(view.round, gave) - self._taste_for(view.round, got)

    def held_after(self, view: TradingView, pairs: tuple[Pair, ...]) -> dict[str, int]:
        after = dict(view.held)
        for gave, got in pairs:
            after[gave] -= 1
            after[got] += 1
        return after

    def later(self, view: TradingView, counts: dict[str, int]) -> float:
        hand = tuple(max(0, counts[kind]) for kind in self.goods.kinds)
        return self.future(view.round, hand) if self.looks_ahead else 0.0

    def _taste_for(self, round_: int, good: str) -> float:
        if (round_, good) not in self._tastes:
            kinds = self.goods.kinds
            hand = tuple(int(kind not in self.shunned) for kind in kinds)
            more = tuple(n + (kind == good) for n, kind in zip(hand, kinds, strict=True))
            less = tuple(max(0, n - (kind == good)) for n, kind in zip(hand, kinds, strict=True))
            self._tastes[round_, good] = (self.future(round_, more) - self.future(round_, less)) / 2
        return self._tastes[round_, good]
