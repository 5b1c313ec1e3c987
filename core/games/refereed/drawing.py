"""The drawing of a round: points that the reader knows."""

from __future__ import annotations

from core.story.drawing import Drawing, Moment, Table, Words, change, name, say

LEGEND = "The points of each seat that the reader knows, and their change in this round."


def draw(moment: Moment) -> Drawing | None:
    steps = {seat: number for number, step in moment.steps("gained") for seat in step.seats}
    return Drawing(parts=(Table(rows=tuple(_row(moment, seat, steps) for seat in moment.seats), right=(1, 2)),),
                   legend=LEGEND)  # fmt: skip


def _row(moment: Moment, seat: str, steps: dict[str, int]) -> tuple[Words, ...]:
    points, before = (picture["points"].get(seat) for picture in (moment.picture, moment.before))
    if points is None:
        return (name(seat),), say(("-", "faint")), ()
    gained = (change(points, before, steps.get(seat)),) if before is not None else ()
    return (name(seat, steps.get(seat)),), say((f"{points:,}", "strong")), gained
