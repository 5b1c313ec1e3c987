"""What stands at the table after the last round: winners, choices still to be made, and at the end the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content

from core.closing import called
from core.seat import Seat
from core.story.parts import Story
from tui import text
from tui.story_rows import result_rows
from tui.widgets.boxes import Vertical, VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.words import Paper

QUESTIONS = {
    "choose_candidate": "Who is the Elimination Candidate?",
    "choose_opponent": "Whom do you name as your opponent in the Death Match?",
    "choose_ascendant": "Who ascends?",
    "give_tokens": "Who receives a Token of Life?",
}
WAITING = {
    "choose_candidate": "the Elimination Candidate",
    "choose_opponent": "the opponent in the Death Match",
    "choose_ascendant": "who ascends",
    "give_tokens": "who receives a Token of Life",
}


class ResultPaper(Paper):
    """The story of the end, laid out for its width: side by side where there is room."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, classes="house-result")
        self._told: Story | None = None
        self._head: Sequence[text.Part] = ()
        self._tail: Sequence[text.Part] = ()
        self.curve = 0
        """Which of the series is drawn."""
        self.whose: str | None = None
        """Whose curve stands out."""

    def tell(self, told: Story, head: Sequence[text.Part] = (), tail: Sequence[text.Part] = ()) -> None:
        """Another story; `head` stands above it and `tail` below."""
        self._told, self._head, self._tail = told, head, tail
        self.lay_out()

    def lay_out(self) -> None:
        """Draw it again, for another curve or size."""
        self._fitted = (-1, [])
        self.redraw(layout=True)

    def fit(self, width: int) -> list[Content]:
        if self._told is None or width < 1:
            return []
        room = self.screen.size.height - 6
        rows = result_rows(self._told, width, room, self.curve, self.whose)
        head, tail = (text.hung(text.lines(part), width) if part else [] for part in (self._head, self._tail))
        return [*head, *rows, *([text.line("")] if tail else []), *tail]

    @property
    def plain(self) -> str:
        """What `y` copies."""
        return "\n".join(row.plain.rstrip() for row in self.fit(max(self.size.width, 78)))

    @property
    def turns(self) -> int:
        """How many turning points there are."""
        return 0 if self._told is None else len(self._told.turns)

    @property
    def curves(self) -> int:
        """How many curves there are, one of them drawn."""
        return 0 if self._told is None else len(self._told.series)

    def row_of_curves(self) -> int:
        """The row in which the curves begin; 0 if there are none."""
        if self._told is None or not self._told.series:
            return 0
        title = self._told.series[self.curve].title
        return next((y for y, row in enumerate(self.fit(self.size.width)) if f"{title} by " in row.plain), 0)

    def next_curve(self) -> None:
        """The next of the series."""
        if self._told is not None and self._told.series:
            self.curve = (self.curve + 1) % len(self._told.series)
            self.lay_out()

    def next_seat(self) -> None:
        """Let another seat's curve stand out; after the last none."""
        if self._told is not None and self._told.series:
            order = [None, *self._told.series[self.curve].curves]
            self.whose = order[(order.index(self.whose) + 1) % len(order)] if self.whose in order else None
            self.lay_out()


class EndingPane(Vertical):
    """The decision phase (CM-07, CM-08, CM-12) and the result page."""

    BINDINGS = [
        Binding("c", "curve", "next curve", id="ending.curve", tooltip="Another of the curves."),
        Binding("v", "whose", "whose curve", id="ending.whose", tooltip="Let the next seat's curve stand out."),
        *(Binding(str(n), f"turn({n})", "turning points", id=f"ending.turn{n}", show=n == 1, key_display="1-7",
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
        """Paint everything anew."""
        seat = self.seat
        told = seat.story()
        self._paper.tell(told, ending_head(seat), ending_tail(seat, told))
        pending = seat.pending()
        decide = self.query_one("#decide", Choices)
        decide.display = pending is not None
        if pending is not None:
            rows = [Row("question", QUESTIONS[pending.kind], heading=True)]
            between = {name: history(told, seat.name or "", name) for name in pending.among}
            decide.show([*rows, *(Row(name, name, note=(between[name], "$faint")) for name in pending.among)])
            decide.focus()

    def action_curve(self) -> None:
        self._paper.next_curve()
        self.call_after_refresh(self._show_curves)

    def action_whose(self) -> None:
        self._paper.next_seat()
        self.call_after_refresh(self._show_curves)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turning points are there to go to once the match has finished."""
        if action == "turn" and self.is_mounted:
            return self.seat.frame().phase == "finished" and parameters[0] in range(1, self._paper.turns + 1)
        if action == "curve" and self.is_mounted:
            return self._paper.curves > 1
        return True

    def action_turn(self, number: int) -> None:
        """The replay, at one of the turning points."""
        self.app.replay(self.seat.frame().match, number)  # type: ignore[attr-defined]

    @property
    def _paper(self) -> ResultPaper:
        return self.query_one("#ending-text", ResultPaper)

    def _show_curves(self) -> None:
        """Bring what was changed into sight."""
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

        def act(action: dict[str, Any]) -> None:
            screen.attempt(lambda: self.seat.act(action), "Chosen.")  # type: ignore[attr-defined]

        def many(names: tuple[str, ...] | None) -> None:
            if names:
                act({"kind": kind, "players": list(names)})

        if kind == "give_tokens":
            rows = [Row(name, name, chosen=name == message.row.id) for name in pending.among]
            self.app.push_screen(PickMany(QUESTIONS[kind], rows, pending.count, pending.count), many)
            return
        said = f"{message.row.id}. This cannot be taken back" + (
            " once all have chosen." if len(pending.by) > 1 else "."
        )
        name = message.row.id
        self.app.push_screen(
            Confirm(QUESTIONS[kind], [said]), lambda yes: act({"kind": kind, "player": name}) if yes else None
        )


def ending_head(seat: Seat) -> list[text.Part]:
    """What everyone knows of the end, above the story: the result in a line each, or what is waited for."""
    outcome, end = seat.outcome(), seat.end()
    if outcome is not None:
        return [
            text.line(("The result", "$strong"), "   won by ", (text.joined(outcome["winners"]), "$good")),
            "",
        ]
    if end is not None:
        return [*decision_rows(end, seat), ""]
    return [("The match was ended without a result.", "$strong"), ""]


def ending_tail(seat: Seat, told: Story, *, own: bool = True) -> list[text.Part]:
    """Below the story: last words, the seat's own last report (unless nobody in particular reads it), the ledger,
    what the host did, the dice."""
    from tui.screens.log import course_of, round_rows

    rows: list[text.Part] = last_words_rows(seat)
    if own and (closed := seat.closed_rounds()):
        mine = round_rows(seat, closed[-1], course=course_of(told, seat, closed[-1].round))[1:-1]
        rows += [*([""] if rows else []), ("Your last report", "$accent"), *mine]
    if ledger := ledger_rows(seat):
        rows += [*([""] if rows else []), *ledger]
    if (record := seat.record()) is not None:
        if hosted := host_rows(record, seat.game.spec.round_word):
            rows += [*([""] if rows else []), *hosted]
        rows += [*([""] if rows else []), *commitment_rows(seat, record)]
    return rows


def last_words_rows(seat: Seat) -> list[text.Part]:
    """What was said once it was over: each in a row, under one another."""
    said = seat.last_words()
    width = max((len(message.by) for message in said), default=0) + 2
    rows = [text.line("  ", text.fit((message.by, "$strong"), width), message.text) for message in said]
    return [("Last words", "$accent"), *rows] if rows else []


def host_rows(record: dict[str, Any], word: str) -> list[text.Part]:
    """What the host looked at and did to single seats, told once the match has finished (CM-11, HH-23, HH-40)."""
    told = [*record["opened"]]
    for one in record["corrections"]:
        told.append(f"{one['seat']}'s orders for {called(word, one['round'])} were corrected: {one['reason']}")
    told += [f"{called(word, one['round']).capitalize()} waited for {one['seat']}." for one in record["graces"]]
    return [("What only the host knew of", "$accent"), *(f"  {line}" for line in told)] if told else []


WITH = {
    "swap": ("swap", "swaps"),
    "failed": ("offer not returned", "offers not returned"),
    "visit": ("meeting", "meetings"),
    "met": ("meeting", "meetings"),
    "query": ("query to them", "queries to them"),
    "answer": ("query from them", "queries from them"),
    "trade": ("trade", "trades"),
    "commit": ("commit against them", "commits against them"),
    "accept_combine": ("combination", "combinations"),
}
"""What steps between two seats are called when they are counted."""


def history(told: Story, you: str, other: str) -> str:
    """What there was between two seats and when, from what `you` knows: `3 swaps (rounds 1, 2 and 5)`."""
    found: dict[tuple[str, str], list[int]] = {}
    for scene in told.scenes:
        for step in scene.steps:
            if you in step.seats and other in step.seats and step.kind in WITH:
                found.setdefault(WITH[step.kind], []).append(scene.round)
    parts = [f"{text.counted(len(at), one, many)} {_when(told, at)}" for (one, many), at in found.items()]
    broken = [turn.round for turn in told.turns if turn.kind == "broken word" and turn.seats[:2] == (other, you)]
    parts += [f"broke a word to you {_when(told, broken)}"] if broken else []
    return ", ".join(parts) or "nothing between you"


def _when(told: Story, rounds: Sequence[int]) -> str:
    """`(round 3)`, `(rounds 1, 2 and 5)`; of many the first and the last."""
    different = sorted({*rounds})
    if len(different) > 3:
        return f"({told.round_word}s {different[0]} to {different[-1]})"
    names = text.joined([str(number) for number in different])
    return f"({told.round_word}{'s' if len(different) > 1 else ''} {names})"


def decision_rows(end: dict[str, Any], seat: Seat) -> list[text.Part]:
    """The decision phase: the winners, and what is waited for."""
    rows: list[text.Part] = [("The last round is over", "$strong"), ""]
    word = "Winner " if len(end["winners"]) == 1 else "Winners"
    rows.append(text.line(f"{word}   ", (text.joined(end["winners"]), "$good")))
    tokens = end.get("tokens_of_life") or {}
    rows.append(text.line("Tokens    ", _amounts(tokens) or "none"))
    awaited = seat.awaited()
    if awaited is not None:
        who = text.joined(awaited.by)
        rows += [
            "",
            text.line((who, "$strong"), f" must choose {WAITING[awaited.kind]}, among {text.joined(awaited.among)}."),
        ]
    return rows


def outcome_rows(outcome: dict[str, Any], seats: Sequence[str]) -> list[text.Part]:
    """The result page."""
    if len(seats) == 2:
        return duel_rows(outcome, seats)
    rows: list[text.Part] = [("The result", "$strong"), ""]
    word = "Winner " if len(outcome["winners"]) == 1 else "Winners"
    rows.append(text.line(f"{word}                ", (text.joined(outcome["winners"]) or "nobody", "$good")))
    rows.append(text.line("Elimination Candidate  ", (outcome["elimination_candidate"] or "nobody", "$bad")))
    rows.append(text.line("Death Match opponent   ", (outcome["death_match_opponent"] or "nobody", "$bad")))
    rows += ["", ("Place  Seat                      Tokens of Life  Garnets", "$faint")]
    place = 1
    for group in outcome["ranking"]:
        for name in group:
            tokens, garnets = outcome["tokens_of_life"].get(name, 0), outcome["garnets"].get(name, 0)
            rows.append(
                text.line(
                    f"{place:>4}.  ", text.fit((name, "$strong"), 24), f"  {tokens or '-':>14}  {garnets or '-':>7}"
                )
            )
        place += len(group)
    return rows


def duel_rows(outcome: dict[str, Any], seats: Sequence[str]) -> list[text.Part]:
    """The result of a duel: there is a winner or there is none, and nothing is given out (BW-05)."""
    if not outcome["winners"]:
        return [("A drawn duel", "$strong"), "", f"{text.joined(seats)} end with equal points: nobody wins."]
    winner = outcome["winners"][0]
    other = next(seat for seat in seats if seat != winner)
    return [("The duel is decided", "$strong"), "", text.line((winner, "$good"), f" wins against {other}.")]


def commitment_rows(seat: Seat, record: dict[str, Any]) -> list[text.Part]:
    """The seed with its commitment, checked (CM-04)."""
    from core.dice import commitment

    promised = seat.view_json()["commitment"]
    held = commitment(record["seed"], record["nonce"]) == promised
    verdict: text.Part = (
        ("the dice were fixed beforehand", "$good") if held else ("they do NOT belong together", "$bad")
    )
    return [
        ("The dice", "$accent"),
        f"  seed        {record['seed']}",
        f"  nonce       {record['nonce']}",
        f"  commitment  {promised}",
        text.line("  checked     ", verdict),
    ]


def ledger_rows(seat: Seat) -> list[text.Part]:
    """The ledger with its reasons (CM-06), as far as this seat may read it."""
    names = {"token": "Token of Life", "garnet": "garnet"}
    rows = [
        text.line(
            text.fit(("  " + entry.seat, "$strong"), 20),
            text.fit(
                text.counted(
                    entry.amount, names[entry.coin], {"token": "Tokens of Life", "garnet": "garnets"}[entry.coin]
                ),
                20,
            ),
            entry.reason,
        )
        for entry in seat.ledger()
    ]
    return [("Ledger", "$accent"), *rows] if rows else []


def _amounts(amounts: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in amounts.items())
