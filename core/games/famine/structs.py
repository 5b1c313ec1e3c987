"""Structs of The Seven Years' Famine."""

from __future__ import annotations

import msgspec

from core.contract import Struct
from core.games.trading.structs import TradingGiven, TradingReport, TradingState, TradingView


class Diamond(Struct, frozen=True, omit_defaults=True):
    """Information from one diamond for its giver (FA-07): one of the four, by year."""

    about: str
    """The seat that received the diamond."""
    gems: dict[str, int] | None = None
    """Year 1: its gemstones after the close."""
    partners: tuple[str, ...] | None = None
    """Year 2: its partners of year 1, in seat order."""
    rank: int | None = None
    """Year 3: its rank by Favor after the close; 1 is best, equal Favor equal rank."""
    favor: int | None = None
    """Year 4: its Favor after the close."""


class DossierEntry(Struct, frozen=True):
    year: int
    diamond: Diamond


class State(TradingState, frozen=True, kw_only=True):
    """Favor and gemstones by seat, the trades so far, and diamonds' effects."""

    locked: dict[str, int]
    """Diamonds that cannot be given this year, by seat (FA-08); 0 in every year but 6."""
    told: dict[str, tuple[DossierEntry, ...]]


class Given(TradingGiven, frozen=True, kw_only=True):
    """Set-up keys: hands, Favor, the first year, trades already processed, and locked diamonds."""

    favor: dict[str, int] = {}
    """Favor to start with; it may be negative."""
    partners: tuple[tuple[str, str, int], ...] = ()
    """Trades already processed: two seats and an earlier year."""
    locked_diamonds: dict[str, int] = {}
    """Diamonds that a seat cannot give; for a start in year 6."""


class Report(TradingReport, frozen=True, kw_only=True):
    """A seat's report of a close (FA-07, FA-10)."""

    score: int = msgspec.field(name="favor")
    held: dict[str, int] = msgspec.field(name="gems")
    diamonds: tuple[Diamond, ...] = ()
    """Information from the diamonds that it gave this year, by recipient in seat order."""


class View(TradingView, frozen=True, kw_only=True):
    """A seat's view: its Favor, its gemstones, its own trades, and its dossier."""

    score: int = msgspec.field(default=0, name="favor")
    held: dict[str, int] = msgspec.field(default={}, name="gems")
    locked_diamonds: int = 0
    """Own diamonds that it cannot give this year."""
    met: dict[str, int] = {}
    """Trades with each other seat, in all years."""
    last_year: tuple[str, ...] = ()
    """Partners of last year, closed as partners now (FA-02)."""
    dossier: tuple[DossierEntry, ...] = ()
    """Information from diamonds, oldest first."""

    @property
    def free(self) -> dict[str, int]:
        return {kind: n - (self.locked_diamonds if kind == "diamond" else 0) for kind, n in self.held.items()}

    @property
    def closed_partners(self) -> tuple[str, ...]:
        return self.last_year

    @property
    def strangers(self) -> tuple[str, ...]:
        """Seats never traded with: still needed for the end of year 3 (FA-06)."""
        return tuple(seat for seat, times in self.met.items() if not times)

    @property
    def needed_twice(self) -> dict[str, int]:
        """Trades still lacking with each seat for the end of year 6 (FA-06); other seats are left out."""
        return {seat: 2 - times for seat, times in self.met.items() if times < 2}


def famine_view(view: TradingView) -> View:
    assert isinstance(view, View)
    return view
