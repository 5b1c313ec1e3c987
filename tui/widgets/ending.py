"""What stands at the table after the last round: winners, choices still to be made, and at the end the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from core.seat import Seat
from tui import text
from tui.widgets.boxes import Vertical
from tui.widgets.choices import Choices, Row
from tui.widgets.words import Words

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


class EndingPane(Vertical):
    """The decision phase (CM-07, CM-08, CM-12) and the result page."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(id="ending", classes="pane")
        self.seat = seat

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="ending-scroll"):
            yield Words(id="ending-text")
        yield Choices(id="decide", empty="")

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        """Paint everything anew."""
        seat = self.seat
        self.query_one("#ending-text", Words).update(text.lines(ending_rows(seat)))
        pending = seat.pending()
        decide = self.query_one("#decide", Choices)
        decide.display = pending is not None
        if pending is not None:
            rows = [Row("question", QUESTIONS[pending.kind], heading=True)]
            decide.show([*rows, *(Row(name, name) for name in pending.among)])
            decide.focus()

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


def ending_rows(seat: Seat) -> list[text.Part]:
    """What everyone knows of the end, in words; a seat's own last report below it."""
    outcome, end = seat.outcome(), seat.end()
    if outcome is not None:
        rows = outcome_rows(outcome, seat.frame().seats)
    elif end is not None:
        rows = decision_rows(end, seat)
    else:
        rows = [("The match was ended without a result.", "$strong")]
    for news in seat.news():
        if news.kind == "lots":
            rows.append((news.text, "$faint"))
    if closed := seat.closed_rounds():
        rows += [
            "",
            ("Your last report", "$accent"),
            *(f"  {line}" for line in seat.game.tell_to(closed[-1].report, seat.view())),
        ]
    if ledger := ledger_rows(seat):
        rows += ["", *ledger]
    if (record := seat.record()) is not None:
        rows += ["", *commitment_rows(seat, record)]
    return rows


def decision_rows(end: dict[str, Any], seat: Seat) -> list[text.Part]:
    """The decision phase: the winners, and what is waited for."""
    rows: list[text.Part] = [("The last round is over", "$strong"), ""]
    rows.append(text.line("Winners   ", (text.joined(end["winners"]), "$good")))
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
    rows: list[text.Part] = [("The result", "$strong"), ""]
    rows.append(text.line("Winners                ", (text.joined(outcome["winners"]), "$good")))
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
