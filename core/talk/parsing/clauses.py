"""Terms in plain words: promises, their rounds and order, by the terms that a game declares.

Strict on purpose: every word must be used up. A condition or round that is not understood makes the whole sentence not
understood; it is never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from core.talk.acts import SEATS, Clause, Deal, Offer, Term, all_terms, plain_swap
from core.talk.parsing.answers import passing
from core.talk.parsing.words import MARK, Marked, marked, meant, unnamed

READ: Final = 300

_W = r"(?:round|year|turn|day|time|go)"
_ALWAYS = (
    rf"(?:from now on|always|for ?ever|until the (?:very )?end|to the end|ever again|(?<=not )ever|"
    rf"(?:in |for )?(?:every|each) {_W}"
    rf"|all (?:match|game|{_W}s)(?: long)?|(?:for )?the (?:whole|rest of the) (?:match|game)|(?:for )?all {_W}s)"
)
_WHENS: Final = (
    (re.compile(rf"\b(?:from )?(?:in )?{_W}s? (\d+) (?:to|until|till|through) (?:{_W} )?(\d+)\b"), "range"),
    (re.compile(rf"\b{_ALWAYS}\b"), "always"),
    (re.compile(rf"\b(?:in |for )?(?:the )?next (?:{_W}|one)\b|\btomorrow\b"), "next"),
    (re.compile(rf"\b(?:in |for )?{_W} (\d+)\b"), "one"),
    (re.compile(rf"\b(?:in |for )?this (?:{_W})\b|\b(?:right )?now\b|\bat once\b|\b(?:just|only) this once\b"), "now"),
)
LIMITED: Final = re.compile(
    rf"\b(?:next|later|soon|tomorrow|afterwards?|every|each|always|for ?ever|until|till|whole (?:game|match)|"
    rf"(?:in|from|for) {_W}s? \d|in (?:a few|\d+|two|three|some) {_W}s|{_W}s\b(?! (?:best|worst))|again|as well|"
    r"if|unless|provided|providing|as long as|only|except|else|otherwise|in case|whenever|while|suppose|supposing|"
    r"after|before|once|until|maybe|perhaps|might|possibly|someday)\b"
)
"""Words that make more of a swap than one of this round: a condition, another round, a doubt."""
_NO_LIMIT: Final = re.compile(
    r"\bif (?:you|i)(?:'ll|'d| will| would| can| could)? (?:then |also )?(?:give|bring|send|hand|lay|put in|"
    r"part with|"
    r"swap|trade|add|throw in|get|offer)\b|\bif you (?:like|please|agree|want|are ok|don't mind)\b|\bonly one\b"
)
"""An `if` that only states the swap: one thing for the other."""

_GIVES: Final = r"give|trade|swap|exchange|bring|send|hand(?: over)?|put in|lay|part with|spare|sell|do|offer|add"
_GETS: Final = r"want|need|take|get|like|love|accept|receive|prefer"
_FOR: Final = r"(?:for|against|in (?:exchange|return) for|to get|and (?:get|receive))"
_SWAPS: Final = (
    (rf"(?:(?:i|we|anyone|anybody|who wants?|want to|trade:|swap:|deal:) )*(?:(?:{_GIVES}|giving|offering|trading|"
     r"swapping)(?: you)? )?", True),
    (rf"you (?:{_GETS}) |(?:fancy|how about|what about|what (?:(?:would|do) )?you say to|want) ", True),
    (rf"i (?:{_GETS}) |(?:you )?(?:give|send|hand|do|spare|swap|trade|offer|bring|part with)(?: me)? (?<!^do )", False),
)  # fmt: skip
"""Words before one thing for another, with true if the first thing is the speaker's."""
SWAP: Final = Term(
    id="give", says="give {to} a {what}", among=("*marked*",), words=tuple(_GIVES.split("|")),
    others=tuple(_GETS.split("|")), swaps=True,
)  # fmt: skip
"""Stands for the swaps of any game, where only a swap is looked for."""

_LEADS: Final = re.compile(
    r"^\W*(?:(?:ok|okay|so|well|hey|hi|hello|please|psst|listen|yes|yeah|and|or|rather|no wait|yo|dear|would(?= "
    r"(?:an?|my|your|<))|"
    r"(?:trade|swap|deal|proposal|offer)(?=:)|shall we(?: both)?(?= (?:do|swap|"
    r"trade|give))|how about|what about|i propose|i suggest|i offer(?=:| that))\b[\s,:!]*)+"
)
_TAILS: Final = re.compile(
    r"[\s,]*\b(?:promise|i promise|ok|okay|agreed|deal|please|fair|right|alright|you and me|you and i|me and you|"
    r"what do you say|what say you|how about it|are you in|as well|too|then|yes|in return|in exchange|swap|trade|"
    r"mate|friend|thanks|interested|lol|suit you|sound good|any takers|anyone|anybody|pretty)\W*$"
)
_SAME: Final = (
    (re.compile(r"\b(?:(?:can|could|may|might) i|let me)(?: please)? (?:have|get|take)\b"), "i get"),
    (re.compile(r"\byou(?:'ll| can| could| may| will) have\b|\byou have (?=my\b)"), "you get"),
    (re.compile(r"\b(?:i'd|i would|i'll|i will) (?:love|like)(?: to (?:get|have))? (?=(?:an?|your|one)\b)"), "i want "),
    (re.compile(r"\bi(?:'m| am) (?:looking for|after)\b"), "i want"),
    (re.compile(r"\b(?:will|would|can|could|do|shall) (you|i|we|anyone|anybody)\b"), r"\1"),
    (
        re.compile(
            r"\b(i|you|we)(?:'ll|'d| will| would| can| could| shall| do| also| then| gladly| happily|(?:(?: am|'m)? "
            r"(?:going|"
            r"ready|happy|willing)| want| like) to(?! (?:get|have))|, then)+(?= )(?! (?:an?|my|your|one|<))"
        ),
        r"\1",
    ),
    (re.compile(r"\b(?:let's|let us|shall we|we)(?: both)?\b"), "we"),
    (re.compile(r"\b(?:both of us|us both|you and (?:i|me))\b"), "we"),
    (re.compile(r"\bneither of us\b"), "we not"),
    (re.compile(r"\b(?:never|won't|will not|don't|do not|doesn't)\b"), "not"),
    (re.compile(r"\bwe both not\b|\bwe not both\b"), "we not"),
    (re.compile(r"\b(trade|give|take|leave|lock|deal|swap|commit)s\b"), r"\1"),
)
_SPLIT: Final = re.compile(r"\s*([,;:.!?](?!\w)|\band\b|\bthen\b|\bif\b|\bwhile\b|\bbut\b)\s*")
_DET = r"(?:(?:a|an|one|1|my|your|the|another|that|some|spare|extra|single|last|of|room|place|spot|number|tableau) )*"
_NOUN = (
    r"(?: (?:cubes?|gems?|gemstones?|sins?|ones?|stones?|to me|to you|from me|from you|for me|for you|alone|free|over|"
    r"back|of mine|of yours))*"
)
_THING = rf"({_DET})({MARK})({_NOUN})"
_OWN: Final = re.compile(r"\b(?:my|of mine|from me|to you|for you)\b")
_YOURS: Final = re.compile(r"\b(?:your|of yours|from you|to me|for me)\b")


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
    own: Sequence[Term], seats: Sequence[str], by: str, to: str, now: int, rounds: int, text: str
) -> Offer | None:
    """Return the terms that a text surely offers to one other seat; None if it says anything besides."""
    if len(text) > READ:
        return None
    return _Reader(own, seats, by, to, now).offer(marked(named(own), text), (to,), rounds)


def swap_in(text: Marked, names: Sequence[str], beside: str) -> Deal | None:
    """Return the swap of this round that a text is, from its speaker's side; None if it says anything besides."""
    reader = _Reader((SWAP,), (), "by", "to", _FAR)
    reader.beside = beside
    offer = reader.offer(text, names, 2 * _FAR)
    return None if offer is None else plain_swap((SWAP,), "by", _FAR, offer)


_FAR: Final = 10**6
"""The open round where rounds have no numbers: no number in a text equals it."""


def _joined(pieces: Sequence[_Found], own: Sequence[Term], by: str, now: int, rounds: int) -> Offer | None:
    """Join the pieces to an offer, in the order of keeping."""
    terms = all_terms(own)
    if (spread := _whens(pieces, now)) is None:
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
    def __init__(self, own: Sequence[Term], seats: Sequence[str], by: str, to: str, now: int) -> None:
        self.own = own
        self.terms = [term for term in all_terms(own).values() if term.words or term.others]
        self.seats, self.by, self.to, self.now = tuple(seats), by, to, now
        self.swap = next((term for term in own if term.swaps), None)
        verbs = "|".join(verb for term in self.terms for verb in (*term.words, *term.others))
        self.subject = re.compile(rf"(?<=[\w+.>]) (?=(?:i|you|we) (?:not )?(?:{verbs})\b)")
        self.beside = ""
        self.things: tuple[str, ...] = ()

    def offer(self, text: Marked, names: Sequence[str], rounds: int) -> Offer | None:
        self.things = text.named
        pieces: list[_Found] = []
        condition = False
        for at, piece in enumerate(_SPLIT.split(self.prepared(text.text, names))):
            if at % 2:
                condition = piece == "if" or (condition and not pieces)
                if piece == "while":
                    return None
                continue
            if not piece.strip() or passing(piece, first=not pieces):
                continue
            read_piece = self.piece(piece.strip(), condition, pieces)
            if read_piece is None:
                return None
            pieces.append(read_piece)
            condition = False
        return _joined(pieces, self.own, self.by, self.now, rounds)

    def prepared(self, text: str, names: Sequence[str]) -> str:
        """Write shorthand out; drop the listener's name and courtesies."""
        low = _LEADS.sub("", unnamed(names, text.strip()))
        if self.beside:
            low = re.sub(rf"[\s,]*\b(?:{self.beside})\b", "", low, count=1)
        while (less := _TAILS.sub("", low)) != low:
            low = less
        if re.search(r"\bnever\b", low) and not re.search(_ALWAYS, low):
            low += " , always"
        for pattern, short in _SAME:
            low = pattern.sub(short, low)
        # A subject begins a piece, also without a comma: "if you give me red i give you blue".
        low = self.subject.sub(" , ", low)
        low = re.sub(r"\b(if|and|then|while|but)\b ,", r"\1", low)
        return re.sub(r"\s+", " ", low.strip(" .,!?;:"))

    def piece(self, text: str, condition: bool, before: Sequence[_Found]) -> _Found | None:
        when, rest = self.when(text)
        leads = bool(when and rest and text.endswith(rest) and not before)
        if rest is None:
            return None
        if not rest:
            return _Found((), when, False) if when else None
        if re.fullmatch(r"(?:i|me) (?:not )?(?:either|neither)|me too|so i", rest) and before and before[-1].clauses:
            last = before[-1].clauses[-1]
            mine = replace(last, who=self.by, to=self.to if last.to else "")
            return None if last.who == self.by else _Found((mine,), when or before[-1].when, False)
        clauses = self.swapped(rest) or self.stand(rest) or self.plain(rest, before)
        turned = any(
            re.match(rf"(?:(?:i|you|we) )?(?:not )?(?:{verb})\b", rest) for t in self.terms for verb in t.others
        )
        return None if not clauses else _Found(clauses, when, condition, turned, leads)

    def when(self, text: str) -> tuple[_When | None, str | None]:
        """Return the rounds that a piece names, and its rest; no rest if it names several."""
        rounds: set[_When] = set()
        for pattern, kind in _WHENS:
            match = pattern.search(text)
            while match is not None:
                numbers = [int(n) for n in match.groups() if n]
                first = {
                    "next": self.now + 1,
                    "range": numbers[0] if numbers else 0,
                    "one": numbers[0] if numbers else 0,
                }
                rounds.add(
                    _When(
                        first.get(kind, self.now),
                        None if kind == "always" else (numbers or [first.get(kind, self.now)])[-1],
                    )
                )
                text = f"{text[: match.start()]} {text[match.end() :]}"
                match = pattern.search(text)
        text = re.sub(r"\s+", " ", text).strip(" ,")
        return (rounds.pop() if len(rounds) == 1 else None, text) if len(rounds) < 2 else (None, None)

    def clause(self, who: str, term: Term, what: str, negated: bool = False) -> Clause:
        """Return a clause; its rounds are set later."""
        other = self.to if who == self.by else self.by
        to = other if "{to}" in term.says else ""
        return Clause(who, term.id, self.now, self.now, what, to, None, negated)

    def slot(self, term: Term, word: str, who: str) -> str | None:
        """Return the value of a word in a term's slot; None if it has none."""
        if term.swaps:
            return self.things[int(word[1:-1])] if re.fullmatch(MARK, word) else None
        if term.among == SEATS:
            names = {seat.casefold(): seat for seat in self.seats}
            names |= {"me": self.by, "you": self.to} | ({"each other": ""} if term.words else {})
            return names.get(word)
        names = {value.casefold(): value for value in term.among} | dict(term.names)
        return names.get(word) or ((near := meant(word, tuple(names))) and names[near]) or None

    def swapped(self, text: str) -> tuple[Clause, ...]:
        """Read `my red for your blue`, or its half `my red`."""
        if self.swap is None:
            return ()
        if alone := re.fullmatch(rf"(?:for )?{_THING}", text):
            side = _side(alone[1], alone[3])
            return () if side is None else (self.half(side, alone[2]),)
        forms = [(rf"({lead}){_THING} {_FOR} {_THING}", mine) for lead, mine in _SWAPS]
        forms += [
            (rf"()for {_THING} i (?:{_GETS}) {_THING}", True),
            (rf"()for {_THING} you (?:{_GETS}) {_THING}", False),
        ]
        for form, mine in forms:
            match = re.fullmatch(form, text)
            if match is None:
                continue
            first_side, other = _side(match[2], match[4]), _side(match[5], match[7])
            first = first_side if first_side is not None else not other if other is not None else mine
            if other is first or (first is not mine and not _EITHER.fullmatch(match[1].strip())):
                return ()
            return (self.half(first, match[3]), self.half(not first, match[6]))
        return ()

    def half(self, mine: bool, mark: str) -> Clause:
        assert self.swap is not None
        return self.clause(self.by if mine else self.to, self.swap, self.things[int(mark[1:-1])])

    def stand(self, text: str) -> tuple[Clause, ...]:
        """Read `shall we make a pact`."""
        verb = r"(?:(?:make|form|have|be|want|you want) )?"
        message = rf"(?:we )?{verb}(?:an? )?(?:pact|alliance|truce|allies|ally)(?: with me| up)?"
        if re.fullmatch(message, text) is None:
            return ()
        pact = all_terms(())["pact"]
        return (self.clause(self.by, pact, ""), self.clause(self.to, pact, ""))

    def plain(self, text: str, before: Sequence[_Found]) -> tuple[Clause, ...]:
        """Read `you give me a red`, `we not trade with hal`, `i tell you mine`."""
        readings: set[tuple[Clause, ...]] = set()
        for term in self.terms:
            for words, turned in ((term.words, False), (term.others, True)):
                for verb in words:
                    clauses = self._said(term, verb, turned, text, before)
                    if clauses:
                        readings.add(clauses)
        return readings.pop() if len(readings) == 1 else ()

    def _said(self, term: Term, verb: str, turned: bool, text: str, before: Sequence[_Found]) -> tuple[Clause, ...]:
        noun = f"(?: {term.noun})?" if term.noun else ""
        match = re.fullmatch(
            rf"(?:(i|you|we|both) )?(?:both )?(not )?(?:{verb})s?(?: (me|you|each other|to))?(?: ({_DET}))?"
            rf"(?: ?({MARK}|[\w+.]+|each other))?{noun}{_NOUN}",
            text,
        )
        if match is None or text.startswith("you both"):
            return ()
        who, negated, whom, det, word = match[1], bool(match[2]), match[3], match[4] or "", match[5] or ""
        who = "we" if who == "both" else who
        each = whom == "each other" or word == "each other"
        if each and who == "we" and term.among == SEATS:
            return (self.clause(self.by, term, self.to, negated), self.clause(self.to, term, self.by, negated))
        if term.among == SEATS and not word:
            word = whom or ""
        whats = self._what(term, word, before)
        if whats is None:
            return ()
        if who == "we":
            if turned or (term.among != SEATS and not each and "{to}" in term.says):
                return ()
            return (self.clause(self.by, term, whats, negated), self.clause(self.to, term, whats, negated))
        doer = self.by if who == "i" else self.to
        if turned and negated:  # not taking is leaving
            turned = negated = False
            if term.swaps:
                return ()
        elif turned:
            doer = self.to if doer == self.by else self.by
        toward = {"me": self.by, "you": self.to}.get(whom or "")
        if (toward == doer and term.among != SEATS) or (negated and term.swaps):
            return ()
        if not turned and "{to}" in term.says and term.among != SEATS:
            own = "my" if doer == self.by else "your"
            wrong = "your" if own == "my" else "my"
            if wrong in det.split():
                return ()
        return (self.clause(doer, term, whats, negated),)

    def _what(self, term: Term, word: str, before: Sequence[_Found]) -> str | None:
        if not term.among:
            return "" if not word else None
        last = before[-1].clauses[-1:] if before else ()
        if word in ("mine", "yours", "it") and last and last[0].term == term.id:
            return last[0].what
        return self.slot(term, word, "")


_EITHER: Final = re.compile(
    r"|(?:(?:i|we|anyone|anybody) )?(?:trade|swap|exchange|do)?:?(?: you)?|(?:how|what) about|fancy|deal:|"
    r"what (?:(?:would|do) )?you say to|you (?:swap|trade|like|do|want|take)"
)
"""Words before a swap that do not say which side comes first."""


def _side(before: str, after: str) -> bool | None:
    """Return true for the speaker's thing, false for the other's, None if unsaid."""
    mine, yours = _OWN.search(f"{before} {after}"), _YOURS.search(f"{before} {after}")
    return None if bool(mine) == bool(yours) else mine is not None


def limited(text: str) -> bool:
    """True if a text sets a condition, names other rounds, or doubts. It is written out, in small letters."""
    return LIMITED.search(_NO_LIMIT.sub(" ", text)) is not None


def named(own: Sequence[Term]) -> Mapping[str, str]:
    swap = next((term for term in own if term.swaps), None)
    return {} if swap is None else {value: value for value in swap.among} | dict(swap.names)
