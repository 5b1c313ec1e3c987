"""Who plays a seat, as hosts type and read it: a person's name, `bot:<level>`, or `open`."""

from __future__ import annotations

from core.house.people import People
from core.match.seating import BOTS, OPEN
from core.refusal import Refused, quoted


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
