"""Terms in plain words: promises, their rounds and order, by the terms that a game declares."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from core.talk.acts import SEATS, Clause, Deal, Offer, Term, all_terms, plain_swap
from core.talk.parsing.answers import is_aside
from core.talk.parsing.grammar import ALWAYS, BREAK, GETS, GIVES, Item, Phrase, phrases, vocabulary
from core.talk.parsing.words import MARK, SIGNS, Marked, meant, pattern_of, sign, unnamed

LONGEST: Final = 300

SWAP: Final = Term(
    id="give", says="give {to} a {what}", among=("*marked*",), words=(GIVES,), others=(GETS,), swaps=True,
)  # fmt: skip
"""Stands for the swaps of any game, where only a swap is looked for."""

_LEADS: Final = sign("clauses", "leads")
_TAILS: Final = sign("clauses", "tails")
_SAME: Final = tuple((re.compile(pattern_of(pattern)), short) for pattern, short in SIGNS["same"]["rows"])


class _When(NamedTuple):
    first: int
    last: int | None


class _Found(NamedTuple):
    clauses: tuple[Clause, ...]
    when: _When | None
    condition: bool
    turned: bool = False
    """True if it says what a seat takes, so the other leaves it."""
    leads: bool = False
    """True if its rounds come before everything else."""


def offer_in(
    game_terms: Sequence[Term], seats: Sequence[str], by: str, to: str, now: int, rounds: int, text: Marked
) -> Offer | None:
    """Return the terms that a text surely offers to one other seat; None if it says anything besides."""
    if len(text.text) > LONGEST:
        return None
    return _Reader(game_terms, seats, by, to, now).offer(text, (to,), rounds)


def swap_in(text: Marked, names: Sequence[str], beside: str) -> Deal | None:
    """Return the swap of this round that a text is, from its speaker's side; None if it says anything besides."""
    reader = _Reader((SWAP,), (), "by", "to", _FAR)
    reader.beside = beside
    offer = reader.offer(text, names, 2 * _FAR)
    return None if offer is None else plain_swap((SWAP,), "by", _FAR, offer)


_FAR: Final = 10**6
"""The open round where rounds have no numbers: no number in a text equals it."""


def _joined(pieces: Sequence[_Found], game_terms: Sequence[Term], by: str, now: int, rounds: int) -> Offer | None:
    terms = all_terms(game_terms)
    if all(piece.condition for piece in pieces if piece.clauses) or (spread := _whens(pieces, now)) is None:
        return None
    pieces = spread
    if (
        len(pieces) == 1
        and len(pieces[0].clauses) == 1
        and terms[pieces[0].clauses[0].term].others
        and pieces[0].turned
    ):
        return None  # taking is a claim, and asks nothing of others
    whens = {id(piece): piece.when for piece in pieces}
    clauses: list[Clause] = []
    conditions: list[int] = []
    for piece in sorted(pieces, key=lambda piece: not piece.condition):
        when = whens[id(piece)]
        for clause in piece.clauses:
            if piece.condition:
                conditions.append(len(clauses))
            lasts = when is None and terms[clause.term].lasts and (clause.negated or not terms[clause.term].among)
            first, last = when or (now, None if lasts else now)
            clauses.append(replace(clause, first=first, last=last))
    if any(
        terms[c.term].against and not c.negated and c.what in {by, *(piece.who for piece in clauses)} for c in clauses
    ):
        return None  # a threat
    if not clauses or len({(c.who, c.term, c.what, c.first, c.negated) for c in clauses}) < len(clauses):
        return None
    places = [(c.term, c.what, c.first, c.last) for c in clauses if terms[c.term].others and not terms[c.term].swaps]
    if len(set(places)) < len(places):
        return None  # one room cannot be left to each other: "if you touch 9A i bid on 9A"
    swaps = [clause.who == by for clause in clauses if terms[clause.term].swaps]
    if 2 * sum(swaps) != len(swaps):
        return None  # half a swap: a gift is not possible
    if len(conditions) == 1:
        waited = clauses[conditions[0]]
        for n, clause in enumerate(clauses):
            if n == conditions[0]:
                continue
            waits = terms[clause.term].first or clause.first > (waited.last or rounds + 1)
            at_once = (clause.term, clause.first, clause.last) == (waited.term, waited.first, waited.last)
            if waits and clause.who != waited.who:
                clauses[n] = replace(clause, after=conditions[0])
            elif not at_once:
                return None  # a condition that no party could check before it counts
    elif conditions and len(conditions) < len(clauses):
        return None
    if not conditions and len(clauses) == 2 and clauses[0].who != by and terms[clauses[1].term].first:
        clauses[1] = replace(clauses[1], after=0)
    if any(
        c.first < now or c.first > rounds or (c.last is not None and not c.first <= c.last <= rounds) for c in clauses
    ):
        return None
    offer = Offer(tuple(clauses))
    return offer if set(offer.parties) - {by} else None


def _whens(found_pieces: Sequence[_Found], now: int) -> list[_Found] | None:
    """Return the promising pieces with their rounds; None if the rounds are unclear."""
    pieces = [piece for piece in found_pieces if piece.clauses]
    alone = {piece.when for piece in found_pieces if not piece.clauses}
    given = [piece for piece in pieces if piece.when is not None]
    if alone:
        common = alone.pop()
        return [piece._replace(when=common) for piece in pieces] if not alone and not given else None
    if not given or len(given) == len(pieces):
        return pieces
    if pieces[0].leads and given == [pieces[0]]:
        return [piece._replace(when=pieces[0].when) for piece in pieces]
    at_once = _When(now, now)
    if {piece.when for piece in given} == {at_once}:
        return [piece._replace(when=at_once) for piece in pieces]
    waited, rest = ([piece for piece in pieces if piece.condition is whether] for whether in (True, False))
    if waited and all(piece.when in (None, at_once) for piece in waited) and None not in {piece.when for piece in rest}:
        return [piece._replace(when=piece.when or at_once) for piece in pieces]
    return None


class _Reader:
    def __init__(self, game_terms: Sequence[Term], seats: Sequence[str], by: str, to: str, now: int) -> None:
        self.own = game_terms
        self.terms = [term for term in all_terms(game_terms).values() if term.words or term.others]
        self.seats, self.by, self.to, self.now = tuple(seats), by, to, now
        self.swap = next((term for term in game_terms if term.swaps), None)
        self.words = vocabulary(self.terms, self.seats)
        verbs = "|".join(self.words.verbs)
        self.subject = re.compile(rf"(?<=[\w+.>]) (?=(?:i|you|we) (?:not )?(?:{verbs})\b)")
        owned = [(verb, term.noun) for term in self.terms if term.noun and term.among == SEATS for verb in term.words]
        self.owned = [re.compile(rf"\b({verb}) (?:(my {noun}|mine)|your {noun}|yours)\b") for verb, noun in owned]
        """Possessions that stand for their seats: `lock my letter` is `lock me`."""
        self.beside = ""
        self.things: tuple[str, ...] = ()

    def offer(self, text: Marked, names: Sequence[str], rounds: int) -> Offer | None:
        self.things = text.named
        pieces: list[_Found] = []
        for phrase in phrases(self.words, self.prepared(text.text, names)):
            if phrase.form == "rounds" and phrase.condition:
                return None
            kind, *numbers = phrase.when.split() or [""]
            for when in [f"ONE {number}" for number in numbers] if kind == "LIST" else [phrase.when]:
                piece = self.piece(phrase._replace(when=when), pieces)
                if piece is None:
                    return None
                pieces.append(piece)
        return _joined(pieces, self.own, self.by, self.now, rounds) if pieces else None

    def prepared(self, text: str, names: Sequence[str]) -> str:
        """Write shorthand out; drop the listener's name and courtesies."""
        low = _LEADS.sub("", unnamed(names, text.strip()))
        if self.beside:
            low = re.sub(rf"[\s,]*\b(?:{self.beside})\b", "", low, count=1)
        while (less := _TAILS.sub("", low)) != low:
            low = less
        if re.search(r"\bnever\b", low) and not re.search(ALWAYS, low):
            low += " , always"
        for pattern, short in _SAME:
            low = pattern.sub(short, low)
        for owned in self.owned:
            low = owned.sub(lambda match: f"{match[1]} {'me' if match[2] else 'you'}", low)
        parts = [part for part in _STOPS.split(low) if part.strip()]
        kept = [at for at, part in enumerate(parts) if not _STOPS.fullmatch(part)]
        while kept and is_aside(parts[kept[0]], first=True):
            kept.pop(0)
        while len(kept) > 1 and is_aside(parts[kept[-1]], first=False):
            kept.pop()
        low = _LEADS.sub("", " ".join(parts[kept[0] : kept[-1] + 1]).strip()) if kept else ""
        # A subject begins a piece, also without a comma: "if you give me red i give you blue".
        low = self.subject.sub(f" {BREAK} ", low)
        low = re.sub(rf"\b(if|and|then|while|but)\b {BREAK}", r"\1", low)
        return re.sub(r"\s+", " ", low.strip(" .,!?;:"))

    def piece(self, phrase: Phrase, before: Sequence[_Found]) -> _Found | None:
        when = self.when(phrase.when) if phrase.when else None
        if phrase.form == "rounds":
            return _Found((), when, False)
        clauses = getattr(self, phrase.form)(phrase, before)
        if not clauses:
            return None
        if phrase.form == "same":
            when = when or before[-1].when
        turned = phrase.says(word for term in self.terms for word in term.others)
        return _Found(clauses, when, phrase.condition, turned, phrase.leads and not before)

    def when(self, word: str) -> _When:
        kind, *numbers = word.split()
        if kind == "ALWAYS":
            return _When(self.now, None)
        first = int(numbers[0]) if numbers and kind != "UNTIL" else self.now + (kind in ("NEXT", "FROM"))
        return _When(first, None if kind == "FROM" else int(numbers[-1]) if numbers else first)

    def same(self, phrase: Phrase, before: Sequence[_Found]) -> tuple[Clause, ...]:
        """Read `me too`, `i won't either`, `if you don't`: the last clause from the other side."""
        last = before[-1].clauses[-1] if before and before[-1].clauses else None
        who = self.to if phrase.subject == "YOU" else self.by
        if last is None or last.who == who or phrase.subject not in ("", "I", "YOU"):
            return ()
        if phrase.negated is not last.negated and phrase.subject:
            return ()
        return (replace(last, who=who, to=last.who if last.to else ""),)

    def clause(self, who: str, term: Term, what: str, negated: bool = False) -> Clause:
        """Return a clause; its rounds are set later."""
        other = self.to if who == self.by else self.by
        to = other if "{to}" in term.says else ""
        return Clause(who, term.id, self.now, self.now, what, to, None, negated)

    def half(self, phrase: Phrase, before: Sequence[_Found]) -> tuple[Clause, ...]:
        """Read `my red`, or `allies?`."""
        return self.stand() if phrase.items[0].pact else self.other_half(phrase, before)

    def other_half(self, phrase: Phrase, before: Sequence[_Found]) -> tuple[Clause, ...]:
        """Read `for your blue`."""
        item = phrase.items[0]
        return () if item.side is None or self.swap is None or not item.thing else (self.given(item.side, item),)

    def exchange(self, phrase: Phrase, before: Sequence[_Found]) -> tuple[Clause, ...]:
        """Read `my red for your blue`, `i want red for blue`."""
        gives, gets, yours = phrase.says((GIVES,)), phrase.says((GETS,)), phrase.subject == "YOU"
        to_speaker = phrase.target == "ME"
        if (phrase.verb and not gives and not gets) or phrase.target == "EACH" or phrase.negated:
            return ()
        subjects = ("I", "YOU") if gets else ("", "I", "YOU", "WE", "ANY") if gives else ("", "ANY")
        bare = phrase.verb in ("fancy", "want") and not phrase.subject and not phrase.target
        if phrase.subject not in subjects and not bare:
            return ()
        if to_speaker and phrase.subject == "I":
            return ()
        mine = not (yours or to_speaker) if gives else phrase.subject != "I" if gets else True
        says_no_side = not phrase.verb or (phrase.verb in (_ASKED if yours else _EITHER) and not to_speaker)
        return self.swapped(phrase.items, mine, fixed=not says_no_side)

    def swapped(self, items: Sequence[Item], mine: bool, *, fixed: bool) -> tuple[Clause, ...]:
        """Read two things for each other. `mine`: the first is the speaker's, unless words beside it say otherwise;
        `fixed`: then they contradict."""
        first, second = items
        if self.swap is None or not first.thing or not second.thing:
            return ()
        side = first.side if first.side is not None else not second.side if second.side is not None else mine
        if second.side is side or (side is not mine and fixed):
            return ()
        return (self.given(side, first), self.given(not side, second))

    def given(self, mine: bool, item: Item) -> Clause:
        assert self.swap is not None
        return self.clause(self.by if mine else self.to, self.swap, self.things[int(item.word[1:-1])])

    def stand(self) -> tuple[Clause, ...]:
        """Read `shall we make a pact`, `allies?`."""
        pact = all_terms(())["pact"]
        return (self.clause(self.by, pact, ""), self.clause(self.to, pact, ""))

    def action(self, phrase: Phrase, before: Sequence[_Found]) -> tuple[Clause, ...]:
        """Read `you give me a red`, `we not trade with hal`, `i tell you mine`."""
        if any(item.pact for item in phrase.items):
            makes = phrase.subject in ("", "WE") and phrase.verb in ("make", "have", "do", "form", "be")
            return self.stand() if makes and not phrase.negated else ()
        spoken = [(term, False) for term in self.terms if phrase.says(term.words)]
        spoken += [(term, True) for term in self.terms if phrase.says(term.others)]
        readings = {self.said(term, turned, phrase, before) for term, turned in spoken} - {()}
        return readings.pop() if len(readings) == 1 else ()

    def said(self, term: Term, turned: bool, phrase: Phrase, before: Sequence[_Found]) -> tuple[Clause, ...]:
        who, target, negated = phrase.subject, phrase.target, phrase.negated
        item = phrase.items[0] if phrase.items else Item()
        word = item.word
        each = target == "EACH"
        if each and who == "WE" and term.among == SEATS:
            return (self.clause(self.by, term, self.to, negated), self.clause(self.to, term, self.by, negated))
        if term.among == SEATS and not word:
            word = {"ME": "me", "YOU": "you"}.get(target, "")
        what = self.what(term, word, before)
        if what is None or who == "ANY" or (turned and negated and term.swaps):
            return ()
        if who == "WE":
            if turned or (term.among != SEATS and not each and "{to}" in term.says):
                return ()
            return (self.clause(self.by, term, what, negated), self.clause(self.to, term, what, negated))
        doer = self.by if who == "I" else self.to
        if turned and not negated:  # taking is what the other leaves; not taking is leaving
            doer = self.to if doer == self.by else self.by
        negated = negated and not turned
        toward = {"ME": self.by, "YOU": self.to}.get(target)
        if (toward == doer and term.among != SEATS) or (negated and term.swaps):
            return ()
        owner = self.by if item.owner == "MY" else self.to if item.owner == "YOUR" else doer
        if not turned and "{to}" in term.says and term.among != SEATS and owner != doer:
            return ()
        return (self.clause(doer, term, what, negated),)

    def what(self, term: Term, word: str, before: Sequence[_Found]) -> str | None:
        """Return the value of a word in a term's slot; None if it has none."""
        if not term.among:
            return "" if not word else None
        last = before[-1].clauses[-1:] if before else ()
        if word in ("mine", "yours", "it") and last and last[0].term == term.id:
            return last[0].what
        if term.swaps:
            return self.things[int(word[1:-1])] if re.fullmatch(MARK, word) else None
        if term.among == SEATS:
            names = {seat.casefold(): seat for seat in self.seats} | {"me": self.by, "you": self.to}
            return names.get(word)
        names = {value.casefold(): value for value in term.among} | dict(term.names)
        return names.get(word) or ((near := meant(word, tuple(names))) and names[near]) or None


_EITHER: Final = ("trade", "swap", "exchange", "do", "fancy")
_ASKED: Final = ("swap", "trade", "like", "do", "want", "take")
"""Verbs that do not say which side comes first: `swap my white for your blue`, `do you want ...`."""
_STOPS: Final = re.compile(r"([,;:.!?](?!\w)|\bbut\b)")


def swap_words(game_terms: Sequence[Term]) -> Mapping[str, str]:
    swap = next((term for term in game_terms if term.swaps), None)
    return {} if swap is None else {value: value for value in swap.among} | dict(swap.names)
