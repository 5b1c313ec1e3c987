"""Structs of Ninety-nine."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from core.bots import contract as bots
from core.contract import Struct
from core.games.duel.course import DuelGiven, DuelPast, DuelReport, DuelState, DuelView
from core.story import parts


class Bout(Struct, frozen=True):
    leader: str
    bids: dict[str, int]
    taken: str | None
    lights: dict[str, int]
    """After the bout."""


class State(DuelState, frozen=True, kw_only=True):
    """Points left, the bid on the table, and the bouts since the start."""

    left: dict[str, int]
    """Points left, without the bid on the table."""
    lights: dict[str, int]
    """Lights after the last bout; a first part does not change them (NN-04)."""
    table: int | None = None
    """The leader's bid while the second part is open."""
    bouts: tuple[Bout, ...] = ()


class Orders(Struct, frozen=True):
    """The bid, 0 to all points left."""

    bid: int


class Given(DuelGiven, frozen=True, kw_only=True):
    left: dict[str, int] = {}
    """0 to 99; 99 for seats left out."""


class PublicReport(DuelReport, frozen=True, kw_only=True):
    """Public report of a close (NN-02 to NN-04)."""

    lights: dict[str, int]


class Report(PublicReport, frozen=True, kw_only=True):
    bid: int | None
    """The number for the bidder, None for the other seat."""


class Past(DuelPast, frozen=True, kw_only=True):
    lights: dict[str, int]
    """After the bout."""


class View(DuelView, frozen=True, kw_only=True):
    """A seat's view; a spectator has no `left`."""

    lights: dict[str, int]
    left: int | UnsetType = UNSET
    """The reader's own points, without its bid on the table."""
    past: tuple[Past, ...] = ()


# --- what the house hands out, of this game --------------------------------------------------------------------------
Sight = bots.Sight[Orders, View, Report]
Bot = bots.Bot[Orders, View, Report]
Chapter = parts.Chapter[State, Orders, Report]
Record = parts.Record[State, Orders, Report]
Page = parts.Page[Orders, View, Report]
Memory = parts.Memory[Orders, View, Report]
