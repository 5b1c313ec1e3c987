"""Absences of people: the hosts of their matches are told, and the others at the tables if they wish (HH-83)."""

from __future__ import annotations

import contextlib
from typing import Final

import msgspec

from core.house.guest import Guest
from core.refusal import Refused
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


def announce(guest: Guest, absence: Absence | None, words: str) -> tuple[str, ...]:
    """Keep an absence, or its end, and say `words` to the hosts of every match that the person plays, and in the lounge
    if it is public. Returns the ids of these matches."""
    absences = Absences(guest.house.store, guest.house.clock)
    before = absences.of(guest.who)
    public = any(known is not None and known.public for known in (before, absence))
    absences.keep(guest.who, absence)
    told = []
    for standing in guest.running():
        for name in standing.seats if not standing.summary.practice else ():
            seat = guest.seat(standing.summary.match, name)
            for room in ("host", *(["lounge"] if public else [])):
                with contextlib.suppress(Refused):  # closed now, or the seat has written too much
                    seat.say(room, words)
                    told.append(standing.summary.match)
    return tuple(dict.fromkeys(told))
