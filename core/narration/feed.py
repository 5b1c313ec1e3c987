"""Posts of a match for a chat room, in order, from public facts alone (HH-18).

A post is a function of a step: a spectator's match before and after one entry of the journal. Only the place of the
next post is stored."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Final

import msgspec

from core.match import journal as j
from core.match.audience import onlookers_delay
from core.match.decisions import WORDS, pending
from core.match.records import News
from core.match.reducer import apply
from core.match.scheduling import closes
from core.match.signup import names_and_seats
from core.match.state import Match, begin
from core.match.views import record
from core.narration.feed_shelf import Feed, Room
from core.narration.stakes import key_steps
from core.narration.telling import opened_to_onlookers, story
from core.narration.text import MARK, ROOM, as_written, headline, leaders_in, messages, story_text, titled
from core.store import Stored
from core.story.parts import Story, capital, listed
from core.talk.channels import clean

LONGEST: Final = 4_000
"""Characters of an edited post."""
LATE_LINES: Final = 10
"""Lines of a round that a late room is told whole; deeds between two seats come first."""
TIMED: Final = ("resumed", "deadline_moved", "graced")
"""Announcements with the new deadline."""


# --- steps ------------------------------------------------------------------------------------------------------------
class EntryStep(msgspec.Struct, frozen=True):
    """A match before and after one entry; `before` is None at the begin."""

    before: Match | None
    after: Match

    @property
    def entry(self) -> int:
        return self.after.entry_count

    @property
    def mark(self) -> str:
        """Public id of a step with posts. The entry's number would reveal seals, notes and looks (HH-18)."""
        phase = "begun" if self.before is None else self.after.phase
        return f"{len(self.after.news)}.{len(self.after.rounds)}.{phase}"

    @property
    def tells(self) -> bool:
        return self.before is None or _public_marks(self.before) != _public_marks(self.after)

    @property
    def releases(self) -> bool:
        """True if a room one round behind now gets all earlier posts."""
        return self.before is not None and (self.after.phase == "finished" or self.closes)

    @property
    def closes(self) -> bool:
        return self.before is not None and len(self.after.rounds) > len(self.before.rounds)


def _public_marks(match: Match) -> tuple[object, ...]:
    return (match.phase, match.round, len(match.rounds), len(match.news) - len(_held_back(match)))


def _held_back(match: Match) -> tuple[News, ...]:
    """Return the hand-overs of the open round that ended the news: they wait for the next post (HH-18)."""
    held = takewhile(lambda news: news.kind == "handed_over" and news.round == match.round, reversed(match.news))
    return tuple(held)[::-1] if match.phase == "round" else ()


WITH_IT: Final = (j.Scheduled, j.Exempted, j.Published)
"""Entries that a season makes in a match as it opens it."""


def steps_from(stored: Stored, feed: Feed, most: int) -> tuple[list[EntryStep], int, bool]:
    """Return at most `most` steps from `feed.next` on, the last entry that releases, and whether more follow."""
    steps: list[EntryStep] = []
    released, more = 0, False
    for step in _replayed_steps(stored, feed.since):
        released = step.entry if step.releases else released
        if step.entry >= feed.next.entry and step.tells:
            more = len(steps) >= most
            if not more:
                steps.append(step)
    return steps, released, more


def _replayed_steps(stored: Stored, since: int) -> Iterator[EntryStep]:
    match = begin(j.header_from_json(stored.header))
    entries = [j.entry_from_json(entry) for entry in stored.entries]
    first = 0
    if since == 0:  # entries that its season makes at once belong to the opening
        while first < len(entries) and isinstance(entries[first], WITH_IT) and entries[first].author == "house":
            match, _ = apply(match, entries[first])
            first += 1
        yield EntryStep(None, match)
    for entry in entries[first:]:
        before = match
        match, _ = apply(match, entry)
        if match.entry_count >= since:
            yield EntryStep(before if match.entry_count > since else None, match)


# --- posts ------------------------------------------------------------------------------------------------------------
class Ways(msgspec.Struct, frozen=True):
    """How posts are written for a room."""

    rich: bool = False
    """True if it edits posts, and shows times in each reader's zone."""
    write: Callable[[float], str] | None = None
    """Formats times for other rooms; None: as for rich rooms."""
    enter: str = ""
    """How players reach the table; below the first post."""
    opening: str = ""
    """The season's text before the first post."""
    page: str = ""
    """Last line of the last post: the public page; empty without one."""

    @property
    def mark(self) -> str:
        """Mark before a character of markup; empty for a room that would show it."""
        return MARK if self.rich else ""


PLAIN: Final = Ways()


class Post(msgspec.Struct, frozen=True):
    text: str
    shows: str = ""
    """Key of the open round that it shows; a rich room edits it meanwhile."""
    ends: str = ""
    """Key of the closed round's message, which it replaces."""
    head: str = ""
    """Lines below the title that stay when it is edited."""
    pictured: bool = False
    """True if the match's picture goes with it."""
    calls: tuple[str, ...] = ()
    """Seats that it calls: they have to choose now."""


def with_head(text: str, head: str) -> str:
    """Put lines below a post's title, unless it gets too long."""
    title, _, body = text.partition("\n")
    joined = f"{title}\n{head}\n{body}" if head else text
    return joined if len(joined) < LONGEST else text


def posts(step: EntryStep, room: Room = "players", ways: Ways = PLAIN) -> tuple[str, ...]:
    """Return a step's messages for a room; empty for most steps."""
    return tuple(post.text for post in step_posts(step, room, ways))


def step_posts(step: EntryStep, room: Room, ways: Ways, past: bool = False) -> tuple[Post, ...]:
    """Return a step's posts for a room. `past`: leave out the round that it opened, which has closed since."""
    if not step.tells:
        return ()
    before, after = step.before, step.after
    live = ways.rich and room == "players"
    if before is None:
        head = _beginning_post(after, room, ways)
        opened = _waiting_lines(after, room, ways) if room == "players" and not past else []
        first, *more = _as_posts(after, [*head, *opened], ways, shows=live_key(after) if live else "")
        enter = [ways.enter] if ways.enter and after.phase != "finished" else []
        head_text = "\n".join([*map(without_mentions, as_written(head, after.seats)), *enter]) if live else ""
        return (msgspec.structs.replace(first, text="\n".join([first.text, *enter]), head=head_text), *more)
    lines, opened = _closed_lines(before, after, room), [] if past else _opening_posts(before, after, room, ways)
    over = before.phase != "finished" and after.phase == "finished" and not after.abandoned
    chosen = len(after.decided) > len(before.decided)
    news, half = _news_lines(before, after, room, ways, live and chosen), _closed_half(before, after)
    if chosen:  # a live room reads it in place of the question
        lines, news = [*lines, *news], []
    result = headline(story(after, None)) if after.phase == "decision" else ""
    if result and (before.phase != "decision" or result != headline(story(before, None))):
        lines = [line for line in lines if line not in result]
        lines, opened = (lines, [result, *opened]) if opened else ([*lines, result], opened)
    if over and live and before.phase == "decision":  # the result stands in place of the choice
        lines = []
    if half:  # posted with the rest of the trick
        lines_ = [*_half_lines(after), *opened]
        posts_ = _as_posts(after, lines_, ways, shows=live_key(after), ends=live_key(before)) if live else ()
        return (*posts_, *_as_posts(after, news, ways))
    if live:
        posts_ = (
            *_as_posts(after, lines, ways, ends=live_key(before)),
            *_as_posts(after, news, ways),
            *_as_posts(after, opened, ways, shows=live_key(after)),
        )
    else:
        if (
            len(lines) == 1 and opened and not news and after.phase == "round"
        ):  # nothing but that one round closed and another opened
            lines, opened = [f"{lines[0].removesuffix('.')}; {opened[0][:1].lower()}{opened[0][1:]}", *opened[1:]], []
        posts_ = _as_posts(after, [*lines, *news, *opened], ways)
    if opened and posts_ and (choice := pending(after)) is not None:
        posts_ = (*posts_[:-1], msgspec.structs.replace(posts_[-1], calls=choice.by))
    if over:
        *texts, last = story_text(story_at_end(after), ROOM - len(ways.page) - 1, rich=ways.rich)
        last = "\n".join([without_mentions(last), *([ways.page] if ways.page else [])])
        first, *more = (*(Post(without_mentions(text)) for text in texts), Post(last, pictured=True))
        ends = live_key(before) if live and before.phase == "decision" else ""
        posts_ = (*posts_, msgspec.structs.replace(first, ends=ends), *more)
    return posts_


def _as_posts(match: Match, lines: list[str], ways: Ways, *, shows: str = "", ends: str = "") -> tuple[Post, ...]:
    if not lines:
        return ()
    room = ROOM - len(ways.enter) - 1
    title = titled(match.title, match.spec.title, ways.mark)
    written = [title, *as_written(lines, [*match.seats, match.header.title], ways.mark)]
    texts = [without_mentions(text) for text in messages(written, room)]
    return (Post(texts[0], shows, ends), *(Post(text) for text in texts[1:]))


def live_key(match: Match) -> str:
    """Return the key of the message about what is open: a round, or its trick."""
    if match.phase not in ("pregame", "round"):
        return match.phase if match.phase in ("briefing", "decision") else ""
    return f"round {-(-match.round // match.spec.parts)}"


def live_text(match: Match, ways: Ways) -> str:
    """Return the present text of the message about what is open; with the number of seals if it is public (CM-28)."""
    lines = _half_lines(match) if match.phase == "round" else []
    posts_ = _as_posts(match, [*lines, *_waiting_lines(match, "players", ways)], ways)
    return posts_[0].text if posts_ else ""


def _closed_half(before: Match, after: Match) -> bool:
    closed = len(after.rounds) > len(before.rounds) and after.phase == "round"
    return closed and after.rounds[-1].round % after.spec.parts != 0


def _half_lines(match: Match) -> list[str]:
    first = match.round - (match.round - 1) % match.spec.parts
    return [line for number in range(first, match.round) for line in _scene_lines(match, number)]


def _beginning_post(match: Match, room: Room, ways: Ways) -> list[str]:
    text = "This match is told here from now on" + (", one round behind." if room == "spectators" else ".")
    rule = [f"The {match.spec.round_word}s close {match.schedule.rule}."] if match.schedule is not None else []
    return [ways.opening or text, *(rule if room == "players" else [])]


def _closed_lines(before: Match, after: Match, room: Room) -> list[str]:
    if len(after.rounds) <= len(before.rounds) or _closed_half(before, after):
        return []
    number, spec = after.rounds[-1].round, after.spec
    late = _late_lines(after) if room == "spectators" else []
    if spec.parts == 1:
        lines = [*_leaders(after, room), *_scene_lines(after, number)]
        if before.phase == "judging":  # that it has closed was posted then
            return [f"The results of {spec.when(number)} are published{':' if lines else '.'}", *lines, *late]
        counted = room == "players" and before.shows_counts and before.seals and before.phase == "round"
        missing = len(before.seats) - len(before.sealed) if counted and before.sealed else 0
        sealed = f" {missing} of {len(before.seats)} had not sealed." if missing else ""
        return [f"{capital(spec.when(number))} has closed.{sealed}", *lines, *late]
    first = number - (number - 1) % spec.parts
    lines = [line for part in range(first, number + 1) for line in _scene_lines(after, part)]
    return [f"{capital(spec.parts_word)} {-(-number // spec.parts)}:", *lines, *late]


def _opened(match: Match) -> int:
    """Return how many rounds onlookers' posts tell whole (HH-71). The room reads a post a round later, so this is one
    round further than on a page, except at the end."""
    late = onlookers_delay(match.header.onlookers)
    return max(0, len(match.rounds) - late + (match.phase != "finished")) if late else 0


def _leaders(match: Match, room: Room) -> list[str]:
    """Return who leads and by how much, where the room may know."""
    opened = _opened(match) if room == "spectators" else 0
    series, since = story(match, None).series, ""
    if not series and opened:
        series, since = (
            opened_to_onlookers(match, opened)[0].series,
            f"After {match.spec.when(match.rounds[opened - 1].round)} ",
        )
    return [since + sentence] if series and (sentence := leaders_in(series[0])) else []


def _late_lines(match: Match) -> list[str]:
    opened = _opened(match)
    if not opened or not (scene := opened_to_onlookers(match, opened)[1][-1]).steps:
        return []
    head = f"{capital(match.spec.when(scene.round))}, as it can be told now: {scene.headline}".rstrip()
    lines = [*dict.fromkeys((*[scene.deed][: bool(scene.deed)], *key_steps(scene.steps)))]
    more = len(lines) - LATE_LINES
    return [head, *(f"- {line}" for line in lines[:LATE_LINES]), *([f"- And {more} more."] if more > 0 else [])]


def _scene_lines(match: Match, number: int) -> list[str]:
    """Return the round's public facts about people, and what it paid; in a duel and a judged match all of them."""
    scene = next((scene for scene in story(match, None).scenes if scene.round == number), None)
    if scene is None:
        return []
    every = len(match.seats) == 2 or match.header.judged
    named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, match.seats))})(?!\w)")
    lines = scene.public or tuple(step.text for step in scene.steps if step.kind != "paid")
    paid = [step.text for step in scene.steps if step.kind == "paid"]
    return [f"- {line}" for line in (*(line for line in lines if every or named.search(line)), *paid)]


def _news_lines(before: Match, after: Match, room: Room, ways: Ways, with_result: bool) -> list[str]:
    # Not `whole`: without those that the result tells.
    ends = not with_result and before.phase != "finished" and after.phase == "finished"
    unposted = (*_held_back(before), *after.news[len(before.news) :])
    moved = [news.text for news in unposted if news.kind == "handed_over"]
    skipped = ("handed_over", "judged", *(("signed_up",) if ways.rich else ()), *(WORDS if ends else ()))
    posted = [_news_post(after, news, room, ways) for news in unposted if news.kind not in skipped]
    return [*([" ".join(moved)] if moved else []), *posted]


def _opening_posts(before: Match, after: Match, room: Room, ways: Ways) -> list[str]:
    went_back = any(news.kind == "rewound" for news in after.news[len(before.news) :])
    chosen = after.phase == "decision" and len(after.decided) > len(before.decided)
    if went_back or chosen or (after.phase, after.round) != (before.phase, before.round):
        return _waiting_lines(after, room, ways)
    return []


def _news_post(match: Match, news: News, room: Room, ways: Ways) -> str:
    text = f"The host: {news.text}" if news.kind == "announced" else news.text
    if news.kind == "scheduled" and room == "players":
        return "\n".join([text, *_close_times(match, news.at, ways)])
    if (
        news.kind == "round_moved"
        and room == "players"
        and news.until is not None
        and (ways.rich or ways.write is None)
    ):
        return f"{text} That is {moment(news.until, ways)}."
    return text + (_deadline_words(match, room, ways) if news.kind in TIMED else "")


def _close_times(match: Match, now: float, ways: Ways) -> list[str]:
    """Return when each round closes; empty while the begin of round 1 is unknown."""
    if match.phase == "briefing" and match.deadline is None:
        return []
    when = match.spec.when
    return [f"- {capital(when(close.round))}: {moment(close.at, ways)}" for close in closes(match, now)]


def _waiting_lines(match: Match, room: Room, ways: Ways) -> list[str]:
    """Return lines about the open round or choice, with the deadline; for an edited post also the number of seals."""
    spec, until = match.spec, _deadline_words(match, room, ways)
    if match.phase == "briefing":
        if match.header.signup:
            return [
                f"It is open: put your name down in the lobby, or by `signup {match.header.match}` over ssh. "
                f"{names_and_seats(match)} so far; lots decide when it begins."
            ]
        return ["The players are being briefed."]
    if match.phase in ("pregame", "round"):
        when = spec.progress(match.round, " of ") if match.round else spec.when(match.round)
        counted = ways.rich and room == "players" and match.shows_counts and match.seals and spec.parts == 1
        sealed = f" {len(match.sealed)} of {len(match.seats)} have sealed." if counted else ""
        return [f"{capital(when)} is open.{until}{sealed}"]
    choice = pending(match)
    if choice is not None:
        verb = CHOOSES[choice.kind][len(choice.by) > 1].format(many=choice.count)
        return [f"{listed(choice.by)} {verb} among {listed(choice.among)}.{until}"]
    return []


CHOOSES: Final = {
    "choose_candidate": ("chooses the Elimination Candidate", "choose the Elimination Candidate"),
    "choose_opponent": ("chooses an opponent for the Death Match", "choose an opponent for the Death Match"),
    "choose_ascendant": ("chooses who ascends", "choose who ascends"),
    "give_tokens": ("gives away {many} Tokens of Life", "give away {many} Tokens of Life"),
}
"""A pending choice in words by kind, for one and for several who choose."""


def _deadline_words(match: Match, room: Room, ways: Ways) -> str:
    """Empty for a room that is behind: the deadline would be past."""
    if match.deadline is None or room == "spectators":
        return ""
    left = f" (<t:{int(match.deadline)}:R>)" if ways.rich or ways.write is None else ""
    return f" Deadline: {moment(match.deadline, ways)}{left}."


def moment(at: float, ways: Ways) -> str:
    """Return a time in the reader's zone if the room can, else by the house's clock and zone."""
    return f"<t:{int(at)}:F>" if ways.rich or ways.write is None else ways.write(at)


def story_at_end(match: Match) -> Story:
    """Return the spectators' story of an ended match: complete if its record is public and everyone may find it
    (HH-56), or its host published it (HH-17)."""
    may_read = match.public or (match.header.open_record and match.watch == "house")
    return story(match, None, whole=may_read and record(match) is not None)


def without_mentions(text: str) -> str:
    """Break mentions such as `<!everyone>` and `@here`, and links of `[words](address)`, with an invisible mark."""
    return (
        clean(text)
        .replace("](", "]\u200b(")
        .replace("<!", "<\u200b!")
        .replace("<@", "<\u200b@")
        .replace("@", "@\u200b")
    )
