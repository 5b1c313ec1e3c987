r"""Meanings of the marks on a table: `3=19 left 6`, `7x2`, `DBCb`.

A game declares its marks in `marks.toml` beside its rules, the commonest first. Marks of the house are in
`core/marks.toml`; `also` names packages with marks that the game uses too:

    [[mark]]
    like = "3=19 left 6"                                     # an example from the screen
    form = '(?P<n>\d+)=(?P<sum>\d+) left (?P<left>\d+)'      # a regular expression; empty: `like`, letter by letter
    on = ["bars"]                                            # ids of the widgets that print it; empty: all
    says = "{n} of its components are yours, they add up to {sum}, {left} are claimed by nobody yet (SH-40)"

`says` has the figures under the cursor, or in the rule book those of `like`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from core.games import home

FILE = "marks.toml"
RULING = re.compile(r"\b[A-Z]{2}-\d+\b")


class Mark(NamedTuple):
    like: str
    form: re.Pattern[str]
    on: frozenset[str]
    says: str

    def meaning(self, match: re.Match[str] | None = None) -> str:
        """Return the meaning of a match of this mark; None: of its example."""
        match = match or self.form.search(self.like)
        named = {} if match is None else {name: value or "" for name, value in match.groupdict().items()}
        return f"{match.group().strip() if match else self.like}: {self.says.format(**named)}"


@cache
def marks(game: str) -> tuple[Mark, ...]:
    """Return the marks of a game, then those of every table. ValueError for a mark with an example outside its form."""
    own = home(game)
    return (*(_load_marks(own) if own else ()), *_load_marks("core"))


@cache
def _load_marks(package: str) -> tuple[Mark, ...]:
    file = files(package) / FILE
    if not file.is_file():
        return ()
    toml = tomllib.loads(file.read_text(encoding="utf-8"))
    declared: list[Mark] = []
    for entry in toml.get("mark", ()):
        form = re.compile(entry.get("form") or re.escape(entry["like"]))
        if form.search(entry["like"]) is None:
            raise ValueError(f"{package}: {entry['like']!r} is not of its form {form.pattern!r}")
        declared.append(Mark(entry["like"], form, frozenset(entry.get("on", ())), entry["says"]))
    return (*declared, *(mark for more in toml.get("also", ()) for mark in _load_marks(more)))


def find_marks(game: str, pane: str, words: str) -> list[tuple[Mark, re.Match[str]]]:
    """Return the marks in a widget's text, in order; each sign belongs to the first mark declared. The title of
    `plan-box` counts as `plan`."""
    pane = pane.removesuffix("-box")
    marked: list[tuple[Mark, re.Match[str]]] = []
    free = words
    for mark in marks(game):
        if mark.on and pane not in mark.on:
            continue
        for match in mark.form.finditer(free):
            if match.group().strip():
                marked.append((mark, match))
                free = f"{free[: match.start()]}{HIDDEN * len(match.group())}{free[match.end() :]}"
    return sorted(marked, key=lambda pair: pair[1].start())


HIDDEN = "\0"
"""Stands for a mark that was taken."""


def first_meanings(game: str, shown_words: Iterable[tuple[str, str]]) -> dict[Mark, str]:
    """Return each mark in these (widget, words) pairs with its first meaning."""
    meanings: dict[Mark, str] = {}
    for pane, words in shown_words:
        for mark, match in find_marks(game, pane, words):
            meanings.setdefault(mark, mark.meaning(match))
    return meanings
