"""The trade desk: what a screen asks of either game, and nothing of which game it is.

desk = game("exodus").desk
desk.payoff(4, "red", "green", 0)       a cell of the matrix: Payoff(mine=10, theirs=-4)
desk.preview(view, plans, 0)            the Outlook of the offers in the draft
desk.lines(4)                           the round's rules in words, what the end of it brings included
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.games.trading.offers import Goods
from core.games.trading.results import Outlook, Payoff, Plan
from core.games.trading.structs import TradingView


@dataclass(frozen=True)
class Desk:
    """One game's trade desk. Every function is pure and sees only what its caller's seat may know."""

    goods: Goods
    """Kinds, words, the limit of offers, the risky kind."""
    rounds: int
    round_word: str
    payoff: Callable[[int, str, str, int], Payoff]
    """`payoff(round, give, receive, elsewhere)`: what one trade brings both seats, taken alone. `elsewhere` is how
    many of the `stepped` kind others are thought to give in other trades; 0 where there is no such kind."""
    preview: Callable[[TradingView, tuple[Plan, ...], int], Outlook]
    """`preview(view, plans, elsewhere)`: what the offers planned in the round of `view` may bring that seat, the end
    of the round included. Plans need not be legal yet."""
    lines: Callable[[int], tuple[str, ...]]
    """The scoring of a round in words: a line for each kind, then what the end of the round brings."""
    reminders: Callable[[TradingView], tuple[str, ...]]
    """What a seat should keep in mind now, from its View: risk, bonuses within reach, partners still needed."""
    stepped: str | None = None
    """A kind of which the number given by everybody matters (topaz): the screen offers a stepper for it."""

    def matrix(self, round_: int, elsewhere: int = 0) -> dict[tuple[str, str], Payoff]:
        """Every cell of a round by (give, receive), row by row in the order of the kinds."""
        kinds = self.goods.kinds
        return {(give, got): self.payoff(round_, give, got, elsewhere) for give in kinds for got in kinds}
