"""close(): the end of a round, step by step, and the end of the match (SS-20 to SS-24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from core.contract import Closing
from core.dice import Dice
from core.games.sinners_secret.asking import locked_by
from core.games.sinners_secret.spec import (
    ASCEND_BY_RANK,
    CORRECT_LOCK,
    LOCKED_BY_ALLY,
    SPEC,
    WRONG_LOCK,
    Realm,
    are_allies,
)
from core.games.sinners_secret.structs import Answer, Lock, Orders, Query, Report, Standing, State, TwoOrders
from core.match.ledger import Ending


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
    """The queries in force, in seat order of the askers (SS-02). The letters are sorted: their order tells nothing."""
    asked = [(seat, orders[seat].query) for seat in state.seats if seat in orders]
    return tuple(
        Query(state.round, seat, tuple(sorted(ask.letters)), ask.attribute, ask.to)
        for seat, ask in asked
        if ask is not None
    )


def answers_to(state: State, query: Query) -> dict[str, bool]:
    """For each letter of the query, whether it has the attribute (SS-04)."""
    return {letter: query.attribute in state.pairs[letter] for letter in query.letters}


def opened_lines(seats: Sequence[str], queries: Sequence[Query]) -> tuple[tuple[str, str], ...]:
    """Asker and recipient of each query may talk in the round that begins (SS-05): pairs in seat order, each once."""
    pairs = {(q.by, q.to) if seats.index(q.by) < seats.index(q.to) else (q.to, q.by) for q in queries}
    return tuple(sorted(pairs, key=lambda pair: (seats.index(pair[0]), seats.index(pair[1]))))


def made_locks(state: State, orders: Mapping[str, Orders]) -> tuple[Lock, ...]:
    """The locks of this round, by letter: final from now on (SS-11)."""
    made = [
        Lock(letter, locked, state.round)
        for seat in state.seats
        if seat in orders
        for letter, locked in (orders[seat].locks or {}).items()
    ]
    return tuple(sorted(made, key=lambda lock: lock.letter))


def partners(lines: Sequence[tuple[str, str]], seats: Sequence[str], seat: str) -> tuple[str, ...]:
    """With whom across the realms `seat` may talk, in seat order (SS-05)."""
    return tuple(other for other in seats if (seat, other) in lines or (other, seat) in lines)


def report(state: State, seat: str, queries: Sequence[Query]) -> Report:
    """What `seat` is told: the answers addressed to it, its lines, and at the end the two orders (SS-04, SS-12)."""
    told = tuple(Answer(q.by, q.letters, answers_to(state, q)) for q in queries if q.to == seat)
    orders = two_orders(state)
    return Report(told, partners(state.lines, state.seats, seat), msgspec.UNSET if orders is None else orders)


# --- the end --------------------------------------------------------------------------------------------------------
def correct(state: State, lock: Lock) -> bool:
    """Is the locked letter an ally (SS-10)?"""
    return are_allies(state.pairs[lock.letter], state.pairs[lock.locked])


def standing(state: State, seat: str) -> Standing:
    """Points of a player by the locks of closed rounds: the sum over its letters (SS-20)."""
    own = state.letters[seat]
    right = sum(correct(state, lock) for lock in state.locks if lock.letter in own)
    wrong = sum(len(locked_by(state, letter)) for letter in own) - right
    hits = sum(correct(state, lock) for lock in state.locks if lock.locked in own)
    return Standing(right * CORRECT_LOCK + wrong * WRONG_LOCK + hits * LOCKED_BY_ALLY, right, wrong, hits)


def letter_score(state: State, letter: str) -> int:
    """What one letter brought its player, whose points are the sum over its letters (SS-20)."""
    found = 0
    for lock in state.locks:
        right = correct(state, lock)
        if lock.letter == letter:
            found += CORRECT_LOCK if right else WRONG_LOCK
        if lock.locked == letter and right:
            found += LOCKED_BY_ALLY
    return found


Rank = tuple[int, int, tuple[int, ...], int, tuple[int, ...]]


def rank(state: State, seat: str) -> Rank:
    """What a player is ranked by: the smaller, the better (SS-21)."""
    own, at_end = state.letters[seat], standing(state, seat)
    # Locks are kept by round, so these are in ascending order.
    made = tuple(lock.round for lock in state.locks if lock.letter in own and correct(state, lock))
    suffered = [lock.round for lock in state.locks if lock.locked in own and correct(state, lock)]
    return (
        -at_end.score,  # more points
        -at_end.correct_locks,  # then more correct locks
        made,  # then the earlier ones
        at_end.locked_by_allies,  # then fewer times locked by allies
        tuple(-when for when in suffered),  # then later
    )


def ordered(state: State, realm: Realm, dice: Dice) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players of a realm from first to last, and a sentence for each tie that lots decided (SS-21)."""
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
    """The state after round 10: the two orders, the candidate, and the two who ascend by rank (SS-21 to SS-23)."""
    heaven, heaven_lots = ordered(state, "heaven", dice)
    hell, hell_lots = ordered(state, "hell", dice)
    counted = [seat for seat in hell if seat not in state.marked]  # SS-23
    ending = Ending(
        winners=tuple(seat for seat in state.seats if seat in (heaven[0], hell[0])),  # SS-25
        ranking=tuple((seat,) for seat in heaven + hell),
        candidate=counted[-1],  # SS-22
    )
    ascended = tuple(counted[:ASCEND_BY_RANK])
    return msgspec.structs.replace(state, ending=ending, ascended=ascended, lots=heaven_lots + hell_lots)


def two_orders(state: State) -> TwoOrders | None:
    """The order in each realm, first to last, once the last round has closed."""
    if state.ending is None:
        return None
    order = [group[0] for group in state.ending.ranking]
    heaven = tuple(seat for seat in order if state.realms[seat] == "heaven")
    return TwoOrders(heaven, tuple(order[len(heaven) :]))


def fallen(state: State) -> str | None:
    """The last in Heaven, who falls into Hell with the Mark of the next match (SS-22)."""
    orders = two_orders(state)
    return None if orders is None else orders.heaven[-1]


def can_ascend(state: State) -> tuple[str, ...]:
    """Whom the first in Heaven can choose: of Hell, not ascended, not the candidate, no Mark (SS-22, SS-23)."""
    assert state.ending is not None
    out = (*state.ascended, *state.marked, state.ending.candidate)
    return tuple(seat for seat in state.seats if state.realms[seat] == "hell" and seat not in out)


def realms_after(state: State) -> dict[Realm, tuple[str, ...]]:
    """Who is in which realm after the moves so far, in seat order (SS-22)."""
    down = fallen(state)
    up = [s for s in state.seats if s in state.ascended or (state.realms[s] == "heaven" and s != down)]
    return {"heaven": tuple(up), "hell": tuple(seat for seat in state.seats if seat not in up)}
