"""What is traded, and the words for it."""

from __future__ import annotations

from collections.abc import Mapping

from core.contract import Struct


class Goods(Struct, frozen=True, kw_only=True):
    """The goods of one game, with its limit of offers and the rulings that stand behind a refusal."""

    one: str
    """`cube`."""
    many: str
    pool: dict[str, int]
    """Every kind with how many of it were dealt, in the order in which kinds are listed everywhere."""
    plurals: dict[str, str] = {}
    """`ruby` to `rubies`; kinds that are adjectives (red) have none and are followed by `one` or `many`."""
    score: str
    """What is scored: `points`, `Favor`."""
    risk: str
    """The kind that makes the Elimination Candidate."""
    limit: int
    """The most offers of one round."""
    limit_ruling: str
    hold_ruling: str

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.pool)

    def counted(self, number: int, kind: str) -> str:
        """`1 red cube`, `2 rubies`."""
        if kind in self.plurals:
            return f"{number} {kind if number == 1 else self.plurals[kind]}"
        return f"{number} {kind} {self.one if number == 1 else self.many}"

    def scored(self, number: int) -> str:
        """`1 point`, `12 points`, `1 Favor`."""
        return f"{number} {self.score[:-1] if number == 1 and self.score.endswith('s') else self.score}"

    def named(self, kind: str) -> str:
        """`red cube`, `ruby`."""
        return kind if kind in self.plurals else f"{kind} {self.one}"

    def none_of(self, kind: str) -> str:
        """`no red cube`, `no rubies`, for sentences about an empty hand."""
        return f"no {self.plurals.get(kind, f'{kind} {self.one}')}"

    def hand(self, held: Mapping[str, int]) -> str:
        """`2 red cubes, 1 white cube`; `nothing` for an empty hand."""
        return ", ".join(self.counted(held[kind], kind) for kind in self.kinds if held.get(kind)) or "nothing"

    def count(self, kinds: tuple[str, ...]) -> dict[str, int]:
        """How many of each kind there are in a list, all kinds named."""
        return {kind: kinds.count(kind) for kind in self.kinds}
