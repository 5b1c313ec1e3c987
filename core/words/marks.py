"""What the marks of a table say: `3=19 left 6`, `7x2`, `DBCb`. Knows no screens.

A game declares its marks as `marks.toml` beside its rules, those that everybody meets first at the top; what the house
itself writes stands in `core/marks.toml`, and `also` names packages whose marks the game uses too:

    [[mark]]
    like = "3=19 left 6"                                     # one as it stands on the screen
    form = '(?P<n>\\d+)=(?P<sum>\\d+) left (?P<left>\\d+)'      # a regular expression; empty: `like`, letter by letter
    on = ["bars"]                                            # ids of the widgets that print it; empty: all
    says = "{n} of its components are yours, they add up to {sum}, {left} are claimed by nobody yet (SH-40)"

Of what is under the cursor `says` tells the very figures; in the rule book those of `like`.
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
    """One mark of a game."""

    like: str
    form: re.Pattern[str]
    on: frozenset[str]
    says: str

    def told(self, found: re.Match[str] | None = None) -> str:
        """What the mark that was found says, or (None) what the one of the declaration does."""
        found = found or self.form.search(self.like)
        named = {} if found is None else {name: value or "" for name, value in found.groupdict().items()}
        return f"{found.group().strip() if found else self.like}: {self.says.format(**named)}"


@cache
def marks(game: str) -> tuple[Mark, ...]:
    """The marks of a game, and then those of every table. Raises ValueError for one whose form is not like it."""
    own = home(game)
    return (*(_declared(own) if own else ()), *_declared("core"))


@cache
def _declared(package: str) -> tuple[Mark, ...]:
    file = files(package) / FILE
    if not file.is_file():
        return ()
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    found: list[Mark] = []
    for one in told.get("mark", ()):
        form = re.compile(one.get("form") or re.escape(one["like"]))
        if form.search(one["like"]) is None:
            raise ValueError(f"{package}: {one['like']!r} is not of its form {form.pattern!r}")
        found.append(Mark(one["like"], form, frozenset(one.get("on", ())), one["says"]))
    return (*found, *(mark for more in told.get("also", ()) for mark in _declared(more)))


def found(game: str, pane: str, words: str) -> list[tuple[Mark, re.Match[str]]]:
    """The marks in what the widget of this id shows, in their order; each sign belongs to the first declared. What is
    in the title of a `plan-box` is of `plan`."""
    pane = pane.removesuffix("-box")
    taken: list[tuple[Mark, re.Match[str]]] = []
    free = words
    for mark in marks(game):
        if mark.on and pane not in mark.on:
            continue
        for match in mark.form.finditer(free):
            if match.group().strip():
                taken.append((mark, match))
                free = f"{free[: match.start()]}{HIDDEN * len(match.group())}{free[match.end() :]}"
    return sorted(taken, key=lambda one: one[1].start())


HIDDEN = "\0"
"""What stands where a mark was, so that no other is found in it."""


def rest(game: str, pane: str, words: str) -> str:
    """The words without their marks."""
    for _, match in found(game, pane, words):
        words = f"{words[: match.start()]}{' ' * len(match.group())}{words[match.end() :]}"
    return words


def once(game: str, seen: Iterable[tuple[str, str]]) -> dict[Mark, str]:
    """Each mark of these (widget, words) with what it says there, the first of its kind for all; of several the one
    that stands first."""
    told: dict[Mark, str] = {}
    for pane, words in seen:
        for mark, match in found(game, pane, words):
            told.setdefault(mark, mark.told(match))
    return told
