"""Answers to a host by command: the place where a match stands, dry runs, holders of seats."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from core.house.people import People
from core.json import Json
from core.match.seating import BOTS, OPEN
from core.refusal import Refused, quoted
from core.table.host_controls import HostControls
from core.table.host_preview import DryRunText

Answer = Json


def by_shell(user: str) -> str:
    """As whom a deed by command is kept (HH-37)."""
    return f"host:@{user[:40]}" if user else "host"


def room_asked(kind: str | None, threads: bool | None) -> Json:
    """What was said of how a room reads."""
    return {name: value for name, value in (("kind", kind), ("threads", threads)) if value is not None}


def stands(desk: HostControls, named: str, doing: Callable[[], object], done: str) -> Answer:
    """Do something to a match and say where it stands then; after a dry run what would have been told (HH-42)."""
    doing()
    if desk.told is not None:
        return would_tell(named, desk.told)
    match = desk.table.match
    spec = match.game.spec
    where = f"{spec.when(match.round)} of {spec.rounds // spec.parts}" if match.phase == "round" else match.phase
    now = "It has finished." if match.phase == "finished" else f"It stands at {where} now."
    return {
        "told": [f"{named}: {done} {now}"],
        "match": named,
        "phase": match.phase,
        "round": match.round,
        "deadline": match.deadline,
        "paused": match.paused,
    }


def would_tell(match: str, told: DryRunText) -> Answer:
    """What a deed would tell, for whom."""
    lines = [f"{match}: a dry run, nothing is done."]
    if told.everybody:
        lines += ["Everybody would be told:", *(f"  {line}" for line in told.everybody)]
    for seat, words in told.seats.items():
        lines += [f"{seat} alone would be told:", *(f"  {line}" for line in words)]
    if not told.everybody and not told.seats:
        lines.append("Nobody would be told anything.")
    return {"told": lines, "match": match, "dry_run": True, "would_tell": msgspec.to_builtins(told)}


class Holders:
    """Names into holders and back, for one house's people."""

    def __init__(self, people: People) -> None:
        self._people = people

    def named(self, word: str) -> tuple[str, str]:
        """`NAME` or `NAME=WHO`: the name of a seat, and who plays it: without WHO the person of that name, if any."""
        name, _, to = word.partition("=")
        if to:
            return name, self.holder(to)
        known = self._people.find(name)
        return name, OPEN if known is None else f"person:{known.id}"

    def holder(self, to: str) -> str:
        """Who plays a seat. Refused: `no_such_person`."""
        if to == OPEN or to in BOTS:
            return to
        known = self._people.find(to)
        if known is None:
            raise Refused("no_such_person", f"The house knows nobody called {quoted(to)}. Bots: {', '.join(BOTS)}.")
        return f"person:{known.id}"

    def words(self, holder: str) -> str:
        """A holder for people."""
        person = self._people.find(holder.removeprefix("person:"))
        return person.name if person is not None and holder.startswith("person:") else holder
