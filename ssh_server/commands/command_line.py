"""Runs one command line of a person: limits, the command, and its refusal in words or JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from core.house.house import House
from core.house.people import People
from core.json import json_line
from core.person import Person
from core.refusal import Refused
from core.talk.channels import clean
from core.words.door import Door
from ssh_server.commands.commands import Command
from ssh_server.commands.parsing import FORMS, UsageError, take_apart
from ssh_server.door.guard import RateLimit
from ssh_server.door.login_queue import Reads
from ssh_server.session.terminal import Terminal

WAYS_OUT = {
    "no_such_match": " `matches` lists yours.",
    "no_such_season": " `season` lists those you may read.",
    "not_your_match": " `view` shows what spectators know.",
}
"""Advice that is added to a refusal, by its code."""


class CommandLine:
    def __init__(self, house: House, people: People, door: Callable[[], Door] = Door) -> None:
        self._door = door
        self._house = house
        self._people = people
        self._rate_limit = RateLimit()
        self._reads = Reads()

    async def __call__(self, person: Person, line: str, terminal: Terminal) -> int:
        """Run one command. Returns its exit status."""
        as_json = "--json" in line.split()
        try:
            typed = take_apart(line)
            as_json = typed.json
            name = typed.words[0]
            if FORMS[name].is_input:
                await asyncio.sleep(self._rate_limit.wait(person.id, asyncio.get_running_loop().time()))
                if terminal.lost:
                    return 1
            command = Command(self._house, self._people, person, typed, terminal, self._door())
            if FORMS[name].is_input or name == "watch":  # a watch waits between changes
                return await command.run()
            async with self._reads.turn(person.id):
                return 1 if terminal.lost else await command.run()
        except UsageError as mistake:
            _complain(terminal, "usage", str(mistake), as_json)
            return 2
        except Refused as refusal:
            _complain(terminal, refusal.code, refusal.message + WAYS_OUT.get(refusal.code, ""), as_json)
            return 1


def _complain(terminal: Terminal, code: str, message: str, as_json: bool) -> None:
    if as_json:
        terminal.say(json_line({"ok": False, "error": {"code": code, "message": message}}))
    else:
        terminal.say(clean(message), error=True)
