"""The State of Black and White, and its input and output."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from core.bots import contract as bots
from core.contract import Struct
from core.games.duel.course import Colour, DuelGiven, DuelPast, DuelReport, DuelState, DuelView
from core.story import parts

__all__ = [
    "Bot", "Chapter", "Colour", "Given", "Memory", "Orders", "Page", "Past", "PublicReport", "Record", "Report",
    "Sight", "State", "TileCounts", "Trick", "View",
]  # fmt: skip


class Trick(Struct, frozen=True):
    leader: str
    tiles: dict[str, int]
    taken: str | None


class State(DuelState, frozen=True, kw_only=True):
    """Hands, the tile on the table, and the tricks since the start."""

    hands: dict[str, tuple[int, ...]]
    """Ascending, without the tile on the table."""
    table: int | None = None
    """Leader's tile while the second part is open."""
    tricks: tuple[Trick, ...] = ()


class Orders(Struct, frozen=True):
    tile: int


class Given(DuelGiven, frozen=True, kw_only=True):
    hands: dict[str, tuple[int, ...]] | None = None
    """Both seats, equally many different tiles each."""


class PublicReport(DuelReport, frozen=True, kw_only=True):
    """Public report of a close (BW-02, BW-03)."""


class Report(DuelReport, frozen=True, kw_only=True):
    tile: int | None
    """Tile's number for the seat that played it, None for the other."""


Past = DuelPast


class TileCounts(Struct, frozen=True):
    """Number of tiles of each colour that a seat holds."""

    black: int
    white: int


class View(DuelView, frozen=True, kw_only=True):
    """A seat's view (BW-07). A spectator's has neither `hand` nor `other`."""

    hand: tuple[int, ...] | UnsetType = UNSET
    """Reader's own tiles, ascending."""
    other: TileCounts | UnsetType = UNSET
    """Other seat's tiles, which follow from the colours played."""


# --- what the house hands out, of this game --------------------------------------------------------------------------
Sight = bots.Sight[Orders, View, Report]
Bot = bots.Bot[Orders, View, Report]
Chapter = parts.Chapter[State, Orders, Report]
Record = parts.Record[State, Orders, Report]
Page = parts.Page[Orders, View, Report]
Memory = parts.Memory[Orders, View, Report]
