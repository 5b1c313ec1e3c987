"""Conclusions from marks and answers: the deduction grid of 21 letters by 10 attributes, from a player's notes alone.

- A letter has one pair, and every pair one letter (SS-01).
- A Heaven player's letters are pairwise different, so they have all three virtues; three letters of each virtue
  remain for Hell (SS-01).
- An answer is about one attribute: two letters with "yes" are allies, and the letter with "no" lacks what the others
  have (SS-04, SS-10).

Rules are applied one by one until nothing changes; whole deals are not searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from core.contract import Struct
from core.games.sinners_secret.spec import (
    ATTRIBUTES,
    HEAVEN_SEATS,
    LETTERS,
    PAIRS,
    SINS,
    VIRTUES,
    Attributes,
    are_allies,
)

Value = Literal["yes", "no", "maybe"]

EVERY = (1 << len(PAIRS)) - 1
"""All pairs, as bits: bit n stands for PAIRS[n]."""
WITH = {name: sum(1 << n for n, pair in enumerate(PAIRS) if name in pair) for name in ATTRIBUTES}
"""Pairs with each attribute, as bits."""
ALLIED = tuple(sum(1 << m for m, two in enumerate(PAIRS) if are_allies(pair, two)) for pair in PAIRS)
"""Pairs of each pair's allies, as bits."""
APART = tuple(EVERY & ~ALLIED[n] & ~(1 << n) for n in range(len(PAIRS)))
"""Pairs that share nothing with each pair, as bits."""
NUMBER = {letter: n for n, letter in enumerate(LETTERS)}


class Mark(Struct, frozen=True):
    """A player's own mark in one cell of the grid."""

    letter: str
    attribute: str
    value: Value
    """`maybe` is a note without conclusions."""
    by: str | None = None
    """The claimant; None for the player's own knowledge or guess."""
    believed: bool = True
    """A mark that is not believed stays on the grid without conclusions."""


class Clue(Struct, frozen=True):
    """Answers to one query: letters to yes or no. The attribute only if told and believed."""

    answers: dict[str, bool]
    attribute: str | None = None


class Deduction(Struct, frozen=True):
    grid: dict[str, dict[str, Value]]
    """Conclusion by letter and attribute; `maybe` is open."""
    pairs: dict[str, tuple[Attributes, ...]]
    """Possible pairs of each letter, in the order of PAIRS."""
    asked: tuple[tuple[str, ...], ...]
    proven: tuple[tuple[str, str], ...]
    """Letters that answers prove to be allies, whatever their pairs, sorted."""
    conflict: str | None = None
    """A sentence if the marks and clues contradict; then the grid shows the marks alone."""


class Conflict(Exception):
    """The marks and clues contradict; the text says where."""


def deduce(letters: Mapping[str, Sequence[str]], marks: Sequence[Mark] = (), clues: Sequence[Clue] = ()) -> Deduction:
    """Return all conclusions from the believed marks and `clues`; `letters` is seat to letters (the View's)."""
    domains = [EVERY] * len(LETTERS)
    for mark in marks:
        if mark.believed and mark.value != "maybe":
            domains[NUMBER[mark.letter]] &= _pairs_with(mark.attribute, mark.value == "yes")
    asked: tuple[tuple[str, ...], ...] = tuple(ATTRIBUTES for _ in clues)
    conflict = None
    try:
        domains, asked = _propagate(domains, letters, clues)
    except Conflict as found:
        conflict = str(found)
        domains = [domain or EVERY for domain in domains]
    return Deduction(
        grid={letter: _cells(domains[n]) for letter, n in NUMBER.items()},
        pairs={letter: pairs_in(domains[n]) for letter, n in NUMBER.items()},
        asked=asked,
        proven=tuple(sorted({pair for clue in clues for pair in proven_by(clue)})),
        conflict=conflict,
    )


def ally(deduction: Deduction, letter: str, other: str) -> Value:
    if (min(letter, other), max(letter, other)) in deduction.proven:
        return "yes"
    possible = {
        are_allies(first, second)
        for first in deduction.pairs[letter]
        for second in deduction.pairs[other]
        if first != second
    }
    return "maybe" if len(possible) != 1 else "yes" if True in possible else "no"


def odds(deduced: Deduction, own: str, own_pair: Attributes, letter: str) -> tuple[int, int]:
    """Return how many of the pairs that `letter` can have make it an ally of `own`, and how many it can have; (1, 1)
    if it is proven."""
    if (min(own, letter), max(own, letter)) in deduced.proven:
        return 1, 1
    pairs = deduced.pairs[letter]
    return sum(are_allies(own_pair, pair) for pair in pairs), len(pairs)


def marks_of(pairs: Mapping[str, Attributes]) -> tuple[Mark, ...]:
    return tuple(
        Mark(letter, attribute, "yes" if attribute in pair else "no")
        for letter, pair in pairs.items()
        for attribute in ATTRIBUTES
    )


def marks_from(answers: Mapping[str, bool], attribute: str, by: str | None, believed: bool = True) -> tuple[Mark, ...]:
    """Return the marks for answers with a known attribute, or one claimed `by` a player."""
    return tuple(
        Mark(letter, attribute, "yes" if has else "no", by, believed) for letter, has in sorted(answers.items())
    )


def proven_by(clue: Clue) -> tuple[tuple[str, str], ...]:
    has = sorted(letter for letter, yes in clue.answers.items() if yes)
    return tuple((first, second) for n, first in enumerate(has) for second in has[n + 1 :])


def pairs_in(domain: int) -> tuple[Attributes, ...]:
    return tuple(pair for n, pair in enumerate(PAIRS) if domain >> n & 1)


def _cells(domain: int) -> dict[str, Value]:
    cells: dict[str, Value] = {}
    for name in ATTRIBUTES:
        has, lacks = domain & WITH[name], domain & ~WITH[name]
        cells[name] = "maybe" if has and lacks else "yes" if has else "no"
    return cells


def _pairs_with(attribute: str, has: bool) -> int:
    return WITH[attribute] if has else EVERY & ~WITH[attribute]


# --- the rules, applied until nothing changes -----------------------------------------------------------------------
def _propagate(
    domains: list[int], letters: Mapping[str, Sequence[str]], clues: Sequence[Clue]
) -> tuple[list[int], tuple[tuple[str, ...], ...]]:
    hands = [[NUMBER[letter] for letter in own] for own in letters.values() if len(own) > 1]
    alone = [NUMBER[own[0]] for own in letters.values() if len(own) == 1]
    for n in range(len(LETTERS)):
        domains = _narrow(domains, n, EVERY)  # marks may have left nothing
    while True:
        before = domains
        possible = []
        for clue in clues:
            domains, about = _apply_clue(domains, clue)
            possible.append(about)
        for hand in hands:
            domains = _apply_hand(domains, hand)
        domains = _share_virtues(domains, alone)
        domains = _each_pair_once(domains)
        if domains == before:
            return domains, tuple(possible)


def _narrow(domains: list[int], letter: int, domain: int) -> list[int]:
    """Return `domains` with one letter's narrowed. Raises Conflict if nothing is left."""
    left = domains[letter] & domain
    if not left:
        raise Conflict(f"These cannot all be true: no pair is left for {LETTERS[letter]}.")
    return domains if left == domains[letter] else [*domains[:letter], left, *domains[letter + 1 :]]


def _apply_clue(domains: list[int], clue: Clue) -> tuple[list[int], tuple[str, ...]]:
    """Keep the attributes that fit every answer, and for each letter the pairs that fit one of them."""
    possible = ATTRIBUTES if clue.attribute is None else (clue.attribute,)
    about = tuple(
        name for name in possible if all(domains[NUMBER[a]] & _pairs_with(name, has) for a, has in clue.answers.items())
    )
    if not about:
        raise Conflict(f"These cannot all be true: no attribute fits the answers on {', '.join(sorted(clue.answers))}.")
    for letter, has in clue.answers.items():
        fitting = 0
        for name in about:
            fitting |= _pairs_with(name, has)
        domains = _narrow(domains, NUMBER[letter], fitting)
    return domains, about


def _apply_hand(domains: list[int], hand: Sequence[int]) -> list[int]:
    """Keep, for the three letters of a Heaven player, the pairs with which all three can differ in everything."""
    for letter in hand:
        mate_a, mate_b = (other for other in hand if other != letter)
        supported = 0
        for pair in _bits(domains[letter]):
            apart = APART[pair]
            if any(domains[mate_b] & apart & APART[other] for other in _bits(domains[mate_a] & apart)):
                supported |= 1 << pair
        domains = _narrow(domains, letter, supported)
    return domains


def _share_virtues(domains: list[int], alone: Sequence[int]) -> list[int]:
    """Apply the count of virtues: Heaven has four of each, so Hell has three."""
    times = len(SINS) - HEAVEN_SEATS
    for virtue in VIRTUES:
        must = [n for n in alone if not domains[n] & ~WITH[virtue]]
        may = [n for n in alone if domains[n] & WITH[virtue]]
        if len(must) > times or len(may) < times:
            raise Conflict(f"These cannot all be true: {times} letters of Hell have {virtue}, neither more nor fewer.")
        if len(must) == times:
            for n in may:
                if n not in must:
                    domains = _narrow(domains, n, EVERY & ~WITH[virtue])
        elif len(may) == times:
            for n in may:
                domains = _narrow(domains, n, WITH[virtue])
    return domains


def _each_pair_once(domains: list[int]) -> list[int]:
    """Keep, for each letter, the pairs that it has in some dealing of all 21 pairs. Given one, a letter can have
    another's pair if and only if the two lie on a cycle of letters each of which can take the next one's."""
    holder = _dealing(domains)
    size = len(LETTERS)
    reach = [sum(1 << holder[pair] for pair in _bits(domain)) for domain in domains]
    for middle in range(size):
        for n in range(size):
            if reach[n] >> middle & 1:
                reach[n] |= reach[middle]
    for n in range(size):
        kept = sum(1 << pair for pair in _bits(domains[n]) if reach[holder[pair]] >> n & 1)
        domains = _narrow(domains, n, kept)
    return domains


def _dealing(domains: Sequence[int]) -> list[int]:
    """Return the letter of each pair in some fitting dealing. Raises Conflict if there is none."""
    holder = [-1] * len(PAIRS)

    def place(letter: int, tried: set[int]) -> bool:
        for pair in _bits(domains[letter]):
            if pair not in tried:
                tried.add(pair)
                if holder[pair] < 0 or place(holder[pair], tried):
                    holder[pair] = letter
                    return True
        return False

    for letter in range(len(LETTERS)):
        if not place(letter, set()):
            raise Conflict("These cannot all be true: every pair belongs to exactly one letter.")
    return holder


def _bits(domain: int) -> Iterator[int]:
    while domain:
        low = domain & -domain
        yield low.bit_length() - 1
        domain ^= low
