"""The Exodus Game: nine seats swap coloured cubes in secret over seven rounds, each scored in its own way.

bots.py     the bots
rules.py    set-up and closes
scoring.py  points of trades
spec.py     the game's facts and tables
structs.py  State, Orders, View, Report
"""

from __future__ import annotations

from core.games.exodus import structs
from core.games.exodus.bots import ExodusTaste
from core.games.exodus.rules import close, host, redeal, setup, view
from core.games.exodus.scoring import lines_in_words, payoff, preview, reminders
from core.games.exodus.spec import GOODS, POSITIONS, PRIZES, SPEC
from core.games.trading import TradingGame
from core.games.trading.company import terms
from core.games.trading.story import Cites, Teller
from core.games.trading.trade_form import Desk


class Exodus(TradingGame[structs.State, structs.View, structs.Report]):
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
        lines=lines_in_words, reminders=reminders,
    )  # fmt: skip
    taste = ExodusTaste()
    teller = Teller(desk, PRIZES, Cites(meet="EX-04", win="EX-11", candidate="EX-12", garnets="EX-13"))

    close = staticmethod(close)
    view = staticmethod(view)
    redeal = staticmethod(redeal)
    host = staticmethod(host)
    setup = staticmethod(setup)


GAME = Exodus()
