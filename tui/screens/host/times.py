"""Times of closes set by the host: the page of times (HH-19 to HH-22), and the deadline of the open round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from textual.binding import Binding
from textual.widget import Widget

from core.match.scheduling import Close, closes
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.words import host_done
from core.words.deadlines import ScheduleDraft, close_lines, draft, match_zone, move_round
from core.words.moments import FORMS as A_MOMENT
from core.words.moments import moment_in_zone, move_deadline, moved_words, read_moment
from core.words.timetable import FORMS
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import AskLine, Pick
from tui.screens.host.preview import Deed, ask_to_do
from tui.widgets.block import Block
from tui.widgets.choices import Choices, Row
from tui.words import text

SHIFTS = "+1d, +2h, -30m"


class HostTimes(GarnetScreen[None]):
    """A line for each round; Enter moves it. The lines above set, move or clear all times."""

    AUTO_FOCUS = "#times"
    TOPIC = """\
Enter on a round moves that close alone. s sets the times of all rounds, m moves them all, x removes the schedule:
the open round keeps its deadline. You see the new times before they are set, and everybody is told. e sets what an
early close does: later rounds keep their times, or all come forward."""
    BINDINGS = [
        Binding("s", "set", "set times", id="times.set", tooltip="When all rounds close: every day 21:00, say."),
        Binding("m", "shift", "move all", id="times.shift", tooltip="All times later or earlier."),
        Binding("e", "keep", "after an early close", id="times.keep", tooltip="Keep the times, or come forward."),
        Binding("x", "clear", "no schedule", id="times.clear", tooltip="Take the schedule away."),
    ]

    def __init__(self, desk: HostControls) -> None:
        super().__init__(id="host-times")
        self.desk = desk
        schedule = desk.table.match.schedule
        self._keep = schedule is None or schedule.keep

    def body(self) -> Iterable[Widget]:
        yield Block("When rounds close", id="about")
        yield Choices(id="times", empty="No times are set: s sets them.")

    def on_mount(self) -> None:
        self.query_one("#times", Choices).add_class("-fill")
        self.show()

    @property
    def _round_word(self) -> str:
        return self.desk.table.match.spec.round_word

    def show(self) -> None:
        match, now, zone = self.desk.table.match, self.desk.table.clock(), self.services.zone
        rule = match.schedule.rule if match.schedule is not None else ""
        later_rounds = "the rounds that follow keep their own times" if self._keep else "all that follow comes forward"
        about: list[text.Part] = [
            text.line(f"The {self._round_word}s close ", (rule, "$accent"), ".") if rule else "They follow no schedule."
            if match.schedule is None else "They close at times that were set one by one.",
            (f"After an early close {later_rounds}. Times are by your clock.", "$faint"),
        ]  # fmt: skip
        if match.paused:
            about.append(("The clock is stopped: let it run again (p on the console) to move times.", "$warn"))
        elif match.phase == "briefing" and match.deadline is None:
            about.append(("As if it began now: it begins when you say so (b on the console).", "$faint"))
        self.query_one("#about", Block).show(about)
        coming = closes(match, now)
        lines = text.rows(close_lines(coming, self.desk.table.match.spec.when, now, zone))
        self.query_one("#times", Choices).show(
            [Row(str(close.round), label) for close, label in zip(coming, lines, strict=True)]
        )
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("clear", "keep"):
            return self.desk.table.match.schedule is not None
        return True

    # --- all of them -------------------------------------------------------------------------------------------------
    def _ask(self, title: str, question: str, value: str) -> None:
        def taken(given: str | None) -> None:
            if given:
                self._confirm(draft(self.desk, given, self.services.zone))

        def take(given: str) -> None:
            draft(self.desk, given, self.services.zone)  # a mistake is shown while it can be corrected

        self.app.push_screen(AskLine(title, question, value, longest=200, take=take), taken)

    def action_set(self) -> None:
        match = self.desk.table.match
        self._ask("When rounds close", f"{FORMS}.", match.schedule.rule if match.schedule is not None else "")

    def action_shift(self) -> None:
        self._ask("Move all times", f"By how much: {SHIFTS}. Days are by the calendar.", "")

    def _confirm(self, draft_: ScheduleDraft) -> None:
        match, now, zone = self.desk.table.match, self.desk.table.clock(), self.services.zone
        first = max(0, match.round)
        times = [Close(first + n, at) for n, at in enumerate(draft_.moments[: match.spec.rounds - first + 1])]
        rows = [
            *text.rows(close_lines(times, match.spec.when, now, zone)),
            "",
            "Everybody sees them in their own time.",
        ]
        if match.phase == "briefing":
            rows.append(
                (f"A {self._round_word} takes the first of these that leaves it {text.span(draft_.least)}.", "$faint")
            )

        keep = self._keep
        self._do("Close at these times?", lambda desk: draft_.apply(desk, keep=keep), "Set. Everybody is told.", rows)

    def _do(self, title: str, deed: Deed, success: str, rows: Sequence[text.Part] = ()) -> None:
        """Ask after showing everybody's text (HH-42)."""
        ask_to_do(self.services, self.desk, title, deed, success, rows, after=self.show)

    def action_keep(self) -> None:
        schedule = self.desk.table.match.schedule
        if schedule is None:
            return
        coming = closes(self.desk.table.match, self.desk.table.clock(), 30)
        keep = not self._keep
        if coming:
            same_times = ScheduleDraft(tuple(close.at for close in coming), schedule.rule, schedule.least)

            def change(desk: HostControls) -> None:
                same_times.apply(desk, keep=keep)
                self._keep = keep if desk.dry_run_text is None else self._keep

            about = "After an early close " + (
                "the rounds that follow keep their own times." if keep else "all that follows comes forward."
            )
            self._do("Change that?", change, "Changed.", [about])
        self.show()

    def action_clear(self) -> None:
        self._do("Follow no schedule?", lambda desk: desk.set_schedule(()), "They follow no schedule any more.")

    # --- one of them -------------------------------------------------------------------------------------------------
    def on_choices_picked(self, message: Choices.Picked) -> None:
        number = int(message.row.id)
        now, zone = self.desk.table.clock(), self.services.zone
        close = next((candidate for candidate in closes(self.desk.table.match, now) if candidate.round == number), None)
        if close is None:
            return
        name = self.desk.table.match.spec.when(number)
        closes_at = moment_in_zone(close.at, now, zone)
        question = f"Now {closes_at}. Write 21:00, Fri 21:00, 2026-12-24 21:00, or +2h from there."

        def move(desk: HostControls, given: str) -> None:
            if move_round(desk, number, given, zone) is None and number != desk.table.match.round:
                raise Refused("bad_moment", "Only the open round can have no deadline.", "HH-22")

        def take(given: str) -> None:
            self.desk.preview(lambda desk: move(desk, given))

        def taken(given: str) -> None:
            success = f"{name.capitalize()} is moved. Everybody is told."
            self._do(f"Move {name}?", lambda desk: move(desk, given), success)

        self.services.ask(AskLine(f"{name.capitalize()} closes", question, longest=60, take=take), taken)


LATER = (("+5m", "5 minutes later"), ("+1h", "an hour later"), ("+1d", "a day later"))


class DeadlineMenu:
    """The menu of a deadline over a host's screen. Times are in the viewer's zone."""

    def __init__(self, screen: GarnetScreen[Any], desk: HostControls) -> None:
        self._screen = screen
        self._desk = desk
        self._zone = screen.services.zone

    def open(self) -> None:
        rows = [Row(given, words) for given, words in LATER]
        rows += [Row("free", "at another time ..."), Row("none", "no deadline")]
        if self._desk.table.match.turns:
            rows.append(Row("lapse", "now: the turn lapses"))
        elif self._desk.held_up:
            rows.append(Row("lapse", "now: it goes on without the free seat"))

        def chosen(given: str) -> None:
            if given == "free":
                self._ask()
            elif given == "lapse":
                ask_to_do(
                    self._screen.services, self._desk, "Let the turn lapse?", lambda desk: desk.lapse(),
                    host_done.LAPSED,
                )  # fmt: skip
            else:
                self._move(given)

        self._screen.services.ask(Pick("The deadline", rows), chosen)

    def _ask(self) -> None:
        now = self._desk.table.clock()
        hint = f"{A_MOMENT}. Your clock: {moment_in_zone(now, now, self._zone)}."
        ask = AskLine("The deadline", hint, longest=60, take=self._read)
        self._screen.services.ask(ask, self._move)

    def _read(self, given: str) -> float | None:
        """Parse a moment to which the deadline could be moved.

        Raises:
            Refused: `bad_moment`, `bad_zone`, `deadline_past`.
        """
        now = self._desk.table.clock()
        days_by = match_zone(self._desk.table.match, now, self._zone)
        moment = read_moment(given, now, self._zone, self._desk.deadline(), days_by)
        self._desk.preview(lambda desk: move_deadline(desk, moment, self._zone))
        return moment

    def _move(self, given: str) -> None:
        moments: list[float | None] = []
        if self._screen.attempt(lambda: moments.append(self._read(given))):
            (moment,) = moments
            ask_to_do(
                self._screen.services, self._desk, "Move the deadline?",
                lambda desk: move_deadline(desk, moment, self._zone), self._done_words,
            )  # fmt: skip

    def _done_words(self) -> str:
        now, match = self._desk.table.clock(), self._desk.table.match
        sentence = moved_words(self._desk.deadline(), now, match.paused, self._zone)
        also = ", each by their own clock" if match.deadline is not None else ""
        return f"{sentence} Everybody is told{also}."
