"""A day of Mercury: the eight places with who is there, and everybody's points."""

from __future__ import annotations

from textual.content import Content

from core.games.day_of_mercury.spec import LOCATIONS, SINS
from core.story.turning import number
from tui import text
from tui.drawings import Frame
from tui.games.day_of_mercury.rows import HUES, full


def draw(frame: Frame) -> list[Content]:
    """Places as cards in two or four columns; points beside or below them."""
    points = _points(frame)
    wide = frame.width >= 110
    width = (frame.width - 36) if wide else frame.width
    columns = 4 if width >= 124 else 2
    places = _places(frame, width, columns)
    if wide:
        return text.beside([places, points], [width, 33], 3)
    return [*places, *points]


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
    """Two lines: the place with its sin and its crowd, and who is there."""
    sin = LOCATIONS[place].sin
    title = text.line(
        ("\u25b8" if lit else " ", "$key"),
        (full(place), "bold $key" if lit else "$strong"),
        (f" {sin or 'all sin to points'}", HUES.get(sin or "", "$faint")),
        (f" {len(there)}" if there else "", "$accent"),
    )
    names: list[text.Part] = ["  "]
    for seat in there:
        names += [frame.name(seat), " "]
    return [title, text.fit(text.line(*names), width)]


def _points(frame: Frame) -> list[Content]:
    """Points with what changed, and the sin held, in one line a seat, best first."""
    before = frame.before.get("points", {})
    points, sin = dict(before), dict(frame.before.get("sin", {}))
    for step in frame.done:
        if step.kind == "scored":
            points[step.seats[0]] = step.data["to"]
    if frame.over:
        points, sin = dict(frame.picture.get("points", points)), dict(frame.picture.get("sin", sin))
    rows = []
    for seat in sorted(points, key=lambda one: -points[one]):
        change = points[seat] - before.get(seat, points[seat])
        moved = f"{'+' if change > 0 else ''}{number(change)}" if change else ""
        total = sum(sin.get(seat, {}).get(one, 0) for one in SINS)
        rows.append(
            text.line(
                frame.name(seat, 10),
                (f"{number(points[seat]):>5}", "$strong"),
                (f"{moved:>6}", "$good" if change > 0 else "$bad"),
                (f"  {total} sin", "$faint"),
            )
        )
    if frame.width >= 110 or len(rows) < 4:
        return rows
    half = (len(rows) + 1) // 2
    return text.beside([rows[:half], rows[half:]], [frame.width // 2 - 1] * 2, 2)
