"""The coach: the usual steps of the first round, then its results."""

from __future__ import annotations

from core.bots import coach as coaching
from core.bots.coach import Hint, Lesson
from core.games.refereed.structs import Orders, Report, View
from core.games.refereed.views import tell


def coach(lesson: Lesson[Orders, View, Report]) -> Hint | None:
    if lesson.played and lesson.report is not None:
        words, *more = tell(lesson.report)
        return coaching.looking_back(f"What came of it: {words}", more)
    return coaching.usual(lesson, ())
