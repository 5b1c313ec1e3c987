"""The rule book: how to play each game and its rulings, as paragraphs that can be searched. Knows no screens."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from textwrap import wrap
from typing import NamedTuple

from core.games import home


class Paragraph(NamedTuple):
    """A heading, or lines of text that belong together."""

    kind: str
    """`title`, `heading`, `text`, `item`, or `table`."""
    words: str
    under: str
    """The heading above it."""


PARTS = (("help.md", "How to play"), ("rulings.md", "The rulings"))


@cache
def book(game: str) -> tuple[Paragraph, ...]:
    """Everything about one game: how to play, its rulings, and the rulings of all games."""
    found: list[Paragraph] = []
    package = home(game)
    for file in (files(package) / name for name, _ in PARTS) if package else ():
        if file.is_file():
            found += paragraphs(file.read_text(encoding="utf-8"))
    return (*found, *common())


@cache
def common() -> tuple[Paragraph, ...]:
    """The rulings that all games share."""
    return tuple(paragraphs((files("core") / "rulings.md").read_text(encoding="utf-8")))


def paragraphs(markdown: str) -> list[Paragraph]:
    """The paragraphs of a Markdown text; lines of a paragraph and of a list item are joined."""
    found: list[Paragraph] = []
    under, fenced, ended = "", False, True
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
        ended = not line
    return found


WIDEST_TABLE = 72
"""Cells of the widest table that is shown in columns; a wider one becomes a sentence for each row."""


def _rows(table: list[list[str]], under: str) -> list[Paragraph]:
    """A table in aligned columns, or, where it is too wide, a row at a time with the names of its columns."""
    widths = [max(len(row[i]) for row in table if i < len(row)) for i in range(len(table[0]))]
    if sum(widths) + 2 * len(widths) <= WIDEST_TABLE:
        lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)) for row in table)
        return [Paragraph("table", line.rstrip(), under) for line in lines]
    head, *rows = table
    return [
        Paragraph(
            "item", f"{row[0]}. " + "; ".join(f"{h}: {c}" for h, c in zip(head[1:], row[1:], strict=False)), under
        )
        for row in rows
    ]


def _plain(words: str) -> str:
    """Markdown without its marks."""
    return words.replace("**", "").replace("`", "")


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
        elif paragraph.kind == "table":
            lines.append("  " + paragraph.words)
        elif paragraph.kind == "step":
            lines += wrap(paragraph.words, width, subsequent_indent="   ")
        elif paragraph.kind == "item":
            lines += wrap(paragraph.words, width, initial_indent="- ", subsequent_indent="  ")
        else:
            lines += [""] if before is not None and before.kind in ("item", "table", "text") else []
            lines += wrap(paragraph.words, width)
    return "\n".join(lines).strip("\n") + "\n"
