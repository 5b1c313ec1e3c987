"""Curves as SVG: one line a seat in its colour, its name and last value where it ends."""

from __future__ import annotations

from collections.abc import Collection

from cli.archive.svg import fit, picture, tag, words
from core.story.parts import Series
from core.story.turning import number

WIDTH, HEIGHT, LEFT, TOP = 720, 300, 40, 10
NAMES = 150
"""Columns at the right for the names."""
LINE = 15
"""The least distance between two names."""
COLOURS = 13


def colours(seats: tuple[str, ...]) -> dict[str, int]:
    """The number of each seat's colour, the same on every page of a match."""
    return {seat: place % COLOURS for place, seat in enumerate(seats)}


def chart(series: Series, seats: tuple[str, ...], after: str = "round") -> str:
    """The curves, or nothing where no value is known."""
    curves = {s: c for s, c in series.curves.items() if any(v is not None for v in c)}
    values = [v for curve in curves.values() for v in curve if v is not None]
    if not values or len(series.rounds) < 2:
        return ""
    low, high = min(0.0, *values), max(values)
    high = high if high > low else low + 1
    tall = max(HEIGHT, LINE * len(curves) + TOP + 30)
    inner = WIDTH - LEFT - NAMES

    def x(place: int) -> float:
        return LEFT + inner * place / (len(series.rounds) - 1)

    def y(value: float) -> float:
        return TOP + (tall - TOP - 30) * (high - value) / (high - low)

    parts = [_grid(series, low, high, x, y, tall)]
    hue = colours(seats)
    order = sorted(curves, key=lambda s: -(_last(curves[s])))
    places = _spread([y(_last(curves[seat])) for seat in order], tall - 22)
    for seat, at in zip(order, places, strict=True):
        curve = curves[seat]
        points = " ".join(f"{x(n):.0f},{y(v):.0f}" for n, v in enumerate(curve) if v is not None)
        label = words(WIDTH - NAMES + 8, at + 4, f"{fit(seat, 12)} {number(_last(curve))}")
        line = tag("polyline", points=points)
        parts.append(tag("g", line + label, class_=f"curve c{hue.get(seat, 0)}", data_seat=seat))
    return picture(WIDTH, tall, parts, f"{series.title}, after each {after}", "chart")


def _spread(wanted: list[float], lowest: float) -> list[float]:
    """Where the names stand, downwards: near their ends, a line apart, none below `lowest`."""
    found: list[float] = []
    for at in wanted:
        found.append(max(at, found[-1] + LINE) if found else at)
    for n in range(len(found) - 1, -1, -1):
        limit = lowest if n == len(found) - 1 else found[n + 1] - LINE
        found[n] = min(found[n], limit)
    return found


def spark(series: Series, seats: tuple[str, ...], winners: Collection[str]) -> str:
    """The curves without words, those of the winners stronger: a picture for lists."""
    curves = {s: c for s, c in series.curves.items() if any(v is not None for v in c)}
    values = [v for curve in curves.values() for v in curve if v is not None]
    if not values or len(series.rounds) < 2:
        return ""
    low, high = min(values), max(max(values), min(values) + 1)
    hue, parts = colours(seats), []
    for seat in sorted(curves, key=lambda s: s in winners):
        points = " ".join(
            f"{4 + 232 * n / (len(series.rounds) - 1):.0f},{4 + 56 * (high - v) / (high - low):.0f}"
            for n, v in enumerate(curves[seat])
            if v is not None
        )
        strong = " strong" if seat in winners else ""
        parts.append(tag("polyline", points=points, class_=f"line c{hue.get(seat, 0)}{strong}"))
    return picture(240, 64, parts, f"{series.title} of all seats", "spark")


def _grid(series: Series, low: float, high: float, x, y, tall: float) -> str:  # type: ignore[no-untyped-def]
    found = []
    for value in (low, (low + high) / 2, high):
        found.append(tag("line", x1=LEFT, x2=WIDTH - NAMES, y1=y(value), y2=y(value)))
        found.append(words(LEFT - 6, y(value) + 4, number(round(value, 1)), anchor="end"))
    skip = max(1, len(series.rounds) // 12)
    for place, round_ in enumerate(series.rounds):
        if place % skip == 0:
            found.append(words(x(place), tall - 8, str(round_), anchor="middle"))
    return tag("g", "".join(found), class_="grid")


def _last(curve: tuple[float | None, ...]) -> float:
    return next((v for v in reversed(curve) if v is not None), 0.0)
