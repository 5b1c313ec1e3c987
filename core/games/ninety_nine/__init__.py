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
from core.games.duel.course import DuelReport
from core.games.duel.story import Teller, Words
from core.games.ninety_nine import structs
from core.games.ninety_nine.bots import MINDS, Reader
from core.games.ninety_nine.coaching import POSITIONS, coach, reasons
from core.games.ninety_nine.rules import RULING, bid_refusal, close, setup
from core.games.ninety_nine.spec import PURSE, SPEC, colour
from core.games.ninety_nine.views import DIGITS, determinize, host, lights_words, redeal, restate, view


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
    ruling = RULING
    numbers = range(PURSE + 1)
    public_report = structs.PublicReport
    words = Words(
        one="bid",
        pair="bout",
        ruling="NN-05",
        rest="Points left to spend",
        rest_unit="points to spend",
        most="{name} took more bouts: {score} to {other}.",
        did=("led with", "answered with"),
        seen="{by} {did} a {colour} bid: {digits}.",
        own="You {did} a bid of {number}: {colour}, {digits}.",
        digits=DIGITS,
    )
    teller: Teller[structs.State, structs.Report] = Teller(
        words,
        numbers=lambda state: state.bouts[-1].bids if state.bouts else None,
        table=lambda state: state.table,
        remaining=lambda state, seat: state.left[seat],
        colour=colour,
        own=lambda report: report.bid,
    )
    full_story = staticmethod(teller.full_story)
    own_story = staticmethod(teller.own_story)

    setup = staticmethod(setup)
    refusal = staticmethod(bid_refusal)
    close = staticmethod(close)
    view = staticmethod(view)
    host = staticmethod(host)
    redeal = staticmethod(redeal)
    determinize = staticmethod(determinize)
    restate = staticmethod(restate)
    coach = staticmethod(coach)
    reasons = staticmethod(reasons)

    def limits(self, state: structs.State, seat: str) -> dict[str, int]:
        return {"bid": state.left[seat]}

    def also_told(self, report: DuelReport) -> tuple[str, ...]:
        assert isinstance(report, structs.PublicReport)
        return (lights_words(report.lights),)


GAME = NinetyNine()
