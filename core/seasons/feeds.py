"""What a chat room is told of a season: its news, one after the other; and that its matches are told there (SE-22)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from core.match.state import Match
from core.narration.feed import (
    PLAIN,
    ROOMS,
    Feed,
    FeedPlace,
    Feeds,
    Room,
    RoomFeed,
    Ways,
    check_webhook,
    harmless,
    key,
    moment,
)
from core.narration.text import ROOM, as_written, escaped, messages
from core.seasons.season import Season
from core.seasons.words import called, episode_story, table
from core.store import Store

SEASON_SHELF: Final = "season-feeds"


class SeasonFeed(RoomFeed, frozen=True, kw_only=True):
    """One room of one season, as it is kept: its matches are told there from their beginning."""

    since: int = -1
    """How many news the season had when the feed was set: what was before is not told. -1: nobody wrote it down."""
    next: FeedPlace = FeedPlace(0)
    """The next post: of `since` itself that it begins, of n the n-th of the news."""
    handed: tuple[str, ...] = ()
    """The matches that have it already, or were there before: a feed that was ended is not begun again."""


class SeasonFeeds:
    """What seasons hand on to the matches that they make; read anew each time."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, season: str, room: Room) -> SeasonFeed | None:
        """The feed of a season to one of its rooms."""
        found = self._store.get(SEASON_SHELF, key(season, room))
        return None if found is None else msgspec.convert(found, type=SeasonFeed)

    def all(self) -> tuple[tuple[str, Room], ...]:
        """Every feed, as season and room."""
        rooms = [(kept.rpartition(" "), room) for kept in self._store.all(SEASON_SHELF) for room in ROOMS]
        return tuple((season, room) for (season, _, kept), room in rooms if kept == room)

    def set(
        self, season: str, room: Room, given: str, before: tuple[str, ...], told: int = 0, **how: Any
    ) -> SeasonFeed | None:
        """Tell a room of this season and of every match that it makes from now on; `none` forgets it: matches that
        have a feed keep it. `before`: the matches that the season has made already; `told`: how many news it has;
        `how`: `kind` and `threads` of `SeasonFeed`, where they are said. Refused: `bad_webhook`."""
        url = given.strip()
        if url.lower() in ("", "none"):
            self._store.drop(SEASON_SHELF, key(season, room))
            return None
        was = self.get(season, room)
        feed = SeasonFeed(url=check_webhook(url), since=told, next=FeedPlace(told), handed=before)
        if was is not None:
            feed = msgspec.structs.replace(was, url=url, thread="")
        feed = msgspec.structs.replace(feed, **how)
        self.keep(season, room, feed)
        return feed

    def keep(self, season: str, room: Room, feed: SeasonFeed) -> None:
        """Keep a feed as it is now; durable on return."""
        self._store.put(SEASON_SHELF, key(season, room), msgspec.to_builtins(feed))

    def hand_on(self, match: Match) -> bool:
        """Give a match its season's feeds, once; what happened before is told too. True if it got one."""
        season, name, feeds, got = match.header.season, match.header.match, Feeds(self._store), False
        for room in ROOMS if season else ():
            found = self.get(season, room)
            if found is None or name in found.handed:
                continue
            if (
                feeds.get(name, room) is None
            ):  # kept first: a kill in between hands it on once more, which changes nothing
                feeds.keep(
                    name, room, Feed(url=found.url, since=0, next=FeedPlace(0), kind=found.kind, threads=found.threads)
                )
                got = True
            self.keep(season, room, msgspec.structs.replace(found, handed=(*found.handed, name)))
        return got


def season_posts(season: Season, since: int, number: int, ways: Ways = PLAIN) -> tuple[str, ...]:
    """What a room is told of the `number`-th of the news, counted from 1; where it is `since`, that the feed begins.
    With the end of an episode comes its story, with that of the season the table."""
    title, lines = called(season), ["This season is told here from now on, with its matches."]
    if number != since:
        news = season.news[number - 1]
        lines = [news.text]
        if news.over is not None:
            title, lines = (
                f"{title}: episode {news.over} is over",
                episode_story(season, news, lambda at: moment(at, ways)),
            )
        elif season.phase == "finished" and number == len(season.news):
            lines += ["", *table(season), *([ways.page] if ways.page else [])]
    told = [f"**{escaped(title)}**", *as_written(lines, [*season.cast, season.header.title])]
    found = [harmless(text) for text in messages(told, ROOM - len(ways.enter) - 1)]
    found[-1] = "\n".join([found[-1], *([ways.enter] if ways.enter else [])])
    return tuple(found)
