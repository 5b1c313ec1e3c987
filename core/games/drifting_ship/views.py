"""What a seat may see: built up from nothing, out of the public chart and the seat's own position."""

from __future__ import annotations

from typing import Any

from core.games.drifting_ship.spec import LETTERS, PARASITE_ROOM, ROUNDS, TITLES, VAULT
from core.games.drifting_ship.structs import Bar, Chart, Page, Player, Sighting, State, View
from core.ledger import total


def view(state: State, seat: str | None) -> View:
    """All that `seat` may know; the public facts only for None."""
    own = None if seat is None else state.players[seat]
    pages = () if own is None else own.pages
    return View(
        seat=seat,
        seats=state.seats,
        round=state.round,
        rounds=ROUNDS,
        over=state.ending is not None,
        chart=state.chart,
        sequences=bars(state.chart, () if own is None else own.components),
        complete=tuple(a for a in LETTERS if all(f"{n}{a}" in state.chart.activated for n in range(1, 14))),
        news=state.news,
        own=own,
        garnets=0 if seat is None else total(state.ledger, "garnet", state.seats)[seat],
        owners=owners(seat, own),
        sightings=tuple(sighting for page in pages for sighting in sightings(page)),
        line=line_of(state, seat),
    )


def bars(chart: Chart, components: tuple[str, ...]) -> tuple[Bar, ...]:
    """The three Sequences as the owner of `components` sees them."""
    found = []
    for letter in LETTERS:
        mine = tuple(n for n in range(1, 14) if f"{n}{letter}" in components)
        taken = tuple(n for n in range(1, 14) if n not in mine and f"{n}{letter}" in chart.activated)
        free = tuple(n for n in range(1, 14) if n not in mine and n not in taken)
        found.append(Bar(letter, TITLES[letter], mine, taken, free, sum(mine)))
    return tuple(found)


def owners(seat: str | None, own: Player | None) -> dict[str, str]:
    """Whom the seat knows to have activated which component or bonus room: its own, and what it stood by at."""
    if seat is None or own is None:
        return {}
    known = {
        told.room: told.player
        for page in own.pages
        for told in page.report.activators
        if told.room not in (PARASITE_ROOM, VAULT)  # those two are activated again and again
    }
    known |= dict.fromkeys(own.components, seat)
    known |= {bonus: seat for crewmate in own.crew for bonus in crewmate.bonuses}
    known |= {bonus: met.player for page in own.pages for met in page.report.met for bonus in met.bonuses}
    return dict(sorted(known.items()))


def sightings(page: Page) -> tuple[Sighting, ...]:
    """Whom the seat saw at one close, each crewmate once even where both of its own stood there."""
    found: list[Sighting] = []
    for met in page.report.met:
        sighting = Sighting(page.round, met.room, met.player, met.name, met.bonuses, met.parasite)
        seen_by_other = any(m.crew < met.crew and m.room == met.room for m in page.report.met)
        if not seen_by_other:
            found.append(sighting)
    return tuple(found)


def line_of(state: State, seat: str | None) -> str | None:
    """The seat at the other end of this seat's open channel, if any."""
    for first, second in state.lines:
        if seat == first:
            return second
        if seat == second:
            return first
    return None


def host(state: State) -> dict[str, Any]:
    """The keys of *Host state* in the rulings, and what else only the host sees."""
    return {
        "players": {seat: _player(player) for seat, player in state.players.items()},
        "activated": list(state.chart.activated),
        "walls": [list(wall) for wall in state.chart.walls],
        "disabled": dict(state.disabled),
        "lines": [list(pair) for pair in state.lines],
        "claimed": [seat for seat, player in state.players.items() if player.claimed],
        "disabled_by": {seat: p.disable.room for seat, p in state.players.items() if p.disable is not None},
        "planted": {seat: p.plant.letter for seat, p in state.players.items() if p.plant is not None},
        "board": [list(row) for row in state.chart.board],
    }


def _player(player: Player) -> dict[str, Any]:
    crew = [
        {
            "name": crewmate.name,
            "room": crewmate.room,
            "energy": crewmate.energy,
            "cap": player.cap,
            "bonuses": dict(crewmate.bonuses),
            "parasite": crewmate.parasite,
        }
        for crewmate in player.crew
    ]
    return {"components": list(player.components), "crew": crew}
