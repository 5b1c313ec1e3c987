"""Views of a seat, and the host's own page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from core.dice import Dice, Draw
from core.games.sinners_secret.belief import ALL, HAS, PAIR_NUMBER, fits
from core.games.sinners_secret.deduction import NUMBER
from core.games.sinners_secret.rules import (
    addressed_left,
    answers_to,
    fallen_seat,
    letter_closed,
    opened_lines,
    owners,
    partners,
    standing,
    two_orders,
)
from core.games.sinners_secret.spec import (
    ATTRIBUTES,
    LAST_QUERY_ROUND,
    LETTERS,
    LETTERS_ASKED,
    MOST_LOCKS,
    PAIRS,
    Attributes,
)
from core.games.sinners_secret.structs import Lock, LockMade, Query, Received, Result, Sent, State, View
from core.json import Json


def briefing_view(state: State, seat: str | None) -> View:
    """Return the view before round 1: realms and Marks, not yet letters and pairs (SS-06)."""
    realm = None if seat is None else state.realms[seat]
    return View(
        realms=state.realms, marked=state.marked, dealt=False, assistance=state.assistance, letters={}, realm=realm
    )


def view(state: State, seat: str | None, finished: bool) -> View:
    public = View(
        realms=state.realms, marked=state.marked, dealt=True, assistance=state.assistance, letters=state.letters,
        orders=two_orders(state), fallen=fallen_seat(state), ascended=state.ascended,
        candidate=None if state.ending is None else state.ending.candidate,
        opponent=None if state.ending is None else state.ending.opponent,
    )  # fmt: skip
    if seat is None:
        return public
    own = state.letters[seat]
    return replace(
        public,
        realm=state.realms[seat],
        pairs={letter: state.pairs[letter] for letter in own},
        sent=tuple(Sent(q.round, q.letters, q.attribute, q.to) for q in state.queries if q.by == seat),
        received=tuple(Received(q.round, q.by, q.letters, answers_to(state, q)) for q in state.queries if q.to == seat),
        recipients={
            to: addressed_left(state, seat, to) for to in state.seats if state.realms[to] != state.realms[seat]
        },
        locks={
            letter: tuple(LockMade(lock.locked, lock.round) for lock in state.locks if lock.letter == letter)
            for letter in own
        },
        lines=partners(state.lines, state.seats, seat),
        result=Result({seat: standing(state, seat) for seat in state.seats}, state.pairs, state.locks, state.queries)
        if finished and state.reveal
        else None,
    )


def host(state: State) -> Json:
    players = {}
    for seat in state.seats:
        points = standing(state, seat)
        players[seat] = {
            "realm": state.realms[seat],
            "letters": list(state.letters[seat]),
            "score": points.score,
            "correct_locks": points.correct_locks,
            "locked_by_allies": points.locked_by_allies,
        }
    return {
        "players": players,
        "pairs": {letter: list(pair) for letter, pair in state.pairs.items()},
        "locks": [[lock.letter, lock.locked, lock.round] for lock in state.locks],
        "queries": [msgspec.to_builtins(query) for query in state.queries],
        "lines": [list(pair) for pair in state.lines],
        "marked": list(state.marked),
        "lots": list(state.lots),
    }


SWAPS = 600
"""Swaps tried for one redeal."""
LOCKS_OF_LETTER = {letter: [(letter, locked) for locked in LETTERS if locked != letter] for letter in LETTERS}


def redeal(state: State, seat: str | None, dice: Dice) -> State:
    pairs = _redraw_pairs(state, seat, dice.draw("redeal: pairs"))
    queries = _redraw_queries(state, seat, pairs, dice.draw("redeal: queries"))
    lines = opened_lines(state.seats, [query for query in queries if query.round == state.round - 1])
    locks = _redraw_locks(state, seat, dice.draw("redeal: locks"))
    return replace(state, pairs=pairs, queries=queries, lines=lines, locks=locks)


# --- pairs ------------------------------------------------------------------------------------------------------------
def _redraw_pairs(state: State, seat: str | None, draw: Draw) -> dict[str, Attributes]:
    own = () if seat is None else state.letters[seat]
    free = [NUMBER[letter] for letter in LETTERS if letter not in own]
    pairs = [PAIR_NUMBER[state.pairs[letter]] for letter in LETTERS]  # by number of the letter
    hands = {
        NUMBER[letter]: tuple(NUMBER[other] for other in hand if other != letter)
        for hand in state.letters.values()
        if len(hand) > 1
        for letter in hand
    }
    received = [
        [(NUMBER[letter], 0 if has else ALL) for letter, has in answers_to(state, query).items()]
        for query in state.queries
        if query.to == seat
    ]
    for _ in range(SWAPS):
        a, b = draw.pick(free), draw.pick(free)
        if a == b or not (fits(pairs, hands, a, b, pairs[b]) and fits(pairs, hands, b, a, pairs[a])):
            continue
        pairs[a], pairs[b] = pairs[b], pairs[a]
        if not all(_some_attribute_explains(pairs, answers) for answers in received):
            pairs[a], pairs[b] = pairs[b], pairs[a]
    return {letter: PAIRS[pairs[n]] for n, letter in enumerate(LETTERS)}


def _some_attribute_explains(pairs: Sequence[int], answers: Sequence[tuple[int, int]]) -> bool:
    # SS-04. An answer is a letter, and the mask that inverts its attributes where it has not the one asked for.
    possible = ALL
    for letter, inversion in answers:
        possible &= HAS[pairs[letter]] ^ inversion
    return bool(possible)


# --- queries ----------------------------------------------------------------------------------------------------------
def _redraw_queries(state: State, seat: str | None, pairs: dict[str, Attributes], draw: Draw) -> tuple[Query, ...]:
    queries: list[Query] = []
    of_seat = [query for query in state.queries if seat in (query.by, query.to)]
    rounds = sorted({query.round for query in state.queries})
    for round_ in range(rounds[0], min(state.round, LAST_QUERY_ROUND + 1)) if rounds else ():
        for by in state.seats:
            own_query = next((query for query in of_seat if (query.by, query.round) == (by, round_)), None)
            if own_query is not None:
                queries.append(own_query if by == seat else _redraw_attribute(state, own_query, pairs, draw))
            elif by != seat and draw.chance(0.5):
                before = replace(state, queries=(*queries, *(query for query in of_seat if query.round >= round_)))
                queries += _draw_query(before, seat, by, round_, draw)
    return tuple(queries)


def _redraw_attribute(state: State, query: Query, pairs: dict[str, Attributes], draw: Draw) -> Query:
    """Redraw a query answered to the seat: any attribute that explains the answers (SS-04)."""
    answers = answers_to(state, query)
    possible = [name for name in ATTRIBUTES if all((name in pairs[letter]) == has for letter, has in answers.items())]
    return replace(query, attribute=draw.pick(possible))


def _draw_query(state: State, seat: str | None, by: str, round_: int, draw: Draw) -> list[Query]:
    """Draw a query of `by` that the seat knows nothing of; empty if none is possible (SS-02, SS-03)."""
    recipients = [
        other
        for other in state.seats
        if other != seat and state.realms[other] != state.realms[by] and addressed_left(state, by, other) > 0
    ]
    if not recipients:
        return []
    owner, picked = owners(state.letters), list[str]()
    while len(picked) < LETTERS_ASKED:
        open_now = [letter for letter in LETTERS if letter_closed(owner, state.realms, picked, letter) is None]
        picked.append(draw.pick(open_now))
    return [Query(round_, by, tuple(sorted(picked)), draw.pick(ATTRIBUTES), draw.pick(recipients))]


# --- locks ------------------------------------------------------------------------------------------------------------
def _redraw_locks(state: State, seat: str | None, draw: Draw) -> tuple[Lock, ...]:
    """Redraw the others' locks: as many, in any closed rounds, with other letters (SS-11)."""
    own = () if seat is None else state.letters[seat]
    locks = [lock for lock in state.locks if lock.letter in own]
    locked_pairs = {(lock.letter, lock.locked) for lock in locks}
    for original in state.locks:
        if original.letter not in own:
            round_ = 1 + draw.below(max(state.round - 1, original.round))
            in_round = {lock.letter for lock in locks if lock.round == round_}
            count = Counter(letter for letter, _ in locked_pairs)
            possible = [
                lock
                for letter in LETTERS
                if letter not in own and letter not in in_round and count[letter] < MOST_LOCKS
                for lock in LOCKS_OF_LETTER[letter]
                if not count[letter] or lock not in locked_pairs
            ]
            if possible:
                letter, locked = draw.pick(possible)
                locked_pairs.add((letter, locked))
                locks.append(Lock(letter, locked, round_))
    return tuple(sorted(locks, key=lambda lock: (lock.round, lock.letter)))
