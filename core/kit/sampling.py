"""What a property looks at: moments of matches among random bots, each with one seat; first those that show something
not seen yet (a round, a phase, an action, a ruling by which something is closed, a kind of notice), for as long as its
time lasts.

Time is that of the processor, so that a busy machine looks at as much. `GARNET_SECONDS=30` raises it, for each property
and game; `GARNET_DEEP=1` alone means 10 seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import count
from os import environ
from time import process_time
from typing import TypeVar

from msgspec.structs import replace

from core.contract import AnyGame, Game
from core.kit.played import Played, begin_match, played
from core.match import views
from core.match.state import Match

T = TypeVar("T")

DEEP = environ.get("GARNET_DEEP", "") not in ("", "0")
SECONDS = float(environ.get("GARNET_SECONDS") or (10 if DEEP else 0.2))
"""Of the processor, for one property of one game."""
FEWEST = 10
"""So many are looked at however long it takes, so that what is found does not hang on the machine alone."""
SEEDS = (1, 2, 3)
"""Of the matches that are played, one after the other as far as time allows."""

Look = tuple[int, Match, str]
"""A number, other at each look; a moment; a seat at it."""


def looks(game: AnyGame, *, seconds: float | None = None, fewest: int = FEWEST) -> Iterator[Look]:
    """Moments while anything can be ordered, done or chosen, each with one seat; the briefing first, where the game
    shows something else in it (CM-26), and last a finished match whose host keeps the record."""
    played(game, SEEDS[0])  # kept for all properties, and no part of the time of the first
    found = worth(_candidates(game), _marks, SECONDS if seconds is None else seconds, fewest)
    for n, (moment, seat) in enumerate(found):
        yield n, moment, seat


def closes(game: AnyGame, *, seconds: float | None = None) -> Iterator[Look]:
    """Moments at which a round is about to close, each with one seat."""
    played(game, SEEDS[0])
    found = (
        (before, before.seats[(n + shift) % len(before.seats)])
        for seed in SEEDS
        for shift in range(game.spec.seats)
        for n, before in enumerate(spread([before for before, _, _ in played(game, seed).closes()]))
        if before.phase in ("pregame", "round")
    )
    for n, (moment, seat) in enumerate(worth(found, _marks, SECONDS if seconds is None else seconds)):
        yield n, moment, seat


def worth(
    candidates: Iterable[T], marks: Callable[[T], set[Hashable]], seconds: float, fewest: int = FEWEST
) -> Iterator[T]:
    """Candidates for so many seconds, those first of which a mark was not seen before."""
    until, shown = process_time() + seconds, 0
    seen: set[Hashable] = set()
    later: list[T] = []
    for one in candidates:
        if process_time() > until and shown + len(later) >= fewest:
            break
        fresh = marks(one) - seen
        if not fresh:
            later.append(one)
            continue
        seen |= fresh
        shown += 1
        yield one
    for one in later:
        if process_time() > until and shown >= fewest:
            break
        shown += 1
        yield one


def in_time() -> Callable[[], bool]:
    """Says whether the time of a property that begins now still lasts."""
    until = process_time() + SECONDS
    return lambda: process_time() <= until


def spread(found: Sequence[T]) -> Iterator[T]:
    """All of them, in an order of which every beginning is spread over the whole."""
    size = 1 << max(0, len(found) - 1).bit_length()
    places = (int(f"{n:b}".zfill(size.bit_length() - 1)[::-1], 2) for n in range(size))
    yield from (found[place] for place in places if place < len(found))


def _candidates(game: AnyGame) -> Iterator[tuple[Match, str]]:
    if type(game).briefing_view is not Game.briefing_view:
        begun = begin_match(game, SEEDS[0], briefing=True)
        yield begun, begun.seats[0]
    for seed in SEEDS:
        match = played(game, seed)
        # One of each phase first: of the last ones there are few.
        phases = {moment.phase: moment for moment in (*moments(match), kept(match.end))}
        found = [*phases.values(), *spread(moments(match))]
        seats = match.start.seats
        for shift in range(len(seats)):
            yield from ((moment, seats[(n + shift) % len(seats)]) for n, moment in enumerate(found))


def moments(match: Played) -> list[Match]:
    """Where anything can be ordered, done or chosen."""
    return [moment for moment in match.moments if moment.phase in ("pregame", "round", "decision")]


def kept(end: Match) -> Match:
    """A finished match whose host keeps the record."""
    options = {**end.header.options, "reveal": False}
    return replace(end, header=replace(end.header, options=options))


def _marks(look: tuple[Match, str]) -> set[Hashable]:
    """What this seat is shown here that somebody might forget."""
    match, seat = look
    found: set[Hashable] = {("round", match.phase, match.round)}
    if match.phase == "finished":
        return found
    for choice in views.asks(match, seat).choices:
        found.add((kind_of(choice.slot), choice.closed is None, choice.ruling))
    found |= {("told", told.notice.kind) for told in match.told.get(seat, ())}
    found |= {("done", deed.by == seat, deed.action.get("kind")) for deed in match.actions}
    return found


def kind_of(slot: str) -> str:
    """A slot of `asks` without the number of its place: `action.open_channel` of `action.open_channel.0`."""
    return slot.rstrip("0123456789.")


def varied(found: Iterable[T], mark: Callable[[T], Hashable], most: int) -> list[T]:
    """So many at most: one of each mark, then a second of each, and so on."""
    many: dict[Hashable, Iterator[int]] = {}
    placed = [(next(many.setdefault(mark(one), count())), one) for one in found]
    return [one for _, one in sorted(placed, key=lambda pair: pair[0])[:most]]
