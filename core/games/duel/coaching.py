"""What the coaches of both duels have in common."""

from __future__ import annotations

from typing import Any

from core.bots.coach import Hint, Lesson, percent
from core.games.duel.bots import Reckoner
from core.games.duel.structs import DuelPast, DuelView


def opposite(lesson: Lesson[Any, DuelView, Any]) -> str:
    """Who sits opposite whoever is coached."""
    return next(seat for seat in lesson.sight.seats if seat != lesson.sight.seat)


def came_of_it(lesson: Lesson[Any, DuelView, Any], past: DuelPast, one: str, pair: str) -> str:
    """What the pair of parts that is just over brought: what met what, and who took it."""
    taker = "you take" if past.taken == lesson.sight.seat else f"{past.taken} takes"
    how = f"nobody takes the {pair}" if past.taken is None else f"{taker} it"
    own = "" if past.own is None else f"your {past.own} against a {past.colours[opposite(lesson)]} {one}: "
    return f"What came of it: {own}{how}."


def best_of(lesson: Lesson[Any, DuelView, Any], reckoner: Reckoner[Any], choice: int, others: tuple[int, ...]) -> str:
    """Against what it is best, and what a few others promise beside it."""
    beside = [f"{other} {percent(reckoner.hope(lesson.sight, other))}" for other in dict.fromkeys(others)]
    beside = [words for words in beside if not words.startswith(f"{choice} ")]
    best = f"It is the best against what {opposite(lesson)} may hold, if {opposite(lesson)} plays as most do"
    return f"{best}; to win the duel by others: {', '.join(beside)}." if beside else f"{best}."


def waiting(lesson: Lesson[Any, DuelView, Any], one: str, pair: str) -> Hint:
    """It is the other's turn."""
    other = opposite(lesson)
    led = lesson.view.led is not None
    brief = f"{other} answers: wait." if led else f"{other} leads: wait."
    words = f"Your {one} lies there; {other} answers it." if led else f"{other} leads this {pair}: wait for the {one}."
    return Hint(
        words, (f"Whoever takes a {pair} leads the next. It is your turn when the header says so.",), 1, 2, brief
    )
