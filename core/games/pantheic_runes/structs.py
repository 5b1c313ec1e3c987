"""Structs of Pantheic Runes: options, orders, actions, set-up, state and reports."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType, field

from core.contract import GameState, Given, Options, Struct
from core.games.pantheic_runes import spec


class RunesOptions(Options, frozen=True):
    temple: int = spec.USUALLY_SHOWN
    """Tableaux that the temple shows each round, 4 to 12 (PR-02)."""


class RunesGiven(Given, frozen=True):
    """Set-up keys; everything is optional."""

    temple: tuple[tuple[str, ...], ...] = ()
    """Tableaux by round, the first list for round 1; missing ones are drawn."""
    dionysus: str | None = None
    tableaux: dict[str, tuple[str, ...]] = {}
    mana: dict[str, int] = {}
    tokens: dict[str, int] = {}
    blessings: dict[str, tuple[str, ...]] = {}


# --- orders and actions -----------------------------------------------------------------------------------------------
class Ritual(Struct, frozen=True):
    tableau: str
    forbid: str | UnsetType = UNSET
    """The full pattern to forbid, with the ritual that grants Artemis (PR-34)."""


class Orders(Struct, frozen=True):
    temple: tuple[int, ...] = ()
    """Places picked, counted from 0."""
    rituals: tuple[Ritual, ...] = ()


class Rotate(Struct, frozen=True, tag_field="kind", tag="rotate"):
    tableau: str
    degrees: int
    """90, 180 or 270, clockwise."""


class Adjust(Struct, frozen=True, tag_field="kind", tag="adjust"):
    tableau: str
    cell: int
    """0 to 3, row by row."""
    rune: str
    """`+`, `o`, `x`, or `.` for empty."""


class Combine(Struct, frozen=True, tag_field="kind", tag="combine"):
    tableaux: tuple[str, ...]


class Propose(Struct, frozen=True, tag_field="kind", tag="propose_combine"):
    to: str = field(name="with")
    tableau: str


class Accept(Struct, frozen=True, tag_field="kind", tag="accept_combine"):
    by: str = field(name="from")
    tableau: str


class Decline(Struct, frozen=True, tag_field="kind", tag="decline_combine"):
    by: str = field(name="from")


class Withdraw(Struct, frozen=True, tag_field="kind", tag="withdraw_combine"):
    to: str = field(name="with")


class Create(Struct, frozen=True, tag_field="kind", tag="create_tableau"):
    tableau: str


Action = Rotate | Adjust | Combine | Propose | Accept | Decline | Withdraw | Create


# --- the match --------------------------------------------------------------------------------------------------------
class Blessing(Struct, frozen=True):
    deity: str
    round: int
    """Round of the close; one before the first round played for a given one."""
    points: int
    """Points so far: 1, and the additions of PR-25 and PR-36."""
    pattern: str | None = None
    """The ritual that completed it; None for one given at set-up."""


class Uses(Struct, frozen=True):
    """Uses of each action in Poseidon's round (PR-32), made or left."""

    rotate: int = 0
    adjust: int = 0
    combine: int = 0

    def of(self, kind: str) -> int:
        return {"rotate": self.rotate, "adjust": self.adjust, "combine": self.combine}[kind]


class Player(Struct, frozen=True):
    """Everything that one seat has. Secret from the others."""

    tableaux: tuple[str, ...]
    """Sorted; with tableaux laid down or set aside for proposals."""
    mana: int | None
    """None while it is unlimited (PR-32)."""
    tokens: int
    picks: int = 1
    rituals: int = 0
    """Performed so far, failed ones not counted."""
    blessings: tuple[Blessing, ...] = ()
    """Oldest first."""
    zeus: tuple[str, ...] = ()
    """Patterns of Zeus performed, sorted (PR-24)."""
    hestia: int = 0
    """Rituals for Hestia performed (PR-24)."""
    knows: bool = False
    """True once it has learned the pattern of Dionysus (PR-30)."""
    gift: bool = False
    """True while it can create a tableau (PR-33)."""
    uses: Uses | None = None
    """Set in Poseidon's round, otherwise None."""
    drained: bool = False
    """After Poseidon's round: no mana for good (PR-32)."""
    performed: tuple[str, ...] = ()
    """Every pattern that it performed, in order. None is Dionysus's but one that taught it (PR-30)."""

    @property
    def points(self) -> int:
        return sum(blessing.points for blessing in self.blessings)

    def has(self, deity: str) -> bool:
        return any(blessing.deity == deity for blessing in self.blessings)


class Proposal(Struct, frozen=True):
    """An open proposal to combine; its tableau is set aside (PR-12)."""

    by: str
    to: str
    tableau: str


class Mark(Struct, frozen=True):
    points: int
    rituals: int


class Marks(Struct, frozen=True):
    """All seats' marks at the close of a round, for ties (PR-50)."""

    round: int
    by_seat: dict[str, Mark]


class State(GameState, frozen=True, kw_only=True):
    players: dict[str, Player]
    """Ordered by seat."""
    shown: int
    """Option `temple`."""
    temple: tuple[str, ...] = ()
    """This round's tableaux by place; empty in the pregame."""
    fixed: tuple[tuple[str, ...], ...] = ()
    """The temples given at set-up, the first for round 1."""
    dionysus: str
    """The secret pattern (PR-30)."""
    proposals: tuple[Proposal, ...] = ()
    """Open ones, oldest first."""
    history: tuple[Marks, ...] = ()
    """Marks at the close before the first round played, then after each round played."""


# --- reports ----------------------------------------------------------------------------------------------------------
class Picked(Struct, frozen=True):
    place: int
    tableau: str
    got: bool
    """A lost pick does not name the winner."""


class Performed(Struct, frozen=True):
    tableau: str
    ok: bool
    """False if the pattern was forbidden (PR-34)."""


class Report(Struct, frozen=True):
    """A seat's report of a close, before the next round starts (PR-22, PR-40): its own facts only."""

    tableaux: tuple[str, ...]
    mana: int | None
    tokens: int
    points: int
    picks: tuple[Picked, ...] = ()
    """Ordered like its orders."""
    rituals: tuple[Performed, ...] = ()
    """Ordered like its orders."""
    blessings: tuple[str, ...] = ()
    """Gained at this close, sorted."""
    dionysus: str | None = None
    """The pattern, if this seat knows it."""


def with_player(state: State, seat: str, **fields: Any) -> State:
    if "tableaux" in fields:
        fields["tableaux"] = tuple(sorted(fields["tableaux"]))
    after = msgspec.structs.replace(state.players[seat], **fields)
    return msgspec.structs.replace(state, players={**state.players, seat: after})
