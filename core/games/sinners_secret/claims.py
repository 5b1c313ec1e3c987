"""What players tell each other about queries, as sentences that screens and bots can both write and read.

A claim is only what somebody said: nothing here knows whether it is true.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.contract import Struct
from core.games.sinners_secret.spec import ATTRIBUTES
from core.games.sinners_secret.structs import Received, Sent, View
from core.games.sinners_secret.words import yes_or_no
from core.talk.channels import Message


class AttributeClaim(Struct, frozen=True):
    """An asker says what its query, which was answered to the reader, was about."""

    by: str
    query: Received
    attribute: str


class AnswersClaim(Struct, frozen=True):
    """A recipient says what it was answered to the reader's own query."""

    by: str
    query: Sent
    answers: dict[str, bool]


class FactClaim(Struct, frozen=True):
    """Somebody says that a letter has, or has not, an attribute."""

    by: str
    letter: str
    attribute: str
    has: bool


Claim = AttributeClaim | AnswersClaim | FactClaim

_NAMES = "|".join(ATTRIBUTES)
_ABOUT = re.compile(rf"\bround (\d+)\b.*\babout ({_NAMES})\b", re.IGNORECASE)
_YOURS = re.compile(r"\byour query of round (\d+)\b", re.IGNORECASE)
_ANSWER = re.compile(r"\b([A-U]) (yes|no)\b")
_FACT = re.compile(rf"\b([A-U]) ({_NAMES}) (yes|no)\b")


def say_attribute(query: Sent, attribute: str) -> str:
    """The sentence of an asker: what its query was about, or what it would have the other believe."""
    return f"My query of round {query.round} ({', '.join(query.letters)}) was about {attribute}."


def say_answers(query: Received, answers: Mapping[str, bool]) -> str:
    """The sentence of a recipient: what it was answered, or what it would have the other believe."""
    return f"Your query of round {query.round}: {yes_or_no(dict(answers))}."


def say_facts(facts: Sequence[tuple[str, str, bool]]) -> str:
    """A sentence with facts: letter, attribute, and whether it has it."""
    return "As far as I know: " + ", ".join(f"{a} {b} {'yes' if has else 'no'}" for a, b, has in facts) + "."


def read(message: Message, view: View) -> tuple[Claim, ...]:
    """The claims in a message that `view`'s seat can read. Sentences of other forms claim nothing."""
    by, text = message.by, message.text
    if facts := _FACT.findall(text):
        return tuple(FactClaim(by, letter, attribute, has == "yes") for letter, attribute, has in facts)
    if yours := _YOURS.search(text):
        for sent in view.sent:
            if sent.to == by and str(sent.round) == yours[1]:
                answers = {letter: has == "yes" for letter, has in _ANSWER.findall(text) if letter in sent.letters}
                return (AnswersClaim(by, sent, answers),) if answers else ()
    if about := _ABOUT.search(text):
        for received in view.received:
            if received.by == by and str(received.round) == about[1]:
                return (AttributeClaim(by, received, about[2].lower()),)
    return ()
