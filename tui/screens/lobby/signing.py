"""Asks what the hosts of a match or season want to know with a name (HH-84)."""

from __future__ import annotations

from collections.abc import Callable

from core.match.asking import LONGEST, checked_answers, checked_note, question_words, read_questions
from tui.app.services import AppServices
from tui.screens.dialogs import AskLine

Then = Callable[[tuple[str, ...], str], None]
NOTE = "Anything for the hosts to know? They alone read it. Enter without words: nothing."


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
