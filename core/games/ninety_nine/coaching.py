"""The coach of Ninety-nine: a bid and its reasons, and the result of the bout."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from core.bots.coach import Hint, Lesson, Position, Step, looking_back, steps
from core.bots.contract import Move, Seal
from core.games.duel.bots import best_of, came_of_it, opposite, waiting_hint
from core.games.ninety_nine.bots import Reader
from core.games.ninety_nine.spec import SURE, WON
from core.games.ninety_nine.structs import Orders, Report, View

Pupil = Lesson[Orders, View, Report]


def coach(lesson: Pupil) -> Hint | None:
    view = lesson.view
    if lesson.sight.phase != "round" and not lesson.played:
        return None
    if lesson.played and view.past and view.table is None:
        return _hint_after_close(lesson)
    if view.turn != lesson.sight.seat:
        return waiting_hint(lesson, "bid", "bout")
    if view.table is None:
        words, brief = (
            "You lead: type a bid. The other sees one digit or two, no more.",
            "You lead: type a bid, 0 to 99.",
        )
    elif view.table == "black":
        words, brief = (
            f"A black bid leads, 0 to 9: {SURE} takes the bout for certain.",
            f"Black leads, 0-9: {SURE} is sure.",
        )
    else:
        words, brief = "A white bid leads, 10 to 99: outbid it, or lose it with 0.", "White, 10-99: outbid, or bid 0."
    return steps(
        lesson,
        (
            Step(
                lesson.drafted("bid") is not None,
                words,
                (
                    f"You have {_points_left(view)} for all bouts that are left, and every bid is spent, won or lost. "
                    f"{WON} points "
                    "win: four bouts can be lost for nothing.",
                    "The lights tell everybody in which fifth of 99 each purse lies.",
                ),
                brief,
            ),
        ),
    )


def _points_left(view: View) -> int:
    return 0 if view.left is UNSET else view.left


def _hint_after_close(lesson: Pupil) -> Hint:
    me, other, left = lesson.sight.seat, opposite(lesson), _points_left(lesson.view)
    more = [
        f"It stands {lesson.view.score[me]} to {lesson.view.score[other]}, and you have {left} left.",
        f"{other} shows {lesson.view.lights[other]} of five lights.",
    ]
    return looking_back(came_of_it(lesson, lesson.view.past[-1], "bid", "bout"), more)


def reasons(lesson: Pupil, made: Sequence[Move]) -> list[str]:
    bid = next((move.orders["bid"] for move in made if isinstance(move, Seal) and "bid" in move.orders), None)
    view, me = lesson.view, lesson.sight.seat
    if bid is None or view.left is UNSET:
        return []
    lines = [best_of(lesson, Reader(), bid, (0, view.left // max(1, WON - view.score[me])))]
    if view.table is None:
        shows = "one digit: at most 9" if bid < SURE else "two digits: 10 or more"
        lines.append(f"{bid} shows {shows}.")
    elif view.table == "black" and bid >= SURE:
        lines.append(f"A black lead is at most 9, so {bid} takes it for certain.")
    left, wanted = view.left - bid, max(0, WON - view.score[me])
    lines.append(f"It leaves you {left} for the {wanted} points that you need, this bout's among them.")
    return lines


POSITIONS = (
    Position(
        "even",
        "Bout 5, two all: 41 left, and the other leads",
        {"round": 9, "leader": "$2", "score": {"$1": 2, "$2": 2}, "left": {"$1": 41, "$2": 38}},
    ),
)
