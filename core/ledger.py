"""The ledger of a match (Tokens of Life and garnets, CM-06) and its end (CM-05, CM-07, CM-08)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

Coin = Literal["token", "garnet"]


class LedgerEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the ledger: `seat` received `amount` of `coin` for `reason`, or spent it if negative (CM-06)."""

    seat: str
    coin: Coin
    amount: int
    reason: str


Entry = LedgerEntry
"""Old name, for games from outside."""


Ledger = tuple[LedgerEntry, ...]


def total(ledger: Ledger, coin: Coin, seats: Iterable[str]) -> dict[str, int]:
    """Return what each seat holds of `coin`, in the order of `seats`; 0 for none."""
    held = dict.fromkeys(seats, 0)
    for entry in ledger:
        if entry.coin == coin:
            held[entry.seat] += entry.amount
    return held


PURSE = "purse"
"""Reason of garnets from before the match, which are no prize."""


def won(ledger: Ledger, seats: Iterable[str]) -> dict[str, int]:
    """Return the garnets that each seat won, whatever it spent; without purses."""
    given = tuple(entry for entry in ledger if entry.amount > 0 and entry.reason != PURSE)
    return total(given, "garnet", seats)


PURSE_TAKEN = "what is left of the purse goes back to the season"
"""Reason of lent garnets that a season takes back; they are not spent."""


def spent(ledger: Ledger, seats: Iterable[str]) -> dict[str, int]:
    """Return the garnets that each seat spent, from 0, in the order of `seats`; without those that a season took
    back."""
    paid = tuple(entry for entry in ledger if entry.amount < 0 and entry.reason != PURSE_TAKEN)
    return {seat: -amount for seat, amount in total(paid, "garnet", seats).items()}


class Pending(msgspec.Struct, frozen=True, rename={"among": "from"}, forbid_unknown_fields=True):
    """A choice that the rules give to winners or the candidate, still to be made (CM-07)."""

    kind: Literal["choose_candidate", "give_tokens", "choose_ascendant", "choose_opponent"]
    by: tuple[str, ...]
    """Choosing seats, in seat order; all of them until the choice is made (CM-12)."""
    among: tuple[str, ...]
    """Possible seats, in seat order. `from` in JSON."""
    count: int = 1
    """Seats that an answer names: 1, or 3 for `give_tokens` in Day of Mercury."""


class Lots(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tie decided by lots (CM-05). It reveals that seats are equal: before the end only these know (CM-13)."""

    text: str
    among: tuple[str, ...]
    """Equal seats, in seat order."""


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Results of the last close and the decisions after it so far."""

    winners: tuple[str, ...]
    ranking: tuple[tuple[str, ...], ...]
    """Groups of seats from first to last; ties together, in seat order (CM-05)."""
    candidates: tuple[str, ...] = ()
    """Tied seats among which `choosers` name the candidate; empty once named."""
    choosers: tuple[str, ...] = ()
    candidate: str | None = None
    opponent: str | None = None
    has_opponent: bool = True
    """False if no opponent is named: no candidate, or no possible seat."""
    lots: tuple[Lots, ...] = ()
    """Ties decided by lots (CM-05)."""


def group(seats: Iterable[str], key: Mapping[str, object]) -> tuple[tuple[str, ...], ...]:
    """Group seats by equal `key`, greatest first, seat order inside a group (CM-05)."""
    order = list(seats)
    keys = sorted({key[seat] for seat in order}, reverse=True)  # type: ignore[type-var]
    return tuple(tuple(seat for seat in order if key[seat] == k) for k in keys)
