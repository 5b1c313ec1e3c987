"""Chat rooms that follow a match or a season: their addresses, and how far each has been told."""

from __future__ import annotations

from typing import Any, Final, Generic, Literal, TypeVar
from urllib.parse import urlsplit

import msgspec

from core.match.state import Match
from core.refusal import Refused, quoted
from core.store import Store

SHELF: Final = "feeds"
Room = Literal["players", "spectators"]
ROOMS: Final[tuple[Room, ...]] = ("players", "spectators")
"""Rooms of a match: the players' at once, the spectators' one round behind."""


class FeedPlace(msgspec.Struct, frozen=True, order=True):
    """Next post of a room: part `part` of entry `entry`."""

    entry: int
    part: int = 0


class RoomFeed(msgspec.Struct, frozen=True, kw_only=True):
    """Address and abilities of a chat room."""

    url: str
    kind: Literal["", "plain", "rich"] = ""
    """Empty to go by the address."""
    threads: bool = False
    """True for a forum: a match with its duel has a topic."""
    thread: str = ""
    """The room's id of the topic."""

    @property
    def rich(self) -> bool:
        """True if the room edits posts, and shows times in each reader's zone."""
        return self.kind == "rich" or (not self.kind and is_rich(self.url))


class Feed(RoomFeed, frozen=True, kw_only=True):
    since: int
    """Number of entries when the feed was set; earlier ones are not posted."""
    next: FeedPlace
    message: str = ""
    """The room's id of the edited message."""
    shows: str = ""
    """`Post.shows` of that message."""
    head: str = ""
    """`Post.head` of that message."""
    reads: str = ""
    """Text of that message."""


def is_rich(url: str) -> bool:
    """True for the webhook of the usual rooms that edit messages."""
    return "/api/webhooks/" in urlsplit(url).path


def key(event: str, room: Room) -> str:
    return f"{event} {room}"


F = TypeVar("F", bound=RoomFeed)


class FeedShelf(Generic[F]):
    """Feeds of a house, those of its matches or of its seasons, on their shelf; read anew each time."""

    def __init__(self, store: Store, shelf: str, kind: type[F]) -> None:
        self._store, self._shelf, self._kind = store, shelf, kind

    def get(self, event: str, room: Room) -> F | None:
        stored = self._store.get(self._shelf, key(event, room))
        return None if stored is None else msgspec.convert(stored, type=self._kind)

    def all(self) -> tuple[tuple[str, Room], ...]:
        rooms = [(key.rpartition(" "), room) for key in self._store.all(self._shelf) for room in ROOMS]
        return tuple((event, room) for (event, _, key_room), room in rooms if key_room == room)

    def keep(self, event: str, room: Room, feed: F) -> None:
        """Store a feed; durable on return."""
        self._store.put(self._shelf, key(event, room), msgspec.to_builtins(feed))

    def forget(self, event: str, room: Room) -> None:
        self._store.drop(self._shelf, key(event, room))

    def address(self, event: str, room: Room, text: str) -> str:
        """Return the address in a host's words; empty for `none`, which forgets the feed. Refused: `bad_webhook`."""
        url = text.strip()
        if url.lower() in ("", "none"):
            self.forget(event, room)
            return ""
        return check_webhook(url)


class Feeds(FeedShelf[Feed]):
    def __init__(self, store: Store) -> None:
        super().__init__(store, SHELF, Feed)

    def set(self, match: Match, room: Room, text: str, **how: Any) -> Feed | None:
        """Feed a room from now on; `none` forgets the feed. A new address continues with a new message and topic.
        `how`: `kind` and `threads` of `Feed`. Refused: `bad_webhook`, or `finished` if nothing is left to post."""
        name = match.header.match
        if not (url := self.address(name, room, text)):
            return None
        feed = self.get(name, room)
        if feed is None and match.phase == "finished":
            raise Refused("finished", f"{quoted(name)} has finished: there is nothing more to tell a chat room.")
        feed = feed or Feed(url=url, since=match.entry_count, next=FeedPlace(match.entry_count))
        feed = msgspec.structs.replace(feed, **{"url": url, "message": "", "thread": "", **how})
        self.keep(name, room, feed)
        return feed


LONGEST_URL = 2000


def check_webhook(url: str) -> str:
    """Return a webhook's address. Refused: `bad_webhook`."""
    if len(url) > LONGEST_URL:
        raise Refused("bad_webhook", f"A webhook's address has at most {LONGEST_URL:,} characters.")
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good or not url.isprintable() or " " in url:
        raise Refused(
            "bad_webhook", f"A webhook begins with http:// or https:// and names a server; {quoted(url)} does not."
        )
    return url
