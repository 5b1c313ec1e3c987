"""Sends reminders of deadlines by themselves: into the players' room of a match, with a real mention of who may be
named, and to each alone by push (HH-60). A room's trouble is the log's, never a match's.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import Final

from core.house.house import House
from core.house.reminders import Reminded, Reminder, due, in_quiet, reminder
from core.house.settings import HouseSettings
from core.match.state import Match
from core.story.feed import harmless, moment
from ssh_server.feeds.feed import Feeder
from tui.words.deadlines import match_zone

log = logging.getLogger("garnet.feed")

LOOK_SECONDS: Final = 30.0
"""How long it sleeps at once: a clock that was set, or a machine that slept, is noticed."""
AT_ONCE: Final = 20
"""Reminders that may be on their way at the same time; the others come with the next look."""

Push = Callable[[str, str, str], object]
"""Tells a person, by id, a sentence about a match on their devices (`web_server.push.Push.tell`)."""


class Reminders:
    """Looks which are due, and sends them."""

    def __init__(self, house: House, feeder: Feeder, zone: tzinfo, push: Push | None = None) -> None:
        """`zone`: the clock of quiet hours where a match has none of its own."""
        self._house = house
        self._feeder = feeder
        self._zone = zone
        self.push = push
        self._kept = Reminded(house.store)
        self._task: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin, on the event loop."""
        self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def stop(self) -> None:
        """No more of them."""
        tasks = [*self._sending, *([self._task] if self._task is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def quiet(self) -> None:
        """Wait until all that were due are sent or given up."""
        await asyncio.gather(*self._sending, return_exceptions=True)

    async def _go_on(self) -> None:
        while True:
            try:
                self.look()
            except Exception:
                log.exception("reminders could not be looked after")
            await asyncio.sleep(LOOK_SECONDS)

    def look(self) -> None:
        """Send what is due now: kept first, so that a house that falls over in between reminds nobody twice."""
        if HouseSettings(self._house.store).muted:
            return
        now = self._house.clock()
        for table in self._house.running():
            if len(self._sending) >= AT_ONCE:
                return
            match = table.match
            lead = due(table, self._kept.of(match), now)
            if lead is None or self._is_quiet(match, now):
                continue
            self._kept.note(match, lead)
            found = reminder(table)
            if found is not None:
                task = asyncio.get_running_loop().create_task(self._remind(found))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    def _is_quiet(self, match: Match, now: float) -> bool:
        then = datetime.fromtimestamp(now, match_zone(match, now, self._zone))
        return in_quiet(match.header.quiet, then.hour, then.minute)

    async def _remind(self, found: Reminder) -> None:
        try:
            self._tell_each(found)
            await self._tell_room(found)
        except Exception:  # a room's trouble is the log's
            log.exception("the reminder for %s failed", found.match)

    def _tell_each(self, found: Reminder) -> None:
        """By push: each reads of their own seat alone."""
        ways = self._feeder.ways(rich=False)
        if self.push is None:
            return
        until = moment(found.deadline, ways)
        for who, seat in zip(found.people, found.seats, strict=True):
            self.push(who, f"{found.title}, {found.what}: {seat} is still awaited until {until}.", found.match)

    async def _tell_room(self, found: Reminder) -> None:
        feed = self._feeder.feeds.get(found.match, "players")
        if feed is None:
            return
        names = [name for who in found.people if (name := self._kept.room_name(who))] if found.named else []
        if found.named and not names:
            return  # nobody of them would be called
        ways = self._feeder.ways(feed.rich)
        called = "".join(f"<@{name}> " for name in names)
        text = harmless(f"{found.title}, {found.what}: the deadline is {moment(found.deadline, ways)}.")
        mark = f"{found.match}/reminder/{found.what}/{int(found.deadline)}/{int(self._house.clock())}"
        said = f"{called}{text}\n{ways.enter}".strip()
        await self._feeder.sender.send(feed, mark, {"match": found.match}, said, called=tuple(names))
