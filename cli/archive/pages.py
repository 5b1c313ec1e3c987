"""Templates of all pages, filled in with everything escaped; the pages of rules."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from unicodedata import bidirectional
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
    def __init__(self, house: str, url: str = "") -> None:
        """`house`: title of the site; `url`: its address for previews and feeds, empty if unknown."""
        self.house = house
        self.url = url.rstrip("/") + "/" if url else ""
        self.names: set[str] = set()
        """Names of seats and people: on pages those with letters from right to left stand apart from their sentence."""

    def page(self, template: str, path: str, title: str, about: str, *, card: str = "", **more: Any) -> bytes:
        root = "../" * path.count("/")
        return self.filled(
            template, title=title, about=about, root=root, house=self.house, card=self.link(card) if card else "",
            here=self.link(path) if self.url else "", **more,
        )  # fmt: skip

    def filled(self, template: str, **more: Any) -> bytes:
        """Fill in a template. Control characters are removed from all text here."""
        page = clean(_templates().get_template(template).render(more))
        return (isolated(page, self.names) if template.endswith(".html") else page).encode()

    def link(self, path: str) -> str:
        """Address of a file of the site; relative if the site's address is unknown."""
        return self.url + quote(path)

    def rules(self, game: str, title: str, picture: Json | None) -> list[tuple[str, bytes]]:
        path, spec = f"rules/{game}.html", about_game(game)
        parts = _parts(blocks(book(game)))
        shape = _section(parts, spec.round_word)
        facts = f"{spec.seat_words} seats, {spec.rounds} {spec.round_word}s at the most. {spec.learning.capitalize()}."
        shown = f"cards/rules-{game}.png"
        page = self.page("rules.html", path, f"{title}: rules", f"How {title} is played. {spec.blurb}", card=shown,
                         game=title, blurb=spec.blurb, facts=facts, picture=picture, shape=shape,
                         parts=parts)  # fmt: skip
        steps = [block["words"] for block in shape[1:4]]
        return [(path, page), (shown, card(self.house, title, "How it is played", (spec.blurb, *steps)))]


@cache
def _templates() -> Environment:
    """The templates, compiled once: that takes longer than filling in a small site."""
    environment = Environment(
        loader=FileSystemLoader(str(_HERE / "templates")), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.filters["quoted"] = quote
    return environment


def assets() -> Iterable[tuple[str, bytes]]:
    return [(name, (_HERE / "assets" / name).read_bytes()) for name in ASSETS]


@cache
def version() -> str:
    hashed = hashlib.sha256()
    core = Path(str(files("core")))
    for path in [*sorted(_HERE.rglob("*.*")), *sorted(core.rglob("*.py")), *sorted(core.rglob("*.md"))]:
        if path.suffix != ".pyc":
            hashed.update(path.read_bytes())
    return hashed.hexdigest()


def isolated(page: str, names: Iterable[str]) -> str:
    """Wrap names with letters from right to left in `<bdi>`, in the text that a page shows."""
    turned = [name for name in names if any(bidirectional(letter) in ("R", "AL") for letter in name)]
    if not turned:
        return page
    escaped = [_templates().from_string("{{ name }}").render(name=name) for name in turned]
    called = "|".join(re.escape(name) for name in sorted(escaped, key=len, reverse=True))
    parts = re.split(r"(<(title|script|style|svg)\b.*?</\2>|<[^>]*>)", page, flags=re.DOTALL)
    words = [re.sub(rf"(?<!\w)(?:{called})(?!\w)", r"<bdi>\g<0></bdi>", part) for part in parts[::3]]
    return "".join(f"{part}{tag}" for part, tag in zip(words, [*parts[1::3], ""], strict=True))


def cell_text(value: Cell) -> str:
    if value is None:
        return ""
    return number(value) if isinstance(value, int | float) else value


def day(at: float) -> tuple[str, str]:
    """Day in words and ISO 8601 time, in UTC, from seconds since the epoch."""
    when = datetime.fromtimestamp(at, UTC)
    return f"{when.day} {when.strftime('%B %Y')}", when.isoformat(timespec="seconds")


def about_game(game: str) -> Spec:
    """Facts about a game; the id alone if it is no longer installed."""
    return game_of(game).spec


def _parts(paragraphs: list[dict[str, str]]) -> list[tuple[str, list[dict[str, str]]]]:
    parts: list[tuple[str, list[dict[str, str]]]] = []
    for block in paragraphs:
        if block["kind"] == "title" or not parts:
            parts.append((block["words"], []))
        if block["kind"] != "title":
            parts[-1][1].append(block)
    return parts


def _section(parts: list[tuple[str, list[dict[str, str]]]], word: str) -> list[dict[str, str]]:
    first = parts[0][1] if parts else []
    called = re.compile(rf"\b({word}|round|trick|bout)s?\b|^in short$", re.IGNORECASE)
    start = next(
        (n for n, block in enumerate(first) if block["kind"] == "heading" and called.search(block["words"])), None
    )
    if start is None:
        return []
    end = next((n for n in range(start + 1, len(first)) if first[n]["kind"] == "heading"), len(first))
    section = first[start:end]
    del first[start:end]
    return section


def blocks(paragraphs: Iterable[Paragraph]) -> list[dict[str, str]]:
    merged: list[dict[str, str]] = []
    for paragraph in paragraphs:
        kind = "pre" if paragraph.kind in ("table", "columns") else paragraph.kind
        if kind == "pre" and merged and merged[-1]["kind"] == "pre":
            merged[-1]["words"] += f"\n{paragraph.words}"
        else:
            merged.append({"kind": kind, "words": minus(paragraph.words)})
    return merged
