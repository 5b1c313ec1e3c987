"""A Sinner's Secret: thirteen seats in two realms, 21 letters, ten rounds of queries answered to somebody else.

belief.py     beliefs of bots about hidden facts
coaching.py   the coach
company.py    facts for bots' talk, and terms
deduction.py  conclusions from marks and answers
drawing.py    a round as a drawing
reckoning.py  a close compared with its preview
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
from core.games.sinners_secret.bots import LEVELS, bot
from core.games.sinners_secret.bots.sharp import adviser, hope
from core.games.sinners_secret.coaching import coach, reasons
from core.games.sinners_secret.company import TERMS, breaks, gist, kept
from core.games.sinners_secret.drawing import draw
from core.games.sinners_secret.reckoning import reckon
from core.games.sinners_secret.rules import asks, can_ascend, check, close, fallen, realms_after, two_orders
from core.games.sinners_secret.spec import ASCEND_BY_RANK, SPEC
from core.games.sinners_secret.start import setup
from core.games.sinners_secret.story import own_tale, tale
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
    tale = staticmethod(tale)
    draw = staticmethod(draw)
    own_tale = staticmethod(own_tale)
    reckon = staticmethod(reckon)
    terms = TERMS
    kept = staticmethod(kept)
    breaks = staticmethod(breaks)
    coach = staticmethod(coach)
    reasons = staticmethod(reasons)
    adviser = staticmethod(adviser)
    bot = staticmethod(bot)
    gist = staticmethod(gist)
    asks = staticmethod(asks)

    def view(self, state: structs.State, seat: str | None) -> structs.View:
        finished = state.ending is not None and self.pending(state) is None
        return view(state, seat, finished)

    # --- talk -------------------------------------------------------------------------------------------------------
    def realms(self, state: structs.State) -> dict[str, str]:
        return dict(state.realms)

    def lines(self, state: structs.State) -> tuple[Pair, ...]:
        """The pairs across the realms that the queries of the last close opened for this round (SS-05)."""
        return state.lines

    # --- the end ----------------------------------------------------------------------------------------------------
    def pending(self, state: structs.State) -> Pending | None:
        """The first in Heaven chooses who else ascends, then the candidate an opponent (SS-22, SS-24)."""
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
        """The others who are in Hell after the moves, fallen and marked players among them, and not exempt (SS-24)."""
        assert state.ending is not None
        out = (state.ending.candidate, *state.exempt)
        return tuple(seat for seat in realms_after(state)["hell"] if seat not in out)

    def decide(self, state: structs.State, kind: str, chosen: tuple[str, ...]) -> structs.State:
        if kind == "choose_ascendant":
            after = msgspec.structs.replace(state, ascended=(*state.ascended, *chosen))
        else:
            after = super().decide(state, kind, chosen)
        if not after.reveal or after.ending is None or self.pending(after) is not None:
            return after
        # SS-12: that two were tied is more than the order says, so lots are told with everything else, at the end.
        lots = tuple(Lots(text, ()) for text in after.lots)
        return msgspec.structs.replace(after, ending=msgspec.structs.replace(after.ending, lots=lots))

    def told_at_end(self, state: structs.State) -> Json:
        """`marked`, the fallen player, and once all moves are made `realms`: what follows from the two orders."""
        told: Json = {"marked": fallen(state)}
        if len(state.ascended) > ASCEND_BY_RANK:
            told["realms"] = {realm: list(names) for realm, names in realms_after(state).items()}
        return told

    # --- words ------------------------------------------------------------------------------------------------------
    def hope(self, sight: Sight, orders: structs.Orders, said: Sequence[Say] = ()) -> Hope | None:
        """What the locks win on average, by the belief of a sharp bot."""
        value = hope(sight, orders)
        return None if value is None else Hope(value, " points by the locks of this round, on average")


GAME = SinnersSecret()
