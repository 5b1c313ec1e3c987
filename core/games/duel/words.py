"""The sentences of both duels."""

from __future__ import annotations

from collections.abc import Mapping


def own_name(by: str, own: bool, score: Mapping[str, int]) -> str | None:
    """Whose report it is: of `by`, if it has `by`'s own number, else of the other seat."""
    return by if own else next(seat for seat in score if seat != by)


def points(score: Mapping[str, int]) -> str:
    """`Ada 3, Bo 2`."""
    return ", ".join(f"{seat} {number}" for seat, number in score.items())


def taken_words(taken: str | None, reader: str | None, what: str) -> str:
    """Who took the trick or bout."""
    if taken is None:
        return f"Equal: nobody takes the {what}."
    return f"You take the {what}." if taken == reader else f"{taken} takes the {what}."
