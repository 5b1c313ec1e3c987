"""The first round, and why a card is proposed."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.coach import Hint, Lesson, Step, looking_back, steps
from core.bots.contract import Move
from one_two_three.structs import Orders, Report, View
from one_two_three.words import told

Pupil = Lesson[Orders, View, Report]


def coach(lesson: Pupil) -> Hint | None:
    if lesson.played:
        return looking_back(f"What came of it: {told(lesson.view.met[-1])}" if lesson.view.met else "It is over.")
    words = f"You meet {lesson.view.other}: choose a card. The higher takes both numbers."
    why = ("Each card is played once, and one stays over.", "Who shows you a card does not have to play it.")
    return steps(lesson, (Step(lesson.draft is not None, words, why, "Choose a card: Enter."),))


def reasons(lesson: Pupil, made: Sequence[Move]) -> Sequence[str]:
    view = lesson.view
    if view.seen.get(view.other or ""):
        return (f"It beats what {view.other} showed you, by as little as it can.",)
    return (f"{view.other} showed you nothing: what cannot be guessed is as good as any.",)
