"""view(): what one seat may know, built up from nothing; and the host's own page."""

from __future__ import annotations

from typing import Any

import msgspec

from core.games.sinners_secret.checking import addressed_left
from core.games.sinners_secret.closing import answers_to, fallen, partners, standing, two_orders
from core.games.sinners_secret.structs import LockMade, Received, Result, Sent, State, View


def briefing_view(state: State, seat: str | None) -> View:
    """What is known before round 1: the realms and the Marks; letters and pairs are not yet (SS-06)."""
    realm = None if seat is None else state.realms[seat]
    return View(
        realms=state.realms, marked=state.marked, dealt=False, assistance=state.assistance, letters={}, realm=realm
    )


def view(state: State, seat: str | None, finished: bool) -> View:
    """What `seat` may know. None is a spectator: public facts only."""
    public = View(
        realms=state.realms,
        marked=state.marked,
        dealt=True,
        assistance=state.assistance,
        letters=state.letters,
        orders=two_orders(state),
        fallen=fallen(state),
        ascended=state.ascended,
        candidate=None if state.ending is None else state.ending.candidate,
        opponent=None if state.ending is None else state.ending.opponent,
    )
    if seat is None:
        return public
    own = state.letters[seat]
    return msgspec.structs.replace(
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
        result=result(state) if finished and state.reveal else None,
    )


def result(state: State) -> Result:
    """What was secret, for those seated, after the end (CM-09)."""
    return Result({seat: standing(state, seat) for seat in state.seats}, state.pairs, state.locks, state.queries)


def host(state: State) -> dict[str, Any]:
    """Everything, as JSON: `players`, `pairs` and `locks` as the rulings list them, and what else the host may see."""
    players = {}
    for seat in state.seats:
        now = standing(state, seat)
        players[seat] = {
            "realm": state.realms[seat],
            "letters": list(state.letters[seat]),
            "score": now.score,
            "correct_locks": now.correct_locks,
            "locked_by_allies": now.locked_by_allies,
        }
    found: dict[str, Any] = {
        "players": players,
        "pairs": {letter: list(pair) for letter, pair in state.pairs.items()},
        "locks": [[lock.letter, lock.locked, lock.round] for lock in state.locks],
        "queries": [msgspec.to_builtins(query) for query in state.queries],
        "lines": [list(pair) for pair in state.lines],
        "marked": list(state.marked),
        "lots": list(state.lots),
    }
    return found
