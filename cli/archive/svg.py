"""Pieces of SVG, escaped and small; charts with a named curve for each seat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from math import ceil, floor
from typing import NamedTuple

from core.story.parts import Series
from core.story.turning import number


def tag(name: str, inside: str | None = None, /, **attributes: object) -> str:
    """`<name key="value">inside</name>`; None for an empty element. `class_` is class, and `_` in other keys is `-`."""
    written = "".join([
        f' {_attribute_name(key)}="{value if type(value) is int else _quoted(value)}"'
        for key, value in attributes.items()
        if value is not None
    ])  # fmt: skip
    return f"<{name}{written}/>" if inside is None else f"<{name}{written}>{inside}</{name}>"


def text_at(x: float, y: float, text: str, class_: str = "", anchor: str | None = None, step: int | None = None) -> str:
    look = f' class="{class_}"' if class_ else ""
    ends = f' text-anchor="{anchor}"' if anchor else ""
    when = "" if step is None else f' data-step="{step}"'
    return f'<text x="{_as_text(x)}" y="{_as_text(y)}"{look}{ends}{when}>{escape(text, quote=False)}</text>'


def group(parts: Iterable[str], step: int | None = None, class_: str | None = None) -> str:
    return tag("g", "".join(parts), class_=class_, data_step=step)


def squares(corners: Iterable[tuple[int, int]], size: int, class_: str) -> str:
    """Draw equal squares as one small path."""
    return tag("path", d="".join(f"M{x} {y}h{size}v{size}h-{size}z" for x, y in corners), class_=class_)


def picture(width: float, height: float, parts: Iterable[str], title: str, class_: str = "board") -> str:
    inside = tag("title", escape(title)) + "".join(parts)
    return tag("svg", inside, viewBox=f"0 0 {_as_text(width)} {_as_text(height)}", width=_as_text(width), role="img",
               class_=class_, preserveAspectRatio="xMidYMin", xmlns="http://www.w3.org/2000/svg")  # fmt: skip


def shortened(name: str, most: int = 13) -> str:
    return name if len(name) <= most else name[: most - 1] + "\u2026"


@cache
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


@lru_cache(maxsize=4096, typed=True)
def _quoted(value: object) -> str:
    return escape(_as_text(value))


def _as_text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".rstrip("0").rstrip(".")
    return str(value)


LEFT, TOP = 56, 16
WIDE, SMALL = (900, 380, 160), (420, 220, 104)
"""Width, height, and the part of the width for names: of a chart, and of a curve beside a drawing."""
LINE = 15
COLOURS = 13
DOT = 9
APART = 48
"""Least distance of numbers below a curve; nearer ones are hidden on a phone."""


def colours(seats: Sequence[str], known: Mapping[str, int] | None = None) -> dict[str, int]:
    """Colour number by seat. Seats in `known` (a season's cast) keep theirs; the others get free ones in seat order."""
    own = {seat: known[seat] for seat in seats if known and seat in known}
    free = [n for n in range(COLOURS) if n not in own.values()] or list(range(COLOURS))
    others = [seat for seat in seats if seat not in own]
    return own | {seat: free[place % len(free)] for place, seat in enumerate(others)}


class CurveMark(NamedTuple):
    round: int
    seat: str


def chart(
    series: Series,
    hue: Mapping[str, int],
    after: str = "round",
    strong: Collection[str] = (),
    marks: Sequence[CurveMark] = (),
    roles: Mapping[str, str] | None = None,
    small: bool = False,
) -> str:
    """Draw the curves; empty if no value is known. If seats are `strong`, all others are grey, and without names if
    `small`. `roles`: winners and candidate have colours of their own. A curve that ends early is named at
    its end. Marks are numbered from 1."""
    width, height, names = SMALL if small else WIDE
    curves = {s: c for s, c in series.curves.items() if any(v is not None for v in c)}
    values = [v for curve in curves.values() for v in curve if v is not None]
    if not values or len(series.rounds) < 2:
        return ""
    steps = _even_steps(min(0.0, *values), max(values))
    low, high = steps[0], max(steps[-1], *values)
    named = [seat for seat in curves if not small or seat in strong or not strong]
    tall = max(height, LINE * len(named) + TOP + 30)
    inner = width - LEFT - names

    def x(place: int) -> float:
        return LEFT + inner * place / (len(series.rounds) - 1)

    def y(value: float) -> float:
        return TOP + (tall - TOP - 30) * (high - value) / (high - low)

    parts = [_grid(series, steps, x, y, width - names, tall)]
    order = sorted((s for s in named if curves[s][-1] is not None), key=lambda s: -(_last_value(curves[s])))
    places = dict(zip(order, _name_heights([y(_last_value(curves[seat])) for seat in order], tall - 22), strict=True))
    for seat in sorted(curves, key=lambda s: s in strong):
        curve = curves[seat]
        points = " ".join(f"{x(n):.0f},{y(v):.0f}" for n, v in enumerate(curve) if v is not None)
        ends = max(n for n, v in enumerate(curve) if v is not None)
        end, high_ = (width - names + 16, places[seat]) if seat in places else (x(ends) + 5, y(_last_value(curve)) - 9)
        early = "" if seat in places else "early"
        value = number(_last_value(curve))
        short = shortened(seat, 7 if early else (11 if small else 13) - len(value))
        label = text_at(end, high_ + 4, f"{short} {value}", early) if seat in named else ""
        line = tag("polyline", points=points)
        css_class = "" if not strong else " strong" if seat in strong else " dim"
        css_class += f" {roles[seat]}" if roles and roles.get(seat) else ""
        parts.append(tag("g", line + label, class_=f"curve c{hue.get(seat, 0)}{css_class}", data_seat=seat))
    parts += _marks(series, marks, curves, x, y)
    return picture(width, tall, parts, f"{series.title}, after each {after}", "chart")


def _marks(series: Series, marks: Sequence[CurveMark], curves, x, y) -> Iterator[str]:  # type: ignore[no-untyped-def]
    """Numbered discs at the marks, side by side where they would overlap; on the axis for a curve unknown there."""
    taken: list[tuple[float, float]] = []
    for number_, (round_, seat) in enumerate(marks, 1):
        place = min(range(len(series.rounds)), key=lambda n: abs(series.rounds[n] - round_))
        value = curves[seat][place] if seat in curves else None
        at, up = x(place), y(0.0 if value is None else value)
        while any(abs(at - a) < 2 * DOT and abs(up - u) < 2 * DOT for a, u in taken):
            at -= 2 * DOT if place else -2 * DOT
        taken.append((at, up))
        disc = tag("circle", cx=at, cy=up, r=DOT)
        yield tag("g", disc + text_at(at, up + 4, str(number_), anchor="middle"), class_="mark")


def _name_heights(wanted: list[float], lowest: float) -> list[float]:
    """Return the heights of the names: near their curves' ends, a line apart, none below `lowest`."""
    heights: list[float] = []
    for at in wanted:
        heights.append(max(at, heights[-1] + LINE) if heights else at)
    for n in range(len(heights) - 1, -1, -1):
        limit = lowest if n == len(heights) - 1 else heights[n + 1] - LINE
        heights[n] = min(heights[n], limit)
    return heights


def spark(series: Series, hue: Mapping[str, int], winners: Collection[str]) -> str:
    curves = {s: c for s, c in series.curves.items() if any(v is not None for v in c)}
    values = [v for curve in curves.values() for v in curve if v is not None]
    if not values or len(series.rounds) < 2:
        return ""
    low, high = min(values), max(max(values), min(values) + 1)
    parts = []
    for seat in sorted(curves, key=lambda s: s in winners):
        points = " ".join(
            f"{4 + 232 * n / (len(series.rounds) - 1):.0f},{4 + 56 * (high - v) / (high - low):.0f}"
            for n, v in enumerate(curves[seat])
            if v is not None
        )
        strong = " strong" if seat in winners else ""
        parts.append(tag("polyline", points=points, class_=f"line c{hue.get(seat, 0)}{strong}"))
    return picture(240, 64, parts, f"{series.title} of all seats", "spark")


def _even_steps(low: float, high: float) -> list[float]:
    """Return round values at equal distances, at most six, from at most `low` to at least `high`."""
    step = next(n * 10**power for power in range(-2, 9) for n in (1, 2, 5) if (high - low) / (n * 10**power) <= 4)
    return [round(n * step, 2) for n in range(floor(low / step), ceil(high / step) + (high == low) + 1)]


def _grid(series: Series, steps: Sequence[float], x, y, right: int, tall: float) -> str:  # type: ignore[no-untyped-def]
    parts = []
    for value in steps:
        parts.append(tag("line", x1=LEFT, x2=right, y1=y(value), y2=y(value)))
        parts.append(text_at(LEFT - 6, y(value) + 4, number(value), anchor="end"))
    skip = max(1, len(series.rounds) // 12)
    sparse = skip * -(-APART // max(1, int(x(skip) - x(0))))
    for place, round_ in enumerate(series.rounds):
        if place % skip == 0:
            thin = "thin" if place % sparse else ""
            parts.append(text_at(x(place), tall - 8, str(round_), thin, "middle"))
    return tag("g", "".join(parts), class_="grid")


def _last_value(curve: tuple[float | None, ...]) -> float:
    return next((v for v in reversed(curve) if v is not None), 0.0)
