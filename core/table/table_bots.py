"""The bots of a live match: what wakes them, when they take turns, and their farewells."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import msgspec

from core.botplay.farewell import farewell
from core.botplay.playing import ANSWERING, TURNS, concerns, entry_for
from core.bots.contract import AnyBot, Do, Done, Say
from core.json import Json
from core.levels import temper_of
from core.match import journal as j
from core.match import views
from core.match.pace import Writing
from core.match.records import Change
from core.match.seating import OPEN, bot_level, is_bot, is_person
from core.match.state import Match
from core.narration.telling import story
from core.refusal import Refused
from core.table.clock_gaps import Clock
from core.table.subscribers import soon

log = logging.getLogger(__name__)

THINKING = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bot")
"""Executor of all bots: one thinks at a time, since keys of players share the interpreter."""

PACE = 8.0
"""Seconds that a bot which replaced a person in a live duel waits before its turn (HH-52)."""

EARLY, EARLY_WITH_FREE_SEATS = 30.0, 300.0
"""Seconds of a round in which bots settle nothing among themselves before they have heard a person."""

TOGETHER = 4
"""Moves of a bot stored in one write. Each write waits for the disk, and blocks the loop while it is applied."""


class PlayedTable(Protocol):
    """The table as its bots use it."""

    match: Match
    has_bots: bool
    voice: Callable[[Json], str | None] | None
    ear: Callable[[Json], str | None] | None
    clock: Clock
    writing: Writing

    @property
    def id(self) -> str: ...
    @property
    def fault(self) -> object: ...
    def catch_up(self) -> bool: ...
    def submit(self, entry: j.AnyEntry) -> None: ...
    def submit_together(self, entries: Iterable[j.AnyEntry]) -> None: ...


class TableBots:
    """The bots of a table. They are woken by changes that concern them, and move by the table's `submit_together`."""

    def __init__(self, table: PlayedTable) -> None:
        match = table.match
        self._table = table = weakref.proxy(table)  # the table holds this object
        self._bots: dict[str, AnyBot] = {}
        self._waiting: dict[str, None] = {}
        self._turns: dict[str, int] = {}
        self._opened_at = match.rounds[-1].at if match.rounds else match.header.made_at
        """When the open round or phase opened, in seconds since the epoch."""
        self._seated_at = 0.0
        """When a seat last changed hands, in seconds since the epoch."""
        self._running: asyncio.Task[None] | None = None
        self._stopped = False
        self._hold_back = self._is_early()
        """True if bots still have to be woken when it is not early any more."""
        self._seat()

    def _seat(self) -> None:
        """Make a bot for each new bot seat; others keep their memory."""
        holders = self._table.match.holders.items() if self._table.has_bots else ()
        levels = {seat: bot_level(holder) for seat, holder in holders if is_bot(holder)}
        fresh = [seat for seat in levels if seat not in self._bots]
        bots = {seat: self._bots.get(seat) or self._make(seat, level) for seat, level in levels.items()}
        self._bots = {seat: bot for seat, bot in bots.items() if bot is not None}
        self.wake(fresh)

    def _make(self, seat: str, level: str) -> AnyBot | None:
        """Make a bot. None if its rules fail: the seat orders nothing, and the house opens all the same."""
        from core.botplay.companion import companion_for  # importing the bots' talk takes a while

        table = self._table
        try:
            return companion_for(
                table.match, seat, level,
                lambda facts: None if table.voice is None else table.voice(facts),
                lambda facts: None if table.ear is None else table.ear(facts),
            )  # fmt: skip
        except Exception:
            log.exception("no bot could be made for %s at %s", seat, self._table.id)
            return None

    # --- what wakes them ---------------------------------------------------------------------------------------------
    def follow(self, before: Match, entry: j.AnyEntry, changes: Sequence[Change]) -> None:
        after = self._table.match
        if (after.seats, after.game) != (before.seats, before.game):  # bots know the old names or rules
            self._bots, self._turns, self._waiting = {}, {}, {}
            self._seat()
        if after.holders != before.holders:
            self._seated_at = entry.at
            self._seat()
        if (after.phase, after.round, len(after.rounds)) != (before.phase, before.round, len(before.rounds)):
            self._turns, self._opened_at = {}, entry.at
            self._hold_back = self._is_early()
        self.wake(self._woken(before, entry, changes))
        self.end_early()

    def _woken(self, before: Match, entry: j.AnyEntry, changes: Sequence[Change]) -> list[str]:
        after = self._table.match
        author = None if any(change.kind == "closed" for change in changes) else entry.author
        woken = [seat for seat in self._bots if any(concerns(change, seat, author) for change in changes)]
        if after.turn_marks != before.turn_marks:
            marks = after.turn_marks.items()
            woken += [seat for seat, mark in marks if seat in self._bots and mark != before.turn_marks.get(seat)]
            self._allow_answers(woken)
        if after.phase == "finished" and (entry.author in self._bots or not isinstance(entry, j.Said)):
            return []  # after the end bots only answer people
        if entry.author in after.seats and entry.author not in self._bots:
            self._allow_answers(woken)
        return woken

    def _allow_answers(self, seats: Sequence[str]) -> None:
        """Leave these seats turns to answer a person or to move, however long the round."""
        self._turns |= {seat: min(self._turns.get(seat, 0), TURNS - ANSWERING) for seat in seats}

    def _is_early(self) -> bool:
        """True in the first seconds of a round in which a person is not ready, or a seat is free."""
        match = self._table.match
        if match.phase != "round" or match.turns or self._table.clock() >= self._early_until():
            return False
        return any(seat not in match.ready for seat, who in match.holders.items() if who == OPEN or is_person(who))

    def _early_until(self) -> float:
        seconds = EARLY_WITH_FREE_SEATS if OPEN in self._table.match.holders.values() else EARLY
        return max(self._opened_at + seconds, self._seated_at + EARLY)

    def end_early(self) -> None:
        """Wake the bots that have held back, once it is not early any more."""
        if self._hold_back and not self._is_early():
            self._hold_back = False
            self.wake()

    def moments(self) -> list[float]:
        """Return the times at which bots are to be woken, in seconds since the epoch."""
        turns_at = map(self._turn_at, self._bots.keys() & self._waiting)
        early = [self._early_until()] if self._hold_back else []
        return early + [moment for moment in turns_at if moment > self._table.clock()]

    def set_back(self, seconds: float) -> None:
        self._opened_at, self._seated_at = self._opened_at - seconds, self._seated_at - seconds

    def _turn_at(self, seat: str) -> float:
        """Return when the bot of a seat may take its turn: one that replaced a person waits as a person would."""
        match = self._table.match
        live = match.spec.turn_seconds is not None
        return self._opened_at + PACE if live and seat in match.seats_given_up else 0.0

    # --- their turns -------------------------------------------------------------------------------------------------
    def wake(self, seats: Iterable[str] | None = None) -> None:
        """Wake the bots of these seats; None: all."""
        self._waiting |= dict.fromkeys(self._bots if seats is None else seats)
        if self._stopped or not self._waiting or self.thinking:
            return
        try:
            self._running = asyncio.get_running_loop().create_task(self._run())
        except RuntimeError:  # without a loop the caller calls `play`
            self._running = None

    def stop(self) -> None:
        self._stopped = True
        if self._running is not None:
            self._running.cancel()

    async def _run(self) -> None:
        while (seat := self._next()) is not None:
            try:
                sight, turn = self._sight(seat), self._table.match.turn_marks.get(seat)
                # A thread, so that thinking holds up no keys.
                moves = await asyncio.get_running_loop().run_in_executor(THINKING, self._moves, seat, sight)
                for _ in self._play(seat, moves, (sight.phase, sight.round), turn):
                    await asyncio.sleep(0)  # each step waits for the disk
            except Exception:  # the rules fail or the store does: the other bots play on
                log.exception("the bot at %s could not play at %s", seat, self._table.id)

    def play(self) -> None:
        while (seat := self._next()) is not None:
            sight, turn = self._sight(seat), self._table.match.turn_marks.get(seat)
            for _ in self._play(seat, self._moves(seat, sight), (sight.phase, sight.round), turn):
                pass

    def _sight(self, seat: str) -> Any:
        return msgspec.structs.replace(views.sight(self._table.match, seat), early=self._hold_back and self._is_early())

    def _next(self) -> str | None:
        now = self._table.clock()
        while not self._stopped and self._table.fault is None:
            seat = next((name for name in self._waiting if self._turn_at(name) <= now), None)
            if seat is None:
                return None
            del self._waiting[seat]
            if seat in self._bots and self._turns.get(seat, 0) < TURNS and not self._stands_as_played(seat):
                self._turns[seat] = self._turns.get(seat, 0) + 1
                return seat
        return None

    def _stands_as_played(self, seat: str) -> bool:
        """True while a branch keeps the orders that this seat had in its first round (HH-81)."""
        match, branch = self._table.match, self._table.match.header.branch
        return branch is not None and branch.as_played and match.round == branch.round and seat in match.sealed

    def _moves(self, seat: str, sight: Any) -> list[Any]:
        bot = self._bots.get(seat)
        try:
            return [] if bot is None else bot.turn(sight)  # None: the seat was renamed meanwhile
        except (Exception, SystemExit):  # a failing bot loses its turn alone
            if not self._stopped:  # else its table may be gone
                log.exception("the bot at %s failed", seat)
            return []

    def _play(self, seat: str, moves: list[Any], when: tuple[str, int], turn: int | None) -> Iterator[None]:
        """Submit the moves thought of in this phase, round and turn, some in a step."""
        table = self._table
        left = deque(move for move in moves if not (isinstance(move, Done) and table.match.turns))
        while left:
            if self._stopped:
                return
            table.catch_up()
            if (table.match.phase, table.match.round) != when or self._turn_gone(seat, turn):
                self._waiting[seat] = None  # the round closed while it thought
                return
            several = [left.popleft()]
            last = (Done, Do) if table.match.turns else Done  # moves after which the position may differ
            while left and len(several) < TOGETHER and not isinstance(several[-1], last):
                several.append(left.popleft())
            with contextlib.suppress(Refused):
                table.submit_together(
                    entry_for(move, seat) for move in several if not self._would_interrupt(move, seat)
                )
            yield
        if turn is not None and not self._turn_gone(seat, turn) and (table.match.phase, table.match.round) == when:
            self._let_lapse(seat)

    def _turn_gone(self, seat: str, turn: int | None) -> bool:
        return turn is not None and self._table.match.turn_marks.get(seat) != turn

    def _let_lapse(self, seat: str) -> None:
        """Lapse the turn of a bot that did not move (CM-31)."""
        if self._table.match.turns and not self._stopped:
            log.warning("the %s bot at %s made no move in its turn", seat, self._table.id)
            with contextlib.suppress(Refused):
                self._table.submit(j.Lapsed(author="house", seats=(seat,)))

    def _would_interrupt(self, move: Any, seat: str) -> bool:
        """True if a bot would begin to talk where a person is typing (HH-32)."""
        table = self._table
        return isinstance(move, Say) and move.begins and table.writing.at(seat, move.to, table.clock())

    async def quiet(self) -> None:
        while self._running is not None and not self._running.done():
            await asyncio.wait([self._running])

    @property
    def thinking(self) -> bool:
        return self._running is not None and not self._running.done()

    # --- their farewells ---------------------------------------------------------------------------------------------
    def say_farewells(self) -> None:
        if any(is_person(holder) for holder in self._table.match.holders.values()):
            self._find_farewells(tuple(self._bots), {})

    def _find_farewells(self, seats: tuple[str, ...], farewells: dict[str, Say]) -> None:
        """Find the farewells of `seats`, one in a turn of the loop since each takes long; then send all together."""
        if self._stopped or (match := self._table.match).phase != "finished":  # once stopped, the table may be gone
            return
        if not seats:
            try:
                self._table.submit_together(entry_for(words, seat) for seat, words in farewells.items())
            except Exception:
                log.exception("the farewells at %s could not be kept", self._table.id)
            return
        seat = seats[0]
        try:
            temper = temper_of(match.header.nonce, match.seats.index(seat))
            texts = {message.text for message in match.messages if seat in message.readers}
            texts |= {words.text for words in farewells.values()}
            farewells[seat] = farewell(story(match, seat), seat, temper, match.dice.draw(f"farewell of {seat}"), texts)
        except Exception:  # a failed farewell is ignored
            log.exception("%s could not say farewell at %s", seat, self._table.id)
        soon(self._find_farewells, seats[1:], farewells)
