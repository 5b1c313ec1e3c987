"""Ninety-nine: a duel of nine bouts, in which 99 points are bid and only lights are seen.

bots.py      the bots
coaching.py  the coach
rules.py     set-up and closes
spec.py      the game's facts and tables
structs.py   State, Orders, View, Report
views.py     views of seats and of the host, sentences
"""

from __future__ import annotations

from core.games.duel import Duel
from core.games.duel.story import Teller, Words
from core.games.ninety_nine import structs
from core.games.ninety_nine.bots import MINDS, Reader
from core.games.ninety_nine.coaching import POSITIONS, coach, reasons
from core.games.ninety_nine.rules import asks, check, close, setup
from core.games.ninety_nine.spec import SPEC, colour
from core.games.ninety_nine.views import determinize, host, redeal, restate, tell, tell_public, view


class NinetyNine(Duel[structs.State, structs.Orders, structs.View, structs.Report]):
    spec = SPEC
    positions = POSITIONS
    State = structs.State
    Orders = structs.Orders
    Given = structs.Given
    Report = structs.Report
    View = structs.View
    slot = "bid"
    rule = "The higher bid takes the bout, every bid is spent, and only its colour is shown."
    minds = MINDS
    evaluator = Reader
    teller: Teller[structs.State, structs.Report] = Teller(
        Words(
            one="bid",
            pair="bout",
            ruling="NN-05",
            rest="Points left to spend",
            rest_unit="points to spend",
            most="{name} took more bouts: {score} to {other}.",
        ),
        numbers=lambda state: state.bouts[-1].bids if state.bouts else None,
        table=lambda state: state.table,
        remaining=lambda state, seat: state.left[seat],
        colour=colour,
        own=lambda report: report.bid,
    )
    full_story = staticmethod(teller.full_story)
    own_story = staticmethod(teller.own_story)

    setup = staticmethod(setup)
    check = staticmethod(check)
    close = staticmethod(close)
    asks = staticmethod(asks)
    view = staticmethod(view)
    host = staticmethod(host)
    redeal = staticmethod(redeal)
    determinize = staticmethod(determinize)
    restate = staticmethod(restate)
    tell = staticmethod(tell)
    tell_public = staticmethod(tell_public)
    coach = staticmethod(coach)
    reasons = staticmethod(reasons)


GAME = NinetyNine()
