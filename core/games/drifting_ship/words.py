"""Reports of a close (SH-50); orders and reports in sentences for the player. Plain text, no markup."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from core.contract import Struct
from core.games.drifting_ship.board import Wall
from core.games.drifting_ship.spec import (
    BONUSES,
    CAP_PRICE,
    PARASITE_ROOM,
    PARTS,
    TITLES,
    VAULT,
    is_component,
    letter,
    number,
)
from core.games.drifting_ship.structs import (
    Activation,
    Activator,
    CrewOrders,
    Met,
    News,
    Orders,
    Page,
    Report,
    State,
    View,
)
from core.story.parts import listed

CREWMATES = ("Crewmate 1", "Crewmate 2")


def own_names(view: View) -> Sequence[str]:
    return [mate.name for mate in view.crew] or CREWMATES


def room_title(room: str) -> str:
    if is_component(room):
        return f"{room} {PARTS[letter(room)][number(room) - 1]}"
    if room == PARASITE_ROOM:
        return "P the Parasite Room"
    if room == VAULT:
        return "V the Vault"
    return f"{room} {BONUSES[room]}"


def restate(orders: Orders, names: Sequence[str] = CREWMATES) -> tuple[str, ...]:
    """Return the orders in words, a line for each crewmate that acts. `names` are the crewmates' own, if known."""
    lines = []
    for index in (0, 1):
        words = _crewmate(orders.of(index))
        name = orders.of(index).name
        if words and name is not UNSET:
            lines.append(f"{name.strip()} {listed(words)}.")
        elif words:
            lines.append(f"{names[index]} {listed(words)}.")
    if orders.caps:
        caps = orders.caps
        lines.append(f"Buy +{caps} energy cap for {caps * CAP_PRICE} garnets.")
    return tuple(lines) or ("Both crewmates rest.",)


def _crewmate(order: CrewOrders) -> list[str]:
    words = []
    if order.name is not UNSET and order.start is not UNSET:
        words.append(f"starts in {order.start}")
    if order.eat is True:
        words.append("eats the Yellow Banana")
    if order.move is not UNSET:
        words.append(f"moves to {order.move}")
    if order.step is not UNSET:
        words.append(f"takes one step {order.step}")
    stays = order.move is UNSET and order.step is UNSET
    room = "the room where it stands" if stays else "it" if order.step is UNSET else "the room there"
    if order.disable is True:
        words.append(f"disables {room} with all its energy")
    if order.plant is not UNSET:
        words.append(f"plants the Parasite on Sequence {order.plant} ({TITLES[order.plant]}) with {order.activate}")
    elif order.activate is not UNSET:
        words.append(f"activates {room} with {order.activate} energy")
    if order.wall is not UNSET:
        words.append(f"puts a wall on the {order.wall} side")
    if order.drain is True:
        words.append("drains everyone in the room")
    return words


def tell_public(public: object) -> list[str]:
    public_news = msgspec.convert(public, News)
    return (
        _news(public_news.activated, public_news.walls) if public_news.round else ["Everybody's crewmates are aboard."]
    )


def _news(activated: Sequence[str], walls: Sequence[tuple[str, str]]) -> list[str]:
    rooms = ", ".join(activated)
    first = f"Activated this round: {rooms}." if rooms else "No room was activated."
    return [first, *(f"A new wall stands between {a} and {b}." for a, b in walls)]


def tell(report: Report, names: Sequence[str] = CREWMATES) -> tuple[str, ...]:
    lines = _news(report.activated, report.walls) if report.activated or report.walls else []
    for attempt in report.activations:
        verb = "activated" if attempt.ok else "failed to activate"
        lines.append(f"{names[attempt.crew]} {verb} {room_title(attempt.room)}.")
    own = {
        attempt.room for attempt in report.activations if attempt.ok and attempt.room != VAULT
    }  # in V others may have, too
    lines += [f"{seen.player} activated {room_title(seen.room)}." for seen in report.activators if seen.room not in own]
    lines += [
        f"{names[meetings_of.crew]} met {met_words(meetings_of)} in {meetings_of.room}." for meetings_of in report.met
    ]
    lines.append(f"Energy: {names[0]} has {report.energy[0]}, {names[1]} has {report.energy[1]}.")
    return tuple(lines)


def plant_result(report: Report, view: View) -> str | None:
    """Return the result of the seat's plant if it was made at this report's close (SH-32), from its plant and the
    public Sequences."""
    if view.own is None or (plant := view.own.plant) is None:
        return None
    if not any(page.round == plant.round and page.report == report for page in view.own.pages):
        return None
    named = f"Sequence {plant.letter} ({TITLES[plant.letter]})"
    if view.over and plant.round == view.round and plant.letter in view.complete:
        return f"Your plant was right: {named} is complete. Among right plants the most energy wins, alone."
    return f"Your plant was improper: {named} did not become complete at this close."


def met_words(met: Met) -> str:
    """Describe a crewmate of another seat: `Di's Teal, carrying Yellow Banana,`."""
    carries = [BONUSES[bonus] for bonus in met.bonuses] + (["a Parasite"] if met.parasite else [])
    return f"{met.player}'s {met.name}" + (f", carrying {', '.join(carries)}," if carries else "")


Key = tuple[str, int]
"""A crewmate: its seat, and 0 or 1."""


class Happened(Struct, frozen=True):
    """Results of the activations and walls of one close, complete. Reports are cut from it."""

    tried: dict[Key, str] = {}
    """Crewmate to the room that it tried to activate, in seat and crew order."""
    done: dict[str, tuple[Key, ...]] = {}
    """Room to its activators: one crewmate, or several in V. Sorted by room."""
    walls: tuple[Wall, ...] = ()

    @property
    def rooms(self) -> tuple[str, ...]:
        return tuple(sorted(self.done))


QUIET = Happened()


def news(round_: int, happened: Happened) -> News:
    return News(round_, happened.rooms, happened.walls)


def report(state: State, seat: str, happened: Happened) -> Report:
    crew = state.players[seat].crew
    rooms = {crewmate.room for crewmate in crew}
    activations = tuple(
        Activation(index, room, (seat, index) in happened.done.get(room, ()))
        for (name, index), room in happened.tried.items()
        if name == seat
    )
    activators = tuple(
        Activator(room, name) for room in happened.rooms if room in rooms for name, _ in happened.done[room]
    )
    return Report(
        activated=happened.rooms, walls=happened.walls, energy=(crew[0].energy, crew[1].energy),
        activations=activations, activators=activators, met=meetings_of(state, seat),
    )  # fmt: skip


def meetings_of(state: State, seat: str) -> tuple[Met, ...]:
    return tuple(
        Met(index, own.room, other, crewmate.name, tuple(crewmate.bonuses), crewmate.parasite)
        for index, own in enumerate(state.players[seat].crew)
        for other in state.seats
        if other != seat
        for crewmate in state.players[other].crew
        if crewmate.room == own.room
    )


def arrival(state: State, seat: str, round_: int) -> Page:
    return page(state, seat, round_, report(state, seat, QUIET))


def page(state: State, seat: str, round_: int, seat_report: Report) -> Page:
    crew = state.players[seat].crew
    return Page(round_, (crew[0].room, crew[1].room), seat_report)


def tell_all(state: State, round_: int, happened: Happened) -> tuple[State, dict[str, Report]]:
    reports = {seat: report(state, seat, happened) for seat in state.seats}
    players = {
        seat: msgspec.structs.replace(player, pages=(*player.pages, page(state, seat, round_, reports[seat])))
        for seat, player in state.players.items()
    }
    return msgspec.structs.replace(state, players=players), reports
