"""Questions of the archive: what of a seat may be published, and how pages call a player."""

from __future__ import annotations

from core.story.parts import listed
from core.table.seat import Question, Seat
from core.words.wording import counted

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
