"""Everything that One, Two, Three stores, takes and tells: frozen, strict structs."""

from __future__ import annotations

from core.contract import GameState, Struct
from core.contract import Given as CommonGiven


class Met(Struct, frozen=True):
    """A meeting that is over, as one of the two saw it."""

    round: int
    other: str
    own: str | None
    """The card that was played; None for none."""
    theirs: str | None
    won: int
    """Points."""


class State(GameState, frozen=True, kw_only=True):
    hands: dict[str, tuple[str, ...]]
    """By seat. Secret from the others."""
    removed: tuple[str, ...]
    """Seen by nobody."""
    points: dict[str, int]
    met: dict[str, tuple[Met, ...]]
    """By seat, oldest first."""
    seen: dict[str, tuple[str, ...]]
    """By seat, the cards that others have shown it."""
    shown: dict[str, int]
    """By seat, the round in which it showed a card last."""


class Given(CommonGiven, frozen=True):
    """Set-up keys."""

    hands: dict[str, tuple[str, ...]] = {}
    points: dict[str, int] = {}


class Orders(Struct, frozen=True):
    card: str | None = None
    """One of the hand; None plays the lowest."""


class Show(Struct, frozen=True, tag="show", tag_field="kind"):
    """Let one other seat see a card, once a round."""

    to: str
    card: str


Action = Show


class Report(Struct, frozen=True):
    """What one seat is told at a close."""

    met: Met
    points: int


class View(Struct, frozen=True):
    """What one seat may know; a spectator has no hand."""

    hand: tuple[str, ...]
    other: str | None
    """Whom it meets in this round."""
    points: dict[str, int]
    met: tuple[Met, ...]
    seen: dict[str, tuple[str, ...]]
    """By seat, the cards that it has shown; it may have played them."""
    may_show: bool
