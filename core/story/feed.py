"""What a chat room is told of a match: posts in the order in which things happened, made of public facts alone (HH-18).

A post is a function of a step: the match before and after one entry of its journal, as a spectator knows both. So what
waits to be sent need not be kept: a place in the journal says which post is next, and from there they are made again.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from core.house.settings import check_webhook
from core.house.signup import up
from core.house.store import Store
from core.match.closing import called
from core.match.decisions import pending
from core.match.scheduling import closes
from core.match.state import Match, News
from core.match.views import record
from core.refusal import Refused, quoted
from core.story.telling import story
from core.story.text import messages, story_text
from core.talk.characters import clean

SHELF: Final = "feeds"
Room = Literal["players", "spectators"]
ROOMS: Final[tuple[Room, ...]] = ("players", "spectators")
"""A match may tell two rooms: the players' at once, the spectators' one round behind."""
TIMED: Final = ("resumed", "deadline_moved", "graced")
"""Announcements after which the deadline is told anew."""


class Place(msgspec.Struct, frozen=True, order=True):
    """How far a room has been told: all of the entries before `entry`, and of that one the first `part` posts."""

    entry: int
    part: int = 0


class Feed(msgspec.Struct, frozen=True, kw_only=True):
    """One room of one match, as it is kept."""

    url: str
    since: int
    """How many entries the match had when the feed was set: what was before is not told."""
    next: Place


class Feeds:
    """The feeds of a house, a document each on the shelf `feeds`; read anew each time, so that a change counts at
    once."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, match: str, room: Room) -> Feed | None:
        """The feed of a match to one of its rooms."""
        found = self._store.get(SHELF, key(match, room))
        return None if found is None else msgspec.convert(found, type=Feed)

    def all(self) -> tuple[tuple[str, Room], ...]:
        """Every feed, as match and room."""
        rooms = [(key.rpartition(" "), room) for key in self._store.all(SHELF) for room in ROOMS]
        return tuple((match, room) for (match, _, kept), room in rooms if kept == room)

    def set(self, match: Match, room: Room, given: str) -> Feed | None:
        """Tell a room of a match from now on; `none` forgets it. Another address of the same room goes on where the
        last one was left. Refused: `bad_webhook`, or `finished` where there is nothing more to tell."""
        name, url = match.header.match, given.strip()
        if url.lower() in ("", "none"):
            self._store.drop(SHELF, key(name, room))
            return None
        check_webhook(url)
        was = self.get(name, room)
        if was is None and match.phase == "finished":
            raise Refused("finished", f"{quoted(name)} has finished: there is nothing more to tell a chat room.")
        feed = Feed(url=url, since=match.length, next=Place(match.length))
        if was is not None:
            feed = msgspec.structs.replace(was, url=url)
        self.keep(name, room, feed)
        return feed

    def keep(self, match: str, room: Room, feed: Feed) -> None:
        """Keep a feed as it is now; durable on return."""
        self._store.put(SHELF, key(match, room), msgspec.to_builtins(feed))

    def forget(self, match: str, room: Room) -> None:
        """There is nothing more to tell."""
        self._store.drop(SHELF, key(match, room))


def key(match: str, room: Room) -> str:
    """Under which a feed is kept."""
    return f"{match} {room}"


# --- steps ------------------------------------------------------------------------------------------------------------
class Step(msgspec.Struct, frozen=True):
    """A match before and after one entry; before the first that is told there is nothing."""

    before: Match | None
    after: Match

    @property
    def entry(self) -> int:
        """The number of the entry."""
        return self.after.length

    @property
    def mark(self) -> str:
        """What no other step of the match that tells something has, made of what everybody knows: announcements and
        closed rounds so far, and the phase. The number of the entry would tell of every seal, note and look (HH-18)."""
        phase = "begun" if self.before is None else self.after.phase
        return f"{len(self.after.news)}.{len(self.after.rounds)}.{phase}"

    @property
    def tells(self) -> bool:
        """Is there anything in it for a chat room?"""
        return self.before is None or _public(self.before) != _public(self.after)

    @property
    def releases(self) -> bool:
        """Does a room that is one round behind hear of everything that was before this?"""
        return self.before is not None and (self.after.phase == "finished" or self.closes)

    @property
    def closes(self) -> bool:
        """Did a round close?"""
        return self.before is not None and len(self.after.rounds) > len(self.before.rounds)


def _public(match: Match) -> tuple[object, ...]:
    return (match.phase, match.round, len(match.rounds), len(match.news))


# --- posts ------------------------------------------------------------------------------------------------------------
def posts(step: Step, room: Room = "players") -> tuple[str, ...]:
    """What a room is told of a step, as messages that chat rooms take; empty for most steps."""
    if not step.tells:
        return ()
    lines = _begun(step.after, room) if step.before is None else _lines(step.before, step.after, room)
    told = messages([f"**{step.after.title}**", *lines]) if lines else ()
    ended = step.before is not None and step.before.phase != "finished" and step.after.phase == "finished"
    if ended and not step.after.abandoned:
        told += story_text(story(step.after, None, whole=_open_record(step.after)))
    return tuple(harmless(text) for text in told)


def _begun(match: Match, room: Room) -> list[str]:
    told = "This match is told here from now on" + (", one round behind." if room == "spectators" else ".")
    return [told, *(_opened(match, room) if room == "players" else [])]


def _lines(before: Match, after: Match, room: Room) -> list[str]:
    closed = [after.rounds[-1].round] if len(after.rounds) > len(before.rounds) else []
    found = [line for number in closed for line in _closed(after, number)]
    if len(after.news) > len(before.news):
        found += [_announced(after, news, room) for news in after.news[len(before.news) :]]
    went_back = any(news.kind == "rewound" for news in after.news[len(before.news) :])
    chosen = after.phase == "decision" and len(after.decided) > len(before.decided)
    if went_back or chosen or (after.phase, after.round) != (before.phase, before.round):
        found += _opened(after, room)
    return found


def _closed(match: Match, number: int) -> list[str]:
    """That a round closed, with what the spectators' story tells of it."""
    scene = next((scene for scene in story(match, None).scenes if scene.round == number), None)
    told = () if scene is None else scene.public or tuple(step.text for step in scene.steps)
    return [f"{_capital(called(match.game.spec.round_word, number))} has closed.", *(f"- {line}" for line in told)]


def _announced(match: Match, news: News, room: Room) -> str:
    text = f"The host: {news.text}" if news.kind == "announced" else news.text
    if news.kind == "scheduled" and room == "players":
        return "\n".join([text, *_times(match, news.at)])
    if news.kind == "round_moved" and room == "players" and news.until is not None:
        return f"{text} That is <t:{int(news.until)}:F>."
    return text + (_until(match, room) if news.kind in TIMED else "")


def _times(match: Match, now: float) -> list[str]:
    """When each round closes, in everybody's own time; in a briefing nobody knows yet when round 1 begins."""
    if match.phase == "briefing" and match.deadline is None:
        return []
    word = match.game.spec.round_word
    return [f"- {_capital(called(word, close.round))}: <t:{int(close.at)}:F>" for close in closes(match, now)]


def _opened(match: Match, room: Room) -> list[str]:
    """What is open now, and until when."""
    spec, until = match.game.spec, _until(match, room)
    if match.phase == "briefing":
        if match.header.signup:
            many, seats = len(up(match)), len(match.seats)
            return [
                f"It is open: put your name down in the lobby, or by `signup {match.header.match}` over ssh. "
                f"{many} name{'s' * (many != 1)} for {seats} seats so far; lots decide when it begins."
            ]
        return ["The players are being briefed."]
    if match.phase in ("pregame", "round"):
        of = f" of {spec.rounds}" if match.round else ""
        return [f"{_capital(called(spec.round_word, match.round))}{of} is open.{until}"]
    choice = pending(match)
    if choice is not None:
        return [f"A choice is to be made by {', '.join(choice.by)}, among {', '.join(choice.among)}.{until}"]
    return []


def _until(match: Match, room: Room) -> str:
    """The deadline, which chat rooms show in everybody's own time; a room that is behind would hear of a past one."""
    if match.deadline is None or room == "spectators":
        return ""
    return f" Deadline: <t:{int(match.deadline)}:F> (<t:{int(match.deadline)}:R>)."


def _open_record(match: Match) -> bool:
    """May everybody read the whole story (HH-17)? Only where the host made the match public and its record is."""
    return match.public and record(match) is not None


def harmless(text: str) -> str:
    """Names and announcements that act upon nothing and call nobody: a mark comes between where a chat room reads
    `<!everyone>`, `@here`."""
    return clean(text).replace("<!", "<\u200b!").replace("<@", "<\u200b@").replace("@", "@\u200b")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
