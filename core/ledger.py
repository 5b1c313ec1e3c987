"""The ledger of a match (Tokens of Life and garnets, CM-06) and how a match ends (CM-05, CM-07, CM-08)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

Coin = Literal["token", "garnet"]


class LedgerEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the ledger: `seat` received (or, negative, spent) `amount` of `coin` for `reason` (CM-06)."""

    seat: str
    coin: Coin
    amount: int
    reason: str


Entry = LedgerEntry
"""Old name, for games from outside."""


Ledger = tuple[LedgerEntry, ...]


def total(ledger: Ledger, coin: Coin, seats: Iterable[str]) -> dict[str, int]:
    """What each seat holds of `coin`, in the order of `seats`; seats without any are 0."""
    held = dict.fromkeys(seats, 0)
    for entry in ledger:
        if entry.coin == coin:
            held[entry.seat] += entry.amount
    return held


PURSE = "purse"
"""The reason of garnets that a seat had before the match: they are no prize of it."""


def won(ledger: Ledger, seats: Iterable[str]) -> dict[str, int]:
    """The garnets that the match gave each seat, whatever it spent; a purse is not among them."""
    given = tuple(entry for entry in ledger if entry.amount > 0 and entry.reason != PURSE)
    return total(given, "garnet", seats)


PURSE_TAKEN = "what is left of the purse goes back to the season"
"""The reason of garnets that a season lent and takes back: nobody spent them."""


def spent(ledger: Ledger, seats: Iterable[str]) -> dict[str, int]:
    """The garnets that each seat spent, from 0, in the order of `seats`; what a season took back is not among them."""
    paid = tuple(entry for entry in ledger if entry.amount < 0 and entry.reason != PURSE_TAKEN)
    return {seat: -amount for seat, amount in total(paid, "garnet", seats).items()}


class Pending(msgspec.Struct, frozen=True, rename={"among": "from"}, forbid_unknown_fields=True):
    """A choice that the rules give to winners or to the candidate, still to be made (CM-07)."""

    kind: Literal["choose_candidate", "give_tokens", "choose_ascendant", "choose_opponent"]
    by: tuple[str, ...]
    """The seats that choose, in seat order. It keeps listing all of them until the choice is made (CM-12)."""
    among: tuple[str, ...]
    """The seats that can be chosen, in seat order. `from` in JSON."""
    count: int = 1
    """How many different seats the answer names: 1, or 3 for `give_tokens` in Day of Mercury."""


class Lots(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """That lots decided a tie (CM-05). It tells that some seats are equal: before the end only these know (CM-13)."""

    text: str
    """A sentence for the record."""
    among: tuple[str, ...]
    """The seats that were equal, in seat order."""


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the last close and the decisions after it have settled so far."""

    winners: tuple[str, ...]
    ranking: tuple[tuple[str, ...], ...]
    """Groups of seats from first to last, tied seats together, in seat order (CM-05)."""
    candidates: tuple[str, ...] = ()
    """While the candidate is still to be chosen: the tied seats among whom `choosers` choose."""
    choosers: tuple[str, ...] = ()
    candidate: str | None = None
    opponent: str | None = None
    has_opponent: bool = True
    """False where no opponent is to be named (no candidate, or nobody can be chosen)."""
    lots: tuple[Lots, ...] = ()
    """Each tie that lots decided (CM-05)."""


def group(seats: Iterable[str], key: Mapping[str, object]) -> tuple[tuple[str, ...], ...]:
    """Seats grouped by equal `key`, greatest key first, seat order inside a group (CM-05)."""
    order = list(seats)
    keys = sorted({key[seat] for seat in order}, reverse=True)  # type: ignore[type-var]
    return tuple(tuple(seat for seat in order if key[seat] == k) for k in keys)
