"""The feed of a season into a chat room: each piece of news once and in order, among the posts of its matches (SE-22).

The position is a number among the news; it moves on when a post is answered.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Protocol

import msgspec

from core.narration.feed import Ways
from core.narration.feed_shelf import FeedPlace, Room
from core.refusal import Refused
from core.seasons.feeds import SeasonFeed, SeasonFeeds, season_posts
from core.seasons.live import LiveSeason
from core.seasons.season import Season
from core.seasons.words import title_and_id
from ssh_server.feeds.sender import Sender

log = logging.getLogger("garnet.feed")

LOOK_AGAIN = 5.0


class RoomFeeder(Protocol):
    season_feeds: SeasonFeeds
    sender: Sender

    def ways(self, rich: bool, opening: str, over: Season | None, /) -> Ways: ...

    def tells(self, match: str, room: Room, url: str, /) -> bool: ...

    async def wait_for_matches(self, season: str, room: Room, before: float, /) -> None: ...


class SeasonLine:
    def __init__(self, rooms: RoomFeeder, live: LiveSeason, room: Room) -> None:
        self._rooms = rooms
        self._live = live
        self._room: Room = room
        self._moved = asyncio.Event()
        self._progress = asyncio.Event()
        self._next: FeedPlace | None = None
        self.quiet = asyncio.Event()
        self.silent_since: float | None = None
        """Since when the room has not answered; None while it does."""
        self.task = asyncio.get_running_loop().create_task(self._run())

    def stir(self) -> None:
        self.quiet.clear()
        self._moved.set()

    async def wait_for_news(self, moment: float) -> None:
        """Wait until the feed has begun and all news up to a time are sent, or the feed has ended."""
        while not self.task.done():
            feed, news = self._feed(), self._live.season.news
            if feed is None:
                return
            began = feed.next.entry > feed.since
            if began and not any(item.at <= moment for item in news[max(0, feed.next.entry - 1) :]):
                return
            await self._progress.wait()

    # --- the task
    async def _run(self) -> None:
        trouble = 0
        try:
            while (feed := self._feed()) is not None:
                number, wait = feed.next.entry, 0.0
                try:
                    if number > len(self._live.season.news):
                        self.quiet.set()
                        if self._live.season.phase == "finished":
                            return  # another line begins if it is heard of again
                        await self._moved.wait()
                        self._moved.clear()
                        continue
                    wait, trouble = await self._tell(feed, number, trouble)
                except Exception:  # logged only: a room must not disturb a season
                    log.exception("the feed of %s cannot go on now", self._live.id)
                    trouble, wait = trouble + 1, self._rooms.sender.wait(trouble + 1)
                if wait:
                    await self._pause(wait, feed.url)
        finally:
            self.quiet.set()
            self._wake()

    async def _tell(self, feed: SeasonFeed, number: int, trouble: int) -> tuple[float, int]:
        season = self._live.season
        if number > feed.since:
            news = season.news[number - 1]
            if news.match is not None and self._rooms.tells(news.match, self._room, feed.url):
                self._keep(FeedPlace(number + 1))  # the match's own feed tells it
                return 0.0, trouble
            await self._rooms.wait_for_matches(self._live.id, self._room, news.at)
        over = season if season.phase == "finished" else None
        texts = season_posts(season, feed.since, number, self._rooms.ways(feed.rich, "", over))
        if not texts:
            self._keep(FeedPlace(number + 1))
            return 0.0, trouble
        part = feed.next.part
        mark = f"{self._live.id}/news/{number}/{part}"
        title = title_and_id(season) if feed.threads else ""
        sent = await self._rooms.sender.send(feed, mark, {"season": self._live.id}, texts[part], title=title)
        if sent.closed and feed.threads:  # the topic was deleted: open a new one
            self._keep(feed.next, thread="")
            return 0.0, trouble
        self.silent_since = self._rooms.sender.silence_start(sent, self.silent_since)
        if (retry := self._rooms.sender.retry_after(sent, trouble)) is not None:
            return retry
        after = FeedPlace(number, part + 1) if part + 1 < len(texts) else FeedPlace(number + 1)
        self._keep(after, **({"thread": feed.thread or sent.thread} if feed.threads else {}))
        return sent.wait or 0.0, 0

    def _keep(self, after: FeedPlace, **what: Any) -> None:
        self._next = after
        now = self._feed()
        if now is not None:
            try:
                self._rooms.season_feeds.keep(self._live.id, self._room, msgspec.structs.replace(now, **what))
            except (Refused, OSError):
                log.exception("how far the feed of %s is could not be kept", self._live.id)
        self._wake()

    async def _pause(self, wait: float, url: str) -> None:
        while wait > 0 and (feed := self._feed()) is not None and feed.url == url:
            await asyncio.sleep(min(wait, LOOK_AGAIN))
            wait -= LOOK_AGAIN

    def _feed(self) -> SeasonFeed | None:
        feed = self._rooms.season_feeds.get(self._live.id, self._room)
        if feed is not None and feed.since < 0:  # set by an older version, without news: begin with the next
            news = len(self._live.season.news)
            feed = msgspec.structs.replace(feed, since=news, next=FeedPlace(news + 1))
            self._rooms.season_feeds.keep(self._live.id, self._room, feed)
        if feed is not None and self._next is not None and self._next > feed.next:
            feed = msgspec.structs.replace(feed, next=self._next)
        return feed

    def _wake(self) -> None:
        progress, self._progress = self._progress, asyncio.Event()
        progress.set()
