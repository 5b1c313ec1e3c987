"""The pane after the last round: winners, open choices, and finally the result."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content

from core.json import Json
from core.story.parts import Story
from core.table.seat import Seat
from tui.widgets.boxes import Vertical, VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.widgets.watching import SLIM, WatchPage
from tui.words import text
from tui.words.ending_rows import ending_head, ending_tail, history, result_rows, several

QUESTIONS = {
    "choose_candidate": "Who is the Elimination Candidate?",
    "choose_opponent": "Whom do you name as your opponent in the Death Match?",
    "choose_ascendant": "Who ascends?",
    "give_tokens": "Who receives a Token of Life?",
}


class ResultPaper(Paper):
    """The story of the end, laid out for its width."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, classes="house-result")
        self._told: Story | None = None
        self._head: Sequence[text.Part] = ()
        self._tail: Sequence[text.Part] = ()
        self.curve = 0
        """Number of the series drawn."""
        self.whose: str | None = None
        """Seat with the highlighted curve, or None."""

    def tell(self, story: Story, head: Sequence[text.Part] = (), tail: Sequence[text.Part] = ()) -> None:
        self._told, self._head, self._tail = story, head, tail
        self.lay_out()

    def fit(self, width: int) -> list[Content]:
        if self._told is None or width < 1:
            return []
        room = self.screen.size.height - 6
        rows = result_rows(self._told, width, room, self.curve, self.whose)
        head, tail = (text.hung(text.lines(part), width) if part else [] for part in (self._head, self._tail))
        return [*head, *rows, *([text.line("")] if tail else []), *tail]

    @property
    def plain(self) -> str:
        return "\n".join(row.plain.rstrip() for row in self.fit(max(self.size.width, 78)))

    @property
    def turns(self) -> int:
        return 0 if self._told is None else len(self._told.turns)

    @property
    def curves(self) -> int:
        return 0 if self._told is None else len(self._told.series)

    @property
    def contrasts(self) -> bool:
        return self._told is not None and bool(self._told.series) and several(self._told.series[self.curve])

    def row_of_curves(self) -> int:
        if self._told is None or not self._told.series:
            return 0
        title = self._told.series[self.curve].title
        return next((y for y, row in enumerate(self.fit(self.size.width)) if f"{title} by " in row.plain), 0)

    def next_curve(self) -> None:
        if self._told is not None and self._told.series:
            self.curve = (self.curve + 1) % len(self._told.series)
            self.lay_out()

    def next_seat(self) -> None:
        if self._told is not None and self._told.series:
            order = [None, *self._told.series[self.curve].curves]
            self.whose = order[(order.index(self.whose) + 1) % len(order)] if self.whose in order else None
            self.lay_out()


class EndingPane(Vertical):
    """The decision phase (CM-07, CM-08, CM-12) and the result page."""

    BINDINGS = [
        Binding("c", "curve", "next curve", id="ending.curve", tooltip="Another of the curves."),
        Binding("v", "whose", "whose curve", id="ending.whose", tooltip="Let the next seat's curve stand out."),
        *(Binding(str(n), f"turn({n})", "turning points", id=f"ending.turn{n}",
                  tooltip="A turning point, in the replay.") for n in range(1, 8)),
    ]  # fmt: skip

    def __init__(self, seat: Seat) -> None:
        super().__init__(id="ending", classes="house-pane")
        self.seat = seat

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="ending-scroll"):
            yield ResultPaper(id="ending-text")
        yield Choices(id="decide", empty="")

    def on_mount(self) -> None:
        self._paper.whose = self.seat.name
        self.show()

    def show(self) -> None:
        seat = self.seat
        story = seat.story()
        tail = ending_tail(seat, story)
        if seat.name is None and not story.turns:  # the record is kept: what was public stands in its place
            page = WatchPage(seat, story, None)
            tail += [*([""] if tail else []), *page.public_rows(max(SLIM, self.screen.size.width - 8))]
        self._paper.tell(story, ending_head(seat), tail)
        pending = seat.pending()
        decide = self.query_one("#decide", Choices)
        decide.display = pending is not None
        if pending is not None:
            rows = [Row("question", QUESTIONS[pending.kind], heading=True)]
            between = {name: history(story, seat.name or "", name) for name in pending.among}
            decide.show([*rows, *(Row(name, name, note=(between[name], "$faint")) for name in pending.among)])
            decide.focus()

    def action_curve(self) -> None:
        self._paper.next_curve()
        self.call_after_refresh(self._show_curves)

    def action_whose(self) -> None:
        self._paper.next_seat()
        self.call_after_refresh(self._show_curves)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turning points can be opened once the match has finished."""
        if action == "turn" and self.is_mounted:
            return self.seat.frame().phase == "finished" and parameters[0] in range(1, self._paper.turns + 1)
        if action == "curve" and self.is_mounted:
            return self._paper.curves > 1
        if action == "whose" and self.is_mounted:
            return self._paper.contrasts
        return True

    def action_turn(self, number: int) -> None:
        self.app.replay(self.seat.frame().match, number)  # type: ignore[attr-defined]

    @property
    def _paper(self) -> ResultPaper:
        return self.query_one("#ending-text", ResultPaper)

    def _show_curves(self) -> None:
        scroll = self.query_one("#ending-scroll", VerticalScroll)
        top, rows = self._paper.row_of_curves(), scroll.size.height
        if not scroll.scroll_y <= top <= scroll.scroll_y + rows - 10:
            scroll.scroll_to(y=top, animate=False)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        from tui.screens.dialogs import Confirm, PickMany

        message.stop()
        pending = self.seat.pending()
        if pending is None:
            return
        kind, screen = pending.kind, self.screen

        def act(action: Json) -> None:
            screen.attempt(lambda: self.seat.do(action), "Chosen.")  # type: ignore[attr-defined]

        def many(names: tuple[str, ...] | None) -> None:
            if names:
                act({"kind": kind, "players": list(names)})

        if kind == "give_tokens":
            rows = [Row(name, name, chosen=name == message.row.id) for name in pending.among]
            self.app.push_screen(PickMany(QUESTIONS[kind], rows, pending.count, pending.count), many)
            return
        sentence = f"{message.row.id}. This cannot be taken back" + (
            " once all have chosen." if len(pending.by) > 1 else "."
        )
        name = message.row.id
        self.app.push_screen(
            Confirm(QUESTIONS[kind], [sentence]), lambda yes: act({"kind": kind, "player": name}) if yes else None
        )
