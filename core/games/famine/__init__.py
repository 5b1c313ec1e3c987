"""The Seven Years' Famine: eight merchants swap gemstones in secret for seven years, each scored in its own way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.contract import Closing, Options
from core.dice import Dice
from core.games.famine import structs
from core.games.famine.bots import Taste
from core.games.famine.closing import close
from core.games.famine.coaching import POSITIONS
from core.games.famine.redealing import redeal
from core.games.famine.scoring import payoff, preview, reminders
from core.games.famine.spec import GOODS, PRIZES, SPEC
from core.games.famine.start import setup
from core.games.famine.tables import lines_in_words
from core.games.famine.views import host, limits, tell_diamonds, view
from core.games.trading import TradingGame
from core.games.trading.desk import Desk
from core.games.trading.offers import Limits, Orders
from core.games.trading.story import Cites, Teller


class Famine(TradingGame[structs.State, structs.View, structs.Report]):
    """Binds the rules of The Seven Years' Famine."""

    spec = SPEC
    positions = POSITIONS
    State = structs.State
    Given = structs.Given
    Report = structs.Report
    View = structs.View
    goods = GOODS
    desk = Desk(
        goods=GOODS,
        rounds=SPEC.rounds,
        round_word=SPEC.round_word,
        payoff=payoff,
        preview=preview,
        lines=lines_in_words,
        reminders=reminders,
        stepped="topaz",
    )
    taste = Taste()
    teller = Teller(desk, PRIZES, Cites(meet="FA-03", win="FA-11", candidate="FA-12", garnets="FA-13"))

    def setup(self, seats: tuple[str, ...], options: Options, given: structs.Given, dice: Dice) -> structs.State:
        return setup(seats, given, dice)

    def limits(self, state: structs.State, seat: str) -> Limits:
        return limits(state, seat)

    def close(
        self, state: structs.State, orders: Mapping[str, Orders], dice: Dice
    ) -> Closing[structs.State, structs.Report]:
        return close(state, orders, dice)

    def view(self, state: structs.State, seat: str | None) -> structs.View:
        return view(state, seat)

    def redeal(self, state: structs.State, seat: str | None, dice: Dice) -> structs.State:
        return redeal(state, seat, dice)

    def host(self, state: structs.State) -> dict[str, Any]:
        return host(state)

    def tell(self, report: structs.Report) -> Sequence[str]:
        return [*super().tell(report), *tell_diamonds(report.diamonds)]


GAME = Famine()
