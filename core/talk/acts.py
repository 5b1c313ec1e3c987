"""What is said, as acts that a program can read: offers of terms, answers to them, questions, claims.

A game declares its terms as data (`Game.terms`); one check, one reader of sentences, one book and one composer serve
all. Nothing that is said binds anybody by the rules (CM-09): the house writes down what was agreed and what became of
it (`core.talk.book`), and that is all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from core.refusal import Refused, quoted

MOST = 8
"""Clauses in one offer."""
SEATS: Final = ("*seats*",)
"""Stands in a `Term` for all seats of the match."""


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The short form of the commonest offer, "my red for your green" in this round. The rules know nothing of it."""

    give: str
    """What the speaker would give."""
    want: str
    """What the speaker wants for it."""


# --- what a game declares ---------------------------------------------------------------------------------------------
class Term(msgspec.Struct, frozen=True, kw_only=True):
    """Something that one seat can promise."""

    id: str
    says: str
    """In words, after who does it, the verb first: `give {to} a {what}`."""
    among: tuple[str, ...] = ()
    """What the slot can hold: `SEATS`, or words; nothing for a term without one."""
    names: Mapping[str, str] = {}
    """Further words for what the slot can hold (`rubies`), in small letters."""
    words: tuple[str, ...] = ()
    """Patterns of how people say it, in small letters, what the slot holds left out: `give(?: me| you)?`."""
    others: tuple[str, ...] = ()
    """Patterns of what the other side does where it is kept: `take`, of a room that one leaves to somebody."""
    noun: str = ""
    """A pattern of what may follow the slot: `cubes?`."""
    beside: str = ""
    """Of a swap: a pattern of what else is said with it and read by the game itself: `at the (?:catacombs|garden)`."""
    seen: Literal["both", "one", "late", "never"] = "both"
    """Who learns whether it was kept: both, whoever is concerned now and then, all at the reveal, or nobody."""
    swaps: bool = False
    """Both sides do it at once, or neither: two clauses of it in one round are a swap."""
    lasts: bool = False
    """Holds until somebody gives notice, where no round is named."""
    against: bool = False
    """Is done against whom the slot names: nobody agrees to have it done to itself."""
    first: bool = False
    """One does it before the other: `if you tell me` comes first."""


HOUSE: Final = (
    Term(id="pact", says="stand together", seen="never", lasts=True),
    Term(id="vote", says="name {what} in the decision", among=SEATS, words=("vote(?: for)?", "name"), against=True),
)
"""Terms of every game."""


# --- acts -------------------------------------------------------------------------------------------------------------
class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=str.lower):
    """What somebody does by saying something."""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that one seat would do."""

    who: str
    term: str
    first: int
    """The round in which it begins to hold."""
    last: int | None = None
    """The last round in which it holds; None: until somebody gives notice."""
    what: str = ""
    """What its slot holds."""
    to: str = ""
    """For whom, where that is one seat."""
    after: int | None = None
    """The clause that has to be kept first, by its place in the offer, from 0."""
    negated: bool = False

    def due(self, round_: int) -> bool:
        """Does it hold in this round?"""
        return self.first <= round_ and (self.last is None or round_ <= self.last)


Verdict = Literal["waiting", "kept", "broken", "void", "unseen"]
"""What became of a clause in one round, as one seat knows it."""


class Offer(Act, frozen=True, omit_defaults=True):
    """Terms that bind all who are named in them once all of them have said yes."""

    clauses: tuple[Clause, ...]
    counters: str = ""
    """The offer of this conversation that it answers (`Bo-2`), which stays open beside it."""

    @property
    def parties(self) -> tuple[str, ...]:
        """Who would be bound."""
        return tuple(dict.fromkeys(clause.who for clause in self.clauses))


class Accept(Act, frozen=True):
    """Yes to an offer that stands in this conversation, by its name (`Bo-2`: the second that Bo made in it)."""

    of: str


Why = Literal["", "worth", "have", "full", "trust", "private"]


class Decline(Act, frozen=True):
    """No to it."""

    of: str
    why: Why = ""


class Withdraw(Act, frozen=True):
    """One's own offer is taken back before anybody agreed."""

    of: str


class End(Act, frozen=True):
    """Notice: what was agreed ends with the round before this one, for all who are bound."""

    of: str


AskKind = Literal[
    "leader", "need", "have", "worth", "why", "advice", "trust", "deal", "rules", "plan", "fact", "help", "pacts"
]


class Ask(Act, frozen=True):
    """A question."""

    about: AskKind
    what: str = ""


class Warn(Act, frozen=True):
    """Somebody does not keep its word."""

    of: str


class Accuse(Act, frozen=True):
    """You have not kept yours."""


class Apologise(Act, frozen=True):
    """I have not kept mine."""


class Threaten(Act, frozen=True):
    """It will cost you."""


class Claim(Act, frozen=True):
    """This is so, or this is mine: a room, a place, a fact that the game knows."""

    what: str


class Courtesy(Act, frozen=True):
    """A greeting, thanks, a farewell."""

    word: Literal["hello", "thanks", "bye"]


AnyAct = Offer | Accept | Decline | Withdraw | End | Ask | Warn | Accuse | Apologise | Threaten | Claim | Courtesy


# --- checks -----------------------------------------------------------------------------------------------------------
def all_terms(own: Sequence[Term]) -> dict[str, Term]:
    """A game's own terms and those of every game, by id."""
    return {term.id: term for term in (*HOUSE, *own)}


def check_offer(
    own: Sequence[Term], seats: Sequence[str], by: str, readers: Sequence[str], now: int, rounds: int, offer: Offer
) -> None:
    """Refused (`bad_act`) for terms that this match does not know, or that bind somebody who does not read them."""
    check_known(own, seats, offer)
    terms = all_terms(own)
    if not 1 <= len(offer.clauses) <= MOST:
        raise bad(f"An offer has 1 to {MOST} clauses; this one has {len(offer.clauses)}.")
    if len(offer.parties) < 2 and offer.parties == (by,):
        raise bad("An offer asks somebody else for something; this one asks nobody.")
    for number, clause in enumerate(offer.clauses, 1):
        term = terms.get(clause.term)
        if term is None:
            raise bad(f"There is no term {quoted(clause.term)} here: there are {', '.join(terms)}.")
        for name in (clause.who, *([clause.to] if clause.to else [])):
            if name not in readers:
                raise bad(f"Clause {number} names {quoted(name)}, who does not read this.")
        if clause.first < now or clause.first > rounds or (clause.last is not None and clause.last < clause.first):
            raise bad(f"Clause {number} holds in no round that is still to come: they are {now} to {rounds}.")
        if clause.after is not None and not (0 <= clause.after < len(offer.clauses) and clause.after != number - 1):
            raise bad(f"Clause {number} waits for a clause that there is not.")


def check_known(own: Sequence[Term], seats: Sequence[str], offer: Offer) -> None:
    """Refused (`bad_act`) for a clause that names what this match does not have."""
    terms = all_terms(own)
    for number, clause in enumerate(offer.clauses, 1):
        if (term := terms.get(clause.term)) is None:
            continue
        among = tuple(seats) if term.among == SEATS else term.among
        if (clause.what not in among) if among else clause.what:
            known = f": there are {', '.join(among)}" if among else ""
            raise bad(f"Clause {number}: {quoted(clause.what)} cannot stand after {term.id}{known}.")


def bad(said: str) -> Refused:
    """What an act cannot say."""
    return Refused("bad_act", said, "HH-58")


def plain_swap(own: Sequence[Term], by: str, now: int, offer: Offer) -> Deal | None:
    """The same as a proposal of today's round, where it is no more than that: one thing for one, at once."""
    terms = all_terms(own)
    if len(offer.clauses) != 2:
        return None
    first, second = sorted(offer.clauses, key=lambda clause: clause.who != by)
    plain = all(
        terms[c.term].swaps and c.first == c.last == now and c.after is None and not c.negated for c in offer.clauses
    )
    if not plain or first.who != by or second.who == by:
        return None
    return Deal(first.what, second.what)


def as_offer(own: Sequence[Term], by: str, other: str, deal: Deal, round_: int) -> Offer | None:
    """A proposal of this round with its clauses; None in a game where nothing is swapped."""
    term = next((term.id for term in own if term.swaps), None)
    if term is None:
        return None
    mine = Clause(by, term, round_, round_, deal.give, other)
    return Offer((mine, Clause(other, term, round_, round_, deal.want, by)))


# --- words ------------------------------------------------------------------------------------------------------------
def in_words(own: Sequence[Term], offer: Offer, you: str | None, now: int, round_word: str = "round") -> str:
    """The terms in one sentence, as `you` reads it: `If Bo gives you a red this round, you give Bo a blue next
    round.` None: somebody who is not a party."""
    parts = [clause_words(own, clause, you, now, round_word) for clause in offer.clauses]
    found, said = [], set[int]()
    for number, clause in enumerate(offer.clauses):
        if clause.after is not None and clause.after not in said:
            found.append(f"if {parts[clause.after]}, {parts[number]}")
            said |= {clause.after, number}
    waits = {clause.after for clause in offer.clauses if clause.after is not None}
    found += [parts[n] for n in range(len(parts)) if n not in said and n not in waits]
    text = ", and ".join(found)
    return f"{text[:1].upper()}{text[1:]}."


def clause_words(own: Sequence[Term], clause: Clause, you: str | None, now: int, round_word: str = "round") -> str:
    """One clause: `you do not trade with Hal from this round on`."""
    term = all_terms(own)[clause.term]
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
