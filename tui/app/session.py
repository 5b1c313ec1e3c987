"""The app of one person's session: the lobby, the person's tables, and the consoles of hosted matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import tzinfo
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

import themes
from core.bots.coach import Position
from core.house.guest import Guest, LobbyMatch
from core.house.house import House
from core.house.league import league, match_counts, named_rows, own_matches
from core.house.people import People
from core.json import Json
from core.match.summary import Summary
from core.person import Person
from core.refusal import Refused
from core.seasons.live import LiveSeason
from core.table.seat import Seat
from core.training import practice
from core.words.door import Door
from tui.app.alerts import Alerts
from tui.app.app import GarnetApp
from tui.app.followed_seats import FollowedSeats, owes
from tui.app.house_zone import HouseZone
from tui.app.memory import OwnShelf, StoredShelf
from tui.app.season_access import SeasonVisit
from tui.app.services import PaletteCommand
from tui.screens.dialogs import Blank
from tui.screens.gallery import GalleryScreen
from tui.screens.host.house import warn_if_muted, warn_of_backups
from tui.screens.lobby.league import LeagueScreen
from tui.screens.lobby.picking import choose_practice, day_of, with_coach
from tui.screens.lobby.screen import Lobby
from tui.screens.releasing import LetReadDialog, Releasing, appear_command
from tui.screens.result.past_tables import EVERYONE, Replay
from tui.screens.result.replay import ReplayScreen
from tui.screens.season import SeasonScreen
from tui.screens.table.announcements import Pinned, has_read
from tui.screens.table.catch_up import CatchUpScreen, since_rows
from tui.screens.table.screen import TableScreen
from tui.textual_seam import capture_mouse, has_mouse
from tui.words import text


class SessionApp(GarnetApp):
    """A person's session. It opens the lobby, or the only table that waits for this person."""

    def __init__(
        self,
        house: House,
        people: People,
        person: Person,
        *,
        door: Door | None = None,
        open_match: str = "",
        browser: str = "",
        no_color: bool = False,
        zone: tzinfo | None = None,
    ) -> None:
        """`open_match`: id of a match to open on arrival, or empty. `browser`: digest of the browser that shows it, or
        empty."""
        self.browser = browser
        self._at = open_match
        self.house = house
        self.people = people
        self.who = person.id
        self.called = person.name
        self.door = door or Door()
        self._kept = own_settings(house, self.who)
        kept = self._kept
        super().__init__(
            theme=kept.get("theme"), no_color=no_color, zone=zone or HouseZone(),
            memory=OwnShelf(StoredShelf(house.store), self.who),
            idle_seconds=kept.get("idle_seconds"),
        )  # fmt: skip
        self.quick: Callable[[], bool] = lambda: False
        """Set by the painter of this session: returns True if the connection has proved to be fast."""
        self.recolour: Callable[[str], bool] | None = None
        """Set by the painter of this session: changes the colours (`auto`, `256`, ...). False for none."""
        self.guest = Guest(house, self.who, host=lambda: self.hosts, also_hosted=lambda: self.person.hosts)
        self.places = FollowedSeats(self.guest, self._match_changed)
        self._leave_seasons: Callable[[], None] | None = None
        self._alerts = Alerts(self, self.places, lambda: len(self.waiting()))
        self._seasons = SeasonVisit(self, self._go_to)
        self._pulse: Timer | None = None
        self._looking = False
        self._at_table: Seat | None = None

    @property
    def person(self) -> Person:
        # A person who was just removed has no rights left; the session is about to end.
        return self.people.find(self.who) or Person(self.called, 0.0, removed=True)

    @property
    def hosts(self) -> bool:
        return self.person.host

    def coach_key(self, seat: Seat) -> str | None:
        return ""  # the memory belongs to this person under any name

    # --- coming and going --------------------------------------------------------------------------------------------
    def on_mount(self) -> None:
        self.places.start()
        self._leave_seasons = self.house.seasons.listen(self._match_changed)
        StoredShelf(self.house.store, "visits").put(self.who, {"at": self.house.clock()}, soon=True)
        if self._kept.get("mouse") is False:
            capture_mouse(self, False)
        self.hold()  # no screen is shown before its keys work
        at_once = not self.is_small(self.size) and not self._at and len(self.waiting()) == 1
        self.lobby = Lobby(self, later=at_once)
        self.push_screen(self.lobby)
        if at_once:
            self._land()
        self.call_after_refresh(self._arrive, landed=at_once)

    def on_unmount(self) -> None:
        if self._at_table is not None:
            self._remember(self._at_table)
            self._at_table = None
        self.places.stop()
        if self._leave_seasons is not None:
            self._leave_seasons()
        StoredShelf(self.house.store, "visits").put(self.who, {"at": self.house.clock()}, soon=True)

    def _arrive(self, *, landed: bool) -> None:
        self.update_all()
        if not landed:
            self.stack.when_uncovered(self._land)
        self.show_after(2)
        self.call_after_refresh(warn_if_muted, self)
        self.call_after_refresh(warn_of_backups, self)

    def _land(self) -> None:
        at, self._at = self._at, ""
        if at and self.stack.top is self.lobby:
            if self.attempt(lambda: self.guest.check(at)):
                self._go_to(at)
            return
        waiting = self.waiting()
        if len(waiting) == 1 and self.stack.top is self.lobby:
            standing, name = waiting[0]
            self.sit(standing.summary.match, name)

    def waiting(self) -> list[tuple[LobbyMatch, str]]:
        places_waiting = []
        for standing in self.guest.running():
            if standing.waits != "nothing":
                for name in standing.seats:
                    seat = self.places.seats.get((standing.summary.match, name))
                    if seat is not None and owes(seat):
                        places_waiting.append((standing, name))
        return places_waiting

    # --- what is open ------------------------------------------------------------------------------------------------
    def sit(self, match: str, name: str) -> None:
        """Sit down at an own seat, showing changes since the last visit."""
        seat = self.result_of(lambda: self.guest.seat(match, name))
        if seat is None:
            return
        memory = self.seat_memory(match, name)
        rows, page = since_rows(seat, memory, self.zone)
        self._at_table = seat
        self.push_screen(TableScreen(seat), lambda _: self._rose(seat))
        if page:
            self.open_screen(CatchUpScreen(seat, rows), lambda _: self._has_read(seat, announced=True))
        else:
            self._has_read(seat)
            if rows:
                self.call_after_refresh(lambda: self.tell(" ".join(text.line(row).plain.strip() for row in rows)))
        if seat.gallery_asks:
            self.open_screen(LetReadDialog(seat))
        self._remember(seat)

    def _rose(self, seat: Seat) -> None:
        self._at_table = None
        self._remember(seat)
        self.lobby.refill()

    def _remember(self, seat: Seat) -> None:
        memory = self.seat_memory(seat.frame().match, seat.name)
        memory.put("news", len(seat.news()), soon=True)
        memory.put("at", seat.now, soon=True)

    def _has_read(self, seat: Seat, *, announced: bool = False) -> None:
        """Mark the reports so far as read. `announced`: pinned announcements too."""
        memory, closed = self.seat_memory(seat.frame().match, seat.name), len(seat.closed_rounds())
        memory.put("seen", closed, soon=True)
        if announced:
            has_read(seat, memory)
            for screen in self.screen_stack:
                for pinned in screen.query(Pinned):
                    pinned.show_unread()

    def choose_practice(self) -> None:
        """Start a private practice match with bots (HH-31): choose game and position."""
        choose_practice(self.lobby, self.practise, self.teach)

    def teach(self, game: str) -> None:
        from tui.screens.table.lesson import LessonPlay

        LessonPlay(self, game, self.called, self.house.clock, self.practise).open()

    def practise(self, game: str, position: Position | None) -> None:
        table = practice.begin(self.house, game, self.guest.holder, self.called, position)
        with_coach(self.memory, table, table.match.seats[0])
        self.call_later(self.sit, table.match.header.match, table.match.seats[0])

    def again(self, match: str) -> None:
        self.guest.check(match)
        table = practice.again(self.house, match, self.guest.holder)
        seat = next(seat for seat, holder in table.match.holders.items() if holder == self.guest.holder)
        self._sit_anew(table.match.header.match, seat)

    def _sit_anew(self, match: str, seat: str) -> None:
        self._back_to_the_lobby()
        self.sit(match, seat)

    def play_on(self, match: str, number: int | None = None) -> None:
        self.run_worker(self._play_on(match, number), exclusive=True, group="play on")

    async def _play_on(self, match: str, number: int | None) -> None:
        from tui.screens.result.playing_on import PlayingOn

        try:
            self.guest.check(match)
            for branch in practice.branches(self.house, match, self.guest.holder):
                await self.house.fetch(branch.match)
            await self.house.fetch(match)  # in a thread: it may be long
            PlayingOn(self, self.house, self.house.table(match).match, self.guest.holder, self._sit_anew).ask(number)
        except Refused as refusal:
            self.refuse(refusal)

    async def book_before(self, seat: Seat, other: str) -> list[str]:
        return await self.guest.book_before(seat.frame().match, seat.you, other)

    def spectate(self, match: str) -> None:
        if self.house.galleries.has(match, self.guest.holder):
            self.stack.bring(f"gallery of {match}", lambda: self._gallery(match))
            return
        self._open(match, lambda: TableScreen(self.guest.watch(match, self.called)))

    async def _gallery(self, match: str) -> Screen[Any] | None:
        try:
            return GalleryScreen(await self.guest.gallery(match))
        except Refused as refusal:
            self.refuse(refusal)
            return None

    def host_match(self, match: str) -> None:
        from tui.screens.host.console import Console

        self._open(match, lambda: Console(self, self.guest.host_controls(match)))

    def _open(self, match: str, making: Callable[[], Screen[Any]]) -> None:
        """Open a screen of a match. A long journal is read in a thread."""

        async def made() -> Screen[Any] | None:
            try:
                await self.guest.fetch(match)
                return making()
            except Refused as refusal:
                self.refuse(refusal)
                return None

        try:
            self.guest.check(match)
            if match not in self.house.tables:
                self.stack.bring(f"table of {match}", made)
            else:
                self.push_screen(making(), lambda _: self.lobby.refill())
        except Refused as refusal:
            self.refuse(refusal)

    def release(self, match: str, name: str) -> None:
        """Ask for consents to publish talk of a finished match (HH-27). It is asked once, and can be opened at any
        time."""

        def making() -> Screen[Any]:
            seat = self.guest.seat(match, name)
            self.seat_memory(match, name).put("asked", True)
            return Releasing(seat)

        self._open(match, making)

    def day(self, summary: Summary) -> str:
        return day_of(summary, self.house, self.zone)

    def seasons(self) -> None:
        self._seasons.choose(self.lobby)

    def league(self) -> None:
        """Open the league, as far as this person may see it (SE-12, HH-46)."""
        finished = self.guest.finished()
        own = own_matches(finished, self.guest.holder)
        rows = league(finished, named_rows(self.people))
        self.push_screen(LeagueScreen(rows, match_counts(finished), self.called, own))

    def open_season(self, live: LiveSeason) -> None:
        self._seasons.open(live)

    def go(self, kind: str, value: str) -> None:
        """Do what was pressed on the page. `match` shows that match, once nothing covers the screens."""
        if kind == "match":
            self.stack.when_uncovered(lambda: self._lead(value))
        else:
            super().go(kind, value)

    def _lead(self, match: str) -> None:
        tables = [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]
        if self._at or any(table.seat.frame().match == match for table in tables):
            return
        if self.attempt(lambda: self.guest.check(match)):
            self._back_to_the_lobby()
            self._go_to(match)

    def _go_to(self, match: str) -> None:
        if self.house.is_finished(match):
            self.replay(match)
            return
        own = [seat for at, seat in self.house.seats_of(self.guest.holder) if at == match]
        if own:
            self.sit(match, own[0])
        else:
            self.spectate(match)

    def replay(self, match: str, turn: int | None = None) -> None:
        """Open a finished match's replay in the allowed views: at its result, at turning point `turn`, or at the first
        round (0)."""
        if self.attempt(lambda: self.guest.check(match)):
            self.stack.bring(f"replay of {match}", lambda: self._replay(match, turn))

    async def _replay(self, match: str, turn: int | None) -> Screen[Any] | None:
        try:
            self.guest.check(match)
            summary = self.house.replayed(match)
            mine = self.guest.row_of_finished(summary).seats
            if not mine and not summary.record_is_open:
                await self.guest.fetch(match)
                return TableScreen(self.guest.watch(match))
            stored = self.house.journal(match)
        except Refused as refusal:
            self.refuse(refusal)
            return None
        # Replaying a long match takes a moment and must not delay others.
        opened = await asyncio.to_thread(Replay, stored.header, stored.entries)
        eyes = (*opened.header.seats, EVERYONE) if opened.is_public else mine
        return ReplayScreen(opened, eyes, at=EVERYONE if opened.is_public else mine[0], own=mine, turn=turn)

    # --- hearing -----------------------------------------------------------------------------------------------------
    def _match_changed(self, match: str) -> None:
        if not self._looking:
            self._looking = True
            top = self.stack.top
            if isinstance(top, TableScreen) and (wait := top.patience):
                self.set_timer(wait, self.update_all)
            else:
                self.call_later(self.update_all)

    def update_all(self) -> None:
        self._looking = False
        self._get_up()
        seconds = self._alerts.send_due()
        if self.stack.top is self.lobby:
            self.lobby.refill()
        if self._pulse is not None:
            self._pulse.stop()
        self._pulse = None if seconds is None else self.set_timer(seconds, self.update_all)

    def _get_up(self) -> None:
        """Leave pages that this person may not see any more: handed over seats, matches or seasons with fewer
        readers. A blanked screen stays blanked."""
        for screen in self.screen_stack:
            gone = screen.gone() if isinstance(screen, TableScreen | SeasonScreen | GalleryScreen) else None
            if gone is not None:
                self._back_to_the_lobby()
                self.lobby.tell(gone.message, "warn", gone.ruling)
                return

    def _back_to_the_lobby(self) -> None:
        blanked = self.stack.find(Blank) is not None
        self.stack.forget()  # it was meant for the page that is left now
        while self.screen is not self.lobby and len(self.screen_stack) > 2:
            self.pop_screen()
        if blanked:
            self.blank()
        self.guard_size()

    # --- commands and settings ---------------------------------------------------------------------------------------
    def house_commands(self) -> tuple[PaletteCommand, ...]:
        from tui.screens.keys import KeysScreen, show_link

        return (
            PaletteCommand("Link", "A code that lets another device of yours in.", lambda: show_link(self)),
            PaletteCommand("Keys", "Your keys and your password.", lambda: self.push_screen(KeysScreen(self))),
            *self._call_command(),
            appear_command(self),
            *super().house_commands(),
        )

    def _call_command(self) -> tuple[PaletteCommand, ...]:
        """If browsers are let in, they can notify the person (HH-68)."""
        link = f"{self.door.web}/call"
        rows: list[text.Part] = [
            "Open this in the browser that shall tell you when something waits for you:",
            (link, "$key"),
        ]

        def show() -> None:
            from tui.screens.keys import Shown

            self.push_screen(Shown("Call me back", rows, link))

        return (
            (PaletteCommand("Call me back", "Your browser tells you when something waits.", show),)
            if self.door.web
            else ()
        )

    def settings(self) -> Json:
        usual = has_mouse(self)  # default of the server
        mouse = self._kept.get("mouse", usual)
        wish = self._kept.get("motion")  # None: by the speed of the connection
        return {
            **super().settings(), "colours": self._kept.get("colours", "auto"), "mouse": mouse, "at_once": True,
            "motion": self.quick() if wish is None else bool(wish), "motion_wish": wish,
        }  # fmt: skip

    def change_setting(self, name: str, value: Any) -> None:
        """Apply a setting and keep it. Other settings stay as kept: a device without colours does not remove the
        theme of others."""
        super().change_setting(name, value)
        self._kept = {**own_settings(self.house, self.who), name: value}
        self.house.store.put("settings", f"person {self.who}", self._kept)
        if name == "mouse":
            capture_mouse(self, bool(value))
        elif name == "colours" and self.recolour is not None:
            self.no_color = not self.recolour(value)
            self.use_theme(themes.COLOURLESS if self.no_color else self._kept.get("theme") or themes.USUAL)


def own_settings(house: House, person_id: str) -> Json:
    """Return the settings that a person has chosen: `theme`, `idle_seconds`, `mouse`, `colours`, `motion`."""
    return dict(house.store.get("settings", f"person {person_id}") or {})
