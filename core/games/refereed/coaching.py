"""The coach: a step for the questions and one for sealing, then the results."""

from __future__ import annotations

from core.bots import coach as coaching
from core.bots.coach import Hint, Lesson, Step
from core.games.refereed.structs import Orders, Report, View
from core.games.refereed.views import tell


def coach(lesson: Lesson[Orders, View, Report]) -> Hint | None:
    if lesson.played and lesson.report is not None:
        words, *more = tell(lesson.report)
        return coaching.looking_back(f"What came of it: {words}", more)
    probes = [choice.probe["answers"] for choice in lesson.sight.asks.choices if choice.probe]
    if not probes:
        return coaching.usual_hint(lesson, ())
    answered = lesson.drafted("answers") or {}
    missing = [
        question
        for name, question in lesson.view.questions.items()
        if name not in answered and all(name in probe for probe in probes)
    ]
    done = lesson.draft is not None and not missing
    return coaching.steps(
        lesson, (Step(done, "Answer each question: Enter on its row.", tuple(missing), "Answer each: Enter."),)
    )
