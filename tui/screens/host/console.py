"""The host's console of one match (CM-11): seats by state, clock, closes, rewinding, handing seats over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual.binding import Binding
from textual.timer import Timer
from textual.widget import Widget

from core.decoding import plain
from core.games.refereed.structs import State
from core.house.moderation import Steward
from core.house.scripts import Scripts
from core.house.templates import of_match
from core.house.todo import todo
from core.match.records import Change
from core.match.signup import answer_lines, answer_rows
from core.table.host_controls import DryRun, HostControls
from core.words import host_done
from core.words.moments import go_back
from core.words.wording import ending_rows
from tui.app.services import PaletteCommand, SessionServices
from tui.games import panel_class
from tui.games.known import tree
from tui.screens.base import WIDE, GarnetScreen
from tui.screens.dialogs import AskLine, Pick, ReadDialog
from tui.screens.host.house import health_command, log_rows, webhook_command
from tui.screens.host.invitations import Invitations, invite
from tui.screens.host.messages import HostAnnouncements, HostQuestions
from tui.screens.host.newmatch import ask_name, copy_match
from tui.screens.host.next_questions import ask_questions
from tui.screens.host.pages import DryRunPage, Earlier, OpenedPage, ResultPage
from tui.screens.host.preview import Deed, ask_to_do
from tui.screens.host.results import EMPTY_RESULTS, RoundResults, results_key
from tui.screens.host.rows import (
    HostFact,
    ask_gallery,
    ask_who_watches,
    facts,
    orders_outcome,
    overview,
    sealed_so_far,
    seat_rows,
)
from tui.screens.host.seat import SeatMenu
from tui.screens.host.times import DeadlineMenu, HostTimes
from tui.screens.lobby.picking import ask_level
from tui.widgets.block import Block
from tui.widgets.boxes import Horizontal, Vertical, VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.frame import FrameLine, until_tick
from tui.widgets.lines import Paper
from tui.words import text
from tui.words.ending_rows import result_to_confirm

SIDE_WIDTH, SEATS_WIDTH = 40, 80
"""Least cells of the pane beside the seats, and cells of the seats, as in the style sheet."""
PARTS = ("todo", "missing", "closes", "questions", "last", "news")
NOT_SIDE, LEAST_SIDE, LEAST_BOARD = 5, 4, 8
"""Terminal rows outside the seats and the panes below; least rows of those panes; least rows of a board worth
drawing."""


class Console(GarnetScreen[None]):
    """All actions of a host on a match. Private contents stay closed until they are opened, on record."""

    AUTO_FOCUS = "#seats"
    TOPIC = """\
Seats by state: nothing, a draft, sealed, or missed the round before. Enter on a seat opens what it sees, hands it
over, or makes an invitation to it. What you open is recorded, and the players read so after the match. t tries a
close: each seat's report, with nothing closed; publish it from there. g goes back to the start of a round: its
orders become drafts, the dice stay, and this page lists changed reports."""
    BINDINGS = [
        Binding("b", "begin", "begin", id="host.begin", tooltip="End the briefing."),
        Binding("p", "pause", "clock", id="host.pause", tooltip="Stop the clock, or let it run again."),
        Binding("d", "deadline", "deadline", id="host.deadline", tooltip="Move the deadline, or take it away."),
        Binding(
            "t", "try_close", "try a close", id="host.try", tooltip="What a close would tell each seat (recorded)."
        ),
        Binding("c", "close", "close", id="host.close", tooltip="Close what is open, now; confirm or write a result."),
        Binding("u", "take_back", "take results back", id="host.unjudge", tooltip="Take the last results back."),
        Binding("g", "rewind", "go back", id="host.rewind", tooltip="Back to the start of a round."),
        Binding("a", "announce", "announce", id="host.announce", tooltip="Tell everybody something."),
        Binding(
            "A", "announcements", "announcements", show=False, id="host.announcements", tooltip="List, and plan them."
        ),
        Binding("m", "lines", "questions", id="host.lines", tooltip="What seats ask you; confessionals."),
        Binding("D", "times", "times", id="host.times", tooltip="When all rounds close: set, move, look."),
        Binding("F", "form", "next questions", id="host.form", tooltip="What this match asks from the next round on."),
        Binding("f", "fill", "fill with bots", id="host.fill", tooltip="A bot for every free seat."),
        Binding("n", "nudge", "nudge", id="host.nudge", tooltip="Remind the missing outside the house."),
        Binding("i", "invite", "invite", id="host.invite", tooltip="Invitations to every free seat."),
        Binding("I", "invitations", "invitations", show=False, id="host.invitations", tooltip="List and revoke them."),
        Binding("o", "open_all", "open all", show=False, id="host.open", tooltip="The whole host state (recorded)."),
        Binding("x", "export", "export", id="host.export", tooltip="The result as text or table."),
        Binding("v", "replay", "replay", id="host.replay", tooltip="The finished match, round by round."),
        Binding("E", "end", "end it", show=False, id="host.end", tooltip="End it without a result; take that back."),
        Binding("L", "log", "who did what", show=False, id="host.log", tooltip="What hosts did at this match."),
        Binding("R", "rules", "rules", show=False, id="host.rules", tooltip="How to play, with the rulings."),
    ]

    def __init__(self, session: SessionServices, desk: HostControls) -> None:
        super().__init__(id="console")
        self._session = session
        self.desk = desk
        self._watch = session.guest.watch(desk.table.match.header.match)
        self._earlier = Earlier(session.memory, desk)
        self._again = False
        self._pulse: Timer | None = None
        self._listening: list[Callable[[], None]] = []
        self._counted: tuple[object, tuple[int, int] | None] = (None, None)
        """Closed rounds, and the result of the last round's orders."""

    @property
    def match(self) -> str:
        return self.desk.table.match.header.match

    def body(self) -> Iterable[Widget]:
        yield FrameLine(self._watch, self.services.zone)
        yield Paper(id="host-line")
        yield Horizontal(
            Vertical(Choices(id="seats"), Block("The board, as everybody may see it", id="host-board"), id="host-left"),
            VerticalScroll(*(Block("", id=f"host-{part}") for part in PARTS), id="host-side", can_focus=False),
            id="host-body",
        )

    # --- painting ----------------------------------------------------------------------------------------------------
    def on_mount(self) -> None:
        self._watch.listen(self._update_soon)
        house = self._session.house
        self._listening = [
            house.listen(lambda match: self._update_soon(None) if match == self.match else None),
            *(house.seat(self.match, seat).listen(self._update_soon) for seat in self.desk.table.match.seats),
        ]
        self.show()

    def on_resize(self) -> None:
        if self.is_usable:
            self.show()

    def on_unmount(self) -> None:
        self._watch.depart()
        for leave in self._listening:
            leave()

    def _update_soon(self, change: Change | None) -> None:
        if not self._again:
            self._again = True
            self.call_later(self.show)

    def show(self) -> None:
        self._again = False
        if not self.query("#seats"):
            return
        match = self.desk.table.match
        self.query_one(FrameLine).redraw()
        self.query_one("#host-line", Paper).update(facts(match))
        self.query_one("#seats", Choices).show(seat_rows(self._session, self.desk.seats(), self.size.width))
        self._show_parts()
        self.refresh_bindings()
        self._beat()

    def _show_parts(self) -> None:
        match, wide = self.desk.table.match, self.size.width >= WIDE
        width = (max(SIDE_WIDTH, self.size.width - SEATS_WIDTH) if wide else self.size.width) - 3
        parts = overview(
            self._session,
            self.desk,
            todo(self._session.house, None, self._session.guest, self.match),
            self._outcome(),
            width,
        )
        if changed := self._earlier.changed_words():
            changed_row = text.line(("Reports changed since you went back: ", "$warn"), changed)
            parts[-1] = parts[-1]._replace(rows=[changed_row, *parts[-1].rows])
        if not wide:
            news = parts.pop()
            room = self.size.height - len(match.seats) - NOT_SIDE - text.line(facts(match)).plain.count("\n")
            briefs = [line for part in parts if text.line(part.brief).plain for line in text.hung(part.brief, width)]
            rows = [*briefs, *(text.line(row) for row in news.rows)]
            parts = [HostFact("news", "Now", [*text.cut(rows, max(room, LEAST_SIDE))])]
        self._show_board(wide)
        shown = {part.id: part for part in parts}
        for name in PARTS:
            block = self.query_one(f"#host-{name}", Block)
            block.display = name in shown
            if name in shown:
                block.head(shown[name].title)
                block.show(shown[name].rows)

    def _show_board(self, wide: bool) -> None:
        match, board = self.desk.table.match, self.query_one("#host-board", Block)
        room = self.size.height - len(match.seats) - NOT_SIDE
        board.display = wide and room >= LEAST_BOARD and match.phase in ("pregame", "round")
        if board.display:
            width = SEATS_WIDTH - 2
            board.show(panel_class(match.header.game).watched(self._watch, width, room)[:room])

    def _outcome(self) -> tuple[int, int] | None:
        match = self.desk.table.match
        if self._counted[0] is not match.rounds:
            self._counted = match.rounds, orders_outcome(match, self._session.guest.holder)
        return self._counted[1]

    def _beat(self) -> None:
        if self._pulse is not None:
            self._pulse.stop()
        deadline, now = self.desk.table.match.deadline, self._session.house.clock()
        seconds = 60.0 if deadline is None or deadline <= now else until_tick(deadline - now)
        self._pulse = self.set_timer(max(0.05, seconds), self.show)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match = self.desk.table.match
        over = match.phase == "finished"
        if action == "begin":
            return match.phase == "briefing"
        if action in ("export", "replay"):
            return over
        if action in ("pause", "deadline"):
            return not over and match.held_close is None
        if action == "end":
            return not over or match.before_abort is not None
        if action == "take_back":
            return match.header.judged and bool(match.rounds) and not over
        if action == "close":
            return not over and match.phase != "briefing"
        if action == "try_close":
            return match.phase in ("pregame", "round", "confirming") and not match.header.judged
        if action == "nudge":
            return match.phase in ("pregame", "round", "decision")
        if action == "times":
            return not over
        if action == "form":
            return not over and isinstance(match.state, State)
        return not (action in ("invite", "fill") and (over or not self.desk.free()))

    def commands(self) -> tuple[PaletteCommand, ...]:
        watch = PaletteCommand("Watch", "What spectators see.", lambda: self._session.spectate(self.match))
        names = "What was set up here, for other matches; without its people."
        template = PaletteCommand(
            "Save as a template", names, lambda: ask_name(self, of_match(self.desk.table.match), self._session)
        )
        watching = PaletteCommand(
            "Who may watch", "Everybody of the house, those seated, or who has a code.", self._ask_readers
        )
        copy = PaletteCommand("Make it once more", "A new match with the same people and settings.",
                              lambda: copy_match(self._session, self.desk.table.match))  # fmt: skip
        gallery = PaletteCommand("Gallery", "Who sees everything: let somebody in, or out.",
                                 lambda: ask_gallery(self._session, self, self.desk))  # fmt: skip
        inside = (gallery,) if self.desk.table.match.header.gallery else ()
        if self.desk.lots_to_come:
            about = "Whose names are down, and what they answered: for hosts alone."
            inside = (PaletteCommand("Names", about, self._names), *inside)
        house = (*health_command(self._session), *webhook_command(self._session))
        return (watch, watching, *inside, template, copy, *house)

    def _names(self) -> None:
        match = self.desk.table.match
        rows = answer_lines(answer_rows(match.names, match.header.questions))
        self.app.push_screen(ReadDialog("Names", rows or ["Nobody has put their name down yet."]))

    def _ask_readers(self) -> None:
        ask_who_watches(self._session, self, self.desk)

    # --- what is private ---------------------------------------------------------------------------------------------
    def on_choices_picked(self, message: Choices.Picked) -> None:
        SeatMenu(self, self._session, self.desk, message.row.id).open()

    def action_open_all(self) -> None:
        self.app.push_screen(OpenedPage("Everything", tree(self.desk.open_everything(), {})))

    # --- the clock ---------------------------------------------------------------------------------------------------
    def action_begin(self) -> None:
        free = 0 if self.desk.table.match.header.signup else len(self.desk.free())
        rows = [(f"{text.counted(free, 'seat')} nobody holds yet: f fills them with bots.", "$warn")] if free else []
        self._ask("Begin?", lambda desk: desk.begin(), host_done.BEGUN, rows)

    def _ask(
        self, title: str, deed: Deed, success: str | Callable[[], str] = "", rows: Sequence[text.Part] = (),
        after: Callable[[], object] = lambda: None,
    ) -> None:  # fmt: skip
        """Ask for an action after showing the players' texts (HH-42)."""
        ask_to_do(self.services, self.desk, title, deed, success, rows, after=after)

    def action_pause(self) -> None:
        if self.desk.table.match.paused:
            self._ask("Let the clock run?", lambda desk: desk.resume(), host_done.CLOCK_RUNS)
        else:
            success = "The clock is stopped. Orders and talk go on."
            self._ask("Stop the clock?", lambda desk: desk.pause(), success, ["Orders and talk go on; nothing closes."])

    def action_deadline(self) -> None:
        DeadlineMenu(self, self.desk).open()

    def action_form(self) -> None:
        ask_questions(self, self.desk, self._session.memory)

    # --- closing and going back --------------------------------------------------------------------------------------
    def action_close(self) -> None:
        match = self.desk.table.match
        if match.phase == "judging":
            table = RoundResults(self.desk, self._session.memory, Scripts(self._session.house.store))
            self.app.push_screen(table, self._after_results)
            return
        if match.held_close is not None:
            self.attempt(lambda: self._confirm(self.desk.dry_run()))
            return
        what: list[text.Part] = [] if match.phase == "decision" else sealed_so_far(match)
        round_, yes = match.round, "Enter closes; q goes back. t on the console tries it."
        ask_to_do(self.services, self.desk, "Close now?", lambda desk: desk.close(round_), "Closed.", what, yes)

    def _after_results(self, sent: str | None) -> None:
        self.show()
        self.tell(sent or "", "good")

    def action_take_back(self) -> None:
        if not self.attempt(lambda: self.desk.preview(lambda desk: desk.take_results_back())):
            return
        last = self.desk.table.match.rounds[-1]

        def kept_as_draft() -> None:
            verdict = {name: value for name, value in plain(last.verdict).items() if name in EMPTY_RESULTS}
            self._session.memory.put(results_key(self.match, last.round), verdict)

        def given(reason: str) -> None:
            self._ask("Take the results back?", lambda desk: desk.take_results_back(reason),
                      "The results are taken back. c has them as a draft.", after=kept_as_draft)  # fmt: skip

        question = "Say why in a few words, if you like: everybody is told. Esc goes back."
        self.services.ask(AskLine("Take the results back?", question, longest=200), given)

    def action_try_close(self) -> None:
        tried = self.result_of(self.desk.dry_run)
        if tried is None:
            return
        page = DryRunPage(self.desk, tried, self._earlier)

        def back(_: object) -> None:
            if page.done:
                self.tell(page.done, "good")

        self.app.push_screen(page, back)

    def _confirm(self, tried: DryRun) -> None:
        seats = self.desk.table.match.seats
        rows = [] if tried.story is None else result_to_confirm(tried.story, tried.ending, seats)
        for seat, lines in tried.reports.items():
            rows += ["", text.line((seat, "$accent"), (" will read:", "$accent")), *(f"  {line}" for line in lines)]
        self._ask("Confirm the result?", lambda desk: desk.confirm(), host_done.CONFIRMED, rows)

    def action_rewind(self) -> None:
        match = self.desk.table.match
        if match.phase == "finished" and not self.attempt(lambda: self.desk.preview(lambda desk: desk.rewind(0))):
            return  # the refusal said what helps
        when = match.spec.when
        rows = [Row(str(number), f"the start of {when(number, exact=True)}") for number in sorted(match.starts)]
        if self.desk.last_move() is not None:
            rows.append(Row("move", "before the last move"))

        def chosen(number: str) -> None:
            if number == "move":
                self._ask("Go back?", lambda desk: go_back(desk, None, self.services.zone), host_done.MOVE_UNDONE)
            else:
                self._confirm_rewind(int(number))

        self.services.ask(Pick("Go back to", list(reversed(rows)), empty="No round has begun."), chosen)

    def _confirm_rewind(self, number: int) -> None:
        rows: list[text.Part] = [
            f"Back to the start of {self.desk.table.match.spec.when(number, exact=True)}.",
            "Talk and notes stay. From then on this page says which reports changed.",
        ]

        def deed(desk: HostControls) -> None:
            if desk.dry_run_text is None:
                self._earlier.keep()
            go_back(desk, number, self.services.zone)

        self._ask(
            "Go back?", deed, f"Back at the start of {self.desk.table.match.spec.when(number, exact=True)}.", rows
        )

    # --- people ------------------------------------------------------------------------------------------------------
    def action_announce(self) -> None:
        ask = AskLine("Announce", "Everybody at this match is told.", longest=None, take=self.desk.announce)
        self.services.ask(ask, lambda _: self.tell("Announced to every seat.", "good"))

    def action_announcements(self) -> None:
        self.app.push_screen(HostAnnouncements(self.desk), lambda _: self.show())

    def action_lines(self) -> None:
        self.app.push_screen(HostQuestions(self.desk), lambda _: self.show())

    def action_times(self) -> None:
        self.app.push_screen(HostTimes(self.desk), lambda _: self.show())

    def action_fill(self) -> None:
        def take(level: str) -> None:
            what = "take what the lots leave" if self.desk.lots_to_come else "took every free seat"
            self.attempt(lambda: self.desk.fill(level), f"{level.capitalize()} bots {what}.")

        ask_level(self, self.desk.table.match.header.game, len(self.desk.free()), take)

    def action_nudge(self) -> None:
        nudge = self._session.door.nudge
        missing = self.desk.missing()
        if not missing:
            self.tell("Nobody is missing: no orders are awaited from any person.")
        elif nudge is None:
            self.tell(f"Missing: {', '.join(missing)}. A house that is not served sends no nudges.", "warn")
        else:
            self.attempt(lambda: self.tell(nudge(self.match), "good"))

    def action_invite(self) -> None:
        invite(self._session, self.match, self.desk.free())

    def action_invitations(self) -> None:
        self.app.push_screen(Invitations(self._session, self.match))

    def action_end(self) -> None:
        if self.desk.table.match.before_abort is not None:
            ends = self._session.house.seasons
            self._ask("Take the end back?", ends.take_end_back, host_done.GOES_ON)
            return

        def given(reason: str) -> None:
            rows = [text.line(*row) for row in ending_rows(self.desk.table.match, self._session.people)]
            self._ask("End the match?", lambda desk: desk.end(reason.strip()), "Ended without a result.", rows)

        question = "It ends without a result. Say why in a few words; Esc goes back."
        self.services.ask(AskLine("End the match?", question, longest=200), given)

    def action_log(self) -> None:
        steward = Steward(self._session.house, self._session.people)
        self.app.push_screen(ReadDialog("Who did what", log_rows(steward, steward.log(self.match), self._session)))

    # --- afterwards --------------------------------------------------------------------------------------------------
    def action_export(self) -> None:
        self.app.push_screen(ResultPage(self.desk.table.match))

    def action_replay(self) -> None:
        self._session.replay(self.match)

    def action_rules(self) -> None:
        self.services.open_rules(self.desk.table.match.header.game, spec=self.desk.table.match.spec)
