"""The app of one session. Many run in one process, so nothing belongs to the process: time comes from the seats,
colours from its maker."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import tzinfo
from typing import Any, Literal

from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.color import Color
from textual.dom import DOMNode
from textual.filter import NoColor
from textual.geometry import Size
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, TextArea

import themes
from core.contract import Spec
from core.json import Json
from core.refusal import Refused
from core.table.seat import Seat
from core.talk.channels import JOINERS, without_controls
from core.words.rulebook import Paragraph, own_rules
from tui.app import stack as leaving
from tui.app.fitting import Fitted
from tui.app.followed_seats import owes
from tui.app.memory import DocumentShelf, Forgetful, SeatMemory
from tui.app.services import PaletteCommand, T
from tui.app.stack import Keyboard, Stack
from tui.app.theming import textual_theme
from tui.games import do_without
from tui.games.fence import Clashing, at_fault
from tui.screens.base import GarnetScreen, R, attempt, result_of
from tui.screens.dialogs import Blank, Pick, TooSmall
from tui.textual_seam import OpenApp, is_going
from tui.widgets.choices import Row
from tui.widgets.frame import StatusLine, Tone
from tui.widgets.writing import Addressee, SayLine, field_addressee
from tui.words import text

log = logging.getLogger(__name__)

SMALLEST = (40, 15)
"""Columns and rows below which only a sentence is drawn."""

LEAVE = "ctrl+q"

HELD_SECONDS = 3.0
"""Seconds after which withheld output is painted in any case."""


class GarnetApp(OpenApp):
    """The app of a session. `memory` persists between visits; `zone` is the user's time zone."""

    CSS_PATH = themes.SHEET
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Garnet House"
    BINDINGS = [Binding(LEAVE, "leave", "leave", show=False, priority=True, id="leave", tooltip="Leave the house.")]

    def __init__(
        self,
        *,
        theme: str | None = None,
        no_color: bool = False,
        zone: tzinfo | None = None,
        memory: DocumentShelf | None = None,
        idle_seconds: float | None = None,
    ) -> None:
        """`no_color`: send no colours with any theme. `idle_seconds`: time without a key before a private screen
        blanks; None for never."""
        super().__init__()
        self.animation_level: Literal["none", "basic", "full"] = "none"
        self.zone = zone
        self.memory: DocumentShelf = memory or Forgetful()
        self.idle_seconds = idle_seconds
        self.by_thumb = False
        """True on a phone's page: rows to choose from are two lines high."""
        self.motion = False
        """True if pieces move when a round closes."""
        self.trouble: str | None = None
        """Why the requested theme is not used; None if it is."""
        self.share_rules()
        self.no_color = no_color
        if no_color:
            self.convert = lambda segments: NoColor().apply(segments, Color(0, 0, 0))
        self._keyboard = Keyboard(self, self._type)
        self.stack = Stack(self)
        self._held = False
        self._holding = ExitStack()
        self.use_theme(themes.COLOURLESS if no_color else theme or themes.USUAL)

    # --- themes
    def use_theme(self, name: str) -> None:
        try:
            if name not in self.available_themes:
                self.register_theme(textual_theme(name))
        except themes.BadTheme as trouble:
            self.trouble = str(trouble)
            name = themes.USUAL
            if name not in self.available_themes:
                self.register_theme(textual_theme(name))
        self.theme = name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        # Names that must exist in every theme, Textual's included, for the style sheet to be readable.
        return {**themes.variables(themes.load(themes.USUAL))}

    # --- the coach
    def coach_key(self, seat: Seat) -> str | None:
        """Return the key of the coach's memory for this player; None if the coach must not come unasked."""
        return None

    # --- screens
    def get_default_screen(self) -> Screen[Any]:
        return Fitted(id="_default")

    def push_screen(self, screen: Any, callback: Any = None, wait_for_dismiss: Any = False, **more: Any) -> Any:
        """Open a requested screen once, never under a cover, where it could not be closed."""
        if self.stack.asked_too_late():
            return AwaitComplete()
        return self.open_screen(screen, callback, wait_for_dismiss, **more)

    def ask(self, dialog: Screen[T], then: Callable[[T], object]) -> None:
        """Open a dialog. `then` gets the answer, unless it was closed without one."""
        self.push_screen(dialog, lambda answer: None if answer is None else then(answer))

    def open_screen(self, screen: Any, callback: Any = None, *given: Any, **more: Any) -> Any:
        if self.stack.open_already(screen):
            return AwaitComplete()
        if self.stack.has_cover:
            self.stack.when_uncovered(lambda: self.open_screen(screen, callback, *given, **more))
            return AwaitComplete()
        if self.stack.origin is not None and isinstance(screen, GarnetScreen):
            screen.withhold_keys()
        return super().push_screen(screen, callback, *given, **more)

    def open_slowly(self, words: str, do: Callable[[], object]) -> None:
        """Announce and then open a slow screen (`do`). Keys typed before it is ready are dropped."""
        self.tell(words)
        self.stack.origin = self.stack.top
        self.screen.call_after_refresh(self.call_later, self._open_slowly, do)  # by the app, not by the page that asked

    def _open_slowly(self, do: Callable[[], object]) -> None:
        try:
            do()
        finally:
            if self.stack.top is self.stack.origin:  # refused
                self.stack.origin = None

    # --- saying something, whatever is on top
    def tell(self, sentence: str, tone: Tone = "faint", ruling: str | None = None) -> None:
        if (speaker := self.stack.speaker) is not None:
            speaker.tell(sentence, tone, ruling)

    @property
    def status_text(self) -> str:
        """Text of the status line of the screen that is seen, or will be when uncovered; empty without one."""
        speaker = self.stack.speaker
        return "" if speaker is None else next((status.message for status in speaker.query(StatusLine)), "")

    def refuse(self, refusal: Refused) -> None:
        self.tell(refusal.message, "bad", refusal.ruling)

    def attempt(self, doing: Callable[[], object], done: str = "") -> bool:
        return attempt(self, doing, done)

    def result_of(self, doing: Callable[[], R]) -> R | None:
        return result_of(self, doing)

    # --- painting
    def hold(self) -> None:
        """Paint nothing until `show_after`, or for HELD_SECONDS: screens that are covered at once need no painting."""
        if not self._held:
            self._held = True
            self._holding.enter_context(self.batch_update())
            self.set_timer(HELD_SECONDS, self._show)

    def show_after(self, turns: int) -> None:
        if turns and self.screen_stack:
            self.screen.call_after_refresh(self.show_after, turns - 1)
        else:
            self._show()

    @property
    def painting_held(self) -> bool:
        return self._held

    def _show(self) -> None:
        if self._held:
            self._held = False
            self._holding.close()
            if not self.screen_stack:  # the app is ending
                return
            self.screen.refresh()
            if (speaker := self.stack.speaker) is not None:  # even under a cover, which may be removed later
                speaker.call_after_refresh(speaker.note_visible)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        sentence = f"{title}: {message}" if title else message
        self.tell(sentence, "faint" if severity == "information" else "warn")

    # --- trouble
    def forgives(self, error: Exception) -> bool:
        """Forgive errors of screens that were left before they were ready: Textual would end the app."""
        return leaving.is_forgivable(error) or self._replace_failed_panel(error, at_it=leaving.failing_node(error))

    def may_act(self, namespace: DOMNode) -> bool:
        return not isinstance(namespace, GarnetScreen) or namespace.is_usable

    def handle_failure(self, namespace: DOMNode, error: Exception) -> bool:
        return (isinstance(error, leaving.PART_IS_MISSING) and is_going(namespace)) or self._replace_failed_panel(error)

    def _replace_failed_panel(self, error: Exception, *, at_it: object = None) -> bool:
        """Replace a failed panel from outside; True if the general panel takes its place at once. A failed screen
        (`at_it`) is replaced when seen next."""
        from tui.games.base import GamePanel  # menus do not need it

        fault = at_fault(leaving.cause(error), GamePanel)
        if fault is None:
            return False
        kind, panel = fault
        do_without(kind)
        log.error("The panel %s of a game from outside failed; its author must be told.", kind.__name__, exc_info=error)
        inside = at_it is None or (isinstance(at_it, Widget) and panel in at_it.ancestors_with_self)
        if not isinstance(panel, GamePanel) or not inside:
            return False
        if panel.refused or not isinstance(panel.parent, Widget):  # it is being removed
            return True
        panel.refused = True
        panel.display = False  # it may be the part that cannot be laid out or painted
        sentence = f"The game's own screen failed ({type(error).__name__}): its author must be told."
        return panel.parent.post_message(Clashing(panel, f"{sentence} You play on the general one."))

    def report_crash(self) -> None:
        log.error("a session crashed", exc_info=True)

    # --- the end
    def before_closing(self) -> None:
        """Save open notes while their editors exist. Every part still leaves its seat."""
        if panes := [node for node in self.parts if node.id == "notes"]:
            from tui.widgets.writing import Notes  # importing an editor takes a while, and menus have none

            for notes in panes:
                if isinstance(notes, Notes):
                    notes.keep()
        self._held = True  # opening screens hold nothing back any more
        self._holding.close()

    # --- remembering
    def seat_memory(self, match: str, seat: str | None) -> SeatMemory:
        return SeatMemory(self.memory, match, seat)

    # --- small terminals
    def on_resize(self, event: events.Resize) -> None:
        self.guard_size(event.size)

    def guard_size(self, size: Size | None = None) -> None:
        small = self.is_small(size or self.size)
        cover = self.stack.find(TooSmall)
        if small and cover is None:
            super().push_screen(TooSmall(), self._uncovered)
        elif not small and cover is not None and self.screen is cover:
            cover.dismiss()

    @staticmethod
    def is_small(size: Size) -> bool:
        return size.width < SMALLEST[0] or size.height < SMALLEST[1]

    def _uncovered(self, _: None) -> None:
        self.call_after_refresh(self.stack.uncover)

    # --- what every screen can open
    def open_help(self, topic: str) -> None:
        from tui.screens.help import HelpScreen

        self.push_screen(HelpScreen(topic, self.screen))

    def open_palette(self, commands: tuple[PaletteCommand, ...]) -> None:
        from tui.screens.help import Palette

        self.ask(Palette(self.screen, (*commands, *self.house_commands())), lambda do: do())

    def open_rules(
        self, game: str | None = None, seat: Seat | None = None, headings: Sequence[str] = (),
        marks: Sequence[Paragraph] = (), spec: Spec | None = None,
    ) -> None:  # fmt: skip
        """Open the rule book. At a table (`seat`) it omits sections that its match shows later. `headings`:
        headings and ruling numbers, of which the first opens. `marks`: leading paragraphs. `spec`: of a match."""
        from tui.screens.help import RulesScreen

        if seat is None:
            self.push_screen(RulesScreen(game, own=own_rules(spec) if spec else (), headings=headings))
        else:
            later, answered, own = seat.game.later_pages(seat.view()), seat.answered(), own_rules(seat.spec)
            screen = RulesScreen(game, later=later, answered=answered, own=own, headings=headings, marks=marks)
            self.push_screen(screen)

    def choose(self, title: str, rows: Sequence[Row], picked: Callable[[str], object]) -> None:
        """Ask for one of some rows. For widgets, which know no dialogs."""
        self.ask(Pick(title, rows), picked)

    def open_unasked(self, make: Callable[[], GarnetScreen[Any]]) -> None:
        """Open an unrequested page, but never under a cover or while a line is being typed."""
        if self.stack.has_cover or self.stack.is_writing:
            self.stack.when_uncovered(lambda: self.open_unasked(make))
        else:
            page = make()
            page.withhold_keys()
            self.open_screen(page)

    def announce_report(self, seat: Seat) -> None:
        if self.stack.is_writing:
            word = seat.spec.round_word
            self.tell(f"The {word} is over. What happened is shown when you have written this: Enter or Esc.", "warn")
            self.stack.when_uncovered(lambda: self.show_report(seat, requested=False))
        else:
            self.show_report(seat, requested=False)

    def replay(self, match: str, turn: int | None = None) -> None:
        """Open a finished match's replay, at turning point `turn` if given. Apps with access to journals override
        this."""
        self.tell("Go back (q) to open the replay.")

    def again(self, match: str) -> None:
        """Begin the table of a finished match anew. Apps that can make matches override this."""
        self.tell("Make a new match at the start.")

    def play_on(self, match: str, number: int | None = None) -> None:
        """Go on from a round of a finished match; None asks which. Apps that can make matches override this."""
        self.tell("Go back (q) to play on from a replay.")

    async def book_before(self, seat: Seat, other: str) -> list[str]:
        """Return what the player agreed with `other` before this match. A session of a house overrides this."""
        return []

    def show_report(self, seat: Seat, requested: bool = True) -> None:
        """Show the unread closes, or the last one. They count as read when the page is left."""
        from tui.screens.table.catch_up import CatchUpScreen
        from tui.screens.table.log import ReportScreen

        since = self.stack.find(CatchUpScreen)
        if isinstance(since, CatchUpScreen):  # a page that is open or waiting is extended
            since.again()
            return
        if self.stack.has_cover:  # nothing private over a blanked screen; a page comes when it is back
            self.stack.when_uncovered(lambda: self.show_report(seat, requested))
            return
        memory = self.seat_memory(seat.frame().match, seat.name)
        closed = len(seat.closed_rounds())
        seen = memory.get("seen", 0)
        report = self.stack.find(ReportScreen)
        if isinstance(report, ReportScreen):
            report.again()
        else:
            page = ReportScreen(seat, seen if seen < closed else None)
            if not requested:
                page.withhold_keys()
            self.open_screen(page, lambda _: memory.put("seen", len(seat.closed_rounds()), soon=True))

    def unread_closes(self, seat: Seat) -> int:
        closed = len(seat.closed_rounds())
        seen: int = self.seat_memory(seat.frame().match, seat.name).get("seen", 0)
        return closed - seen if seen <= closed else 0

    def addressee(self) -> Addressee | None:
        """Return the target of words typed beside the terminal: the focused field, else the shown conversation, else
        None."""
        screen, field = self.screen, self.focused
        if isinstance(field, Input | TextArea) and not isinstance(field, SayLine):
            return field_addressee(field, "here")
        return screen.addressee() if isinstance(screen, GarnetScreen) else None

    def go(self, kind: str, value: str) -> None:
        """Act on the page around the terminal: open a `thread`, answer terms, or note that a line is being written on
        it (`writing`, empty for no more)."""
        from tui.widgets.talk import Talk

        if kind == "writing":
            self.stack.page_writes = bool(value)
            self.stack.uncover()
            return
        for talk in self.screen.query(Talk):
            talk.press(kind, value)

    def heading(self) -> str:
        """Title of the page's tab: the number of unread messages, the players on turn, the match."""
        from tui.screens.table.screen import TableScreen
        from tui.widgets.threads import unread

        table = self.stack.find(TableScreen)
        if not isinstance(table, TableScreen):
            return self.TITLE or ""
        frame = table.seat.frame()
        count = 0 if table.seat.name is None else sum(unread(table.seat, table.memory).values())
        on_turn = () if frame.stage is None else frame.stage.seats
        is_due = table.seat.name is not None and owes(table.seat)
        whose = "Your turn · " if is_due else f"{text.joined(on_turn)}'s turn · " if on_turn else ""
        return f"{f'({count}) ' if count else ''}{whose}{frame.title}"

    def house_commands(self) -> tuple[PaletteCommand, ...]:
        from tui.screens.settings import SettingsScreen

        return (
            PaletteCommand("Settings", "Theme, colours, idle time, mouse.", lambda: self.push_screen(SettingsScreen())),
            PaletteCommand("Leave the house", "Drafts are kept.", self.action_leave),
        )

    async def on_event(self, event: events.Event) -> None:
        """Report keys as activity to every screen. Input after leaving is dropped: no screen may be left to take it."""
        if self.exiting and isinstance(event, events.InputEvent | events.Paste):
            return
        if isinstance(event, events.Key | events.MouseDown) and not event.is_forwarded:
            for screen in self.screen_stack:
                note_key = getattr(screen, "note_key", None)
                if note_key is not None:
                    note_key()
        if isinstance(event, events.Paste):
            event.text = without_controls(event.text)  # a shared keyboard's terminal leaves them in
        if isinstance(event, events.Key) and event.character in JOINERS:
            event = events.Paste(event.character)  # a field would drop an unprintable letter
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self._keyboard.take(event)
        else:
            await super().on_event(event)

    async def _type(self, event: events.Event) -> None:
        leaves = isinstance(event, events.Key) and event.key == LEAVE
        if not self.exiting and (leaves or not self.stack.typed_too_early(event)):
            await super().on_event(event)

    def blank(self) -> None:
        if self.stack.find(Blank) is None:
            super().push_screen(Blank(), self._uncovered)

    def action_leave(self) -> None:
        self.exit()

    def action_help_quit(self) -> None:
        self.tell("q goes back; Ctrl-Q leaves the house. Drafts are kept.")

    # --- settings that a person may change; kept by whoever overrides these
    def settings(self) -> Json:
        return {"theme": self.theme, "idle_seconds": self.idle_seconds, "motion": self.motion}

    def change_setting(self, name: str, value: Any) -> None:
        if name == "theme":
            self.use_theme(value)
        elif name == "idle_seconds":
            self.idle_seconds = value
        elif name == "motion":
            self.motion = bool(value)
