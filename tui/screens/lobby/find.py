"""Finding a match among many: every word typed must occur in its title, its game, its seats or who holds them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual import events
from textual.widget import Widget
from textual.widgets import Input

from core.match.seating import is_bot
from core.match.summary import Summary, found_by
from tui.screens.dialogs import Dialog, opening
from tui.widgets.choices import Choices, Row
from tui.widgets.frame import STAGES
from tui.widgets.writing import Field
from tui.words import text

FEW = 10
"""Matches that can be overlooked: for so many no line to search them by is shown."""
MOVES = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
"""Keys that move in the list while the line above keeps the typing, and by how many rows."""


def match_row(summary: Summary, day: str) -> Row:
    """A match in a list: public facts only. `day` is when it was made or has ended."""
    people = [seat for seat in summary.seats if not is_bot(summary.holders.get(seat, ""))]
    bots = len(summary.seats) - len(people)
    who = ", ".join([*people, *([text.counted(bots, "bot")] if bots else [])])
    if summary.finished:
        where = summary.ended_how if not summary.winners else f"won by {_few(summary.winners)}"
    else:
        where = STAGES.get(summary.phase, f"{summary.round_word} {summary.round}/{summary.rounds}")
    game = f"{summary.game_title}  " if summary.title != summary.game_title else ""
    label = text.line((summary.title, "$strong"), "  ", game, (who, "$faint"))
    return Row(summary.match, label, note=text.line((where, "$accent"), "  ", (day, "$faint")))


def _few(names: Sequence[str]) -> str:
    return text.joined(names) if len(names) < 3 else f"{names[0]} and {len(names) - 1} more"


class PickMatch(Dialog[str]):
    """One of the matches of the house, newest first; where they are many, searched as one types."""

    BROAD = True
    AUTO_FOCUS = "#find, #pick"

    def __init__(self, title: str, matches: Sequence[Summary], day: Callable[[Summary], str]) -> None:
        """`matches`: oldest first. `day`: when one was made or has ended, in words."""
        super().__init__(title)
        self._called = title
        self._matches = list(reversed(matches))
        self._day = day
        self._made: dict[str, Row] = {}

    def body(self) -> Iterable[Widget]:
        many = len(self._matches) > FEW
        if many:
            yield Field(placeholder="type to find: title, game, seat or person", id="find")
        yield opening(Choices(self._rows(""), id="pick", empty="No match has all these words."))

    def on_mount(self) -> None:
        self._count(len(self._matches))

    def _rows(self, wanted: str) -> list[Row]:
        return [self._row(one) for one in found_by(wanted, self._matches)]

    def _row(self, one: Summary) -> Row:
        """Made once: a thousand are looked through with every key."""
        if one.match not in self._made:
            self._made[one.match] = match_row(one, self._day(one))
        return self._made[one.match]

    def _count(self, found: int) -> None:
        if len(self._matches) > FEW:
            of = "" if found == len(self._matches) else f"{found:,} of "
            self.query_one("#dialog").border_title = f"{self._called} ({of}{len(self._matches):,})"

    def on_input_changed(self, message: Input.Changed) -> None:
        rows = self._rows(message.value)
        self.query_one("#pick", Choices).show(rows, keep=False)
        self._count(len(rows))

    def on_key(self, event: events.Key) -> None:
        if event.key in MOVES and isinstance(self.focused, Input):
            self.query_one("#pick", Choices).action_move(MOVES[event.key])
            event.stop()

    def on_input_submitted(self) -> None:
        self.query_one("#pick", Choices).action_pick()

    def on_choices_picked(self, message: Choices.Picked) -> None:
        self.dismiss(message.row.id)
