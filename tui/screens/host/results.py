"""The host's table of a match that it judges: all seats by answers, columns and results (HH-72, RF-14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Any, Final, NamedTuple, cast

from textual import events
from textual.binding import Binding
from textual.widget import Widget

from core.games.refereed.columns import in_words, title
from core.games.refereed.sheet import result_columns, typed_value
from core.games.refereed.spec import BILLION, LONGEST_TEXT
from core.games.refereed.structs import Orders, State
from core.house.scripts import Scripts, merged
from core.json import Json
from core.match.closing import unsealed
from core.match.corrections import orders_in_words
from core.parts import Number
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.words.judging import preview_lines
from tui.app.memory import DocumentShelf
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import AskLine, Confirm, Pick
from tui.screens.host.next_questions import ask_questions
from tui.widgets.block import Block
from tui.widgets.boxes import VerticalScroll
from tui.widgets.choices import CURSOR, Choices, Row
from tui.widgets.writing import BREAK
from tui.words import text

LONGEST: Final = 4000
MARKED: Final = 3
"""Cells before the names of seats: the cursor."""
WIDEST: Final = 14
"""Most cells of a column of the table."""
HEAD: Final = "head"
BEFORE, AFTER = "\u2039", "\u203a"
"""Marks of columns that stand left and right of the shown ones."""
EMPTY_RESULTS: Final[Json] = {"points": {}, "told": {}, "tokens": {}, "garnets": {}, "columns": {}, "public": ""}
USUAL, NOBODY = "usual", "none"
"""Rows beside the seats in the choice of a candidate."""


class SheetColumn(NamedTuple):
    """A column of the table."""

    kind: str
    """`answer`, `column` or `result`."""
    id: str
    head: str


class RoundResults(GarnetScreen[str]):
    AUTO_FOCUS = "#results"
    DEFAULT_CSS = "RoundResults #results { max-height: 60%; }"
    TOPIC = """\
All seats by what they sent, the match's columns and what the round brings; below the seat under the cursor. Left and
right choose a column, Enter types its cell. A script's figures stand there already: p counts again, after you mended
it. a writes words to all. c shows word for word what each seat will read, and publishes it. Until then everything is
kept for you alone. f writes what is asked next."""
    BINDINGS = [
        Binding("left,h", "across(-1)", "left", show=False, id="results.left", tooltip="The column before."),
        Binding("right,l", "across(1)", "right", show=False, id="results.right", tooltip="The next column."),
        Binding("c", "publish", "publish", id="results.publish", tooltip="Read what they will read; then publish it."),
        Binding("a", "public", "words to all", id="results.public", tooltip="Write what everybody reads."),
        Binding("p", "count", "count again", id="results.count", tooltip="Let the script propose again."),
        Binding("f", "form", "next questions", id="results.form", tooltip="What is asked from the next round on."),
        Binding("E", "finish", "end the match", id="results.end", tooltip="Publish it, and end the match with it."),
    ]

    def __init__(self, desk: HostControls, memory: DocumentShelf, scripts: Scripts) -> None:
        super().__init__(id="round-results")
        self.desk = desk
        self._memory, self._scripts = memory, scripts
        match = desk.table.match
        self._key = results_key(match.header.match, match.round)
        self._sent = desk.submissions()
        self._state = cast(State, match.state)
        self._proposal: Json = {}
        self._fault = ""
        answers = [sent.orders.answers for sent in self._sent.values() if isinstance(sent.orders, Orders)]
        fields = dict.fromkeys(
            [field.id for field in self._state.forms.form] + [name for own in answers for name in own]
        )
        self._columns = [
            *(SheetColumn("answer", name, name) for name in fields),
            *(SheetColumn("column", column.id, title(column)) for column in self._state.columns),
            *(SheetColumn("result", name, name) for name in result_columns(self._state)),
        ]
        self._at, self._first = len(fields), 0
        self._ends: dict[int, int] = {}
        """Cells up to the end of each shown column."""

    @property
    def _typed(self) -> Json:
        return self._memory.get(self._key)

    @property
    def verdict(self) -> Json:
        return merged({**EMPTY_RESULTS, **self._proposal}, self._typed)

    def body(self) -> Iterable[Widget]:
        yield Choices(id="results")
        yield VerticalScroll(Block("", id="sent"), can_focus=False)

    def on_mount(self) -> None:
        self._run()
        self.query_one("#results", Choices).point(next(iter(self._sent)))

    def on_resize(self) -> None:
        self.show()

    def _run(self) -> None:
        self._proposal, self._fault = self._scripts.proposal_and_fault(self.desk)
        self.show()

    def show(self) -> None:
        verdict, typed, lost = self.verdict, self._typed, unsealed(self.desk.table.match)
        table = {seat: [self._cell(column, seat, verdict, typed) for column in self._columns] for seat in self._sent}
        widths = [
            min(WIDEST, max(len(column.head), *(len(cells[place][0]) for cells in table.values())))
            for place, column in enumerate(self._columns)
        ]
        seats = max(map(len, self._sent))
        self._first = min(self._first, self._at)
        while self._at not in (ends := self._fitting(widths, seats)):
            self._first += 1
        self._ends, shown, listed = ends, [*ends], self.query_one("#results", Choices)
        widths = [widths[place] for place in shown]
        if shown[-1] + 1 == len(self._columns):  # the words to seats take what is left
            widths[-1] += max(0, self.size.width - 1 - ends[shown[-1]])
        head = [(self._columns[place].head, "") for place in shown]
        aside = "".join((BEFORE * (self._first > 0), AFTER * (shown[-1] + 1 < len(self._columns))))
        rows = [Row(HEAD, _joined(f"{aside:<{seats + 2}}", head, widths), heading=True)]
        under = listed.row.id if listed.row is not None else ""
        for seat, cells in table.items():
            name = text.line((f"{seat:<{seats}}", "$faint" if self._sent[seat].orders is None else ""))
            at = self._at - self._first if seat == under else None
            rows.append(Row(seat, _joined(name, [cells[place] for place in shown], widths, at)))
        listed.show(rows)
        self._show_sent(lost)

    def _fitting(self, widths: list[int], seats: int) -> dict[int, int]:
        """Return the columns that fit from the first shown one on, each with the cells up to its end."""
        ends = [*accumulate((width + 2 for width in widths[self._first :]), initial=seats + MARKED)][1:]
        fitting = enumerate(ends, self._first)
        return {place: end for place, end in fitting if end < self.size.width or place == self._first}

    def _cell(self, column: SheetColumn, seat: str, verdict: Json, typed: Json) -> tuple[str, str]:
        """Return a cell's words and style: typed ones have the colour of keys."""
        if column.kind == "answer":
            orders = self._sent[seat].orders
            answer = orders.answers.get(column.id) if isinstance(orders, Orders) else None
            return ("\u00b7" if answer is None else in_words(answer).replace("\n", " "), "")
        by_seat, own = (part.get("columns", {}) if column.kind == "column" else part for part in (verdict, typed))
        value = by_seat.get(column.id, {}).get(seat)
        style = "$key" if seat in own.get(column.id, {}) else "$strong"
        if column.kind == "column":
            before = self._state.values[column.id][seat]
            if value is None or in_words(value) == in_words(before):
                return in_words(before), "$faint" if value is None else style
            if isinstance(before, tuple) and tuple(value[: len(before)]) == before:
                return f"+{in_words(tuple(value[len(before) :]))}", style
            return f"{in_words(before)}\u2192{in_words(value)}", style
        if not value:
            return "\u00b7", "$faint"
        return (value if isinstance(value, str) else f"{value:+,}").replace("\n", " "), style

    def _show_sent(self, lost: Iterable[str]) -> None:
        row, verdict = self.query_one("#results", Choices).row, self.verdict
        if row is None or row.id == HEAD:
            return
        submission = self._sent[row.id]
        match, nothing = self.desk.table.match, ("nothing", "$faint")
        rows: list[text.Part] = [(self._fault, "$warn"), ""] if self._fault else []
        if submission.orders is not None:
            rows += orders_in_words(match, row.id, submission.orders, submission.round)
        else:
            rows += [("a draft, not sealed" if row.id in lost else "nothing sent", "$faint")]
        rows += ["", text.line((f"{row.id} will read: ", "$accent"), verdict["told"].get(row.id, "") or nothing)]
        rows.append(text.line(("All will read: ", "$accent"), verdict["public"] or nothing))
        block = self.query_one("#sent", Block)
        block.head(f"{match.title}, {match.spec.when(match.round)}: {row.id} sent")
        block.show(rows)

    def on_choices_moved(self, message: Choices.Moved) -> None:
        self.show()

    def on_click(self, event: events.Click) -> None:
        """Choose the tapped column; the list chooses the row."""
        at = next((place for place, end in self._ends.items() if event.screen_x < end), None)
        if at is not None and self.query_one("#results").region.contains(event.screen_x, event.screen_y):
            self._at = at
            self.show()

    # --- writing -----------------------------------------------------------------------------------------------------
    def action_across(self, by: int) -> None:
        self._at = max(0, min(len(self._columns) - 1, self._at + by))
        self.show()

    def on_choices_picked(self, message: Choices.Picked) -> None:
        seat, column = message.row.id, self._columns[self._at]
        if column.kind == "answer":
            self.tell("That is an answer: go right to what the round brings.", "warn")
            return
        verdict = self.verdict
        by_seat = (verdict["columns"] if column.kind == "column" else verdict).get(column.id, {})
        usual = self._state.values[column.id][seat] if column.kind == "column" else "" if column.id == "told" else 0
        start, old = usual, by_seat.get(seat, usual)

        def read(typed: str) -> Any:
            if isinstance(start, int):
                return Number(-BILLION, BILLION).read(typed)
            return _lines(typed) if column.id == "told" else typed_value(typed.strip(), start)

        def keep(typed: str | None) -> None:
            if typed is None:
                return
            kept = self._typed
            cells = {**kept.get("columns", {})} if column.kind == "column" else kept
            own = {name: value for name, value in cells.get(column.id, {}).items() if name != seat}
            cells[column.id] = {**own, **({seat: read(typed)} if typed.strip() else {})}
            self._memory.put(self._key, {**kept, "columns": cells} if column.kind == "column" else cells)
            self.show()
            self.query_one("#results", Choices).action_move(1)

        hint = "A whole number" if isinstance(start, int) else "Words to this seat" if column.id == "told" else "Words"
        hint += ", a list divided by semicolons" * isinstance(start, tuple | list)
        words = str(old) if isinstance(start, int) else _line(old) if isinstance(old, str) else "; ".join(old)
        longest = LONGEST if column.id == "told" else LONGEST_TEXT
        self._ask(f"{seat}: {column.head}", f"{hint}; empty takes yours back.", words, keep, longest,
                  lambda typed: read(typed) if typed.strip() else None)  # fmt: skip

    def _ask(
        self, head: str, hint: str, words: str, keep: Callable[[str | None], None], longest: int,
        take: Callable[[str], object] | None = None,
    ) -> None:  # fmt: skip
        """Ask for a line. What was typed before the line to the house broke is there again."""
        key = f"{self._key}: half"

        def answered(typed: str | None) -> None:
            self._memory.put(key, {})
            keep(typed)

        ask = AskLine(head, hint, self._memory.get(key).get(head, words), longest=longest, take=take,
                      changed=lambda typed: self._memory.put(key, {head: typed}, soon=True))  # fmt: skip
        self.app.push_screen(ask, answered)

    def action_count(self) -> None:
        def again(yes: bool | None) -> None:
            if yes:
                self._memory.put(self._key, {})
                self._run()

        if any(self._typed.values()):
            lines = ["What you typed gives way to the script's figures."]
            self.app.push_screen(Confirm("Count again?", lines, "Enter counts, q goes back."), again)
        else:
            self._run()

    def action_public(self) -> None:
        def keep(typed: str | None) -> None:
            if typed is not None:
                self._memory.put(self._key, {**self._typed, "public": _lines(typed)})
                self.show()

        self._ask("Words to all", "Everybody reads this.", _line(self.verdict["public"]), keep, LONGEST)

    def action_form(self) -> None:
        ask_questions(self, self.desk, self._memory)

    # --- publishing --------------------------------------------------------------------------------------------------
    def action_publish(self) -> None:
        match = self.desk.table.match
        last = match.round == match.spec.rounds
        self._publish(f"Publish this{', and end the match for good' * last}?", self.verdict)

    def action_finish(self) -> None:
        rows = [
            Row(USUAL, "the last in place"),
            *(Row(seat, seat) for seat in self._sent),
            Row(NOBODY, "there is no candidate"),
        ]

        def chosen(row: str | None) -> None:
            if row is not None:
                candidate = {USUAL: None, NOBODY: ""}.get(row, row)
                verdict = {**self.verdict, "finish": {"candidate": candidate, "apart": True}}
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


def _joined(first: text.Part, cells: list[tuple[str, str]], widths: list[int], at: int | None = None) -> text.Part:
    parts: list[text.Part] = [first]
    for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        parts += [f" {CURSOR if place == at else ' '}", text.fit(cell, width)]
    return text.line(*parts)


def _line(words: str) -> str:
    return words.replace("\n", BREAK)


def _lines(typed: str) -> str:
    return typed.replace(BREAK, "\n").strip()
