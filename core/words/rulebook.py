"""The rule book: how to play each game and its rulings, as searchable paragraphs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from textwrap import wrap
from typing import NamedTuple

from core.contract import Spec
from core.games import game as find_game
from core.games import home, known
from core.games.one_file import docstring_of, pages
from core.talk.channels import PublishedAnswer
from core.words.marks import RULING, marks


class Paragraph(NamedTuple):
    """A heading, or lines of text that belong together."""

    kind: str
    """`title`, `heading`, `text`, `item`, `columns` (head of a table) or `table`: preformatted lines."""
    words: str
    under: str
    """Heading above it."""


PARTS = (("help.md", "How to play"), ("rulings.md", "The rulings"))
MARKS = "The marks"
"""Heading of the marks of a game's table."""
ELSEWHERE = "Elsewhere on this table"
SEASON = "season"
"""Name of the seasons' rules in place of a game."""


def book(game: str, spec: Spec | None = None) -> tuple[Paragraph, ...]:
    """Return the book of one game or of seasons: how to play, rulings, common rulings. A game of one module has them in
    its docstring. `spec`: of a match, with rules of its own first."""
    package = "core.seasons" if game == SEASON else home(game)
    own = () if spec is None else own_rules(spec)
    return own + _read_book(game, package, docstring_of(find_game(game)) if package is None and known(game) else "")


def own_rules(spec: Spec) -> tuple[Paragraph, ...]:
    return tuple(paragraphs(f"# {spec.title}\n\n{spec.rules}")) if spec.rules else ()


@cache
def _read_book(game: str, package: str | None, docstring: str) -> tuple[Paragraph, ...]:
    book_ = paragraphs(pages(docstring).text) if docstring else []
    for file in (files(package) / name for name, _ in PARTS) if package else ():
        if file.is_file():
            book_ += paragraphs(file.read_text(encoding="utf-8"))
        if file.name == PARTS[0][0] and game != SEASON:
            book_ += [Paragraph("heading", MARKS, MARKS)]
            book_ += [Paragraph("item", mark.meaning(), MARKS) for mark in marks(game)]
    return (*book_, *common_rulings())


@cache
def common_rulings() -> tuple[Paragraph, ...]:
    return tuple(paragraphs((files("core") / "rulings.md").read_text(encoding="utf-8")))


def paragraphs(markdown: str) -> list[Paragraph]:
    """Parse Markdown; the lines of a paragraph or list item are joined."""
    parsed: list[Paragraph] = []
    under, fenced, ended, drawn = "", False, True, False
    table: list[list[str]] = []
    for raw in (*markdown.splitlines(), ""):
        line = raw.rstrip()
        if table and not line.startswith("|"):
            parsed += _table_rows(table, under)
            table = []
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            parsed.append(Paragraph("table", line, under))
        elif raw.startswith(INDENT) and (ended or drawn):  # a board
            parsed.append(Paragraph("table", line[len(INDENT) :], under))
            drawn = True
            continue
        elif line.startswith("#"):
            words = _without_markup(line.lstrip("#").strip())
            under = words
            parsed.append(Paragraph("title" if line.startswith("# ") else "heading", words, under))
        elif line.startswith("|"):
            if set(line) - set("|-: "):
                table.append([_without_markup(cell.strip()) for cell in line.strip("|").split("|")])
        elif line.startswith(("- ", "* ")):
            parsed.append(Paragraph("item", _without_markup(line[2:]), under))
        elif line[:1].isdigit() and line[1:3] == ". ":
            parsed.append(Paragraph("step", _without_markup(line), under))
        elif line and parsed and parsed[-1].kind in ("text", "item", "step") and not ended:
            parsed[-1] = parsed[-1]._replace(words=f"{parsed[-1].words} {_without_markup(line.strip())}")
        elif line:
            parsed.append(Paragraph("text", _without_markup(line), under))
        ended, drawn = not line, False
    return parsed


WIDEST_TABLE = 72
"""Cells of the widest table, as a page has at 80 columns; wider ones wrap within their columns."""
GAP = 2
"""Cells between two columns."""
INDENT = "    "
"""Begin of a preformatted line."""


def _table_rows(table: list[list[str]], heading: str) -> Iterator[Paragraph]:
    columns = len(table[0])
    table = [(row + [""] * columns)[:columns] for row in table]
    widths = fitted_widths([max(len(row[i]) for row in table) for i in range(columns)])
    for number, row in enumerate(table):
        cells = [wrap(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
        lines = []
        for place in range(max(map(len, cells))):
            parts = [
                (cell[place] if place < len(cell) else "").ljust(width)
                for cell, width in zip(cells, widths, strict=True)
            ]
            lines.append((" " * GAP).join(parts).rstrip())
        yield Paragraph("table" if number else "columns", "\n".join(lines), heading)


def fitted_widths(widths: list[int]) -> list[int]:
    """Narrow the widest columns until all fit."""
    widths = list(widths)
    while sum(widths) + GAP * (len(widths) - 1) > WIDEST_TABLE:
        widths[widths.index(max(widths))] -= 1
    return widths


def _without_markup(words: str) -> str:
    return words.replace("**", "").replace("`", "")


def published_answers(answered: Sequence[PublishedAnswer]) -> tuple[Paragraph, ...]:
    """Return the published answers of a match, numbered (HH-30); empty without any."""
    title = "Questions at this match"
    parts = [Paragraph("title", title, title)] if answered else []
    for answer in answered:
        question = f"{answer.number}. {answer.question}"
        parts += [Paragraph("heading", question, question), Paragraph("text", answer.answer, question)]
    return tuple(parts)


def marks_at_cursor(game: str, cursor: str, meanings: Sequence[str], elsewhere: Sequence[str]) -> tuple[Paragraph, ...]:
    """Return the meanings of the marks at the `cursor` with their rulings, and elsewhere."""
    head = f"At the cursor: {cursor}" if cursor else "At the cursor"
    parts = [Paragraph("title", "What it says", "What it says"), Paragraph("heading", head, head)]
    parts += [Paragraph("item", words, head) for words in meanings or ("Plain words, and no mark.",)]
    numbers = {number for words in meanings for number in RULING.findall(words)}
    parts += [
        paragraph._replace(under=head)
        for paragraph in book(game)
        if paragraph.kind == "item" and paragraph.words.split(" ")[0] in numbers
    ]
    parts.append(Paragraph("heading", ELSEWHERE, ELSEWHERE))
    return (*parts, *(Paragraph("item", words, ELSEWHERE) for words in elsewhere))


def search(book: tuple[Paragraph, ...], wanted: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs with all words of `wanted`, ignoring case, each under its heading."""
    words = wanted.casefold().split()
    if not words:
        return book
    hits: list[Paragraph] = []
    for paragraph in book:
        if all(word in paragraph.words.casefold() for word in words):
            heading = Paragraph("heading", paragraph.under, paragraph.under)
            if paragraph.kind not in ("title", "heading") and heading not in hits:
                hits.append(heading)
            if paragraph not in hits:
                hits.append(paragraph)
    return tuple(hits)


def with_sections_replaced(book: tuple[Paragraph, ...], later: Mapping[str, str]) -> tuple[Paragraph, ...]:
    paragraphs: list[Paragraph] = []
    for paragraph in book:
        if paragraph.under not in later:
            paragraphs.append(paragraph)
        elif paragraph.kind == "heading":
            paragraphs += [paragraph, Paragraph("text", later[paragraph.under], paragraph.under)]
    return tuple(paragraphs)


def as_text(book: tuple[Paragraph, ...], width: int = 100) -> str:
    """Return plain lines of at most `width` characters; tables stay as they are."""
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
