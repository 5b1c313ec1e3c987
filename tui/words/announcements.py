"""What was announced at a match, as its readers read it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from msgspec import structs

from core.match.state import News
from tui.words import markdown, text
from tui.words.moments import zoned


def told_words(item: News, now: float, zone: tzinfo | None) -> str:
    """What was announced, as its reader reads it: a moment by another's clock is also given by their own."""
    if item.kind == "announced":
        return markdown.plain(item.text)
    if item.until is None or (own := zoned(item.until, now, zone)) in item.text:
        return item.text
    return f"{item.text} That is {own} for you."


BOT = " is now played by a bot."


def folded(news: Sequence[News]) -> list[News]:
    """The same with a row of seats that went to bots, one after the other in the same round, as one piece of news: a
    table that was filled says so once."""
    found: list[News] = []
    names: list[str] = []
    for item in news:
        bot = item.kind == "handed_over" and item.text.endswith(BOT)
        name = item.text.removesuffix(BOT).rpartition(" now. ")[2]
        if bot and names and found[-1].round == item.round:
            names.append(name)
            found[-1] = structs.replace(item, text=f"{text.joined(names)} are now played by bots.")
        else:
            names = [name] if bot else []
            found.append(item)
    return found
