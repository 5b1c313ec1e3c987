"""What must be true after the week, found in the house's own files and held against what people and rooms were told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.week_people import Known, Timetable, alike
from benchmarks.week_room import Asked, Room
from core.decoding import plain
from core.house.house import House
from core.match import journal as j
from core.match import views as projections
from core.match.reducer import apply, fold
from core.match.state import Match, begin
from core.story.feed import Feeds, Step, Ways, posts
from core.story.feed import Room as FeedRoom
from storage import visit_house
from tui.words.deadlines import day_and_hour
from tui.words.moments import HouseZone

LATE = 1.0
"""Seconds of this machine by which a close may come after its deadline while the house runs and can write."""
EXCUSED = 8.0
"""Likewise where the disk was full or the house dead at its deadline: it looks again every four seconds."""


class Kept(NamedTuple):
    """The journal that is left, told again entry by entry."""

    header: j.Header
    entries: tuple[j.AnyEntry, ...]
    steps: tuple[Step, ...]

    @property
    def match(self) -> Match:
        return self.steps[-1].after


def kept(folder: Path, match: str) -> Kept:
    """Read the journal as a restart would."""
    stored = visit_house(folder).read(match)
    header = j.header_from_json(stored.header)
    entries = tuple(j.entry_from_json(entry) for entry in stored.entries)
    return Kept(header, entries, tuple(_steps(begin(header), entries)))


def _steps(match: Match, entries: tuple[j.AnyEntry, ...]) -> Iterator[Step]:
    for entry in entries:
        before, (match, _) = match, apply(match, entry)
        yield Step(before, match)


# --- orders -----------------------------------------------------------------------------------------------------------
def wrong_orders(known: Known, found: Kept) -> Iterator[str]:
    """Orders that were acknowledged and are not what a round closed with, or the other way round."""
    for record in found.match.rounds:
        for seat in found.match.seats:
            counted = record.orders.get(seat)
            given = None if counted is None else plain(counted)
            may: list[Any] = [None]
            for sent in known.sent.get((record.round, seat), ()):
                if sent.fate == "told":
                    may = [sent.orders]
                elif sent.fate == "unknown":
                    may.append(sent.orders)
            if not any(alike(given, one) for one in may):
                yield f"round {record.round} closed for {seat} with {given}, which was told of {may}"


def told_alone(known: Known, found: Kept) -> Match:
    """The model: the same seats and dice, and of all that happened only the orders that people were told are sealed,
    the closes and the choices. Of orders whose answer was lost, those that counted."""
    match = begin(found.header)
    for record in found.match.rounds:
        for seat in found.match.seats:
            told = [sent.orders for sent in known.sent.get((record.round, seat), ()) if sent.fate != "refused"]
            counted = None if seat not in record.orders else plain(record.orders[seat])
            for orders in [one for one in told if alike(one, counted)][-1:]:
                match, _ = apply(match, j.Sealed(by=seat, orders=orders, round=record.round))
        match, _ = apply(match, j.Closed(by="clock", cause="deadline"))
    at_the_end = next(n for n, step in enumerate(found.steps) if step.after.phase in ("decision", "finished"))
    for entry in found.entries[at_the_end + 1 :]:
        if isinstance(entry, j.Acted | j.Closed):
            match, _ = apply(match, entry)
    return match


def wrong_results(known: Known, found: Kept) -> Iterator[str]:
    """Whether the rulings, given what people were told alone, come to what the house came to."""
    model = told_alone(known, found)
    for one, other in zip(found.match.rounds, model.rounds, strict=True):
        if (one.reports, one.public) != (other.reports, other.public):
            seats = [seat for seat in model.seats if one.reports.get(seat) != other.reports.get(seat)]
            yield f"round {one.round} told {', '.join(seats)} something else than the rulings say"
    for what in ("players", "outcome"):
        if _host(found.match).get(what) != _host(model).get(what):
            yield f"{what}: the house says {_host(found.match).get(what)}, the rulings {_host(model).get(what)}"


def _host(match: Match) -> dict[str, Any]:
    return {**projections.host(match), "outcome": projections.outcome_of(match)}


# --- deadlines --------------------------------------------------------------------------------------------------------
class Closing(NamedTuple):
    """How a round closed."""

    round: int
    cause: str
    at: float
    deadline: float
    late: float
    """Seconds of this machine after its deadline."""
    why: tuple[str, ...]
    """What moved its deadline after it had opened."""


def closings(known: Known, found: Kept) -> Iterator[Closing]:
    """Each round's, in order."""
    why: list[str] = []
    for entry, step in zip(found.entries, found.steps, strict=True):
        before = step.before
        assert before is not None
        if isinstance(entry, j.Graced):
            why.append(f"grace for {len(entry.seats)}")
        elif isinstance(entry, j.DeadlineMoved):
            why.append(entry.reason or "moved by the host")
        elif isinstance(entry, j.Closed) and step.closes:
            deadline = before.deadline or 0.0
            late = (entry.at - deadline) / known.calendar.speed
            yield Closing(before.round, entry.cause, entry.at, deadline, late, tuple(why))
            why = []


def wrong_times(
    known: Known, found: Kept, first: date, excused: tuple[tuple[float, float], ...]
) -> Iterator[str]:  # fmt: skip
    """Rounds that opened with another deadline than the schedule's, or closed at a wrong moment. `excused`: spans of
    the house's clock in which it was dead or could not write."""
    times = Timetable(first)
    own = {1: times.closes(1)}
    for entry, step in zip(found.entries, found.steps, strict=True):
        before, after = step.before, step.after
        if before is not None and after.phase == "round" and after.round != before.round:
            times.opened(entry.at)
            own[after.round] = times.closes(after.round)
            if off := (after.deadline or 0.0) - own[after.round]:
                yield f"round {after.round} opened with a deadline {off:+.0f} s off"
        if isinstance(entry, j.Scheduled) and entry.least != times.least:
            yield f"a round takes a time that is {entry.least:.0f} s away, not {times.least:.0f}"
    graced: set[str] = set()
    for entry in found.entries:
        if isinstance(entry, j.Graced):
            if graced & set(entry.seats):
                yield f"a deadline waited twice for {', '.join(graced & set(entry.seats))}"
            graced |= set(entry.seats)
        if isinstance(entry, j.DeadlineMoved) and entry.by != "house":
            yield f"{entry.by} moved a deadline"
    for closing in closings(known, found):
        if closing.cause == "early":
            if closing.at >= closing.deadline:
                yield f"round {closing.round} closed early after its deadline"
            continue
        most = EXCUSED if any(a <= closing.deadline <= b for a, b in excused) else LATE
        if not 0.0 <= closing.late <= most:
            yield f"round {closing.round} closed {closing.late:.2f} s after its deadline, by this machine's clock"
        if closing.deadline != own[closing.round] and not closing.why:
            yield f"round {closing.round} closed by a deadline that nobody set"


# --- talk -------------------------------------------------------------------------------------------------------------
def wrong_talk(known: Known, found: Kept) -> Iterator[str]:
    """Words that were acknowledged and are not in the journal once, and words that leaked."""
    said = [entry.text for entry in found.entries if isinstance(entry, j.Said)]
    for word in known.words.readers:
        times = sum(word in text for text in said)
        if times > 1 or (word in known.words.told and times != 1):
            yield f"{word} was {'acknowledged' if word in known.words.told else 'sent'} and is kept {times} times"
    yield from sorted(set(known.words.leaks))


def wrong_views(known: Known, found: Kept, views: dict[str, dict[str, Any]]) -> Iterator[str]:
    """What people were shown at the end, against what the journal that is left tells. By seat; empty: a spectator."""
    for seat, shown in views.items():
        told = json.loads(json.dumps(projections.view(found.match, seat or None)))
        keys = [key for key in told if shown.get(key) != told[key] and key != "text"]
        if keys:
            yield f"{seat or 'a spectator'} was shown another {', '.join(keys)} than a replay shows"


# --- posts ------------------------------------------------------------------------------------------------------------
def expected_posts(found: Kept, since: int, room: FeedRoom) -> list[tuple[str, str]]:
    """Every post with its mark, in order, as the whole journal tells them."""
    steps = [Step(None, begin(found.header)), *found.steps]
    first = Step(None, steps[since].after)
    told = []
    for step in (first, *steps[since + 1 :]):
        texts = posts(step, room, Ways(write=lambda at: " ".join(day_and_hour(at, HouseZone()).split())))
        told += [(f"{found.header.match}/{room}/{step.mark}/{part}", text) for part, text in enumerate(texts)]
    return told


def wrong_posts(
    known: Known, found: Kept, room: Room, kind: FeedRoom, since: int, kills: list[float]
) -> Iterator[str]:  # fmt: skip
    """Posts that are missing, doubled or out of order. `kills`: moments of the monotonic clock; a post that was
    answered just before one may come once more after it."""
    expected = expected_posts(found, since, kind)
    first: list[Asked] = []
    for number, one in enumerate(room.shown):
        before = [other for other in room.shown[:number] if other.mark == one.mark]
        if not before:
            first.append(one)
        elif before[-1] is not room.shown[number - 1]:
            yield f"{room.name}: {one.mark} came once more, out of order"
        elif before[-1].mood != "lossy" and not any(before[-1].at < kill < one.at for kill in kills):
            yield f"{room.name}: {one.mark} came once more although it had been answered"
    got = [(one.mark, one.text.partition("\nTo the table: ")[0]) for one in first if "/reminder/" not in one.mark]
    if got != expected:
        place = next(
            (n for n, (a, b) in enumerate(zip(got, expected, strict=False)) if a != b), min(len(got), len(expected))
        )
        yield (
            f"{room.name}: {len(got)} posts were shown of {len(expected)}; the first that differs is number {place}: "
            f"{got[place : place + 1]} for {expected[place : place + 1]}"
        )
    yield from (f"{room.name}: {mark} was sent although it had asked to be left alone" for mark in room.too_soon)


def doubled(room: Room) -> int:
    """How many posts people in the room saw twice."""
    return len(room.shown) - len({one.mark for one in room.shown})


# --- files ------------------------------------------------------------------------------------------------------------
def wrong_files(known: Known, found: Kept) -> Iterator[str]:
    """Damage, and another digest than the house's own reading of its files has."""
    house = House(visit_house(known.served.folder), known.calendar, lambda n: "0" * 2 * n)
    yield from (*house.damaged.values(), *house.warnings)
    again = fold(found.header, list(found.entries))
    if projections.digest(again) != projections.digest(house.table(found.header.match).match):
        yield "a replay has another digest than the house"
    if Feeds(house.store).all():
        yield f"feeds that have told everything are still kept: {Feeds(house.store).all()}"
