"""The app of one shared terminal. Screens behind the start menu are imported when they open, so that the menu appears
sooner."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import tzinfo
from functools import partial
from typing import Any

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget

from core.bots.coach import Position
from core.games import refused
from core.house.house import House
from core.house.league import league, match_counts, named_rows, own_matches
from core.house.people import People
from core.json import Json
from core.match.seating import spare_names
from core.match.summary import Summary
from core.refusal import Refused, quoted
from core.seasons.live import LiveSeason
from core.table.seat import Seat
from core.training import practice
from core.training.practice import LESSON
from tui.app.app import GarnetApp
from tui.app.memory import StoredShelf
from tui.app.shared_keyboard import SeatPins, SharedTable
from tui.screens.base import GarnetScreen
from tui.screens.curtain import Curtain, CurtainTable
from tui.screens.lobby.newmatch import MatchPlan, NewMatch
from tui.screens.lobby.picking import PickGame, PickMatch, choose_practice, day_of, easiest, with_coach
from tui.screens.result.past_tables import Replay
from tui.screens.settings import ask_name
from tui.widgets.boxes import Vertical
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.words import text

NAME = "G A R N E T   H O U S E"


class StartMenu(GarnetScreen[None]):
    """First screen of a shared keyboard. `entries`: id, word, blurb, action, and the reason why it is closed or
    None."""

    BINDINGS = [
        Binding("q", "back", "leave", id="back", tooltip="Leave the house. Everything is kept."),
        Binding("escape", "stay", "stay", show=False, id="start.stay", tooltip="One Esc too many leaves nothing."),
    ]
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
        head: list[text.Part] = [(NAME, "$accent")]
        if self.app.size.height >= ROOMY:
            head = ["", *head, ("Matches of The Genius, around one keyboard", "$faint"), ""]
        yield Vertical(
            Paper(text.lines(head), id="menu-head"),
            Choices(id="menu"),
            Paper(self._notice_text(), id="menu-notices", classes="house-words"),
            classes="house-menu house-pane",
        )

    def _notice_text(self) -> Content:
        return text.lines(["", *(text.line(("! ", "$warn"), notice) for notice in self._notices)])

    def warn(self, notices: Iterable[str]) -> None:
        if sentences := list(notices):
            self._notices = [*self._notices, *sentences]
            self.query_one("#menu-notices", Paper).update(self._notice_text())

    def on_mount(self) -> None:
        self.show()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        self.show()

    def show(self) -> None:
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
        self.app.exit()

    def action_stay(self) -> None:
        self.tell("q leaves the house.")


ROOMY = 18
"""Rows of a terminal from which the start menu has room for more than its title and its entries."""
IDLE = 120.0
"""Default seconds without a key before a private screen drops the curtain."""

CHOOSE = "choose"
Practice = tuple[str | None, Position | tuple[str, int] | str | None, str]
"""A requested practice: game (None: to choose), position (None: the start; LESSON; CHOOSE; a match and its round to
go on from), player's name."""


class HotseatApp(GarnetApp):
    """The house at one keyboard. Its user is the host, and plays every person's seat in turn."""

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
        watching: Iterator[str | int | None] | None = None,
        theme: str | None = None,
        no_color: bool = False,
        zone: tzinfo | None = None,
    ) -> None:
        """Make the app, optionally with a first destination.

        Args:
            match_id: Open this match's curtain.
            new: Open the form for a match of this game.
            replay: Open this replay, in the view of `eyes`.
            practice: Open a practice match, or its choice.
            motion: Default of the motion setting.
            painted: Called once when the menu is ready, or before another screen opens over it.
            watching: Asked twice a second: a sentence to show, a status to leave with, or None.
        """
        self.house = house
        self._painted = painted
        self._watching = watching
        settings = house.store.get("settings", "screens") or {}
        super().__init__(
            theme=theme or settings.get("theme"), no_color=no_color, zone=zone, memory=StoredShelf(house.store),
            idle_seconds=settings.get("idle_seconds", IDLE),
        )  # fmt: skip
        self._idle_chosen = "idle_seconds" in settings
        """True if the user chose the idle time; else only screens with secrets blank."""
        self.motion = bool(settings.get("motion", motion))
        self._mouse = bool(settings.get("mouse", True))
        self._called = str(settings.get("called", ""))
        self._opening = (match_id, new, replay, eyes)
        self._practice = practice
        self._pins = SeatPins(self, house)

    def coach_key(self, seat: Seat) -> str | None:
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
        if self._watching is not None:
            self.set_interval(0.5, self._poll_watcher)
        match_id, new, replay, eyes = self._opening
        if self._practice is not None or any(self._opening):
            self._tell_painted()  # the menu is covered at once, and painted on return
        if match_id is not None:
            self.call_later(self.play, match_id, notices)  # packages are only read for the match that is played
        elif new is not None:
            self.call_later(self.fill_in, new)
        elif replay is not None:
            self.call_later(self.replay, replay, 0, eyes)
        elif self._practice is not None:
            game, at, called = self._practice
            if isinstance(at, tuple):
                self.call_later(self.play_on, *at)
            elif game is None or at == CHOOSE:
                self.call_later(self.choose_practice, game, called)
            elif at == LESSON:
                self.call_later(self.teach, game, called)
            elif not isinstance(at, str):
                self.call_later(lambda: self.attempt(lambda: self.practise(game, at, called)))

    def _poll_watcher(self) -> None:
        assert self._watching is not None
        seen = next(self._watching)
        if isinstance(seen, str):
            self.tell(seen, "warn")
        elif seen is not None:
            self.exit(return_code=seen)

    def _after_paint(self, menu: StartMenu) -> None:
        self._tell_painted()
        menu.warn(refused().values())

    def _tell_painted(self) -> None:
        painted, self._painted = self._painted, None
        if painted is not None:
            painted()

    def on_unmount(self) -> None:
        self.house.stop()

    def _entries(self) -> list[tuple[str, str, str, Callable[[], object], str | None]]:
        running, finished = self.house.running(), self.house.finished()
        return [
            ("new", "New match", "seat people and bots", self.choose_game, None),
            ("continue", "Continue", f"{len(running)} going on", self.choose_match,
             None if running else "No match is going on: start a new one."),
            ("practice", "Practise", "alone with bots and a coach", self.choose_practice, None),
            ("replay", "Replay", f"{len(finished):,} finished", self.choose_replay,
             None if finished else "No match has finished yet."),
            ("seasons", "Seasons", f"{len(self.house.seasons.live)} kept here", self.seasons, None),
            ("league", "League", "who has won what", self.league,
             None if finished else "No match has finished yet."),
            ("rules", "Rules", "how to play, with the rulings", lambda: self.open_rules(), None),
            ("settings", "Settings", "your name, theme, idling", self._settings_screen, None),
            ("leave", "Leave", "everything is kept", self.action_leave, None),
        ]  # fmt: skip

    def league(self) -> None:
        """Open the league (SE-12); at one keyboard people are named after their seats."""
        from tui.screens.lobby.league import LeagueScreen

        people, finished = People(self.house.store, time.time, lambda n: b""), self.house.finished()
        own = own_matches(finished, "local", self._called) if self._called else ()
        self.push_screen(LeagueScreen(league(finished, named_rows(people)), match_counts(finished), own=own))

    def seasons(self) -> None:
        """Open the seasons. The keyboard's user is their host (SE-02)."""
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
        if self.house.is_finished(match):
            self.replay(match)
        else:
            self.play(match)

    def _settings_screen(self) -> None:
        from tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    def settings(self) -> Json:
        return {**super().settings(), "mouse": self._mouse, "called": self._called}

    def change_setting(self, name: str, value: Any) -> None:
        super().change_setting(name, value)
        if name == "mouse":
            self._mouse = value
        elif name == "called":
            self._called = value
        self._idle_chosen = self._idle_chosen or name == "idle_seconds"
        settings = {key: value for key, value in self.settings().items() if key != "idle_seconds" or self._idle_chosen}
        self.house.store.put("settings", "screens", settings)

    # --- seating -----------------------------------------------------------------------------------------------------
    def choose_game(self) -> None:
        self.ask(PickGame("Which match?", start=easiest()), self.fill_in)

    def choose_practice(self, game: str | None = None, called: str = "") -> None:
        screen = self.screen
        if isinstance(screen, GarnetScreen):
            begin, teach = (partial(do, called=called) for do in (self.practise, self.teach))
            choose_practice(screen, begin, teach, game)

    def _with_a_name(self, then: Callable[[str], None]) -> None:
        """Go on with the player's name, which is asked for once."""

        def named(called: str) -> None:
            self.change_setting("called", called)
            then(called)

        if self._called:
            then(self._called)
        else:
            self.ask(ask_name(), named)

    def teach(self, game: str, called: str = "") -> None:
        from tui.screens.table.lesson import LessonPlay

        if not called:
            self._with_a_name(partial(self.teach, game))
            return
        LessonPlay(self, game, called, self.house.clock, lambda of, at: self.practise(of, at, called)).open()

    def practise(self, game: str, position: Position | None, called: str = "") -> None:
        if not called:
            self._with_a_name(partial(self.practise, game, position))
            return
        table = practice.begin(self.house, game, "local", called, position)
        with_coach(self.memory, table, table.match.seats[0])
        self.call_later(self.play, table.match.header.match)

    def again(self, match: str) -> None:
        self._sit_anew(practice.again(self.house, match, "local").match.header.match)

    def _sit_anew(self, match: str, seat: str = "") -> None:
        self.screen.dismiss(None)
        self.call_later(self.play, match)

    def play_on(self, match: str, number: int | None = None) -> None:
        from tui.screens.result.playing_on import PlayingOn

        self.attempt(
            lambda: PlayingOn(self, self.house, self.house.table(match).match, "local", self._sit_anew).ask(number)
        )

    def fill_in(self, game: str) -> None:
        plan = MatchPlan.usual(game)
        if self._called:
            plan.seats[:] = [self._called, *spare_names([self._called])][: len(plan.seats)]
        self.push_screen(NewMatch(plan, self.seat_match))

    def seat_match(self, plan: MatchPlan) -> None:
        """Seat a new match and open its first curtain.

        Raises:
            Refused: The plan is invalid or has no person.
        """
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
        self._choose("Continue", [table.summary for table in self.house.running()], self.play)

    def _choose(self, title: str, matches: Sequence[Summary], opening: Callable[[str], object]) -> None:
        def chosen(match: str) -> None:
            self.open_slowly(f"Opening {self.house.summary(match).title} ...", lambda: opening(match))

        self.ask(PickMatch(title, matches, lambda summary: day_of(summary, self.house, self.zone)), chosen)

    # --- the table that is passed around -----------------------------------------------------------------------------
    def play(self, match: str, notices: Sequence[str] = ()) -> None:
        table = self.result_of(lambda: SharedTable(self, self.house, match, self._pins, lambda: self._idle_chosen))
        if table is not None:
            table.open(notices)

    @property
    def shared(self) -> CurtainTable | None:
        curtain = self.stack.find(Curtain)
        return curtain.shared if isinstance(curtain, Curtain) else None

    def blank(self) -> None:
        """Drop the curtain instead of blanking, if there are secrets."""
        table = self.shared
        if table is not None and not table.alone and any(screen.id == "table" for screen in self.screen_stack):
            table.let_fall()
        else:
            super().blank()

    # --- replay ------------------------------------------------------------------------------------------------------
    def choose_replay(self) -> None:
        self._choose("Replay", self.house.finished(), self.replay)

    def replay(self, match: str, turn: int | None = None, eyes: str | None = None) -> None:
        """Open a finished match in any seat's view; in everybody's if its record is public (CM-09). `turn`: turning
        point to begin at."""
        try:
            summary = self.house.replayed(match)
            if eyes is not None and eyes not in summary.seats:
                raise Refused("not_seated", f"Nobody called {quoted(eyes)} was seated at {match}.")
            stored = self.house.journal(match)
        except Refused as refusal:
            self.refuse(refusal)
            return
        from tui.screens.result.past_tables import EVERYONE
        from tui.screens.result.replay import ReplayScreen

        opened = Replay(stored.header, stored.entries)
        seats = opened.header.seats
        if opened.is_public:
            eyes = eyes or EVERYONE
            self.push_screen(ReplayScreen(opened, (*seats, EVERYONE), at=eyes, turn=turn, own=self._alone(opened)))
        else:  # the record stays secret: each seat sees its own, behind its PIN
            first = eyes or seats[0]

            def may(name: str, look: Callable[[], None]) -> None:
                self._pins.prove(match, name, look)

            self._pins.prove(match, first, lambda: self._push_replay(opened, seats, first, may))

    def _alone(self, opened: Replay) -> tuple[str, ...]:
        """Seat of the only person at this keyboard, if it has no PIN: its private parts need no protection."""
        mine = tuple(seat for seat, holder in opened.final.holders.items() if holder == "local")
        return mine if len(mine) == 1 and mine[0] not in self._pins.seats_with_pin(opened.header.match) else ()

    def _push_replay(self, opened: Replay, seats: tuple[str, ...], moment: str, may: Callable[..., None]) -> None:
        from tui.screens.result.replay import ReplayScreen

        self.push_screen(ReplayScreen(opened, seats, at=moment, may=may, turn=None))
