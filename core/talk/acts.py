"""Speech acts that a program can read: offers, answers, questions, claims.

A game declares its terms as data (`Game.terms`). No act binds by the rules (CM-09): the house only records agreements
and their outcome (`core.talk.book`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from core.refusal import Refused, quoted

MOST = 8
SEATS: Final = ("*seats*",)
"""Stands in a `Term` for all seats of the match."""


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exchange in this round, "my red for your green". The rules know nothing of it."""

    give: str
    want: str

    @property
    def mirrored(self) -> Deal:
        """The same exchange from the other side."""
        return Deal(self.want, self.give)


# --- what a game declares ---------------------------------------------------------------------------------------------
class Term(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A promise that seats of a game can make. Equal only to itself."""

    id: str
    says: str
    """The term in words, verb first: `give {to} a {what}`."""
    among: tuple[str, ...] = ()
    """Values of the slot: `SEATS` or words; empty for a term without a slot."""
    names: Mapping[str, str] = {}
    """Further words for values (`rubies`), in small letters."""
    words: tuple[str, ...] = ()
    """Patterns of how people say it, in small letters, without the slot: `give(?: me| you)?`."""
    others: tuple[str, ...] = ()
    """Patterns of the counterpart: `take` for a room that the other leaves."""
    noun: str = ""
    """Pattern of words that may follow the slot: `cubes?`."""
    beside: str = ""
    """Pattern of a swap's addition that the game itself reads: `at the (?:catacombs|garden)`."""
    places: Mapping[str, str] = {}
    """Meeting places of a swap by word, in small letters. Swaps in different places are different."""
    seen: Literal["both", "one", "late", "never"] = "both"
    """Seats that learn if it was kept: both, sometimes the one concerned, all at the reveal, or none."""
    swaps: bool = False
    """Two clauses of it in one round are a swap, kept by both or neither."""
    lasts: bool = False
    """True if, without a round, it holds until a party gives notice."""
    against: bool = False
    """Done against the seat in the slot, which cannot agree to it."""
    first: bool = False
    """Done before the counterpart: `if you tell me` comes first."""


HOUSE: Final = (
    Term(id="pact", says="stand together", seen="never", lasts=True),
    Term(id="vote", says="name {what} in the decision", among=SEATS, words=("vote(?: for)?", "name"), against=True),
)


# --- acts -------------------------------------------------------------------------------------------------------------
class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=str.lower):
    """Base of all speech acts."""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    who: str
    term: str
    first: int
    last: int | None = None
    """Last round in which it holds; None: until notice."""
    what: str = ""
    to: str = ""
    after: int | None = None
    """Index of the clause that must be kept first."""
    negated: bool = False

    def due(self, round_: int) -> bool:
        return self.first <= round_ and (self.last is None or round_ <= self.last)


Verdict = Literal["waiting", "kept", "broken", "void", "unseen"]
"""Outcome of a clause in one round, as one seat knows it."""


class Offer(Act, frozen=True, omit_defaults=True):
    """Terms that bind all named parties once all have agreed."""

    clauses: tuple[Clause, ...]
    counters: str = ""
    """Offer of this conversation that it answers (`Bo-2`), which stays open."""

    @property
    def parties(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(clause.who for clause in self.clauses))

    @property
    def is_pact(self) -> bool:
        return all(clause.term == "pact" for clause in self.clauses)


class Accept(Act, frozen=True):
    """Yes to an open offer, by its name (`Bo-2`: Bo's second offer in this conversation)."""

    offer: str = msgspec.field(name="of")


Why = Literal["", "worth", "have", "full", "trust", "private"]


class Decline(Act, frozen=True):
    offer: str = msgspec.field(name="of")
    reason: Why = msgspec.field(default="", name="why")


class Withdraw(Act, frozen=True):
    """Take back an own offer before any yes."""

    offer: str = msgspec.field(name="of")


class End(Act, frozen=True):
    """Notice: the agreement ends for all with the round before."""

    offer: str = msgspec.field(name="of")


AskKind = Literal[
    "leader", "need", "have", "worth", "why", "advice", "trust", "deal", "rules", "plan", "fact", "help", "pacts"
]


class Ask(Act, frozen=True):
    about: AskKind
    what: str = ""


class Warn(Act, frozen=True):
    about: str = msgspec.field(name="of")


class Accuse(Act, frozen=True):
    """The listener has not kept their word."""


class Apologise(Act, frozen=True):
    """The speaker has not kept theirs."""


class Threaten(Act, frozen=True):
    """A threat to the listener."""


class Claim(Act, frozen=True):
    """A room, a place or a fact of the game is so, or the speaker's."""

    what: str


class Courtesy(Act, frozen=True):
    word: Literal["hello", "thanks", "bye"]


AnyAct = Offer | Accept | Decline | Withdraw | End | Ask | Warn | Accuse | Apologise | Threaten | Claim | Courtesy


# --- checks -----------------------------------------------------------------------------------------------------------
def all_terms(game_terms: Sequence[Term]) -> dict[str, Term]:
    return {term.id: term for term in (*HOUSE, *game_terms)}


def check_offer(
    game_terms: Sequence[Term],
    seats: Sequence[str],
    by: str,
    readers: Sequence[str],
    now: int,
    rounds: int,
    offer: Offer,
) -> None:
    """Refused (`bad_act`) for unknown terms, or parties that do not read them."""
    check_known(game_terms, seats, offer)
    if not 1 <= len(offer.clauses) <= MOST:
        raise bad_act(f"An offer has 1 to {MOST} clauses; this one has {len(offer.clauses)}.")
    if len(offer.parties) < 2 and offer.parties == (by,):
        raise bad_act("An offer asks somebody else for something; this one asks nobody.")
    check_clauses(game_terms, offer)
    for number, clause in enumerate(offer.clauses, 1):
        for name in (clause.who, *([clause.to] if clause.to else [])):
            if name not in readers:
                raise bad_act(f"Clause {number} names {quoted(name)}, who does not read this.")
        if clause.first < now or clause.first > rounds or (clause.last is not None and clause.last < clause.first):
            raise bad_act(f"Clause {number} holds in no round that is still to come: they are {now} to {rounds}.")


def check_clauses(game_terms: Sequence[Term], offer: Offer) -> None:
    """Refused (`bad_act`) for an unknown term, or a clause after a missing one."""
    terms = all_terms(game_terms)
    for number, clause in enumerate(offer.clauses, 1):
        if clause.term not in terms:
            raise bad_act(f"There is no term {quoted(clause.term)} here: there are {', '.join(terms)}.")
        if clause.after is not None and not (0 <= clause.after < len(offer.clauses) and clause.after != number - 1):
            raise bad_act(f"Clause {number} waits for a clause that there is not.")


def check_known(game_terms: Sequence[Term], seats: Sequence[str], offer: Offer) -> None:
    """Refused (`bad_act`) for a clause that names what this match does not have."""
    terms = all_terms(game_terms)
    for number, clause in enumerate(offer.clauses, 1):
        if (term := terms.get(clause.term)) is None:
            continue
        among = tuple(seats) if term.among == SEATS else term.among
        if (clause.what not in among) if among else clause.what:
            known = f": there are {', '.join(among)}" if among else ""
            raise bad_act(f"Clause {number}: {quoted(clause.what)} cannot stand after {term.id}{known}.")


def check_act(act: AnyAct) -> None:
    """Refused (`bad_act`) for a word with control characters or marks of direction, which no key types."""
    if not all(str(word).isprintable() for word in msgspec.structs.astuple(act)):
        raise bad_act("An act names what it is about in printable characters, and this one does not.")


def bad_act(message: str) -> Refused:
    return Refused("bad_act", message, "HH-58")


def plain_swap(game_terms: Sequence[Term], by: str, now: int, offer: Offer) -> Deal | None:
    """Return the offer as a deal if it is a swap of one thing for one in this round; else None."""
    terms = all_terms(game_terms)
    if len(offer.clauses) != 2:
        return None
    first, second = sorted(offer.clauses, key=lambda clause: clause.who != by)
    plain = all(
        terms[c.term].swaps and c.first == c.last == now and c.after is None and not c.negated for c in offer.clauses
    )
    if not plain or first.who != by or second.who == by:
        return None
    return Deal(first.what, second.what)


def as_offer(game_terms: Sequence[Term], by: str, other: str, deal: Deal, round_: int) -> Offer | None:
    """Return a proposal of this round as an offer; None in a game without swaps."""
    term = next((term.id for term in game_terms if term.swaps), None)
    if term is None:
        return None
    mine = Clause(by, term, round_, round_, deal.give, other)
    return Offer((mine, Clause(other, term, round_, round_, deal.want, by)))


def place_of(game_terms: Sequence[Term], text: str) -> str | None:
    """Return the meeting place that a proposal names; None if it names none, or several."""
    return named_place(next((term.places for term in game_terms if term.places), {}), text)


def named_place(places: Mapping[str, str], text: str) -> str | None:
    words = "|".join(sorted(places, key=len, reverse=True))
    named = {places[word] for word in re.findall(rf"\b(?:{words})\b", text.casefold())} if places else set()
    return named.pop() if len(named) == 1 else None


# --- words ------------------------------------------------------------------------------------------------------------
def in_words(game_terms: Sequence[Term], offer: Offer, you: str | None, now: int, round_word: str = "round") -> str:
    """Return the terms in a sentence for `you`: `If Bo gives you a red this round, you give Bo a blue next round.`
    None: a reader who is no party."""
    check_clauses(game_terms, offer)
    parts = [clause_words(game_terms, clause, you, now, round_word) for clause in offer.clauses]
    sentences, used = [], set[int]()
    for number, clause in enumerate(offer.clauses):
        if clause.after is not None and clause.after not in used:
            sentences.append(f"if {parts[clause.after]}, {parts[number]}")
            used |= {clause.after, number}
    waits = {clause.after for clause in offer.clauses if clause.after is not None}
    sentences += [parts[n] for n in range(len(parts)) if n not in used and n not in waits]
    text = ", and ".join(sentences)
    return f"{text[:1].upper()}{text[1:]}."


def clause_words(
    game_terms: Sequence[Term], clause: Clause, you: str | None, now: int, round_word: str = "round"
) -> str:
    """Return a clause in words: `you do not trade with Hal from this round on`."""
    term = all_terms(game_terms)[clause.term]
    to = "you" if clause.to == you else clause.to
    what = "you" if clause.what == you else clause.what
    verb, _, rest = term.says.format(what=what, to=to).replace("  ", " ").partition(" ")
    for vowel in "aeiou":
        rest = rest.replace(f" a {vowel}", f" an {vowel}")
        rest = f"an {rest[2:]}" if rest.startswith(f"a {vowel}") else rest
    mine = clause.who == you
    if clause.negated:
        verb = f"{'do' if mine else 'does'} not {verb}"
    elif not mine:
        verb = f"{verb}s"
    return f"{'you' if mine else clause.who} {verb}{' ' if rest else ''}{rest} {when_words(clause, now, round_word)}"


def when_words(clause: Clause, now: int, word: str = "round") -> str:
    """`this round`, `in round 5`, `in rounds 5 to 7`, `every round from now on`."""
    first, last = clause.first, clause.last
    if last is None:
        return f"every {word} from {'now' if first == now else f'{word} {first}'} on"
    if first == last:
        return f"this {word}" if first == now else f"next {word}" if first == now + 1 else f"in {word} {first}"
    return f"in {word}s {first} to {last}"
