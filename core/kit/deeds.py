"""What one seat does, or has done to it, as everybody else meets it: not at all, or without learning whose it was.

A change that is told without a word of what changed says something, too: that somebody confides, looks up from a draft,
seals anew. So does a post in a chat room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from core.contract import AnyGame
from core.decoding import plain
from core.dice import Dice
from core.json import Json
from core.kit.played import (
    SECONDS,
    SEEDS,
    Played,
    hold,
    looks,
    played,
    spread,
    worth,
)
from core.kit.secrecy import difference, hears, told
from core.match import journal as j
from core.match import views
from core.match.decisions import pending
from core.match.redeal import some_orders
from core.match.reducer import take
from core.match.state import Change, Match
from core.match.summary import summary
from core.refusal import Refused
from core.story.feed import ROOMS, Step, Ways, live_text, posts

Heard = tuple[Match, j.AnyEntry, Match, tuple[Change, ...]]
"""An entry between what was and what came of it, with what was told."""
LATER = 4e9
"""A moment that no clock of a test comes to, in seconds since 1970."""
SECRET = "zq-said"


def what_a_seat_keeps_to_itself_nobody_else_hears(game: AnyGame) -> None:
    """CM-09, CM-23, CM-28, HH-15, HH-18: of drafts, notes, confessions, private talk, a second seal, a vote, and of
    what a host plans, looks at or says to one seat, others and spectators see, hear and are posted nothing."""
    compared = 0
    for n, moment, seat in looks(game):
        for match in worlds(moment, n):
            compared += compare_silent(match, seat, n)
    hold(compared, "nothing could be done that others must not hear of")


def whose_deed_it_was_nobody_else_can_tell(game: AnyGame) -> None:
    """CM-28, HH-40: of two seats that seal, withdraw, are ready or are corrected by a host, others cannot tell which it
    was; also where nothing had been sealed before."""
    for n, moment, seat in looks(game):
        for match in worlds(moment, n):
            for entries in nameless(match, seat, n):
                compare_nameless(match, entries, n)


def worlds(moment: Match, n: int) -> Iterator[Match]:
    """The moment among people, with nothing sealed yet, and where nobody is shown how many have (CM-28)."""
    moment = replace(moment, holders=dict.fromkeys(moment.seats, "local"))
    counted = moment if n % 2 else replace(moment, header=replace(moment.header, counts=False))
    yield counted
    if counted.phase in ("pregame", "round"):
        yield replace(counted, sealed={}, ready=())


def a_change_is_heard_by_whom_it_shows_something(game: AnyGame) -> None:
    """HH-15: whoever hears that something was said or done in mid-round finds something that they did not know."""
    found = (step for seed in SEEDS for step in spread(_steps(played(game, seed))))
    for before, entry, after, changes in worth(found, lambda step: {type(step[1]), step[0].round}, SECONDS):
        for reader in (*before.seats, None):
            heard = [change.kind for change in changes if change.kind in ("said", "told", "apart")]
            if any(hears(change, reader) for change in changes if change.kind in heard):
                hold(
                    views.view(before, reader) != views.view(after, reader),
                    f"{reader or 'a spectator'} hears of {type(entry).__name__} by {entry.by}, and finds nothing new",
                )


def _steps(match: Played) -> list[Heard]:
    found: list[Heard] = []
    for before, entry in zip(match.moments, match.entries, strict=False):
        if isinstance(entry, j.Acted | j.Said) and before.phase == "round":
            after, changes = take(before, entry)
            if len(after.rounds) == len(before.rounds):
                found.append((before, entry, after, changes))
    return found


# --- nobody else notices ----------------------------------------------------------------------------------------------
def silent(match: Match, seat: str, n: int) -> Iterator[j.AnyEntry]:
    """What `seat` could do or a host to it now, without anybody else noticing."""
    other = _others(match, seat)[n % (len(match.seats) - 1)]
    yield j.Noted(by=seat, text=SECRET)
    yield j.Drafted(by=seat, orders={SECRET: 1}, counts=True)
    yield j.Said(by=seat, to="confessional", text=SECRET)
    yield j.Said(by=seat, to="host", text=SECRET)
    yield j.Said(by=seat, to=(other,), text=SECRET)
    yield j.Waited(by=seat, to="lounge", text=SECRET)
    yield j.Answered(seat=seat, text=SECRET)
    yield j.Muted(seat=seat, rooms=("lounge",))
    yield j.Planned(text=SECRET, due=LATER)
    yield j.Opened(what=SECRET)
    yield j.Watching(who=match.watch, digest=SECRET)
    if match.phase == "finished":
        yield j.Released(by=seat, channel="lounge")
    if seat in match.sealed and (orders := _orders(match, seat, n)) is not None:
        yield j.Sealed(by=seat, orders=orders)
    choice = pending(match)
    if choice is not None and seat in choice.by and len(match.votes) + 1 < len(choice.by):
        named = list(choice.among[: choice.count])
        yield j.Acted(by=seat, action={"kind": choice.kind, **({"players": named} if choice.kind == "give_tokens" else
                                                               {"player": named[0]})})  # fmt: skip


def compare_silent(match: Match, seat: str, n: int = 0) -> int:
    """How many of these deeds were accepted. Broken if anybody but `seat`, and whom it spoke to, notices one."""
    readers = _some(match, seat, n)
    was = {reader: seen(match, reader) for reader in readers}
    quiet, done = posted(match, match), 0
    for entry in silent(match, seat, n):
        try:
            after, changes = take(match, entry)
        except Refused:
            continue
        done += 1
        to = entry.to if isinstance(entry, j.Said | j.Waited) and not isinstance(entry.to, str) else ()
        what = f"{type(entry).__name__} of {seat}"
        for reader in [reader for reader in readers if reader not in to]:
            heard = [change.kind for change in changes if hears(change, reader)]
            hold(not heard, f"{reader or 'a spectator'} hears of {what}: {heard}")
            now = seen(after, reader)
            hold(was[reader] == now, f"{reader or 'a spectator'} is shown {what}: {difference(was[reader], now)}")
        hold(posted(match, after) == quiet, f"a chat room is told of {what}: {posted(match, after)}")
    return done


# --- nobody else knows whose it was -----------------------------------------------------------------------------------
def nameless(match: Match, seat: str, n: int) -> Iterator[dict[str, j.AnyEntry]]:
    """By two seats alike in all that is told of them: what `seat` could do, and what another could."""
    other = _others(match, seat)[n % (len(match.seats) - 1)]
    pair = (seat, other)
    if (seat in match.ready) != (other in match.ready):
        return
    yield {one: j.Readied(by=one, ready=seat not in match.ready) for one in pair}
    if (seat in match.sealed) == (other in match.sealed):
        for made in (n, n + 1):
            orders = {one: _orders(match, one, made) for one in pair}
            if None not in orders.values():
                yield {one: j.Sealed(by=one, orders=orders[one] or {}) for one in pair}
                yield {one: j.Corrected(seat=one, orders=orders[one], reason="A slip.", by="host") for one in pair}
        if seat in match.sealed:
            yield {one: j.Withdrew(by=one) for one in pair}
            yield {one: j.Corrected(seat=one, orders=None, reason="A slip.", by="host") for one in pair}


def compare_nameless(match: Match, entries: dict[str, j.AnyEntry], n: int = 0) -> bool:
    """Raise Broken if anybody else can tell which of two seats it was. False where one of them is refused."""
    try:
        done = {seat: take(match, entry) for seat, entry in entries.items()}
    except Refused:
        return False
    (first, (one, heard_one)), (second, (two, heard_two)) = done.items()
    what = f"whether {type(entries[first]).__name__} was of {first} or of {second}"
    for reader in [reader for reader in _some(match, first, n) if reader != second]:
        heard = [sorted(c.kind for c in changes if hears(c, reader)) for changes in (heard_one, heard_two)]
        hold(heard[0] == heard[1], f"{reader or 'a spectator'} hears {what}: {heard}")
        was, now = seen(one, reader), seen(two, reader)
        hold(was == now, f"{reader or 'a spectator'} is shown {what}: {difference(was, now)}")
    hold(posted(match, one) == posted(match, two), f"a chat room is told {what}")
    return True


# --- what they meet ---------------------------------------------------------------------------------------------------
def seen(match: Match, reader: str | None) -> bytes:
    """What a reader sees of a match at a table and in lists: its view, the clock and what is counted."""
    counts = (len(match.sealed), len(match.ready)) if match.shows_counts else None
    facts = {**summary(match).public_json(), "left": match.left}
    return told([views.view(match, reader), counts, facts])


def posted(before: Match, after: Match) -> list[object]:
    """What chat rooms are told of it, under which mark; the mark of nothing is nobody's."""
    step = Step(before, after)
    told = [[room, posts(step, room, ways), step.mark] for room in ROOMS for ways in (Ways(write=str), Ways(rich=True))]
    return [*told, live_text(step.after, Ways(rich=True))]


def _others(match: Match, seat: str) -> list[str]:
    return [other for other in match.seats if other != seat]


def _some(match: Match, seat: str, n: int) -> Sequence[str | None]:
    """Two others, and spectators."""
    others = _others(match, seat)
    return (*dict.fromkeys(others[(2 * n + k) % len(others)] for k in range(1, 3)), None)


def _orders(match: Match, seat: str, n: int) -> Json | None:
    """Some orders that `seat` may seal, as JSON."""
    found = some_orders(match, seat, Dice(n).draw(f"orders of {seat}"))
    return None if found is None else plain(found)


DEEDS = (
    what_a_seat_keeps_to_itself_nobody_else_hears,
    whose_deed_it_was_nobody_else_can_tell,
    a_change_is_heard_by_whom_it_shows_something,
)
