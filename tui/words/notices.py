"""Announcements of a match, and what people are asked and told about the archive, in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from msgspec import structs

from core.match.state import News
from core.story.reasons import listed
from core.table.seat import Question, Seat
from tui.words import markdown, text
from tui.words.moments import zoned
from tui.words.wording import counted


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


NOTHING_ASKED = "Nothing of yours could be published here: you said and noted nothing, or the match goes on."


def appearance(appears: str | None) -> str:
    """How the archive calls somebody."""
    if appears is None:
        return "Pages of the archive call you by the names of your seats."
    return (
        f"Pages of the archive call you {appears}." if appears else "Pages of the archive call you a player, no name."
    )


def called(one: Question, seat: Seat) -> str:
    """What a question is about."""
    if one.key is None:
        return f"your notes of {counted(one.messages, seat.game.spec.round_word)}"
    channel, readers = one.key
    others = [name for name in readers if name != seat.name]
    if channel == "confessional":
        return f"your confessional, {counted(one.messages, 'message')}"
    where = {"lounge": "the lounge", "realm": "your realm"}.get(channel, f"your talk with {listed(others)}")
    return f"{where}, {counted(one.messages, 'message')}"


def state(one: Question) -> str:
    """What was answered."""
    if not one.open:
        return "stays closed: somebody who could read it has left"
    return {None: "not answered: no", True: "yes", False: "no"}[one.answer]


def question_line(one: Question, seat: Seat) -> str:
    """A question with its answer."""
    text = f"{called(one, seat)}: {state(one)}"
    return text[:1].upper() + text[1:]
