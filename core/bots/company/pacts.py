"""Pacts between a seat and others, from the book of its conversations. They are not binding (CM-09)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from core.talk.acts import End as Notice
from core.talk.acts import Term
from core.talk.book import entries
from core.talk.channels import Message

End = Literal["broken", "ended"]


class Pact(NamedTuple):
    with_: str
    begun: int
    """Round in which it was agreed."""
    closed: int | None = None
    """Round in which notice was given; None while it stands."""
    end: End | None = None
    """`broken`: ended for a deed of `with_`; `ended`: in words."""


def pacts_in(game_terms: Sequence[Term], seat: str, heard: Sequence[Message], now: int) -> tuple[Pact, ...]:
    """Return the pacts of `seat` in talk that it can read, oldest first. `game_terms` are the game's terms."""
    pacts: list[Pact] = []
    for entry in entries(game_terms, heard, now):
        if len(entry.readers) != 2 or seat not in entry.readers or not entry.agreed or not entry.offer.is_pact:
            continue
        other = next(reader for reader in entry.readers if reader != seat)
        notice = [m for m in heard if isinstance(m.act, Notice) and m.act.offer == entry.name and other in m.readers]
        broken = any(m.occasion == "broke" and m.of_two for m in notice)
        end: End | None = None if entry.ended is None else "broken" if broken else "ended"
        pacts.append(Pact(other, entry.agreed, entry.ended, end))
    return tuple(pacts)


def allies(game_terms: Sequence[Term], seat: str, heard: Sequence[Message], now: int) -> tuple[str, ...]:
    """Return the seats with which `seat` has a pact now."""
    return tuple(pact.with_ for pact in pacts_in(game_terms, seat, heard, now) if pact.closed is None)
