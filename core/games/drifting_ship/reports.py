"""What each seat is told at a close (SH-50), and the page it keeps of it."""

from __future__ import annotations

import msgspec

from core.contract import Struct
from core.games.drifting_ship.board import Wall
from core.games.drifting_ship.structs import Activation, Activator, Met, News, Page, Report, State

Key = tuple[str, int]
"""A crewmate: its seat, and 0 or 1."""


class Happened(Struct, frozen=True):
    """What the activations and walls of one close came to, for everyone. Only reports are cut from it."""

    tried: dict[Key, str] = {}
    """Crewmate to the room that it tried to activate, in seat and crew order."""
    done: dict[str, tuple[Key, ...]] = {}
    """Room to who activated it: one crewmate, or several in V. Sorted by room."""
    walls: tuple[Wall, ...] = ()

    @property
    def rooms(self) -> tuple[str, ...]:
        """Rooms activated, sorted as strings."""
        return tuple(sorted(self.done))


QUIET = Happened()


def news(round_: int, happened: Happened) -> News:
    """What everyone is told."""
    return News(round_, happened.rooms, happened.walls)


def report(state: State, seat: str, happened: Happened) -> Report:
    """What `seat` is told; `state` is the position after the close."""
    crew = state.players[seat].crew
    here = {crewmate.room for crewmate in crew}
    activations = tuple(
        Activation(index, room, (seat, index) in happened.done.get(room, ()))
        for (who, index), room in happened.tried.items()
        if who == seat
    )
    activators = tuple(
        Activator(room, who) for room in happened.rooms if room in here for who, _ in happened.done[room]
    )
    return Report(
        activated=happened.rooms,
        walls=happened.walls,
        energy=(crew[0].energy, crew[1].energy),
        activations=activations,
        activators=activators,
        met=met(state, seat),
    )


def met(state: State, seat: str) -> tuple[Met, ...]:
    """The crewmates of other seats that stand in the same room as one of this seat's own."""
    return tuple(
        Met(index, own.room, other, crewmate.name, tuple(crewmate.bonuses), crewmate.parasite)
        for index, own in enumerate(state.players[seat].crew)
        for other in state.seats
        if other != seat
        for crewmate in state.players[other].crew
        if crewmate.room == own.room
    )


def arrival(state: State, seat: str, round_: int) -> Page:
    """The page of a seat that starts from a given position."""
    return page(state, seat, round_, report(state, seat, QUIET))


def page(state: State, seat: str, round_: int, told: Report) -> Page:
    """Where the seat's crew ended the round, and what it was told."""
    crew = state.players[seat].crew
    return Page(round_, (crew[0].room, crew[1].room), told)


def tell_all(state: State, round_: int, happened: Happened) -> tuple[State, dict[str, Report]]:
    """Every seat's report, and the state with a page of it kept for each."""
    reports = {seat: report(state, seat, happened) for seat in state.seats}
    players = {
        seat: msgspec.structs.replace(player, pages=(*player.pages, page(state, seat, round_, reports[seat])))
        for seat, player in state.players.items()
    }
    return msgspec.structs.replace(state, players=players), reports
