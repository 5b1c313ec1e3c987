"""Asks from which round of a finished match to play on, in which seat and with which others; compares the
results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.house.house import House
from core.levels import temper_of
from core.match.seating import bot_level, is_bot
from core.match.state import Match
from core.match.summary import Summary
from core.narration.telling import story
from core.table.host_controls import HostControls
from core.training.practice import OTHERS, again, branches, check_goes_on, go_on
from tui.app.services import AppServices
from tui.screens.dialogs import Pick, ReadDialog
from tui.widgets.choices import Row
from tui.words import text
from tui.words.ending_rows import cell_words

COMPARE, SAME = "compare", "same"
COLUMN = 14


class PlayingOn:
    """The questions before a branch (HH-81). `sit(match, seat)`: takes the player there."""

    def __init__(
        self, app: AppServices, house: House, final: Match, holder: str, sit: Callable[[str, str], None]
    ) -> None:
        self._app, self._house, self._final, self._holder, self._sit = app, house, final, holder, sit
        self._branches = branches(house, final.header.match, holder)

    def ask(self, number: int | None) -> None:
        """Ask for the round, unless it is known, and go on with the seat. In a practice match that runs, go back."""
        final, finished = self._final, self._final.phase == "finished"
        if finished:
            check_goes_on(final)
        if finished and number is not None:
            self._ask_seat(number)
            return
        rows = [Row(str(at), final.spec.when(at, exact=True).capitalize()) for at in sorted(final.starts)]
        if finished and final.header.practice:
            rows.insert(0, Row(SAME, "The same match again, with the same dice"))
        title = "Play on from the start of" if finished else "Go back to the start of"
        self._pick(title, rows, self._ask_seat if finished else self._go_back, compares=True)

    def _go_back(self, number: str) -> None:
        controls = HostControls(self._house.table(self._final.header.match))
        self._app.attempt(lambda: controls.rewind(int(number)))

    def _same_dice(self) -> None:
        match = again(self._house, self._final.header.match, self._holder, same_dice=True).match
        self._sit(match.header.match, next(seat for seat in match.seats if match.holders[seat] == self._holder))

    def _ask_seat(self, at: int | str) -> None:
        number = int(at)
        rows = [Row(seat, seat, note=self._played_by(seat)) for seat in self._final.seats]
        title = f"Play on from {self._final.spec.when(number, exact=True)}, in the seat of"
        self._pick(title, rows, lambda seat: self._ask_others(number, seat), compares=True)

    def _played_by(self, seat: str) -> str:
        holder = self._final.holders.get(seat, "")
        if holder == self._holder:
            return "you"
        place = self._final.seats.index(seat)
        return f"{temper_of(self._final.header.nonce, place)} {bot_level(holder)} bot" if is_bot(holder) else "a person"

    def _ask_others(self, number: int, seat: str) -> None:
        sealed = any(record.round == number and record.orders for record in self._final.rounds)
        rows = [Row(key, words) for key, words in OTHERS.items() if sealed or key != "as played"]

        def begin(others: str) -> None:
            table = self._app.result_of(lambda: go_on(self._house, self._final, number, seat, self._holder, others))
            if table is not None:
                self._sit(table.match.header.match, seat)

        self._pick(f"{seat}'s seat is yours. The others?", rows, begin)

    def _pick(self, title: str, rows: Sequence[Row], then: Callable[[str], None], *, compares: bool = False) -> None:
        def chosen(row: str) -> None:
            if row == COMPARE:
                self._compare()
            elif row == SAME:
                self._app.attempt(self._same_dice)
            else:
                then(row)

        own = next((seat for seat in self._final.seats if self._final.holders.get(seat) == self._holder), None)
        compare = [Row(COMPARE, "What came of it when you played on")] if compares and self._branches else []
        self._app.ask(Pick(title, [*rows, *compare], own), chosen)

    def _compare(self) -> None:
        finals = [self._house.table(branch.match).match for branch in self._branches]
        self._app.push_screen(ReadDialog("What came of it", compared(self._final, finals, self._branches)))


def compared(final: Match, finals: Sequence[Match], shown: Sequence[Summary]) -> list[text.Part]:
    """Return a row a seat: its place and figure in the match, then in each branch."""
    when = final.spec.when
    heads = ["as played", *(when(branch.branch_round) for branch in shown)]
    by_seat = [results(match) for match in (final, *finals)]
    wide = max(map(len, final.seats)) + 2
    rows: list[text.Part] = [text.line(" " * wide, *[(f"{head[: COLUMN - 2]:<{COLUMN}}", "$faint") for head in heads])]
    for seat in final.seats:
        cells = [(f"{result.get(seat, ''):<{COLUMN}}", "$strong" if n else "$ink") for n, result in enumerate(by_seat)]
        rows.append(text.line(f"{seat:<{wide}}", *cells))
    yours = [f"{when(branch.branch_round)}: {_held(branch)}" for branch in shown]
    return [*rows, "", ("Your seat in each branch", "$faint"), *(f"  {line}" for line in yours)]


def _held(branch: Summary) -> str:
    return text.joined([seat for seat, holder in branch.holders.items() if holder == branch.host])


def results(match: Match) -> Mapping[str, str]:
    """Return the place and the deciding figure of each seat, in words."""
    standing = story(match, None, whole=True).standing
    decides = next((column for column in standing.columns if column.decides), None)
    return {
        row.seat: " ".join(
            [*([f"{row.place}."] if row.place else []), *([cell_words(row.cells.get(decides.id))] if decides else [])]
        )
        for row in standing.rows
    }
