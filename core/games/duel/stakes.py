"""What the open trick or bout can decide: for whom it is match point. The score alone tells, so all may see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.games.duel.course import with_point

Over = Callable[[Mapping[str, int], int], bool]
"""`over(score, left)`: has somebody won with these points, with so many tricks or bouts to come?"""


def match_point(score: Mapping[str, int], left: int, over: Over) -> tuple[str, ...]:
    """Who wins the duel by taking the open trick or bout, in seat order; `left`: how many come after it."""
    return tuple(seat for seat in score if over(with_point(score, seat), left))
