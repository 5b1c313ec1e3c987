"""Which pacts stand between a seat and others, read from what was said: they are talk, and bind nobody (CM-09)."""

from __future__ import annotations

from collections.abc import Sequence

from core.company.voices import occasion_of
from core.hearing.topics import topic_of
from core.talk import Message

ASSENT = frozenset({"pact", "bound"})
ENDS = frozenset({"broke", "parted"})


def standing(seat: str, heard: Sequence[Message]) -> tuple[str, ...]:
    """With whom `seat`, a bot, has a pact now: it agreed to one in words of its own, and neither has ended it since."""
    found: dict[str, None] = {}
    for message in heard:
        if message.by in found and message.of_two and topic_of((), message.text, seat).kind == "unpact":
            found.pop(message.by)
        if message.by == seat and message.of_two and message.deal is None:
            other = next(reader for reader in message.readers if reader != seat)
            occasion = occasion_of(message.text)
            if occasion in ASSENT:
                found[other] = None
            elif occasion in ENDS:
                found.pop(other, None)
    return tuple(found)
