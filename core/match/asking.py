"""Questions that hosts ask at sign-up, and their answers, for the hosts alone (HH-84)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from core.refusal import Refused, quoted
from core.talk.channels import clean

MOST: Final = 3
LONGEST: Final = 200
"""Characters of a question, an answer and a note."""


class SignupQuestion(msgspec.Struct, frozen=True):
    text: str
    choices: tuple[str, ...] = ()
    """Several of them may be chosen; empty: any words."""


def read_questions(words: str) -> tuple[SignupQuestion, ...]:
    """Return the questions in `Which evenings? Mon / Tue / Fri; Anything else?`. Refused: `bad_questions`."""
    questions = []
    for part in filter(None, (part.strip() for part in words.split(";"))):
        text, mark, rest = part.partition("?")
        choices = tuple(filter(None, (choice.strip() for choice in rest.split("/"))))
        if not mark or len(choices) == 1 or len(part) > LONGEST or any("," in choice for choice in choices):
            message = f"{quoted(part)}: write a question with its mark, and choices behind it: Which day? Mon / Tue"
            raise Refused("bad_questions", message, "HH-84")
        questions.append(SignupQuestion(f"{text.strip()}?", choices))
    if len(questions) > MOST:
        raise Refused("bad_questions", f"At most {MOST} questions are asked; these are {len(questions)}.", "HH-84")
    return tuple(questions)


def checked_answers(asked: str, answers: Sequence[str]) -> tuple[str, ...]:
    """Return the answers as they are kept. Refused: `asked` if their number differs, `bad_answer`."""
    questions = read_questions(asked)
    if len(answers) != len(questions):
        asks = " ".join(f"{n}. {question_words(question)}" for n, question in enumerate(questions, 1)) or "nothing."
        count = f"{len(answers)} of {len(questions)} are answered. " if answers else ""
        raise Refused("asked", f"{count}With your name the hosts ask: {asks} The hosts alone read it.", "HH-84")
    return tuple(checked_answer(question, answer) for question, answer in zip(questions, answers, strict=True))


def checked_answer(question: SignupQuestion, answer: str) -> str:
    """Refused: `bad_answer`."""
    words = " ".join(clean(answer).split())
    if len(words) > LONGEST:
        raise Refused("bad_answer", f"{question.text} An answer has at most {LONGEST} characters.", "HH-84")
    if not question.choices:
        return words
    chosen = [choice for choice in question.choices if choice.casefold() in _parts(words)]
    if len(chosen) != len(_parts(words)):
        raise Refused("bad_answer", f"{question_words(question)} {quoted(answer)} is none of these.", "HH-84")
    return ", ".join(chosen)


def _parts(words: str) -> set[str]:
    return {part.strip().casefold() for part in words.split(",")}


def question_words(question: SignupQuestion) -> str:
    """Return `Which evenings? (Mon, Tue or Fri)`."""
    if not question.choices:
        return question.text
    *others, last = question.choices
    return f"{question.text} ({', '.join(others)} or {last})"


def checked_note(note: str) -> str:
    """Refused (`bad_answer`) if a note to the hosts is too long."""
    words = " ".join(clean(note).split())
    if len(words) > LONGEST:
        raise Refused("bad_answer", f"A note to the hosts has at most {LONGEST} characters.", "HH-84")
    return words
