"""The rules of a round: a seat's choices, the close step by step, and the end of the match (SS-20 to SS-24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from core.contract import Asks, Choice, Closing
from core.dice import Dice
from core.games.sinners_secret.spec import (
    ADDRESSED_AT_MOST,
    ASCEND_BY_RANK,
    ATTRIBUTES,
    CORRECT_LOCK,
    LAST_QUERY_ROUND,
    LETTERS,
    LETTERS_ASKED,
    LOCKED_BY_ALLY,
    MOST_LOCKS,
    SPEC,
    WRONG_LOCK,
    Realm,
    are_allies,
    other,
)
from core.games.sinners_secret.structs import Answer, Ask, Lock, Orders, Query, Report, Standing, State, TwoOrders
from core.json import Json
from core.ledger import Ending
from core.refusal import Refused, quoted


def owners(letters: Mapping[str, Sequence[str]]) -> dict[str, str]:
    owner = {letter: seat for seat, own in letters.items() for letter in own}
    return {letter: owner[letter] for letter in LETTERS}


def locked_by(state: State, letter: str) -> tuple[str, ...]:
    return tuple(lock.locked for lock in state.locks if lock.letter == letter)


def addressed_left(state: State, seat: str, to: str) -> int:
    """SS-03: Return how often `seat` may still address `to`, a player of the other realm."""
    sent = sum(query.by == seat and query.to == to for query in state.queries)
    return ADDRESSED_AT_MOST[state.realms[seat]] - sent


def check(state: State, seat: str, orders: Orders) -> None:
    """Check the query by SS-02 and SS-03 and the locks by SS-11.

    Raises:
        Refused: They are broken.
    """
    if orders.query is not None:
        _check_query(state, seat, orders.query)
    for letter, locked in (orders.locks or {}).items():
        if letter not in state.letters[seat]:
            own = ", ".join(state.letters[seat])
            raise Refused("not_your_letter", f"{quoted(letter)} is not yours; you lock for {own}.", "SS-11")
        refusal = lock_closed(letter, locked, locked_by(state, letter))
        if refusal is not None:
            raise refusal


def _check_query(state: State, seat: str, ask: Ask) -> None:
    refusal = query_closed(state, seat, ask.to)
    if refusal is not None and refusal.code == "no_queries_now":
        raise refusal
    check_letters(owners(state.letters), state.realms, ask.letters)
    if not ask.attribute:
        raise Refused("no_attribute", "Your query does not say yet what it is about: name an attribute.", "SS-02")
    if ask.attribute not in ATTRIBUTES:
        raise Refused(
            "unknown_attribute",
            f"There is no attribute {quoted(ask.attribute)}: ask one of {', '.join(ATTRIBUTES)}.",
            "SS-02",
        )
    if refusal is not None:
        raise refusal


def check_letters(owner: Mapping[str, str], realms: Mapping[str, Realm], letters: Sequence[str]) -> None:
    """SS-02: Check that `letters` are three of different owners from both realms.

    Raises:
        Refused: They are not.
    """
    if len(letters) != LETTERS_ASKED:
        raise Refused("not_three_letters", f"A query names three letters; yours names {len(letters)}.", "SS-02")
    for n, letter in enumerate(letters):
        if letter not in LETTERS:
            raise Refused("unknown_letter", f"There is no letter {quoted(letter)}: the letters are A to U.", "SS-02")
        closed = letter_closed(owner, realms, letters[:n], letter)
        if closed is not None:
            raise closed


def letter_closed(
    owner: Mapping[str, str], realms: Mapping[str, Realm], picked: Sequence[str], letter: str
) -> Refused | None:
    """Return why `letter` cannot join the letters `picked` so far (none, one or two), or None (SS-02). `owner` is
    `owners(view.letters)`."""
    if letter in picked:
        return Refused("letter_twice", f"{letter} is among the letters already; pick another.", "SS-02")
    for earlier in picked:
        if owner[earlier] == owner[letter]:
            text = f"{earlier} and {letter} both belong to {owner[letter]}; the three letters need three owners."
            return Refused("same_owner", text, "SS-02")
    of_realms = {realms[owner[name]] for name in (*picked, letter)}
    if len(picked) == LETTERS_ASKED - 1 and len(of_realms) == 1:
        text = f"{', '.join((*picked, letter))} all belong to {of_realms.pop().title()}; ask a letter of each realm."
        return Refused("one_realm", text, "SS-02")
    return None


def query_closed(state: State, seat: str, to: str) -> Refused | None:
    """Return why `seat` can send no query to `to` now, or None (SS-02, SS-03)."""
    if state.round > LAST_QUERY_ROUND:
        text = f"Queries are made in rounds 1 to {LAST_QUERY_ROUND}; round {state.round} is for locks alone."
        return Refused("no_queries_now", text, "SS-02")
    if not to:
        return Refused("no_recipient", "Your query does not say yet who is told the answers.", "SS-02")
    if to not in state.seats:
        return Refused("not_seated", f"Nobody called {quoted(to)} is seated here.", "SS-02")
    if state.realms[to] == state.realms[seat]:
        where = "yourself" if to == seat else f"{to}, who is in your realm"
        return Refused("same_realm", f"A query goes to a player of the other realm, not to {where}.", "SS-02")
    if addressed_left(state, seat, to) < 1:
        most = ADDRESSED_AT_MOST[state.realms[seat]]
        times = "once" if most == 1 else "twice"
        return Refused(
            "addressed_before", f"From {state.realms[seat].title()} you may address {to} {times} in the match.", "SS-03"
        )
    return None


def lock_closed(letter: str, locked: str, before: Sequence[str]) -> Refused | None:
    """SS-11: Return why `letter`, which locked `before`, cannot lock `locked`, or None."""
    if locked not in LETTERS:
        return Refused("unknown_letter", f"There is no letter {quoted(locked)}: the letters are A to U.", "SS-11")
    if locked == letter:
        return Refused("locks_itself", f"{letter} is not its own ally; lock another letter.", "SS-11")
    if locked in before:
        return Refused("locked_before", f"{letter} has locked {locked} already, and locks are final.", "SS-11")
    if len(before) >= MOST_LOCKS:
        return Refused("locks_full", f"{letter} has made all of its {MOST_LOCKS} locks.", "SS-11")
    return None


def asks(state: State, seat: str, sealed: Orders | None = None) -> Asks:
    """Return queries by letter, attribute and recipient, and a lock for each own letter.

    Slots: `query.letter`, `query.attribute`, `query.to`, and `lock.<own letter>`.
    """
    if state.ending is not None:
        return Asks(orders=False)
    recipients = {to: addressed_left(state, seat, to) for to in state.seats if state.realms[to] != state.realms[seat]}
    limits = {"queries": int(state.round <= LAST_QUERY_ROUND and any(recipients.values()))}
    limits |= {f"to {to}": left for to, left in recipients.items()}
    limits |= {f"locks {letter}": MOST_LOCKS - len(locked_by(state, letter)) for letter in state.letters[seat]}
    return Asks(orders=True, limits=limits, choices=(*_query_choices(state, seat), *_lock_choices(state, seat)))


def _query_choices(state: State, seat: str) -> list[Choice]:
    across = [name for name in state.seats if state.realms[name] != state.realms[seat]]
    closed = {name: query_closed(state, seat, name) for name in state.seats if name != seat}
    someone = next((name for name in across if closed[name] is None), across[0])
    sample = _sample_letters(state)

    def choice(slot: str, value: str, label: str, letters: list[str], attribute: str, to: str) -> Choice:
        probe = {"query": {"letters": letters, "attribute": attribute, "to": to}}
        return _choice(slot, value, label, probe, closed[to])

    some = sample["A"]
    return [
        *(
            choice("query.letter", letter, f"{letter} ({name})", sample[letter], "pride", someone)
            for letter, name in owners(state.letters).items()
        ),
        *(choice("query.attribute", attribute, "", some, attribute, someone) for attribute in ATTRIBUTES),
        *(choice("query.to", name, "", some, "pride", name) for name in closed),
    ]


def _sample_letters(state: State) -> dict[str, list[str]]:
    """SS-02: Three letters that can be asked together, for each letter: itself and two of different owners across."""
    firsts: dict[Realm, list[str]] = {"heaven": [], "hell": []}
    for seat in state.seats:
        firsts[state.realms[seat]].append(state.letters[seat][0])
    return {
        letter: sorted([letter, *firsts[other(state.realms[seat])][:2]])
        for letter, seat in owners(state.letters).items()
    }


def _choice(slot: str, value: str, label: str, probe: Json, closed: Refused | None) -> Choice:
    if closed is None:
        return Choice(slot, value, label, probe=probe)
    return Choice(slot, value, label, closed.message, closed.ruling, probe)


def _lock_choices(state: State, seat: str) -> Iterator[Choice]:
    owner = owners(state.letters)
    for letter in state.letters[seat]:
        before = locked_by(state, letter)
        for locked in LETTERS:
            closed = lock_closed(letter, locked, before)
            label = f"{locked} ({owner[locked]})"
            yield _choice(f"lock.{letter}", locked, label, {"locks": {letter: locked}}, closed)


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    """Answer the queries, open the lines, set the locks; after round 10, rank the realms."""
    queries = made_queries(state, orders)
    locks = made_locks(state, orders)
    state = msgspec.structs.replace(
        state,
        queries=(*state.queries, *queries),
        locks=(*state.locks, *locks),
        lines=opened_lines(state.seats, queries),
    )
    if state.round < SPEC.rounds:
        state = msgspec.structs.replace(state, round=state.round + 1)
    else:
        state = end(state, dice)
    return Closing(state, {seat: report(state, seat, queries) for seat in state.seats})


# --- the round ------------------------------------------------------------------------------------------------------
def made_queries(state: State, orders: Mapping[str, Orders]) -> tuple[Query, ...]:
    """SS-02: Return the queries in force, in seat order of the askers. Letters are sorted, so their order tells
    nothing."""
    queries = [(seat, orders[seat].query) for seat in state.seats if seat in orders]
    return tuple(
        Query(state.round, seat, tuple(sorted(ask.letters)), ask.attribute, ask.to)
        for seat, ask in queries
        if ask is not None
    )


def answers_to(state: State, query: Query) -> dict[str, bool]:
    """SS-04: Return for each letter of the query whether it has the attribute."""
    return {letter: query.attribute in state.pairs[letter] for letter in query.letters}


def opened_lines(seats: Sequence[str], queries: Sequence[Query]) -> tuple[tuple[str, str], ...]:
    """SS-05: Return the pairs of asker and recipient, who may talk in the next round, in seat order, each once."""
    pairs = {(q.by, q.to) if seats.index(q.by) < seats.index(q.to) else (q.to, q.by) for q in queries}
    return tuple(sorted(pairs, key=lambda pair: (seats.index(pair[0]), seats.index(pair[1]))))


def made_locks(state: State, orders: Mapping[str, Orders]) -> tuple[Lock, ...]:
    """SS-11: Return this round's locks by letter, final from now on."""
    locks = [
        Lock(letter, locked, state.round)
        for seat in state.seats
        if seat in orders
        for letter, locked in (orders[seat].locks or {}).items()
    ]
    return tuple(sorted(locks, key=lambda lock: lock.letter))


def partners(lines: Sequence[tuple[str, str]], seats: Sequence[str], seat: str) -> tuple[str, ...]:
    """SS-05: Return the seats across the realms that `seat` may talk with, in seat order."""
    return tuple(other for other in seats if (seat, other) in lines or (other, seat) in lines)


def report(state: State, seat: str, queries: Sequence[Query]) -> Report:
    """Return a seat's report: answers addressed to it, its lines, and at the end the two orders (SS-04, SS-12)."""
    answers = tuple(Answer(q.by, q.letters, answers_to(state, q)) for q in queries if q.to == seat)
    orders = two_orders(state)
    return Report(answers, partners(state.lines, state.seats, seat), msgspec.UNSET if orders is None else orders)


# --- the end --------------------------------------------------------------------------------------------------------
def correct(state: State, lock: Lock) -> bool:
    """SS-10: True if the locked letter is an ally."""
    return are_allies(state.pairs[lock.letter], state.pairs[lock.locked])


def standing(state: State, seat: str) -> Standing:
    """SS-20: Return a player's points by the locks of closed rounds, summed over its letters."""
    own = state.letters[seat]
    right = sum(correct(state, lock) for lock in state.locks if lock.letter in own)
    wrong = sum(len(locked_by(state, letter)) for letter in own) - right
    hits = sum(correct(state, lock) for lock in state.locks if lock.locked in own)
    return Standing(right * CORRECT_LOCK + wrong * WRONG_LOCK + hits * LOCKED_BY_ALLY, right, wrong, hits)


def letter_score(state: State, letter: str) -> int:
    """SS-20: Return one letter's part of its player's points."""
    points = 0
    for lock in state.locks:
        right = correct(state, lock)
        if lock.letter == letter:
            points += CORRECT_LOCK if right else WRONG_LOCK
        if lock.locked == letter and right:
            points += LOCKED_BY_ALLY
    return points


Rank = tuple[int, int, tuple[int, ...], int, tuple[int, ...]]


def rank(state: State, seat: str) -> Rank:
    """SS-21: Return a player's ranking key; smaller is better."""
    own, at_end = state.letters[seat], standing(state, seat)
    # Locks are kept by round, so these are in ascending order.
    lock_rounds = tuple(lock.round for lock in state.locks if lock.letter in own and correct(state, lock))
    suffered = [lock.round for lock in state.locks if lock.locked in own and correct(state, lock)]
    return (
        -at_end.score,  # more points
        -at_end.correct_locks,  # then more correct locks
        lock_rounds,  # then the earlier ones
        at_end.locked_by_allies,  # then fewer times locked by allies
        tuple(-when for when in suffered),  # then later
    )


def ranked(state: State, realm: Realm, dice: Dice) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """SS-21: Return the players of a realm from first to last, and a sentence for each tie decided by lots."""
    ranks = {seat: rank(state, seat) for seat in state.seats if state.realms[seat] == realm}
    draw = dice.draw(f"round {state.round}: lots in {realm}")
    order: list[str] = []
    lots: list[str] = []
    for place in sorted(set(ranks.values())):
        tied = [seat for seat in ranks if ranks[seat] == place]
        draw.shuffle(tied)
        if len(tied) > 1:
            lots.append(f"Lots put {', '.join(tied)} in this order in {realm.title()} (SS-21).")
        order += tied
    return tuple(order), tuple(lots)


def end(state: State, dice: Dice) -> State:
    """SS-21 to SS-23: Add the two orders, the candidate, and the two who ascend by rank, after round 10."""
    heaven, heaven_lots = ranked(state, "heaven", dice)
    hell, hell_lots = ranked(state, "hell", dice)
    counted = [seat for seat in hell if seat not in state.marked]  # SS-23
    ending = Ending(
        winners=tuple(seat for seat in state.seats if seat in (heaven[0], hell[0])),  # SS-25
        ranking=tuple((seat,) for seat in heaven + hell),
        candidate=counted[-1],  # SS-22
    )
    ascended = tuple(counted[:ASCEND_BY_RANK])
    return msgspec.structs.replace(state, ending=ending, ascended=ascended, lots=heaven_lots + hell_lots)


def two_orders(state: State) -> TwoOrders | None:
    """Return the order in each realm, first to last, once the last round has closed; else None."""
    if state.ending is None:
        return None
    order = [group[0] for group in state.ending.ranking]
    heaven = tuple(seat for seat in order if state.realms[seat] == "heaven")
    return TwoOrders(heaven, tuple(order[len(heaven) :]))


def fallen_seat(state: State) -> str | None:
    """SS-22: Return the last in Heaven, who falls into Hell with the Mark of the next match."""
    orders = two_orders(state)
    return None if orders is None else orders.heaven[-1]


def can_ascend(state: State) -> tuple[str, ...]:
    """SS-22, SS-23: Return the seats that the first in Heaven can choose: of Hell, not ascended, not the candidate,
    without a Mark."""
    assert state.ending is not None
    excluded = (*state.ascended, *state.marked, state.ending.candidate)
    return tuple(seat for seat in state.seats if state.realms[seat] == "hell" and seat not in excluded)


def realms_after(state: State) -> dict[Realm, tuple[str, ...]]:
    """SS-22: Return the members of each realm after the moves so far, in seat order."""
    down = fallen_seat(state)
    up = [s for s in state.seats if s in state.ascended or (state.realms[s] == "heaven" and s != down)]
    return {"heaven": tuple(up), "hell": tuple(seat for seat in state.seats if seat not in up)}
