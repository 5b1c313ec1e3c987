"""The book of agreements: offers and agreements between seats, and their outcome (HH-59).

It is derived from one seat's messages and pages; no verdict is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from core.refusal import Refused, quoted
from core.talk.acts import (
    Accept,
    Clause,
    Decline,
    End,
    Offer,
    Term,
    Verdict,
    Withdraw,
    as_offer,
    clause_words,
    in_words,
    place_of,
    plain_swap,
)
from core.talk.channels import Message
from core.talk.deals import answer_in, bargains, ends_deal, mirrors
from core.talk.parsing.utterance import utterance

State = Literal["offered", "agreed", "declined", "withdrawn", "lapsed", "ended"]
MARKS: Final[Mapping[Verdict, str]] = {"kept": "+", "broken": "-", "void": "o", "unseen": "?", "waiting": "."}


class BookEntry(msgspec.Struct, frozen=True):
    name: str
    """`Bo-2`: Bo's second offer in this conversation."""
    proposer: str = msgspec.field(name="by")
    readers: tuple[str, ...]
    offer: Offer
    round: int
    state: State = "offered"
    yes: tuple[str, ...] = ()
    agreed: int = 0
    said_at: float = 0.0
    """Time of the offer, or of the last yes."""
    ended: int | None = None
    ended_by: str = ""
    ended_at: int = -1
    """Index of the words that called it off."""
    counters: str = ""
    """Offer that it answers with other terms, which stays open."""
    parted: str = ""
    """Seat that changed hands after it, from round `ended` on: it binds no more."""
    at: int = 0

    @property
    def concerned(self) -> tuple[str, ...]:
        """The proposer, the seats that owe something, and those to which it is owed."""
        owed = (clause.to for clause in self.offer.clauses if clause.to)
        return tuple(dict.fromkeys((*self.offer.parties, self.proposer, *owed)))

    def stands(self, round_: int) -> bool:
        """True for an agreement that still holds in this round or a later one."""
        return self.state == "agreed" and any(c.last is None or c.last >= round_ for c in self.offer.clauses)

    def waits_for(self, seat: str | None) -> bool:
        return self.state == "offered" and seat in self.offer.parties and seat not in self.yes

    def due(self, round_: int) -> tuple[Clause, ...]:
        if not self.agreed or self.agreed > round_ or (self.ended is not None and round_ >= self.ended):
            return ()
        return tuple(clause for clause in self.offer.clauses if clause.due(round_))


Conversation = tuple[str, tuple[str, ...]]
"""`Message.key`."""
Parted = Mapping[str, tuple[int, float]]
"""Seats that changed hands, to the last round and moment."""


def entries(
    game_terms: Sequence[Term], messages: Sequence[Message], now: int, parted: Parted | None = None
) -> tuple[BookEntry, ...]:
    """Return every offer in these messages, oldest first. `now`: the round. An offer without agreement
    lapses with its round. A seat in other hands is not bound by earlier agreements (`parted`)."""
    threads: dict[Conversation, dict[str, BookEntry]] = {}
    pairs: dict[tuple[str, ...], list[Message]] = {}
    order: list[tuple[Conversation, str]] = []
    for at, message in enumerate(messages):
        if message.channel == "seats" and len(message.readers) == 2:
            pairs.setdefault(message.readers, []).append(message)
        if message.act is None and message.deal is None:  # most of all talk
            thread = threads.get(message.key, {}) if threads else {}
            for plain in _in_words(thread, message, messages) if thread else ():
                thread[plain.name] = plain
            continue
        thread = threads.setdefault(message.key, {})
        offer = offer_of(game_terms, message)
        if offer is not None:
            mirrored = next((e for e in reversed(thread.values()) if _mirrors(game_terms, message, e, messages)), None)
            if mirrored is not None:
                thread[mirrored.name] = _yes(mirrored, message)
                continue
            name = f"{message.sender}-{1 + sum(entry.proposer == message.sender for entry in thread.values())}"
            open_ = [e for e in thread.values() if e.proposer != message.sender and e.waits_for(message.sender)]
            last = open_[-1].name if open_ and open_[-1].round == message.round and message.deal is not None else ""
            thread[name] = BookEntry(
                name, message.sender, message.readers, offer, message.round, yes=(message.sender,), at=at,
                counters=offer.counters or last, said_at=message.at,
            )  # fmt: skip
            order.append((message.key, name))
        elif message.act is None:
            thread |= {plain.name: plain for plain in _in_words(thread, message, messages)}
        elif isinstance(message.act, Accept | Decline | Withdraw | End) and message.act.offer in thread:
            thread[message.act.offer] = _with_answer(thread[message.act.offer], message)
    ordered = [_by_bargain(game_terms, threads[key][name], messages, pairs) for key, name in order]
    settled = [_after_handover(item, parted or {}) for item in _said_once(game_terms, ordered)]
    return tuple(
        msgspec.structs.replace(item, state="lapsed") if item.state == "offered" and item.round < now else item
        for item in settled
    )


def _said_once(game_terms: Sequence[Term], ordered: Sequence[BookEntry]) -> list[BookEntry]:
    """Count an agreed swap once a round: repeating it after the yes makes no second one."""
    agreed: set[tuple[frozenset[str], int, frozenset[tuple[str, str]]]] = set()
    once = []
    for entry in ordered:
        swap = plain_swap(game_terms, entry.proposer, entry.round, entry.offer) if entry.state == "agreed" else None
        if swap is not None:
            key = (frozenset(entry.readers), entry.round, _sides(entry))
            if key in agreed:
                entry = msgspec.structs.replace(entry, state="lapsed", agreed=0)
            agreed.add(key)
        once.append(entry)
    return once


def _after_handover(entry: BookEntry, parted: Parted) -> BookEntry:
    left = [(*parted[seat], seat) for seat in entry.offer.parties if seat in parted and parted[seat][1] > entry.said_at]
    if not left or entry.state not in ("offered", "agreed"):
        return entry
    round_, _, seat = min(left)
    state: State = "lapsed" if entry.state == "offered" else "ended"
    return msgspec.structs.replace(entry, state=state, ended=round_, parted=seat)


def _in_words(thread: dict[str, BookEntry], message: Message, messages: Sequence[Message]) -> list[BookEntry]:
    """Apply a plain yes or no to the conversation's last offer, if it is open, and words that call an agreement off.
    The maker's no takes an offer back."""
    last = next(reversed(thread.values()), None)
    if last is None or last.state != "offered" or last.round != message.round:
        return _called_off(thread, message, messages)
    answer = answer_in(message, messages)
    repeated = [e for e in thread.values() if e.stands(message.round) and _sides(e) == _sides(last)]
    also = _called_off(thread, message, messages) if repeated else []  # it was said again after the yes
    if message.sender == last.proposer and answer.endswith("no") and len(message.readers) == 2:
        return [msgspec.structs.replace(last, state="withdrawn"), *also]
    if message.sender not in last.offer.parties or message.sender in last.yes:
        return _called_off(thread, message, messages)
    if answer == "yes":
        return [_yes(last, message)]
    if not answer or len(message.readers) != 2:
        return also
    return [msgspec.structs.replace(last, state="declined"), *also]


def _sides(entry: BookEntry) -> frozenset[tuple[str, str]]:
    return frozenset((clause.who, clause.what) for clause in entry.offer.clauses)


def _called_off(thread: dict[str, BookEntry], message: Message, messages: Sequence[Message]) -> list[BookEntry]:
    """End the latest agreement of two that a message calls off. A pact ends only by words that name it."""
    by, now = message.sender, message.round
    known = [entry for entry in thread.values() if entry.stands(now) and message.of_two and by in entry.concerned]
    pacts, terms = ([entry for entry in known if entry.offer.is_pact is whether] for whether in (True, False))
    if pacts and utterance(message).ends_pact:
        ended = pacts[-1]
    elif terms and ends_deal(message, messages, _given_by(by, terms[-1])):
        ended = terms[-1]
    else:
        return []
    at = messages.index(message)
    return [msgspec.structs.replace(ended, state="ended", ended=now, ended_by=by, ended_at=at)]


def ended_in_words(game_terms: Sequence[Term], messages: Sequence[Message], message: Message) -> bool:
    """True if a message's words call off terms that are neither a pact nor a swap of its round."""
    thread = [m for m in messages if m.key == message.key]
    ended = [e for e in entries(game_terms, thread, message.round) if e.ended_at == thread.index(message)]
    terms = [e for e in ended if not e.offer.is_pact]
    return any(plain_swap(game_terms, e.proposer, e.round, e.offer) is None for e in terms)


def _given_by(seat: str, entry: BookEntry) -> str:
    return next((clause.what for clause in entry.offer.clauses if clause.who == seat and clause.term == "give"), "")


def offer_of(game_terms: Sequence[Term], message: Message) -> Offer | None:
    """Return the offer of a message: its act, or its proposal in the short form."""
    if isinstance(message.act, Offer):
        return message.act
    if message.deal is None or not message.of_two:
        return None
    other = next(reader for reader in message.readers if reader != message.sender)
    return as_offer(game_terms, message.sender, other, message.deal, message.round)


def _by_bargain(
    game_terms: Sequence[Term], entry: BookEntry, messages: Sequence[Message],
    pairs: Mapping[tuple[str, ...], Sequence[Message]],
) -> BookEntry:  # fmt: skip
    """Settle a proposal of one round as its two left it in words. `pairs`: the messages of two seats, by readers."""
    if len(entry.readers) != 2 or plain_swap(game_terms, entry.proposer, entry.round, entry.offer) is None:
        return entry
    other = next(reader for reader in entry.readers if reader != entry.proposer)
    bargain = bargains(entry.proposer, pairs.get(entry.readers, ()), entry.round, game_terms).get(other)
    settled = None if bargain is None or bargain.settled is None else bargain.settled.deal
    own_deal = plain_swap(game_terms, entry.proposer, entry.round, entry.offer)
    elsewhere = bargain is not None and place_of(game_terms, messages[entry.at].text) not in (None, bargain.place)
    if settled is not None and own_deal in (settled, settled.mirrored) and not elsewhere:
        return msgspec.structs.replace(entry, state="agreed", agreed=max(1, entry.round), yes=entry.readers)
    return msgspec.structs.replace(entry, state="declined", agreed=0) if entry.state == "agreed" else entry


def _mirrors(game_terms: Sequence[Term], message: Message, entry: BookEntry, messages: Sequence[Message]) -> bool:
    """True if a proposal equals one of the other side in this round: it is a yes to it."""
    if message.deal is None or entry.round != message.round or message.sender in entry.yes or len(entry.readers) != 2:
        return False
    deal = plain_swap(game_terms, entry.proposer, entry.round, entry.offer)
    proposal = msgspec.structs.replace(messages[entry.at], deal=deal)
    return entry.state in ("offered", "agreed") and mirrors(game_terms, message, proposal)


def _yes(entry: BookEntry, message: Message) -> BookEntry:
    yes = (*entry.yes, message.sender)
    if set(entry.offer.parties) <= set(yes):
        return msgspec.structs.replace(entry, yes=yes, state="agreed", agreed=max(1, message.round), said_at=message.at)
    return msgspec.structs.replace(entry, yes=yes)


def _with_answer(entry: BookEntry, message: Message) -> BookEntry:
    act, by = message.act, message.sender
    if isinstance(act, Accept) and entry.state == "offered" and entry.round == message.round and by not in entry.yes:
        return _yes(entry, message) if by in entry.offer.parties else entry
    if isinstance(act, Decline) and entry.state == "offered" and by in entry.offer.parties and by != entry.proposer:
        return msgspec.structs.replace(entry, state="declined")
    if isinstance(act, Withdraw) and entry.state == "offered" and by == entry.proposer:
        return msgspec.structs.replace(entry, state="withdrawn")
    if isinstance(act, End) and entry.state == "agreed" and by in entry.offer.parties and entry.ended is None:
        # Notice counts from its round on: earlier duties stay.
        return msgspec.structs.replace(entry, state="ended", ended=message.round, ended_by=by)
    return entry


def standing(
    game_terms: Sequence[Term], seat: str, messages: Sequence[Message], now: int, parted: Parted | None = None
) -> tuple[BookEntry, ...]:
    """Return the agreements by which `seat` owes or is owed something in this round or a later one."""
    return tuple(
        entry for entry in entries(game_terms, messages, now, parted) if entry.stands(now) and seat in entry.concerned
    )


def due(
    game_terms: Sequence[Term], seat: str, messages: Sequence[Message], now: int, parted: Parted | None = None
) -> tuple[Clause, ...]:
    """Return the clauses that hold in this round of `seat`'s agreements, beyond swaps."""
    if not any(isinstance(message.act, Offer) for message in messages):
        return ()
    agreed = standing(game_terms, seat, messages, now, parted)
    swaps = [e for e in agreed if plain_swap(game_terms, e.proposer, e.round, e.offer) is not None]
    return tuple(clause for entry in agreed if entry not in swaps for clause in entry.due(now))


def due_swaps(seat: str, clauses: Sequence[Clause]) -> dict[str, tuple[str, str]]:
    """Return what `seat` gives and gets this round by clauses that are due (see `due`), by partner."""
    gifts = [c for c in clauses if c.term == "give" and not c.negated]
    theirs = {c.who: c.what for c in gifts if c.to == seat}
    return {c.to: (c.what, theirs[c.to]) for c in gifts if c.who == seat and c.to in theirs}


def waiting_for(game_terms: Sequence[Term], seat: str, messages: Sequence[Message], now: int) -> tuple[BookEntry, ...]:
    return tuple(entry for entry in entries(game_terms, messages, now) if entry.waits_for(seat))


def check_answer(
    game_terms: Sequence[Term],
    by: str,
    key: object,
    messages: Sequence[Message],
    now: int,
    act: Accept | Decline | Withdraw | End,
) -> BookEntry:
    """Return the offer that an answer is to. Refused: `no_such_offer`, also for one that does not wait for it."""
    name = act.offer
    entry = named_offer(game_terms, key, messages, now, name)
    wanted = "agreed" if isinstance(act, End) else "offered"
    if entry.state != wanted:
        said_so = "not agreed" if wanted == "agreed" else entry.state
        raise Refused("no_such_offer", f"Offer {name} is {said_so}: it does not wait for this.", "HH-59")
    if isinstance(act, Withdraw):  # also by a proposer who promises nothing
        if by != entry.proposer:
            raise Refused("no_such_offer", f"Offer {name} is not yours to withdraw.", "HH-59")
    elif by not in entry.offer.parties or (isinstance(act, Accept | Decline) and by in entry.yes):
        raise Refused("no_such_offer", f"Offer {name} does not wait for you.", "HH-59")
    return entry


def named_offer(game_terms: Sequence[Term], key: object, messages: Sequence[Message], now: int, name: str) -> BookEntry:
    """Refused: `no_such_offer`."""
    thread = [message for message in messages if message.key == key]
    entry = next((known for known in entries(game_terms, thread, now) if known.name == name), None)
    if entry is None:
        raise Refused("no_such_offer", f"There is no offer {quoted(name)} in this conversation.", "HH-59")
    return entry


# --- what became of it ------------------------------------------------------------------------------------------------
class ClauseMark(msgspec.Struct, frozen=True):
    entry: str
    clause: int
    round: int
    verdict: Verdict


Judge = Callable[[Clause, Any], Verdict]
"""A game's verdict of a clause by a seat's own page of a round: `Game.kept`."""


def marks(entry: BookEntry, pages: Sequence[Any], judge: Judge, rounds: int) -> tuple[ClauseMark, ...]:
    """Return the outcome of each clause of an agreement by round. `pages` are a seat's own."""
    clause_marks: list[ClauseMark] = []
    closed = {page.round: page for page in pages}
    verdicts: dict[tuple[int, int], Verdict] = {}
    first = max(1, entry.agreed)
    for round_ in range(first, rounds + 1):
        for number in sorted(range(len(entry.offer.clauses)), key=lambda n: entry.offer.clauses[n].after is not None):
            clause = entry.offer.clauses[number]
            if clause not in entry.due(round_) or (clause.last is None and round_ not in closed):
                continue
            verdict: Verdict = "waiting" if round_ not in closed else judge(clause, closed[round_])
            if clause.after is not None:
                before = [v for (n, r), v in verdicts.items() if n == clause.after and r <= round_]
                if any(v in ("broken", "void") for v in before):
                    verdict = "void"
            verdicts[number, round_] = verdict
            clause_marks.append(ClauseMark(entry.name, number, round_, verdict))
    return tuple(clause_marks)


def lines(
    game_terms: Sequence[Term], you: str, messages: Sequence[Message], pages: Sequence[Any], judge: Judge, now: int,
    rounds: int, word: str = "round", other: str | None = None, parted: Parted | None = None,
) -> list[str]:  # fmt: skip
    """Return the book of `you` in lines, with `other` or all: open offers, agreements and outcomes."""
    book_lines = []
    for entry in entries(game_terms, messages, now, parted):
        if you not in entry.concerned or (other is not None and other not in entry.concerned):
            continue
        if entry.state == "offered":
            to = f" (instead of {entry.counters})" if entry.counters else ""
            book_lines.append(f"{entry.name}{to} {in_words(game_terms, entry.offer, you, now, word)} Not agreed yet.")
        if not entry.agreed:
            continue
        clause_marks = marks(entry, pages, judge, rounds)
        for mark in clause_marks:
            clause = entry.offer.clauses[mark.clause]
            at = msgspec.structs.replace(clause, first=mark.round, last=mark.round)
            sentence = clause_words(game_terms, at, you, now, word)
            book_lines.append(f"{MARKS[mark.verdict]} {sentence[:1].upper()}{sentence[1:]}: {mark.verdict}.")
        if entry.parted:
            book_lines.append(f"o Void from {word} {entry.ended} on: {entry.parted} is played by somebody else.")
        elif entry.ended is not None:
            terms = "" if clause_marks else f"{in_words(game_terms, entry.offer, you, now, word)} "
            book_lines.append(f"o {terms}{entry.ended_by or 'One of you'} called it off in {word} {entry.ended}.")
        elif any(clause.last is None for clause in entry.offer.clauses) and now <= rounds:
            book_lines.append(f". {in_words(game_terms, entry.offer, you, now, word)} Stands.")
    return book_lines
