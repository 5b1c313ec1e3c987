"""What the coaches of both duels have in common."""

from __future__ import annotations

from typing import Any

from core.coach import Hint, Lesson


def waiting(lesson: Lesson[Any, Any, Any], one: str, pair: str) -> Hint:
    """It is the other's turn."""
    other = next(seat for seat in lesson.sight.seats if seat != lesson.sight.seat)
    led = lesson.view.led is not None
    words = f"Your {one} lies there; {other} answers it." if led else f"{other} leads this {pair}: wait for the {one}."
    return Hint(words, (f"Whoever takes a {pair} leads the next. It is your turn when the header says so.",), 1, 2)
