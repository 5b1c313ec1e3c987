"""Nudges and reminders: a message to a chat room when seats are missing, or a deadline is near. Public-safe, one
sender."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import Final

import httpx
import msgspec

from core.house.house import House
from core.house.reminders import Reminded, Reminder, due, reminder
from core.house.settings import MUTED, HouseSettings
from core.json import Json
from core.match.reminder_times import in_quiet
from core.match.state import Match
from core.narration.feed import Feed, check_webhook, harmless, moment
from core.narration.text import escaped
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.table.table import Table
from core.words.deadlines import match_zone
from ssh_server.feeds.feed import Feeder
from ssh_server.feeds.sender import asked_wait, trusted

log = logging.getLogger("garnet.nudge")

PATIENCE = 10.0
"""Seconds that a webhook may take to answer."""
TRIES = 3
MOST_WAITS = 20
"""So often a nudge waits for a room that says when to come again."""
PAUSE = 5.0
"""Seconds before the second try; each further pause is twice as long."""
BACKLOG = 100
"""Nudges that may wait to be sent; more are refused."""
SHELF = "nudges"
NO_WEBHOOK = "No webhook is set yet: `:` webhook, or garnet host webhook URL"


class Nudge(msgspec.Struct, frozen=True):
    """What is sent, as JSON: chat rooms read `text` or `content`, programs the rest."""

    match: str
    round: int
    missing: tuple[str, ...]
    """The seats. They are kept, so that nobody is nudged twice, and sent only where the host has names sent."""
    text: str
    counted: bool = True
    """False where the match keeps its counts back (CM-28): a chat room is no place to learn them."""
    choice: int | None = None
    """Of the choices after the last round: how many were made before this one."""

    def body(self) -> Json:
        return {
            "text": harmless(self.text),
            "content": harmless(self.text),
            "allowed_mentions": {"parse": []},
            "match": self.match,
            "round": self.round,
            "missing": len(self.missing) if self.counted else None,
        }


def words(house: House, match: str, *, names: bool) -> Nudge:
    """The nudge for a match as it stands. Refused if no round is open or nobody is missing."""
    table = house.table(match)
    spec = table.match.game.spec
    if table.match.phase not in ("pregame", "round", "decision"):
        raise Refused("no_round", f"No {spec.round_word} is open at {match}, so nobody is missing.")
    missing = HostControls(table).missing()
    if not missing:
        raise Refused("nobody_missing", f"Nobody is missing at {match}: no orders are awaited from any person.")
    title = escaped(table.match.title)
    choosing = table.match.phase == "decision"
    counted = table.match.shows_counts and (names or not choosing)  # how many have chosen, everybody learns at the end
    names = names and not table.match.waits_for_the_late
    who = ", ".join(map(escaped, missing)) if names else f"{len(missing)} of {len(table.match.seats)} seats"
    whose = f" from {who}" if counted else ""
    left = _left(table.match.deadline, house.clock())
    awaited = f"a move is awaited{whose}" if table.match.turns else f"orders are still missing{whose}"
    if choosing:
        awaited = f"a choice is awaited{whose}"
    text = f"{title}, {spec.when(table.match.round)}: {awaited}.{left}"
    return Nudge(match, table.match.round, missing, text, counted, table.match.settled if choosing else None)


def _left(deadline: float | None, now: float) -> str:
    if deadline is None:
        return ""
    minutes = max(0, int((deadline - now) // 60))
    if minutes >= 2 * 24 * 60:
        return f" About {minutes // (24 * 60)} days are left."
    if minutes >= 120:
        return f" About {minutes // 60} hours are left."
    return f" {minutes} minute{'s' * (minutes != 1)} are left." if minutes != 1 else " 1 minute is left."


class Nudger:
    """Sends nudges one after the other. A dead webhook never hurts a match: trouble is logged, and that is all."""

    def __init__(
        self, house: House, url: str | None = None, *, names: bool = False, pause: float = PAUSE
    ) -> None:  # fmt: skip
        """`url`: where to send, in place of the webhook in the house's settings. Refused: `bad_webhook`."""
        self._house = house
        self._fixed = None if url is None else check_webhook(url)
        self._settings = HouseSettings(house.store)
        self._names = names
        self._pause = pause
        self._queue: asyncio.Queue[Nudge] = asyncio.Queue(BACKLOG)
        self._sender: asyncio.Task[None] | None = None

    @property
    def url(self) -> str | None:
        """Where a nudge goes now: the settings may change while the house is open."""
        return self._fixed or self._settings.webhook

    def start(self) -> None:
        """Begin to send, on the event loop."""
        self._sender = asyncio.get_running_loop().create_task(self._send_all())

    async def stop(self) -> None:
        """Stop sending; what still waits is dropped."""
        if self._sender is not None:
            self._sender.cancel()
            await asyncio.gather(self._sender, return_exceptions=True)

    def nudge(self, match: str) -> str:
        """Put a nudge for a match in the queue; a sentence for the host. Refused if this round had one already, or
        nobody is missing: no doubles, also after a restart. `no_webhook` where none is known."""
        if self.url is None:
            raise Refused("no_webhook", NO_WEBHOOK)
        if self._settings.muted:
            raise Refused("muted", MUTED, "HH-48")
        found = words(self._house, match, names=self._names)
        kept = {"round": found.round, "missing": list(found.missing)}
        if found.choice is not None:
            kept["choice"] = found.choice
        if self._house.store.get(SHELF, match) == kept:
            raise Refused("nudged", f"Those who are missing at {match} have been nudged for this round.")
        if self._queue.full():
            raise Refused("busy", "Too many nudges are waiting to be sent; try again in a while.")
        # Kept before it is sent: a house that falls over in between stays silent rather than repeating itself.
        self._house.store.put(SHELF, match, kept)
        self._queue.put_nowait(found)
        return f"Nudged: {found.text}"

    async def quiet(self) -> None:
        """Wait until everything in the queue has been sent or given up."""
        await self._queue.join()

    async def _send_all(self) -> None:
        while True:
            nudge = await self._queue.get()
            try:
                await self._send(nudge)
            except Exception:  # a nudge's trouble is the log's, never the match's
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
                task = asyncio.get_running_loop().create_task(self._remind(table, found))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    def _is_quiet(self, match: Match, now: float) -> bool:
        then = datetime.fromtimestamp(now, match_zone(match, now, self._zone))
        return in_quiet(match.header.quiet, then.hour, then.minute)

    async def _remind(self, table: Table, found: Reminder) -> None:
        try:
            self._tell_each(found)
            await self._tell_room(table, found)
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

    async def _tell_room(self, table: Table, first: Reminder) -> None:
        """Remind in the room. As long as that has no time it waits, until there is nothing more to say: each try is
        about those who are awaited by then."""
        mark = f"{first.match}/reminder/{first.what}/{int(first.deadline)}/{int(self._house.clock())}"
        failures = 0
        while (post := self._post(table, first)) is not None:
            feed, said, names = post
            sent = await self._feeder.sender.send(feed, mark, {"match": first.match}, said, called=names)
            again = self._feeder.sender.again(sent, failures)
            if again is None or again[1] >= TRIES:
                return
            wait, failures = again
            await asyncio.sleep(wait)

    def _post(self, table: Table, first: Reminder) -> tuple[Feed, str, tuple[str, ...]] | None:
        """The room, what it is told now, and by which names it mentions people. None where there is nothing to say, or
        the deadline of `first` is over or another."""
        found, feed = reminder(table), self._feeder.feeds.get(first.match, "players")
        if found is None or feed is None or self._house.clock() >= first.deadline:
            return None
        if (found.what, found.deadline) != (first.what, first.deadline):
            return None
        names = [name for who in found.people if (name := self._kept.room_name(who))] if found.named else []
        if found.named and not names:
            return None  # nobody of them would be called
        ways = self._feeder.ways(feed.rich)
        called = "".join(f"<@{name}> " for name in names)
        text = harmless(f"{escaped(found.title)}, {found.what}: the deadline is {moment(found.deadline, ways)}.")
        return feed, f"{called}{text}\n{ways.enter}".strip(), tuple(names)
