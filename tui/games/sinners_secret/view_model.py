"""Input of A Sinner's Secret's panel at one moment: view, asks, notebook and draft orders. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

from core.contract import Asks, Choice
from core.games.sinners_secret.deduction import Deduction, Mark, Value, ally, deduce, marks_of
from core.games.sinners_secret.rules import letter_closed, owners
from core.games.sinners_secret.spec import LETTERS, LETTERS_ASKED, are_allies
from core.games.sinners_secret.structs import View
from core.json import Json
from core.refusal import Refused
from tui.games.sinners_secret.notebook import Notebook, SourcedMark

Lack = Literal["letters", "attribute", "to", ""]
"""Missing part of a query; empty for none."""
EMPTY: Json = {"query": None, "locks": None}


class Draft(NamedTuple):
    """State of the draft orders. Methods return a changed copy."""

    letters: tuple[str, ...] = ()
    attribute: str = ""
    to: str = ""
    locks: Mapping[str, str] = {}

    @classmethod
    def of(cls, orders: Mapping[str, Any]) -> Draft:
        query = orders.get("query") or {}
        return cls(
            tuple(query.get("letters") or ()),
            query.get("attribute") or "",
            query.get("to") or "",
            dict(orders.get("locks") or {}),
        )

    @property
    def orders(self) -> Json:
        query = {"letters": list(self.letters), "attribute": self.attribute, "to": self.to}
        return {"query": query if self.asks_something else None, "locks": dict(self.locks) or None}

    @property
    def asks_something(self) -> bool:
        return bool(self.letters or self.attribute or self.to)

    @property
    def lacks(self) -> Lack:
        if len(self.letters) < LETTERS_ASKED:
            return "letters"
        return "" if self.attribute and self.to else "to" if self.attribute else "attribute"

    def toggle_letter(self, letter: str, attribute: str = "") -> Draft:
        """Add a letter to the query or remove it. `attribute`: used if the query has none yet."""
        if letter in self.letters:
            return self._replace(letters=tuple(other for other in self.letters if other != letter))
        return self._replace(
            letters=tuple(sorted((*self.letters, letter))), attribute=self.attribute or attribute
        )  # fmt: skip

    def without_last_part(self) -> Draft:
        """Remove the last part of the query: the recipient, else the attribute, else the last letter."""
        if self.to:
            return self._replace(to="")
        return self._replace(attribute="") if self.attribute else self._replace(letters=self.letters[:-1])

    def toggle_lock(self, own_letter: str, letter: str) -> Draft:
        if self.locks.get(own_letter) == letter:
            return self.without_lock(own_letter)
        return self._replace(locks={**self.locks, own_letter: letter})

    def without_lock(self, own_letter: str) -> Draft:
        return self._replace(locks={mine: locked for mine, locked in self.locks.items() if mine != own_letter})


NOT_NOW = "No orders are taken now."
FULL = "The query has its three letters: Enter on one of them takes it out again."


class Sight:
    """The position at one moment. `deducing`: the player wants deductions, and the host allows them."""

    def __init__(
        self,
        view: View,
        asks: Asks,
        draft: Draft,
        book: Notebook,
        round_: int,
        *,
        deducing: bool,
        by_owner: bool,
        live: bool,
    ) -> None:
        self.view = view
        self.asks = asks
        self.draft = draft
        self.book = book
        self.round = round_
        self.by_owner = by_owner
        self.live = live
        """False in a replay: nothing can be ordered or noted."""
        self.deducing = deducing and view.assistance and view.dealt

    def hint(self, words: str) -> list[tuple[str, str]]:
        """Return a row that explains a key; none where keys do nothing."""
        return [(words, "$faint")] if self.live else []

    # --- letters and owners
    @cached_property
    def owner(self) -> dict[str, str]:
        return owners(self.view.letters) if self.view.letters else {}

    @cached_property
    def seats(self) -> list[str]:
        realms = self.view.realms
        return sorted(realms, key=lambda seat: realms[seat] != "heaven")

    @cached_property
    def letters(self) -> list[str]:
        if not self.owner:
            return []
        return [letter for seat in self.seats for letter in self.view.letters[seat]] if self.by_owner else list(LETTERS)

    def realm(self, letter: str) -> str:
        return self.view.realms[self.owner[letter]].title()

    # --- choices
    @cached_property
    def _choices(self) -> dict[tuple[str, str], Choice]:
        return {(choice.slot, str(choice.value)): choice for choice in self.asks.choices}

    def choice(self, slot: str, value: str) -> Choice:
        return self._choices.get((slot, value)) or Choice(slot, value, closed=NOT_NOW)

    def letter_closed(self, letter: str) -> tuple[str, str | None] | None:
        """Return why a letter cannot join the query or leave it, with the ruling; None if it can (SS-02)."""
        choice = self.choice("query.letter", letter)
        if choice.closed is not None:
            return choice.closed, choice.ruling
        if letter in self.draft.letters:
            return None
        if len(self.draft.letters) >= LETTERS_ASKED:
            return FULL, "SS-02"
        refusal: Refused | None = letter_closed(self.owner, self.view.realms, self.draft.letters, letter)
        return None if refusal is None else (refusal.message, refusal.ruling)

    # --- marks and what follows
    @cached_property
    def sourced_marks(self) -> tuple[SourcedMark, ...]:
        result = self.view.result
        if result is not None:
            return tuple(SourcedMark(mark, "revealed") for mark in marks_of(result.pairs))
        return self.book.sourced_marks(self.view)

    @cached_property
    def _by_cell(self) -> dict[tuple[str, str], list[SourcedMark]]:
        cells: dict[tuple[str, str], list[SourcedMark]] = {}
        for noted in self.sourced_marks:
            cells.setdefault((noted.mark.letter, noted.mark.attribute), []).append(noted)
        return cells

    def marks_at(self, letter: str, attribute: str) -> Sequence[SourcedMark]:
        return self._by_cell.get((letter, attribute), ())

    @cached_property
    def deduction(self) -> Deduction | None:
        """Deductions, if the player wants them and the host allows them; else None."""
        if not self.deducing:
            return None
        return deduce(self.view.letters, [noted.mark for noted in self.sourced_marks], self.book.clues(self.view))

    def value_of(self, letter: str, attribute: str) -> Value:
        values = {noted.mark.value for noted in self.marks_at(letter, attribute) if noted.mark.believed} - {"maybe"}
        if len(values) == 1:
            return values.pop()
        return "maybe" if self.deduction is None or self.deduction.conflict else self.deduction.grid[letter][attribute]

    def ally_value(self, own_letter: str, letter: str) -> Value:
        return (
            "maybe" if self.deduction is None or self.deduction.conflict else ally(self.deduction, own_letter, letter)
        )

    def chance(self, own_letter: str, letter: str) -> tuple[int, int] | None:
        """Return how many of a letter's possible pairs make it an ally of an own letter, and how many pairs there
        are. Unweighted. None without deductions."""
        if self.deduction is None or self.deduction.conflict:
            return None
        pairs = self.deduction.pairs[letter]
        mine = self.view.pairs[own_letter]
        return sum(are_allies(mine, pair) for pair in pairs), len(pairs)

    def right(self, own_letter: str, letter: str) -> bool | None:
        """Return whether a lock was right; None before everything is revealed."""
        result = self.view.result
        return None if result is None else are_allies(result.pairs[own_letter], result.pairs[letter])


def value_of(marks: Sequence[Mark]) -> tuple[bool, bool, bool]:
    values = [mark.value for mark in marks if mark.believed]
    return "yes" in values, "no" in values, "maybe" in values


def pair_words(pair: Sequence[str], letters: int = 0) -> str:
    return "+".join(name[:letters] for name in pair) if letters else ", ".join(pair)
