"""Text for screens: plain, harmless, and styled only by the names of the theme (`$faint`, `$bad`, ...).

Names and messages come from people. They are never read as markup, and control characters are shown, not sent.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo

from textual.content import Content

Part = str | tuple[str, str] | Content
"""Plain text, (text, style), or ready content. Text in parts is cleaned."""

MINUTE, DAY = 60, 86400
_MINUS = re.compile(r"(?<!\w)-(?=\d)")


def clean(text: str) -> str:
    """`text` with control and direction characters made visible; line breaks stay."""
    if text.isprintable():
        return text
    return "".join(map(_shown, text.replace("\r\n", "\n").replace("\t", "    ")))


def _shown(char: str) -> str:
    if char == "\n" or char.isprintable():
        return char
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)  # the control pictures: a visible sign for each
    return "\u2421" if code == 0x7F else " " if unicodedata.category(char) == "Zs" else "\ufffd"


def line(*parts: Part) -> Content:
    """One piece of content from parts."""
    if len(parts) == 1 and isinstance(parts[0], Content):
        return parts[0]
    return Content.assemble(*map(_cleaned, parts))


def _cleaned(part: Part) -> Part:
    if isinstance(part, Content):
        return part
    return clean(part) if isinstance(part, str) else (clean(part[0]), part[1])


def lines(rows: Iterable[Part]) -> Content:
    """Rows under one another."""
    return Content("\n").join([line(row) for row in rows])


def fit(part: Part, width: int) -> Content:
    """Exactly `width` cells: cut with an ellipsis, or filled with spaces."""
    content = line(part)
    if content.cell_length > width:
        content = content.truncate(width, ellipsis=True)
    spare = width - content.cell_length
    return content.pad_right(spare) if spare > 0 else content


def centred(part: Part, width: int) -> Content:
    """`width` cells with the text in the middle."""
    content = line(part).truncate(width, ellipsis=True)
    spare = width - content.cell_length
    return content.pad_left(spare // 2).pad_right(spare - spare // 2)


def wrapped(part: Part, width: int) -> list[Content]:
    """The text in lines of at most `width` cells."""
    content = line(part)
    return content.wrap(max(1, width)) if content.plain else [content]


CUT = "\u2026"
"""Where something is cut off."""

MARKS = " \u2022*!\u21c4\u25c6"
"""What may stand before the words of a line: a bullet, a star, a warning, a proposal, what is held."""


def hung(part: Part, width: int, lead: int = 0) -> list[Content]:
    """Every line of the text in at most `width` cells; what is too long goes on under where its words began: behind a
    mark, or behind a first column of `lead` cells."""
    rows: list[Content] = []
    width = max(1, width)  # nothing, before there is a terminal
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
    """At most `height` rows; the last one says how many more there are, if there are."""
    if len(rows) <= height or height <= 0:
        return list(rows)
    if height == 1:
        return [line(rows[0].truncate(max(1, rows[0].cell_length - 1)), (CUT, "$faint"))]
    return [*rows[: height - 1], line((f"{CUT} {len(rows) - height + 1} more", "$faint"))]


def beside(columns: Sequence[Sequence[Part]], widths: Sequence[int], gap: int = 2) -> list[Content]:
    """Columns of rows side by side, each cut or filled to its width."""
    rows = []
    for number in range(max((len(column) for column in columns), default=0)):
        cells: list[Part] = []
        for place, (column, width) in enumerate(zip(columns, widths, strict=True)):
            if place:
                cells.append(" " * gap)
            cells.append(fit(column[number] if number < len(column) else "", width))
        rows.append(line(*cells))
    return rows


def joined(words: Sequence[str], last: str = "and") -> str:
    """`Ada`, `Ada and Bo`, `Ada, Bo and Cy`; `nobody` for none."""
    if not words:
        return "nobody"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def signed(number: int) -> str:
    """`+3`, `-2`, `0`; with a true minus sign, which is as wide as the plus."""
    return f"{number:+d}".replace("-", "\u2212") if number else "0"


def minus(words: str) -> str:
    """`words` with a true minus sign before every number that has one: the same sign everywhere on a screen."""
    return _MINUS.sub("\u2212", words)


# --- time -------------------------------------------------------------------------------------------------------------
def hour(at: float, zone: tzinfo | None) -> str:
    """`14:02`, local."""
    return datetime.fromtimestamp(at, zone).strftime("%H:%M")


def moment(at: float, now: float, zone: tzinfo | None) -> str:
    """`14:02` today, `Fri 14:02` within six days, else `3 Nov 14:02`; local. A zone that is not the reader's own
    (`clockwords.HouseZone`) is named: `14:02 CET`."""
    then, today = datetime.fromtimestamp(at, zone), datetime.fromtimestamp(now, zone)
    label = f" {then.tzname()}" if getattr(zone, "labelled", False) else ""
    if then.date() == today.date():
        return then.strftime("%H:%M") + label
    if abs(at - now) < 6 * DAY:
        return then.strftime("%a %H:%M") + label
    return f"{then.day} {then.strftime('%b %H:%M')}{label}"


def day(at: float, now: float, zone: tzinfo | None) -> str:
    """`3 Nov`, and `3 Nov 2024` if that is not this year; local."""
    then = datetime.fromtimestamp(at, zone)
    year = "" if then.year == datetime.fromtimestamp(now, zone).year else f" {then.year}"
    return f"{then.day} {then.strftime('%b')}{year}"


def span(seconds: float) -> str:
    """`3d 4h`, `1h 12m`, `12m`, and below a minute `42s`. Rounded up, so that `0s` means over."""
    left = max(0, int(-(-seconds // 1)))
    if left < MINUTE:
        return f"{left}s"
    left = -(-left // MINUTE)  # minutes, rounded up
    days, rest = divmod(left, 24 * 60)
    hours, minutes = divmod(rest, 60)
    if days:
        return f"{days}d {hours}h"
    return f"{hours}h {minutes:02d}m" if hours else f"{minutes}m"


def counted(number: int, one: str, many: str = "") -> str:
    """`1 offer`, `2 offers`."""
    return f"{number} {one if number == 1 else many or one + 's'}"
