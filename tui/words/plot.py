"""Curves in a terminal, in Braille patterns of two by four dots a cell, with names at their ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor

from textual.content import Content

from core.story.parts import Series
from core.story.turning import number
from tui.words import text

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot, by row and column of a cell (Unicode, U+2800)."""
HUES = ("$red", "$blue", "$green", "$yellow", "$violet", "$cyan", "$white", "$accent")
APART = 3
"""Least rows between two marks of the scale."""
LEAST_WIDTH, LEAST_HEIGHT = 24, 5
"""Smaller curves could not be read, and are not drawn."""

Dot = tuple[int, int]


def hues(seats: Sequence[str]) -> dict[str, str]:
    return {seat: HUES[place % len(HUES)] for place, seat in enumerate(seats)}


def plot(
    series: Series, width: int, height: int, hue: Mapping[str, str], chosen: str | None = None, mark: int | None = None
) -> list[Content]:
    """Return the curves in `width` by `height` cells. `chosen` has its letter at every round; a line stands at place
    `mark`. Empty if nothing was won or lost, or without room."""
    known = {s: c for s, c in series.curves.items() if any(value is not None for value in c)}
    values = [value for curve in known.values() for value in curve if value is not None]
    if not values or width < LEAST_WIDTH or height < LEAST_HEIGHT or len(series.rounds) < 2:
        return []
    low, high = min(0.0, *values), max(values)
    if high == low:
        return []
    ticks = _ticks(low, high, (height - 1) // APART, all(value == int(value) for value in values))
    left = max(len(number(tick)) for tick in ticks) + 1
    ends = {s: next(v for v in reversed(c) if v is not None) for s, c in known.items()}
    right = min(width // 3, max(len(s) for s in known) + max(len(number(v)) for v in ends.values()) + 3)
    canvas = Canvas(width - left - right, height - 1, len(series.rounds), low, high)
    order = sorted(known, key=lambda s: (s == chosen, ends[s]))  # the chosen curve is drawn last, over the others
    for seat in order:
        canvas.draw(known[seat], hue.get(seat, "$ink"), seat[:1] if seat == chosen else "", seat == chosen)
    labels = _labels(ends, canvas, chosen)
    marks = {canvas.row(tick): number(tick) for tick in ticks}
    rows = []
    for y, cells in enumerate(canvas.rows(None if mark is None else canvas.column(mark))):
        axis = marks.get(y, "")
        name = labels.get(y)
        tail: text.Part = "" if name is None else _label(name, ends[name], hue, name == chosen)
        rows.append(text.line((f"{axis:>{left - 1}}", "$faint"), ("\u2524" if axis else "\u2502", "$faint"),
                              *cells, text.fit(tail, right)))  # fmt: skip
    return [*rows, _axis(series.rounds, canvas, left, right, mark)]


def _label(seat: str, value: float, hue: Mapping[str, str], chosen: bool) -> Content:
    mark = "\u25b8" if chosen else " "
    style = hue.get(seat, "$ink")
    return text.line((mark, "$key"), (seat, f"bold {style}" if chosen else style), (f" {number(value)}", "$strong"))


def _ticks(low: float, high: float, most: int, whole: bool) -> list[float]:
    """Return at most `most` (and at least two) evenly spaced values for the scale: multiples of 1, 2 or 5 and their
    tens; whole numbers if `whole`."""
    steps = (part * 10.0**power for power in range(0 if whole else -1, 16) for part in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= max(2, most))
    return [round(at * step, 1) for at in range(ceil(low / step), floor(high / step) + 1)]


def _labels(ends: Mapping[str, float], canvas: Canvas, chosen: str | None) -> dict[int, str]:
    """Return the row of each name, near the end of its curve. Without room the lowest are left out, never the chosen
    one."""
    order = sorted(ends, key=lambda seat: -ends[seat])
    room = canvas.height
    if len(order) > room:
        labelled = [seat for seat in order if seat == chosen]
        order = [s for s in order if s in {*labelled, *[o for o in order if o != chosen][: room - len(labelled)]}]
    rows: dict[int, str] = {}
    last = -1
    for place, seat in enumerate(order):
        wanted = canvas.row(ends[seat])
        row = min(max(wanted, last + 1), room - (len(order) - place))
        rows[row] = seat
        last = row
    return rows


def _axis(rounds: Sequence[int], canvas: Canvas, left: int, right: int, current: int | None = None) -> Content:
    """Return the numbers of the rounds under their points, `current` highlighted; numbers that would touch are left
    out."""
    marks = [" "] * canvas.width
    free, lit = 0, (0, 0)
    spared = None if current is None else _label_column(canvas, current, str(rounds[current]))
    for place, round_ in enumerate(rounds):
        label = str(round_)
        at = _label_column(canvas, place, label)
        if (
            place != current
            and spared is not None
            and spared - len(label) <= at <= spared + len(str(rounds[current or 0]))
        ):
            continue  # room for the highlighted one
        if at >= free:
            marks[at : at + len(label)] = label
            free = at + len(label) + 1
            lit = (at, at + len(label)) if place == current else lit
    shown = "".join(marks)
    return text.line(
        (" " * (left - 1) + "\u2514" + shown[: lit[0]], "$faint"), (shown[slice(*lit)], "$key"),
        (shown[lit[1] :] + " " * right, "$faint"),
    )  # fmt: skip


def _label_column(canvas: Canvas, place: int, label: str) -> int:
    return min(canvas.column(place), canvas.width - len(label))


class Canvas:
    """A field of dots; each cell has the colour of the last curve drawn into it."""

    def __init__(self, width: int, height: int, points: int, low: float, high: float) -> None:
        """`width` by `height` cells; `points` values in a row, between `low` and `high`."""
        self.width, self.height = max(2, width), max(2, height)
        self._points, self._low, self._high = points, low, high
        self._dots: dict[Dot, int] = {}
        self._tone: dict[Dot, str] = {}
        self._letters: dict[Dot, str] = {}

    def column(self, place: int) -> int:
        return self._x(place) // 2

    def row(self, value: float) -> int:
        return self._y(value) // 4

    def _x(self, place: int) -> int:
        return round(place * (self.width * 2 - 1) / (self._points - 1))

    def _y(self, value: float) -> int:
        share = (self._high - value) / (self._high - self._low)
        return round(share * (self.height * 4 - 1))

    def draw(self, curve: Sequence[float | None], tone: str, letter: str, strong: bool) -> None:
        tone = f"bold {tone}" if strong else tone
        before: Dot | None = None
        for place, value in enumerate(curve):
            if value is None:
                before = None
                continue
            dot_here = (self._x(place), self._y(value))
            for dot in _line_dots(before or dot_here, dot_here):
                self._dot(dot, tone)
            if letter:
                cell = (dot_here[0] // 2, dot_here[1] // 4)
                self._letters[cell], self._tone[cell] = letter, tone
            before = dot_here

    def _dot(self, dot: Dot, tone: str) -> None:
        x, y = dot
        cell = (x // 2, y // 4)
        self._dots[cell] = self._dots.get(cell, 0) | DOTS[y % 4][x % 2]
        self._tone[cell] = tone

    def rows(self, line: int | None = None) -> Iterator[list[tuple[str, str]]]:
        """Yield the rows of cells as runs of one colour; a dotted line in the column `line` is behind the curves."""
        for y in range(self.height):
            runs: list[tuple[str, str]] = []
            for x in range(self.width):
                empty = "\u250a" if x == line else " "
                sign = self._letters.get((x, y)) or chr(0x2800 + bits) if (bits := self._dots.get((x, y), 0)) else empty
                tone = self._tone.get((x, y), "$key" if x == line else "$faint")
                if runs and runs[-1][1] == tone:
                    runs[-1] = (runs[-1][0] + sign, tone)
                else:
                    runs.append((sign, tone))
            yield runs


def _line_dots(start: Dot, end: Dot) -> list[Dot]:
    (x0, y0), (x1, y1) = start, end
    steps = max(abs(x1 - x0), abs(y1 - y0)) or 1
    return [(round(x0 + (x1 - x0) * n / steps), round(y0 + (y1 - y0) * n / steps)) for n in range(steps + 1)]
