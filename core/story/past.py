"""What a game is handed to tell a story from.

`Chapter` has everything about one closed round and is for everyone's eyes after the end. `Page` has what one seat
knew of it: its views before and after, its own orders, notices, actions and report, and what everyone was told. A
story made of pages cannot hold anything that its reader does not know.
"""

from __future__ import annotations

from typing import Any

import msgspec

from core import projections
from core.decisions import WORDS, told
from core.ledger import Ending, Ledger
from core.match import ActionRecord, Match, Told
from core.talk import Message


class Chapter(msgspec.Struct, frozen=True, kw_only=True):
    """One closed round with all that is in the record (CM-09)."""

    round: int
    before: Any
    """The game's State when the round opened."""
    orders: dict[str, Any]
    """By seat, the game's Orders in force; a seat that sealed nothing is not in it."""
    deeds: tuple[ActionRecord, ...]
    """The live actions of the round, oldest first."""
    notices: tuple[tuple[str, Any], ...]
    """(seat, Notice) for everything that seats were told in mid-round."""
    reports: dict[str, Any]
    public: Any
    after: Any
    """The State as the close left it (for the last round: with everything that was decided since)."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match, everything of it."""

    seats: tuple[str, ...]
    start: Any
    """The State at the beginning."""
    chapters: tuple[Chapter, ...]
    final: Any
    """The State at the end."""
    ending: Ending | None
    ledger: Ledger


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """One closed round as one seat knew it (CM-10)."""

    round: int
    before: Any
    """The game's View for the seat when the round opened."""
    orders: Any
    """Its Orders that were in force, or None."""
    notices: tuple[Any, ...]
    deeds: tuple[dict[str, Any], ...]
    """Its own live actions, as JSON."""
    report: Any
    """None for a spectator."""
    public: Any
    after: Any
    """Its View once the round had closed."""


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """A match as one seat, or a spectator, knows it."""

    seat: str | None
    seats: tuple[str, ...]
    start: Any
    """The View at the beginning."""
    pages: tuple[Page, ...]
    now: Any
    """The View now."""
    heard: tuple[Message, ...]
    """Every message that it can read, oldest first (CM-23)."""
    end: dict[str, Any] | None
    """What everyone knows of the end (CM-12), as `core.decisions.told` gives it."""


def record_of(match: Match) -> Record:
    """Everything about a match that has ended. The caller has seen to it that the reader may know (CM-09)."""
    after = _states_after(match)
    chapters = tuple(
        Chapter(
            round=closed.round,
            before=match.starts[closed.round].state,
            orders=dict(closed.orders),
            deeds=tuple(deed for deed in match.deeds if deed.round == closed.round and not _decision(deed)),
            notices=tuple(
                (seat, t.notice) for seat in match.seats for t in _told(match, seat) if t.round == closed.round
            ),
            reports=dict(closed.reports),
            public=closed.public,
            after=state,
        )
        for closed, state in zip(match.rounds, after, strict=True)
    )
    return Record(
        seats=match.seats,
        start=match.starts[min(match.starts)].state,
        chapters=chapters,
        final=match.state,
        ending=match.state.ending,
        ledger=match.state.ledger,
    )


def memory_of(match: Match, seat: str | None) -> Memory:
    """What one seat knows of a match so far; None for a spectator."""
    game = match.game
    log = {entry.round: entry for entry in projections.log(match, seat)} if seat is not None else {}
    after = _states_after(match)
    pages = []
    for closed, state in zip(match.rounds, after, strict=True):
        own = log.get(closed.round)
        pages.append(
            Page(
                round=closed.round,
                before=game.view(match.starts[closed.round].state, seat),
                orders=None if own is None else own.orders,
                notices=() if own is None else own.notices,
                deeds=() if own is None else own.deeds,
                report=None if own is None else own.report,
                public=closed.public,
                after=game.view(state, seat),
            )
        )
    first = match.starts[min(match.starts)].state if match.starts else match.state
    return Memory(
        seat=seat,
        seats=match.seats,
        start=game.view(first, seat) if match.starts else game.briefing_view(first, seat),
        pages=tuple(pages),
        now=projections.game_view(match, seat),
        heard=projections.heard(match, seat) if seat is not None else (),
        end=told(match, seat),
    )


def _states_after(match: Match) -> tuple[Any, ...]:
    """The State after each closed round: the one with which the next began, or the present one."""
    starts = match.starts
    return tuple(
        starts[closed.round + 1].state if closed.round + 1 in starts else match.state for closed in match.rounds
    )


def _told(match: Match, seat: str) -> tuple[Told, ...]:
    return match.told.get(seat, ())


def _decision(deed: ActionRecord) -> bool:
    """Is it a choice of the decision phase, and none of the round?"""
    return deed.action.get("kind") in WORDS
