"""Bots' talk about a match and, if needed, its letters; promises between seats, and whether they were kept."""

from __future__ import annotations

from collections import Counter
from typing import Final
from zlib import crc32

from core.bots.company.talk_facts import Secret, TalkFacts
from core.games.sinners_secret import words
from core.games.sinners_secret.rules import letter_closed, owners
from core.games.sinners_secret.spec import ATTRIBUTES, LETTERS, LETTERS_ASKED, SPEC
from core.games.sinners_secret.structs import Orders, Page, Sight, View
from core.games.sinners_secret.words import listed
from core.talk.acts import SEATS, Clause, Term, Verdict

POINTS: Final = (
    "A lock on an ally brings two, a wrong one costs one, and a letter locked by an ally loses its owner three."
)
WORTHS: Final = {
    "lock": POINTS,
    "sin": "A sin makes two allies.",
    "virtue": "A virtue makes six allies, so it is the better half to know.",
}
RULES: Final = {
    "ally": "Two letters are allies if they share the sin or the virtue; each letter has eight.",
    "lock": "A letter makes eight locks at most, all different, and a lock is final once the round has closed.",
    "query": "A query names three letters and an attribute; one of the other realm is told yes or no for each.",
    "win|points": POINTS,
    "talk|chat|hear": "Inside a realm all talk freely; across them only those whom a query connects, for one round.",
}


def talk_facts(sight: Sight) -> TalkFacts:
    """Return the facts. Its own realm may hear the truth about a letter; for the other it finds evasions."""
    view = sight.view
    allies = tuple(seat for seat in sight.seats if view.realms.get(seat) == view.realm)
    return TalkFacts(
        rule="You ask the other realm about three letters and an attribute; letters that share one are allies.",
        rules=RULES,
        best="A virtue is the better half to know: it makes six allies of the eight.",
        worths=WORTHS | {"realm": f"{listed(allies)} are in one realm, and all know it."},
        secrets={word: _secret(sight, word) for word in ATTRIBUTES} if view.pairs else {},
        facts=_facts(sight),
        notes={letter: f"{letter} is {seat}'s." for seat, letters in view.letters.items() for letter in letters},
        news=f"{listed([seat for seat in sight.seats if view.realms.get(seat) == 'heaven'])} hold three letters each."
        if view.dealt
        else "",
        things={letter: letter for letter in LETTERS if letter not in "AI"}
        | {word: word for word in (*ATTRIBUTES, "query", "letter", "sin", "virtue")}
        | {"ally": "allies", "lock": "locks", "locked": "locks", "asked": "a query", "queried": "a query"},
        verbs="lock|ask|query|find out|believe",
        example="you tell me a sin and I tell you a virtue",
        allies=allies,
        advice=_advice(sight) if view.pairs and sight.round < SPEC.rounds else "",
        room="realm",
    )


def _facts(sight: Sight) -> dict[str, str]:
    view = sight.view
    locks = sum(len(locks) for locks in view.locks.values())
    facts = dict.fromkeys(("lock", "locked", "ally"), f"I have made {locks} lock{'' if locks == 1 else 's'} so far")
    if view.sent:
        last = view.sent[-1]
        query_words = f"my last query was about {listed(last.letters)}, and {last.to} has the answers"
        facts |= dict.fromkeys(("query", "queried", "asked", "attribute"), query_words)
    return facts


def _secret(sight: Sight, word: str) -> Secret:
    having = [letter for letter, pair in sight.view.pairs.items() if word in pair]
    letters = list(sight.view.pairs)
    claimed = having[0] if having else letters[0]
    return Secret(
        truth=f"{claimed} {word} {'yes' if having else 'no'}.", lie=f"{claimed} {word} {'no' if having else 'yes'}."
    )


def _advice(sight: Sight) -> str:
    """Suggest a query that was not discussed yet: three letters that can be asked together (SS-02), none its own, and
    an attribute."""
    view = sight.view
    mentions: Counter[str] = Counter()
    lately = (message for message in sight.heard if message.round >= sight.round - 1)
    for message in lately:
        for claim in words.claims_in(message, view):
            if isinstance(claim, words.FactClaim):
                mentions.update((claim.letter, claim.attribute))
            elif isinstance(claim, words.AnswersClaim):
                mentions.update((*claim.answers, claim.query.attribute))
    owner = owners(view.letters)
    letters = sorted(
        (item for item in owner if owner[item] != sight.seat), key=lambda item: (mentions[item], _seeded(sight, item))
    )
    picked: list[str] = []
    for letter in letters:
        if len(picked) < LETTERS_ASKED and letter_closed(owner, view.realms, picked, letter) is None:
            picked.append(letter)
    name = min(ATTRIBUTES, key=lambda item: (mentions[item], _seeded(sight, item)))
    return f"Ask about {picked[0]}, {picked[1]} and {picked[2]}, and about {name}: we know little of these."


def _seeded(sight: Sight, word: str) -> int:
    return crc32(f"{sight.seat} {sight.round} {word}".encode())


TERMS = (
    Term(
        id="tell",
        says="tell {to} a {what}",
        among=("sin", "virtue"),
        names={"sins": "sin", "virtues": "virtue"},
        words=("tell", "show"),
        seen="late",
        first=True,
    ),
    Term(
        id="lock",
        says="lock a letter of {what}",
        among=SEATS,
        words=("lock",),
        noun="letters?",
        seen="late",
        lasts=True,
        against=True,
    ),
)


def breaks(seat: str, clause: Clause, orders: Orders, view: View) -> bool:
    locked = set((orders.locks or {}).values())
    return clause.term == "lock" and bool(locked & set(view.letters.get(clause.what, ()))) is clause.negated


def kept(seat: str, clause: Clause, page: Page) -> Verdict:
    """Judge a promise. Locks are secret until the reveal; so is the truth of what was told."""
    if clause.term == "lock" and clause.who == seat:
        theirs = set(page.after.letters.get(clause.what, ()))
        locked = {lock.locked for locks in page.after.locks.values() for lock in locks if lock.round == page.round}
        return "kept" if bool(locked & theirs) is not clause.negated else "broken"
    return "unseen"
