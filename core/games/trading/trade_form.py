"""The trade desk: the screens' interface to either game, independent of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.games.trading.offers import Goods
from core.games.trading.results import Outlook, Payoff, Plan
from core.games.trading.structs import TradingView


@dataclass(frozen=True)
class Desk:
    """A game's trade desk. Every function is pure and uses only its caller's knowledge."""

    goods: Goods
    """Kinds, words, the limit of offers, the risky kind."""
    rounds: int
    round_word: str
    payoff: Callable[[int, str, str, int], Payoff]
    """`payoff(round, give, receive, elsewhere)`: both seats' results of one trade alone. `elsewhere`: assumed pieces of
    the `stepped` kind in other trades."""
    preview: Callable[[TradingView, tuple[Plan, ...], int], Outlook]
    """`preview(view, plans, elsewhere)`: the seat's possible results of planned offers, with the end of the round.
    Plans need not be legal."""
    lines: Callable[[int], tuple[str, ...]]
    """The scoring of a round in words: a line for each kind, then the end of the round."""
    reminders: Callable[[TradingView], tuple[str, ...]]
    """Reminders for a seat, from its View: risk, bonuses within reach, partners still needed."""
    stepped: str | None = None
    """Kind that needs a stepper on the screen: the number given by all matters (topaz)."""

    def matrix(self, round_: int, elsewhere: int = 0) -> dict[tuple[str, str], Payoff]:
        """Return every cell of a round by (give, receive), row by row in the order of the kinds."""
        kinds = self.goods.kinds
        return {(give, got): self.payoff(round_, give, got, elsewhere) for give in kinds for got in kinds}
