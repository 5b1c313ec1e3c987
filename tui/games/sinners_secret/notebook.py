"""Private notes of a player: marks, and the assumed attribute of each query. No part of the orders: the panel keeps it
with `remember`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from core.contract import Struct
from core.games.sinners_secret.deduction import Clue, Mark, Value, marks_from, marks_of
from core.games.sinners_secret.structs import Received, Sent, View
from core.games.sinners_secret.words import AnswersClaim, AttributeClaim, Claim, claims_in
from core.refusal import Refused
from core.talk.channels import Message


class AssumedAttribute(Struct, frozen=True):
    """Assumed attribute of a query that the player answered."""

    attribute: str
    by: str | None = None
    """Seat that says so; None for the player's own guess."""
    believed: bool = True


class ReportedAnswers(Struct, frozen=True):
    """Answers to an own query as its recipient reports them."""

    answers: dict[str, bool]
    believed: bool = True


class SourcedMark(NamedTuple):
    mark: Mark
    source: str = ""


class Notebook(Struct, frozen=True):
    marks: tuple[Mark, ...] = ()
    about: dict[str, AssumedAttribute] = {}
    told: dict[str, ReportedAnswers] = {}

    # --- writing -----------------------------------------------------------------------------------------------------
    def with_mark(
        self, letter: str, attribute: str, value: Value | None, by: str | None = None, believed: bool = True
    ) -> Notebook:
        """Set the mark of `by` (None: the player) in a cell; `value` None removes it."""
        others = tuple(m for m in self.marks if (m.letter, m.attribute, m.by) != (letter, attribute, by))
        new = () if value is None else (Mark(letter, attribute, value, by, believed),)
        return msgspec.structs.replace(self, marks=others + new)

    def without_marks(self, letter: str, attribute: str) -> Notebook:
        others = tuple(m for m in self.marks if (m.letter, m.attribute) != (letter, attribute))
        return msgspec.structs.replace(self, marks=others)

    def with_attribute(self, query: Received, about: AssumedAttribute | None) -> Notebook:
        key = received_key(query)
        others = {name: value for name, value in self.about.items() if name != key}
        return msgspec.structs.replace(self, about=others if about is None else {**others, key: about})

    def with_report(self, query: Sent, report: ReportedAnswers | None) -> Notebook:
        """Note a recipient's report on an own query; None removes it."""
        key = sent_key(query)
        others = {name: value for name, value in self.told.items() if name != key}
        return msgspec.structs.replace(self, told=others if report is None else {**others, key: report})

    def toggle_doubt(self, view: View, letter: str, attribute: str) -> Notebook:
        book = self
        for mark in self.marks:
            if (mark.letter, mark.attribute) == (letter, attribute) and mark.by is not None:
                book = book.with_mark(letter, attribute, mark.value, mark.by, not mark.believed)
        for got in view.received:
            about = self.about.get(received_key(got))
            if about is not None and about.by and about.attribute == attribute and letter in got.letters:
                book = book.with_attribute(got, msgspec.structs.replace(about, believed=not about.believed))
        for sent in view.sent:
            report = self.told.get(sent_key(sent))
            if report is not None and sent.attribute == attribute and letter in report.answers:
                book = book.with_report(sent, msgspec.structs.replace(report, believed=not report.believed))
        return book

    # --- what somebody claimed in talk --------------------------------------------------------------------------------
    def stance(self, claim: Claim) -> bool | None:
        """True if a claim is believed, False if doubted, None if not noted."""
        if isinstance(claim, AttributeClaim):
            about = self.about.get(received_key(claim.query))
            same = about is not None and (about.attribute, about.by) == (claim.attribute, claim.by)
            return about.believed if about is not None and same else None
        if isinstance(claim, AnswersClaim):
            report = self.told.get(sent_key(claim.query))
            return report.believed if report is not None and report.answers == claim.answers else None
        value = "yes" if claim.has else "no"
        for mark in self.marks:
            if (mark.letter, mark.attribute, mark.by, mark.value) == (claim.letter, claim.attribute, claim.by, value):
                return mark.believed
        return None

    def with_claim(self, claim: Claim, stance: bool | None) -> Notebook:
        """Believe a claim, doubt it, or remove it (None)."""
        if isinstance(claim, AttributeClaim):
            about = None if stance is None else AssumedAttribute(claim.attribute, claim.by, stance)
            return self.with_attribute(claim.query, about)
        if isinstance(claim, AnswersClaim):
            return self.with_report(claim.query, None if stance is None else ReportedAnswers(claim.answers, stance))
        value: Value | None = None if stance is None else "yes" if claim.has else "no"
        return self.with_mark(claim.letter, claim.attribute, value, claim.by, bool(stance))

    # --- reading -----------------------------------------------------------------------------------------------------
    def sourced_marks(self, view: View) -> tuple[SourcedMark, ...]:
        all_noted = [SourcedMark(mark, "your letter") for mark in marks_of(view.pairs)]
        for got in view.received:
            about = self.about.get(received_key(got))
            if about is not None:
                marks = marks_from(got.answers, about.attribute, about.by, about.believed)
                all_noted += [SourcedMark(mark, f"{got.by}'s query, round {got.round}") for mark in marks]
        for sent in view.sent:
            report = self.told.get(sent_key(sent))
            if report is not None:
                marks = marks_from(report.answers, sent.attribute, sent.to, report.believed)
                all_noted += [SourcedMark(mark, f"your query, round {sent.round}") for mark in marks]
        return (*all_noted, *(SourcedMark(mark) for mark in self.marks))

    def clues(self, view: View) -> tuple[Clue, ...]:
        clues = []
        for got in view.received:
            about = self.about.get(received_key(got))
            clues.append(Clue(got.answers, about.attribute if about is not None and about.believed else None))
        return tuple(clues)


def received_key(query: Received) -> str:
    return f"{query.round}:{query.by}:{''.join(query.letters)}"


def sent_key(query: Sent) -> str:
    return f"{query.round}:{query.to}:{''.join(query.letters)}:{query.attribute}"


def from_memory(raw: Any) -> Notebook:
    try:
        return msgspec.convert(raw or {}, Notebook)
    except msgspec.ValidationError:
        return Notebook()


def to_memory(book: Notebook) -> Any:
    return msgspec.to_builtins(book)


def claims_to(messages: Sequence[Message], view: View, name: str | None) -> tuple[tuple[Message, Claim], ...]:
    claims: dict[str, tuple[Message, Claim]] = {}
    for message in messages:
        if message.sender != name:
            for claim in claims_in(message, view):
                claims.setdefault(repr(claim), (message, claim))
    return tuple(claims.values())


NEXT: dict[Value | None, Value | None] = {None: "yes", "yes": "no", "no": "maybe", "maybe": None}
BELIEF: dict[bool | None, bool | None] = {None: True, True: False, False: None}


class Spot(NamedTuple):
    kind: Literal["cell", "query", "lock", "field", "answers", "sent", "heard"]
    """A cell, a letter in the query's row or in an own letter's locks, a field of the query (named by `attribute`), or
    a row of a list."""
    letter: str = ""
    attribute: str = ""
    own: str = ""
    number: int = -1


# --- what keys do with the notebook -----------------------------------------------------------------------------------
def cycle_mark(book: Notebook, view: View, spot: Spot) -> Notebook:
    """Step the own mark of a cell: nothing, yes, no, maybe, nothing.

    Raises:
        Refused: The letter is the player's own.
    """
    if spot.letter in view.pairs:
        raise Refused("own_letter", f"{spot.letter} is yours, and you know its pair.")
    key = (spot.letter, spot.attribute, None)
    now = next((mark.value for mark in book.marks if (mark.letter, mark.attribute, mark.by) == key), None)
    return book.with_mark(spot.letter, spot.attribute, NEXT[now])


def cycle_belief(book: Notebook, claims: Sequence[Claim], spot: Spot) -> Notebook:
    claim = claims[spot.number]
    return book.with_claim(claim, BELIEF[book.stance(claim)])


def clear_spot(book: Notebook, view: View, claims: Sequence[Claim], spot: Spot) -> Notebook:
    if spot.kind == "answers":
        return book.with_attribute(view.received[spot.number], None)
    if spot.kind == "sent":
        return book.with_report(view.sent[spot.number], None)
    if spot.kind == "heard":
        return book.with_claim(claims[spot.number], None)
    return book.without_marks(spot.letter, spot.attribute)


def toggle_belief(book: Notebook, view: View, claims: Sequence[Claim], spot: Spot) -> Notebook:
    """Toggle belief at a place.

    Raises:
        Refused: No claim is noted at it.
    """
    if spot.kind == "heard":
        claim = claims[spot.number]
        return book.with_claim(claim, not book.stance(claim))
    if spot.kind == "answers":
        got = view.received[spot.number]
        about = book.about.get(received_key(got))
        if about is None or about.by is None:
            raise Refused("no_claim", "No claim is noted here: Enter says what it was about.")
        return book.with_attribute(got, msgspec.structs.replace(about, believed=not about.believed))
    if spot.kind == "sent":
        sent = view.sent[spot.number]
        report = book.told.get(sent_key(sent))
        if report is None:
            raise Refused("no_claim", f"Nothing is noted that {sent.to} said: Enter does.")
        return book.with_report(sent, msgspec.structs.replace(report, believed=not report.believed))
    turned = book.toggle_doubt(view, spot.letter, spot.attribute)
    if turned == book:
        raise Refused("no_claim", "No claim is noted in this cell: c notes one.")
    return turned
