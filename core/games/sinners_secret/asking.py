"""What a seat is asked: queries by letter, attribute and recipient, and a lock for each of its letters."""

from __future__ import annotations

from typing import Any

from core.contract import Asks, Choice
from core.games.sinners_secret.checking import addressed_left, lock_closed, locked_by, owners, query_closed
from core.games.sinners_secret.spec import (
    ATTRIBUTES,
    LAST_QUERY_ROUND,
    LETTERS,
    MOST_LOCKS,
    Realm,
    other,
)
from core.games.sinners_secret.structs import Orders, State
from core.refusal import Refused


def asks(state: State, seat: str, sealed: Orders | None = None) -> Asks:
    """Queries by letter, attribute and recipient, and a lock for each own letter.

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
    """For each letter some three that can be asked together: itself and two of different owners across (SS-02)."""
    firsts: dict[Realm, list[str]] = {"heaven": [], "hell": []}
    for seat in state.seats:
        firsts[state.realms[seat]].append(state.letters[seat][0])
    return {
        letter: sorted([letter, *firsts[other(state.realms[seat])][:2]])
        for letter, seat in owners(state.letters).items()
    }


def _choice(slot: str, value: str, label: str, probe: dict[str, Any], closed: Refused | None) -> Choice:
    if closed is None:
        return Choice(slot, value, label, probe=probe)
    return Choice(slot, value, label, closed.message, closed.ruling, probe)


def _lock_choices(state: State, seat: str) -> list[Choice]:
    owner = owners(state.letters)
    found = []
    for letter in state.letters[seat]:
        before = locked_by(state, letter)
        for locked in LETTERS:
            closed = lock_closed(letter, locked, before)
            label = f"{locked} ({owner[locked]})"
            found.append(_choice(f"lock.{letter}", locked, label, {"locks": {letter: locked}}, closed))
    return found
