"""What follows from marks and answers: the deduction grid of 21 letters by 10 attributes.

Pure logic over what a player wrote down; it never sees the state. Screens show it, bots use its tables. It knows:

- a letter has one pair, and every pair belongs to one letter (SS-01);
- the letters of a Heaven player are pairwise different, so together they have all three virtues; what is left for
  Hell is three letters of each virtue (SS-01);
- an answer is about one attribute: two letters with "yes" share it and so are allies, and the letter with "no" lacks
  what the others have (SS-04, SS-10).

Every rule is applied until nothing changes. That finds all that the rules give one by one, not everything that a
search through whole deals could prove.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
"""The pairs that have an attribute, as bits."""
ALLIED = tuple(sum(1 << m for m, two in enumerate(PAIRS) if are_allies(one, two)) for one in PAIRS)
"""By pair: the pairs of its allies, as bits."""
APART = tuple(EVERY & ~ALLIED[n] & ~(1 << n) for n in range(len(PAIRS)))
"""By pair: the pairs that share nothing with it, as bits."""
NUMBER = {letter: n for n, letter in enumerate(LETTERS)}


class Mark(Struct, frozen=True):
    """A player's own mark in one cell of the grid."""

    letter: str
    attribute: str
    value: Value
    """`maybe` is a note that concludes nothing."""
    by: str | None = None
    """Who claimed it; None for what the player knows or supposes."""
    believed: bool = True
    """A mark that is not believed stays on the grid and concludes nothing."""


class Clue(Struct, frozen=True):
    """Answers to one query: letters to yes or no. The attribute only if somebody told it and is believed."""

    answers: dict[str, bool]
    attribute: str | None = None


class Deduction(Struct, frozen=True):
    grid: dict[str, dict[str, Value]]
    """By letter, by attribute: what follows; `maybe` is open."""
    pairs: dict[str, tuple[Attributes, ...]]
    """By letter: the pairs that it can have, in the order of PAIRS."""
    asked: tuple[tuple[str, ...], ...]
    """By clue: the attributes that it can have been about."""
    proven: tuple[tuple[str, str], ...]
    """Letters that answers prove to be allies, whatever their pairs, sorted."""
    conflict: str | None = None
    """A sentence if the marks and clues cannot all be true; then the grid shows the marks alone."""


class Conflict(Exception):
    """The marks and clues cannot all be true; the text says where it shows."""


def deduce(letters: Mapping[str, Sequence[str]], marks: Sequence[Mark] = (), clues: Sequence[Clue] = ()) -> Deduction:
    """All that follows from the marks that are believed and from `clues`; `letters` is seat to letters (the View's)."""
    domains = _marked(marks)
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


def ally(found: Deduction, one: str, two: str) -> Value:
    """Are two different letters allies, as far as `found` goes?"""
    if (min(one, two), max(one, two)) in found.proven:
        return "yes"
    could = {are_allies(first, second) for first in found.pairs[one] for second in found.pairs[two] if first != second}
    return "maybe" if len(could) != 1 else "yes" if True in could else "no"


def marks_of(pairs: Mapping[str, Attributes]) -> tuple[Mark, ...]:
    """The marks for letters whose pairs are known: the viewer's own."""
    return tuple(
        Mark(letter, attribute, "yes" if attribute in pair else "no")
        for letter, pair in pairs.items()
        for attribute in ATTRIBUTES
    )


def marks_from(answers: Mapping[str, bool], attribute: str, by: str | None, believed: bool = True) -> tuple[Mark, ...]:
    """The marks for answers whose attribute is known, or claimed `by` somebody."""
    return tuple(
        Mark(letter, attribute, "yes" if has else "no", by, believed) for letter, has in sorted(answers.items())
    )


def proven_by(clue: Clue) -> tuple[tuple[str, str], ...]:
    """The letters that a clue proves to be allies: those with yes, two by two."""
    has = sorted(letter for letter, yes in clue.answers.items() if yes)
    return tuple((one, two) for n, one in enumerate(has) for two in has[n + 1 :])


def pairs_in(domain: int) -> tuple[Attributes, ...]:
    """The pairs whose bits are set."""
    return tuple(pair for n, pair in enumerate(PAIRS) if domain >> n & 1)


def _cells(domain: int) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name in ATTRIBUTES:
        has, lacks = domain & WITH[name], domain & ~WITH[name]
        found[name] = "maybe" if has and lacks else "yes" if has else "no"
    return found


def _marked(marks: Sequence[Mark]) -> list[int]:
    """By letter, the pairs that the believed marks leave."""
    domains = [EVERY] * len(LETTERS)
    for mark in marks:
        if mark.believed and mark.value != "maybe":
            domains[NUMBER[mark.letter]] &= _having(mark.attribute, mark.value == "yes")
    return domains


def _having(attribute: str, has: bool) -> int:
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
        asked = []
        for clue in clues:
            domains, about = _apply_clue(domains, clue)
            asked.append(about)
        for hand in hands:
            domains = _apply_hand(domains, hand)
        domains = _share_virtues(domains, alone)
        domains = _each_pair_once(domains)
        if domains == before:
            return domains, tuple(asked)


def _narrow(domains: list[int], letter: int, domain: int) -> list[int]:
    """`domains` with that of one letter narrowed. Raises Conflict if nothing is left."""
    left = domains[letter] & domain
    if not left:
        raise Conflict(f"These cannot all be true: no pair is left for {LETTERS[letter]}.")
    return domains if left == domains[letter] else [*domains[:letter], left, *domains[letter + 1 :]]


def _apply_clue(domains: list[int], clue: Clue) -> tuple[list[int], tuple[str, ...]]:
    """Keep the attributes that fit every answer, and for each letter the pairs that fit one of them."""
    could = ATTRIBUTES if clue.attribute is None else (clue.attribute,)
    about = tuple(
        name for name in could if all(domains[NUMBER[one]] & _having(name, has) for one, has in clue.answers.items())
    )
    if not about:
        raise Conflict(f"These cannot all be true: no attribute fits the answers on {', '.join(sorted(clue.answers))}.")
    for letter, has in clue.answers.items():
        fitting = 0
        for name in about:
            fitting |= _having(name, has)
        domains = _narrow(domains, NUMBER[letter], fitting)
    return domains, about


def _apply_hand(domains: list[int], hand: Sequence[int]) -> list[int]:
    """The three letters of a Heaven player: keep the pairs for which all three can differ in everything."""
    for letter in hand:
        one, two = (other for other in hand if other != letter)
        supported = 0
        for pair in _bits(domains[letter]):
            apart = APART[pair]
            if any(domains[two] & apart & APART[other] for other in _bits(domains[one] & apart)):
                supported |= 1 << pair
        domains = _narrow(domains, letter, supported)
    return domains


def _share_virtues(domains: list[int], alone: Sequence[int]) -> list[int]:
    """Heaven has four of each virtue, so among the letters of Hell each virtue comes three times."""
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
    """Keep, for each letter, the pairs that it has in some dealing of all 21 pairs to all 21 letters.

    Given one such dealing, a letter can also have the pair of another letter if and only if the two lie on a round
    of letters each of which can take the next one's pair.
    """
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
    """By pair, the letter that has it in some dealing that fits. Raises Conflict if there is none."""
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


def _bits(domain: int) -> list[int]:
    found = []
    while domain:
        low = domain & -domain
        found.append(low.bit_length() - 1)
        domain ^= low
    return found
