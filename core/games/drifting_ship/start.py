"""The position before the first input: the usual start, or a given one (set-up keys of the rulings)."""

from __future__ import annotations

import msgspec

from core.dice import Dice
from core.games.drifting_ship.asking import checked_name
from core.games.drifting_ship.board import adjacent, checked_board, wall
from core.games.drifting_ship.spec import BASE_CAP, BONUSES, FIRST_ENERGY, LETTERS, ROOMS, STARTS, USES, is_component
from core.games.drifting_ship.structs import Chart, Crewmate, GivenCrewmate, Player, ShipGiven, ShipOptions, State
from core.games.drifting_ship.words import arrival
from core.ledger import PURSE, LedgerEntry
from core.refusal import NotAMatch, Refused, quoted


def setup(seats: tuple[str, ...], options: ShipOptions, given: ShipGiven, dice: Dice) -> State:
    """Return the first state. Raises NotAMatch for an invalid board, purse or position."""
    board = checked_board(options.board)
    purses = checked_purses(seats, options)
    check_given(seats, given)
    owned = {seat: tuple(sorted(room for room, owner in given.claimed.items() if owner == seat)) for seat in seats}
    players = {seat: Player(components=owned[seat]) for seat in seats}
    walls = []
    for a, b in given.walls:
        if not adjacent(board, a, b):
            raise NotAMatch("bad_wall", f"{a} and {b} do not share a side: no wall can part them.", "SH-20")
        walls.append(wall(a, b))
    if len(set(walls)) < len(walls):
        raise NotAMatch("bad_wall", "A wall is given twice.", "SH-20")
    state = State(
        seats=seats,
        round=0,
        ledger=tuple(LedgerEntry(seat, "garnet", purses[seat], PURSE) for seat in seats if purses[seat]),
        chart=Chart(board, _activated(given), tuple(sorted(walls))),
        players=players,
        lent=options.purses is not None,
    )
    if given.crew is None and given.round is None:
        return state
    return _under_way(state, given, dice)


def checked_purses(seats: tuple[str, ...], options: ShipOptions) -> dict[str, int]:
    """Return each seat's purse, in seat order (SH-04): lent by a season, else equal."""
    purses = dict.fromkeys(seats, options.purse) if options.purses is None else options.purses
    unknown = [name for name in purses if name not in seats]
    missing = [seat for seat in seats if seat not in purses]
    if unknown:
        raise NotAMatch("not_seated", f"purses names {quoted(unknown[0])}, who is not seated here.", "SH-44")
    if missing:
        raise NotAMatch("bad_purse", f"purses gives every seat its garnets: {', '.join(missing)} not given.", "SH-44")
    for garnets in (options.purse, *purses.values()):
        if garnets < 0:
            raise NotAMatch("bad_purse", f"The purse holds 0 garnets or more, not {garnets}.", "SH-04")
    return {seat: purses[seat] for seat in seats}


def _under_way(state: State, given: ShipGiven, dice: Dice) -> State:
    """Return the state of a match that starts in a round, its crew given or drawn as for seats without orders."""
    players = {}
    for seat, player in state.players.items():
        crew = _crew(given.crew[seat]) if given.crew is not None else drawn_crew(seat, dice)
        claimed = any(crewmate.parasite for crewmate in crew)
        players[seat] = msgspec.structs.replace(player, crew=crew, claimed=claimed)
    start = given.round or 1
    state = msgspec.structs.replace(state, round=start, players=players)
    pages = {seat: (arrival(state, seat, start - 1),) for seat in state.seats}  # SH-24: standing together counts
    players = {seat: msgspec.structs.replace(p, pages=pages[seat]) for seat, p in players.items()}
    return msgspec.structs.replace(state, players=players)


def drawn_crew(seat: str, dice: Dice) -> tuple[Crewmate, ...]:
    """SH-02: Draw the crew of a seat without pregame orders."""
    draw = dice.draw(f"pregame: starts of {seat}")
    return tuple(Crewmate(f"{seat} {number}", draw.pick(STARTS), FIRST_ENERGY) for number in (1, 2))


def _crew(crew: tuple[GivenCrewmate, ...]) -> tuple[Crewmate, ...]:
    return tuple(
        Crewmate(
            name=mate.name.strip(),
            room=mate.room,
            energy=mate.energy,
            bonuses={letter: USES[letter] for letter in sorted(mate.bonuses)},
            parasite=mate.parasite,
        )
        for mate in crew
    )


def _activated(given: ShipGiven) -> tuple[str, ...]:
    carried = [letter for crew in (given.crew or {}).values() for crewmate in crew for letter in crewmate.bonuses]
    rooms = [*given.activated, *given.claimed, *carried]
    return tuple(room for room in sorted(ROOMS) if room in rooms)


# --- what the rules exclude --------------------------------------------------------------------------------------
def check_given(seats: tuple[str, ...], given: ShipGiven) -> None:
    for room, owner in given.claimed.items():
        if not is_component(room):
            raise NotAMatch("bad_claim", f"{quoted(room)} is no component room: only 1A to 13C are claimed.", "SH-13")
        if owner not in seats:
            raise NotAMatch("not_seated", f"{room} is claimed by {quoted(owner)}, who is not seated here.")
    for letter in LETTERS:
        if all(f"{number}{letter}" in given.claimed for number in range(1, 14)):
            raise NotAMatch("complete", f"Sequence {letter} is complete: the match would be over.", "SH-40")
    for room in given.activated:
        if not is_component(room) and room not in BONUSES:
            raise NotAMatch("bad_room", f"activated: {quoted(room)} is no component or bonus room.", "SH-10")
    if len(set(given.activated)) < len(given.activated):
        raise NotAMatch("named_twice", "activated names a room twice.", "SH-10")
    for room in (room for pair in given.walls for room in pair):
        if room not in ROOMS:
            raise NotAMatch("bad_wall", f"walls: there is no room {quoted(room)}.", "SH-20")
    if given.crew is not None:
        _check_crew(seats, given.crew)


def _check_crew(seats: tuple[str, ...], crew: dict[str, tuple[GivenCrewmate, ...]]) -> None:
    unknown = [seat for seat in crew if seat not in seats]
    missing = [seat for seat in seats if seat not in crew]
    if unknown:
        raise NotAMatch("not_seated", f"crew names {quoted(unknown[0])}, who is not seated here.")
    if missing:
        raise NotAMatch("bad_crew", f"crew gives all four seats or none: {', '.join(missing)} not given.", "SH-02")
    for seat in seats:
        if len(crew[seat]) != 2:
            raise NotAMatch("bad_crew", f"{seat} has two crewmates; {len(crew[seat])} given.", "SH-02")
        for mate in crew[seat]:
            _check_crewmate(seat, mate)
        if crew[seat][0].name.strip() == crew[seat][1].name.strip():
            raise NotAMatch("same_name", f"Both crewmates of {seat} have the same name.", "SH-02")
        if all(mate.parasite for mate in crew[seat]):
            raise NotAMatch("bad_crew", f"{seat} carries two Parasites: one a match can be claimed.", "SH-30")
    carried = [letter for seat in seats for mate in crew[seat] for letter in mate.bonuses]
    for letter in carried:
        if carried.count(letter) > 1:
            raise NotAMatch("bad_bonus", f"{BONUSES[letter]} is carried twice; there is one of it.", "SH-13")


def _check_crewmate(seat: str, mate: GivenCrewmate) -> None:
    try:
        checked_name(mate.name)
    except Refused as refusal:
        raise NotAMatch(refusal.code, f"{seat}: {refusal.message}", refusal.ruling) from None
    if mate.room not in ROOMS:
        raise NotAMatch("bad_room", f"{seat}: there is no room {quoted(mate.room)}.", "SH-01")
    if not 0 <= mate.energy <= BASE_CAP:
        raise NotAMatch("bad_energy", f"{seat}: energy is 0 to {BASE_CAP}, not {mate.energy}.", "SH-03")
    for letter in mate.bonuses:
        if letter not in BONUSES:
            raise NotAMatch("bad_bonus", f"{seat}: there is no bonus {quoted(letter)}.", "SH-20")
