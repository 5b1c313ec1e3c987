"""A live match: its queue of inputs, journal, subscribers, deadline and bots.

Store, then tell: an input is tried, written (durable on return), applied and announced. All runs on one event loop and
`submit` never yields, so inputs are applied whole and in order.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec

from core.games.guard import GameFault
from core.json import Json
from core.match import journal as j
from core.match.audience import onlookers_delay
from core.match.closing import EVERYTHING, late, waits_for
from core.match.pace import Writing, turns
from core.match.records import Change
from core.match.reducer import take
from core.match.rule_changes import results_digest
from core.match.state import Match
from core.match.summary import Summary, summary
from core.match.turns import out_of_time
from core.match.views import PositionCache, look
from core.narration.telling import story
from core.parts import Asks
from core.refusal import Refused
from core.store import Store, Stored
from core.story.parts import Story
from core.table.clock_gaps import Clock
from core.table.subscribers import ChangeListener, Subscriber
from core.table.table_bots import TableBots

log = logging.getLogger(__name__)

UNKEPT = "house_closed"
STANDS_STILL = (
    "The rules of this match have a mistake, and it stands still. Nothing that you sealed is lost; the host has been "
    "told."
)
MOVES = j.Sealed | j.Acted | j.Lapsed | j.Readied | j.Closed
"""Entries of seats and the clock that are refused while a match stands still."""
STALLED = 1.0
"""Seconds by which a timer is late if the house stood still, and after which what waited outside has come in."""


class TriedInput(NamedTuple):
    entry: j.AnyEntry
    after: Match
    changes: tuple[Change, ...]


class Table:
    """A live match. `submit` is the only way in, `subscribe` the only way to hear."""

    has_bots = True
    """False where a table only shows."""

    def __init__(
        self,
        match: Match,
        store: Store,
        clock: Clock,
        look: Callable[[], None] = lambda: None,
        kept: Callable[[Table], None] = lambda table: None,
    ) -> None:
        """`look` is called before any input or deadline, for gaps in time (`core.table.clock_gaps`). `kept` is called
        after each stored input, before subscribers."""
        self.match = match
        self._kept = kept
        self.people: Callable[[], tuple[str, ...]] = tuple
        self.voice: Callable[[Json], str | None] | None = None
        self.ear: Callable[[Json], str | None] | None = None
        self.clock = clock
        self._look = look
        self._open = False
        self._stuck: float | None = None
        self.unkept = False
        """True if the store could not keep a close at its deadline; the house then gives more time (HH-43)."""
        self.fault: GameFault | None = None
        """Failure of the rules for which the match stands still."""
        self._stands_since = 0.0
        self._store = store
        self._subscribers: list[Subscriber] = []
        self._timer: asyncio.TimerHandle | None = None
        self._closed_at = float("-inf")
        """When the last round closed, by the loop (`closed_since`)."""
        self._present: dict[str, int] = {}
        self._position = PositionCache()
        self._summary: tuple[Match, Summary] | None = None
        self._told: tuple[tuple[object, ...], Story] | None = None
        self.writing = Writing()
        self._closed = False
        self._discarded = False
        self.bots = TableBots(self)

    @property
    def id(self) -> str:
        return self.match.header.match

    @property
    def summary(self) -> Summary:
        """The public facts for lists, cached until something changes."""
        if self._summary is None or self._summary[0] is not self.match:
            self._summary = self.match, summary(self.match)
        return self._summary[1]

    def stored(self) -> Stored:
        return self._store.read(self.id)

    # --- inputs ------------------------------------------------------------------------------------------------------
    def submit(self, entry: j.AnyEntry) -> None:
        """Apply, store, take over, tell. Raises Refused or the store's error, without any change.

        After the deadline the open round closes first (HH-11).
        """
        if self.catch_up() and isinstance(entry, j.Closed | j.DeadlineMoved):
            message = "The deadline had passed, and what was open has closed by it. Look again."
            raise Refused("too_late", message, "HH-11")
        self._take_entry(entry)
        self._close_early()
        self._set_timer()

    def _close_early(self) -> None:
        """Close the round if every seat is ready. A failure is logged: the input before it is stored."""
        if self._everyone_ready():
            try:
                self._take_entry(j.Closed(author="clock", cause="early"))
            except Exception:
                log.exception("%s could not close early; the host can close it", self.id)

    def submit_together(self, entries: Iterable[j.AnyEntry]) -> None:
        """Submit several inputs of a bot in one write. Refused ones are left out.

        All are dropped if a deadline closes the round first; those after one that closes it are dropped too. Raises the
        store's error, without any change.
        """
        if self.catch_up():
            return
        steps: list[TriedInput] = []
        match = self.match
        for entry in entries:
            if (match.phase, match.round) != (self.match.phase, self.match.round):
                break
            try:
                steps.append(self._try_entry(match, entry))
            except Refused:
                continue
            match = steps[-1].after
        self._take_all(steps)
        self._close_early()
        self._set_timer()

    def _try_entry(self, match: Match, entry: j.AnyEntry) -> TriedInput:
        if self.fault is not None and isinstance(entry, MOVES) and entry.author in (*match.seats, "clock", "house"):
            raise Refused("rules_failed", STANDS_STILL)
        stamped = msgspec.structs.replace(entry, at=self.clock())
        try:
            after, changes = take(match, stamped)
            if isinstance(stamped, j.CanClose):
                stamped = msgspec.structs.replace(stamped, results=results_digest(match, after))
            look(match, after)
        except GameFault as fault:
            if self.fault is None:
                log.error("%s stands still: %s", self.id, fault)
                self._stands_since = self.clock()
            self.fault = fault
            self.tell((Change("clock"),))
            self._kept(self)
            raise Refused("rules_failed", STANDS_STILL) from fault
        return TriedInput(stamped, after, changes)

    def go_on(self) -> None:
        """Play again after a fault, with as much time as was left then."""
        self.fault, self._stuck, deadline = None, None, self.match.deadline
        if deadline is not None:
            deadline += self.clock() - self._stands_since
            self.move_deadline(deadline, "The match stood still; as much time is left as before.")
        self.tell((Change("clock"),))
        self._set_timer()
        self.bots.wake()

    def _take_entry(self, entry: j.AnyEntry) -> None:
        self._take_all([self._try_entry(self.match, entry)])

    def _take_all(self, steps: Sequence[TriedInput]) -> None:
        if self._discarded:
            raise Refused("discarded", "This match was a trial, and has been thrown away.", "HH-69")
        if steps:
            self._store.append(self.id, *(j.as_json(step.entry) for step in steps))
        for step in steps:
            self._apply_stored(*step)

    def _apply_stored(self, entry: j.AnyEntry, after: Match, changes: tuple[Change, ...]) -> None:
        before, self.match = self.match, after
        if len(after.rounds) > len(before.rounds):
            with contextlib.suppress(RuntimeError):  # a script or a test drives the table by hand
                now = asyncio.get_running_loop().time()
                stalled = self._timer is not None and now - self._timer.when() > STALLED
                self._closed_at = now + (STALLED if stalled else 0.0)
        self._kept(self)
        if after.seats != before.seats:
            names = dict(zip(before.seats, after.seats, strict=True))
            self._present = {names[seat]: count for seat, count in self._present.items()}
            self.writing.clear()
        self.bots.follow(before, entry, changes)
        self.tell(changes)
        if self.fault is not None and after.state is not before.state:
            self.go_on()
        has_finished = after.phase == "finished" and before.phase != "finished"
        if has_finished or (after.round, len(after.rounds)) != (before.round, len(before.rounds)):
            self._keep_unsaid(entry.at)
        if has_finished and not after.abandoned:
            self.bots.say_farewells()

    def reopen(self, entry: j.Reopened, after: Match) -> None:
        """Take over a match that was folded by other rules."""
        self._take_all([TriedInput(entry, after, EVERYTHING)])

    def closed_since(self, moment: float) -> bool:
        """True if a round has closed since `moment`, by the loop. After a close that came late, as the house stood
        still, that counts for what comes in the next second too: it may have waited outside."""
        return moment < self._closed_at

    def tell(self, changes: tuple[Change, ...]) -> None:
        for subscriber in list(self._subscribers):
            for change in changes:
                if subscriber.concerned(change, self.match.seats):
                    subscriber.tell(change)

    def _everyone_ready(self) -> bool:
        match = self.match
        if not match.header.early_close or match.paused or not match.ready or match.turns or self.fault is not None:
            return False
        if match.header.signup and match.phase == "briefing":
            return False  # its host begins it (HH-25)
        return match.phase in ("briefing", "pregame", "round") and not any(self.waits_for(s) for s in match.seats)

    def can_act(self, seat: str) -> bool:
        return self._position.can_act(self.match, seat)

    def view(self, seat: str | None) -> msgspec.Struct:
        return self._position.view(self.match, seat)

    def public_story(self, whole: bool, late: bool = False) -> Story:
        """Return a spectator's story, an onlooker's (`late`, HH-71), or (`whole`) everyone's, cached for all readers
        until one of its sources changes."""
        match = self.match
        delay = onlookers_delay(match.header.onlookers) or None if late and not whole else None
        made_of = (
            match.rounds, match.starts, match.state, match.phase, match.header, match.decided, match.votes, match.news,
            match.actions, match.notices, match.exempt, whole, late,
        )  # fmt: skip
        if self._told is None or any(a is not b for a, b in zip(self._told[0], made_of, strict=True)):
            self._told = made_of, story(match, None, whole=whole, late=delay)
        return self._told[1]

    def asks(self, seat: str) -> Asks:
        return self._position.asks(self.match, seat)

    def waits_for(self, seat: str) -> bool:
        return waits_for(self.match, self.can_act, seat)

    @property
    def watchers(self) -> int:
        """Number of subscribers without a seat, the house included."""
        return sum(subscriber.place is None for subscriber in self._subscribers)

    # --- listening ---------------------------------------------------------------------------------------------------
    def subscribe(self, seat: str | None, listener: ChangeListener) -> Callable[[], None]:
        """Call `listener` with every change that `seat` may know; None: public ones. Returns the way to end it."""
        subscriber = Subscriber(None if seat is None else self.match.seats.index(seat), listener)
        self._subscribers.append(subscriber)

        def unsubscribe() -> None:
            subscriber.unsubscribed = True
            subscriber.listener = lambda change: None  # the listener holds this function: this breaks the cycle
            if subscriber in self._subscribers:
                self._subscribers.remove(subscriber)

        return unsubscribe

    def arrive(self, seat: str) -> None:
        self._present[seat] = self._present.get(seat, 0) + 1
        self._tell_presence(seat)

    def depart(self, seat: str) -> None:
        self._present[seat] = max(0, self._present.get(seat, 0) - 1)
        self._tell_presence(seat)

    def _tell_presence(self, seat: str) -> None:
        if self.match.header.presence:
            self.tell((Change("presence"),))

    @property
    def present(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.match.seats if self._present.get(seat))

    def forget(self) -> None:
        self._position, self._told = PositionCache(), None

    # --- time --------------------------------------------------------------------------------------------------------
    def catch_up(self) -> bool:
        """Act on the time that passed. True if a deadline closed something. A table that is not started does nothing:
        the house settles what it missed (HH-04)."""
        if not self._open:
            return False
        self._look()
        return self.tick()

    def tick(self) -> bool:
        """Close or lapse at the deadline, and send what is due. True if the deadline closed something."""
        if not self._closed:
            self._announce_planned()
            self._say_waiting(self.clock())
            self.bots.end_early()
        deadline = self.match.deadline
        if self._closed or deadline is None or deadline > self.clock() or self.unkept or self.fault is not None:
            return False
        return self._close_by_deadline(deadline)

    def _announce_planned(self) -> None:
        """Make the announcements that are due, in order of time (HH-24)."""
        if self.match.phase == "finished" or not self.match.planned:
            return
        for planned in sorted(self.match.planned, key=lambda one: (one.due, one.number)):
            if planned.due <= self.clock():
                try:
                    self._take_entry(j.Announced(text=planned.text, planned=planned.number))
                except Exception:  # retried at the next beat
                    log.exception("an announcement at %s could not be made", self.id)
                    return

    def _say_waiting(self, now: float) -> None:
        """Send the queued messages that are due (HH-34), or tell the writer why one fails."""
        if self.match.rounds:
            self._keep_unsaid(self.match.rounds[-1].at)  # the house stopped between a close and this
        while self.match.queued:
            due = [turn for seat in self.match.seats for turn in turns(self.match, seat) if turn.due <= now]
            if not due:
                return
            queued = min(due, key=lambda turn: (turn.due, turn.waiting.number)).waiting
            message = j.Said(
                author=queued.sender, to=queued.to, text=queued.text, deal=queued.deal, act=queued.act,
                waited=queued.number,
            )  # fmt: skip
            try:
                try:
                    self._take_entry(message)
                except Refused as refusal:
                    self._take_entry(j.Unsaid(author="house", number=queued.number, reason=refusal.message))
            except Exception:  # retried at the next beat
                log.exception("what waited at %s could not be said", self.id)
                return

    def _keep_unsaid(self, until: float) -> None:
        """Drop queued messages written until `until`, and tell their writers."""
        why = f"the {self.match.spec.round_word} was over before its turn came: say it again if it still holds"
        for queued in self.match.queued:
            if not queued.failure and queued.at <= until:
                try:
                    self._take_entry(j.Unsaid(author="house", number=queued.number, reason=why))
                except Exception:  # retried at the next beat; the close stands
                    log.exception("what waited at %s could not be dropped", self.id)
                    return

    def _wait_for_the_late(self) -> bool:
        """True if the deadline waits once more for late seats (HH-23)."""
        seats = late(self.match, self.can_act)
        if seats:
            self._take_entry(j.Graced(author="clock", seats=seats))
        return bool(seats)

    def _close_by_deadline(self, deadline: float) -> bool:
        try:
            if self._wait_for_the_late():
                self._set_timer()
                return False
            if self.match.turns:
                self._take_entry(j.Lapsed(author="clock", seats=out_of_time(self.match)))
            else:
                self._take_entry(j.Closed(author="clock", cause="deadline"))
        except Exception as trouble:  # the round stays open, the host sees it; retried at the next beat
            self.unkept = isinstance(trouble, OSError) or (isinstance(trouble, Refused) and trouble.code == UNKEPT)
            if self._stuck != deadline:
                log.exception("the deadline of %s could not close its round", self.id)
            self._stuck = deadline
            return False
        self._set_timer()
        return True

    def set_back(self, seconds: float) -> None:
        """Keep the time left after the clock was set back by `seconds` (HH-13)."""
        self.bots.set_back(seconds)
        deadline = self.match.deadline
        if deadline is None or self._closed:
            return
        if deadline - seconds > self.clock():
            self.move_deadline(deadline - seconds, "The house's clock was set back; as much time is left as before.")
        else:
            self._close_by_deadline(deadline)

    def move_deadline(self, deadline: float, reason: str) -> None:
        self._take_entry(j.DeadlineMoved(author="house", at=self.clock(), deadline=deadline, reason=reason))
        self.unkept = False
        self._set_timer()

    def _set_timer(self) -> None:
        """Set the table's one timer. The house's beat notices a clock that was set meanwhile."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = self.match.deadline
        due = [] if deadline is None or deadline == self._stuck or self.fault is not None else [deadline]
        due += [item.due for item in self.match.planned if item.due > self.clock()]  # those due now: at the beat
        writers = {queued.sender for queued in self.match.queued}
        due += [turn.due for seat in writers for turn in turns(self.match, seat)[:1]]
        due += self.bots.moments()
        if not due or self._closed or self.match.phase == "finished":
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._timer = loop.call_later(max(0.0, min(due) - self.clock()) + 0.01, self._on_timer)

    def _on_timer(self) -> None:
        self.catch_up()
        self.bots.wake([])
        self._set_timer()

    def start(self) -> None:
        """Set the timer and wake the bots; call once, on the event loop."""
        self._open = True
        self._set_timer()
        self.bots.wake()

    def stop(self) -> None:
        """Stop timer and bots. The journal is always complete, so nothing needs saving."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        self.bots.stop()

    def discard(self) -> None:
        self.stop()
        self._discarded = True

    # --- bots --------------------------------------------------------------------------------------------------------
    def play_bots(self) -> None:
        """Let all woken bots move now, without a loop."""
        self.bots.play()

    async def quiet(self) -> None:
        await self.bots.quiet()

    @property
    def thinking(self) -> bool:
        return self.bots.thinking
