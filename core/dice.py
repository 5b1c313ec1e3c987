"""Named, seeded draws (CM-03), and the commitment to the seed with its reveal (CM-04).

Every draw has a name ("deal", "round 3: thefts"). Its numbers depend on seed and name alone, so an additional draw
shifts no other. They come from SHA-256, so a seed gives the same match on every machine and version of Python.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

WORDS = 1 << 64
"""Number of values of a word."""
_four_words = struct.Struct(">4Q").unpack


class Draw:
    """The numbers of a named draw, in order."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: list[int] = []
        """Unused words of the block, the next one last."""

    def _word(self) -> int:
        if not self._words:
            block = hashlib.sha256(self._key + self._block.to_bytes(8, "big")).digest()
            self._words.extend(reversed(_four_words(block)))
            self._block += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, all equally likely. ValueError unless n is 1 or more."""
        if n < 1:
            raise ValueError("a draw needs at least one possibility")
        limit = WORDS - WORDS % n  # larger words would favour small numbers
        while (word := self._word()) >= limit:
            pass
        return word % n

    def pick(self, among: Sequence[T]) -> T:
        """Return one of `among`, all equally likely. ValueError if it is empty."""
        return among[self.below(len(among))]

    def chance(self, part: float) -> bool:
        """True with probability `part` (0 to 1)."""
        return self._word() < part * WORDS

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle in place, every order equally likely."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def sample(self, among: Sequence[T], k: int) -> list[T]:
        """Return `k` items of different places, in random order."""
        if k > len(among):
            raise ValueError(f"{k} of {len(among)} cannot be drawn")
        left = list(among)
        return [left.pop(self.below(len(left))) for _ in range(k)]


class Dice:
    """All draws of a match: `dice.draw("round 3: thefts")`. The same name starts the same draw again."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def draw(self, name: str) -> Draw:
        return Draw(hashlib.sha256(f"{self.seed}\n{name}".encode()).digest())


def commitment(seed: int, nonce: str) -> str:
    """Return SHA-256, in hex, of seed and nonce: public before the first round, checked after the last (CM-04)."""
    return hashlib.sha256(f"garnet-house:{seed}:{nonce}".encode()).hexdigest()


def scenario_nonce(seed: int) -> str:
    """Return a nonce from the seed, for scenarios: equal inputs must give equal results."""
    return hashlib.sha256(f"nonce:{seed}".encode()).hexdigest()[:32]
