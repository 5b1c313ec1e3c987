"""A bot's belief about the pairs: sampled deals that fit its information, as they are too many to list.

A step swaps two letters' pairs with the usual chance (Metropolis). Plain products keep equal seeds equal on every
machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from core.dice import Draw
from core.games.sinners_secret.deduction import ALLIED, NUMBER
from core.games.sinners_secret.spec import ATTRIBUTES, LETTERS, PAIRS, SINS, VIRTUES, Attributes

HAS = tuple(sum(1 << n for n, name in enumerate(ATTRIBUTES) if name in pair) for pair in PAIRS)
"""Attributes of each pair, as bits in the order of ATTRIBUTES."""
ALL = (1 << len(ATTRIBUTES)) - 1
PAIR_NUMBER = {pair: n for n, pair in enumerate(PAIRS)}
ATTRIBUTE_NUMBER = {name: n for n, name in enumerate(ATTRIBUTES)}
WITH = tuple(tuple(n for n, has in enumerate(HAS) if has >> bit & 1) for bit in range(len(ATTRIBUTES)))
SCARCELY = 1e-3
"""Weight of the impossible: low, but not zero, so that steps can pass through."""
WORD = (1 << 64) - 1
KEPT = 256
"""Cached tables for weighing answers (32 kB each): trust takes ever new values."""
NOBODY = len(LETTERS)
"""Placeholder for the missing letters of a hand of one."""
Part = tuple[int, int | None, int, int, int, int, tuple[float, ...]]
"""Answers on three letters, for a swap of two letters' pairs: masks that make the first fit, the second (if one of the
three) and each remaining letter; and the likelihood by set of attributes."""


class Sample:
    """Sampled deals. A set of them is a number: bit n stands for the n-th deal."""

    def __init__(self, count: int, masks: list[list[int]]) -> None:
        self.count = count
        self._masks = masks
        self._having: dict[tuple[str, str], int] = {}

    def having(self, letter: str, attribute: str) -> int:
        deals = self._having.get((letter, attribute))
        if deals is None:
            masks, deals = self._masks[NUMBER[letter]], 0
            for pair in WITH[ATTRIBUTE_NUMBER[attribute]]:
                deals |= masks[pair]
            self._having[letter, attribute] = deals
        return deals

    def allied(self, own: Attributes, letter: str) -> float:
        """Return the share of deals in which `letter` is an ally of a letter with the pair `own`."""
        allies, count = ALLIED[PAIR_NUMBER[own]], 0
        for pair, mask in enumerate(self._masks[NUMBER[letter]]):
            if allies >> pair & 1:
                count += mask.bit_count()
        return count / self.count


@lru_cache(maxsize=KEPT)
def about(attribute: str | None, trust: float) -> tuple[float, ...]:
    """Return, for each set of attributes (as bits), how likely the query was about one of them, if the asker claims
    `attribute`."""
    shares = [(1 - trust if attribute else 1.0) / len(ATTRIBUTES)] * len(ATTRIBUTES)
    if attribute:
        shares[ATTRIBUTE_NUMBER[attribute]] += trust
    sums = [0.0]
    for part in shares:  # sets with this attribute as their last: those without it, and it
        sums += [total + part for total in sums]
    return tuple(SCARCELY + total for total in sums)


class Belief:
    """The possible deals for one seat, given its own pairs, the owners, and its information."""

    def __init__(self, letters: Mapping[str, Sequence[str]], own: Mapping[str, Attributes], draw: Draw) -> None:
        self._word = draw.below(WORD)
        self._mates = [(NOBODY, NOBODY)] * len(LETTERS)
        for hand in letters.values():
            for letter in hand:
                mate_a, mate_b = [*(NUMBER[mate] for mate in hand if mate != letter), NOBODY, NOBODY][:2]
                self._mates[NUMBER[letter]] = (mate_a, mate_b)
        self._free = [n for letter, n in NUMBER.items() if letter not in own]
        self.deal = self._first(letters, own, draw)
        self._weights: list[list[float]] = []
        self._clues: dict[int, list[list[Part]]] = {}
        """Answers on each letter, by the letter that it swaps with."""
        self._both: list[list[tuple[list[Part], list[Part]] | None]] = []
        """Clues on one or both of two letters; filled on first use."""
        self.forget()

    def _first(self, letters: Mapping[str, Sequence[str]], own: Mapping[str, Attributes], draw: Draw) -> list[int]:
        dealt = set(own.values())
        others = [hand for hand in letters.values() if len(hand) > 1 and hand[0] not in own]
        while True:
            columns = [
                draw.sample([sin for sin in SINS if (sin, virtue) not in dealt], len(others)) for virtue in VIRTUES
            ]
            rows = list(zip(*columns, strict=True))
            if all(len(set(row)) == len(row) for row in rows):
                break
        deal = dict(own)
        for hand, row in zip(others, rows, strict=True):
            deal.update(zip(hand, zip(row, VIRTUES, strict=True), strict=True))
        left = [pair for pair in PAIRS if pair not in deal.values()]
        draw.shuffle(left)
        deal.update((letter, left.pop()) for letter in LETTERS if letter not in deal)
        return [PAIR_NUMBER[deal[letter]] for letter in LETTERS]

    # --- evidence ---------------------------------------------------------------------------------------------------
    def forget(self) -> None:
        self._weights = [[1.0] * len(PAIRS) for _ in LETTERS]
        self._clues = {n: [] for n in self._free}
        self._unasked()

    def _unasked(self) -> None:
        self._both = [[None] * len(LETTERS) for _ in LETTERS]

    def fact(self, letter: str, attribute: str, has: bool, trust: float) -> None:
        """Add the word of a speaker, true with probability `trust`, on an attribute of a letter."""
        bit = 1 << ATTRIBUTE_NUMBER[attribute]
        row = self._weights[NUMBER[letter]]
        with_it, without = (trust, 1 - trust) if has else (1 - trust, trust)
        for pair, mask in enumerate(HAS):
            row[pair] *= with_it if mask & bit else without

    def answers(self, answers: Mapping[str, bool], attribute: str | None, trust: float) -> None:
        """Add true answers about an unknown attribute, or one claimed by a speaker with this trust."""
        table = about(attribute, trust)
        clues = [(NUMBER[letter], 0 if has else ALL) for letter, has in sorted(answers.items())]
        for (x, nx), (y, ny), (z, nz) in (clues, (clues[1], clues[2], clues[0]), (clues[2], clues[0], clues[1])):
            if x in self._clues:
                parts: list[Part] = [(nx, None, y, ny, z, nz, table)] * len(LETTERS)
                parts[y] = (nx, ny, z, nz, NOBODY, ALL, table)
                parts[z] = (nx, nz, y, ny, NOBODY, ALL, table)
                self._clues[x].append(parts)
        self._unasked()

    # --- sampling ---------------------------------------------------------------------------------------------------
    def sample(self, count: int, apart: int) -> Sample:
        """Return `count` deals, `apart` steps from each other, after half as many steps to settle."""
        masks = [[0] * len(PAIRS) for _ in LETTERS]
        self._steps(count * apart // 2)
        for n in range(count):
            self._steps(apart)
            for letter, pair in enumerate(self.deal):
                masks[letter][pair] |= 1 << n
        return Sample(count, masks)

    def _steps(self, count: int) -> None:
        deal, free, weights, word = self.deal, self._free, self._weights, self._word
        mates, both, size = self._mates, self._both, len(self._free)
        has = [*(HAS[pair] for pair in deal), 0]
        for _ in range(count):
            word = (word * 6364136223846793005 + 1442695040888963407) & WORD
            a, b = free[(word >> 33) % size], free[(word >> 48) % size]
            if a == b:
                continue
            ha, hb = has[a], has[b]
            # Like `fits`, for both at once and without a call: most of a bot's thinking time is spent here.
            mate_a, mate_b = mates[a]
            if (has[mate_a] | has[mate_b]) & hb and mate_a != b and mate_b != b:
                continue
            mate_a, mate_b = mates[b]
            if (has[mate_a] | has[mate_b]) & ha and mate_a != a and mate_b != a:
                continue
            pa, pb, clues = deal[a], deal[b], both[a][b]
            if clues is None:
                second = [part for parts in self._clues[b] if (part := parts[a])[1] is None]
                clues = both[a][b] = [parts[b] for parts in self._clues[a]], second
            before = after = 1.0
            for n, m, y, ny, z, nz, table in clues[0]:
                others = (has[y] ^ ny) & (has[z] ^ nz)
                if m is not None:
                    before *= table[(ha ^ n) & (hb ^ m) & others]
                    after *= table[(hb ^ n) & (ha ^ m) & others]
                else:
                    before *= table[(ha ^ n) & others]
                    after *= table[(hb ^ n) & others]
            for n, _, y, ny, z, nz, table in clues[1]:
                others = (has[y] ^ ny) & (has[z] ^ nz)
                before *= table[(hb ^ n) & others]
                after *= table[(ha ^ n) & others]
            before *= weights[a][pa] * weights[b][pb]
            after *= weights[a][pb] * weights[b][pa]
            if after < before:
                word = (word * 6364136223846793005 + 1442695040888963407) & WORD
                if (word >> 11) * before >= after * (1 << 53):
                    continue
            deal[a], deal[b] = pb, pa
            has[a], has[b] = hb, ha
        self._word = word


def fits(deal: Sequence[int], hands: Mapping[int, tuple[int, ...]], letter: int, other: int, pair: int) -> bool:
    """True if `letter` can take `pair` from `other` without two like letters in one hand (SS-01)."""
    hand = hands.get(letter)
    if hand is None or other in hand:
        return True
    return not any(HAS[deal[mate]] & HAS[pair] for mate in hand)
