"""The coach of Ninety-nine: a bid and its reasons, and the result of the bout."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from core.bots.coach import Hint, Lesson, Position
from core.bots.contract import Move, Seal
from core.games.duel.bots import best_of, duel_hint, opposite
from core.games.ninety_nine.bots import Reader
from core.games.ninety_nine.spec import SURE, WON
from core.games.ninety_nine.structs import Orders, Report, View
from core.story.parts import called

Pupil = Lesson[Orders, View, Report]


def coach(lesson: Pupil) -> Hint | None:
    return duel_hint(lesson, "bid", "bout", _turn_words, _lore, _shown)


def _turn_words(view: View) -> tuple[str, str]:
    if view.table is None:
        words = "You lead: type a bid. The other sees one digit or two, no more."
        return words, "You lead: type a bid, 0 to 99."
    if view.table == "black":
        words = f"A black bid leads, 0 to 9: {SURE} takes the bout for certain."
        return words, f"Black leads, 0-9: {SURE} is sure."
    return "A white bid leads, 10 to 99: outbid it, or lose it with 0.", "White, 10-99: outbid, or bid 0."


def _lore(view: View) -> tuple[str, ...]:
    return (
        f"You have {view.left or 0} for all bouts that are left, and every bid is spent, won or lost. {WON} points "
        "win: four bouts can be lost for nothing.",
        "The lights tell everybody in which fifth of 99 each purse lies.",
    )


def _shown(lesson: Pupil) -> list[str]:
    view, me, other = lesson.view, lesson.sight.seat, opposite(lesson)
    return [
        f"It stands {view.score[me]} to {view.score[other]}, and you have {view.left or 0} left.",
        f"{other} shows {view.lights[other]} of five lights.",
    ]


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
    lines.append(
        f"It leaves you {left} for the {wanted} {called(wanted, 'point')} that you need, this bout's among them."
    )
    return lines


POSITIONS = (
    Position(
        "even",
        "Bout 5, two all: 41 left, and the other leads",
        {"round": 9, "leader": "$2", "score": {"$1": 2, "$2": 2}, "left": {"$1": 41, "$2": 38}},
    ),
)
