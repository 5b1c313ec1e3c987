"""Asks what the hosts of a match or season want to know with a name (HH-84)."""

from __future__ import annotations

from collections.abc import Callable

from core.house.guest import LobbyMatch
from core.match.asking import LONGEST, checked_answers, checked_note, question_words, read_questions
from tui.app.services import AppServices, SessionServices
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import AskLine

Then = Callable[[tuple[str, ...], str], None]
NOTE = "Anything for the hosts to know? They alone read it. Enter without words: nothing."


def sign_up(
    lobby: GarnetScreen[None], session: SessionServices, standing: LobbyMatch, done: Callable[[], None]
) -> None:
    """Put the person's name down for a match, or take it back (HH-25)."""
    down = standing.signed_up
    success = "Your name is off the list." if down else "Your name is down; the match is here once it begins."
    guest, called, match = session.guest, session.called, standing.summary.match

    def sign(answers: tuple[str, ...] = (), note: str = "") -> None:
        lobby.attempt(lambda: guest.sign_up(match, called, down=down, answers=answers, note=note), success)
        done()

    asked = guest.asked_with_a_name(match)
    if asked and not down:
        ask_with_a_name(lobby.services, asked, sign)
    else:
        sign()


def ask_with_a_name(app: AppServices, asked: str, then: Then, answers: tuple[str, ...] = ()) -> None:
    """Ask one question after another, and last for a note; `then` gets the answers and it."""
    questions = read_questions(asked)
    if len(answers) == len(questions):
        _ask_note(app, then, answers)
        return
    question = questions[len(answers)]

    def check(words: str) -> None:
        alone = f"{question.text}{' / '.join(question.choices)}"
        checked_answers(alone, [words])

    def answered(words: str | None) -> None:
        if words is not None:
            ask_with_a_name(app, asked, then, (*answers, words))

    several = " Several: with commas." if question.choices else ""
    words = f"{question_words(question)}{several} The hosts alone read the answer."
    app.push_screen(AskLine("Your name is put down", words, longest=LONGEST, take=check), answered)


def _ask_note(app: AppServices, then: Then, answers: tuple[str, ...]) -> None:
    def noted(words: str | None) -> None:
        if words is not None:
            then(answers, words)

    app.push_screen(AskLine("Your name is put down", NOTE, longest=LONGEST, take=checked_note), noted)
