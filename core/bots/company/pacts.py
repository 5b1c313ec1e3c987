"""Finds the pacts between a seat and others in their talk. Talk is not binding (CM-09)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from core.talk.acts import End as Notice
from core.talk.channels import Message
from core.talk.parsing.asks import ends_pact
from core.talk.voices import occasion_of

ASSENT: Final = frozenset({"pact", "bound"})
ENDS: Final = frozenset({"broke", "parted"})
"""Occasions of bots' lines that end a pact."""

End = Literal["broken", "ended"]


class Pact(NamedTuple):
    """A pact of a bot and the seat that asked it."""

    bot: str
    other: str
    begun: int
    """Round in which it was agreed."""
    closed: int | None = None
    """Round in which it ended; None while it stands."""
    end: End | None = None
    """`broken`: by the other seat's deeds; `ended`: in words."""


def told(seat: str, heard: Sequence[Message]) -> tuple[Pact, ...]:
    """Return the pacts of `seat` in talk that it can read, oldest first."""
    pacts: list[Pact] = []
    open_: dict[frozenset[str], int] = {}
    for message in heard:
        if not message.of_two or message.deal is not None or seat not in message.readers:
            continue
        two = frozenset(message.readers)
        other = next(reader for reader in message.readers if reader != message.by)
        end: End | None = None
        if two in open_ and pacts[open_[two]].other == message.by:
            if isinstance(message.act, Notice) or ends_pact(message.text):
                end = "ended"
        else:
            occasion = occasion_of(message.text)
            if occasion in ASSENT and two not in open_:
                open_[two] = len(pacts)
                pacts.append(Pact(message.by, other, message.round))
            elif occasion in ENDS:
                end = "broken" if occasion == "broke" else "ended"
        if end is not None and two in open_:
            at = open_.pop(two)
            pacts[at] = pacts[at]._replace(closed=message.round, end=end)
    return tuple(pacts)


def standing(seat: str, heard: Sequence[Message]) -> tuple[str, ...]:
    """Return the seats with which the bot `seat` has a pact now."""
    return tuple(pact.other for pact in told(seat, heard) if pact.bot == seat and pact.closed is None)
