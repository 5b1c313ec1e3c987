"""A Sinner's Secret: thirteen seats in two realms, 21 letters, ten rounds of queries answered to somebody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from core.bots import Move
from core.coach import Hint
from core.company.gist import Gist
from core.contract import Asks, Closing, Game, Pair
from core.dice import Dice
from core.games.sinners_secret import asking as sealing
from core.games.sinners_secret import bots, coaching, redealing, story, words
from core.games.sinners_secret import closing as resolve
from core.games.sinners_secret import start as deal
from core.games.sinners_secret import structs as s
from core.games.sinners_secret import views as sight
from core.games.sinners_secret.company import gist
from core.games.sinners_secret.spec import ASCEND_BY_RANK, SPEC
from core.games.sinners_secret.structs import Bot, Memory, Record, Sight
from core.ledger import Lots, Pending
from core.story.parts import Tale


class SinnersSecret(Game[s.State, s.Orders, s.View, s.Report]):
    spec = SPEC
    levels = tuple(bots.BOTS)
    State = s.State
    Orders = s.Orders
    Options = s.Options
    Given = s.Given
    Report = s.Report
    View = s.View

    def setup(self, seats: tuple[str, ...], options: s.Options, given: s.Given, dice: Dice) -> s.State:
        return deal.setup(seats, options, given, dice)

    def check(self, state: s.State, seat: str, orders: s.Orders) -> None:
        sealing.check(state, seat, orders)

    def close(self, state: s.State, orders: Mapping[str, s.Orders], dice: Dice) -> Closing[s.State, s.Report]:
        return resolve.close(state, orders, dice)

    def asks(self, state: s.State, seat: str, sealed: s.Orders | None) -> Asks:
        return sealing.asks(state, seat)

    def view(self, state: s.State, seat: str | None) -> s.View:
        finished = state.ending is not None and self.pending(state) is None
        return sight.view(state, seat, finished)

    def briefing_view(self, state: s.State, seat: str | None) -> s.View:
        return sight.briefing_view(state, seat)

    def redeal(self, state: s.State, seat: str | None, dice: Dice) -> s.State:
        return redealing.redeal(state, seat, dice)

    def host(self, state: s.State) -> dict[str, Any]:
        return sight.host(state)

    # --- talk -------------------------------------------------------------------------------------------------------
    def realms(self, state: s.State) -> dict[str, str]:
        return dict(state.realms)

    def lines(self, state: s.State) -> tuple[Pair, ...]:
        """The pairs across the realms that the queries of the last close opened for this round (SS-05)."""
        return state.lines

    # --- the end ----------------------------------------------------------------------------------------------------
    def pending(self, state: s.State) -> Pending | None:
        """The first in Heaven chooses who else ascends, then the candidate an opponent (SS-22, SS-24)."""
        orders, ending = resolve.two_orders(state), state.ending
        assert orders is not None
        assert ending is not None
        assert ending.candidate is not None
        if len(state.ascended) == ASCEND_BY_RANK:
            return Pending("choose_ascendant", orders.heaven[:1], resolve.can_ascend(state))
        if ending.opponent is None and (among := self.opponents(state)):
            return Pending("choose_opponent", (ending.candidate,), among)
        return None

    def opponents(self, state: s.State) -> tuple[str, ...]:
        """The others who are in Hell after the moves, fallen and marked players among them, and not exempt (SS-24)."""
        assert state.ending is not None
        out = (state.ending.candidate, *state.exempt)
        return tuple(seat for seat in resolve.realms_after(state)["hell"] if seat not in out)

    def decide(self, state: s.State, kind: str, chosen: tuple[str, ...]) -> s.State:
        if kind == "choose_ascendant":
            after = msgspec.structs.replace(state, ascended=(*state.ascended, *chosen))
        else:
            after = super().decide(state, kind, chosen)
        if not after.reveal or after.ending is None or self.pending(after) is not None:
            return after
        # SS-12: that two were tied is more than the order says, so lots are told with everything else, at the end.
        lots = tuple(Lots(text, ()) for text in after.lots)
        return msgspec.structs.replace(after, ending=msgspec.structs.replace(after.ending, lots=lots))

    def told_at_end(self, state: s.State) -> dict[str, Any]:
        """`marked`, the fallen player, and once all moves are made `realms`: what follows from the two orders."""
        told: dict[str, Any] = {"marked": resolve.fallen(state)}
        if len(state.ascended) > ASCEND_BY_RANK:
            told["realms"] = {realm: list(names) for realm, names in resolve.realms_after(state).items()}
        return told

    # --- words ------------------------------------------------------------------------------------------------------
    def restate(self, orders: s.Orders) -> Sequence[str]:
        return words.restate(orders)

    def tell(self, report: s.Report) -> Sequence[str]:
        return words.tell(report)

    def tell_to(self, report: s.Report, view: s.View) -> Sequence[str]:
        return words.tell_to(report, view)

    def tale(self, record: Record) -> Tale:
        return story.tale(record)

    def own_tale(self, memory: Memory) -> Tale:
        return story.own_tale(memory)

    def coach(self, lesson: coaching.Pupil) -> Hint | None:
        return coaching.coach(lesson)

    def reasons(self, lesson: coaching.Pupil, made: Sequence[Move]) -> Sequence[str]:
        return coaching.reasons(lesson, made)

    def bot(self, level: str, seat: str, seed: int) -> Bot:
        return bots.make(level, seat, seed)

    def gist(self, sight: Sight) -> Gist:
        return gist(sight)


GAME = SinnersSecret()
