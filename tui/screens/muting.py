"""Muting a seat from the console (HH-33): where, until when, and what it is told."""

from __future__ import annotations

from typing import Any

from core.host_desk import ROOMS, HostDesk, Room
from core.refusal import Refused
from core.talk import rooms_words
from tui.clockwords import read_moment, zoned
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Ask, PickMany
from tui.screens.foretold import ask_to_do
from tui.widgets.choices import Row


def ask_to_mute(screen: GarnetScreen[Any], desk: HostDesk, seat: str) -> None:
    """In which rooms, until when; then it is done."""
    rows = [Row(room, rooms_words((room,)), chosen=True) for room in ROOMS if _exists(desk, room)]

    def chosen(rooms: tuple[str, ...] | None) -> None:
        if rooms:
            _ask_until(screen, desk, seat, tuple(room for room in ROOMS if room in rooms))

    screen.app.push_screen(PickMany(f"Mute {seat}", rows, 1, len(rows)), chosen)


def _exists(desk: HostDesk, room: Room) -> bool:
    return room != "realm" or desk.table.match.game.spec.policy == "realms"


def _ask_until(screen: GarnetScreen[Any], desk: HostDesk, seat: str, rooms: tuple[Room, ...]) -> None:
    now, zone = desk.table.clock(), screen.garnet.zone

    def until(given: str) -> tuple[float | None, str]:
        moment = read_moment(given, now, zone) if given.strip() else None
        if moment is None and given.strip():
            raise Refused("bad_moment", "Write +30m, 21:00, Fri 21:00; leave it empty for the rest of the match.")
        return moment, "" if moment is None else zoned(moment, now, zone)

    def take(given: str) -> None:
        desk.preview(lambda desk: desk.mute(seat, rooms, *until(given)))

    def taken(given: str | None) -> None:
        if given is not None:
            ask_to_do(
                screen.garnet, desk, f"Mute {seat}?", lambda desk: desk.mute(seat, rooms, *until(given)),
                f"{seat} is muted, and was told so.",
            )  # fmt: skip

    question = "+30m, 21:00, Fri 21:00. Empty: for the rest of the match."
    screen.app.push_screen(Ask(f"Mute {seat} until", question, "+30m", longest=60, take=take), taken)


def unmute(screen: GarnetScreen[Any], desk: HostDesk, seat: str) -> None:
    """Let it speak again."""
    ask_to_do(screen.garnet, desk, f"Let {seat} speak again?", lambda desk: desk.mute(seat, ()), f"{seat} may speak.")
