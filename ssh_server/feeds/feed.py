"""The feed into chat rooms: what happens at a match, each post once and in order, however long a room is away.

Nothing that waits is kept but a place in the journal (`core.story.feed`): it is moved forward on disk as soon as a post
was answered, and what comes after it is told again from the journal, after a kill too. A room's trouble is its own: it
is tried again after growing waits by a task of its own, and no match and no other room ever waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Iterator
from datetime import UTC
from email.utils import parsedate_to_datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, NamedTuple

import httpx
import msgspec

from core.house.house import House
from core.house.settings import MUTED, HouseSettings
from core.house.store import Stored
from core.house.todo import SilentRoom
from core.match import journal as j
from core.match.reducer import apply
from core.match.state import Match, begin
from core.refusal import Refused
from core.seasons.feeds import SeasonFeeds
from core.story.feed import (
    Feed,
    Feeds,
    Place,
    Room,
    Step,
    posts,
)
from ssh_server.feeds.lookups import Lookups, trusted
from ssh_server.feeds.season_feed import SeasonLine

log = logging.getLogger("garnet.feed")

PATIENCE = 20.0
"""Seconds that a chat room may take for a whole answer."""
PAUSE = 2.0
"""Seconds before a post is tried again; each further wait is twice as long."""
LONGEST_PAUSE = 600.0
LONGEST_ASKED = 86_400.0
"""Seconds that a chat room may ask us to wait."""
BACKLOG = 100
"""Steps of a match that wait in memory for a room, or twice as many after the journal was read; what is beyond is read
from the journal when it is due."""
AWAY = (401, 403, 404, 407, 408, 410, 425, 429)
"""Answers by which the room is not there (any more, or yet) or has no time: nothing is lost, it is tried again."""


class Due(NamedTuple):
    """The next post of a room."""

    place: Place
    mark: str
    """Of its step: what everybody knows."""
    text: str
    last: bool
    """Is it the last post of its entry?"""


class Line:
    """One room of one match: what waits for it, and the task that sends it."""

    def __init__(self, feeder: Feeder, match: str, room: Room, at: Match) -> None:
        self._feeder = feeder
        self._match = match
        self._room: Room = room
        self._at = at
        """The match after the last entry that was heard of."""
        self._steps: deque[Step] = deque()
        self._missed = True
        """Is there more in the journal than in `_steps`?"""
        self._released = 0
        """For a room that is behind: entries before this one may be told."""
        self._moved = asyncio.Event()
        self._set_anew = asyncio.Event()
        self._next: Place | None = None
        """How far the room was told, also where the disk did not take it."""
        self.quiet = asyncio.Event()
        """Is there nothing to send now?"""
        self.silent_since: float | None = None
        """Since when the room has not answered; None while it does."""
        self.task = asyncio.get_running_loop().create_task(self._run())

    def heard(self, now: Match) -> None:
        """An entry was kept: before and after it are put aside, no more; all the work is the task's."""
        step = Step(self._at, now)
        self._at = now
        if not step.tells:
            return
        if step.releases:
            self._released = step.entry
        if self._missed or len(self._steps) >= BACKLOG:
            self._missed = True
        else:
            self._steps.append(step)
        self.stir()

    @property
    def header(self) -> j.Header:
        """Of the match."""
        return self._at.header

    def stir(self) -> None:
        """Look again: something happened."""
        self.quiet.clear()
        self._moved.set()

    def again(self) -> None:
        """The feed was set to another address, or taken away: what is waited for is tried at once."""
        self._steps.clear()
        self._missed = True
        self._set_anew.set()
        self.stir()

    # --- the task
    async def _run(self) -> None:
        trouble = 0
        while True:
            wait = 0.0
            self._set_anew.clear()  # before the address is read: one that is set while a post is under way counts too
            try:
                feed = self._feed()
                if feed is None:
                    break
                due = await self._due(feed)
                if due is not None:
                    wait, trouble = await self._sent(feed, due, trouble)
                elif (
                    self._at.phase == "finished" and not self._at.abandoned and not self._missed
                ):  # an end may be undone
                    self._feeder.feeds.forget(self._match, self._room)
                    break
                else:
                    await self._until_moved()
            except Exception:  # a room's trouble is the log's, never a match's
                log.exception("the feed of %s cannot go on now", self._match)
                trouble, wait = trouble + 1, self._feeder.wait(trouble + 1)
            if wait:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._set_anew.wait(), wait)
                    trouble = 0
        self.quiet.set()

    async def _until_moved(self) -> None:
        self.quiet.set()
        await self._moved.wait()
        self._moved.clear()

    def _feed(self) -> Feed | None:
        """As it is kept; further on where the disk did not take the last place."""
        feed = self._feeder.feeds.get(self._match, self._room)
        if feed is not None and self._next is not None and self._next > feed.next:
            feed = msgspec.structs.replace(feed, next=self._next)
        return feed

    async def _due(self, feed: Feed) -> Due | None:
        """The next post, if one may be told now."""
        while True:
            if not self._steps and self._missed:
                await self._read_again(feed)
            if not self._steps:
                return None
            step = self._steps[0]
            if self._room == "spectators" and step.before is not None and not self._may_tell(step):
                return None
            texts = posts(step, self._room) if step.entry >= feed.next.entry else ()
            part = feed.next.part if step.entry == feed.next.entry else 0
            if part < len(texts):
                return Due(Place(step.entry, part), step.mark, texts[part], part == len(texts) - 1)
            self._steps.popleft()
            await asyncio.sleep(0)  # one story after the other, and players in between

    def _may_tell(self, step: Step) -> bool:
        return step.entry < self._released or step.after.phase == "finished"

    async def _sent(self, feed: Feed, due: Due, trouble: int) -> tuple[float, int]:
        """Send a post: how long to wait now, and how often it has failed in a row."""
        if feed.next.entry == 0:  # what its season tells of it comes first
            await self._feeder.season_told(self._at, self._room, feed.url)
        mark = f"{self._match}/{self._room}/{due.mark}/{due.place.part}"
        told, wait = await self._feeder.send(feed.url, mark, {"match": self._match}, due.text)
        if not told and wait is not None:
            return wait, trouble  # it is there, and said when to come again: no reason to stay away for longer
        self.silent_since = None if told else self.silent_since or self._feeder.house.clock()
        if not told:
            return self._feeder.wait(trouble + 1), trouble + 1
        self._next = Place(due.place.entry + 1) if due.last else Place(due.place.entry, due.place.part + 1)
        now = self._feed()  # it may have been set to another address meanwhile, or taken away
        if now is not None:
            try:
                self._feeder.feeds.keep(self._match, self._room, now)
            except (Refused, OSError):
                log.exception("how far the feed of %s is could not be kept", self._match)
        return wait or 0.0, 0

    async def _read_again(self, feed: Feed) -> None:
        """Tell the steps from the journal that are not in memory: at the start, and after a long outage."""
        self._missed = False
        stored = self._feeder.house.store.read(self._match)
        found, released, more = await asyncio.to_thread(_steps_from, stored, feed)
        self._released = max(self._released, released)
        if more:  # what was heard meanwhile comes after what was left in the journal
            self._steps, self._missed = deque(found), True
        else:
            self._steps = deque([*found, *(step for step in self._steps if step.entry > len(stored.entries))])


def _steps_from(stored: Stored, feed: Feed) -> tuple[list[Step], int, bool]:
    """The steps from `feed.next` on, at most BACKLOG; the last entry that releases; and whether there are more."""
    found: list[Step] = []
    released, more = 0, False
    for step in _told_again(stored, feed.since):
        released = step.entry if step.releases else released
        if step.entry >= feed.next.entry and step.tells:
            more = len(found) >= BACKLOG
            if not more:
                found.append(step)
    return found, released, more


def _told_again(stored: Stored, since: int) -> Iterator[Step]:
    match = begin(j.header_from_json(stored.header))
    if since == 0:
        yield Step(None, match)
    for entry in stored.entries:
        before = match
        match, _ = apply(match, j.entry_from_json(entry))
        if match.length >= since:
            yield Step(before if match.length > since else None, match)


class Feeder:
    """All the feeds of a house that is served."""

    def __init__(self, house: House, *, pause: float = PAUSE, patience: float = PATIENCE) -> None:
        """`pause`: seconds before the second try; `patience`: for an answer."""
        self.house = house
        self.feeds = Feeds(house.store)
        self._pause = pause
        self._patience = patience
        self._lines: dict[tuple[str, Room], Line] = {}
        self._open = False
        self._origin = ""
        """What goes before the id of each post: the other house, of which this is a copy, has the same ones."""
        self._client: httpx.AsyncClient | None = None
        """Made for the first post."""
        self._lookups = Lookups()
        self._leave = house.follow(self._heard)
        self._known: set[str] = set()
        """The matches that have what their season hands on."""
        self._leave_house = house.listen(self._made)
        self.season_feeds = SeasonFeeds(house.store)
        self._seasons: dict[tuple[str, Room], SeasonLine] = {}
        self._leave_seasons = house.seasons.listen(self._season_heard)

    def start(self) -> None:
        """Begin to send, on the event loop, with what a kill or an outage left over. A copy of a house sends nothing
        until a host has unmuted it, and `start` was called again (HH-48)."""
        copy = HouseSettings(self.house.store).copy
        if copy is not None and copy.muted:
            log.warning("%s", MUTED)
            return
        self._origin = "" if copy is None else f"{copy.id}/"
        self._open = True
        for season, room in self.season_feeds.all():
            self._season_heard(season)
            found = self.season_feeds.get(season, room)
            for made in self.house.of_season(season):  # also one that was over before the house was served again
                if found is not None and made not in found.handed:
                    self._made(made)
        for table in self.house.running():
            self._made(table.match.header.match)
        for match, room in self.feeds.all():
            self._line(match, room)

    async def stop(self) -> None:
        """Stop sending. What waits is told when the house is served again."""
        self._leave()
        self._leave_house()
        self._leave_seasons()
        lines = [line.task for line in self._lines.values()] + [line.task for line in self._seasons.values()]
        for task in lines:
            task.cancel()
        await asyncio.gather(*lines, return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()

    def changed(self, match: str) -> None:
        """A feed of this match was set or taken away."""
        if not self._open:
            return
        for (told, _), line in self._lines.items():
            if told == match:
                line.again()
        for told, room in self.feeds.all():
            if told == match:
                self._line(match, room)

    def silent(self) -> tuple[SilentRoom, ...]:
        """The rooms that do not answer now, for the hosts."""
        found = [SilentRoom(match, room, line.silent_since) for (match, room), line in self._lines.items()
                 if line.silent_since is not None and not line.task.done()]  # fmt: skip
        return (*found, *(
            SilentRoom(season, room, line.silent_since) for (season, room), line in self._seasons.items()
            if line.silent_since is not None and not line.task.done()
        ))  # fmt: skip

    async def quiet(self) -> None:
        """Wait until everything that may be told was told."""
        for quiet in [line.quiet for line in self._seasons.values()] + [line.quiet for line in self._lines.values()]:
            await quiet.wait()
        for season in self._seasons.values():  # what it had waited for was a match's
            await season.quiet.wait()

    # --- seasons
    def _season_heard(self, season: str) -> None:
        """A season has news, or its feed was set or taken away."""
        if not self._open or season not in self.house.seasons.live:
            return
        for told, room in self.season_feeds.all():
            line = self._seasons.get((told, room))
            if told == season and (line is None or line.task.done()):
                self._seasons[told, room] = SeasonLine(self, self.house.seasons.live[told], room)
        for (told, _), line in self._seasons.items():
            if told == season:
                line.stir()

    async def season_told(self, match: Match, room: Room, url: str) -> None:
        """Wait until a room has the news of a match's season that came before the match; another address's trouble is
        its own."""
        line, feed = self._seasons.get((match.header.season, room)), self.season_feeds.get(match.header.season, room)
        if line is not None and feed is not None and feed.url == url:
            await line.told_until(match.header.made_at)

    async def matches_told(self, season: str, room: Room, before: float) -> None:
        """Wait until a room has all that may be told of the matches that a season had made before a moment."""
        to = self.season_feeds.get(season, room)
        for (match, kind), line in list(self._lines.items()):
            header, feed = line.header, self.feeds.get(match, room)
            if kind != room or header.season != season or header.made_at >= before or line.task.done():
                continue
            if to is not None and feed is not None and feed.url == to.url:  # another address's trouble is its own
                await line.quiet.wait()

    def _line(self, match: str, room: Room) -> None:
        line = self._lines.get((match, room))
        if line is not None and not line.task.done():
            return
        try:
            at = self.house.table(match).match
        except Refused as refusal:
            log.warning("nothing can be told of %s: %s", match, refusal.message)
            return
        self._lines[match, room] = Line(self, match, room, at)

    def _made(self, match: str) -> None:
        """Something public changed at a match: where a season has made it, it gets its season's feeds."""
        if match in self._known or not self._open or not self.house.knows(match):
            return
        self._known.add(match)
        try:
            if SeasonFeeds(self.house.store).hand_on(self.house.table(match).match):
                self.changed(match)
        except (Refused, OSError):
            self._known.discard(match)
            log.exception("the feed of its season could not be handed on to %s", match)

    def _heard(self, match: str) -> None:
        for (told, _), line in self._lines.items():
            if told == match and not line.task.done():
                line.heard(self.house.table(match).match)

    # --- sending
    def wait(self, failures: int) -> float:
        """Seconds to wait after so many failures in a row."""
        return min(LONGEST_PAUSE, self._pause * 2.0 ** min(failures - 1, 20))

    async def send(self, url: str, mark: str, about: dict[str, str], text: str) -> tuple[bool, float | None]:
        """Post once: whether it was answered for good, and how long the room asks us to wait (None: it says nothing).
        `mark` is the post's own, the same when it is tried again; `about` says of which match or season it is.

        As soon as the answer has begun it counts, whether or not it comes to its end."""
        mark = self._origin + mark
        body = {"text": text, "content": text, **about, "id": mark, "allowed_mentions": {"parse": []}}
        try:
            client = await self._ready()
            async with asyncio.timeout(self._patience):
                request = client.build_request("POST", url, json=body, headers={"Idempotency-Key": mark})
                await self._lookups.find(request.url.host)
                answer = await client.send(request, stream=True)
        except (httpx.HTTPError, OSError) as trouble:  # a time-out is an OSError too
            log.warning("the chat room of %s cannot be reached: %s", mark, type(trouble).__name__)
            return False, None
        with contextlib.suppress(httpx.HTTPError, TimeoutError):
            async with asyncio.timeout(1.0):
                await answer.aclose()
        status = answer.status_code
        if 400 <= status < 500 and status not in AWAY:  # it will never take this one, and the next posts wait
            log.warning("a chat room refused a post for good (%d): %s", status, mark)
            return True, None
        if not 200 <= status < 300:
            log.warning("the chat room of %s answered %d", mark, status)
            return False, self._asked(answer.headers.get("retry-after"))
        spent = answer.headers.get("x-ratelimit-remaining") == "0"
        return True, self._asked(answer.headers.get("x-ratelimit-reset-after")) if spent else None

    async def _ready(self) -> httpx.AsyncClient:
        """What sends, made once."""
        verify = await trusted()
        if self._client is None:
            # No cookies: what one room sets would be sent along to every room of that server, and grow without end.
            nothing_kept = CookieJar(DefaultCookiePolicy(allowed_domains=()))
            self._client = httpx.AsyncClient(
                timeout=self._patience, follow_redirects=False, cookies=nothing_kept, verify=verify
            )
        return self._client

    def _asked(self, given: Any) -> float | None:
        """Seconds from what a chat room wrote: a number, or a date. None where it is neither."""
        if given is None:
            return None
        try:
            seconds = float(given)
        except ValueError:
            try:
                moment = parsedate_to_datetime(given)
            except (ValueError, OverflowError):  # an hour or year beyond all numbers, say
                return None
            seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() - self.house.clock()
        return min(max(seconds, self._pause), LONGEST_ASKED) if seconds == seconds else None  # and never for NaN
