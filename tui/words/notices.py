"""Announcements of a match in words, and their Markdown as a terminal shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from functools import cache
from typing import TYPE_CHECKING

from msgspec import structs

from core.match.records import News
from core.talk.channels import LINE, Message
from core.words.moments import moment_in_zone
from tui.words import text

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


STYLES = {"strong": "bold", "em": "italic", "s": "strike"}
CODE = "$accent"


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # loaded late: it slows the first screen

    # HTML is plain text
    return MarkdownIt("commonmark", {"html": False}).enable("strikethrough")


def rows(words: str) -> list[text.Part]:
    rows_: list[text.Part] = []
    shape = _Shape()
    for token in _reader().parse(words):
        kind = token.type
        if kind.endswith(("_open", "_close")):
            if shape.turn(token) and rows_:
                rows_.append("")
        elif kind == "inline":
            pieces = list(_inline(token.children or []))
            for parts in _in_lines(pieces):
                head = "$strong" if shape.heading else ""
                rows_.append(text.line(shape.lead(), *((words, f"{head} {style}".strip()) for words, style in parts)))
        elif kind in ("fence", "code_block"):
            rows_ += [text.line(shape.lead(), ("  " + line, CODE)) for line in token.content.rstrip("\n").split("\n")]
        elif kind == "hr":
            rows_.append((f"{shape.lead()}{chr(0x2500) * 8}", "$faint"))
    return rows_


def plain(words: str) -> str:
    return " ".join(" ".join(text.line(row).plain for row in rows(words)).split()) or words


class _Shape:
    """Open lists and quotes at the reader's place."""

    def __init__(self) -> None:
        self.heading = False
        self._lists: list[int | None] = []
        """Next number of each open list; None for bullets."""
        self._quotes = 0
        self._mark = ""
        self._fresh = False

    def turn(self, token: Token) -> bool:
        """Open or close; true if a blank line comes before."""
        kind, opens = token.type, token.nesting == 1
        if kind.startswith("heading"):
            self.heading = opens
        elif kind.startswith(("bullet_list", "ordered_list")):
            number = int(token.attrs.get("start", 1)) if kind.startswith("ordered") else None
            if opens:
                self._lists.append(number)
            else:
                self._lists.pop()
        elif kind == "list_item_open":
            number = self._lists[-1]
            self._mark = "\u2022 " if number is None else f"{number}. "
            self._lists[-1] = None if number is None else number + 1
        elif kind.startswith("blockquote"):
            self._quotes += 1 if opens else -1
        return opens and token.level == 0

    def lead(self) -> str:
        mark, self._mark = self._mark, ""
        depth = len(self._lists) - 1 if mark else len(self._lists)
        return "\u2502 " * self._quotes + "  " * max(0, depth) + mark


def _inline(tokens: list[Token]) -> Iterator[tuple[str, str]]:
    styles: list[str] = []
    link = ""
    since: list[str] = []
    for token in tokens:
        name = token.type.removesuffix("_open").removesuffix("_close")
        if name in STYLES:
            if token.nesting == 1:
                styles.append(STYLES[name])
            else:
                styles.pop()
        elif token.type == "link_open":
            link, since = str(token.attrs.get("href", "")), []
        elif token.type == "link_close":
            if link and link != "".join(since):
                yield f" ({link})", "$faint"
            link = ""
        elif token.type in ("softbreak", "hardbreak"):
            yield "\n", ""
        else:
            words = f"{token.content} ({token.attrs.get('src', '')})" if token.type == "image" else token.content
            since.append(words)
            if words:
                yield words, " ".join([*styles, *([CODE] if token.type == "code_inline" else [])])


def _in_lines(pieces: list[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    line: list[tuple[str, str]] = []
    for piece in pieces:
        if piece == ("\n", ""):
            yield line
            line = []
        else:
            line.append(piece)
    yield line


def told_words(item: News, now: float, zone: tzinfo | None) -> str:
    """Return an announcement; a time in another zone is also given in the reader's."""
    if item.kind == "announced":
        return plain(item.text)
    if item.until is None or (own := moment_in_zone(item.until, now, zone)) in item.text:
        return item.text
    return f"{item.text} That is {own} for you."


BOT = " is now played by a bot."


def fold_bot_news(news: Sequence[News]) -> list[News]:
    """Return the news with a row of seats that went to bots in one round as one."""
    folded_news: list[News] = []
    names: list[str] = []
    for item in news:
        bot = item.kind == "handed_over" and item.text.endswith(BOT)
        name = item.text.removesuffix(BOT).rpartition(" now. ")[2]
        if bot and names and folded_news[-1].round == item.round:
            names.append(name)
            folded_news[-1] = structs.replace(item, text=f"{text.joined(names)} are now played by bots.")
        else:
            names = [name] if bot else []
            folded_news.append(item)
    return folded_news


def arrived_words(message: Message, beside: bool) -> str:
    """Return who said what, in a line; only who if it stands beside the coach's words."""
    host = message.channel == LINE
    who = "A host has answered you" if host else message.sender
    if beside:
        return f"{who}." if host else f"{who} writes."
    return " ".join(f"{who}: {message.text or 'terms'}".split())
