"""What the screens of a served house ask of the session that they belong to: whose it is, and where it leads.

`tui.session.SessionApp` is one; it stands above its screens and is handed down to them as a `Visit`.
"""

from __future__ import annotations

from typing import Protocol

from core.guest import Guest
from core.house import House
from core.people import People
from core.person import Person
from core.seasons.live import LiveSeason
from core.summary import Summary
from tui.door import Door
from tui.garnet import Garnet
from tui.places import Places


class Visit(Garnet, Protocol):
    """One person in the house."""

    house: House
    people: People
    guest: Guest
    places: Places
    door: Door
    who: str
    """The person's name, folded."""
    called: str
    """The same as they write it."""

    @property
    def person(self) -> Person: ...
    @property
    def hosts(self) -> bool: ...

    # --- what is open
    def sit(self, match: str, name: str) -> None: ...
    def spectate(self, match: str) -> None: ...
    def host_match(self, match: str) -> None: ...
    def release(self, match: str, name: str) -> None: ...
    def seasons(self) -> None: ...
    def choose_practice(self) -> None: ...
    def league(self) -> None: ...
    def open_season(self, live: LiveSeason) -> None: ...
    def day(self, told: Summary) -> str: ...
