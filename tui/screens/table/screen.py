"""The table of one seat at one match: frame, the game's panel, talk, notes; sealing, drafts and readiness."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widget import Widget

from core.bots.coach import Hint
from core.match.records import Change
from core.refusal import Refused
from core.table.coached import CoachedSeat
from core.table.seat import Seat
from core.talk.channels import LINE, Message
from core.words.gallery import remark_rows
from core.words.rulebook import MARKS
from tui.app.memory import SeatMemory
from tui.app.services import PaletteCommand
from tui.games import panel_class
from tui.games.place import PanelPlace, let
from tui.screens.anew import PlaysAnew
from tui.screens.base import WIDE
from tui.screens.dialogs import AskLine
from tui.screens.releasing import LetReadDialog
from tui.screens.table.announcements import Announcements, Pinned, TimesScreen
from tui.screens.table.aside import ENDED, TALKING, Side, TableTimer, explain, name_and_ready, panes, rules_now, topic
from tui.screens.table.catch_up import Closes
from tui.screens.table.coach import CoachLine, TableCoach
from tui.screens.table.log import LogScreen, ReportScreen, went_back
from tui.screens.table.ordering import Hook, OrderingScreen
from tui.widgets.boxes import Horizontal
from tui.widgets.ending import EndingPane
from tui.widgets.frame import FrameLine, KeysLine, StatusLine, Tabs
from tui.widgets.talk import Talk
from tui.widgets.threads import newest_unread, thread_id, threads, unread
from tui.widgets.watching import WatchLines
from tui.widgets.writing import Addressee, Notes, SayLine
from tui.words import text
from tui.words.notices import arrived_words, told_words

LATEST = 5
"""Latest remarks of spectators shown above the input."""
BESIDE_RESULT = 190
"""Columns from which talk stays beside the result."""


class TableScreen(OrderingScreen, PlaysAnew):
    """A seat's place at the table. It knows its `Seat` only."""

    BINDINGS = [
        Binding("t", "talk", "talk", id="table.talk", tooltip="Talk and proposals."),
        Binding("O", "offer", "offer terms", show=False, id="table.offer", tooltip="Terms with what the cursor is at."),
        Binding("K", "book", "book", show=False, id="table.book", tooltip="What you agreed on, and how it went."),
        Binding("n", "notes", "notes", id="table.notes", tooltip="Your private notes."),
        Binding("L", "log", "log", id="table.log", tooltip="Round by round: what you ordered and were told."),
        Binding("D", "times", "times", show=False, id="table.times", tooltip="When rounds close, in your own time."),
        Binding(
            "N", "announcements", "announcements", show=False, id="table.announcements", tooltip="The host's words."
        ),
        Binding("C", "coach", "coach", show=False, id="table.coach", tooltip="The coach: what to do now, and why."),
        Binding("H", "hush", "hush", show=False, id="table.hush", tooltip="Send the coach away."),
        Binding("R", "rules", "rules", id="table.rules", tooltip="How to play, with the rulings; searchable."),
        Binding("M", "marks", "marks", id="table.marks", tooltip="What it says: the marks under the cursor in words."),
    ]

    def __init__(
        self,
        seat: Seat,
        *,
        read_only: bool = False,
        sealing_is_ready: bool = False,
        after_seal: Hook | None = None,
        after_close: Hook | None = None,
        idle: Hook | None = None,
        leave_twice: bool = False,
        goal: Hint | None = None,
        plan: CoachedSeat | None = None,
    ) -> None:
        """Make the screen of a seat.

        Args:
            sealing_is_ready: Sealing also says ready.
            after_seal: Called after orders were sealed.
            after_close: Called after a close; None: the screen shows the report itself.
            idle: Called after the app's `idle_seconds` without a key; None: the screen blanks.
            leave_twice: q must be pressed twice to leave.
            goal: A lesson's goal, shown in the coach's line instead of the steps.
            plan: A lesson's own coach; None for the usual.
        """
        self._quick = panel_class(seat.frame().game).QUICK
        sealing_is_ready = sealing_is_ready or self._quick
        super().__init__(seat, read_only=read_only, sealing_is_ready=sealing_is_ready, after_seal=after_seal)
        self._after_close, self._idle = after_close, idle
        self._changed_kinds: set[str] = set()
        self._owed: set[str] = set()
        """Changes that arrived while the table was covered; painted when it returns."""
        self._closes = Closes(seat, self._quick)
        self._timer = TableTimer(self, seat, self.tick, lambda: None if read_only else self.services.idle_seconds)
        self._leave_twice, self._asked_at = leave_twice, -2
        self._aside = ""
        self._coach = TableCoach(self, goal, plan)
        self._told: Message | None = None
        """Latest words that the last line has said, or that came before this screen."""

    # --- putting it together -----------------------------------------------------------------------------------------
    def compose(self) -> ComposeResult:
        self.fit_width()
        self._fit_ended()
        app = self.services
        self.memory = app.seat_memory(self.seat.frame().match, self.seat.name)
        yield FrameLine(self.seat, app.zone)
        yield Tabs(self._tabs)
        yield Pinned(self.seat, self.memory, app.zone)
        yield CoachLine()
        with Horizontal(id="body"):
            yield PanelPlace(self.seat, self.memory, app.zone, read_only=self._frozen)
            yield Side(
                self.seat, self.memory, app.zone, lambda: self.panel,
                read_only=self._frozen, opened=self.app.size.width >= WIDE,
            )  # fmt: skip
        yield StatusLine()
        yield KeysLine()

    def gone(self) -> Refused | None:
        """Return why the viewer may not stay, or None."""
        return self.seat.gone()

    @property
    def place(self) -> PanelPlace:
        return self.query_one(PanelPlace)

    def on_mount(self) -> None:
        self._coached = self._coach.arrive()  # before the layout, because its row counts
        self.services.hold()  # until the side panes are mounted, so that the table appears complete
        self._told = None if self.seat.name is None else newest_unread(self.seat, self.memory)
        self.seat.listen(self._repaint_soon)
        self.seat.arrive()
        self._timer.schedule()
        self.call_after_refresh(self._settle)

    def _welcome(self, *, quietly: bool) -> None:
        """Tell each person once for each game where the rules are. `quietly`: the coach does it."""
        status, game, draft = self.query_one(StatusLine), self.seat.frame().game, self.seat.draft()
        if draft is not None and draft.source and not self._frozen:  # HH-51; until it is changed, sealed or gone
            self.tell(f"{draft.source} It is a draft: s seals it.", "warn")
            return
        if self.seat.name is None or self.panel is None or self.panel.read_only or status.message:
            return
        known = SeatMemory(self.services.memory, "games known", self.seat.name)
        if not known.get(game) and not self._coach.teaches:
            known.put(game, True, soon=True)
            if quietly:
                return
            words = f"New to {self.seat.frame().game_title}? R: how to play; M: the marks; ?: the keys."
            self.tell(words if len(words) < self.size.width else "New? R: how to play; M: marks; ?: keys.")

    async def _settle(self) -> None:
        if not self.is_usable:
            return
        await self._fit_panel()
        if not self.is_usable:  # left meanwhile
            return
        self._focus_panel()
        self._welcome(quietly=self._coached)
        if self.size.width >= WIDE and not self._aside:
            await self.query_one(Side).open()
        self.services.show_after(1)

    def _fit_ended(self) -> None:
        """After the end the result has the full width unless both fit; t opens talk. Spectators have no talk."""
        over = self.seat.frame().phase == "finished"
        self.set_class(self.seat.name is None or (over and self.app.size.width < BESIDE_RESULT), "-ended")

    async def on_resize(self) -> None:
        self._fit_ended()
        if self.is_usable:
            if self.size.width >= WIDE:
                await self.query_one(Side).open()
            await self._fit_panel()
            self._coach.show()

    async def _fit_panel(self) -> None:
        if await self.place.fit() and not self._aside and self.is_usable:
            self._focus_panel()

    def on_unmount(self) -> None:
        self.seat.depart()
        self.services.show_after(0)  # left before it was shown

    # --- hearing -----------------------------------------------------------------------------------------------------
    @property
    def patience(self) -> float:
        return self._timer.patience

    def _repaint_soon(self, change: Change) -> None:
        if not self._changed_kinds:
            if wait := self.patience:
                self.set_timer(wait, self._repaint)
            else:
                self.call_later(self._repaint)
        self._changed_kinds.add(change.kind)

    async def _repaint(self) -> None:
        kinds, self._changed_kinds = self._changed_kinds, set()
        if not self.is_usable or "gone" in kinds:  # the screen that opened it closes it
            return
        self._fit_ended()
        if "closed" in kinds:
            await self._after_a_close()
        self._say_what_took_ready(kinds)
        self._say_whose_turn(kinds)
        if "news" in kinds and (news := self.seat.news()):
            self._closes.heard_news()
            self.tell(told_words(news[-1], self.seat.now, self.services.zone), "warn")
        if self.is_hidden():
            self._owed |= kinds
        else:
            self._show(kinds)
        if kinds & {"said", "apart"}:
            self._say_what_arrived()
        self._coach.follow()
        self._timer.schedule()

    def _say_what_arrived(self) -> None:
        """Say in the last line who wrote what, unless it is read already, or a warning stands there."""
        new = newest_unread(self.seat, self.memory)
        before, self._told = self._told, new or self._told
        status = self.query_one(StatusLine)
        if new is None or new == before:
            return
        if not status.warns or (before is not None and status.message == arrived_words(before, status.rests)):
            status.tell(arrived_words(new, status.rests), "warn" if new.channel == LINE else "faint", key="t")

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        owed, self._owed = self._owed, set()
        if owed and self.is_usable:
            self._show(owed)

    def _show(self, kinds: set[str]) -> None:
        self.query_one(FrameLine).redraw()
        self.query_one(Tabs).redraw()
        self.query_one(Pinned).show_unread()
        if self.panel is not None and kinds & {
            "closed", "orders", "told", "turn", "draft", "news", "said", *(["ready"] if self._quick else [])
        }:  # fmt: skip
            let(self.panel, self.panel.show)
        for ending in self.query(EndingPane):
            ending.show()
        for page in self.query(WatchLines):
            if kinds - {"seals", "ready"}:  # the frame shows how many have sealed
                page.show(moving=bool(self.services.settings().get("motion")))
        self.query_one(Side).show(kinds)
        self._coach.show()

    async def _after_a_close(self) -> None:
        self.tell("")
        if self._after_close is not None:
            self._after_close(self)
            return
        if not self._quick:
            self.services.hold()  # the report covers the table
        if await self.place.turn():
            self._focus_panel()
            self.refresh_bindings()
        self._say_what_closed()
        if not self._quick:
            self.services.show_after(2)

    def _say_what_closed(self) -> None:
        close = self._closes.latest(self.memory)
        if close.kind != "played" and isinstance(self.focused, SayLine) and not self.focused.value:
            self.query_one("#threads").focus()  # a page must not return the player into the input of a public line
        if close.kind == "played":
            self.tell(close.words, "good")
            if self.seat.can_act:
                self.app.bell()  # it is this player's turn, and turns are short
        elif close.kind == "report":
            self.services.announce_report(self.seat)
        elif close.kind == "back":
            for report in self.app.screen_stack:
                if isinstance(report, ReportScreen):
                    report.again()  # the reported round is undone
            self.services.open_unasked(lambda: went_back(self.seat, close.words))
        elif close.kind == "opened":
            self.tell(close.words)
        else:
            self.tell(close.words, "warn")

    def on_talk_read(self) -> None:
        self.query_one(Tabs).redraw()
        self.refresh_bindings()
        status = self.query_one(StatusLine)
        if self._told is not None and status.message == arrived_words(self._told, status.rests):
            self.tell("")

    # --- time --------------------------------------------------------------------------------------------------------
    def tick(self) -> None:
        self.query_one(FrameLine).redraw()
        if self.panel is not None:
            let(self.panel, self.panel.tick)
        for page in self.query(WatchLines):
            page.redraw()
        self._coach.follow(ticks=True)
        if self._timer.became_idle():
            if self._idle is not None:
                self._idle(self)
                return
            self.services.blank()
        self._timer.schedule()

    def note_key(self) -> None:
        self._timer.note_key()

    # --- what it says ------------------------------------------------------------------------------------------------
    def _tabs(self) -> tuple[str, Sequence[tuple[str, str, int, bool]]]:
        waiting = 0 if self.seat.name is None else sum(unread(self.seat, self.memory).values())
        shown = panes(self.seat.name is not None, self._aside, self.size.width >= WIDE, waiting)
        return name_and_ready(self.seat.frame(), self.seat.name), shown

    def addressee(self) -> Addressee | None:
        return next((talk.addressee() for talk in self.query(Talk)), None)

    def key_word(self, binding: Binding) -> str:
        """Talk names the conversation that it opens."""
        if binding.id != "table.talk" or self.seat.name is None:
            return binding.description
        new = newest_unread(self.seat, self.memory)
        panel = None if self._aside else self.panel
        named = panel.named() if new is None and panel is not None else None
        if new is not None:
            named = next((each.label for each in threads(self.seat) if each.id == thread_id(new)), None)
        return f"talk to {named}" if named else binding.description

    def coached_words(self) -> str:
        return self._coach.words

    def help_text(self) -> str:
        panel, words = self.panel, topic(self.seat.frame(), self.seat.name)
        if self.query(EndingPane):
            return ENDED
        if self.seat.name is None:
            return f"{words}\n\n{panel_class(self.seat.frame().game).SECRET}".strip()
        if self.focused is not None and any(isinstance(node, Talk) for node in self.focused.ancestors_with_self):
            words = f"{TALKING}\n\n{words}"
        return f"{words}\n\n{panel.TOPIC}".strip() if panel is not None else words

    def commands(self) -> tuple[PaletteCommand, ...]:
        if self.seat.name is None:
            return ()
        report = partial(self.services.show_report, self.seat)
        commands = [PaletteCommand("What happened", "The report of the last round.", report)]
        if not self._frozen and self.seat.frame().gallery is not None:
            about = "What of your words the gallery of this match may read."
            commands += [PaletteCommand("Gallery", about, lambda: self.app.push_screen(LetReadDialog(self.seat)))]
        if not self._frozen:
            about = "Back to what is sealed, or to nothing."
            commands += [PaletteCommand("Coach", "Step by step through this round, and why.", self._coach.open),
                         PaletteCommand("Throw the draft away", about, self._throw_draft)]  # fmt: skip
        return tuple(commands)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A spectator has no notes, and can only talk to other spectators (HH-64)."""
        if action == "talk":
            return self.seat.name is not None or self.seat.may_remark
        if action in ("notes", "again", "play_on"):
            frame = self.seat.frame()
            fits = action == "notes" or frame.phase == "finished" or (action == "play_on" and frame.practice)
            return self.seat.name is not None and fits
        if action in ("coach", "hush"):
            return self.seat.name is not None and not self._frozen
        return super().check_action(action, parameters)

    def match_and_round(self) -> tuple[str, int | None]:
        return self.seat.frame().match, None

    # --- panes -------------------------------------------------------------------------------------------------------
    async def action_talk(self) -> None:
        """Open a conversation: the latest unread one, that of the seat under the cursor, or the last one. Spectators
        remark instead."""
        if self.seat.name is None:
            remarks = text.lines([text.line(*row) for row in remark_rows(self.seat.remarks()[-LATEST:], "")])
            self.app.push_screen(AskLine("Say to the others who watch", remarks, longest=2000, take=self.seat.remark))
            for page in self.query(WatchLines):
                page.has_read()
            return
        panel = None if self._aside else self.panel
        new = newest_unread(self.seat, self.memory)
        wanted = thread_id(new) if new is not None else None if panel is None else panel.named()
        await self._go_aside("talk", "#threads")
        for talk in self.query(Talk):
            talk.open_with(wanted)

    async def action_offer(self) -> None:
        """Open the composer of terms with the thing under the cursor: a cell of the matrix, a room, a place, a
        letter."""
        panel = self.panel
        if self.seat.name is None or panel is None or self._frozen:
            self.tell("No terms can be offered here now.")
            return
        await self.query_one(Side).open()
        self.query_one(Talk).offer_to(panel.named(), panel.under())

    async def action_book(self) -> None:
        if self.seat.name is not None:
            await self.query_one(Side).open()
            self.query_one(Talk).show_book(None if self.panel is None else self.panel.named())

    async def action_notes(self) -> None:
        await self._go_aside("notes", "")
        if self.seat.name is not None:
            await self.query_one(Notes).write()

    async def _go_aside(self, pane: str, focus: str) -> None:
        if self.seat.name is None:
            self.tell("You are watching: talk is the players' own.")
            return
        await self.query_one(Side).open()
        if not self.is_usable:  # left meanwhile
            return
        self._show_aside(pane)
        if focus:
            self.query_one(focus).focus()

    def _show_aside(self, pane: str) -> None:
        self._aside = pane
        self.set_class(bool(pane), "-aside")
        self.set_class(pane == "talk", "-talk")
        self.set_class(pane == "notes", "-notes")
        self.query_one(Tabs).redraw()
        for talk in self.query(Talk):
            self.call_after_refresh(talk.show)

    def _focus_panel(self) -> None:
        target: Widget | None = None
        if self.panel is not None:
            target = self.panel.preferred_focus()
        elif self.query(WatchLines):
            target = self.query_one(WatchLines)
        else:
            ending = [widget for widget in self.query("#ending *") if widget.can_focus and widget.display]
            target = ending[-1] if ending else None  # the choice, if one is due
        self.set_focus(target)

    def action_back(self) -> None:
        if isinstance(self.focused, SayLine):
            self.query_one("#threads").focus()
        elif self._aside or (self.focused is not None and self.query_one("#side") in self.focused.ancestors):
            for notes in self.query(Notes):
                notes.keep()
            self._show_aside("")
            self._focus_panel()
        elif self.panel is not None and self.panel.step_back():
            return
        elif self._leave_twice and self._asked_at != self._timer.keys - 1:
            self._asked_at = self._timer.keys
            self.tell("q again leaves the table; what you have drafted is kept.")
        else:
            self.leave()

    def leave(self) -> None:
        for notes in self.query(Notes):
            notes.keep()
        self.dismiss()

    def action_times(self) -> None:
        self.app.push_screen(TimesScreen(self.seat, self.services.zone))

    def action_announcements(self) -> None:
        page = Announcements(self.seat, self.memory, self.services.zone)
        self.app.push_screen(page, lambda _: self.query_one(Pinned).show_unread())

    def action_coach(self) -> None:
        self._coach.open()

    def action_hush(self) -> None:
        self._coach.hush()

    def action_log(self) -> None:
        self.app.push_screen(LogScreen(self.seat))

    def action_rules(self) -> None:
        frame = self.seat.frame()
        self.services.open_rules(frame.game, self.seat, rules_now(frame, self.focused, self.panel))

    def action_marks(self) -> None:
        game = self.seat.frame().game
        if self.panel is None:
            self.services.open_rules(game, self.seat, (MARKS,))
        else:
            self.services.open_rules(game, self.seat, marks=explain(game, self.focused, self.panel))

    def body(self) -> Iterable[Widget]:
        return ()
