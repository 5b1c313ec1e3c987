"""Drawings: points and columns that the reader knows, after a round and now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.games.refereed.columns import in_words
from core.games.refereed.structs import View
from core.story.drawing import Drawing, Moment, Table, Words, change, name, say

LEGEND = "What the reader knows of each seat, and how it changed in this round."


def draw(moment: Moment) -> Drawing | None:
    steps = {seat: number for number, step in moment.steps("gained") for seat in step.seats}
    rows = [_row(moment, seat, steps) for seat in moment.seats]
    labels = [*moment.picture.get("columns", {})]
    head = [_head(("", *labels, *["Points", ""] * bool(moment.picture["points"])))] if labels else []
    return Drawing(parts=(Table(rows=(*head, *rows), right=tuple(range(1, 2 * len(labels) + 3))),), legend=LEGEND)


def board(view: View) -> Drawing | None:
    """Draw the columns that a seat sees; None in a match without them."""
    shown: dict[str, Mapping[str, Any]] = {**view.columns}
    for label, ranks in view.column_places.items():
        own = shown.get(label, {})
        shown[label] = {seat: f"{own.get(seat, '')} ({place}.)".strip() for seat, place in ranks.items()}
    seats = [*dict.fromkeys(seat for by_seat in shown.values() for seat in by_seat)]
    if not view.columns and not view.column_places:
        return None
    rows = [((name(seat),), *(_cell(by_seat.get(seat)) for by_seat in shown.values())) for seat in seats]
    return Drawing(parts=(Table(rows=(_head(("", *shown)), *rows), right=tuple(range(1, len(shown) + 1))),))


def _head(labels: tuple[str, ...]) -> tuple[Words, ...]:
    return tuple(say((label, "faint")) if label else () for label in labels)


def _cell(value: Any) -> Words:
    return say(("-", "faint")) if value is None else say((in_words(value), "strong"))


def _row(moment: Moment, seat: str, steps: dict[str, int]) -> tuple[Words, ...]:
    points, before = (picture["points"].get(seat) for picture in (moment.picture, moment.before))
    columns = tuple(_cell(by_seat.get(seat)) for by_seat in moment.picture.get("columns", {}).values())
    if not moment.picture["points"] and columns:
        return (name(seat, steps.get(seat)),), *columns
    if points is None:
        return (name(seat),), *columns, say(("-", "faint")), ()
    gained = (change(points, before, steps.get(seat)),) if before is not None else ()
    return (name(seat, steps.get(seat)),), *columns, say((f"{points:,}", "strong")), gained
