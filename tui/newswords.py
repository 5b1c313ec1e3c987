"""What was announced at a match, as its readers read it."""

from __future__ import annotations

from datetime import tzinfo

from core.match import News
from tui import markdown
from tui.clockwords import zoned


def told_words(item: News, now: float, zone: tzinfo | None) -> str:
    """What was announced, as its reader reads it: a moment by another's clock is also given by their own."""
    if item.kind == "announced":
        return markdown.plain(item.text)
    if item.until is None or (own := zoned(item.until, now, zone)) in item.text:
        return item.text
    return f"{item.text} That is {own} for you."
