"""One room of one season: its news, each once and in order, between what is told there of its matches (SE-22).

The news of a season are only ever added to, so that a place among them says all; it is moved forward on disk as soon as
a post was answered.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Protocol

import msgspec

from core.narration.feed import FeedPlace, Room, Ways
from core.refusal import Refused
from core.seasons.feeds import SeasonFeed, SeasonFeeds, season_posts
from core.seasons.live import LiveSeason
from core.seasons.season import Season
from core.seasons.words import called
from ssh_server.feeds.sender import Sender

log = logging.getLogger("garnet.feed")

LOOK_AGAIN = 5.0
"""Seconds after which it looks whether it was set to another address, while it waits after trouble."""


class RoomFeeder(Protocol):
    """What a season's line needs of the feeder."""

    season_feeds: SeasonFeeds
    sender: Sender

    def ways(self, rich: bool, opening: str, over: Season | None, /) -> Ways: ...

    def tells(self, match: str, room: Room, url: str, /) -> bool: ...

    async def matches_told(self, season: str, room: Room, before: float, /) -> None: ...


class SeasonLine:
    """What waits for a room, and the task that sends it."""

    def __init__(self, rooms: RoomFeeder, live: LiveSeason, room: Room) -> None:
        self._rooms = rooms
        self._live = live
        self._room: Room = room
        self._moved = asyncio.Event()
        self._went_on = asyncio.Event()
        self._next: FeedPlace | None = None
        """How far the room was told, also where the disk did not take it."""
        self.quiet = asyncio.Event()
        """Is there nothing to send now?"""
        self.silent_since: float | None = None
        """Since when the room has not answered; None while it does."""
        self.task = asyncio.get_running_loop().create_task(self._run())

    def stir(self) -> None:
        """Look again: something happened."""
        self.quiet.clear()
        self._moved.set()

    async def told_until(self, moment: float) -> None:
        """Wait until it has begun, and everything that was announced up to a moment has been told, or nothing is told
        any more."""
        while not self.task.done():
            feed, news = self._feed(), self._live.season.news
            if feed is None:
                return
            began = feed.next.entry > feed.since
            if began and not any(one.at <= moment for one in news[max(0, feed.next.entry - 1) :]):
                return
            await self._went_on.wait()

    # --- the task
    async def _run(self) -> None:
        trouble = 0
        try:
            while (feed := self._feed()) is not None:
                number, wait = feed.next.entry, 0.0
                try:
                    if number > len(self._live.season.news):
                        self.quiet.set()
                        await self._moved.wait()
                        self._moved.clear()
                        continue
                    wait, trouble = await self._tell(feed, number, trouble)
                except Exception:  # a room's trouble is the log's, never a season's
                    log.exception("the feed of %s cannot go on now", self._live.id)
                    trouble, wait = trouble + 1, self._rooms.sender.wait(trouble + 1)
                if wait:
                    await self._pause(wait, feed.url)
        finally:
            self.quiet.set()
            self._wake()

    async def _tell(self, feed: SeasonFeed, number: int, trouble: int) -> tuple[float, int]:
        """Send the next post: how long to wait now, and how often it has failed in a row."""
        season = self._live.season
        if number > feed.since:
            news = season.news[number - 1]
            if news.match is not None and self._rooms.tells(news.match, self._room, feed.url):
                self._keep(FeedPlace(number + 1))  # the match tells it itself
                return 0.0, trouble
            await self._rooms.matches_told(self._live.id, self._room, news.at)
        over = season if season.phase == "finished" else None
        texts = season_posts(season, feed.since, number, self._rooms.ways(feed.rich, "", over))
        part = feed.next.part
        mark = f"{self._live.id}/news/{number}/{part}"
        title = called(season) if feed.threads else ""
        sent = await self._rooms.sender.send(feed, mark, {"season": self._live.id}, texts[part], title=title)
        if sent.closed and feed.threads:  # its topic was deleted: a new one begins
            self._keep(feed.next, thread="")
            return 0.0, trouble
        self.silent_since = self._rooms.sender.silent(sent, self.silent_since)
        if (again := self._rooms.sender.again(sent, trouble)) is not None:
            return again
        after = FeedPlace(number, part + 1) if part + 1 < len(texts) else FeedPlace(number + 1)
        self._keep(after, **({"thread": feed.thread or sent.thread} if feed.threads else {}))
        return sent.wait or 0.0, 0

    def _keep(self, after: FeedPlace, **what: Any) -> None:
        """Move the feed on; it may have been set to another address meanwhile, or taken away."""
        self._next = after
        now = self._feed()
        if now is not None:
            try:
                self._rooms.season_feeds.keep(self._live.id, self._room, msgspec.structs.replace(now, **what))
            except (Refused, OSError):
                log.exception("how far the feed of %s is could not be kept", self._live.id)
        self._wake()

    async def _pause(self, wait: float, url: str) -> None:
        """Wait, but not for an address that is no longer the feed's."""
        while wait > 0 and (feed := self._feed()) is not None and feed.url == url:
            await asyncio.sleep(min(wait, LOOK_AGAIN))
            wait -= LOOK_AGAIN

    def _feed(self) -> SeasonFeed | None:
        """As it is kept; further on where the disk did not take the last place."""
        feed = self._rooms.season_feeds.get(self._live.id, self._room)
        if feed is not None and feed.since < 0:  # set before the news were told too: from now on they are
            news = len(self._live.season.news)
            feed = msgspec.structs.replace(feed, since=news, next=FeedPlace(news + 1))
            self._rooms.season_feeds.keep(self._live.id, self._room, feed)
        if feed is not None and self._next is not None and self._next > feed.next:
            feed = msgspec.structs.replace(feed, next=self._next)
        return feed

    def _wake(self) -> None:
        went_on, self._went_on = self._went_on, asyncio.Event()
        went_on.set()
