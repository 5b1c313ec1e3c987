"""What is counted for a seat after every round, laid out as a series for the curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from core.parts import O, R, S, V
from core.story.parts import Series
from core.story.past import Memory, Record


@overload
def counted(
    past: Record[S, O, R],
    id_: str,
    title: str,
    unit: str,
    count: Callable[[S, str], float | None],
    *,
    column: str | None = None,
    seats: Sequence[str] | None = None,
) -> Series: ...
@overload
def counted(
    past: Memory[O, V, R],
    id_: str,
    title: str,
    unit: str,
    count: Callable[[V, str], float | None],
    *,
    column: str | None = None,
    seats: Sequence[str] | None = None,
) -> Series: ...
def counted(
    past: Record[Any, Any, Any] | Memory[Any, Any, Any],
    id_: str,
    title: str,
    unit: str,
    count: Callable[[Any, str], float | None],
    *,
    column: str | None = None,
    seats: Sequence[str] | None = None,
) -> Series:
    """A series of `count(moment, seat)` over the rounds of a past, for its seats or only some of them.

    A moment is a State of a Record and a View of a Memory: a seat's own story counts nothing but what it was shown.
    """
    moments = _moments(past)
    return Series(
        id=id_,
        title=title,
        unit=unit,
        rounds=tuple(round_ for round_, _ in moments),
        curves={
            seat: tuple(count(moment, seat) for _, moment in moments)
            for seat in (past.seats if seats is None else seats)
        },
        column=column,
    )


def _moments(past: Record[Any, Any, Any] | Memory[Any, Any, Any]) -> list[tuple[int, Any]]:
    """The start of the first round, as the round before it, and the end of each: a pregame is no round of a series."""
    start = past.start
    closed = [(one.round, one.after) for one in (past.chapters if isinstance(past, Record) else past.pages)]
    for round_, after in closed:
        if round_ == 0:
            start = after
    played = [(round_, after) for round_, after in closed if round_ > 0]
    return [(played[0][0] - 1 if played else 0, start), *played]
