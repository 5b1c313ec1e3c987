"""The orders of A Sinner's Secret in the making: the query of the round, and the locks. Pure.

What may join them is not decided here but by `asks` (`Sight.letter_closed`, `Sight.choice`): a draft may be incomplete.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from core.games.sinners_secret.spec import LETTERS_ASKED
from core.json import Json

Lack = Literal["letters", "attribute", "to", ""]
"""What a query still lacks; empty for nothing."""
EMPTY: Json = {"query": None, "locks": None}
"""The orders that mean nothing."""


class Draft(NamedTuple):
    """One state of the orders. Methods give a new one."""

    letters: tuple[str, ...] = ()
    """Of the query, sorted; at most three."""
    attribute: str = ""
    to: str = ""
    locks: Mapping[str, str] = {}
    """Own letter to the letter that it locks."""

    @classmethod
    def of(cls, orders: Mapping[str, Any]) -> Draft:
        """The draft from orders as JSON."""
        query = orders.get("query") or {}
        return cls(
            tuple(query.get("letters") or ()),
            query.get("attribute") or "",
            query.get("to") or "",
            dict(orders.get("locks") or {}),
        )

    @property
    def orders(self) -> Json:
        """The same as JSON orders."""
        query = {"letters": list(self.letters), "attribute": self.attribute, "to": self.to}
        return {"query": query if self.asks_something else None, "locks": dict(self.locks) or None}

    @property
    def asks_something(self) -> bool:
        return bool(self.letters or self.attribute or self.to)

    @property
    def lacks(self) -> Lack:
        """The first thing that the query still lacks, in the order in which it is asked for."""
        if len(self.letters) < LETTERS_ASKED:
            return "letters"
        return "" if self.attribute and self.to else "to" if self.attribute else "attribute"

    def toggled(self, letter: str, attribute: str = "") -> Draft:
        """With a letter more or less in the query. `attribute`: what it is about unless that is settled."""
        if letter in self.letters:
            return self._replace(letters=tuple(one for one in self.letters if one != letter))
        return self._replace(
            letters=tuple(sorted((*self.letters, letter))), attribute=self.attribute or attribute
        )  # fmt: skip

    def shortened(self) -> Draft:
        """Without what was put into the query last: the recipient, else the attribute, else the last letter."""
        if self.to:
            return self._replace(to="")
        return self._replace(attribute="") if self.attribute else self._replace(letters=self.letters[:-1])

    def without_query(self) -> Draft:
        return self._replace(letters=(), attribute="", to="")

    def locking(self, own: str, letter: str) -> Draft:
        """With another lock of an own letter; without it if that was its lock."""
        if self.locks.get(own) == letter:
            return self.unlocked(own)
        return self._replace(locks={**self.locks, own: letter})

    def unlocked(self, own: str) -> Draft:
        """Without the lock of an own letter."""
        return self._replace(locks={one: locked for one, locked in self.locks.items() if one != own})
