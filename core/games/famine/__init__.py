"""The Seven Years' Famine: eight merchants swap gemstones in secret for seven years, each scored in its own way.

bots.py     the bots
rules.py    set-up and closes
scoring.py  points of trades
spec.py     the game's facts and tables
structs.py  State, Orders, View, Report
views.py    views of seats and of the host, sentences
"""

from __future__ import annotations

from collections.abc import Sequence

from core.games.famine import structs
from core.games.famine.bots import FamineTaste
from core.games.famine.rules import close, setup
from core.games.famine.scoring import lines_in_words, payoff, preview, reminders
from core.games.famine.spec import GOODS, POSITIONS, PRIZES, SPEC
from core.games.famine.views import host, limits, redeal, tell_diamonds, view
from core.games.trading import TradingGame
from core.games.trading.company import terms
from core.games.trading.story import Cites, Teller
from core.games.trading.trade_form import Desk


class Famine(TradingGame[structs.State, structs.View, structs.Report]):
    spec = SPEC
    terms = terms(GOODS)
    positions = POSITIONS
    State = structs.State
    Given = structs.Given
    Report = structs.Report
    View = structs.View
    goods = GOODS
    desk = Desk(
        goods=GOODS, rounds=SPEC.rounds, round_word=SPEC.round_word, payoff=payoff, preview=preview,
        lines=lines_in_words, reminders=reminders, stepped="topaz",
    )  # fmt: skip
    taste = FamineTaste()
    teller = Teller(desk, PRIZES, Cites(meet="FA-03", win="FA-11", candidate="FA-12", garnets="FA-13"))

    limits = staticmethod(limits)
    close = staticmethod(close)
    view = staticmethod(view)
    redeal = staticmethod(redeal)
    host = staticmethod(host)
    setup = staticmethod(setup)

    def tell(self, report: structs.Report) -> Sequence[str]:
        return [*super().tell(report), *tell_diamonds(report.diamonds)]


GAME = Famine()
