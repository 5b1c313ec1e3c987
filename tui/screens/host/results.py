"""The host's page of a match that it judges: what seats sent, and the results (HH-72)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from textual.binding import Binding
from textual.widget import Widget

from core.json import Json
from core.match.closing import unsealed
from core.match.corrections import orders_in_words
from core.parts import Number, Text
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.words.judging import preview_lines
from tui.app.memory import DocumentShelf
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import AskLine, Confirm, Pick
from tui.screens.host.next_questions import ask_questions
from tui.widgets.block import Block
from tui.widgets.boxes import VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.writing import BREAK
from tui.words import text

POINTS: Final = Number(-1_000_000, 1_000_000)
PRIZES: Final = Number(0, 1000)
WORDS: Final = Text(4000)
EMPTY_RESULTS: Final[Json] = {"points": {}, "told": {}, "tokens": {}, "garnets": {}, "public": ""}
USUAL, NOBODY = "usual", "none"
"""Rows beside the seats in the choice of a candidate."""


class RoundResults(GarnetScreen[str]):
    AUTO_FOCUS = "#results"
    DEFAULT_CSS = "RoundResults #results { max-height: 50%; }"
    TOPIC = """\
Below stands what the seat under the cursor sent. Enter gives it points, then words to it alone; a writes words to all.
t gives it Tokens of Life, g garnets. c shows word for word what each seat will read, and publishes it. Until then
everything is kept for you alone. f writes what is asked next."""
    BINDINGS = [
        Binding("a", "public", "words to all", id="results.public", tooltip="Write what everybody reads."),
        Binding("t", "prize('tokens')", "tokens", id="results.tokens", tooltip="Tokens of Life for this seat."),
        Binding("g", "prize('garnets')", "garnets", id="results.garnets", tooltip="Garnets for this seat."),
        Binding("f", "form", "next questions", id="results.form", tooltip="What is asked from the next round on."),
        Binding("c", "publish", "publish", id="results.publish", tooltip="Read what they will read; then publish it."),
        Binding("E", "finish", "end the match", id="results.end", tooltip="Publish it, and end the match with it."),
    ]

    def __init__(self, desk: HostControls, memory: DocumentShelf) -> None:
        super().__init__(id="round-results")
        self.desk = desk
        self._memory = memory
        match = desk.table.match
        self._key = results_key(match.header.match, match.round)
        self._sent = desk.submissions()

    @property
    def verdict(self) -> Json:
        return {**EMPTY_RESULTS, **self._memory.get(self._key)}

    def body(self) -> Iterable[Widget]:
        yield Choices(id="results")
        yield VerticalScroll(Block("", id="sent"), can_focus=False)

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        verdict, rows, lost = self.verdict, [], unsealed(self.desk.table.match)
        for seat, submission in self._sent.items():
            points = verdict["points"].get(seat, 0)
            prizes = [text.counted(verdict[prize][seat], prize.removesuffix("s")) for prize in ("tokens", "garnets")
                      if verdict[prize].get(seat)]  # fmt: skip
            notes = [f"{points:+,}"] * bool(points) + ["words"] * (seat in verdict["told"]) + prizes
            nothing = " (a draft, not sealed)" if seat in lost else " (nothing sent)"
            label = text.line(seat, ("" if submission.orders is not None else nothing, "$faint"))
            rows.append(Row(seat, label, note=", ".join(notes)))
        self.query_one("#results", Choices).show(rows)
        self._show_sent()

    def _show_sent(self) -> None:
        row, verdict = self.query_one("#results", Choices).row, self.verdict
        if row is None:
            return
        submission = self._sent[row.id]
        match, nothing = self.desk.table.match, ("nothing", "$faint")
        rows: list[text.Part] = [nothing]
        if submission.orders is not None:
            rows = [*orders_in_words(match, row.id, submission.orders, submission.round)]
        own_words = verdict["told"].get(row.id, "")
        rows += ["", text.line((f"{row.id} will read: ", "$accent"), own_words or nothing)]
        rows.append(text.line(("All will read: ", "$accent"), verdict["public"] or nothing))
        block = self.query_one("#sent", Block)
        block.head(f"{row.id} sent")
        block.show(rows)

    def on_choices_moved(self, message: Choices.Moved) -> None:
        self._show_sent()

    # --- writing -----------------------------------------------------------------------------------------------------
    def on_choices_picked(self, message: Choices.Picked) -> None:
        seat, verdict = message.row.id, self.verdict
        old = str(verdict["points"].get(seat, 0))

        def ask_words(typed: str | None) -> None:
            if typed is not None:
                self._keep("points", {**verdict["points"], seat: POINTS.read(typed)})
                question = "Words to this seat alone; empty for none."
                ask = AskLine(f"To {seat}", question, _line(verdict["told"].get(seat, "")), longest=WORDS.longest)
                self.app.push_screen(ask, keep_words)

        def keep_words(typed: str | None) -> None:
            if typed is not None:
                rest = {name: words for name, words in self.verdict["told"].items() if name != seat}
                self._keep("told", {**rest, **({seat: _lines(typed)} if typed.strip() else {})})

        self.app.push_screen(
            AskLine(f"Points for {seat}", "A whole number.", old, longest=12, take=POINTS.read), ask_words
        )

    def action_prize(self, prize: str) -> None:
        """Ask how many `tokens` or `garnets` the seat under the cursor gets."""
        row = self.query_one("#results", Choices).row
        if row is None:
            return
        seat, given = row.id, self.verdict[prize]

        def keep(typed: str | None) -> None:
            if typed is not None:
                amount = PRIZES.read(typed)
                rest = {name: other for name, other in given.items() if name != seat}
                self._keep(prize, {**rest, **({seat: amount} if amount else {})})

        title = f"{prize.capitalize()} for {seat}"
        ask = AskLine(title, "A whole number; 0 for none.", str(given.get(seat, 0)), longest=4, take=PRIZES.read)
        self.app.push_screen(ask, keep)

    def action_public(self) -> None:
        ask = AskLine("Words to all", "Everybody reads this.", _line(self.verdict["public"]), longest=WORDS.longest)
        self.app.push_screen(ask, lambda typed: None if typed is None else self._keep("public", _lines(typed)))

    def _keep(self, name: str, value: object) -> None:
        self._memory.put(self._key, {**self.verdict, name: value})
        self.show()

    def action_form(self) -> None:
        ask_questions(self, self.desk)

    # --- publishing --------------------------------------------------------------------------------------------------
    def action_publish(self) -> None:
        self._publish("Publish this?", self.verdict)

    def action_finish(self) -> None:
        rows = [
            Row(USUAL, "the last by points"),
            *(Row(seat, seat) for seat in self._sent),
            Row(NOBODY, "there is no candidate"),
        ]

        def chosen(row: str | None) -> None:
            if row is not None:
                candidate = {USUAL: None, NOBODY: ""}.get(row, row)
                verdict = {**self.verdict, "finish": {"candidate": candidate}}
                self._publish("Publish this, and end the match for good?", verdict)

        self.app.push_screen(Pick("The Elimination Candidate is", rows), chosen)

    def _publish(self, title: str, verdict: Json) -> None:
        try:
            lines = preview_lines(self.desk.try_results(verdict))
        except Refused as refusal:
            self.refuse(refusal)
            return

        def sure(yes: bool | None) -> None:
            if yes and self.attempt(lambda: self.desk.judge(verdict)):
                self._memory.put(self._key, {})
                self.call_later(self._leave)

        self.app.push_screen(Confirm(title, lines, "Enter publishes, q goes back."), sure)

    def _leave(self) -> None:
        self.dismiss("Published.")


def results_key(match: str, round_: int) -> str:
    return f"results of {match}, {round_}"


def _line(words: str) -> str:
    return words.replace("\n", BREAK)


def _lines(typed: str) -> str:
    return typed.replace(BREAK, "\n").strip()
