"""Answers to hosts by command: the state of a match, dry runs, holders of seats."""

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
    """Actor id of a deed by command, for the audit log (HH-37)."""
    return f"host:@{user[:40]}" if user else "host"


def room_asked(kind: str | None, threads: bool | None) -> Json:
    return {name: value for name, value in (("kind", kind), ("threads", threads)) if value is not None}


def match_answer(desk: HostControls, named: str, doing: Callable[[], object], sentence: str) -> Answer:
    """Act on a match and answer with its state; after a dry run, with the texts that it would have sent (HH-42)."""
    doing()
    if desk.dry_run_text is not None:
        return would_tell(named, desk.dry_run_text)
    match = desk.table.match
    where = match.spec.progress(match.round, " of ") if match.phase == "round" else match.phase
    now = "It has finished." if match.phase == "finished" else f"It stands at {where} now."
    return {
        "told": [f"{named}: {sentence} {now}"],
        "match": named,
        "phase": match.phase,
        "round": match.round,
        "deadline": match.deadline,
        "paused": match.paused,
    }


def would_tell(match: str, dry_run: DryRunText) -> Answer:
    lines = [f"{match}: a dry run, nothing is done."]
    if dry_run.everybody:
        lines += ["Everybody would be told:", *(f"  {line}" for line in dry_run.everybody)]
    for seat, words in dry_run.seats.items():
        lines += [f"{seat} alone would be told:", *(f"  {line}" for line in words)]
    if not dry_run.everybody and not dry_run.seats:
        lines.append("Nobody would be told anything.")
    return {"told": lines, "match": match, "dry_run": True, "would_tell": msgspec.to_builtins(dry_run)}


class Holders:
    def __init__(self, people: People) -> None:
        self._people = people

    def seat_and_holder(self, word: str) -> tuple[str, str]:
        """Parse `NAME` or `NAME=WHO` into seat and holder. Without WHO, the person of the seat's name, if any."""
        name, _, to = word.partition("=")
        if to:
            return name, self.holder(to)
        known = self._people.find(name)
        return name, OPEN if known is None else f"person:{known.id}"

    def holder(self, to: str) -> str:
        """Parse a holder. Refused: `no_such_person`."""
        if to == OPEN or to in BOTS:
            return to
        known = self._people.find(to)
        if known is None:
            raise Refused("no_such_person", f"The house knows nobody called {quoted(to)}. Bots: {', '.join(BOTS)}.")
        return f"person:{known.id}"

    def holder_words(self, holder: str) -> str:
        person = self._people.find(holder.removeprefix("person:"))
        return person.name if person is not None and holder.startswith("person:") else holder
