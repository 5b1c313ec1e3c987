"""Absences of people (HH-83)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from core.match.seating import is_person
from core.store import Store
from core.table.clock_gaps import Clock

SHELF: Final = "absences"


class Absence(msgspec.Struct, frozen=True):
    begins: float
    """Seconds since the epoch."""
    ends: float
    public: bool = False
    """True if the others at the person's tables are told."""

    def covers(self, moment: float) -> bool:
        return self.begins <= moment < self.ends


class Absences:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    def of(self, person: str) -> Absence | None:
        """Return the present or coming absence of a person, by id."""
        document = self._store.get(SHELF, person)
        absence = None if document is None else msgspec.convert(document, Absence)
        return None if absence is None or absence.ends <= self._clock() else absence

    def keep(self, person: str, absence: Absence | None) -> None:
        if absence is None:
            self._store.drop(SHELF, person)
        else:
            self._store.put(SHELF, person, msgspec.to_builtins(absence))

    def public(self, holders: Mapping[str, str]) -> dict[str, float]:
        """Return the seats with a person who is away now and lets the others know, with the end of that absence."""
        now = self._clock()
        known = {seat: self.of(holder.removeprefix("person:")) for seat, holder in holders.items() if is_person(holder)}
        return {
            seat: absence.ends
            for seat, absence in known.items()
            if absence is not None and absence.public and absence.covers(now)
        }
