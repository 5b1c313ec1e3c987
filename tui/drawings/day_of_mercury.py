"""A day of Mercury: the eight places with who is there, and everybody's points."""

from __future__ import annotations

from textual.content import Content

from core.games.day_of_mercury.spec import LOCATIONS, SINS
from core.story.turning import number
from tui.drawings import Frame
from tui.games.day_of_mercury.rows import HUES, SHORT, full
from tui.words import text

NONE = "\u00b7"
POINTS, SINS_WIDE = 33, 46
"""Columns of the points: with the sin held in all, and sin by sin."""


def draw(frame: Frame) -> list[Content]:
    """Places as cards in two or four columns; points beside or below them."""
    wide = frame.width >= 110
    if not wide:
        return [*_places(frame, frame.width, 2), *_points(frame, False)]
    side = SINS_WIDE if frame.picture.get("sin") else POINTS
    width = frame.width - side - 3
    return text.beside([_places(frame, width, 4 if width >= 124 else 2), _points(frame, side > POINTS)],
                       [width, side], 3)  # fmt: skip


def _places(frame: Frame, width: int, columns: int) -> list[Content]:
    there: dict[str, list[str]] = {place: [] for place in LOCATIONS}
    for step in frame.done if not frame.over else frame.scene.steps:
        if step.kind == "visit":
            for place in step.data["places"]:
                there[place] += [seat for seat in step.seats if seat not in there[place]]
    if frame.over and any(frame.picture.get("places", {}).values()):
        there = {place: list(seats) for place, seats in frame.picture["places"].items()}
    here = frame.step.data.get("location") if frame.step is not None else None
    each = (width - 2 * (columns - 1)) // columns
    ids = list(LOCATIONS)
    rows: list[Content] = []
    for first in range(0, len(ids), columns):
        cards = [_card(frame, place, there[place], each, place == here) for place in ids[first : first + columns]]
        rows += text.beside(cards, [each] * len(cards), 2)
    return rows


def _card(frame: Frame, place: str, there: list[str], width: int, lit: bool) -> list[Content]:
    """The place with its sin and its crowd, and who is there: in two lines, or three for a crowd."""
    sin = LOCATIONS[place].sin
    name = full(place) if width >= 34 else SHORT[place]
    title = text.line(
        ("\u25b8" if lit else " ", "$key"),
        (name, "bold $key" if lit else "$strong"),
        (f" {sin or 'sin to points'}", HUES.get(sin or "", "$faint")),
        (f" {len(there)}" if there else "", "$accent"),
    )
    names: list[text.Part] = ["  "]
    for seat in there:
        names += [frame.name(seat), " "]
    rows = text.hung(text.line(*names), width, 2) if there else [text.line("")]
    return [title, *([*rows[:1], text.fit(text.line("  ", *rows[1:]), width)] if len(rows) > 1 else rows)]


def _held(frame: Frame) -> dict[str, dict[str, int]]:
    """What everybody holds: before the close, with what each step has brought or taken so far."""
    held = {seat: dict(sins) for seat, sins in frame.before.get("sin", {}).items()}
    for step in frame.done:
        seat = step.seats[0]
        if seat not in held:
            continue
        if step.kind in ("shrine", "converted"):
            held[seat] = {}
        for sin, n in {**step.data.get("gained", {}), **step.data.get("sin", {})}.items():
            held[seat][sin] = held[seat].get(sin, 0) + n
    return dict(frame.picture.get("sin", held)) if frame.over else held


def _points(frame: Frame, by_sin: bool) -> list[Content]:
    """Points with what changed, and the sin held, in one line a seat, best first."""
    before = frame.before.get("points", {})
    points, held = dict(before), _held(frame)
    for step in frame.done:
        if step.kind == "scored":
            points[step.seats[0]] = step.data["to"]
    if frame.over:
        points = dict(frame.picture.get("points", points))
    rows = []
    if by_sin:
        heads: list[text.Part] = [text.line((f"{sin[:3]:>4}", HUES[sin])) for sin in SINS]
        rows.append(text.line((f"{'':8}{'points':<10}", "$faint"), *heads))
    for seat in sorted(points, key=lambda one: -points[one]):
        change = points[seat] - before.get(seat, points[seat])
        moved = f"{'+' if change > 0 else ''}{number(change)}" if change else ""
        own = held.get(seat, {})
        sins: list[text.Part] = [(f"  {sum(own.values())} sin", "$faint")]
        if by_sin:
            sins = [(f"{own.get(sin) or NONE:>4}", HUES[sin] if own.get(sin) else "$faint") for sin in SINS]
        rows.append(
            text.line(
                frame.name(seat, 8),
                (f"{number(points[seat]):>4}", "$strong"),
                (f"{moved:>6}", "$good" if change > 0 else "$bad"),
                *sins,
            )
        )
    if frame.width >= 110 or len(rows) < 4:
        return rows
    half = (len(rows) + 1) // 2
    return text.beside([rows[:half], rows[half:]], [frame.width // 2 - 1] * 2, 2)
