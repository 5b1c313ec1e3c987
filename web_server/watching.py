"""Spectators without a name, by the link of a match (HH-65), in limits of their own."""

from __future__ import annotations

from collections import Counter
from typing import Final

from core.house.guest import WatchLinks, watched_by_link
from core.house.house import House
from core.match.summary import Summary
from core.person import Person
from core.refusal import Refused
from core.table.seat import Seat
from core.words.moments import zone_of
from ssh_server.door.guard import network
from ssh_server.server import Server
from ssh_server.session.colours import Colours
from ssh_server.session.line import LineEnd
from ssh_server.session.session import Admission, Environment, Session
from tui.app.watching import WatchingApp
from web_server.line import WebLine

MOST: Final = 100
"""Spectators without a name at a time; each costs as much memory as a player."""
MOST_AN_ADDRESS: Final = 20
NOBODY: Final = Person(name="~", joined=0.0)
FULL: Final = "Many are watching just now. This page tries again by itself."
GOODBYE: Final = "You have stopped watching."
NOTHING: Final = (
    "There is no match here that is watched without a name. Links that end in the name of a match lead nowhere any "
    "more: its host has the new one. Its players come in by the door."
)


class Onlookers:
    def __init__(self, house: House, server: Server, proxies: frozenset[str]) -> None:
        self._house, self._server, self._proxies = house, server, proxies
        self._admission = Admission(at_once=1)
        self._homes: Counter[str] = Counter()

    def find(self, code: str) -> Summary:
        """The match with this code in its link. Refused in the same words for everything else, even for the id of a
        match."""
        summary = watched_by_link(self._house, code)
        if summary is None:
            raise Refused("no_such_page", NOTHING)
        return summary

    def match(self, code: str) -> str:
        return WatchLinks(self._house).match(code) or code

    async def seat(self, line: WebLine, code: str) -> None:
        """Show the table on this line until the spectator leaves or may no longer watch."""
        home = network(line.address)
        watching = 0 if home in self._proxies else self._homes[home]
        if self._homes.total() >= MOST or watching >= MOST_AN_ADDRESS:
            line.say(FULL)
            line.leave(1, LineEnd.FULL)
            return
        self._homes[home] += 1
        try:
            match = self.find(code).match
            await self._house.fetch(match)
            await self._show_to(line, match, code)
        except Refused as refusal:
            line.say(refusal.message)
            line.leave(1, LineEnd.SEEN_OUT)
        finally:
            self._homes[home] -= 1
            self._homes += Counter()  # drops zeros

    async def _show_to(self, line: WebLine, match: str, code: str) -> None:
        seat = Seat(
            self._house.table(match), None, finds=lambda: watched_by_link(self._house, code) is not None, late=True
        )

        def app(size: tuple[int, int], person: Person, environment: Environment) -> WatchingApp:
            return WatchingApp(
                seat, leave=lambda: session.leave(GOODBYE), no_color=environment.colours is Colours.NONE,
                zone=zone_of(environment.variables.get("TZ", "")),
            )  # fmt: skip

        def heard(changed: str) -> None:
            if changed == match and (gone := seat.gone()) is not None:
                session.leave(gone.message, LineEnd.SEEN_OUT)

        session = Session(
            line, NOBODY, app, admission=self._admission, gc_policy=self._server.gc_policy,
            colours=self._server.settings.colours, address=line.address,
        )  # fmt: skip
        leave = self._house.listen(heard)
        try:
            await self._server.show(line, session)
        finally:
            leave()
