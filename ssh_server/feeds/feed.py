"""The feed into chat rooms: what happens at a match, each post once and in order, however long a room is away.

Nothing that waits is kept but a place in the journal (`core.narration.feed`): it is moved forward on disk as soon as a
post was answered, and what comes after it is told again from the journal, after a kill too. A room's trouble is its
own: it is tried again after growing waits by a task of its own, and no match and no other room ever waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterator
from datetime import UTC, tzinfo
from math import inf
from typing import Any, NamedTuple

import msgspec

from core.house.house import House
from core.house.settings import MUTED, HouseSettings
from core.house.todo import SilentRoom
from core.match import journal as j
from core.match.reducer import apply
from core.match.state import Match, begin
from core.narration.feed import (
    EntryStep,
    Feed,
    FeedPlace,
    Feeds,
    Post,
    Room,
    Ways,
    live_key,
    live_text,
    step_posts,
    with_head,
)
from core.refusal import Refused
from core.seasons.feeds import SeasonFeeds
from core.seasons.season import Season
from core.store import Stored
from core.words.deadlines import day_and_hour
from ssh_server.feeds.season_feed import SeasonLine
from ssh_server.feeds.sender import PATIENCE, PAUSE, Sender

log = logging.getLogger("garnet.feed")

BACKLOG = 100
"""Steps of a match that wait in memory for a room, or twice as many after the journal was read; what is beyond is read
from the journal when it is due."""
WITH_IT = (j.Scheduled, j.Exempted, j.Published)
"""What a season enters in a match as it makes it."""
PICTURED = 2
"""So often a post is tried with its picture before it goes without: words that come are better."""
CALM = 5.0
"""Between two changes of a message that only count lies so much more than before a second try."""


class Due(NamedTuple):
    """The next post of a room."""

    place: FeedPlace
    mark: str
    """Of its step: what everybody knows."""
    post: Post
    last: bool
    """Is it the last post of its entry?"""
    after: Match
    """As the entry left it."""


class RoomLine:
    """One room of one match: what waits for it, and the task that sends it."""

    def __init__(self, feeder: Feeder, match: str, room: Room, at: Match) -> None:
        self._feeder = feeder
        self._match = match
        self._room: Room = room
        self._at = at
        """The match after the last entry that was heard of."""
        self._steps: deque[EntryStep] = deque()
        self._missed = True
        """Is there more in the journal than in `_steps`?"""
        self._released = 0
        """For a room that is behind: entries before this one may be told."""
        self._moved = asyncio.Event()
        self._set_anew = asyncio.Event()
        self._known: Feed | None = None
        """The feed as it was left last, also where the disk did not take it."""
        self._counts = False
        """Does a message stand in the room that says how many have sealed?"""
        self._deleted: set[str] = set()
        """Topics that are not there any more."""
        self._edited = -inf
        """When that was last changed, by the loop's clock."""
        self.quiet = asyncio.Event()
        """Is there nothing to send now?"""
        self.silent_since: float | None = None
        """Since when the room has not answered; None while it does."""
        self.task = asyncio.get_running_loop().create_task(self._run())

    def heard(self, now: Match) -> None:
        """An entry was kept: before and after it are put aside, no more; all the work is the task's."""
        step = EntryStep(self._at, now)
        self._at = now
        if not step.tells:
            if self._counts:
                self.stir()
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

    @property
    def began(self) -> bool:
        """Was the room told of it, now or before it was over?"""
        return self._known is not None

    @property
    def thread(self) -> str:
        """The topic that it is told in."""
        feed = self._known or self._feed()
        return "" if feed is None else feed.thread

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
                elif (text := self._stale(feed)) is not None:
                    wait, trouble = await self._edit(feed, text, trouble)
                elif (
                    self._at.phase == "finished" and not self._at.abandoned and not self._missed
                ):  # an end may be undone
                    self._feeder.feeds.forget(self._match, self._room)
                    break
                else:
                    await self._until_moved()
            except Exception:  # a room's trouble is the log's, never a match's
                log.exception("the feed of %s cannot go on now", self._match)
                trouble, wait = trouble + 1, self._feeder.sender.wait(trouble + 1)
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
        feed, known = self._feeder.feeds.get(self._match, self._room), self._known
        if feed is not None and known is not None and known.next > feed.next:
            feed = msgspec.structs.replace(
                feed,
                next=known.next,
                message=known.message,
                shows=known.shows,
                reads=known.reads,
                thread=known.thread,
                head=known.head,
            )
        return feed

    def _ways(self, feed: Feed) -> Ways:
        """How the room reads."""
        opening = ""
        if feed.since == 0 and feed.next.entry == 0:
            opening = self._feeder.opening(self._at, self._room, feed.url)
        return self._feeder.ways(feed.rich, opening, self._at if self._at.phase == "finished" else None)

    # --- the message that is edited
    def _stale(self, feed: Feed) -> str | None:
        """What the message about the open round should read by now; None where it does, or there is none."""
        match = self._at
        self._counts = bool(feed.message) and feed.shows == live_key(match) and match.phase != "finished"
        if not self._counts or self._missed or self._steps:
            return None
        text = live_text(match, self._feeder.ways(feed.rich))
        text = with_head(text, feed.head) if text else ""
        return text if text and text != feed.reads else None

    async def _edit(self, feed: Feed, text: str, trouble: int) -> tuple[float, int]:
        """Let the message about the open round read so. Not at once after the last time: seals come one by one."""
        loop = asyncio.get_running_loop()
        early = self._edited + CALM * self._feeder.sender.wait(1) - loop.time()
        if early > 0:
            self._moved.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._moved.wait(), early)
            return 0.0, trouble
        mark = f"{self._match}/{self._room}/{feed.shows}"
        sent = await self._feeder.sender.send(feed, mark, {"match": self._match}, text, edit=feed.message)
        self._edited = loop.time()
        if (again := self._feeder.sender.again(sent, trouble)) is not None:
            return again
        self._keep(reads=text, **({"message": "", "shows": ""} if sent.gone else {}))
        return sent.wait or 0.0, 0

    def _keep(self, **what: Any) -> None:
        """Move the feed on; it may have been set to another address meanwhile, or taken away."""
        now = self._feed()
        if now is None:
            return
        self._known = msgspec.structs.replace(now, **what)
        try:
            self._feeder.feeds.keep(self._match, self._room, self._known)
        except (Refused, OSError):
            log.exception("how far the feed of %s is could not be kept", self._match)

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
            found = step_posts(step, self._room, self._ways(feed)) if step.entry >= feed.next.entry else ()
            part = feed.next.part if step.entry == feed.next.entry else 0
            if part < len(found):
                return Due(FeedPlace(step.entry, part), step.mark, found[part], part == len(found) - 1, step.after)
            self._steps.popleft()
            await asyncio.sleep(0)  # one story after the other, and players in between

    def _may_tell(self, step: EntryStep) -> bool:
        return step.entry < self._released or step.after.phase == "finished"

    async def _sent(self, feed: Feed, due: Due, trouble: int) -> tuple[float, int]:
        """Send a post: how long to wait now, and how often it has failed in a row."""
        if feed.next.entry == 0:  # what its season tells of it comes first
            await self._feeder.season_told(self._at, self._room, feed.url)
        mark, post = f"{self._match}/{self._room}/{due.mark}/{due.place.part}", due.post
        edit = feed.message if post.ends and post.ends == feed.shows else ""
        title = self._at.title if feed.threads else ""
        thread = feed.thread or (self._feeder.thread(self._at, self._room) if feed.threads else "")
        thread = "" if thread in self._deleted else thread
        feed = msgspec.structs.replace(feed, thread=thread)
        text = with_head(post.text, feed.head) if edit else post.text
        picture = b""
        if post.pictured and feed.rich and trouble < PICTURED:
            picture = await self._feeder.picture(due.after)
        sent = await self._feeder.sender.send(
            feed, mark, {"match": self._match}, text, edit=edit, title=title, picture=picture
        )
        if sent.gone:  # somebody has deleted it: it is told anew
            self._keep(message="", shows="")
            return 0.0, trouble
        if sent.closed and feed.threads:  # likewise its topic: a new one begins
            self._deleted.add(thread)
            self._keep(message="", shows="", thread="")
            return 0.0, trouble
        self.silent_since = self._feeder.sender.silent(sent, self.silent_since)
        if (again := self._feeder.sender.again(sent, trouble)) is not None:
            return again
        what: dict[str, Any] = {"thread": thread or sent.thread} if feed.threads else {}
        if post.shows:
            what |= {"message": edit or sent.message, "shows": post.shows, "reads": text,
                     "head": feed.head if edit else post.head}  # fmt: skip
            self._edited = asyncio.get_running_loop().time()
        elif edit:
            what |= {"message": "", "shows": "", "reads": "", "head": ""}
        self._keep(
            next=FeedPlace(due.place.entry + 1) if due.last else FeedPlace(due.place.entry, due.place.part + 1), **what
        )
        return sent.wait or 0.0, 0

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


def _steps_from(stored: Stored, feed: Feed) -> tuple[list[EntryStep], int, bool]:
    """The steps from `feed.next` on, at most BACKLOG; the last entry that releases; and whether there are more."""
    found: list[EntryStep] = []
    released, more = 0, False
    for step in _told_again(stored, feed.since):
        released = step.entry if step.releases else released
        if step.entry >= feed.next.entry and step.tells:
            more = len(found) >= BACKLOG
            if not more:
                found.append(step)
    return found, released, more


def _told_again(stored: Stored, since: int) -> Iterator[EntryStep]:
    match = begin(j.header_from_json(stored.header))
    entries = [j.entry_from_json(entry) for entry in stored.entries]
    first = 0
    if since == 0:  # what its season does to it at once belongs to its beginning
        while first < len(entries) and isinstance(entries[first], WITH_IT) and entries[first].by == "house":
            match, _ = apply(match, entries[first])
            first += 1
        yield EntryStep(None, match)
    for entry in entries[first:]:
        before = match
        match, _ = apply(match, entry)
        if match.length >= since:
            yield EntryStep(before if match.length > since else None, match)


class Feeder:
    """All the feeds of a house that is served."""

    def __init__(
        self, house: House, *, pause: float = PAUSE, patience: float = PATIENCE, enter: Callable[[], str] = str,
        zone: tzinfo = UTC, page: Callable[[str, str], str] = lambda kind, name: "",
        draw: Callable[[Match], bytes] | None = None,
    ) -> None:  # fmt: skip
        """`pause`: seconds before the second try; `patience`: for an answer; `enter`: how one gets to the table, for
        the last line of every post; `zone`: the clock of moments in rooms that show none of their own; `page`: where
        everybody may read of one of the `matches` or `seasons`, empty for nowhere; `draw`: a PNG of a match that is
        over, of what `told_at_end` tells."""
        self.house = house
        self._page = page
        self._draw = draw
        self._enter = enter
        self._zone = zone
        self.feeds = Feeds(house.store)
        self.sender = Sender(house.clock, pause, patience)
        self._lines: dict[tuple[str, Room], RoomLine] = {}
        self._open = False
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
        self.sender.origin = "" if copy is None else f"{copy.id}/"
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
        await self.sender.stop()

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
        self._lines[match, room] = RoomLine(self, match, room, at)

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

    # --- what a room is told
    def ways(self, rich: bool, opening: str = "", over: Match | Season | None = None) -> Ways:
        """How a room reads. `over`: what has come to its end."""
        page = ""
        if over is not None and over.public:
            kind, name = ("matches", over.header.match) if isinstance(over, Match) else ("seasons", over.header.season)
            page = self._page(kind, name)
        return Ways(rich, lambda at: " ".join(day_and_hour(at, self._zone).split()), self._enter(), opening, page)

    async def picture(self, match: Match) -> bytes:
        """Of a match that is over, drawn beside the loop; empty where there is none."""
        try:
            return b"" if self._draw is None else await asyncio.to_thread(self._draw, match)
        except Exception:
            log.exception("no picture of %s could be drawn", match.header.match)
            return b""

    def opening(self, match: Match, room: Room, url: str) -> str:
        """What the season says of a match as it begins, where this room is told of the season: it is told once."""
        live = self.house.seasons.live.get(match.header.season)
        feed = None if live is None else self.season_feeds.get(live.id, room)
        if live is None or feed is None or feed.url != url:
            return ""
        found = [news.text for news in live.season.news[max(0, feed.since) :] if news.match == match.header.match]
        return found[0] if found else ""

    def tells(self, match: str, room: Room, url: str) -> bool:
        """Is that room told of that match from its beginning?"""
        self._made(match)
        feed = self.feeds.get(match, room)
        line = self._lines.get((match, room))
        told = feed is not None and feed.url == url and feed.since == 0
        return told or (feed is None and line is not None and line.began)

    def thread(self, match: Match, room: Room) -> str:
        """The topic of the episode that a match is of."""
        live = self.house.seasons.live.get(match.header.season)
        for episode in () if live is None else live.season.episodes:
            if match.header.match in episode.duels and episode.match is not None:
                line = self._lines.get((episode.match, room))
                return "" if line is None else line.thread
        return ""
