"""Finds what was said, by words, names and rounds (HH-82)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.talk.channels import CONFESSIONAL, LINE, Message

ROUND = re.compile(r"(?:r|round|year|day)?(\d+)")


def find_said(messages: Sequence[Message], query: str) -> list[Message]:
    """Return the messages that have all words of a query, newest first: in their text, or as a sender or reader. `r5`
    is of round 5; a number alone may also stand in the text."""
    wanted = query.casefold().split()
    names = {name.casefold() for message in messages for name in message.readers}
    newest_first = sorted(messages, key=lambda message: -message.at)
    return [message for message in newest_first if all(_has(message, word, word in names) for word in wanted)]


ROOMS = {"lounge": "all", "realm": "the realm", CONFESSIONAL: "the confessional", LINE: "the hosts"}


def heading(message: Message) -> str:
    """Return `Ada to Bo, Cy`."""
    others = [name for name in message.readers if name != message.sender]
    return f"{message.sender} to {ROOMS.get(message.channel) or ', '.join(others)}"


def _has(message: Message, word: str, is_name: bool) -> bool:
    of_round = ROUND.fullmatch(word)
    if of_round is not None and message.round == int(of_round[1]):
        return True
    if of_round is not None and not word.isdigit():
        return False
    names = (message.sender, *message.readers) if message.channel == "seats" else (message.sender, message.channel)
    text = message.text.casefold()
    in_text = word in re.findall(r"\w+", text) if is_name else word in text
    return in_text or any(name.casefold().startswith(word) for name in names)
