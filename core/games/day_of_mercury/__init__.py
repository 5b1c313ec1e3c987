"""Day of Mercury: thirteen seats, nine rounds, seven sins. Rulings: docs/rulings/day_of_mercury.md.

asking.py     choices of a seat, with reasons for closed ones
closing.py    the close of a round
coaching.py   the coach
company.py    facts for bots' talk, and terms
day.py        one round in the middle of its close
forecast.py   the forecast of a plan
reviewing.py  a close compared with its preview
shrine.py     worth of sins at the Shrine
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
from core.contract import Game
from core.games.day_of_mercury import structs
from core.games.day_of_mercury.asking import asks, check
from core.games.day_of_mercury.bots import LEVELS
from core.games.day_of_mercury.bots.adviser import Adviser
from core.games.day_of_mercury.bots.sharp import hope
from core.games.day_of_mercury.closing import close, decide, pending
from core.games.day_of_mercury.coaching import POSITIONS, coach, reasons
from core.games.day_of_mercury.company import TERMS, breaks, kept, talk_facts, weigh
from core.games.day_of_mercury.reviewing import review
from core.games.day_of_mercury.spec import SPEC
from core.games.day_of_mercury.start import setup
from core.games.day_of_mercury.story import draw, full_story, own_story
from core.games.day_of_mercury.structs import Sight
from core.games.day_of_mercury.views import host, redeal, view
from core.games.day_of_mercury.words import restate, tell, tell_to


class DayOfMercury(Game[structs.State, structs.Orders, structs.View, structs.Report]):
    spec = SPEC
    positions = POSITIONS
    levels = tuple(LEVELS)
    State = structs.State
    Orders = structs.Orders
    Given = structs.Given
    Report = structs.Report
    View = structs.View

    check = staticmethod(check)
    close = staticmethod(close)
    view = staticmethod(view)
    redeal = staticmethod(redeal)
    host = staticmethod(host)
    pending = staticmethod(pending)
    decide = staticmethod(decide)
    restate = staticmethod(restate)
    tell = staticmethod(tell)
    tell_to = staticmethod(tell_to)
    full_story = staticmethod(full_story)
    draw = staticmethod(draw)
    own_story = staticmethod(own_story)
    review = staticmethod(review)
    terms = TERMS
    kept = staticmethod(kept)
    weigh = staticmethod(weigh)
    breaks = staticmethod(breaks)
    coach = staticmethod(coach)
    reasons = staticmethod(reasons)
    talk_facts = staticmethod(talk_facts)
    setup = staticmethod(setup)
    asks = staticmethod(asks)

    def bot(self, level: str, seat: str, seed: int) -> structs.Bot:
        return LEVELS[level](seat, seed)

    def adviser(self, seat: str) -> structs.Bot:
        return Adviser(seat, 0)

    def knows(self, state: structs.State, seat: str | None) -> object:
        """Return the view and the seat's own knowledge of each round (DM-60)."""
        keys = ("struck", "results", "traded", "readings", "gains")
        own = [[getattr(past, key).get(seat) for key in keys] for past in state.past]
        return [self.view(state, seat), own if seat is not None else []]

    def hope(self, sight: Sight, orders: structs.Orders, said: Sequence[Say] = ()) -> Hope | None:
        return Hope(hope(sight.view, orders), " points at the end of the match")


GAME = DayOfMercury()
