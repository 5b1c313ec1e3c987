"""What became of promises at a match, for one of its seats: the book (core.talk.book) held against what the seat knows.

Swaps of one round are told by their games, with what they brought; here is what goes beyond them: other rounds,
conditions, rooms left to one another, whom nobody trades with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from core.match import views
from core.match.state import Match
from core.narration.recall import memory_of
from core.parts import Struct
from core.story.parts import Turn
from core.talk.acts import Clause, Offer, Verdict, clause_words, plain_swap
from core.talk.book import BookEntry, due, entries, lines, marks
from core.talk.channels import Message

BECAME = {
    "kept": "kept",
    "broken": "broken",
    "void": "void, for what it waited for did not happen",
    "unseen": "nobody saw",
    "waiting": "still to come",
}
"""What stands after a clause, by its verdict."""
WEIGHT = 3.0
"""What a promise that was broken counts for among the turning points."""


def book(match: Match, seat: str, other: str | None = None) -> list[str]:
    """The book of a seat in lines, with one other seat or with all. Nothing of it is another's secret."""
    game, said = match.game, views.heard(match, seat)
    if not any(isinstance(m.act, Offer) or m.deal is not None for m in said):
        return []
    pages = memory_of(match, seat).pages
    now, spec = max(1, match.round), game.spec
    judge = _judge(match, seat)
    return lines(
        game.terms, seat, said, pages, judge, now, spec.rounds, spec.round_word, other=other, parted=match.handed
    )


def _judge(match: Match, seat: str) -> Any:
    return lambda clause, page: match.game.kept(seat, clause, page)


def _beyond(match: Match, seat: str, said: Sequence[Message]) -> list[BookEntry]:
    """What a seat has agreed on beyond swaps of one round."""
    if not any(isinstance(message.act, Offer) for message in said):
        return []
    own = match.game.terms
    found = [one for one in entries(own, said, match.round, match.handed) if one.agreed and seat in one.offer.parties]
    return [one for one in found if plain_swap(own, one.by, one.round, one.offer) is None]


def of_round(match: Match, seat: str, round_: int) -> tuple[str, ...]:
    """What was due in a closed round of what a seat had agreed on beyond swaps of it, with what became of it."""
    said = views.heard(match, seat)
    stood = _beyond(match, seat, said)
    if not stood:
        return ()
    pages, own, spec = memory_of(match, seat).pages, match.game.terms, match.game.spec
    told = []
    for entry in stood:
        for mark in marks(entry, pages, _judge(match, seat), spec.rounds):
            if mark.round == round_ and mark.verdict != "waiting":
                clause = structs.replace(entry.offer.clauses[mark.clause], first=round_, last=round_)
                words = clause_words(own, clause, seat, round_, spec.round_word)
                told.append(f"Promised: {words}: {BECAME[mark.verdict]}.")
    return tuple(told)


def due_now(match: Match, seat: str, orders: Struct | None) -> tuple[tuple[str, bool], ...]:
    """What a seat has promised for the open round, in words, each with whether these orders break it."""
    return tuple(
        (words, orders is not None and match.game.breaks(seat, one, orders, views.game_view(match, seat)))
        for one, words in _open(match, seat)
        if one.who == seat
    )


def owed(match: Match, seat: str) -> tuple[str, ...]:
    """What others have promised this seat for the open round, in words."""
    return tuple(words for one, words in _open(match, seat) if one.who != seat)


def _open(match: Match, seat: str) -> list[tuple[Clause, str]]:
    """Each clause of what a seat has agreed on that is due in the open round, with its words."""
    if match.phase != "round":
        return []
    terms, now, word = match.game.terms, match.round, match.game.spec.round_word
    found = due(terms, seat, views.heard(match, seat), now, match.handed)
    return [(one, clause_words(terms, structs.replace(one, first=now, last=now), seat, now, word)) for one in found]


def turns(match: Match, reader: str | None) -> tuple[Turn, ...]:
    """Turning points: for each promise beyond a swap of one round what became of it. The reader's own alone."""
    if reader is None:
        return ()
    spec, own = match.game.spec, match.game.terms
    stood = _beyond(match, reader, views.heard(match, reader))
    pages = memory_of(match, reader).pages if stood else ()
    found = []
    for entry in stood:
        told: dict[Verdict, list[str]] = {}
        breakers: list[str] = []
        last = entry.agreed
        for mark in marks(entry, pages, _judge(match, reader), spec.rounds):
            clause = structs.replace(entry.offer.clauses[mark.clause], first=mark.round, last=mark.round)
            said = clause_words(own, clause, None, -1, spec.round_word)
            told.setdefault(mark.verdict, []).append(said)
            if mark.verdict == "broken":
                breakers.append(clause.who)
                last = mark.round
            elif mark.verdict == "kept":
                last = max(last, mark.round)
        parts = [f"{'; '.join(_few(told[how]))} ({BECAME[how]})" for how in BECAME if how in told]
        seats = tuple(dict.fromkeys((*breakers, *entry.offer.parties)))
        word, who = (
            spec.round_word.capitalize(),
            " and ".join(sorted(entry.offer.parties, key=lambda seat: seat != entry.by)),
        )
        text = f"{word} {entry.agreed}: {who} agreed: {'; '.join(parts)}."
        if parts:
            found.append(Turn(
                round=last, seats=seats, kind="promise", text=text,
                weight=WEIGHT if breakers else 1.0, tells="betrayal" if breakers else "",
            ))  # fmt: skip
    return tuple(found)


def _few(said: Sequence[str]) -> list[str]:
    """The first of what recurs each round, and how often it did."""
    return list(said) if len(said) <= 3 else [said[0], f"and {len(said) - 1} more"]
