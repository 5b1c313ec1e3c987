"""Text for screens, styled by the theme's names. People's text is never read as markup; control characters are shown,
not sent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content, Span

from core.talk.channels import clean
from core.words.wording import (
    CUT,
    DAY,
    Row,
    counted,
    day,
    hour,
    joined,
    minus,
    moment,
    ordinal,
    round_title,
    signed,
    span,
)  # fmt: skip

__all__ = [
    "CUT", "DAY", "MARKS", "Content", "Part", "beside", "centred", "clean", "counted", "cut", "day", "fit", "hour",
    "hung", "joined", "line", "lines", "minus", "moment", "ordinal", "round_title", "rows", "signed", "span", "wrapped",
]  # fmt: skip

Part = str | tuple[str, str] | Content
"""Plain text, (text, style), or ready content. Text in parts is cleaned."""


def line(*parts: Part) -> Content:
    if len(parts) == 1 and isinstance(parts[0], Content):
        return parts[0]
    words: list[str] = []
    spans: list[Span] = []
    at = 0
    for part in parts:
        if isinstance(part, Content):
            words_ = part.plain
            spans += [Span(start + at, end + at, style) for start, end, style in part.spans] if at else part.spans
        elif isinstance(part, str):
            words_ = clean(part)
        else:
            words_ = clean(part[0])
            if part[1] and words_:
                spans.append(Span(at, at + len(words_), part[1]))
        words.append(words_)
        at += len(words_)
    return Content("".join(words), spans, strip_control_codes=False)  # each part is clean


def lines(rows: Iterable[Part]) -> Content:
    return Content("\n").join([line(row) for row in rows])


def rows(worded: Iterable[Row]) -> list[Part]:
    """Return rows of `core.words.wording` for a screen."""
    return [line(*row) for row in worded]


def fit(part: Part, width: int) -> Content:
    """Return exactly `width` cells: cut with an ellipsis, or padded."""
    content = line(part)
    if content.cell_length > width:
        content = content.truncate(width, ellipsis=True)
    spare = width - content.cell_length
    return content.pad_right(spare) if spare > 0 else content


def centred(part: Part, width: int) -> Content:
    content = line(part).truncate(width, ellipsis=True)
    spare = width - content.cell_length
    return content.pad_left(spare // 2).pad_right(spare - spare // 2)


def wrapped(part: Part, width: int) -> list[Content]:
    content = line(part)
    return content.wrap(max(1, width)) if content.plain else [content]


MARKS = " \u2022*!\u21c4\u25c6\u2713\u2717\u203a"
"""Marks before the words of a line: bullet, star, warning, proposal, held, done, failed, ahead."""


def hung(part: Part, width: int, lead: int = 0) -> list[Content]:
    """Wrap to `width` cells; continued lines begin under the words, behind a mark or a first column of `lead` cells."""
    rows: list[Content] = []
    width = max(1, width)  # 0 before there is a terminal
    for row in line(part).split("\n", allow_blank=True):
        words = row.plain.lstrip(MARKS)
        indent = len(row.plain) - len(words)
        if lead > indent and row.plain[lead - 1 : lead] == " ":
            indent = lead
        if row.cell_length <= width or not words or indent > width // 2:
            rows += wrapped(row, width)
            continue
        first, *more = row[indent:].wrap(width - indent)
        rows += [line(row[:indent], first), *(line(" " * indent, piece) for piece in more)]
    return rows


def cut(rows: Sequence[Content], height: int) -> list[Content]:
    """Return at most `height` rows; the last says how many more there are."""
    if len(rows) <= height or height <= 0:
        return list(rows)
    if height == 1:
        return [line(rows[0].truncate(max(1, rows[0].cell_length - 1)), (CUT, "$faint"))]
    return [*rows[: height - 1], line((f"{CUT} {len(rows) - height + 1} more", "$faint"))]


def beside(columns: Sequence[Sequence[Part]], widths: Sequence[int], gap: int = 2) -> list[Content]:
    rows = []
    for number in range(max((len(column) for column in columns), default=0)):
        cells: list[Part] = []
        for place, (column, width) in enumerate(zip(columns, widths, strict=True)):
            if place:
                cells.append(" " * gap)
            cells.append(fit(column[number] if number < len(column) else "", width))
        rows.append(line(*cells))
    return rows
