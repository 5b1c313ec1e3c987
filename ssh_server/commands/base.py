"""Base of a command over SSH: its person, its words, and how it answers."""

from __future__ import annotations

from typing import Any

from core.house.guest import Guest
from core.house.house import House
from core.house.people import People
from core.json import json_line
from core.person import Person
from core.refusal import Refused
from core.table.seat import Seat
from core.talk.channels import clean
from core.words.door import Door
from ssh_server.commands.parsing import TypedCommand
from ssh_server.session.terminal import Terminal


class CommandBase:
    def __init__(
        self, house: House, people: People, person: Person, typed: TypedCommand, terminal: Terminal, door: Door
    ) -> None:
        self._door = door
        self._house = house
        self._people = people
        self._person = person
        self._typed = typed
        self._terminal = terminal
        self._round, self._when = 0, ""
        self._guest = Guest(house, person.id, host=lambda: person.host, also_hosted=lambda: person.hosts)

    def _tell(self, value: Any, words: str) -> None:
        self._terminal.say(json_line(value) if self._typed.json else clean(words))

    def _answer_done(self, words: str, **facts: Any) -> None:
        self._tell({"ok": True, **facts}, words)

    def _seat(self) -> Seat:
        return self._guest.seat(self._typed.match, self._typed.seat)

    def _acting(self) -> Seat:
        """The person's seat, for an input. Refused if the round that the input is meant for is over."""
        seat = self._seat()
        seat.check_round(self._typed.round, self._terminal.set_out)
        frame = seat.frame()
        self._round = frame.round
        self._when = frame.when(frame.round) if frame.phase in ("pregame", "round") else ""
        return seat

    def _finds(self, match: str) -> bool:
        """True if a match has this id and the caller finds it: any other id is refused as that of a season."""
        try:
            self._guest.check(match)
        except Refused:
            return False
        return True
