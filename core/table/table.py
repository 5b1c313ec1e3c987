"""A live match: its queue of inputs, journal, subscribers, deadline and bots.

Store, then tell: an input is tried, written (durable on return), applied and announced. All runs on one event loop and
`submit` never yields, so inputs are applied whole and in order.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import msgspec

from core.botplay.farewell import farewell
from core.botplay.playing import ANSWERING, TURNS, concerns, entry_for
from core.bots.contract import AnyBot, Do, Done, Say
from core.json import Json
from core.levels import temper_of
from core.match import journal as j
from core.match import views
from core.match.audience import onlookers_delay
from core.match.closing import late
from core.match.pace import Writing, turns
from core.match.records import Change
from core.match.reducer import take
from core.match.rule_changes import results_digest
from core.match.seating import OPEN, bot_level, is_bot, is_person
from core.match.state import Match
from core.match.summary import Summary, summary
from core.match.turns import out_of_time
from core.match.views import PositionCache
from core.narration.telling import story
from core.parts import Asks
from core.refusal import Refused
from core.store import Store, Stored
from core.story.parts import Story
from core.table.clock_gaps import Clock

log = logging.getLogger(__name__)

THINKING = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bot")
"""Executor of all bots: one thinks at a time, since keys of players share the interpreter."""

UNKEPT = "house_closed"

PACE = 8.0
"""Seconds that a bot which replaced a person in a live duel waits before its turn (HH-52)."""

EARLY, EARLY_WITH_FREE_SEATS = 30.0, 300.0
"""Seconds of a round in which bots settle nothing among themselves before they have heard a person."""

TOGETHER = 4
"""Moves of a bot stored in one write. Each write waits for the disk, and blocks the loop while it is applied."""

REMARKED = "remarked"
"""Kind of a change in the spectators' lounge (HH-64)."""

Listener = Callable[[Change], None]


class TriedInput(NamedTuple):
    entry: j.AnyEntry
    after: Match
    changes: tuple[Change, ...]


def soon(call: Callable[..., object], *arguments: object, context: contextvars.Context | None = None) -> None:
    """Call it at the loop's next turn, or at once without a loop. `context`: a copy of the present one if None."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:  # a script or a test drives the table by hand
        if context is None:
            call(*arguments)
        else:
            context.run(call, *arguments)
    else:
        loop.call_soon(call, *arguments, context=context)


class Subscriber:
    def __init__(self, place: int | None, listener: Listener) -> None:
        """`place`: index of the seat, whatever its name; None for a spectator."""
        self.place = place
        self.listener = listener
        self.unsubscribed = False
        """True once it has unsubscribed: undelivered changes are dropped."""
        self.context = contextvars.copy_context()

    def concerned(self, change: Change, seats: tuple[str, ...]) -> bool:
        """True if the subscriber may know of it; `seats` are the present names."""
        if change.kind == REMARKED:  # for spectators alone: no seat hears that something was said
            return self.place is None
        return change.seats is None or (self.place is not None and seats[self.place] in change.seats)

    def tell(self, change: Change) -> None:
        soon(self._tell, change, context=self.context)

    def _tell(self, change: Change) -> None:
        if self.unsubscribed:
            return
        try:
            self.listener(change)
        except Exception:  # a failing listener does not stop the others
            log.exception("a listener failed")


class Table:
    """A live match. `submit` is the only way in, `subscribe` the only way to hear."""

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
        self._store = store
        self._subscribers: list[Subscriber] = []
        self._timer: asyncio.TimerHandle | None = None
        self._bots: dict[str, AnyBot] = {}
        self._waiting: dict[str, None] = {}
        self._turns: dict[str, int] = {}
        self._stands_since = match.rounds[-1].at if match.rounds else match.header.made_at
        """When the open round or phase opened, in seconds since the epoch."""
        self._sat_down = 0.0
        """When a seat last changed hands, in seconds since the epoch."""
        self._running: asyncio.Task[None] | None = None
        self._present: dict[str, int] = {}
        self._position = PositionCache()
        self._summary: tuple[Match, Summary] | None = None
        self._told: tuple[tuple[object, ...], Story] | None = None
        self.writing = Writing()
        self._closed = False
        self._discarded = False
        self._was_early = self._is_early()
        """True if bots still have to be woken when it is not early any more."""
        self._seat_bots()

    @property
    def summary(self) -> Summary:
        """The public facts for lists, cached until something changes."""
        if self._summary is None or self._summary[0] is not self.match:
            self._summary = self.match, summary(self.match)
        return self._summary[1]

    def stored(self) -> Stored:
        return self._store.read(self.match.header.match)

    # --- inputs ------------------------------------------------------------------------------------------------------
    def submit(self, entry: j.AnyEntry) -> None:
        """Apply, store, take over, tell. Raises Refused or the store's error, without any change.

        After the deadline the open round closes first (HH-11).
        """
        if self.catch_up() and isinstance(entry, j.Closed | j.DeadlineMoved):
            raise Refused(
                "too_late", "The deadline had passed, and what was open has closed by it. Look again.", "HH-11"
            )
        self._take_entry(entry)
        self._close_early()
        self._set_timer()

    def _rename(self, names: dict[str, str]) -> None:
        """Take over new names of seats. Bots know the old ones, so they are made anew."""
        self._present = {names[seat]: count for seat, count in self._present.items()}
        self._bots, self._turns, self._waiting = {}, {}, {}
        self.writing.clear()
        self._seat_bots()

    def _close_early(self) -> None:
        """Close the round if every seat is ready. A failure is logged: the input before it is stored."""
        if self._everyone_ready():
            try:
                self._take_entry(j.Closed(author="clock", cause="early"))
            except Exception:
                log.exception("%s could not close early; the host can close it", self.match.header.match)

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
        stamped = msgspec.structs.replace(entry, at=self.clock())
        after, changes = take(match, stamped)
        if isinstance(stamped, j.CanClose):
            stamped = msgspec.structs.replace(stamped, results=results_digest(match, after))
        return TriedInput(stamped, after, changes)

    def _take_entry(self, entry: j.AnyEntry) -> None:
        self._take_all([self._try_entry(self.match, entry)])

    def _take_all(self, steps: Sequence[TriedInput]) -> None:
        if self._discarded:
            raise Refused("discarded", "This match was a trial, and has been thrown away.", "HH-69")
        if steps:
            self._store.append(self.match.header.match, *(j.as_json(step.entry) for step in steps))
        for step in steps:
            self._apply_stored(*step)

    def _apply_stored(self, entry: j.AnyEntry, after: Match, changes: tuple[Change, ...]) -> None:
        before = self.match
        self.match = after
        self._kept(self)
        if after.seats != before.seats:
            self._rename(dict(zip(before.seats, after.seats, strict=True)))
        if after.holders != before.holders:
            self._sat_down = entry.at
            self._seat_bots()
        if (after.phase, after.round, len(after.rounds)) != (before.phase, before.round, len(before.rounds)):
            self._turns, self._stands_since = {}, entry.at
            self._was_early = self._is_early()
        by = None if any(change.kind == "closed" for change in changes) else entry.author
        woken = [seat for seat in self._bots if any(concerns(change, seat, by) for change in changes)]
        if after.turn_marks != before.turn_marks:
            woken += [
                seat
                for seat in after.turn_marks
                if seat in self._bots and after.turn_marks[seat] != before.turn_marks.get(seat)
            ]
            for seat in woken:  # a seat on turn can always move, however long the round
                self._turns[seat] = min(self._turns.get(seat, 0), TURNS - ANSWERING)
        if after.phase == "finished" and (entry.author in self._bots or not isinstance(entry, j.Said)):
            woken = []  # after the end bots only answer people
        if entry.author in self.match.seats and entry.author not in self._bots:
            for seat in woken:  # a bot can always answer a person, however long the round
                self._turns[seat] = min(self._turns.get(seat, 0), TURNS - ANSWERING)
        self._wake_bots(woken)
        self._end_early()
        self.tell(changes)
        over = after.phase == "finished" and before.phase != "finished"
        if over or (after.round, len(after.rounds)) != (before.round, len(before.rounds)):
            self._keep_unsaid(entry.at)
        if over and not after.abandoned:
            self._say_farewells()

    def _is_early(self) -> bool:
        """True in the first seconds of a round in which a person is not ready, or a seat is free."""
        match = self.match
        if match.phase != "round" or match.turns or self.clock() >= self._early_until():
            return False
        return any(seat not in match.ready for seat, who in match.holders.items() if who == OPEN or is_person(who))

    def _early_until(self) -> float:
        seconds = EARLY_WITH_FREE_SEATS if OPEN in self.match.holders.values() else EARLY
        return max(self._stands_since + seconds, self._sat_down + EARLY)

    def _end_early(self) -> None:
        """Wake the bots that have held back."""
        if self._was_early and not self._is_early():
            self._was_early = False
            self._wake_bots(list(self._bots))

    def _say_farewells(self) -> None:
        if any(is_person(holder) for holder in self.match.holders.values()):
            self._find_farewells(tuple(self._bots), {})

    def _find_farewells(self, seats: tuple[str, ...], farewells: dict[str, Say]) -> None:
        """Find the farewells of `seats`, one in a turn of the loop since each takes long; then send all together."""
        match = self.match
        if self._closed or match.phase != "finished":
            return
        if not seats:
            self._keep_farewells(farewells)
            return
        seat = seats[0]
        try:
            temper = temper_of(match.header.nonce, match.seats.index(seat))
            texts = {message.text for message in match.messages if seat in message.readers} | {
                words.text for words in farewells.values()
            }
            farewells[seat] = farewell(story(match, seat), seat, temper, match.dice.draw(f"farewell of {seat}"), texts)
        except Exception:  # a failed farewell is ignored
            log.exception("%s could not say farewell at %s", seat, match.header.match)
        soon(self._find_farewells, seats[1:], farewells)

    def _keep_farewells(self, farewells: dict[str, Say]) -> None:
        try:
            steps: list[TriedInput] = []
            for seat, words in farewells.items():
                steps.append(self._try_entry(steps[-1].after if steps else self.match, entry_for(words, seat)))
            self._take_all(steps)
        except Exception:
            log.exception("the farewells at %s could not be kept", self.match.header.match)

    def tell(self, changes: tuple[Change, ...]) -> None:
        for subscriber in list(self._subscribers):
            for change in changes:
                if subscriber.concerned(change, self.match.seats):
                    subscriber.tell(change)

    def _everyone_ready(self) -> bool:
        match = self.match
        if not match.header.early_close or match.paused or not match.ready or match.turns:
            return False
        return match.phase in ("briefing", "pregame", "round") and not any(self.waits_for(s) for s in match.seats)

    def can_act(self, seat: str) -> bool:
        """True if this seat may order or act while this round is open (CM-29)."""
        return self._position.can_act(self.match, seat)

    def view(self, seat: str | None) -> msgspec.Struct:
        """Return the game's View for this seat, or for a spectator (None)."""
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
        """True if the round, or its early close, waits for this seat: a seat on turn (CM-30), else a seat that can act
        and is not ready. If no seat can act, as in a briefing, all that are not ready (CM-29)."""
        stage = self.match.stage
        if stage is not None:
            return seat in stage.seats and (stage.by == "actions" or seat not in self.match.ready)
        if seat in self.match.ready:
            return False
        return self.can_act(seat) or not any(self.can_act(other) for other in self.match.seats)

    @property
    def watchers(self) -> int:
        """Number of subscribers without a seat, the house included."""
        return sum(subscriber.place is None for subscriber in self._subscribers)

    # --- listening ---------------------------------------------------------------------------------------------------
    def subscribe(self, seat: str | None, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every change that `seat` may know; None: public ones. Returns the function that ends
        it."""
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
            self._end_early()
        deadline = self.match.deadline
        if self._closed or deadline is None or deadline > self.clock() or self.unkept:
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
                    log.exception("an announcement at %s could not be made", self.match.header.match)
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
            try:
                try:
                    self._take_entry(
                        j.Said(
                            author=queued.sender,
                            to=queued.to,
                            text=queued.text,
                            deal=queued.deal,
                            act=queued.act,
                            waited=queued.number,
                        )
                    )
                except Refused as refusal:
                    self._take_entry(j.Unsaid(author="house", number=queued.number, reason=refusal.message))
            except Exception:  # retried at the next beat
                log.exception("what waited at %s could not be said", self.match.header.match)
                return

    def _keep_unsaid(self, until: float) -> None:
        """Drop queued messages written until `until`, and tell their writers."""
        why = f"the {self.match.game.spec.round_word} was over before its turn came: say it again if it still holds"
        for queued in self.match.queued:
            if not queued.failure and queued.at <= until:
                try:
                    self._take_entry(j.Unsaid(author="house", number=queued.number, reason=why))
                except Exception:  # retried at the next beat; the close stands
                    log.exception("what waited at %s could not be dropped", self.match.header.match)
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
                log.exception("the deadline of %s could not close its round", self.match.header.match)
            self._stuck = deadline
            return False
        self._set_timer()
        return True

    def set_back(self, seconds: float) -> None:
        """Keep the time left after the clock was set back by `seconds` (HH-13)."""
        self._stands_since, self._sat_down = self._stands_since - seconds, self._sat_down - seconds
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
        due = [] if deadline is None or deadline == self._stuck else [deadline]
        due += [
            planned.due for planned in self.match.planned if planned.due > self.clock()
        ]  # those due now are sent at the beat
        due += [
            turn.due for seat in {queued.sender for queued in self.match.queued} for turn in turns(self.match, seat)[:1]
        ]
        due += [self._early_until()] if self._was_early else []
        turns_at = map(self._bot_turn_at, self._bots.keys() & self._waiting)
        due += [moment for moment in turns_at if moment > self.clock()]
        if not due or self._closed or self.match.phase == "finished":
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._timer = loop.call_later(max(0.0, min(due) - self.clock()) + 0.01, self._on_timer)

    def _on_timer(self) -> None:
        self.catch_up()
        self._wake_bots([])
        self._set_timer()

    def start(self) -> None:
        """Set the timer and start the bots; call once, on the event loop."""
        self._open = True
        self._set_timer()
        self._wake_bots(list(self._bots))

    def stop(self) -> None:
        """Stop timer and bots. The journal is always complete, so nothing needs saving."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._running is not None:
            self._running.cancel()

    def discard(self) -> None:
        self.stop()
        self._discarded = True

    # --- bots --------------------------------------------------------------------------------------------------------
    def _seat_bots(self) -> None:
        """Make a bot for each new bot seat; others keep their memory."""
        levels = {s: bot_level(h) for s, h in self.match.holders.items() if is_bot(h)}
        fresh = [seat for seat in levels if seat not in self._bots]
        bots = {seat: self._bots.get(seat) or self._bot(seat, level) for seat, level in levels.items()}
        self._bots = {seat: bot for seat, bot in bots.items() if bot is not None}
        self._wake_bots(fresh)

    def _bot(self, seat: str, level: str) -> AnyBot | None:
        """Make a bot. None if its rules fail: the seat orders nothing, and the house opens all the same."""
        from core.botplay.companion import companion_for  # importing the bots' talk takes a while

        try:
            return companion_for(self.match, seat, level, self._host_words, self._act_by_ear)
        except Exception:
            log.exception("no bot could be made for %s at %s", seat, self.match.header.match)
            return None

    def _host_words(self, facts: Json) -> str | None:
        """Word a bot's line by the host's voice; None without one."""
        return None if self.voice is None else self.voice(facts)

    def _act_by_ear(self, facts: Json) -> str | None:
        """Return the act that the host's ear takes a person's words for; None without one."""
        return None if self.ear is None else self.ear(facts)

    def _bot_turn_at(self, seat: str) -> float:
        """Return when the bot of a seat may take its turn: one that replaced a person waits as a person would."""
        live = self.match.game.spec.turn_seconds is not None
        return self._stands_since + PACE if live and seat in self.match.seats_given_up else 0.0

    def _wake_bots(self, seats: list[str]) -> None:
        self._waiting |= dict.fromkeys(seats)
        if self._closed or not self._waiting or (self._running is not None and not self._running.done()):
            return
        try:
            self._running = asyncio.get_running_loop().create_task(self._run_bots())
        except RuntimeError:  # without a loop the caller calls play_bots
            self._running = None

    async def _run_bots(self) -> None:
        while (seat := self._next_bot()) is not None:
            try:
                sight, turn = self._sight(seat), self.match.turn_marks.get(seat)
                # A thread, so that thinking holds up no keys.
                moves = await asyncio.get_running_loop().run_in_executor(THINKING, self._bot_moves, seat, sight)
                for _ in self._play(seat, moves, (sight.phase, sight.round), turn):
                    await asyncio.sleep(0)  # each step waits for the disk
            except Exception:  # the rules fail or the store does: the other bots play on
                log.exception("the bot at %s could not play at %s", seat, self.match.header.match)

    def play_bots(self) -> None:
        while (seat := self._next_bot()) is not None:
            sight, turn = self._sight(seat), self.match.turn_marks.get(seat)
            for _ in self._play(seat, self._bot_moves(seat, sight), (sight.phase, sight.round), turn):
                pass

    def _sight(self, seat: str) -> Any:
        return msgspec.structs.replace(views.sight(self.match, seat), early=self._was_early and self._is_early())

    def _next_bot(self) -> str | None:
        now = self.clock()
        while not self._closed:
            seat = next((name for name in self._waiting if self._bot_turn_at(name) <= now), None)
            if seat is None:
                return None
            del self._waiting[seat]
            if seat in self._bots and self._turns.get(seat, 0) < TURNS:
                self._turns[seat] = self._turns.get(seat, 0) + 1
                return seat
        return None

    def _bot_moves(self, seat: str, sight: Any) -> list[Any]:
        bot = self._bots.get(seat)
        try:
            return [] if bot is None else bot.turn(sight)  # None: the seat was renamed meanwhile
        except (Exception, SystemExit):  # a failing bot loses its turn alone
            log.exception("the bot at %s failed", seat)
            return []

    def _play(self, seat: str, moves: list[Any], when: tuple[str, int], turn: int | None) -> Iterator[None]:
        left = deque(move for move in moves if not (isinstance(move, Done) and self.match.turns))
        while left:
            if self._closed:
                return
            self.catch_up()
            if (self.match.phase, self.match.round) != when or self._turn_gone(seat, turn):
                self._waiting[seat] = None  # the round closed while it thought
                return
            several = [left.popleft()]
            last = (Done, Do) if self.match.turns else Done  # moves after which the position may differ
            while left and len(several) < TOGETHER and not isinstance(several[-1], last):
                several.append(left.popleft())
            with contextlib.suppress(Refused):
                self.submit_together(entry_for(move, seat) for move in several if not self._would_interrupt(move, seat))
            yield
        if turn is not None and not self._turn_gone(seat, turn) and (self.match.phase, self.match.round) == when:
            self._let_lapse(seat)

    def _turn_gone(self, seat: str, turn: int | None) -> bool:
        return turn is not None and self.match.turn_marks.get(seat) != turn

    def _let_lapse(self, seat: str) -> None:
        """Lapse the turn of a bot that did not move (CM-31)."""
        if self.match.turns and not self._closed:
            log.warning("the %s bot at %s made no move in its turn", seat, self.match.header.match)
            with contextlib.suppress(Refused):
                self.submit(j.Lapsed(author="house", seats=(seat,)))

    def _would_interrupt(self, move: Any, seat: str) -> bool:
        """True if a bot would begin to talk where a person is typing (HH-32)."""
        return isinstance(move, Say) and move.begins and self.writing.at(seat, move.to, self.clock())

    async def quiet(self) -> None:
        while self._running is not None and not self._running.done():
            await asyncio.wait([self._running])

    @property
    def thinking(self) -> bool:
        return self._running is not None and not self._running.done()
