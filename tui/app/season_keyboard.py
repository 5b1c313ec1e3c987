"""Where a host of seasons sits: at the keyboard of the house, or in a session of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from core.house.house import House
from core.house.people import People
from core.match.seating import BOTS, OPEN, bot_level, bot_words
from tui.screens.host.newmatch import holder_rows
from tui.widgets.choices import Row
from tui.words.seat_handover import holder_words

Open = Callable[[str], object]
"""Goes to a match: its curtain or its table, or its replay."""


class Hosting(NamedTuple):
    """What a host needs from where they sit."""

    house: House
    go: Open
    by: str = "host"
    """Who does it, for the news."""
    host: str = "local"
    """As whom a season is made."""
    people: People | None = None
    """Of the house; None at its own keyboard, where whoever is no bot sits in turn."""

    def holders(self) -> list[Row]:
        """Who can play a name."""
        if self.people is not None:
            return holder_rows(self.people)
        bots = [Row(bot, f"a {bot_level(bot)} bot", note=(bot_words(bot), "$faint")) for bot in BOTS]
        return [Row("local", "a person at this keyboard"), *bots]

    def words(self, holder: str) -> str:
        """Who plays a name, in words."""
        return holder_words(holder, self.people)

    def player(self, name: str) -> str:
        """Who plays a new name, unless somebody else is chosen: in a served house the person of that name."""
        if self.people is None:
            return "local"
        known = self.people.find(name)
        return OPEN if known is None else f"person:{known.id}"
