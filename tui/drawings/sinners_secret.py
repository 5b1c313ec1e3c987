"""A Sinner's Secret laid open: the queries of the round as lines between two seats, Heaven beside Hell, and letters by
letters who locked whom rightly and wrongly, with the true allies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from textual.content import Content

from core.games.sinners_secret.spec import are_allies
from core.story.parts import Step
from tui.drawings import Frame
from tui.words import text
from tui.words.plot import DOTS

RIGHT, WRONG, ALLY, MADE = "\u2713", "\u2717", "\u00b7", "\u25a0"
ASKS, TOLD, BOTH = "\u25cf", "\u25b6", "\u25c9"
"""Marks at the ends of lines: who asked, who was told, who did both."""
WIDE = 100
"""Columns from which the pairs of letters stand beside them."""
MOST = 96
"""Columns from which more are of no use to the lines."""
NAME, WORDS, LEAST = 9, 17, 16
"""Columns of a seat in the picture of queries (its name, what it asked), and of the lines between at least."""
GAP = 2


class Asked(NamedTuple):
    """A query that has been made in the round."""

    by: str
    to: str
    letters: tuple[str, ...]
    attribute: str
    answers: Mapping[str, bool]
    """As far as the reader knows them."""


def draw(frame: Frame) -> list[Content]:
    """Lines over locks, or beside them; where there is room for one, what the last step is about."""
    locks = _locks(frame)
    across = max(row.cell_length for row in locks)
    least = 2 * (NAME + WORDS) + LEAST
    if not frame.scene.picture.get("realms"):
        return locks
    lines = _queries(frame, min(frame.width, MOST))
    if len(lines) + 1 + len(locks) <= frame.height:
        return [*lines, text.line(""), *locks]
    if frame.width >= across + GAP + least:
        lines = _queries(frame, min(frame.width - across - GAP, MOST))
        return text.beside([lines, locks], [max(row.cell_length for row in lines), across], GAP)
    return _around(frame, locks) if frame.step is not None and frame.step.kind == "lock" else lines


def _around(frame: Frame, locks: list[Content]) -> list[Content]:
    """The heads and as many rows of letters as there is room for, the letter that locks among them."""
    room = frame.height - 1
    if room >= len(locks) - 1:
        return locks
    letters = sorted(letter for own in frame.scene.picture["letters"].values() for letter in own)
    lit = _lit(frame)
    at = letters.index(lit[0]) if lit and lit[0] in letters else 0
    first = max(0, min(at - room // 2, len(letters) - room))
    shown = f" {letters[first]} to {letters[first + room - 1]}"
    head = text.line((f"{shown:<12}", "$faint"), locks[0][12:])
    return [head, *locks[1 + first : 1 + first + room]]


# --- the queries ------------------------------------------------------------------------------------------------------
def _queries(frame: Frame, width: int) -> list[Content]:
    """Heaven on the left, Hell on the right, a line for each query: from who asked to who was told."""
    realms: Mapping[str, str] = frame.scene.picture["realms"]
    sides = [[seat for seat in frame.story.seats if realms.get(seat) == realm] for realm in ("heaven", "hell")]
    high = max(len(side) for side in sides)
    rows = {seat: _row(place, len(side), high) for side in sides for place, seat in enumerate(side)}
    asked = [_asked(step) for step in frame.done if step.kind in ("query", "answer")]
    lit = asked[-1] if asked and frame.step is not None and frame.step.kind in ("query", "answer") else None
    words = WORDS if width >= 2 * (NAME + WORDS) + LEAST else 8
    room = width - 2 * (NAME + words + 2)
    web = Web(room, high)
    for one in sorted(asked, key=lambda one: one == lit):  # the last one is drawn over the others
        ends = (rows[one.by], rows[one.to])
        tone = "bold $key" if one == lit else frame.tone[one.by]
        web.line(*(ends if one.by in sides[0] else ends[::-1]), tone)
    head = text.line(
        text.fit(("Heaven", "$cyan"), NAME + words), text.centred(_legend(lit, room), room + 4),
        text.line(("Hell", "$red")).pad_left(NAME + words - 4),
    )  # fmt: skip
    found = [head]
    for y, middle in enumerate(web.rows()):
        left = next((seat for seat in sides[0] if rows[seat] == y), None)
        right = next((seat for seat in sides[1] if rows[seat] == y), None)
        found.append(
            text.line(
                *_end(frame, left, asked, words, lit, 0),
                " ",
                *middle,
                " ",
                *_end(frame, right, asked, words, lit, 1)[::-1],
            )
        )
    return found


def _legend(lit: Asked | None, room: int) -> text.Part:
    """The last query in words, else what the marks mean."""
    if lit is None:
        return (f"{ASKS} asked  {TOLD} was told", "$faint")
    about = f": {lit.attribute}" if lit.attribute else ""
    full = f"{lit.by} {TOLD} {lit.to}{about}"
    return (full if len(full) <= room + 4 else f"{lit.by} {TOLD} {lit.to}", "bold $key")


def _row(place: int, seats: int, high: int) -> int:
    """The row of a seat, when `seats` of them are spread over `high` rows."""
    return ((2 * place + 1) * high) // (2 * seats)


def _asked(step: Step) -> Asked:
    """A query from a step: one's own, everyone's, or one that was answered to the reader."""
    data, answers = step.data, dict(step.data.get("answers", {}))
    by, to = step.seats if step.kind == "query" else step.seats[::-1]
    return Asked(by, to, tuple(data.get("letters", answers)), data.get("attribute", ""), answers)


def _end(
    frame: Frame, seat: str | None, asked: Sequence[Asked], words: int, lit: Asked | None, lead: int
) -> list[text.Part]:
    """A seat at the edge of the picture, from the outside in: name, what it asked (`lead` spaces before it), the mark
    where lines begin."""
    if seat is None:
        return [" " * NAME, " " * words, " "]
    own = next((one for one in asked if one.by == seat), None)
    told = any(one.to == seat for one in asked)
    mark = (BOTH if told else ASKS) if own is not None else TOLD if told else "\u00b7"
    hot = lit is not None and seat in (lit.by, lit.to)
    style = "bold $key" if hot else frame.tone[seat] if own is not None or told else "$faint"
    said: text.Part = "" if own is None else _said(own, words)
    return [frame.name(seat, NAME), text.fit(text.line(" " * lead, said), words), (mark, style)]


def _said(one: Asked, words: int) -> text.Part:
    """`A\u2713D\u2717M\u2717 wrath`, as far as it is known."""
    letters: list[text.Part] = []
    for letter in one.letters:
        answer = one.answers.get(letter)
        letters.append((letter, "$strong"))
        if answer is not None:
            letters.append((RIGHT if answer else WRONG, "$good" if answer else "$bad"))
    if words < WORDS:
        return text.line(*letters)
    return text.line(*letters, " ", (one.attribute, "$accent"))


class Web:
    """Lines from the left edge to the right, in dots of a quarter of a row."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = max(2, width), height
        self._dots: dict[tuple[int, int], int] = {}
        self._tone: dict[tuple[int, int], str] = {}

    def line(self, left: int, right: int, tone: str) -> None:
        """From a row on the left to one on the right."""
        last = 2 * self.width - 1
        for x in range(2 * self.width):
            y = round(4 * left + 1.5 + 4 * (right - left) * x / last)
            cell = (x // 2, y // 4)
            self._dots[cell] = self._dots.get(cell, 0) | DOTS[y % 4][x % 2]
            self._tone[cell] = tone

    def rows(self) -> list[list[text.Part]]:
        """The cells, row by row, in runs of one colour."""
        return [
            runs(
                (chr(0x2800 + self._dots[x, y]), self._tone[x, y]) if (x, y) in self._dots else (" ", "")
                for x in range(self.width)
            )
            for y in range(self.height)
        ]


def runs(cells: Iterable[tuple[str, str]]) -> list[text.Part]:
    """Cells beside one another, those of one style as one: each part costs as much as a long one. What is empty has the
    style of what stands before it."""
    found: list[tuple[str, str]] = []
    for words, style in cells:
        if found and (style == found[-1][1] or not words.strip()):
            found[-1] = (found[-1][0] + words, found[-1][1])
        else:
            found.append((words, style))
    return [one if one[1] else one[0] for one in found]


# --- the locks --------------------------------------------------------------------------------------------------------
def _locks(frame: Frame) -> list[Content]:
    """Letters by letters: locks right and wrong, allies that nobody has found yet."""
    picture: Mapping[str, Any] = frame.scene.picture
    letters = sorted(letter for own in picture["letters"].values() for letter in own)
    owner = {letter: seat for seat, own in picture["letters"].items() for letter in own}
    locks = {(a, b): ok for a, b, round_, ok in picture["locks"] if round_ < frame.scene.round or frame.over}
    for step in frame.done:
        if step.kind == "lock":
            locks[step.data["letter"], step.data["locked"]] = step.data.get("ok")
    lit = _lit(frame)
    pairs = picture["pairs"]
    wide = frame.width >= WIDE
    rows = [
        text.line((" " * (34 if wide else 12), ""), *runs((f"{letter} ", _style(letter, lit)) for letter in letters))
    ]
    for letter in letters:
        about = " ".join(pairs.get(letter, ("", "")))
        head: list[text.Part] = [frame.name(owner[letter], 9), (f"{letter}  ", _style(letter, lit))]
        if wide:
            head.append(text.fit((about, "$faint"), 22))
        rows.append(text.line(*head, *runs(_cell(letter, other, locks, pairs, lit) for other in letters)))
    return rows


def _lit(frame: Frame) -> tuple[str, ...]:
    """The letters of the last step."""
    if frame.step is None:
        return ()
    data = frame.step.data
    if frame.step.kind == "lock":
        return (data["letter"], data["locked"])
    return tuple(data.get("letters", ()))


def _style(letter: str, lit: tuple[str, ...]) -> str:
    return "bold $key" if letter in lit else "$faint"


def _cell(
    letter: str,
    other: str,
    locks: dict[tuple[str, str], bool | None],
    pairs: dict[str, tuple[str, str]],
    lit: tuple[str, ...],
) -> tuple[str, str]:
    if letter == other:
        return ("\u2572 ", "$faint")
    if (letter, other) in locks:
        ok = locks[letter, other]
        style = "$strong" if ok is None else "$good" if ok else "$bad"
        mark = MADE if ok is None else RIGHT if ok else WRONG
        here = lit == (letter, other)
        return (f"{mark} ", f"bold {style}" if here else style)
    known = letter in pairs and other in pairs
    return (f"{ALLY} ", "$ink") if known and are_allies(pairs[letter], pairs[other]) else ("  ", "")
