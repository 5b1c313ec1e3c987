"""Results of a round, also before its close, from one seat's hand, offers and guesses."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from core.contract import Struct
from core.games.trading.offers import Swap


class Item(Struct, frozen=True):
    """A gain (above 0), loss (below 0) or bonus, with its cause."""

    amount: int
    why: str


class Result(Struct, frozen=True, kw_only=True):
    """A seat's result of a round: `gains` summed, doubled, halved; less `losses`; plus `bonuses`."""

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
    """Bonuses and costs at the end of the round; never multiplied."""

    @property
    def gained(self) -> int:
        times, parts = 1 << self.doubled, 1 << self.halved
        return sum(item.amount for item in self.gains) * times // parts

    @property
    def lost(self) -> int:
        return 0 if self.nullified else sum(item.amount for item in self.losses)

    @property
    def bonus(self) -> int:
        return sum(item.amount for item in self.bonuses)

    @property
    def total(self) -> int:
        return self.gained + self.lost + self.bonus

    def notes(self, whose: str = "your") -> tuple[str, ...]:
        notes = []
        if self.doubled:
            notes.append(f"{whose} gains x{1 << self.doubled}")
        if self.halved:
            notes.append(f"{whose} gains /{1 << self.halved}, rounded down")
        if self.nullified:
            notes.append(f"{whose} losses do not count")
        return tuple(notes)


class Payoff(Struct, frozen=True):
    """A cell of the matrix: both seats' results of a trade alone, without the end of the round."""

    mine: int
    theirs: int
    notes: tuple[str, ...] = ()
    """Effects beyond this trade, in words: multipliers and the like."""


class Plan(Struct, frozen=True):
    """A planned offer, with a private guess of the return."""

    to: str
    give: str
    expect: str | None = None
    """The kind expected; None for no guess."""


class Outlook(Struct, frozen=True):
    planned: Result
    """If every offer with a guess is returned as guessed, and the others fail."""
    best: Result
    """The best over all possible returns, failures included."""
    worst: Result
    best_swaps: tuple[Swap, ...]
    worst_swaps: tuple[Swap, ...]
    unguessed: int


def outlook(plans: tuple[Plan, ...], kinds: tuple[str, ...], score: Callable[[tuple[Swap, ...]], Result]) -> Outlook:
    """Return the outlook of `plans`; `score` returns this seat's result of a set of trades.

    A partner may give any kind, or not return the offer; the seat cannot know better.
    """
    best = worst = score(())
    best_swaps: tuple[Swap, ...] = ()
    worst_swaps: tuple[Swap, ...] = ()
    for back in product((None, *kinds), repeat=len(plans)):
        swaps = tuple(Swap(p.to, p.give, got) for p, got in zip(plans, back, strict=True) if got is not None)
        result = score(swaps)
        if result.total > best.total:
            best, best_swaps = result, swaps
        if result.total < worst.total:
            worst, worst_swaps = result, swaps
    guessed = tuple(Swap(p.to, p.give, p.expect) for p in plans if p.expect is not None)
    return Outlook(score(guessed), best, worst, best_swaps, worst_swaps, len(plans) - len(guessed))
