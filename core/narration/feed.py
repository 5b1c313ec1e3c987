"""What a chat room is told of a match: posts in the order in which things happened, made of public facts alone (HH-18).

A post is a function of a step: the match before and after one entry of its journal, as a spectator knows both. So what
waits to be sent need not be kept: a place in the journal says which post is next, and from there they are made again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import msgspec

from core.match.decisions import pending
from core.match.scheduling import closes
from core.match.signup import stands
from core.match.state import Match, News
from core.match.views import record
from core.narration.telling import story
from core.narration.text import ROOM, as_written, escaped, messages, story_text
from core.refusal import Refused, quoted
from core.store import Store
from core.story.parts import Story
from core.talk.channels import clean

SHELF: Final = "feeds"
Room = Literal["players", "spectators"]
ROOMS: Final[tuple[Room, ...]] = ("players", "spectators")
"""A match may tell two rooms: the players' at once, the spectators' one round behind."""
LONGEST: Final = 4_000
"""Characters of a post that is edited."""
TIMED: Final = ("resumed", "deadline_moved", "graced")
"""Announcements after which the deadline is told anew."""


class FeedPlace(msgspec.Struct, frozen=True, order=True):
    """How far a room has been told: all of the entries before `entry`, and of that one the first `part` posts."""

    entry: int
    part: int = 0


class RoomFeed(msgspec.Struct, frozen=True, kw_only=True):
    """A chat room: where it is, and how it reads."""

    url: str
    kind: Literal["", "plain", "rich"] = ""
    """How the room reads; empty for what its address tells."""
    threads: bool = False
    """Is the room a forum, in which a match has a topic of its own, with its duel?"""
    thread: str = ""
    """The topic that this is told in, by the room's own name for it."""

    @property
    def rich(self) -> bool:
        """Does the room edit posts, and show moments in everybody's own time?"""
        return self.kind == "rich" or (not self.kind and is_rich(self.url))


class Feed(RoomFeed, frozen=True, kw_only=True):
    """One room of one match, as it is kept."""

    since: int
    """How many entries the match had when the feed was set: what was before is not told."""
    next: FeedPlace
    message: str = ""
    """The message that is edited, by the room's own name for it."""
    shows: str = ""
    """What that is about (`Post.shows`)."""
    head: str = ""
    """Its lines that stay (`Post.head`)."""
    reads: str = ""
    """How it reads now."""


def is_rich(url: str) -> bool:
    """Is this the address of a webhook whose messages can be edited? So have the usual chat rooms that can."""
    return "/api/webhooks/" in urlsplit(url).path


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

    def set(self, match: Match, room: Room, given: str, **how: Any) -> Feed | None:
        """Tell a room of a match from now on; `none` forgets it. `how`: `kind` and `threads` of `Feed`, where they are
        said. An address that is set again, or another one of the same room, goes on where the last one was left, with
        a new message and a new topic. Refused: `bad_webhook`, or `finished` where there is nothing more to tell."""
        name, url = match.header.match, given.strip()
        if url.lower() in ("", "none"):
            self._store.drop(SHELF, key(name, room))
            return None
        check_webhook(url)
        was = self.get(name, room)
        if was is None and match.phase == "finished":
            raise Refused("finished", f"{quoted(name)} has finished: there is nothing more to tell a chat room.")
        feed = Feed(url=url, since=match.length, next=FeedPlace(match.length))
        if was is not None:
            feed = msgspec.structs.replace(was, url=url, message="", thread="")
        feed = msgspec.structs.replace(feed, **how)
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
class EntryStep(msgspec.Struct, frozen=True):
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
class Ways(msgspec.Struct, frozen=True):
    """How a room reads."""

    rich: bool = False
    """Does it edit posts, and show moments in everybody's own time?"""
    write: Callable[[float], str] | None = None
    """Writes moments for a room that does not; None: as for one that does."""
    enter: str = ""
    """How one gets to the table, on the last line of each post."""
    opening: str = ""
    """What the season says of the match, before its first post."""
    page: str = ""
    """Where everybody may read of it once it is over, on the last line of the last post; empty where nobody may."""


PLAIN: Final = Ways()


class Post(msgspec.Struct, frozen=True):
    """One message."""

    text: str
    shows: str = ""
    """The round whose state it shows: a rich room edits it as long as that is open."""
    ends: str = ""
    """The round whose message it takes the place of, where there is one."""
    head: str = ""
    """Its first lines below the title that stay when it is edited."""
    pictured: bool = False
    """Does the match's picture go with it, where the room shows one?"""


def with_head(text: str, head: str) -> str:
    """A post with lines below its title that were there before; without them where it would be too long."""
    title, _, rest = text.partition("\n")
    whole = f"{title}\n{head}\n{rest}" if head else text
    return whole if len(whole) < LONGEST else text


def posts(step: EntryStep, room: Room = "players", ways: Ways = PLAIN) -> tuple[str, ...]:
    """What a room is told of a step, as messages that chat rooms take; empty for most steps."""
    return tuple(post.text for post in step_posts(step, room, ways))


def step_posts(step: EntryStep, room: Room, ways: Ways) -> tuple[Post, ...]:
    """The same, with what of it is edited later in a room that can."""
    if not step.tells:
        return ()
    before, after = step.before, step.after
    live = ways.rich and room == "players"
    if before is None:
        head = _begun(after, room, ways)
        opened = _opened(after, room, ways) if room == "players" else []
        first, *more = _as_posts(after, [*head, *opened], ways, shows=live_key(after) if live else "")
        kept = "\n".join(map(harmless, as_written(head, after.seats))) if live else ""
        return (msgspec.structs.replace(first, head=kept), *more)
    lines, opened = _closed_lines(before, after), _opens(before, after, room, ways)
    news, half = _news(before, after, room, ways), _closed_half(before, after)
    if half:  # the rest of the trick is told with it
        shown = [*_half_lines(after), *opened]
        found = _as_posts(after, shown, ways, shows=live_key(after), ends=live_key(before)) if live else ()
        return (*found, *_as_posts(after, news, ways))
    if live:
        found = (
            *_as_posts(after, lines, ways, ends=live_key(before)),
            *_as_posts(after, news, ways),
            *_as_posts(after, opened, ways, shows=live_key(after)),
        )
    else:
        found = _as_posts(after, [*lines, *news, *opened], ways)
    if before.phase != "finished" and after.phase == "finished" and not after.abandoned:
        *texts, last = story_text(told_at_end(after), ROOM - len(ways.page) - 1)
        last = "\n".join([harmless(last), *([ways.page] if ways.page else [])])
        found = (*found, *(Post(harmless(text)) for text in texts), Post(last, pictured=True))
    return found


def _as_posts(match: Match, lines: list[str], ways: Ways, *, shows: str = "", ends: str = "") -> tuple[Post, ...]:
    """Lines as messages under the title of the match; the first has what it stands for."""
    if not lines:
        return ()
    enter = [ways.enter] if ways.enter and match.phase != "finished" else []
    room = ROOM - sum(len(line) + 1 for line in enter)
    told = [f"**{escaped(match.title)}**", *as_written(lines, [*match.seats, match.header.title])]
    texts = [harmless(text) for text in messages(told, room)]
    texts[-1] = "\n".join([texts[-1], *enter])
    return (Post(texts[0], shows, ends), *(Post(text) for text in texts[1:]))


def live_key(match: Match) -> str:
    """By which the message is known that shows what is open: a round, or the trick that it is part of."""
    if match.phase not in ("pregame", "round"):
        return match.phase if match.phase in ("briefing", "decision") else ""
    return f"round {-(-match.round // match.game.spec.parts)}"


def live_text(match: Match, ways: Ways) -> str:
    """The message about what is open, as it reads now: with how many have sealed where everybody may know (CM-28)."""
    lines = _half_lines(match) if match.phase == "round" else []
    found = _as_posts(match, [*lines, *_opened(match, "players", ways)], ways)
    return found[0].text if found else ""


def _closed_half(before: Match, after: Match) -> bool:
    """Has a part of a trick closed that is not its last?"""
    closed = len(after.rounds) > len(before.rounds) and after.phase == "round"
    return closed and after.rounds[-1].round % after.game.spec.parts != 0


def _half_lines(match: Match) -> list[str]:
    """What the parts of the open trick that have closed have shown."""
    first = match.round - (match.round - 1) % match.game.spec.parts
    return [line for number in range(first, match.round) for line in _shown(match, number)]


def _begun(match: Match, room: Room, ways: Ways) -> list[str]:
    told = "This match is told here from now on" + (", one round behind." if room == "spectators" else ".")
    rule = [f"The {match.game.spec.round_word}s close {match.schedule.rule}."] if match.schedule is not None else []
    return [ways.opening or told, *(rule if room == "players" else [])]


def _closed_lines(before: Match, after: Match) -> list[str]:
    """That a round closed, or with it a trick."""
    if len(after.rounds) <= len(before.rounds) or _closed_half(before, after):
        return []
    number, spec = after.rounds[-1].round, after.game.spec
    if spec.parts == 1:
        return [f"{_capital(spec.when(number))} has closed.", *_shown(after, number)]
    first = number - (number - 1) % spec.parts
    shown = [line for part in range(first, number + 1) for line in _shown(after, part)]
    return [f"{_capital(spec.parts_word)} {-(-number // spec.parts)}:", *shown]


def _shown(match: Match, number: int) -> list[str]:
    """What the spectators' story tells of a closed round."""
    scene = next((scene for scene in story(match, None).scenes if scene.round == number), None)
    told = () if scene is None else scene.public or tuple(step.text for step in scene.steps)
    return [f"- {line}" for line in told]


def _news(before: Match, after: Match, room: Room, ways: Ways) -> list[str]:
    return [_announced(after, news, room, ways) for news in after.news[len(before.news) :]]


def _opens(before: Match, after: Match, room: Room, ways: Ways) -> list[str]:
    went_back = any(news.kind == "rewound" for news in after.news[len(before.news) :])
    chosen = after.phase == "decision" and len(after.decided) > len(before.decided)
    if went_back or chosen or (after.phase, after.round) != (before.phase, before.round):
        return _opened(after, room, ways)
    return []


def _announced(match: Match, news: News, room: Room, ways: Ways) -> str:
    text = f"The host: {news.text}" if news.kind == "announced" else news.text
    if news.kind == "scheduled" and room == "players":
        return "\n".join([text, *_times(match, news.at, ways)])
    if (
        news.kind == "round_moved"
        and room == "players"
        and news.until is not None
        and (ways.rich or ways.write is None)
    ):
        return f"{text} That is {moment(news.until, ways)}."
    return text + (_until(match, room, ways) if news.kind in TIMED else "")


def _times(match: Match, now: float, ways: Ways) -> list[str]:
    """When each round closes, in everybody's own time; in a briefing nobody knows yet when round 1 begins."""
    if match.phase == "briefing" and match.deadline is None:
        return []
    when = match.game.spec.when
    return [f"- {_capital(when(close.round))}: {moment(close.at, ways)}" for close in closes(match, now)]


def _opened(match: Match, room: Room, ways: Ways) -> list[str]:
    """What is open now, and until when; in a room that is edited also how many have sealed."""
    spec, until = match.game.spec, _until(match, room, ways)
    if match.phase == "briefing":
        if match.header.signup:
            return [
                f"It is open: put your name down in the lobby, or by `signup {match.header.match}` over ssh. "
                f"{stands(match)} so far; lots decide when it begins."
            ]
        return ["The players are being briefed."]
    if match.phase in ("pregame", "round"):
        if spec.parts > 1:
            trick = -(-match.round // spec.parts)
            return [f"{_capital(spec.parts_word)} {trick} of {spec.rounds // spec.parts} is open.{until}"]
        of = f" of {spec.rounds}" if match.round else ""
        counted = ways.rich and room == "players" and match.shows_counts and match.seals
        sealed = f" {len(match.sealed)} of {len(match.seats)} have sealed." if counted else ""
        return [f"{_capital(spec.when(match.round))}{of} is open.{until}{sealed}"]
    choice = pending(match)
    if choice is not None:
        return [f"A choice is to be made by {', '.join(choice.by)}, among {', '.join(choice.among)}.{until}"]
    return []


def _until(match: Match, room: Room, ways: Ways) -> str:
    """The deadline; a room that is behind would hear of a past one."""
    if match.deadline is None or room == "spectators":
        return ""
    left = f" (<t:{int(match.deadline)}:R>)" if ways.rich or ways.write is None else ""
    return f" Deadline: {moment(match.deadline, ways)}{left}."


def moment(at: float, ways: Ways) -> str:
    """A moment: in everybody's own time where the room can, else by the house's clock, with its zone."""
    return f"<t:{int(at)}:F>" if ways.rich or ways.write is None else ways.write(at)


def told_at_end(match: Match) -> Story:
    """What everybody may read of a match that is over: the whole story only where its host made it public and its
    record is (HH-17)."""
    return story(match, None, whole=match.public and record(match) is not None)


def harmless(text: str) -> str:
    """Names and announcements that act upon nothing and call nobody: a mark comes between where a chat room reads
    `<!everyone>`, `@here`."""
    return clean(text).replace("<!", "<\u200b!").replace("<@", "<\u200b@").replace("@", "@\u200b")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


LONGEST_URL = 2000
"""Characters of a webhook's address."""


def check_webhook(url: str) -> str:
    """The address of a webhook, if it can be one. Refused: `bad_webhook`."""
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
