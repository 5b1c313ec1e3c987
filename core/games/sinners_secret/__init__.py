"""A Sinner's Secret: thirteen seats in two realms, 21 letters, ten rounds of queries; another seat gets the answers.

belief.py     beliefs of bots about hidden facts
coaching.py   the coach
company.py    facts for bots' talk, and terms
deduction.py  conclusions from marks and answers
drawing.py    a round as a drawing
reviewing.py  a close compared with its preview
rules.py      set-up and closes
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

import msgspec

from core.bots.contract import Hope, Say
from core.contract import Game, Pair
from core.games.sinners_secret import structs
from core.games.sinners_secret.bots import LEVELS
from core.games.sinners_secret.bots.sharp import BELIEF_SEED, Adviser, hope, untrue
from core.games.sinners_secret.coaching import coach, reasons
from core.games.sinners_secret.company import TERMS, breaks, kept, talk_facts
from core.games.sinners_secret.drawing import draw
from core.games.sinners_secret.reviewing import review
from core.games.sinners_secret.rules import asks, can_ascend, check, close, fallen_seat, realms_after, two_orders
from core.games.sinners_secret.spec import ASCEND_BY_RANK, SPEC
from core.games.sinners_secret.start import setup
from core.games.sinners_secret.story import full_story, own_story
from core.games.sinners_secret.structs import Sight
from core.games.sinners_secret.views import briefing_view, host, redeal, view
from core.games.sinners_secret.words import restate, tell, tell_to
from core.json import Json
from core.ledger import Lots, Pending


class SinnersSecret(Game[structs.State, structs.Orders, structs.View, structs.Report]):
    spec = SPEC
    levels = tuple(LEVELS)
    State = structs.State
    Orders = structs.Orders
    Options = structs.Options
    Given = structs.Given
    Report = structs.Report
    View = structs.View

    setup = staticmethod(setup)
    check = staticmethod(check)
    close = staticmethod(close)
    briefing_view = staticmethod(briefing_view)
    redeal = staticmethod(redeal)
    host = staticmethod(host)
    restate = staticmethod(restate)
    tell = staticmethod(tell)
    tell_to = staticmethod(tell_to)
    full_story = staticmethod(full_story)
    draw = staticmethod(draw)
    own_story = staticmethod(own_story)
    review = staticmethod(review)
    terms = TERMS
    kept = staticmethod(kept)
    breaks = staticmethod(breaks)
    coach = staticmethod(coach)
    reasons = staticmethod(reasons)
    untrue = staticmethod(untrue)
    talk_facts = staticmethod(talk_facts)
    asks = staticmethod(asks)

    def bot(self, level: str, seat: str, seed: int) -> structs.Bot:
        return LEVELS[level](seat, seed)

    def adviser(self, seat: str) -> structs.Bot:
        return Adviser(seat, BELIEF_SEED)

    def view(self, state: structs.State, seat: str | None) -> structs.View:
        finished = state.ending is not None and self.pending(state) is None
        return view(state, seat, finished)

    # --- talk -------------------------------------------------------------------------------------------------------
    def realms(self, state: structs.State) -> dict[str, str]:
        return dict(state.realms)

    def lines(self, state: structs.State) -> tuple[Pair, ...]:
        """Return the pairs across the realms that the queries of the last close opened for this round (SS-05)."""
        return state.lines

    # --- the end ----------------------------------------------------------------------------------------------------
    def pending(self, state: structs.State) -> Pending | None:
        """Return the pending choice: the first in Heaven chooses another seat to ascend, then the candidate an
        opponent (SS-22, SS-24)."""
        orders, ending = two_orders(state), state.ending
        assert orders is not None
        assert ending is not None
        assert ending.candidate is not None
        if len(state.ascended) == ASCEND_BY_RANK:
            return Pending("choose_ascendant", orders.heaven[:1], can_ascend(state))
        if ending.opponent is None and (among := self.opponents(state)):
            return Pending("choose_opponent", (ending.candidate,), among)
        return None

    def opponents(self, state: structs.State) -> tuple[str, ...]:
        """Return the others in Hell after the moves, fallen and marked players included, exempt ones not (SS-24)."""
        assert state.ending is not None
        excluded = (state.ending.candidate, *state.exempt)
        return tuple(seat for seat in realms_after(state)["hell"] if seat not in excluded)

    def decide(self, state: structs.State, kind: str, chosen: tuple[str, ...]) -> structs.State:
        if kind == "choose_ascendant":
            after = msgspec.structs.replace(state, ascended=(*state.ascended, *chosen))
        else:
            after = super().decide(state, kind, chosen)
        if not after.reveal or after.ending is None or self.pending(after) is not None:
            return after
        # SS-12: a tie tells more than the order does, so lots are told at the end, with everything else.
        lots = tuple(Lots(text, ()) for text in after.lots)
        return msgspec.structs.replace(after, ending=msgspec.structs.replace(after.ending, lots=lots))

    def outcome_facts(self, state: structs.State) -> Json:
        """Return `marked`, the fallen player, and once all moves are made `realms`: both follow from the two orders."""
        facts: Json = {"marked": fallen_seat(state)}
        if len(state.ascended) > ASCEND_BY_RANK:
            facts["realms"] = {realm: list(names) for realm, names in realms_after(state).items()}
        return facts

    # --- words ------------------------------------------------------------------------------------------------------
    def hope(self, sight: Sight, orders: structs.Orders, said: Sequence[Say] = ()) -> Hope | None:
        value = hope(sight, orders)
        return None if value is None else Hope(value, " points by the locks of this round, on average")


GAME = SinnersSecret()
