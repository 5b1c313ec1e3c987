"""What a round brought, or would bring: items, totals, and the best and worst that is still possible.

Everything here is computed from what one seat knows: its own hand, its own offers, and its guesses.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from core.contract import Struct
from core.games.trading.offers import Swap


class Item(Struct, frozen=True):
    """One gain (above 0), loss (below 0) or bonus, and where it comes from."""

    amount: int
    why: str


class Result(Struct, frozen=True, kw_only=True):
    """What a round brings one seat: `gains` summed, times `doubled`, halved; less `losses`; plus `bonuses`."""

    gains: tuple[Item, ...] = ()
    losses: tuple[Item, ...] = ()
    """Amounts below 0."""
    doubled: int = 0
    """How many times the sum of gains is doubled (EX-06)."""
    halved: int = 0
    """How many times it is halved; rounded down once, after all of them (EX-06)."""
    nullified: bool = False
    """True if the losses do not count (EX-07)."""
    bonuses: tuple[Item, ...] = ()
    """What the end of the round adds or takes; never multiplied."""

    @property
    def gained(self) -> int:
        """The gains after doubling and halving."""
        times, parts = 1 << self.doubled, 1 << self.halved
        return sum(item.amount for item in self.gains) * times // parts

    @property
    def lost(self) -> int:
        """The losses that count; 0 or below."""
        return 0 if self.nullified else sum(item.amount for item in self.losses)

    @property
    def bonus(self) -> int:
        return sum(item.amount for item in self.bonuses)

    @property
    def total(self) -> int:
        """The change of the seat's score."""
        return self.gained + self.lost + self.bonus

    def notes(self, whose: str = "your") -> tuple[str, ...]:
        """Multipliers in words, for example `your gains x2`."""
        found = []
        if self.doubled:
            found.append(f"{whose} gains x{1 << self.doubled}")
        if self.halved:
            found.append(f"{whose} gains /{1 << self.halved}, rounded down")
        if self.nullified:
            found.append(f"{whose} losses do not count")
        return tuple(found)


class Payoff(Struct, frozen=True):
    """One cell of the matrix: what a trade alone brings both its seats, without what the end of the round adds."""

    mine: int
    theirs: int
    notes: tuple[str, ...] = ()
    """What reaches beyond this trade, in words: multipliers and the like."""


class Plan(Struct, frozen=True):
    """An offer in the making, with the private guess of what will come back."""

    to: str
    give: str
    expect: str | None = None
    """The kind expected; None for no guess."""


class Outlook(Struct, frozen=True):
    """What planned offers may bring."""

    planned: Result
    """If every offer with a guess is returned as guessed, and the others fail."""
    best: Result
    """The best over everything that can come back, failing included."""
    worst: Result
    best_swaps: tuple[Swap, ...]
    """The trades with which the best comes about."""
    worst_swaps: tuple[Swap, ...]
    unguessed: int
    """How many offers have no guess."""


def outlook(plans: tuple[Plan, ...], kinds: tuple[str, ...], score: Callable[[tuple[Swap, ...]], Result]) -> Outlook:
    """The outlook of `plans`, where `score` tells what a set of trades would bring this seat.

    A partner may give any kind, or not return the offer; the seat cannot know better.
    """
    best = worst = score(())
    best_swaps: tuple[Swap, ...] = ()
    worst_swaps: tuple[Swap, ...] = ()
    for back in product((None, *kinds), repeat=len(plans)):
        done = tuple(Swap(p.to, p.give, got) for p, got in zip(plans, back, strict=True) if got is not None)
        found = score(done)
        if found.total > best.total:
            best, best_swaps = found, done
        if found.total < worst.total:
            worst, worst_swaps = found, done
    guessed = tuple(Swap(p.to, p.give, p.expect) for p in plans if p.expect is not None)
    return Outlook(score(guessed), best, worst, best_swaps, worst_swaps, len(plans) - len(guessed))
