"""Outcomes of promises for one seat of a match: the book (core.talk.book) with what the seat knows.

Games tell swaps of one round themselves. Other promises concern later rounds, conditions, rooms, trades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import structs

from core.match import views
from core.match.seating import OPEN, is_bot
from core.match.state import Match, change
from core.narration.recall import memory_of, states_after
from core.parts import Struct
from core.story.parts import Turn, listed
from core.talk.acts import Clause, Offer, Verdict, clause_words, plain_swap
from core.talk.book import BookEntry, due, entries, lines, marks, standing
from core.talk.channels import Message
from core.talk.deals import bargains

BECAME = {
    "kept": "kept",
    "broken": "broken",
    "void": "void, for what it waited for did not happen",
    "unseen": "nobody saw",
    "waiting": "still to come",
}
"""Words after a clause, by its verdict."""
WEIGHT = 3.0
"""Weight of a broken promise among the turning points."""


def book(match: Match, seat: str, other: str | None = None) -> list[str]:
    """Return the seat's book in lines, with one other seat or all, from its own knowledge."""
    game, messages = match.game, views.readable_messages(match, seat)
    if not any(message.proposes for message in messages):
        return []
    pages = memory_of(match, seat).pages
    round_, spec = max(1, match.round), match.spec
    judge = _judge_of(match, seat)
    return lines(
        game.terms,
        seat,
        messages,
        pages,
        judge,
        round_,
        spec.rounds,
        spec.round_word,
        other=other,
        parted=match.handed_over,
    )


def _judge_of(match: Match, seat: str) -> Any:
    return lambda clause, page: match.game.kept(seat, clause, page)


def _agreements_beyond_swaps(match: Match, seat: str, messages: Sequence[Message]) -> list[BookEntry]:
    if not any(isinstance(message.act, Offer) for message in messages):
        return []
    game_terms = match.game.terms
    agreed = [
        entry
        for entry in entries(game_terms, messages, match.round, match.handed_over)
        if entry.agreed and seat in entry.concerned
    ]
    return [entry for entry in agreed if plain_swap(game_terms, entry.proposer, entry.round, entry.offer) is None]


def of_round(match: Match, seat: str, round_: int) -> tuple[str, ...]:
    """Return the duties of a closed round beyond its swaps, with their outcome."""
    messages = views.readable_messages(match, seat)
    agreements = _agreements_beyond_swaps(match, seat, messages)
    if not agreements:
        return ()
    pages, game_terms, spec = memory_of(match, seat).pages, match.game.terms, match.spec
    texts = []
    for entry in agreements:
        for mark in marks(entry, pages, _judge_of(match, seat), spec.rounds):
            if mark.round == round_ and mark.verdict != "waiting":
                clause = structs.replace(entry.offer.clauses[mark.clause], first=round_, last=round_)
                words = clause_words(game_terms, clause, seat, round_, spec.round_word)
                texts.append(f"Promised: {words}: {BECAME[mark.verdict]}.")
    return tuple(texts)


def due_now(match: Match, seat: str, orders: Struct | None) -> tuple[tuple[str, bool], ...]:
    """Return the seat's promises for the open round, each with true if these orders break it."""
    return tuple(
        (words, orders is not None and match.game.breaks(seat, clause, orders, views.game_view(match, seat)))
        for clause, words in _due_clauses(match, seat)
        if clause.who == seat
    )


class PromiseDue(NamedTuple):
    """A promise due in the open round, as a gallery reads it."""

    by: str
    to: str
    """The seat that it was made to."""
    words: str
    broken: bool
    """True if the seat's present seal breaks it."""
    others: tuple[str, ...]
    """The seats of `to`."""


def promises_due(match: Match) -> tuple[PromiseDue, ...]:
    """Return every promise due in the open round, swaps included, in seat order."""
    if match.phase != "round":
        return ()
    all_promised = []
    for seat in match.seats:
        orders, view = views.own_orders(match, seat), views.game_view(match, seat)
        for entry in standing(
            match.game.terms, seat, views.readable_messages(match, seat), match.round, match.handed_over
        ):
            others = [party for party in entry.concerned if party != seat]
            for clause in entry.due(match.round) if _is_on(match, entry) else ():
                if clause.who == seat:
                    broken = orders is not None and match.game.breaks(seat, clause, orders, view)
                    all_promised.append(PromiseDue(seat, listed(others), _terms(match, clause), broken, tuple(others)))
    return tuple(all_promised)


def agreed_now(match: Match) -> tuple[tuple[str, ...], str]:
    """Return the open round's agreements by pair, and all vain offers in one line; empty for none."""
    vain: dict[str, list[str]] = {}
    agreements = []
    for entry in entries(match.game.terms, match.messages, match.round, match.handed_over):
        if entry.round != match.round:
            continue
        swap = plain_swap(match.game.terms, entry.proposer, entry.round, entry.offer)
        if not entry.agreed:
            vain.setdefault(entry.proposer, []).append(entry.state)
        elif _is_on(match, entry):
            deal = f"{swap.give} for {swap.want}" if swap else "; ".join(_terms(match, c) for c in entry.offer.clauses)
            agreements.append(f"{listed(sorted(entry.concerned, key=lambda seat: seat != entry.proposer))}: {deal}")
    noes = sum(states.count("declined") for states in vain.values())
    asked = ", ".join(f"{seat} {len(states)}" for seat, states in sorted(vain.items(), key=lambda item: -len(item[1])))
    return tuple(agreements), f"Asked in vain: {asked}; {noes} times the answer was no." if vain else ""


def _is_on(match: Match, entry: BookEntry) -> bool:
    """False if one side of an agreed swap has called it off in words."""
    if plain_swap(match.game.terms, entry.proposer, entry.round, entry.offer) is None:
        return True
    a, b = entry.offer.parties
    heard = {seat: views.readable_messages(match, seat) for seat in (a, b)}
    sides = [bargains(x, heard[x], entry.round, match.game.terms).get(y) for x, y in ((a, b), (b, a))]
    return all(bargain is not None and bargain.settled is not None for bargain in sides)


def _terms(match: Match, clause: Clause) -> str:
    round_, word = match.round, match.spec.round_word
    words = clause_words(match.game.terms, structs.replace(clause, first=round_, last=round_), None, round_, word)
    return words.removesuffix(f" this {word}")


def promises_to(match: Match, seat: str) -> tuple[str, ...]:
    return tuple(words for clause, words in _due_clauses(match, seat) if clause.who != seat)


def _due_clauses(match: Match, seat: str) -> list[tuple[Clause, str]]:
    """Return the clauses of the seat's agreements that are due in the open round, in words."""
    if match.phase != "round":
        return []
    terms, round_, word = match.game.terms, match.round, match.spec.round_word
    clauses = due(terms, seat, views.readable_messages(match, seat), round_, match.handed_over)
    return [
        (clause, clause_words(terms, structs.replace(clause, first=round_, last=round_), seat, round_, word))
        for clause in clauses
    ]


def turns(match: Match, reader: str | None) -> tuple[Turn, ...]:
    """Return the turning points: the outcome of each promise of the reader beyond swaps of one round."""
    if reader is None:
        return ()
    spec, game_terms = match.spec, match.game.terms
    agreements = _agreements_beyond_swaps(match, reader, views.readable_messages(match, reader))
    pages = memory_of(match, reader).pages if agreements else ()
    turns_ = []
    for entry in agreements:
        by_verdict: dict[Verdict, list[str]] = {}
        breakers: list[str] = []
        last = entry.agreed
        for mark in marks(entry, pages, _judge_of(match, reader), spec.rounds):
            clause = structs.replace(entry.offer.clauses[mark.clause], first=mark.round, last=mark.round)
            words = clause_words(game_terms, clause, None, -1, spec.round_word)
            by_verdict.setdefault(mark.verdict, []).append(words)
            if mark.verdict == "broken":
                breakers.append(clause.who)
                last = mark.round
            elif mark.verdict == "kept":
                last = max(last, mark.round)
        parts = [f"{'; '.join(_first_few(by_verdict[v]))} ({BECAME[v]})" for v in BECAME if v in by_verdict]
        seats = tuple(dict.fromkeys((*breakers, *entry.concerned)))
        word, who = (
            spec.round_word.capitalize(),
            " and ".join(sorted(entry.concerned, key=lambda seat: seat != entry.proposer)),
        )
        text = f"{word} {entry.agreed}: {who} agreed: {'; '.join(parts)}."
        if parts:
            turns_.append(Turn(
                round=last, seats=seats, kind="promise", text=text,
                weight=WEIGHT if breakers else 1.0, tells="betrayal" if breakers else "",
            ))  # fmt: skip
    return tuple(turns_)


def overheard(match: Match, count: int | None = None) -> tuple[Turn, ...]:
    """Return what seats did to others, latest first: thefts, and agreements that all who read them let be known.

    `count`: as of the first so many rounds, from them alone, by the words that onlookers may know (HH-71); None: of a
    gallery's match, which holds no other words (HH-62).
    """
    match = match if count is None else _as_of(match, count)
    turns_ = [turn for seat in match.seats for turn in match.game.own_story(memory_of(match, seat)).turns]
    turns_ += [turn for seat in match.seats for turn in turns(match, seat)]
    turns_by_text = {turn.text: turn for turn in turns_ if turn.tells == "betrayal"}
    return tuple(sorted(turns_by_text.values(), key=lambda turn: (-turn.round, -turn.weight)))


def _as_of(match: Match, count: int) -> Match:
    """Return the match as its first rounds left it, with the talk that onlookers may know: what a gallery may read,
    else what seats said that bots have held all along."""
    closed = match.rounds[:count]
    state = states_after(match)[count - 1]
    bots = {s for s in match.seats if is_bot(match.holders.get(s, OPEN)) and s not in match.handed_over}
    places = (
        match.audience.said
        if match.header.gallery
        else [n for n, message in enumerate(match.messages) if bots.issuperset(message.readers)]
    )
    heard = tuple(match.messages[n] for n in places if match.messages[n].round <= closed[-1].round)
    return change(match, rounds=closed, state=state, messages=heard, messages_by_end=len(heard))


def _first_few(texts: Sequence[str]) -> list[str]:
    return list(texts) if len(texts) <= 3 else [texts[0], f"and {len(texts) - 1} more"]
