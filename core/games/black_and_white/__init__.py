"""Black and White: a duel of nine tricks, in which only colours are seen.

belief.py    beliefs of bots about hidden facts
bots.py      the bots
coaching.py  the coach
rules.py     set-up and closes
spec.py      the game's facts and tables
structs.py   State, Orders, View, Report
views.py     views of seats and of the host, sentences
"""

from __future__ import annotations

from core.games.black_and_white import structs
from core.games.black_and_white.bots import MINDS, Reader
from core.games.black_and_white.coaching import POSITIONS, coach, reasons
from core.games.black_and_white.rules import RULING, close, not_held, setup
from core.games.black_and_white.spec import SPEC, TILES, colour
from core.games.black_and_white.views import determinize, host, redeal, restate, view
from core.games.duel import Duel
from core.games.duel.story import Teller, Words


class BlackAndWhite(Duel[structs.State, structs.Orders, structs.View, structs.Report]):
    spec = SPEC
    positions = POSITIONS
    State = structs.State
    Orders = structs.Orders
    Given = structs.Given
    Report = structs.Report
    View = structs.View
    slot = "tile"
    rule = "The higher tile takes the trick, each is played once, and only its colour is ever shown."
    minds = MINDS
    evaluator = Reader
    ruling = RULING
    numbers = TILES
    public_report = structs.PublicReport
    words = Words(
        one="tile",
        pair="trick",
        ruling="BW-05",
        rest="Tiles in hand, added up",
        rest_unit="in tiles",
        most="{name} took more tricks: {score} to {other}.",
        did=("led", "answered with"),
        seen="{by} {did} a {colour} tile.",
        own="You {did} the {number}, a {colour} tile.",
    )
    teller: Teller[structs.State, structs.Report] = Teller(
        words,
        numbers=lambda state: state.tricks[-1].tiles if state.tricks else None,
        table=lambda state: state.table,
        remaining=lambda state, seat: sum(state.hands[seat]),
        colour=colour,
        own=lambda report: report.tile,
    )
    full_story = staticmethod(teller.full_story)
    own_story = staticmethod(teller.own_story)

    setup = staticmethod(setup)
    refusal = staticmethod(not_held)
    close = staticmethod(close)
    view = staticmethod(view)
    host = staticmethod(host)
    redeal = staticmethod(redeal)
    determinize = staticmethod(determinize)
    restate = staticmethod(restate)
    coach = staticmethod(coach)
    reasons = staticmethod(reasons)

    def label(self, number: int) -> str:
        return f"{number} ({colour(number)})"


GAME = BlackAndWhite()
