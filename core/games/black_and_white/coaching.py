"""The coach of Black and White: a tile to lead or to answer with, and the result of the trick."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from core.bots.coach import Hint, Lesson, Position
from core.bots.contract import Move, Seal
from core.games.black_and_white.bots import Reader
from core.games.black_and_white.spec import colour
from core.games.black_and_white.structs import Orders, Report, View
from core.games.duel.bots import best_of, duel_hint, opposite

Pupil = Lesson[Orders, View, Report]


def coach(lesson: Pupil) -> Hint | None:
    return duel_hint(lesson, "tile", "trick", _turn_words, lambda view: LORE, _shown)


LORE = (
    "Black tiles are even, white ones odd. The higher number takes the trick; equal ones give it to nobody.",
    "Each tile is played once: a 0 that loses to an 8 is a bargain, for the 8 is gone.",
)


def _turn_words(view: View) -> tuple[str, str]:
    if view.table is None:
        return "You lead: choose a tile. The other sees only its colour.", "You lead: choose a tile."
    beats = "0 to 8, even" if view.table == "black" else "1 to 7, odd"
    return f"A {view.table} tile leads ({beats}): beat it, or lose cheaply.", f"Beat {beats}, or lose low."


def _shown(lesson: Pupil) -> list[str]:
    trick, me, other = lesson.view.past[-1], lesson.sight.seat, opposite(lesson)
    more = [f"It stands {lesson.view.score[me]} to {lesson.view.score[other]}; the winner of the trick leads the next."]
    if trick.own is not None and trick.taken not in (None, me):
        more.append(f"So {other}'s tile was above {trick.own}: that much you know now.")
    elif trick.taken == me:
        more.append(f"So {other}'s tile was below {trick.own}: that much you know now.")
    return more


def reasons(lesson: Pupil, made: Sequence[Move]) -> list[str]:
    tile = next((move.orders["tile"] for move in made if isinstance(move, Seal) and "tile" in move.orders), None)
    hand = lesson.view.hand
    if tile is None or hand is UNSET:
        return []
    lower = sum(owned < tile for owned in hand)
    sentences = [best_of(lesson, Reader(), tile, (hand[0], hand[-1]))]
    sentences.append(f"{tile} shows {colour(tile)}; you hold {lower} lower and {len(hand) - lower - 1} higher.")
    if lower == 0 and len(hand) > 1:
        sentences.append("Your lowest: if it loses, the other has spent more than you.")
    return sentences


POSITIONS = (
    Position(
        "even",
        "Trick 5, two all: five tiles each, and you lead",
        {
            "round": 9,
            "leader": "$1",
            "score": {"$1": 2, "$2": 2},
            "hands": {"$1": [0, 3, 4, 7, 8], "$2": [1, 2, 5, 6, 8]},
        },
    ),
)
