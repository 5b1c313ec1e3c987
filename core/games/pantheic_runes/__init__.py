"""Pantheic Runes: five seats, six rounds of live runes and sealed rituals, thirteen gods.

acting.py     live actions
asking.py     choices of a seat, with reasons for closed ones
closing.py    the close of a round
coaching.py   the coach
company.py    facts for bots' talk, and terms
purse.py      a seat's means
reviewing.py  a close compared with its preview
routes.py     cheapest ways from a hand to a pattern
runes.py      tableaux as values
spec.py       the game's facts and tables
story.py      the game's part of a story
structs.py    State, Orders, View, Report
views.py      views of seats and of the host, sentences
bots/         the bots, by level
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.bots.coach import Advice, Lesson
from core.bots.contract import Hope, Say
from core.contract import Game
from core.games.pantheic_runes import structs, views
from core.games.pantheic_runes.acting import act
from core.games.pantheic_runes.asking import asks, check
from core.games.pantheic_runes.bots import LEVELS
from core.games.pantheic_runes.bots.adviser import Adviser
from core.games.pantheic_runes.bots.plan import outlook, rituals_worth
from core.games.pantheic_runes.closing import close, setup
from core.games.pantheic_runes.coaching import POSITIONS, coach, deed, reasons
from core.games.pantheic_runes.company import TERMS, breaks, kept, talk_facts, terms_now, weigh
from core.games.pantheic_runes.reviewing import review
from core.games.pantheic_runes.spec import SPEC
from core.games.pantheic_runes.story import draw, full_story, own_story
from core.games.pantheic_runes.views import LATER_PAGES, Sight, host, redeal, restate, tell, view


class PantheicRunes(Game[structs.State, structs.Orders, views.View, structs.Report]):
    spec = SPEC
    positions = POSITIONS
    levels = tuple(LEVELS)
    State = structs.State
    Orders = structs.Orders
    Action = structs.Action
    Options = structs.RunesOptions
    Given = structs.RunesGiven
    Report = structs.Report
    View = views.View
    unforeseen = frozenset({"partner_cannot_pay"})  # PR-12

    setup = staticmethod(setup)
    check = staticmethod(check)
    act = staticmethod(act)
    close = staticmethod(close)
    asks = staticmethod(asks)
    view = staticmethod(view)
    redeal = staticmethod(redeal)
    host = staticmethod(host)
    restate = staticmethod(restate)
    tell = staticmethod(tell)
    full_story = staticmethod(full_story)
    draw = staticmethod(draw)
    own_story = staticmethod(own_story)
    review = staticmethod(review)
    terms = TERMS
    terms_now = staticmethod(terms_now)
    kept = staticmethod(kept)
    breaks = staticmethod(breaks)
    coach = staticmethod(coach)
    deed = staticmethod(deed)
    reasons = staticmethod(reasons)
    talk_facts = staticmethod(talk_facts)
    weigh = staticmethod(weigh)

    def bot(self, level: str, seat: str, seed: int) -> views.Bot:
        return LEVELS[level](seat, seed)

    def adviser(self, seat: str) -> views.Bot:
        return Adviser(seat, 0)

    def briefing_view(self, state: structs.State, seat: str | None) -> views.View:
        return view(state, seat, open_now=False)

    def later_pages(self, view: views.View) -> Mapping[str, str]:
        return {} if view.deities else LATER_PAGES

    def awaits(self, lesson: Lesson[structs.Orders, views.View, structs.Report]) -> tuple[str, ...]:
        own = lesson.view.mine
        return () if own is None else tuple(offer.to for offer in own.offered)

    def takes_back(
        self, lesson: Lesson[structs.Orders, views.View, structs.Report], waits: Sequence[str]
    ) -> Advice | None:
        reason = f"{waits[0]} did not answer: take back what you proposed, and the tableau is yours again."
        return Advice(action={"kind": "withdraw_combine", "with": waits[0]}, why=(reason,))

    def hope(self, sight: Sight, orders: structs.Orders, said: Sequence[Say] = ()) -> Hope | None:
        if sight.view.own is None:
            return None
        laid = tuple(ritual.tableau for ritual in orders.rituals)
        return Hope(rituals_worth(outlook(sight.view), laid), " points' worth of rituals and blessings, if none fails")


GAME = PantheicRunes()
