"""Practice: which game, and from where (HH-31)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.bots.coach import Position
from core.bots.practice import START, position
from core.games import game as find_game
from core.table.table import Table
from tui.app.memory import Memory, SeatMemory
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Pick
from tui.screens.lobby.picking import PickGame
from tui.widgets.choices import Row

Begin = Callable[[str, Position | None], object]
"""Called with the game and the position, None for the start."""


def choose_practice(screen: GarnetScreen[Any], begin: Begin) -> None:
    """Ask for a game, and for a position where it has any; then `begin`, whose refusal is said."""

    def chosen(game: str | None) -> None:
        if game is None:
            return
        found = find_game(game).positions
        if not found:
            screen.attempt(lambda: begin(game, None))
            return
        spec = find_game(game).spec
        rows = [Row(START, f"From the start: {spec.length}"), *(Row(one.id, one.title) for one in found)]
        screen.app.push_screen(PracticePick(f"Practise {spec.title}", rows), lambda at: from_there(game, at))

    def from_there(game: str, at: str | None) -> None:
        if at is not None:
            screen.attempt(lambda: begin(game, position(game, at)))

    screen.app.push_screen(PickGame("Practise which match? Alone, with bots, without a clock"), chosen)


class PracticePick(Pick):
    """Where to begin."""

    BROAD = True


def with_coach(memory: Memory, table: Table, seat: str) -> None:
    """The coach goes along from the first round, whoever has been coached before: that is what practice is for."""
    SeatMemory(memory, table.match.header.match, seat).put("coach", 0)
