"""Base of The Exodus Game and The Seven Years' Famine: sealed offers, decided at the close. It is no game by itself.

coaching.py    the coach
company.py     facts for bots' talk, and terms
drawing.py     a round as a drawing
ending.py      the end of both games
offers.py      goods, offers, swaps
results.py     the result of a round, also before its close
reviewing.py   a close compared with its preview
story.py       the game's part of a story
structs.py     State, Orders, View, Report
trade_form.py  the interface of the trade desk
views.py       views of seats and of the host, sentences
bots/          the bots, by level
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from core.bots.coach import Hint, Lesson
from core.bots.company.talk_facts import TalkFacts
from core.bots.contract import Hope, Move, Say
from core.contract import AnyGame, Asks, Game
from core.games.trading import offers
from core.games.trading.bots import MINDS, RandomTrader
from core.games.trading.bots.adviser import Adviser
from core.games.trading.bots.taste import Taste
from core.games.trading.coaching import coach, pupil, reasons
from core.games.trading.company import breaks, kept, talk_facts, weigh
from core.games.trading.drawing import Drawer
from core.games.trading.offers import Goods, Limits, check, choices
from core.games.trading.results import Plan
from core.games.trading.reviewing import review
from core.games.trading.story import Teller
from core.games.trading.structs import Bot, Memory, Page, Record, Sight, TradingReport, TradingState, TradingView
from core.games.trading.trade_form import Desk
from core.games.trading.views import restate, tell
from core.levels import LEVELS
from core.story.drawing import Drawing, Moment
from core.story.parts import GameStory
from core.story.reviewing import RoundReview
from core.talk.acts import Offer
from core.talk.deals import bargains

S = TypeVar("S", bound=TradingState)
V = TypeVar("V", bound=TradingView)
R = TypeVar("R", bound=TradingReport)


class TradingGame(Game[S, offers.Orders, V, R]):
    """Base of both trading games. A game adds its goods, limits, scoring and desk."""

    levels = LEVELS
    Orders = offers.Orders
    goods: ClassVar[Goods]
    desk: ClassVar[Desk]
    taste: ClassVar[Taste]
    teller: ClassVar[Teller]
    kept = staticmethod(kept)
    breaks = staticmethod(breaks)

    def limits(self, state: S, seat: str) -> Limits:
        return Limits(seat, state.seats, state.held[seat])

    def check(self, state: S, seat: str, orders: offers.Orders) -> None:
        check(self.goods, self.limits(state, seat), orders)

    def asks(self, state: S, seat: str, sealed: offers.Orders | None) -> Asks:
        return Asks(
            orders=True, limits={"offers": self.goods.limit}, choices=choices(self.goods, self.limits(state, seat))
        )

    def restate(self, orders: offers.Orders) -> Sequence[str]:
        return restate(self.goods, orders)

    def tell(self, report: R) -> Sequence[str]:
        return tell(self.goods, report)

    def full_story(self, record: Record) -> GameStory:
        return self.teller.full_story(record)

    def own_story(self, memory: Memory) -> GameStory:
        return self.teller.own_story(memory)

    def draw(self, moment: Moment) -> Drawing | None:
        return Drawer(self.goods).draw(moment)

    def review(self, page: Page) -> RoundReview:
        return review(self.goods, page)

    def coach(self, lesson: Lesson[offers.Orders, V, R]) -> Hint | None:
        return coach(self.desk, pupil(lesson))

    def adviser(self, seat: str) -> Bot:
        return Adviser(self.goods, self.taste, 0)

    def reasons(self, lesson: Lesson[offers.Orders, V, R], made: Sequence[Move]) -> Sequence[str]:
        return reasons(self.desk, pupil(lesson), made)

    def bot(self, level: str, seat: str, seed: int) -> Bot:
        return RandomTrader(self.goods, seed) if level == "random" else MINDS[level](self.goods, self.taste, seed)

    def hope(self, sight: Sight, orders: offers.Orders, said: Sequence[Say] = ()) -> Hope | None:
        """Return the offers' worth if every partner gives what the last bargain says; None for offers without a
        bargain."""
        spoken = {
            name: bargain.get(sight.seat) for name, bargain in bargains(sight.seat, sight.heard, sight.round).items()
        }
        spoken |= {say.to[0]: say.deal.want for say in said if say.deal is not None and len(say.to) == 1}
        plans = tuple(Plan(offer.to, offer.give, spoken.get(offer.to)) for offer in orders.offers)
        if any(plan.expect not in self.goods.pool for plan in plans):
            return None
        brings = self.desk.preview(sight.view, plans, 0).planned.total
        return Hope(brings, f" {self.goods.score} in this {self.desk.round_word}, if all give what was last spoken of")

    def weigh(self, sight: Sight, offer: Offer) -> str:
        return weigh(self.desk, sight, offer)

    def talk_facts(self, sight: Sight) -> TalkFacts:
        return talk_facts(self.desk, sight)


def desk_of(game: AnyGame) -> Desk:
    assert isinstance(game, TradingGame)
    return game.desk
