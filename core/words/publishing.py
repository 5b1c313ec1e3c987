"""Questions about publication, and the archive's name for a player."""

from __future__ import annotations

from core.story.parts import capital, listed
from core.table.seat import Question, Seat
from core.words.wording import counted

NOTHING_ASKED = "Nothing of yours could be published here: you said and noted nothing, or the match goes on."


def appearance(appears: str | None) -> str:
    if appears is None:
        return "Pages of the archive call you by the names of your seats."
    return (
        f"Pages of the archive call you {appears}." if appears else "Pages of the archive call you a player, no name."
    )


def subject(question: Question, seat: Seat) -> str:
    if question.key is None:
        return f"your notes of {counted(question.messages, seat.spec.round_word)}"
    channel, readers = question.key
    others = [name for name in readers if name != seat.name]
    if channel == "confessional":
        return f"your confessional, {counted(question.messages, 'message')}"
    where = {"lounge": "the lounge", "realm": "your realm"}.get(channel, f"your talk with {listed(others)}")
    return f"{where}, {counted(question.messages, 'message')}"


def state(question: Question) -> str:
    if not question.open:
        return "stays closed: somebody who could read it has left"
    return {None: "not answered: no", True: "yes", False: "no"}[question.answer]


def question_line(question: Question, seat: Seat) -> str:
    text = f"{subject(question, seat)}: {state(question)}"
    return capital(text)
