"""The rule book: how to play each game and its rulings, as paragraphs that can be searched. Knows no screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from textwrap import wrap
from typing import NamedTuple

from core.games import home
from core.talk.channels import PublishedAnswer
from core.words.marks import RULING, marks


class Paragraph(NamedTuple):
    """A heading, or lines of text that belong together."""

    kind: str
    """`title`, `heading`, `text`, `item`, `columns` (the head of a table) or `table`: lines that stand as they are."""
    words: str
    under: str
    """The heading above it."""


PARTS = (("help.md", "How to play"), ("rulings.md", "The rulings"))
MARKS = "The marks"
"""The heading under which each mark of a game's table stands, with what it says."""
ELSEWHERE = "Elsewhere on this table"
SEASON = "season"
"""What is asked for instead of a game by who wants to read about seasons."""


@cache
def book(game: str) -> tuple[Paragraph, ...]:
    """Everything about one game, or about seasons: how to play, the rulings, and the rulings of all games."""
    found: list[Paragraph] = []
    package = "core.seasons" if game == SEASON else home(game)
    for file in (files(package) / name for name, _ in PARTS) if package else ():
        if file.is_file():
            found += paragraphs(file.read_text(encoding="utf-8"))
        if file.name == PARTS[0][0] and game != SEASON:
            found += [Paragraph("heading", MARKS, MARKS)]
            found += [Paragraph("item", mark.told(), MARKS) for mark in marks(game)]
    return (*found, *common())


@cache
def common() -> tuple[Paragraph, ...]:
    """The rulings that all games share."""
    return tuple(paragraphs((files("core") / "rulings.md").read_text(encoding="utf-8")))


def paragraphs(markdown: str) -> list[Paragraph]:
    """The paragraphs of a Markdown text; lines of a paragraph and of a list item are joined."""
    found: list[Paragraph] = []
    under, fenced, ended, drawn = "", False, True, False
    table: list[list[str]] = []
    for raw in (*markdown.splitlines(), ""):
        line = raw.rstrip()
        if table and not line.startswith("|"):
            found += _rows(table, under)
            table = []
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            found.append(Paragraph("table", line, under))
        elif raw.startswith(INDENTED) and (ended or drawn):  # a board
            found.append(Paragraph("table", line[len(INDENTED) :], under))
            drawn = True
            continue
        elif line.startswith("#"):
            words = _plain(line.lstrip("#").strip())
            under = words
            found.append(Paragraph("title" if line.startswith("# ") else "heading", words, under))
        elif line.startswith("|"):
            if set(line) - set("|-: "):
                table.append([_plain(cell.strip()) for cell in line.strip("|").split("|")])
        elif line.startswith(("- ", "* ")):
            found.append(Paragraph("item", _plain(line[2:]), under))
        elif line[:1].isdigit() and line[1:3] == ". ":
            found.append(Paragraph("step", _plain(line), under))
        elif line and found and found[-1].kind in ("text", "item", "step") and not ended:
            found[-1] = found[-1]._replace(words=f"{found[-1].words} {_plain(line.strip())}")
        elif line:
            found.append(Paragraph("text", _plain(line), under))
        ended, drawn = not line, False
    return found


WIDEST_TABLE = 72
"""Cells of the widest table: what a page has at 80 columns. In a wider one the words go on below, in their column."""
GAP = 2
"""Cells between two columns."""
INDENTED = "    "
"""What begins a line that stands as it is."""


def _rows(table: list[list[str]], under: str) -> list[Paragraph]:
    """A table in aligned columns, one paragraph a row."""
    columns = len(table[0])
    table = [(row + [""] * columns)[:columns] for row in table]
    widths = fitted([max(len(row[i]) for row in table) for i in range(columns)])
    found = []
    for number, row in enumerate(table):
        cells = [wrap(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
        lines = []
        for place in range(max(map(len, cells))):
            parts = [
                (cell[place] if place < len(cell) else "").ljust(width)
                for cell, width in zip(cells, widths, strict=True)
            ]
            lines.append((" " * GAP).join(parts).rstrip())
        found.append(Paragraph("table" if number else "columns", "\n".join(lines), under))
    return found


def fitted(widths: list[int]) -> list[int]:
    """Columns that fit beside one another: the widest give way, each as much as the next."""
    widths = list(widths)
    while sum(widths) + GAP * (len(widths) - 1) > WIDEST_TABLE:
        widths[widths.index(max(widths))] -= 1
    return widths


def _plain(words: str) -> str:
    """Markdown without its marks."""
    return words.replace("**", "").replace("`", "")


def answers(answered: Sequence[PublishedAnswer]) -> tuple[Paragraph, ...]:
    """What the hosts of a match have answered for everybody, with its numbers (HH-30); nothing if they have not."""
    title = "Questions at this match"
    found = [Paragraph("title", title, title)] if answered else []
    for one in answered:
        asked = f"{one.number}. {one.question}"
        found += [Paragraph("heading", asked, asked), Paragraph("text", one.answer, asked)]
    return tuple(found)


def marked(game: str, here: str, at: Sequence[str], elsewhere: Sequence[str]) -> tuple[Paragraph, ...]:
    """What a table says, in words: of `here`, which is under the cursor, with the rulings behind it, and elsewhere."""
    head = f"At the cursor: {here}" if here else "At the cursor"
    found = [Paragraph("title", "What it says", "What it says"), Paragraph("heading", head, head)]
    found += [Paragraph("item", words, head) for words in at or ("Plain words, and no mark.",)]
    numbers = {number for words in at for number in RULING.findall(words)}
    found += [
        one._replace(under=head) for one in book(game) if one.kind == "item" and one.words.split(" ")[0] in numbers
    ]
    found.append(Paragraph("heading", ELSEWHERE, ELSEWHERE))
    return (*found, *(Paragraph("item", words, ELSEWHERE) for words in elsewhere))


def search(book: tuple[Paragraph, ...], wanted: str) -> tuple[Paragraph, ...]:
    """The paragraphs with all the words of `wanted` (upper and lower case alike), each under its heading."""
    words = wanted.casefold().split()
    if not words:
        return book
    found: list[Paragraph] = []
    for paragraph in book:
        if all(word in paragraph.words.casefold() for word in words):
            heading = Paragraph("heading", paragraph.under, paragraph.under)
            if paragraph.kind not in ("title", "heading") and heading not in found:
                found.append(heading)
            if paragraph not in found:
                found.append(paragraph)
    return tuple(found)


def without(book: tuple[Paragraph, ...], later: Mapping[str, str]) -> tuple[Paragraph, ...]:
    """The paragraphs without the sections whose headings are in `later`: there stands the sentence about each."""
    found: list[Paragraph] = []
    for paragraph in book:
        if paragraph.under not in later:
            found.append(paragraph)
        elif paragraph.kind == "heading":
            found += [paragraph, Paragraph("text", later[paragraph.under], paragraph.under)]
    return tuple(found)


def as_text(book: tuple[Paragraph, ...], width: int = 100) -> str:
    """The paragraphs as plain lines of at most `width` characters, tables as they are."""
    lines: list[str] = []
    for before, paragraph in zip((None, *book), book, strict=False):
        if paragraph.kind == "title":
            lines += ["", paragraph.words.upper(), ""]
        elif paragraph.kind == "heading":
            lines += ["", paragraph.words, "-" * min(width, len(paragraph.words))]
        elif paragraph.kind in ("table", "columns"):
            lines += [f"  {line}" for line in paragraph.words.split("\n")]
        elif paragraph.kind == "step":
            lines += wrap(paragraph.words, width, subsequent_indent="   ")
        elif paragraph.kind == "item":
            lines += wrap(paragraph.words, width, initial_indent="- ", subsequent_indent="  ")
        else:
            lines += [""] if before is not None and before.kind in ("item", "table", "text") else []
            lines += wrap(paragraph.words, width)
    return "\n".join(lines).strip("\n") + "\n"
