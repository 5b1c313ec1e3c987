"""The Drifting Ship: four seats, two crewmates each, 49 rooms, one Parasite a seat.

asking.py     choices of a seat, with reasons for closed ones
board.py      rooms, doors, walls
closing.py    the close of a round
coaching.py   the coach
company.py    facts for bots' talk, and terms
drawing.py    a round as a drawing
reach.py      reach and cost of walks
reviewing.py  a close compared with its preview
spec.py       the game's facts and tables
start.py      the position before the first input
story.py      the game's part of a story
structs.py    State, Orders, View, Report
views.py      views of seats and of the host, sentences
words.py      orders and reports in sentences
bots/         the bots, by level
"""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.contract import Hope, Say
from core.contract import Asks, Game, Pair
from core.games.drifting_ship import structs
from core.games.drifting_ship.asking import act, asks, judge_orders
from core.games.drifting_ship.bots import LEVELS, Adviser
from core.games.drifting_ship.bots.sharp import hope
from core.games.drifting_ship.closing import close, spent
from core.games.drifting_ship.coaching import POSITIONS, coach, reasons
from core.games.drifting_ship.company import TERMS, breaks, kept, talk_facts, weigh
from core.games.drifting_ship.drawing import draw
from core.games.drifting_ship.reviewing import review
from core.games.drifting_ship.spec import SPEC
from core.games.drifting_ship.start import setup
from core.games.drifting_ship.story import full_story, own_story
from core.games.drifting_ship.views import host, knows, redeal, view
from core.games.drifting_ship.words import own_names, plant_result, restate, tell, tell_public
from core.json import Json


class TheDriftingShip(Game[structs.State, structs.Orders, structs.View, structs.Report]):
    spec = SPEC
    positions = POSITIONS
    levels = tuple(LEVELS)
    State = structs.State
    Orders = structs.Orders
    Action = structs.OpenChannel
    Options = structs.ShipOptions
    Given = structs.ShipGiven
    Report = structs.Report
    View = structs.View

    setup = staticmethod(setup)
    close = staticmethod(close)
    view = staticmethod(view)
    redeal = staticmethod(redeal)
    knows = staticmethod(knows)
    host = staticmethod(host)
    restate = staticmethod(restate)
    tell = staticmethod(tell)
    tell_public = staticmethod(tell_public)
    full_story = staticmethod(full_story)
    draw = staticmethod(draw)
    own_story = staticmethod(own_story)
    review = staticmethod(review)
    terms = TERMS
    kept = staticmethod(kept)
    breaks = staticmethod(breaks)
    coach = staticmethod(coach)
    reasons = staticmethod(reasons)
    talk_facts = staticmethod(talk_facts)
    weigh = staticmethod(weigh)
    act = staticmethod(act)

    def bot(self, level: str, seat: str, seed: int) -> structs.Bot:
        return LEVELS[level](seat, seed)

    def adviser(self, seat: str) -> structs.Bot:
        return Adviser(seat, 0)

    def check(self, state: structs.State, seat: str, orders: structs.Orders) -> None:
        judge_orders(view(state, seat), orders)

    def asks(self, state: structs.State, seat: str, sealed: structs.Orders | None) -> Asks:
        return asks(view(state, seat))

    def lines(self, state: structs.State) -> tuple[Pair, ...]:
        return state.lines

    def outcome_facts(self, state: structs.State) -> Json:
        """Return `spent` of a finished match with lent purses. Before the end it is each seat's secret."""
        return {"spent": spent(state)} if state.lent and self.pending(state) is None else {}

    def restate_to(self, orders: structs.Orders, view: structs.View) -> Sequence[str]:
        return restate(orders, own_names(view))

    def tell_to(self, report: structs.Report, view: structs.View) -> Sequence[str]:
        verdict = plant_result(report, view)
        return (*tell(report, own_names(view)), *(() if verdict is None else (verdict,)))

    def hope(self, sight: structs.Sight, orders: structs.Orders, said: Sequence[Say] = ()) -> Hope | None:
        value = hope(sight.view, orders)
        return None if value is None else Hope(value, " points' worth of rooms in this and the next rounds")


GAME = TheDriftingShip()
