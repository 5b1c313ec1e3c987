"""Everything that Minus Auction stores, takes and tells: frozen, strict structs."""

from __future__ import annotations

from core.contract import GameState, Struct
from core.contract import Given as CommonGiven


class Lot(Struct, frozen=True):
    """A card that was taken, by whom, with how many chips on it. Public."""

    lot: int
    card: int
    seat: str
    chips: int


class State(GameState, frozen=True, kw_only=True):
    chips: dict[str, int]
    """By seat; shown to nobody else (MN-05)."""
    cards: dict[str, tuple[int, ...]]
    """By seat, as they were taken."""
    turn: str
    up: int
    """The card of this lot."""
    pot: int = 0
    """Chips on it."""
    taken: bool = False
    """Has whoever is on turn taken it? Then the lot is over."""
    deck: tuple[int, ...]
    """The next card first."""
    removed: tuple[int, ...]
    past: tuple[Lot, ...] = ()


class Given(CommonGiven, frozen=True):
    """Set-up keys."""

    up: int | None = None
    deck: tuple[int, ...] | None = None
    """The cards to come, the next one first; what is neither here nor held was removed."""
    chips: dict[str, int] = {}
    cards: dict[str, tuple[int, ...]] = {}
    turn: str | None = None
    pot: int = 0


class Pay(Struct, frozen=True, tag="pay", tag_field="kind"):
    """A chip onto the card; the next seat is on turn."""


class Take(Struct, frozen=True, tag="take", tag_field="kind"):
    """The card, with the chips on it."""


Action = Pay | Take


class Report(Struct, frozen=True):
    """What one seat is told of a lot."""

    card: int
    seat: str
    """Who took it."""
    chips: int
    """That lay on it."""
    held: int
    """The own chips after it."""


class View(Struct, frozen=True):
    """What one seat may know; `chips` is None for a spectator."""

    chips: int | None
    turn: str
    up: int
    pot: int
    left: int
    """Cards to come."""
    cards: dict[str, tuple[int, ...]]
    minus: dict[str, int]
    """By seat, what its cards cost by now (MN-04)."""
    past: tuple[Lot, ...]
