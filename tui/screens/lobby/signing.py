"""Asks what the hosts of a match or season want to know with a name (HH-84)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from core.house.guest import Guest
from core.match.asking import LONGEST, checked_answer, checked_note, question_words, read_questions
from tui.app.services import AppServices
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import AskLine

Then = Callable[[tuple[str, ...], str], None]
NOTE = "Anything for the hosts to know? They alone read it. Enter without words: nothing."


def sign_up(
    screen: GarnetScreen[Any], guest: Guest, event: str, called: str, *, down: bool, later: str,
    done: Callable[[], None] = lambda: None,
) -> None:  # fmt: skip
    """Put the person's name down for a match or season, or take it back (HH-25, SE-30)."""
    success = "Your name is off the list." if down else f"Your name is down; {later}"

    def sign(answers: tuple[str, ...] = (), note: str = "") -> None:
        screen.attempt(lambda: guest.sign_up(event, called, down=down, answers=answers, note=note), success)
        done()

    asked = "" if down else guest.asked_with_a_name(event)
    if asked:
        ask_with_a_name(screen.services, asked, sign)
    else:
        sign()


def ask_with_a_name(app: AppServices, asked: str, then: Then, answers: tuple[str, ...] = ()) -> None:
    """Ask for the answers, and last for a note, for `then`."""
    questions = read_questions(asked)
    if len(answers) == len(questions):
        _ask_note(app, then, answers)
        return
    question = questions[len(answers)]

    def answered(words: str) -> None:
        ask_with_a_name(app, asked, then, (*answers, words))

    several = " Several: with commas." if question.choices else ""
    words = f"{question_words(question)}{several} The hosts alone read the answer."
    app.ask(AskLine("Your name is put down", words, longest=LONGEST, take=partial(checked_answer, question)), answered)


def _ask_note(app: AppServices, then: Then, answers: tuple[str, ...]) -> None:
    def noted(words: str) -> None:
        then(answers, words)

    app.ask(AskLine("Your name is put down", NOTE, longest=LONGEST, take=checked_note), noted)
