"""How much of something: one is called otherwise than many, in every sentence of a story and a reckoning."""

from __future__ import annotations

SINGLE = {"points": "point", "sins": "sin"}
"""What one of a unit is called, where that differs."""


def called(much: float, one: str, many: str = "") -> str:
    """What so many are called: `point`, `points`; `many` where an s is not enough."""
    return one if abs(much) == 1 else many or f"{one}s"


def unit_of(much: float, unit: str) -> str:
    """A unit as it stands behind so many: `point` of `points`; `Favor` is the same for all."""
    return called(much, SINGLE.get(unit, unit), unit)
