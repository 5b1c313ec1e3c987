"""A story on the screen: the standing as a table, why it came so, turning points, curves. Pure functions of a Story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.content import Content

from core.story.parts import Cell, Column, Reason, Row, Series, Story, Turn
from core.story.turning import number
from tui.drawings import draw, frame_of
from tui.words import text
from tui.words.plot import hues, plot

ROLES = {
    "winner": ("winner", "$good"),
    "candidate": ("candidate", "$bad"),
    "opponent": ("opponent", "$warn"),
    "": ("", ""),
}
GAP = 2
EDGES = 4 + 8 + 9 + 11
"""Columns of a standing beside name and cells: the place, tokens, garnets, the role."""
VICTORY = 44
"""Columns of the line that says who won a duel."""
TWO_COLUMNS = 108
"""From this width on curves stand beside the standing."""


def result_rows(story: Story, width: int, height: int, curve: int = 0, chosen: str | None = None) -> list[Content]:
    """The result page in `width` columns: beside one another where there is room, else under one another. `curve` is
    which of the series is drawn, `chosen` whose curve stands out. `height` bounds the curves, not the page."""
    tone = hues(story.seats)
    if width >= TWO_COLUMNS:
        deciding = [column for column in story.standing.columns if column.decides]
        room = max(width - 54, min(width - 44, standing_width(story, deciding)))
        shown = [column for column, _ in _fitting(story, room - _name_width(story) - EDGES)]
        left = max(56, min(room, standing_width(story, shown)))
        right = width - left - 3
        head = [*victory_rows(story, width), *lead_rows(story, width)]
        first = [*standing_rows(story, left, tone), line_(), *reason_rows(story.reasons, left)]
        space = max(9, min(right // 3, height - len(story.turns) * 2 - 4))
        second = [*curve_rows(story, right, space, curve, chosen, tone), line_(), *turn_rows(story.turns, right)]
        return [*head, *([line_()] if head else []), *text.beside([first, second], [left, right], 3)]
    space = max(8, min(height - 3, width // 3, len(story.seats) + 3 if len(story.seats) > 8 else 12))
    parts = [
        [*victory_rows(story, width), *lead_rows(story, width)],
        standing_rows(story, width, tone),
        reason_rows(story.reasons, width),
        curve_rows(story, width, space, curve, chosen, tone),
        turn_rows(story.turns, width),
    ]
    if story.phase == "decision":  # who may choose wants to know why and who is exempt before all else
        parts[1], parts[2] = parts[2], parts[1]
    found: list[Content] = []
    for part in parts:
        found += [line_(), *part] if found and part else part
    return found


def lead_rows(story: Story, width: int) -> list[Content]:
    """What a friend would say of it: how it was won, what somebody did to another, and who paid."""
    return [row for said in story.lead for row in text.hung((said, "$strong"), width)]


def victory_rows(story: Story, width: int) -> list[Content]:
    """The end of a duel: who won it, large, over everything that was played."""
    if len(story.seats) != 2 or story.phase != "finished" or not story.scenes or not story.lead:
        return []
    won = [row.seat for row in story.standing.rows if row.role == "winner"]
    said = f"{won[0].upper()} WINS THE DUEL" if won else "THE DUEL IS DRAWN"
    room = min(width, max(VICTORY, len(said) + 8))
    edge = "\u2501" * room
    style = "$good" if won else "$accent"
    drawn = draw(frame_of(story, len(story.scenes) - 1, len(story.scenes[-1].steps), width, 12))
    return [text.line((edge, style)), text.line((f"{said:^{room}}".rstrip(), f"bold {style}")),
            text.line((edge, style)), line_(), *drawn]  # fmt: skip


def several(series: Series) -> bool:
    """Does it move, and for more than one seat, so that one could stand out?"""
    moved = {value for curve in series.curves.values() for value in curve if value is not None}
    return len(moved) > 1 and sum(any(v is not None for v in curve) for curve in series.curves.values()) > 1


def line_() -> Content:
    """An empty row."""
    return text.line("")


# --- the standing ----------------------------------------------------------------------------------------------------
def standing_width(story: Story, columns: Sequence[Column] | None = None) -> int:
    """How wide the table would be with all columns, or with these."""
    shown = story.standing.columns if columns is None else columns
    return sum(width + GAP for _, width in _widths(story, shown)) + _name_width(story) + EDGES


def standing_rows(story: Story, width: int, tone: Mapping[str, str]) -> list[Content]:
    """One row a seat: place, name in the colour of its curve, the deciding columns, tokens, garnets, role. Columns that
    decide nothing give way first where there is no room, then the later ones."""
    rows = story.standing.rows
    if not rows or not (story.phase == "finished" or _compares(story)):
        return []
    name = _name_width(story)
    tokens, garnets = any(row.tokens for row in rows), any(row.garnets or row.spent for row in rows)
    roles = any(row.role for row in rows)
    rest = width - 4 - name - (8 if tokens else 0) - (9 if garnets else 0) - (11 if roles else 0)
    columns = _fitting(story, rest)
    head = [text.fit("    ", 4 + name)]
    head += [
        text.line("  ", _right((column.title if len(column.title) <= w else column.short), w)) for column, w in columns
    ]
    head += [text.line("  ", _right("tokens", 6))] if tokens else []
    head += [text.line("  ", _right("garnets", 7))] if garnets else []
    found = [text.line(*[(part.plain, "$faint") for part in head])]
    for row in rows:
        found.append(_row(row, name, columns, tokens, garnets, tone))
    return found


def _compares(story: Story) -> bool:
    """Does the reader know something of more than one seat, so that a table says more than a sentence?"""
    return any(
        sum(row.cells.get(column.id) is not None for row in story.standing.rows) > 1
        for column in story.standing.columns
    )


def _row(
    row: Row, name: int, columns: Sequence[tuple[Column, int]], tokens: bool, garnets: bool, tone: Mapping[str, str]
) -> Content:
    place = "" if row.place is None else f"{row.place}."
    parts: list[text.Part] = [(f"{place:>3} ", "$faint"), text.fit((row.seat, f"bold {tone[row.seat]}"), name)]
    for column, width in columns:
        cell = _cell(row.cells.get(column.id))
        parts += ["  ", (_right(cell, width), "$strong" if column.decides else "$ink")]
    if tokens:
        parts += ["  ", (_right(str(row.tokens or "\u00b7"), 6), "$good" if row.tokens else "$faint")]
    if garnets:
        won = f"{row.garnets}\u2212{row.spent}" if row.spent else str(row.garnets or "\u00b7")
        parts += ["  ", (_right(won, 7), "$accent" if row.garnets else "$faint")]
    word, style = ROLES[row.role]
    return text.line(*parts, "  ", (word, style or "$ink"))


def _cell(value: Cell) -> str:
    if value is None:
        return "\u00b7"
    return number(value) if isinstance(value, int | float) else value


def _right(value: str, width: int) -> str:
    return text.fit(value, width).plain if len(value) > width else f"{value:>{width}}"


def _name_width(story: Story) -> int:
    return max((len(seat) for seat in story.seats), default=4)


def _widths(story: Story, columns: Sequence[Column]) -> list[tuple[Column, int]]:
    """Columns with the room that their cells need."""
    return [
        (c, max(len(c.short), *(len(_cell(row.cells.get(c.id))) for row in story.standing.rows), 1)) for c in columns
    ]


def _fitting(story: Story, room: int) -> list[tuple[Column, int]]:
    """The columns for which there is room, in their order: those that decide first, the first of them at any rate."""
    wanted = _widths(story, [c for c in story.standing.columns if any(c.id in r.cells for r in story.standing.rows)])
    kept: list[Column] = []
    for column, width in sorted(wanted, key=lambda one: not one[0].decides):
        if not kept or width + GAP <= room:
            kept.append(column)
            room -= width + GAP
    return [(column, width) for column, width in wanted if column in kept]


# --- why, where, how -------------------------------------------------------------------------------------------------
def reason_rows(reasons: Sequence[Reason], width: int) -> list[Content]:
    """Why it came so, each with the ruling behind it."""
    if not reasons:
        return []
    found = [text.line(("Why", "$accent"))]
    for reason in reasons:
        ruling: text.Part = (f" {reason.ruling}", "$faint") if reason.ruling else ""
        found += text.hung(text.line(("\u2022 ", "$faint"), reason.text, ruling), width)
    return found


def turn_rows(turns: Sequence[Turn], width: int) -> list[Content]:
    """Turning points, with the digit that leads to them."""
    if not turns:
        return []
    found = [text.line(("Turning points", "$accent"))]
    for place, turn in enumerate(turns, 1):
        found += text.hung(text.line((f"{place} ", "$key"), turn.text), width, 2)
    return found


def curve_rows(
    story: Story, width: int, height: int, curve: int, chosen: str | None, tone: Mapping[str, str]
) -> list[Content]:
    """One of the series, drawn, with its name above it."""
    if not story.series:
        return []
    series: Series = story.series[curve % len(story.series)]
    drawn = plot(series, width, height - 1, tone, chosen)
    known = {value for values in series.curves.values() for value in values if value is not None}
    if len(known) == 1 and height > 1:
        drawn = [text.line((f"It stayed at {number(known.pop())} in every {story.round_word}.", "$faint"))]
    if not drawn:
        return []
    more = f"  {curve % len(story.series) + 1} of {len(story.series)}" if len(story.series) > 1 else ""
    return [text.line((series.title, "$accent"), (f" by {story.round_word}{more}", "$faint")), *drawn]
