"""Structs of The Exodus Game."""

from __future__ import annotations

import msgspec

from core.games.trading.structs import TradingGiven, TradingReport, TradingState, TradingView


class State(TradingState, frozen=True, kw_only=True):
    """Points and cubes by seat, and the trades so far."""


class Given(TradingGiven, frozen=True, kw_only=True):
    """Set-up keys: hands, points and the first round."""

    points: dict[str, int] = {}
    """Points to start with; they count like earned ones and may be negative."""


class Report(TradingReport, frozen=True, kw_only=True):
    """A seat's report of a close (EX-10)."""

    score: int = msgspec.field(name="points")
    held: dict[str, int] = msgspec.field(name="cubes")


class View(TradingView, frozen=True, kw_only=True):
    """A seat's view: its points, its cubes, its own trades and their results."""

    score: int = msgspec.field(default=0, name="points")
    held: dict[str, int] = msgspec.field(default={}, name="cubes")
