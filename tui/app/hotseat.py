"""One terminal passed around: the start menu, and what opens from it. A match that is played there:
`tui.app.shared_keyboard`.

What only opens from the menu (tables, seasons, replays, the host's desk) is imported when it is opened: the menu
is there sooner.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import tzinfo
from functools import partial
from typing import Any

from textual import events
from textual.content import Content
from textual.widget import Widget

from core.bots.coach import Position
from core.games import refused
from core.house.house import House
from core.house.league import counted, league, named
from core.house.people import People
from core.json import Json
from core.match.seating import NAMES
from core.match.summary import Summary
from core.refusal import Refused, quoted
from core.seasons.live import LiveSeason
from core.table.seat import Seat
from core.training import practice
from core.training.practice import LESSON
from tui.app.app import GarnetApp
from tui.app.memory import Shelf
from tui.app.shared_keyboard import SeatPins, SharedTable
from tui.screens.base import GarnetScreen
from tui.screens.curtain import Curtain, Shared
from tui.screens.lobby.newmatch import NewMatch, Plan
from tui.screens.lobby.picking import PickGame, PickMatch, choose_practice, with_coach
from tui.screens.result.past_tables import Replay
from tui.widgets.boxes import Vertical
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.words import text

NAME = "G A R N E T   H O U S E"


class StartMenu(GarnetScreen[None]):
    """What the hotseat opens with. `entries`: id, word, blurb, what it does, and why it is closed (or None)."""

    TOPIC = "Arrows and Enter choose. Everything here works with the keyboard alone."
    AUTO_FOCUS = "#menu"

    def __init__(
        self,
        entries: Callable[[], Sequence[tuple[str, str, str, Callable[[], object], str | None]]],
        notices: Sequence[str],
    ) -> None:
        super().__init__(id="start")
        self._entries = entries
        self._notices = notices

    def body(self) -> Iterable[Widget]:
        head: list[text.Part] = ["", (NAME, "$accent"), ("Matches of The Genius, around one keyboard", "$faint"), ""]
        yield Vertical(
            Paper(text.lines(head), id="menu-head"),
            Choices(id="menu"),
            Paper(self._warned(), id="menu-notices", classes="house-words"),
            classes="house-menu house-pane",
        )

    def _warned(self) -> Content:
        return text.lines(["", *(text.line(("! ", "$warn"), notice) for notice in self._notices)])

    def warn(self, notices: Iterable[str]) -> None:
        """Say these sentences too, below the entries."""
        if told := list(notices):
            self._notices = [*self._notices, *told]
            self.query_one("#menu-notices", Paper).update(self._warned())

    def on_mount(self) -> None:
        self.show()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        self.show()

    def show(self) -> None:
        """The entries as they are now."""
        rows = [
            Row(key, text.line(text.fit((word, "$strong"), 12), " ", (blurb, "$faint")), closed)
            for key, word, blurb, _, closed in self._entries()
        ]
        self.query_one("#menu", Choices).show(rows)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        for key, _, _, do, _ in self._entries():
            if key == message.row.id and self.is_current:
                do()

    def action_back(self) -> None:
        self.query_one("#menu", Choices).point("leave")


IDLE = 120.0
"""Seconds without a key after which a private screen drops the curtain, unless the settings say otherwise."""

CHOOSE = "choose"
Practice = tuple[str | None, Position | str | None, str]
"""What somebody practises: the game (None: they choose), from where (a position; None: the start; LESSON; CHOOSE: they
choose), what they are called."""


class HotseatApp(GarnetApp):
    """The house at one keyboard. Its player is host and every person's seat in turn."""

    def __init__(
        self,
        house: House,
        *,
        match_id: str | None = None,
        new: str | None = None,
        replay: str | None = None,
        eyes: str | None = None,
        practice: Practice | None = None,
        motion: bool = False,
        painted: Callable[[], object] | None = None,
        theme: str | None = None,
        no_color: bool = False,
        zone: tzinfo | None = None,
        **options: Any,
    ) -> None:
        """Where to go straight: `match_id` to that match's curtain, `new` to the form for a match of that game,
        `replay` to that replay, through `eyes`; `practice` to a practice match, or to the choice of one.
        `motion`: pieces move at a close, unless the settings say otherwise. `painted()` is called once: when the menu
        stands, or before what is opened over it at once."""
        self.house = house
        self._painted = painted
        kept = house.store.get("settings", "screens") or {}
        super().__init__(
            theme=theme or kept.get("theme"), no_color=no_color, zone=zone, memory=Shelf(house.store),
            idle_seconds=kept.get("idle_seconds", IDLE), **options,
        )  # fmt: skip
        self._idle_chosen = "idle_seconds" in kept
        """Did somebody say when screens blank? Else those blank that somebody could look at who should not."""
        self.motion = bool(kept.get("motion", motion))
        self._mouse = bool(kept.get("mouse", True))
        self._opening = (match_id, new, replay, eyes)
        self._practice = practice
        self._pins = SeatPins(self, house)

    def pupil(self, seat: Seat) -> str | None:
        return seat.name

    # --- the house ---------------------------------------------------------------------------------------------------
    def on_mount(self) -> None:
        self.house.start()
        house = self.house
        left_out = [*house.damaged.values(), *house.not_installed.values()]
        notices = [*left_out, *house.warnings, *([self.trouble] if self.trouble else [])]
        menu = StartMenu(self._entries, notices)
        self.push_screen(menu)
        menu.call_after_refresh(self._after_paint, menu)
        match_id, new, replay, eyes = self._opening
        if self._practice is not None or any(self._opening):
            self._tell_painted()  # the menu is covered at once: it is painted when somebody comes back to it
        if match_id is not None:
            self.call_later(self.play, match_id, notices)  # no package is asked for what is not played
        elif new is not None:
            self.call_later(self.fill_in, new)
        elif replay is not None:
            self.call_later(self.replay, replay, 0, eyes)
        elif self._practice is not None:
            game, at, called = self._practice
            if game is None or at == CHOOSE:
                self.call_later(self.choose_practice, game, called)
            elif at == LESSON:
                self.call_later(self.teach, game, called)
            elif not isinstance(at, str):
                self.call_later(lambda: self.attempt(lambda: self.practise(game, at, called)))

    def _after_paint(self, menu: StartMenu) -> None:
        """What can wait until the menu is there: packages are read for games from outside."""
        self._tell_painted()
        menu.warn(refused().values())

    def _tell_painted(self) -> None:
        painted, self._painted = self._painted, None
        if painted is not None:
            painted()

    def on_unmount(self) -> None:
        self.house.stop()

    def _entries(self) -> list[tuple[str, str, str, Callable[[], object], str | None]]:
        running, done = self.house.running(), self.house.finished()
        return [
            ("new", "New match", "seat people and bots", self.choose_game, None),
            ("continue", "Continue", f"{len(running)} going on", self.choose_match,
             None if running else "No match is going on: start a new one."),
            ("practice", "Practise", "alone with bots and a coach", self.choose_practice, None),
            ("replay", "Replay", f"{len(done):,} finished", self.choose_replay,
             None if done else "No match has finished yet."),
            ("seasons", "Seasons", f"{len(self.house.seasons.live)} kept here", self.seasons, None),
            ("league", "League", "who has won what", self.league,
             None if done else "No match has finished yet."),
            ("rules", "Rules", "how to play, with the rulings", lambda: self.open_rules(), None),
            ("settings", "Settings", "theme, idling", self._settings_screen, None),
            ("leave", "Leave", "everything is kept", self.action_leave, None),
        ]  # fmt: skip

    def league(self) -> None:
        """What everybody has played and won (SE-12); at one keyboard people are called as their seats."""
        from tui.screens.lobby.league import LeagueScreen

        people = People(self.house.store, time.time, lambda n: b"")
        self.push_screen(LeagueScreen(league(self.house.finished(), named(people)), counted(self.house.finished())))

    def seasons(self) -> None:
        """The seasons of this house: whoever sits at its keyboard is its host (SE-02)."""
        from tui.screens.host.newmatch import Hosting
        from tui.screens.host.season_controls import SeasonHost
        from tui.screens.lobby.newseason import NewSeason
        from tui.screens.season import SeasonScreen, choose_season

        hosting = Hosting(self.house, self._go_to)

        def opening(live: LiveSeason) -> None:
            self.push_screen(SeasonScreen(live, None, self._go_to, SeasonHost(self, live, hosting)))

        def making() -> None:
            self.push_screen(NewSeason(hosting, opening))

        screen = self.screen
        if isinstance(screen, GarnetScreen):
            choose_season(screen, self.house.seasons.live.values(), opening, making)

    def _go_to(self, match: str) -> None:
        """A match of a season: its replay, or its curtain."""
        if self.house.is_finished(match):
            self.replay(match)
        else:
            self.play(match)

    def _settings_screen(self) -> None:
        from tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    def settings(self) -> Json:
        return {**super().settings(), "mouse": self._mouse}

    def change_setting(self, name: str, value: Any) -> None:
        super().change_setting(name, value)
        if name == "mouse":
            self._mouse = value
        self._idle_chosen = self._idle_chosen or name == "idle_seconds"
        kept = {key: value for key, value in self.settings().items() if key != "idle_seconds" or self._idle_chosen}
        self.house.store.put("settings", "screens", kept)

    # --- seating -----------------------------------------------------------------------------------------------------
    def choose_game(self) -> None:
        """New match: which game, then the form."""

        def chosen(game: str | None) -> None:
            if game is not None:
                self.fill_in(game)

        self.push_screen(PickGame("Which match?"), chosen)

    def choose_practice(self, game: str | None = None, called: str = NAMES[0]) -> None:
        """Practice: which game, and from where."""
        screen = self.screen
        if isinstance(screen, GarnetScreen):
            begin, teach = (partial(do, called=called) for do in (self.practise, self.teach))
            choose_practice(screen, begin, teach, game)

    def teach(self, game: str, called: str = NAMES[0]) -> None:
        """The lesson of a game, for whoever sits here; nothing of it is kept but what was solved."""
        from tui.screens.table.lesson import LessonPlay

        LessonPlay(self, game, called, self.house.clock).open()

    def practise(self, game: str, at: Position | None, called: str = NAMES[0]) -> None:
        """A practice match of whoever sits here."""
        table = practice.begin(self.house, game, "local", called, at)
        with_coach(self.memory, table, table.match.seats[0])
        self.call_later(self.play, table.match.header.match)

    def fill_in(self, game: str) -> None:
        """The form for a new match of one game."""
        self.push_screen(NewMatch(Plan.usual(game), self.seat_match))

    def seat_match(self, plan: Plan) -> None:
        """Seat a new match and go to its first curtain. Refused, in words, if it makes none."""
        if "local" not in plan.holders:
            raise Refused("nobody", "Seat at least one person: b on a seat makes it one.")
        table = self.house.make(
            plan.game,
            tuple(plan.seats),
            holders=dict(zip(plan.seats, plan.holders, strict=True)),
            options=plan.options,
            seed=plan.seed,
            **plan.settings.chosen(),
        )
        match = table.match.header.match
        self._pins.keep(match, {plan.seats[place]: pin for place, pin in plan.pins.items()})
        self.pop_screen()
        self.play(match)

    def choose_match(self) -> None:
        """Continue: which match."""
        running = [table.summary for table in self.house.running()]

        def chosen(match: str | None) -> None:
            if match is not None:
                self._come_to(match, lambda: self.play(match))

        self.push_screen(PickMatch("Continue", running, self._day), chosen)

    def _come_to(self, match: str, do: Callable[[], object]) -> None:
        """Open a match; one with many rounds takes a while."""
        self.bring_up(f"Opening {self.house.summary(match).title} ...", do)

    def _day(self, told: Summary) -> str:
        at = told.finished_at if told.finished_at is not None else told.made_at
        return text.day(at, self.house.clock(), self.zone)

    # --- the table that is passed around -----------------------------------------------------------------------------
    def play(self, match: str, notices: Sequence[str] = ()) -> None:
        """The curtain of a match, and on it what the start menu would have said."""
        try:
            table = SharedTable(self, self.house, match, self._pins, lambda: self._idle_chosen)
        except Refused as refusal:
            self.refuse(refusal)
        else:
            table.open(notices)

    @property
    def shared(self) -> Shared | None:
        """The table whose curtain is up or down, if there is one."""
        curtain = self.stack.find(Curtain)
        return curtain.shared if isinstance(curtain, Curtain) else None

    def blank(self) -> None:
        """Blanking at one keyboard is dropping the curtain."""
        table = self.shared
        if table is not None and not table.alone and any(screen.id == "table" for screen in self.screen_stack):
            table.let_fall()
        else:
            super().blank()

    # --- replay ------------------------------------------------------------------------------------------------------
    def choose_replay(self) -> None:
        """Replay: which match."""
        done = self.house.finished()

        def chosen(match: str | None) -> None:
            if match is not None:
                self._come_to(match, lambda: self.replay(match))

        self.push_screen(PickMatch("Replay", done, self._day), chosen)

    def replay(self, match: str, turn: int = 0, eyes: str | None = None) -> None:
        """A finished match from any seat's eyes; from everyone's if its record is public (CM-09). `turn` goes to one
        of its turning points."""
        try:
            told = self.house.summary(match)
            if not told.finished:
                raise Refused("not_finished", f"{match} is still being played; a replay would tell secrets.")
            if eyes is not None and eyes not in told.seats:
                raise Refused("not_seated", f"Nobody called {quoted(eyes)} was seated at {match}.")
            stored = self.house.journal(match)
        except Refused as refusal:
            self.refuse(refusal)
            return
        from tui.screens.result.past_tables import EVERYONE
        from tui.screens.result.replay import ReplayScreen

        found = Replay(stored.header, stored.entries)
        seats = found.header.seats
        if found.public:
            eyes = eyes or EVERYONE
            self.push_screen(ReplayScreen(found, (*seats, EVERYONE), at=eyes, turn=turn, own=self._alone(found)))
        else:  # the record stays secret: each seat sees its own, behind its PIN
            first = eyes or seats[0]

            def may(name: str, look: Callable[[], None]) -> None:
                self._pins.prove(match, name, look)

            self._pins.prove(match, first, lambda: self._push_replay(found, seats, first, may))

    def _alone(self, found: Replay) -> tuple[str, ...]:
        """The seat of the only person who played at this keyboard, if it has no PIN: what is theirs alone nobody else
        sat here to keep it from."""
        mine = tuple(seat for seat, holder in found.final.holders.items() if holder == "local")
        return mine if len(mine) == 1 and mine[0] not in self._pins.asked(found.header.match) else ()

    def _push_replay(self, found: Replay, seats: tuple[str, ...], at: str, may: Callable[..., None]) -> None:
        from tui.screens.result.replay import ReplayScreen

        self.push_screen(ReplayScreen(found, seats, at=at, may=may))
