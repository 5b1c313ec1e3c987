"""What a seat is asked: queries by letter, attribute and recipient, and a lock for each of its letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.contract import Asks, Choice
from core.games.sinners_secret.spec import (
    ADDRESSED_AT_MOST,
    ATTRIBUTES,
    LAST_QUERY_ROUND,
    LETTERS,
    LETTERS_ASKED,
    MOST_LOCKS,
    Realm,
    other,
)
from core.games.sinners_secret.structs import Ask, Orders, State
from core.json import Json
from core.refusal import Refused, quoted


def owners(letters: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Letter to the seat that owns it, by letter."""
    found = {letter: seat for seat, own in letters.items() for letter in own}
    return {letter: found[letter] for letter in LETTERS}


def locked_by(state: State, letter: str) -> tuple[str, ...]:
    """What `letter` has locked in closed rounds, oldest first."""
    return tuple(lock.locked for lock in state.locks if lock.letter == letter)


def addressed_left(state: State, seat: str, to: str) -> int:
    """How often `seat` may still address `to`, a player of the other realm (SS-03)."""
    sent = sum(query.by == seat and query.to == to for query in state.queries)
    return ADDRESSED_AT_MOST[state.realms[seat]] - sent


def check(state: State, seat: str, orders: Orders) -> None:
    """Raise Refused unless the query keeps SS-02 and SS-03 and the locks keep SS-11."""
    if orders.query is not None:
        _check_query(state, seat, orders.query)
    for letter, locked in (orders.locks or {}).items():
        _check_lock(state, seat, letter, locked)


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
    """Refused unless `letters` are three of three different owners, with both realms among them (SS-02)."""
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
    """Why `letter` cannot join the letters `picked` so far (none, one or two), or None. For check and composer.

    `owner` is `owners(view.letters)`.
    """
    if letter in picked:
        return Refused("letter_twice", f"{letter} is among the letters already; pick another.", "SS-02")
    for earlier in picked:
        if owner[earlier] == owner[letter]:
            text = f"{earlier} and {letter} both belong to {owner[letter]}; the three letters need three owners."
            return Refused("same_owner", text, "SS-02")
    of_realms = {realms[owner[each]] for each in (*picked, letter)}
    if len(picked) == LETTERS_ASKED - 1 and len(of_realms) == 1:
        text = f"{', '.join((*picked, letter))} all belong to {of_realms.pop().title()}; ask a letter of each realm."
        return Refused("one_realm", text, "SS-02")
    return None


def query_closed(state: State, seat: str, to: str) -> Refused | None:
    """Why `seat` can send no query to `to` now, or None (SS-02, SS-03)."""
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


def _check_lock(state: State, seat: str, letter: str, locked: str) -> None:
    if letter not in state.letters[seat]:
        own = ", ".join(state.letters[seat])
        raise Refused("not_your_letter", f"{quoted(letter)} is not yours; you lock for {own}.", "SS-11")
    refusal = lock_closed(letter, locked, locked_by(state, letter))
    if refusal is not None:
        raise refusal


def lock_closed(letter: str, locked: str, before: Sequence[str]) -> Refused | None:
    """Why `letter`, which locked `before`, cannot lock `locked`, or None (SS-11)."""
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


def _choice(slot: str, value: str, label: str, probe: Json, closed: Refused | None) -> Choice:
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
