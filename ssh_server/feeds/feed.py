"""The feed of a match into chat rooms: each post once and in order, however long a room is unreachable.

Only a position in the journal is stored (`core.narration.feed`), which moves on when a post is answered. Each room has
its own task with growing waits, so it delays no match or other room.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, tzinfo
from functools import partial
from math import inf
from typing import Any, NamedTuple

import msgspec

from core.house.house import House
from core.house.reminders import Reminded
from core.house.settings import MUTED, HouseSettings
from core.house.todo import SilentRoom
from core.match import journal as j
from core.match.seating import OPEN, is_person
from core.match.state import Match
from core.narration.feed import EntryStep, Post, Ways, live_key, live_text, step_posts, steps_from, with_head
from core.narration.feed_shelf import Feed, FeedPlace, Feeds, Room
from core.refusal import Refused
from core.seasons.feeds import SeasonFeeds
from core.seasons.season import Season
from core.words.deadlines import day_and_hour, match_zone
from ssh_server.feeds.season_feed import SeasonLine
from ssh_server.feeds.sender import PATIENCE, PAUSE, Sender

log = logging.getLogger("garnet.feed")

BACKLOG = 100
"""Steps of a match that wait in memory for a room; twice as many after the journal was read. Later steps are read when
due."""
PICTURED = 2
"""Tries of a post with its picture before it goes without."""
CALM = 5.0
"""Gap between two edits of the counting message, as a multiple of the pause before a second try."""


class Due(NamedTuple):
    place: FeedPlace
    mark: str
    post: Post
    last: bool
    after: Match


class RoomLine:
    def __init__(self, feeder: Feeder, match: str, room: Room, at: Match) -> None:
        self._feeder = feeder
        self._match = match
        self._room: Room = room
        self._at = at
        """The match after the latest entry."""
        self._steps: deque[EntryStep] = deque()
        self._missed = True
        """True if the journal has more than `_steps`."""
        self._released = 0
        """Entries before this one may be told to a room that lags behind."""
        self._moved = asyncio.Event()
        self._restarted = asyncio.Event()
        self._known: Feed | None = None
        """Latest state of the feed, even if the disk refused it."""
        self._counts = False
        """True if a message in the room says how many have sealed."""
        self._deleted: set[str] = set()
        self._edited = -inf
        """Loop time of the last edit of that message."""
        self.quiet = asyncio.Event()
        """Set while there is nothing to send."""
        self._away = False
        """True while the room catches up after it did not answer: it reads nothing that is past."""
        self.silent_since: float | None = None
        """Since when the room has not answered; None while it does."""
        self.task = asyncio.get_running_loop().create_task(self._run())

    def queue_step(self, now: Match) -> None:
        """Queue the step up to this entry. Runs within the entry, so all work is left to the task."""
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
        return self._at.header

    @property
    def began(self) -> bool:
        return self._known is not None

    @property
    def thread(self) -> str:
        feed = self._known or self._feed()
        return "" if feed is None else feed.thread

    def stir(self) -> None:
        self.quiet.clear()
        self._moved.set()

    def restart(self) -> None:
        """The feed has another address, or is gone: retry at once."""
        self._steps.clear()
        self._missed = True
        self._restarted.set()
        self.stir()

    # --- the task
    async def _run(self) -> None:
        trouble = 0
        while True:
            wait = 0.0
            self._restarted.clear()  # before the address is read: a change during a post counts too
            try:
                feed = self._feed()
                if feed is None:
                    break
                due = await self._due(feed)
                if due is not None:
                    wait, trouble = await self._sent(feed, due, trouble)
                elif (text := self._new_edit(feed)) is not None:
                    wait, trouble = await self._edit(feed, text, trouble)
                elif self._at.phase == "finished" and not self._at.abandoned and not self._missed:
                    self._feeder.feeds.forget(self._match, self._room)  # an abandoned one may be reopened
                    break
                else:
                    self.quiet.set()
                    await self._moved.wait()
                    self._moved.clear()
            except Exception:  # logged only: a room must not disturb a match
                log.exception("the feed of %s cannot go on now", self._match)
                trouble, wait = trouble + 1, self._feeder.sender.wait(trouble + 1)
            if wait:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._restarted.wait(), wait)
                    trouble = 0
        self.quiet.set()

    def _feed(self) -> Feed | None:
        """The stored feed, moved on where the disk did not take the latest position."""
        feed, known = self._feeder.feeds.get(self._match, self._room), self._known
        if feed is not None and known is not None and known.next > feed.next:
            feed = msgspec.structs.replace(
                feed, next=known.next, message=known.message, shows=known.shows, reads=known.reads,
                thread=known.thread, head=known.head,
            )  # fmt: skip
        return feed

    # --- the message that is edited
    def _new_edit(self, feed: Feed) -> str | None:
        """New text for the message about the open round; None if it is up to date or there is none."""
        match = self._at
        self._counts = bool(feed.message) and feed.shows == live_key(match) and match.phase != "finished"
        if not self._counts or self._missed or self._steps:
            return None
        text = live_text(match, self._feeder.ways(feed.rich, "", match))
        text = with_head(text, feed.head) if text else ""
        return text if text and text != feed.reads else None

    async def _edit(self, feed: Feed, text: str, trouble: int) -> tuple[float, int]:
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
        if (retry := self._feeder.sender.retry_after(sent, trouble)) is not None:
            return retry
        self._keep(reads=text, **({"message": "", "shows": ""} if sent.gone else {}))
        return sent.wait or 0.0, 0

    def _keep(self, **what: Any) -> None:
        now = self._feed()
        if now is None:
            return
        self._known = msgspec.structs.replace(now, **what)
        try:
            self._feeder.feeds.keep(self._match, self._room, self._known)
        except (Refused, OSError):
            log.exception("how far the feed of %s is could not be kept", self._match)

    async def _due(self, feed: Feed) -> Due | None:
        while True:
            if not self._steps and self._missed:
                await self._read_again(feed)
            if not self._steps:
                self._away = False
                return None
            step = self._steps[0]
            late = step.entry >= self._released and step.after.phase != "finished"
            if self._room == "spectators" and step.before is not None and late:
                return None
            last = self._steps[-1].after
            past = self._away and (last.phase, last.round) != (step.after.phase, step.after.round)
            await self._feeder.page_ready(step.after)
            is_first = feed.since == 0 and feed.next.entry == 0
            opening = self._feeder.opening(self._at, self._room, feed.url) if is_first else ""
            ways = self._feeder.ways(feed.rich, opening, self._at)
            posts = step_posts(step, self._room, ways, past) if step.entry >= feed.next.entry else ()
            part = feed.next.part if step.entry == feed.next.entry else 0
            if part < len(posts):
                return Due(FeedPlace(step.entry, part), step.mark, posts[part], part == len(posts) - 1, step.after)
            self._steps.popleft()
            await asyncio.sleep(0)  # lets players in between posts

    async def _sent(self, feed: Feed, due: Due, trouble: int) -> tuple[float, int]:
        if feed.next.entry == 0:  # the season's own news of the match goes first
            await self._feeder.wait_for_season_news(self._at, self._room, feed.url)
        mark, post = f"{self._match}/{self._room}/{due.mark}/{due.place.part}", due.post
        edit = feed.message if post.ends and post.ends == feed.shows else ""
        title = self._at.title if feed.threads else ""
        thread = feed.thread or (self._feeder.thread(self._at, self._room) if feed.threads else "")
        thread = "" if thread in self._deleted else thread
        feed = msgspec.structs.replace(feed, thread=thread)
        text = with_head(post.text, feed.head) if edit else post.text
        pictured = post.pictured and feed.rich and trouble < PICTURED
        picture = await self._feeder.picture(due.after) if pictured else b""
        called = self._feeder.room_names(due.after, post.calls) if self._room == "players" else ()
        sent = await self._feeder.sender.send(
            feed, mark, {"match": self._match}, text, edit=edit, title=title, picture=picture, called=called
        )
        if sent.gone:  # the message was deleted: post it as a new one
            self._keep(message="", shows="")
            return 0.0, trouble
        if sent.closed and feed.threads:  # the topic was deleted: open a new one
            self._deleted.add(thread)
            self._keep(message="", shows="", thread="")
            return 0.0, trouble
        self.silent_since = self._feeder.sender.silence_start(sent, self.silent_since)
        self._away = self._away or self.silent_since is not None
        if (retry := self._feeder.sender.retry_after(sent, trouble)) is not None:
            return retry
        what: dict[str, Any] = {"thread": thread or sent.thread} if feed.threads else {}
        if post.shows:
            head = feed.head if edit else post.head
            what |= {"message": edit or sent.message, "shows": post.shows, "reads": text, "head": head}
            self._edited = asyncio.get_running_loop().time()
        elif edit:
            what |= {"message": "", "shows": "", "reads": "", "head": ""}
        place = FeedPlace(due.place.entry + 1) if due.last else FeedPlace(due.place.entry, due.place.part + 1)
        self._keep(next=place, **what)
        return sent.wait or 0.0, 0

    async def _read_again(self, feed: Feed) -> None:
        self._missed = False
        stored = self._feeder.house.store.read(self._match)
        steps, released, more = await asyncio.to_thread(steps_from, stored, feed, BACKLOG)
        self._released = max(self._released, released)
        if more:  # steps queued meanwhile come later in the journal
            self._steps, self._missed = deque(steps), True
        else:
            self._steps = deque([*steps, *(step for step in self._steps if step.entry > len(stored.entries))])


class Feeder:
    def __init__(
        self, house: House, *, pause: float = PAUSE, patience: float = PATIENCE, enter: Callable[[], str] = str,
        zone: tzinfo = UTC, page: Callable[[str, str], str] = lambda kind, name: "",
        draw: Callable[[Match], bytes] | None = None,
    ) -> None:  # fmt: skip
        """Build the feeds.

        Args:
            pause: Seconds before the second try.
            patience: Seconds for an answer.
            enter: How players reach the table; the last line of every post.
            zone: Time zone for rooms that show no local times.
            page: Public page of one of the `matches` or `seasons`; empty for none.
            draw: A PNG of a finished match, of what `story_at_end` tells.
        """
        self.house = house
        self._page = page
        self._draw = draw
        self._enter = enter
        self._zone = zone
        self.feeds = Feeds(house.store)
        self.sender = Sender(house.clock, pause, patience)
        self._lines: dict[tuple[str, Room], RoomLine] = {}
        self._threads: dict[tuple[str, Room], str] = {}
        """Thread of each feed that has ended and had begun; empty without threads."""
        self.published: Callable[[Callable[[], str]], Awaitable[None]] | None = None
        """Waits until an address has its page, where the house publishes by itself."""
        self._open = False
        self._leave = house.follow(self._match_changed)
        self._known: set[str] = set()
        """Matches that have the feeds of their season."""
        self._leave_house = house.listen(self._hand_on_feeds)
        self.season_feeds = SeasonFeeds(house.store)
        self._seasons: dict[tuple[str, Room], SeasonLine] = {}
        self._leave_seasons = house.seasons.listen(self._season_heard)

    def start(self) -> None:
        """Begin to send, first what an earlier run left over. A copy of a house sends nothing until a host has unmuted
        it and `start` is called again (HH-48)."""
        copy = HouseSettings(self.house.store).copy
        if copy is not None and copy.muted:
            log.warning("%s", MUTED)
            return
        self.sender.origin = "" if copy is None else f"{copy.id}/"
        self._open = True
        for season, room in self.season_feeds.all():
            self._season_heard(season)
            feed = self.season_feeds.get(season, room)
            for name in self.house.of_season(season):  # includes a match that ended while the house was closed
                if feed is not None and name not in feed.handed:
                    self._hand_on_feeds(name)
        for table in self.house.running():
            self._hand_on_feeds(table.match.header.match)
        for match, room in self.feeds.all():
            self._line(match, room)

    async def stop(self) -> None:
        self._leave()
        self._leave_house()
        self._leave_seasons()
        tasks = [line.task for _, line in self._every_line()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.sender.stop()

    def changed(self, match: str) -> None:
        if not self._open:
            return
        for (name, _), line in self._lines.items():
            if name == match:
                line.restart()
        for name, room in self.feeds.all():
            if name == match:
                self._line(match, room)

    def silent(self) -> tuple[SilentRoom, ...]:
        return tuple(
            SilentRoom(name, room, line.silent_since)
            for (name, room), line in self._every_line()
            if line.silent_since is not None and not line.task.done()
        )

    async def quiet(self) -> None:
        # Seasons come twice: one may have waited for its matches.
        for lines in (self._seasons, self._lines, self._seasons):
            for line in [*lines.values()]:
                await line.quiet.wait()

    def _every_line(self) -> list[tuple[tuple[str, Room], RoomLine | SeasonLine]]:
        return [*self._lines.items(), *self._seasons.items()]

    # --- seasons
    def _season_heard(self, season: str) -> None:
        if not self._open or season not in self.house.seasons.live:
            return
        for name, room in self.season_feeds.all():
            line = self._seasons.get((name, room))
            if name == season and (line is None or line.task.done()):
                self._seasons[name, room] = SeasonLine(self, self.house.seasons.live[name], room)
        for (name, _), line in self._seasons.items():
            if name == season:
                line.stir()

    async def wait_for_season_news(self, match: Match, room: Room, url: str) -> None:
        """Wait until a room has its season's news from before the match, if both feeds have the same address."""
        line, feed = self._seasons.get((match.header.season, room)), self.season_feeds.get(match.header.season, room)
        if line is not None and feed is not None and feed.url == url:
            await line.wait_for_news(match.header.made_at)

    async def wait_for_matches(self, season: str, room: Room, before: float) -> None:
        """Wait until a room has all posts of the matches that a season opened before a time."""
        to = self.season_feeds.get(season, room)
        for (match, kind), line in list(self._lines.items()):
            header, feed = line.header, self.feeds.get(match, room)
            if kind != room or header.season != season or header.made_at >= before or line.task.done():
                continue
            if to is not None and feed is not None and feed.url == to.url:  # no wait for a feed at another address
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
        line = self._lines[match, room] = RoomLine(self, match, room, at)
        line.task.add_done_callback(lambda _: self._line_ended(match, room, line))

    def _line_ended(self, match: str, room: Room, line: RoomLine) -> None:
        """Drop a line that has told everything, and the match with it; keep its thread."""
        if self._lines.get((match, room)) is line:
            del self._lines[match, room]
            if line.began:
                self._threads[match, room] = line.thread

    def _hand_on_feeds(self, match: str) -> None:
        if match in self._known or not self._open or not self.house.knows(match):
            return
        self._known.add(match)
        try:
            if SeasonFeeds(self.house.store).hand_on(self.house.table(match).match):
                self.changed(match)
        except (Refused, OSError):
            self._known.discard(match)
            log.exception("the feed of its season could not be handed on to %s", match)

    def _match_changed(self, match: str) -> None:
        for (name, _), line in self._lines.items():
            if name == match and not line.task.done():
                line.queue_step(self.house.table(match).match)

    # --- contents of a room
    def ways(self, rich: bool, opening: str = "", about: Match | Season | None = None) -> Ways:
        """Links and style for a room. `about`: the match or season; its page is given once it has ended, and a match's
        times are those of its schedule's place."""
        page, zone = "", self._zone
        over = about is not None and about.public and about.phase == "finished"
        if isinstance(about, Match):
            zone = match_zone(about, self.house.clock(), zone) or zone
            page = self._page("matches", about.header.match) if over else ""
        elif about is not None:
            page = self._page("seasons", about.header.season) if over else ""
        return Ways(rich, lambda at: " ".join(day_and_hour(at, zone).split()), self._enter(), opening, page)

    async def page_ready(self, match: Match) -> None:
        """Wait for the page of an ended public match, so that its result names the address."""
        if self.published is not None and match.public and match.phase == "finished":
            await self.published(partial(self._page, "matches", match.header.match))

    def room_names(self, match: Match, seats: Sequence[str]) -> tuple[str, ...]:
        """Ids by which the room mentions the people in these seats (HH-60)."""
        reminders = Reminded(self.house.store)
        people = [match.holders[seat] for seat in seats if is_person(match.holders.get(seat, OPEN))]
        return tuple(name for who in people if (name := reminders.room_name(who.removeprefix("person:"))))

    async def picture(self, match: Match) -> bytes:
        """Picture of a finished match, drawn in a thread; empty if there is none."""
        try:
            return b"" if self._draw is None else await asyncio.to_thread(self._draw, match)
        except Exception:
            log.exception("no picture of %s could be drawn", match.header.match)
            return b""

    def opening(self, match: Match, room: Room, url: str) -> str:
        """The season's news about a match as it begins. Empty unless this room follows the season too."""
        live = self.house.seasons.live.get(match.header.season)
        feed = None if live is None else self.season_feeds.get(live.id, room)
        if live is None or feed is None or feed.url != url:
            return ""
        texts = [news.text for news in live.season.news[max(0, feed.since) :] if news.match == match.header.match]
        return texts[0] if texts else ""

    def tells(self, match: str, room: Room, url: str) -> bool:
        """True if the room follows the match from its beginning."""
        self._hand_on_feeds(match)
        feed = self.feeds.get(match, room)
        line = self._lines.get((match, room))
        follows = feed is not None and feed.url == url and feed.since == 0
        began = (match, room) in self._threads if line is None else line.began
        return follows or (feed is None and began)

    def thread(self, match: Match, room: Room) -> str:
        live = self.house.seasons.live.get(match.header.season)
        for episode in () if live is None else live.season.episodes:
            if match.header.match in episode.duels and episode.match is not None:
                line = self._lines.get((episode.match, room))
                return self._threads.get((episode.match, room), "") if line is None else line.thread
        return ""
