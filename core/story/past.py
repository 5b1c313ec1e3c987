"""What a game is handed to tell a story from.

`Chapter` has everything about one closed round and is for everyone's eyes after the end. `Page` has what one seat
knew of it: its views before and after, its own orders, notices, actions and report, and what everyone was told. A
story made of pages cannot hold anything that its reader does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

import msgspec

from core.json import Json
from core.match.ledger import Ending, Ledger
from core.parts import ActionRecord, Notice, O_co, R_co, S_co, V_co
from core.talk.channels import Message


class Chapter(msgspec.Struct, Generic[S_co, O_co, R_co], frozen=True, kw_only=True):
    """One closed round with all that is in the record (CM-09)."""

    round: int
    before: S_co
    """The game's State when the round opened."""
    orders: Mapping[str, O_co]
    """By seat, the game's Orders in force; a seat that sealed nothing is not in it."""
    deeds: tuple[ActionRecord, ...]
    """The live actions of the round, oldest first."""
    notices: tuple[tuple[str, Notice], ...]
    """(seat, Notice) for everything that seats were told in mid-round."""
    reports: Mapping[str, R_co]
    public: object
    after: S_co
    """The State as the close left it (for the last round: with everything that was decided since)."""


class Record(msgspec.Struct, Generic[S_co, O_co, R_co], frozen=True, kw_only=True):
    """A finished match, everything of it."""

    seats: tuple[str, ...]
    start: S_co
    """The State at the beginning."""
    chapters: tuple[Chapter[S_co, O_co, R_co], ...]
    final: S_co
    """The State at the end."""
    ending: Ending | None
    ledger: Ledger


class Page(msgspec.Struct, Generic[O_co, V_co, R_co], frozen=True, kw_only=True):
    """One closed round as one seat knew it (CM-10)."""

    round: int
    before: V_co
    """The game's View for the seat when the round opened."""
    orders: O_co | None
    """Its Orders that were in force, or None."""
    notices: tuple[Notice, ...]
    deeds: tuple[Json, ...]
    """Its own live actions, as JSON."""
    report: R_co | None
    """None for a spectator."""
    public: object
    after: V_co
    """Its View once the round had closed."""


class Memory(msgspec.Struct, Generic[O_co, V_co, R_co], frozen=True, kw_only=True):
    """A match as one seat, or a spectator, knows it."""

    seat: str | None
    seats: tuple[str, ...]
    start: V_co
    """The View at the beginning."""
    pages: tuple[Page[O_co, V_co, R_co], ...]
    now: V_co
    """The View now."""
    heard: tuple[Message, ...]
    """Every message that it can read, oldest first (CM-23)."""
    end: Json | None
    """What everyone knows of the end (CM-12), as `core.match.decisions.told` gives it."""
