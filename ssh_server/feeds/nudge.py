"""Nudges and reminders: public messages to a chat room when seats are missing or a deadline is near."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import Final

import httpx
import msgspec

from core.house.absences import Absences
from core.house.house import House
from core.house.reminders import Reminded, Reminder, due, reminder
from core.house.settings import MUTED, HouseSettings
from core.json import Json
from core.match.reminder_times import in_quiet
from core.narration.feed import moment, without_mentions
from core.narration.feed_shelf import Feed, check_webhook
from core.narration.text import escape
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.table.table import Table
from core.words.deadlines import match_zone
from ssh_server.feeds.feed import Feeder
from ssh_server.feeds.sender import asked_wait, trusted

log = logging.getLogger("garnet.nudge")

PATIENCE = 10.0
TRIES = 3
MOST_WAITS = 20
"""Times that a nudge waits for a busy room."""
PAUSE = 5.0
"""Seconds before the second try; each further pause is twice as long."""
BACKLOG = 100
NUDGES = "nudges"
NO_WEBHOOK = "No webhook is set yet: `:` webhook, or garnet host webhook URL"


class Nudge(msgspec.Struct, frozen=True):
    """JSON body of a nudge: chat rooms read `text` or `content`, programs the rest."""

    match: str
    round: int
    missing: tuple[str, ...]
    """Missing seats. Stored so that no nudge repeats; sent only where the host has names sent."""
    text: str
    counted: bool = True
    choice: int | None = None
    """After the last round: number of choices made so far."""

    def body(self) -> Json:
        return {
            "text": without_mentions(self.text),
            "content": without_mentions(self.text),
            "allowed_mentions": {"parse": []},
            "match": self.match,
            "round": self.round,
            "missing": len(self.missing) if self.counted else None,
        }


def make_nudge(house: House, match: str, *, names: bool) -> Nudge:
    """Return the nudge for a match now. Refused if no round is open or no seat is missing."""
    table = house.table(match)
    spec = table.match.spec
    if table.match.phase not in ("pregame", "round", "decision"):
        raise Refused("no_round", f"No {spec.round_word} is open at {match}, so nobody is missing.")
    missing = HostControls(table).missing()
    if not missing:
        raise Refused("nobody_missing", f"Nobody is missing at {match}: no orders are awaited from any person.")
    title = escape(table.match.title)
    choosing = table.match.phase == "decision"
    counted = table.match.shows_counts and (names or not choosing)  # the number of choices is public only at the end
    names = names and not table.match.waits_for_the_late
    called = ", ".join(_called(house, table, seat) for seat in missing)
    who = called if names else f"{len(missing)} of {len(table.match.seats)} seats"
    whose = f" from {who}" if counted else ""
    left = _time_left(table.match.deadline, house.clock())
    awaited = f"a move is awaited{whose}" if table.match.turns else f"orders are still missing{whose}"
    if choosing:
        awaited = f"a choice is awaited{whose}"
    text = f"{title}, {spec.when(table.match.round)}: {awaited}.{left}"
    return Nudge(match, table.match.round, missing, text, counted, table.match.settled if choosing else None)


def _called(house: House, table: Table, seat: str) -> str:
    """Return a seat's name, with the absence of its person where the table may know of it (HH-83)."""
    away = Absences(house.store, house.clock).public(table.match.holders)
    return f"{escape(seat)}{' (away)' * (seat in away)}"


def _time_left(deadline: float | None, now: float) -> str:
    if deadline is None:
        return ""
    minutes = max(0, int((deadline - now) // 60))
    if minutes >= 2 * 24 * 60:
        return f" About {minutes // (24 * 60)} days are left."
    if minutes >= 120:
        return f" About {minutes // 60} hours are left."
    return f" {minutes} minute{'s' * (minutes != 1)} are left." if minutes != 1 else " 1 minute is left."


class Nudger:
    def __init__(
        self, house: House, url: str | None = None, *, names: bool = False, pause: float = PAUSE
    ) -> None:  # fmt: skip
        """`url`: replaces the webhook of the house's settings. Refused: `bad_webhook`."""
        self._house = house
        self._fixed = None if url is None else check_webhook(url)
        self._settings = HouseSettings(house.store)
        self._names = names
        self._pause = pause
        self._queue: asyncio.Queue[Nudge] = asyncio.Queue(BACKLOG)
        self._sender: asyncio.Task[None] | None = None

    @property
    def url(self) -> str | None:
        return self._fixed or self._settings.webhook

    def start(self) -> None:
        self._sender = asyncio.get_running_loop().create_task(self._send_all())

    async def stop(self) -> None:
        if self._sender is not None:
            self._sender.cancel()
            await asyncio.gather(self._sender, return_exceptions=True)

    def nudge(self, match: str) -> str:
        """Queue a nudge for a match and return a sentence for the host. Refused if the round was nudged before, even
        before a restart, if no seat is missing, or without a webhook (`no_webhook`)."""
        if self.url is None:
            raise Refused("no_webhook", NO_WEBHOOK)
        if self._settings.muted:
            raise Refused("muted", MUTED, "HH-48")
        nudge = make_nudge(self._house, match, names=self._names)
        document = {"round": nudge.round, "missing": list(nudge.missing)}
        if nudge.choice is not None:
            document["choice"] = nudge.choice
        if self._house.store.get(NUDGES, match) == document:
            raise Refused("nudged", f"Those who are missing at {match} have been nudged for this round.")
        if self._queue.full():
            raise Refused("busy", "Too many nudges are waiting to be sent; try again in a while.")
        # Stored before it is sent: after a crash in between, silence is better than a repetition.
        self._house.store.put(NUDGES, match, document)
        self._queue.put_nowait(nudge)
        return f"Nudged: {nudge.text}"

    async def wait_until_sent(self) -> None:
        await self._queue.join()

    async def _send_all(self) -> None:
        while True:
            nudge = await self._queue.get()
            try:
                await self._send(nudge)
            except Exception:  # logged only: a nudge must not disturb a match
                log.exception("the nudge for %s failed", nudge.match)
            finally:
                self._queue.task_done()

    async def _send(self, nudge: Nudge) -> None:
        verify = await trusted()
        async with httpx.AsyncClient(timeout=PATIENCE, follow_redirects=False, verify=verify) as client:
            await self._try(client, nudge)

    async def _try(self, client: httpx.AsyncClient, nudge: Nudge) -> None:
        failures, busy = 0, 0
        while True:
            url, wait = self.url, None
            if url is None:
                log.info("the webhook was taken away; the nudge for %s is dropped", nudge.match)
                return
            try:
                answer = await client.post(url, json=nudge.body())
            except httpx.HTTPError as trouble:
                log.warning("the webhook cannot be reached: %s", type(trouble).__name__)
            else:
                if answer.status_code < 500 and answer.status_code != 429:
                    level = logging.INFO if answer.is_success else logging.WARNING
                    log.log(level, "the webhook answered %d for %s", answer.status_code, nudge.match)
                    return
                log.warning("the webhook answered %d", answer.status_code)
                wait = asked_wait(answer.headers.get("retry-after"), self._house.clock(), self._pause)
            if wait is None:
                failures += 1
                wait = self._pause * 2 ** (failures - 1)
            else:
                busy += 1
            if failures == TRIES or busy == MOST_WAITS:
                return
            await asyncio.sleep(wait)


log = logging.getLogger("garnet.feed")

LOOK_SECONDS: Final = 30.0
AT_ONCE: Final = 20

Push = Callable[[str, str, str], object]
"""Sends a sentence about a match to the devices of a person, by id (`web_server.push.Push.tell`)."""


class Reminders:
    def __init__(self, house: House, feeder: Feeder, zone: tzinfo, push: Push | None = None) -> None:
        """`zone`: time zone of quiet hours for matches without their own."""
        self._house = house
        self._feeder = feeder
        self._zone = zone
        self.push = push
        self._kept = Reminded(house.store)
        self._task: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def stop(self) -> None:
        tasks = [*self._sending, *([self._task] if self._task is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def wait_until_sent(self) -> None:
        await asyncio.gather(*self._sending, return_exceptions=True)

    async def _go_on(self) -> None:
        while True:
            try:
                self.send_due()
            except Exception:
                log.exception("reminders could not be looked after")
            await asyncio.sleep(LOOK_SECONDS)

    def send_due(self) -> None:
        """Send due reminders. Each is stored first, so that a crash repeats none."""
        if HouseSettings(self._house.store).muted:
            return
        now = self._house.clock()
        for table in self._house.running():
            if len(self._sending) >= AT_ONCE:
                return
            match = table.match
            lead = due(table, self._kept.of(match), now)
            local = datetime.fromtimestamp(now, match_zone(match, now, self._zone))
            if lead is None or in_quiet(match.header.quiet, local.hour, local.minute):
                continue
            self._kept.note(match, lead)
            due_reminder = reminder(table)
            if due_reminder is not None:
                task = asyncio.get_running_loop().create_task(self._remind(table, due_reminder))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    async def _remind(self, table: Table, due_reminder: Reminder) -> None:
        try:
            self._tell_each(due_reminder)
            await self._tell_room(table, due_reminder)
        except Exception:  # logged only
            log.exception("the reminder for %s failed", due_reminder.match)

    def _tell_each(self, due_reminder: Reminder) -> None:
        ways = self._feeder.ways(rich=False)
        if self.push is None:
            return
        until = moment(due_reminder.deadline, ways)
        for who, seat in zip(due_reminder.people, due_reminder.seats, strict=True):
            self.push(
                who,
                f"{due_reminder.title}, {due_reminder.what}: {seat} is still awaited until {until}.",
                due_reminder.match,
            )

    async def _tell_room(self, table: Table, first: Reminder) -> None:
        """Remind in the room. Retry while the room is busy and a seat is missing; each try is built anew."""
        mark = f"{first.match}/reminder/{first.what}/{int(first.deadline)}/{int(self._house.clock())}"
        failures = 0
        while (post := self._post(table, first)) is not None:
            feed, text, names = post
            sent = await self._feeder.sender.send(feed, mark, {"match": first.match}, text, called=names)
            retry = self._feeder.sender.retry_after(sent, failures)
            if retry is None or retry[1] >= TRIES:
                return
            wait, failures = retry
            await asyncio.sleep(wait)

    def _post(self, table: Table, first: Reminder) -> tuple[Feed, str, tuple[str, ...]] | None:
        """Return the room, its text now, and the names mentioned. None if there is nothing to say, or the deadline of
        `first` is over or changed."""
        current, feed = reminder(table), self._feeder.feeds.get(first.match, "players")
        if current is None or feed is None or self._house.clock() >= first.deadline:
            return None
        if (current.what, current.deadline) != (first.what, first.deadline):
            return None
        if table.match.waits_for_the_late and self._house.clock() - table.match.news[-1].at <= 2 * LOOK_SECONDS:
            return None  # the room has just read that the deadline waits
        names = [name for who in current.people if (name := self._kept.room_name(who))] if current.named else []
        if current.named and not names:
            return None  # none of them has a name in the room
        ways = self._feeder.ways(feed.rich)
        text = without_mentions(
            f"{escape(current.title)}, {current.what}: the deadline is {moment(current.deadline, ways)}."
        )
        return feed, text, tuple(names)
