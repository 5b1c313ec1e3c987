"""The app of one person's session: their lobby, the tables where they sit, and the consoles of what they host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import tzinfo
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

import themes
from core.bots.coach import Position
from core.house.guest import Guest, Standing
from core.house.house import House
from core.house.league import counted, league, named
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
from tui.app.memory import OwnShelf, Shelf
from tui.app.season_access import SeasonVisit
from tui.app.services import Command
from tui.screens.dialogs import Blank
from tui.screens.gallery import GalleryScreen
from tui.screens.host.house import told_at_arrival, told_of_silence
from tui.screens.lobby.league import LeagueScreen
from tui.screens.lobby.picking import choose_practice, with_coach
from tui.screens.lobby.screen import Lobby
from tui.screens.releasing import LetRead, Releasing, appear_command
from tui.screens.result.past_tables import EVERYONE, Replay
from tui.screens.result.replay import ReplayScreen
from tui.screens.season import SeasonScreen
from tui.screens.table.announcements import Pinned, has_read
from tui.screens.table.catch_up import CatchUpScreen, since_rows
from tui.screens.table.screen import TableScreen
from tui.textual_seam import capture_mouse, has_mouse
from tui.words import text


class SessionApp(GarnetApp):
    """One person in the house. It opens the lobby, or the one table that waits for this person."""

    def __init__(
        self,
        house: House,
        people: People,
        person: Person,
        *,
        door: Door | None = None,
        at: str = "",
        no_color: bool = False,
        zone: tzinfo | None = None,
        **options: Any,
    ) -> None:
        """`at`: the id of a match to go to on arrival, whoever says so."""
        self._at = at
        self.house = house
        self.people = people
        self.who = person.id
        self.called = person.name
        self.door = door or Door()
        self._kept = own_settings(house, self.who)
        kept = self._kept
        super().__init__(
            theme=kept.get("theme"), no_color=no_color, zone=zone or HouseZone(),
            memory=OwnShelf(Shelf(house.store), self.who),
            idle_seconds=kept.get("idle_seconds"), **options,
        )  # fmt: skip
        self.quick: Callable[[], bool] = _unknown
        """Set by whoever paints this session: has the line shown itself to be quick by now?"""
        self.recolour: Callable[[str], bool] | None = None
        """Set by whoever paints this session: other colours from now on (`auto`, `256`, ...). False: none at all."""
        self.guest = Guest(house, self.who, host=person.host, also=lambda: self.person.hosts)
        self.places = FollowedSeats(self.guest, self._heard)
        self._leave_seasons: Callable[[], None] | None = None
        self._alerts = Alerts(self, self.places, lambda: len(self.waiting()))
        self._seasons = SeasonVisit(self, self._go_to)
        self._pulse: Timer | None = None
        self._looking = False
        self._at_table: Seat | None = None

    @property
    def person(self) -> Person:
        """The person as the house knows them now."""
        found = self.people.find(self.who)
        assert found is not None
        return found

    @property
    def hosts(self) -> bool:
        """May this person make matches and invitations?"""
        return self.person.host

    def pupil(self, seat: Seat) -> str | None:
        return ""  # what is remembered here is this person's own, under whatever name they sit

    # --- coming and going --------------------------------------------------------------------------------------------
    def on_mount(self) -> None:
        self.places.start()
        self._leave_seasons = self.house.seasons.listen(self._heard)
        Shelf(self.house.store, "visits").put(self.who, {"at": self.house.clock()}, soon=True)
        if self._kept.get("mouse") is False:
            capture_mouse(self, False)
        self.hold()  # nobody wants to see a screen before its keys work
        at_once = not self.is_small(self.size) and not self._at and len(self.waiting()) == 1
        self.lobby = Lobby(self, later=at_once)
        self.push_screen(self.lobby)
        if at_once:
            self._land()
        self.call_after_refresh(self._arrive, landed=at_once)

    def on_unmount(self) -> None:
        """The end of the visit; whoever takes the session apart says so once more."""
        if self._at_table is not None:
            self._remember(self._at_table)
            self._at_table = None
        self.places.stop()
        if self._leave_seasons is not None:
            self._leave_seasons()
        Shelf(self.house.store, "visits").put(self.who, {"at": self.house.clock()}, soon=True)

    def _arrive(self, *, landed: bool) -> None:
        """Take the terminal as it is: one that is too small yet goes on when it is not."""
        self.look()
        if not landed:
            self.stack.when_uncovered(self._land)
        self.show_after(2)
        self.call_after_refresh(told_of_silence, self)
        self.call_after_refresh(told_at_arrival, self)

    def _land(self) -> None:
        """Straight to the match that was asked for, or to the order that waits, if exactly one does."""
        at, self._at = self._at, ""
        if at and self.stack.top is self.lobby:
            if self.attempt(lambda: self.guest.check(at)):
                self._go_to(at)
            return
        waiting = self.waiting()
        if len(waiting) == 1 and self.stack.top is self.lobby:
            standing, name = waiting[0]
            self.sit(standing.summary.match, name)

    def waiting(self) -> list[tuple[Standing, str]]:
        """Every seat of this person that orders or a choice are awaited from, those that choose first."""
        found = []
        for standing in self.guest.running():
            if standing.waits != "nothing":
                for name in standing.seats:
                    seat = self.places.seats.get((standing.summary.match, name))
                    if seat is not None and owes(seat):
                        found.append((standing, name))
        return found

    # --- what is open ------------------------------------------------------------------------------------------------
    def sit(self, match: str, name: str) -> None:
        """Sit down at one's own seat, with what changed since the last visit."""
        try:
            seat = self.guest.seat(match, name)
        except Refused as refusal:
            self.refuse(refusal)
            return
        memory = self.seat_memory(match, name)
        rows, page = since_rows(seat, memory, self.zone)
        self._at_table = seat
        self.push_screen(TableScreen(seat), lambda _: self._rose(seat))
        if page:
            self.come_up(CatchUpScreen(seat, rows), lambda _: self._has_read(seat, announced=True))
        else:
            self._has_read(seat)
            if rows:
                self.call_after_refresh(lambda: self.tell(" ".join(text.line(row).plain.strip() for row in rows)))
        if seat.gallery_asks:
            self.come_up(LetRead(seat))
        self._remember(seat)

    def _rose(self, seat: Seat) -> None:
        self._at_table = None
        self._remember(seat)
        self.lobby.refill()

    def _remember(self, seat: Seat) -> None:
        """Until when this seat has followed what was announced."""
        memory = self.seat_memory(seat.frame().match, seat.name)
        memory.put("news", len(seat.news()), soon=True)
        memory.put("at", seat.now, soon=True)

    def _has_read(self, seat: Seat, *, announced: bool = False) -> None:
        """The reports so far were read; later ones are shown as they come. `announced`: so was what is pinned."""
        memory, closed = self.seat_memory(seat.frame().match, seat.name), len(seat.closed_rounds())
        memory.put("seen", closed, soon=True)
        if announced:
            has_read(seat, memory)
            for screen in self.screen_stack:
                for pinned in screen.query(Pinned):
                    pinned.look()

    def choose_practice(self) -> None:
        """A practice match of one's own, with bots (HH-31): which game, and from where."""
        choose_practice(self.lobby, self.practise, self.teach)

    def teach(self, game: str) -> None:
        """The lesson of a game; nothing of it is kept but what was solved."""
        from tui.screens.table.lesson import LessonPlay

        LessonPlay(self, game, self.called, self.house.clock).open()

    def practise(self, game: str, at: Position | None) -> None:
        """Begin one, and sit down at it."""
        table = practice.begin(self.house, game, self.guest.holder, self.called, at)
        with_coach(self.memory, table, table.match.seats[0])
        self.call_later(self.sit, table.match.header.match, table.match.seats[0])

    def spectate(self, match: str) -> None:
        """A spectator's place: public facts only; for whoever is in its gallery the gallery."""
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
        """The host's console of a match."""
        from tui.screens.host.console import Console

        self._open(match, lambda: Console(self, self.guest.desk(match)))

    def _open(self, match: str, making: Callable[[], Screen[Any]]) -> None:
        """Open a screen of a match. If its journal has to be read for it, as of one that finished long ago, that is
        done aside: nobody else should feel it."""

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
        """Ask which of one's talk at a finished match may be published (HH-27); asked once, and always to be found."""

        def making() -> Screen[Any]:
            seat = self.guest.seat(match, name)
            self.seat_memory(match, name).put("asked", True)
            return Releasing(seat)

        self._open(match, making)

    def day(self, told: Summary) -> str:
        """The day on which a match ended."""
        return text.day(told.made_at if told.finished_at is None else told.finished_at, self.house.clock(), self.zone)

    def seasons(self) -> None:
        """The seasons that this person may read (SE-02)."""
        self._seasons.choose(self.lobby)

    def league(self) -> None:
        """What everybody has played and won, as far as this person finds it (SE-12, HH-46)."""
        finished = self.guest.finished()
        self.push_screen(LeagueScreen(league(finished, named(self.people)), counted(finished), self.called))

    def open_season(self, live: LiveSeason) -> None:
        """The page of a season, with the host's keys for those who host the house."""
        self._seasons.open(live)

    def _go_to(self, match: str) -> None:
        """A match as this person may see it: the replay if it is over, their own seat, or as a spectator."""
        if self.house.is_finished(match):
            self.replay(match)
            return
        own = [seat for at, seat in self.house.seats_of(self.guest.holder) if at == match]
        if own:
            self.sit(match, own[0])
        else:
            self.spectate(match)

    def replay(self, match: str, turn: int = 0) -> None:
        """A finished match round by round, through the eyes that this person may look through; at one of its turning
        points, if `turn` says which."""
        if self.attempt(lambda: self.guest.check(match)):
            self.stack.bring(f"replay of {match}", lambda: self._replay(match, turn))

    async def _replay(self, match: str, turn: int = 0) -> Screen[Any] | None:
        try:
            self.guest.check(match)
            told = self.house.summary(match)
            if not told.finished:
                raise Refused("not_finished", f"{match} is still being played; a replay would tell secrets.")
            mine = self.guest.ended(told).seats
            if not mine and not told.opened:
                await self.guest.fetch(match)
                return TableScreen(self.guest.watch(match))
            stored = self.house.journal(match)
        except Refused as refusal:
            self.refuse(refusal)
            return None
        # A long match takes a moment to play through again: nobody else should feel it.
        found = await asyncio.to_thread(Replay, stored.header, stored.entries)
        eyes = (*found.header.seats, EVERYONE) if found.public else mine
        return ReplayScreen(found, eyes, at=EVERYONE if found.public else mine[0], own=mine, turn=turn)

    # --- hearing -----------------------------------------------------------------------------------------------------
    def _heard(self, match: str) -> None:
        """Changes come one by one; the screen is painted once for all that came together."""
        if not self._looking:
            self._looking = True
            top = self.stack.top
            if isinstance(top, TableScreen) and (wait := top.patience):
                self.set_timer(wait, self.look)
            else:
                self.call_later(self.look)

    def look(self) -> None:
        """Something changed, or a moment has come: lobby, reminders, and seats that somebody else now holds."""
        self._looking = False
        self._get_up()
        seconds = self._alerts.look()
        if self.stack.top is self.lobby:
            self.lobby.refill()
        if self._pulse is not None:
            self._pulse.stop()
        self._pulse = None if seconds is None else self.set_timer(seconds, self.look)

    def _get_up(self) -> None:
        """Leave what this person may not see any more: a seat that was handed over, a match or a season whose host has
        narrowed who may. A blanked screen stays blanked."""
        for screen in self.screen_stack:
            gone = screen.gone() if isinstance(screen, TableScreen | SeasonScreen | GalleryScreen) else None
            if gone is not None:
                self._back_to_the_lobby()
                self.lobby.tell(gone.message, "warn", gone.ruling)
                return

    def _back_to_the_lobby(self) -> None:
        blanked = self.stack.find(Blank) is not None
        self.stack.forget()  # it was meant for what is left now
        while self.screen is not self.lobby and len(self.screen_stack) > 2:
            self.pop_screen()
        if blanked:
            self.blank()
        self.guard_size()

    # --- commands and settings ---------------------------------------------------------------------------------------
    def house_commands(self) -> tuple[Command, ...]:
        from tui.screens.keys import KeysScreen, show_link

        return (
            Command("Link", "A code that lets another device of yours in.", lambda: show_link(self)),
            Command("Keys", "Your keys and your password.", lambda: self.push_screen(KeysScreen(self))),
            *self._call_command(),
            appear_command(self),
            *super().house_commands(),
        )

    def _call_command(self) -> tuple[Command, ...]:
        """Where browsers are let in, they can tell somebody that something waits (HH-68)."""
        link = f"{self.door.web}/call"
        rows: list[text.Part] = [
            "Open this in the browser that shall tell you when something waits for you:",
            (link, "$key"),
        ]

        def show() -> None:
            from tui.screens.keys import Shown

            self.push_screen(Shown("Call me back", rows, link))

        return (Command("Call me back", "Your browser tells you when something waits.", show),) if self.door.web else ()

    def settings(self) -> Json:
        usual = has_mouse(self)  # as the server has it
        mouse = self._kept.get("mouse", usual)
        wish = self._kept.get("motion")  # None: as the line is
        return {
            **super().settings(), "colours": self._kept.get("colours", "auto"), "mouse": mouse, "at_once": True,
            "motion": self.quick() if wish is None else bool(wish), "motion_wish": wish,
        }  # fmt: skip

    def change_setting(self, name: str, value: Any) -> None:
        """Take it over, and keep it for this person. What was not changed stays as it was kept: a device without
        colours, say, does not take away the theme of the others."""
        super().change_setting(name, value)
        self._kept = {**own_settings(self.house, self.who), name: value}
        self.house.store.put("settings", f"person {self.who}", self._kept)
        if name == "mouse":
            capture_mouse(self, bool(value))
        elif name == "colours" and self.recolour is not None:
            self.no_color = not self.recolour(value)
            self.wear(themes.COLOURLESS if self.no_color else self._kept.get("theme") or themes.USUAL)


def _unknown() -> bool:
    """Nobody has measured the line."""
    return False


def own_settings(house: House, who: str) -> Json:
    """What one person has set: `theme`, `idle_seconds`, `mouse`, `colours`, `motion`, as far as they ever did."""
    return dict(house.store.get("settings", f"person {who}") or {})
