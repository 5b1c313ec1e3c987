"""The Game that both trading games are: sealed offers, no live actions, everything decided at the close."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from core.bots import Move
from core.coach import Advice, Hint, Lesson, level
from core.company.gist import Gist
from core.contract import AnyGame, Asks, Game
from core.games.trading import coaching, offers
from core.games.trading.bots import make_bot
from core.games.trading.bots.bargain import Taste
from core.games.trading.company import gist
from core.games.trading.desk import Desk
from core.games.trading.goods import Goods
from core.games.trading.offers import Limits
from core.games.trading.story import Teller
from core.games.trading.structs import Bot, Memory, Record, Sight, TradingReport, TradingState, TradingView
from core.games.trading.words import restate, tell
from core.levels import LEVELS
from core.story.parts import Tale

S = TypeVar("S", bound=TradingState)
V = TypeVar("V", bound=TradingView)
R = TypeVar("R", bound=TradingReport)


class TradingGame(Game[S, offers.Orders, V, R]):
    """What is common; a game adds its goods, limits, scoring and desk."""

    levels = LEVELS
    Orders = offers.Orders
    goods: ClassVar[Goods]
    desk: ClassVar[Desk]
    """For screens: see `Desk`."""
    taste: ClassVar[Taste]
    """For bots: what trades are worth."""
    teller: ClassVar[Teller]
    """For the story."""

    def limits(self, state: S, seat: str) -> Limits:
        """What this seat may offer now."""
        return Limits(seat, state.seats, state.held[seat])

    def check(self, state: S, seat: str, orders: offers.Orders) -> None:
        offers.check(self.goods, self.limits(state, seat), orders)

    def asks(self, state: S, seat: str, sealed: offers.Orders | None) -> Asks:
        choices = offers.choices(self.goods, self.limits(state, seat))
        return Asks(orders=True, limits={"offers": self.goods.limit}, choices=choices)

    def restate(self, orders: offers.Orders) -> Sequence[str]:
        return restate(self.goods, orders)

    def tell(self, report: R) -> Sequence[str]:
        return tell(self.goods, report)

    def tale(self, record: Record) -> Tale:
        return self.teller.tale(record)

    def own_tale(self, memory: Memory) -> Tale:
        return self.teller.own_tale(memory)

    def coach(self, lesson: Lesson[offers.Orders, V, R]) -> Hint | None:
        return coaching.coach(self.desk, coaching.pupil(lesson))

    def advise(self, lesson: Lesson[offers.Orders, V, R]) -> Advice | None:
        return coaching.advise(self.desk, coaching.pupil(lesson), self.bot(level(self.levels), lesson.sight.seat, 0))

    def reasons(self, lesson: Lesson[offers.Orders, V, R], made: Sequence[Move]) -> Sequence[str]:
        return coaching.reasons(self.desk, coaching.pupil(lesson), made)

    def bot(self, level: str, seat: str, seed: int) -> Bot:
        return make_bot(self.goods, self.taste, level, seat, seed)

    def gist(self, sight: Sight) -> Gist:
        return gist(self.goods, sight)


def desk_of(game: AnyGame) -> Desk:
    """The trade desk of a game that has one."""
    assert isinstance(game, TradingGame)
    return game.desk
