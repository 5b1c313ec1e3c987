"""The first turns, step by step, and why a move is proposed."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.coach import Hint, Lesson, looking_back
from core.bots.contract import Do, Move
from core.contract import NoOrders
from minus_auction.bots import cost
from minus_auction.structs import Report, View

Pupil = Lesson[NoOrders, View, Report]


def coach(lesson: Pupil) -> Hint | None:
    view, me = lesson.view, lesson.sight.seat
    if lesson.played:
        took = view.past[-1]
        return looking_back(f"What came of it: {took.seat} took the {took.card} with {took.chips} on it.")
    if view.turn != me:
        return Hint(
            f"{view.turn} decides. Each payment lays a chip on the card.", step=1, of=1, brief="Wait, and count."
        )
    words = f"Pay a chip, or take the {view.up}: it costs you {cost(view, me)}, and {view.pot} chips lie on it."
    more = ("Of a run of numbers only the lowest counts.", "Without chips you must take what comes: keep some.")
    return Hint(words, more, step=1, of=1, brief=f"Pay, or take the {view.up}.")


def reasons(lesson: Pupil, made: Sequence[Move]) -> Sequence[str]:
    view, me = lesson.view, lesson.sight.seat
    takes = any(isinstance(move, Do) and move.action == {"kind": "take"} for move in made)
    told = f"The {view.up} costs you {cost(view, me)}, and {view.pot} chips lie on it"
    return (f"{told}: {'that is worth it' if takes else 'a chip is cheaper'}.",)
