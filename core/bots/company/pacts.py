"""Finds the pacts between a seat and others in what was said. Talk binds nobody (CM-09)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from core.talk.acts import End as Notice
from core.talk.channels import Message
from core.talk.parsing.asks import ends_pact
from core.talk.voices import occasion_of

ASSENT: Final = frozenset({"pact", "bound"})
ENDS: Final = frozenset({"broke", "parted"})
"""By a bot's line: the other broke the pact, or has ended it in words."""

End = Literal["broken", "ended"]


class Pact(NamedTuple):
    """One pact of two seats: a bot always, and whoever asked it."""

    bot: str
    other: str
    begun: int
    """The round in which it was agreed to."""
    closed: int | None = None
    """The round in which it was over; None while it stands."""
    end: End | None = None
    """`broken`: by the other, who did not do what was agreed; `ended`: in words."""


def told(seat: str, heard: Sequence[Message]) -> tuple[Pact, ...]:
    """Every pact of `seat` that was made in talk that it can read, oldest first."""
    found: list[Pact] = []
    open_: dict[frozenset[str], int] = {}
    for message in heard:
        if not message.of_two or message.deal is not None or seat not in message.readers:
            continue
        two = frozenset(message.readers)
        other = next(reader for reader in message.readers if reader != message.by)
        end: End | None = None
        if two in open_ and found[open_[two]].other == message.by:
            if isinstance(message.act, Notice) or ends_pact(message.text):
                end = "ended"
        else:
            occasion = occasion_of(message.text)
            if occasion in ASSENT and two not in open_:
                open_[two] = len(found)
                found.append(Pact(message.by, other, message.round))
            elif occasion in ENDS:
                end = "broken" if occasion == "broke" else "ended"
        if end is not None and two in open_:
            at = open_.pop(two)
            found[at] = found[at]._replace(closed=message.round, end=end)
    return tuple(found)


def standing(seat: str, heard: Sequence[Message]) -> tuple[str, ...]:
    """With whom `seat`, a bot, has a pact now: it agreed to one in words of its own, and neither has ended it since."""
    return tuple(pact.other for pact in told(seat, heard) if pact.bot == seat and pact.closed is None)
