"""Feeds of a season to a chat room: its news in order, and the feeds of its matches (SE-22)."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from core.match.state import Match
from core.narration.feed import PLAIN, Ways, moment, without_mentions
from core.narration.feed_shelf import ROOMS, Feed, FeedPlace, Feeds, FeedShelf, Room, RoomFeed
from core.narration.text import ROOM, as_written, escape, messages
from core.seasons.season import Season
from core.seasons.words import episode_story, table, title_and_id
from core.store import Store

SEASON_SHELF: Final = "season-feeds"


class SeasonFeed(RoomFeed, frozen=True, kw_only=True):
    """Feed of a season to a room; its matches are fed there too, from their beginning."""

    since: int = -1
    """Number of news when the feed was set, which are not posted; -1 if unknown."""
    next: FeedPlace = FeedPlace(0)
    """Next post: `since` itself announces the feed, n is the n-th of the news."""
    handed: tuple[str, ...] = ()
    """Matches with a feed from here, or made before: an ended feed is not begun again."""


class SeasonFeeds(FeedShelf[SeasonFeed]):
    def __init__(self, store: Store) -> None:
        super().__init__(store, SEASON_SHELF, SeasonFeed)

    def set(
        self, season: str, room: Room, text: str, before: tuple[str, ...], news_count: int = 0, **how: Any
    ) -> SeasonFeed | None:
        """Feed a room with this season and every match that it makes from now on; `none` forgets the feed, but matches
        keep theirs.

        Args:
            before: matches that the season has made already.
            told: number of news so far.
            how: `kind` and `threads` of `SeasonFeed`, if given.
        Raises:
            Refused: `bad_webhook`.
        """
        if not (url := self.address(season, room, text)):
            return None
        feed = self.get(season, room)
        feed = feed or SeasonFeed(url=url, since=news_count, next=FeedPlace(news_count), handed=before)
        feed = msgspec.structs.replace(feed, **{"url": url, "thread": "", **how})
        self.keep(season, room, feed)
        return feed

    def hand_on(self, match: Match) -> bool:
        """Give a match its season's feeds, once; earlier entries are posted too. True if it got one."""
        season, name, feeds, got = match.header.season, match.header.match, Feeds(self._store), False
        for room in ROOMS if season else ():
            season_feed = self.get(season, room)
            if season_feed is None or name in season_feed.handed:
                continue
            if feeds.get(name, room) is None:  # stored first: after a kill it is stored again, which changes nothing
                feeds.keep(
                    name,
                    room,
                    Feed(
                        url=season_feed.url,
                        since=0,
                        next=FeedPlace(0),
                        kind=season_feed.kind,
                        threads=season_feed.threads,
                    ),
                )
                got = True
            self.keep(season, room, msgspec.structs.replace(season_feed, handed=(*season_feed.handed, name)))
        return got


TOLD: Final = re.compile(
    r"(?<= is booked\. )(?:\d+\. [^.,]+(?:, |\. ?))*(?:Tokens of Life: [^.]+\. ?)?(?:Garnets: [^.]+\. ?)?"
)
"""The part of the news of a booking that the match's own result has told: places, tokens, garnets."""


def season_posts(season: Season, since: int, number: int, ways: Ways = PLAIN) -> tuple[str, ...]:
    """Return the posts for the `number`-th of the news, from 1; for `since`, that the feed begins. The end of an
    episode brings its story, the end of the season the table. Empty for a booking of a match that has told it all."""
    title, lines = f"Season {title_and_id(season)}", ["This season is told here from now on, with its matches."]
    if number != since:
        news = season.news[number - 1]
        fed = any(item.match for item in season.news[max(0, since) : number])  # a match was made, and told here
        text = TOLD.sub("", news.text) if fed else news.text
        if text != news.text and re.search(r" is booked\. Death Match: [^.]+ against (?!somebody)[^.]+\.$", text):
            return ()
        lines = [text]
        if news.over is not None:
            title, lines = (
                f"{title}: episode {news.over} is over",
                episode_story(season, news, lambda at: moment(at, ways)),
            )
        elif season.phase == "finished" and number == len(season.news):
            if number < 2 or season.news[number - 2].over is None:  # else the episode that is over has told the table
                lines += ["", *table(season)]
            lines += [ways.page] if ways.page else []
    written = [f"**{escape(title, ways.mark)}**", *as_written(lines, [*season.cast, season.header.title], ways.mark)]
    posts = [without_mentions(text) for text in messages(written, ROOM - len(ways.enter) - 1)]
    if number == since:
        posts[-1] = "\n".join([posts[-1], *([ways.enter] if ways.enter else [])])
    return tuple(posts)
