"""What every page has in common: the templates, filled in with everything escaped; and the pages of rules."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from cli.archive.card import card
from core.games import game as game_of
from core.json import Json
from core.parts import Spec
from core.story.parts import Cell
from core.story.turning import number
from core.talk.channels import clean
from core.words.rulebook import Paragraph, book
from core.words.wording import minus

ASSETS = ("style.css", "replay.js")
_HERE = Path(str(files("cli") / "archive"))


class Pages:
    """Fills in the templates for one site."""

    def __init__(self, house: str, url: str = "") -> None:
        """`house`: what the site is called; `url`: where it will stand, for links from elsewhere (a picture in a chat
        room, a feed), empty if it is not known."""
        self.house = house
        self.url = url.rstrip("/") + "/" if url else ""

    def page(self, template: str, path: str, title: str, about: str, *, card: str = "", **more: Any) -> bytes:
        """A page that stands at `path`; `card` is the path of its picture."""
        root = "../" * path.count("/")
        return self.filled(
            template, title=title, about=about, root=root, house=self.house, card=self.link(card) if card else "",
            here=self.link(path) if self.url else "", **more,
        )  # fmt: skip

    def filled(self, template: str, **more: Any) -> bytes:
        """A template with these words in it: everything that is written for browsers and readers of feeds goes through
        here, and as it stands at the end."""
        return clean(_templates().get_template(template).render(more)).encode()

    def link(self, path: str) -> str:
        """The address of a file of this site, whole where it is known where the site will stand."""
        return self.url + quote(path)

    def rules(self, game: str, title: str, picture: Json | None) -> list[tuple[str, bytes]]:
        """How a game is played: what play looks like, the shape of a round, then the rulings; and its card."""
        path, spec = f"rules/{game}.html", about_game(game)
        parts = _parts(blocks(book(game)))
        shape = _section(parts, spec.round_word)
        facts = f"{spec.seats} seats, {spec.rounds} {spec.round_word}s at the most. {spec.learning.capitalize()}."
        shown = f"cards/rules-{game}.png"
        page = self.page("rules.html", path, f"{title}: rules", f"How {title} is played. {spec.blurb}", card=shown,
                         game=title, blurb=spec.blurb, facts=facts, picture=picture, shape=shape,
                         parts=parts)  # fmt: skip
        steps = [block["words"] for block in shape[1:4]]
        return [(path, page), (shown, card(self.house, title, "How it is played", (spec.blurb, *steps)))]


@cache
def _templates() -> Environment:
    """Compiled once for every site of a process: compiling takes longer than filling in the pages of a small one."""
    made = Environment(
        loader=FileSystemLoader(str(_HERE / "templates")), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    made.filters["quoted"] = quote
    return made


def assets() -> Iterable[tuple[str, bytes]]:
    """Style and script."""
    return [(name, (_HERE / "assets" / name).read_bytes()) for name in ASSETS]


@cache
def version() -> str:
    """Changes with everything that pages are made by."""
    found = hashlib.sha256()
    core = Path(str(files("core")))
    for path in [*sorted(_HERE.rglob("*.*")), *sorted(core.rglob("*.py")), *sorted(core.rglob("*.md"))]:
        if path.suffix != ".pyc":
            found.update(path.read_bytes())
    return found.hexdigest()


def shown(value: Cell) -> str:
    """A cell of the standing, as the screens write it."""
    if value is None:
        return ""
    return number(value) if isinstance(value, int | float) else value


def day(at: float) -> tuple[str, str]:
    """A moment in seconds since the epoch, as a day for people and as ISO 8601, in UTC."""
    when = datetime.fromtimestamp(at, UTC)
    return f"{when.day} {when.strftime('%B %Y')}", when.isoformat(timespec="seconds")


def about_game(game: str) -> Spec:
    """What a game is, in figures and a line; a game that is not here any more is known by its id alone."""
    return game_of(game).spec


def _parts(found: list[dict[str, str]]) -> list[tuple[str, list[dict[str, str]]]]:
    """The rule book by its titles: how it is played, then what is ruled."""
    parts: list[tuple[str, list[dict[str, str]]]] = []
    for block in found:
        if block["kind"] == "title" or not parts:
            parts.append((block["words"], []))
        if block["kind"] != "title":
            parts[-1][1].append(block)
    return parts


def _section(parts: list[tuple[str, list[dict[str, str]]]], word: str) -> list[dict[str, str]]:
    """The section that says how a round goes, taken out of the first part: its heading, then what follows."""
    first = parts[0][1] if parts else []
    called = re.compile(rf"\b({word}|round|trick|bout)s?\b|^in short$", re.IGNORECASE)
    start = next((n for n, one in enumerate(first) if one["kind"] == "heading" and called.search(one["words"])), None)
    if start is None:
        return []
    end = next((n for n in range(start + 1, len(first)) if first[n]["kind"] == "heading"), len(first))
    found = first[start:end]
    del first[start:end]
    return found


def blocks(paragraphs: Iterable[Paragraph]) -> list[dict[str, str]]:
    """The rule book for a page: lines of a table or board that follow one another are one block."""
    found: list[dict[str, str]] = []
    for one in paragraphs:
        kind = "pre" if one.kind in ("table", "columns") else one.kind
        if kind == "pre" and found and found[-1]["kind"] == "pre":
            found[-1]["words"] += f"\n{one.words}"
        else:
            found.append({"kind": kind, "words": minus(one.words)})
    return found
