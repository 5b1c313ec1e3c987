"""Bots for the rest of a match: which level, in one key."""

from __future__ import annotations

from collections.abc import Callable

from core.games import game as find_game
from core.seating import bot_words
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Pick
from tui.widgets.choices import Row


def ask_level(screen: GarnetScreen[None], game: str, count: int, take: Callable[[str], None]) -> None:
    """Which bots take `count` free seats; `take` gets the level."""
    rows = [Row(level, f"{level} bots", note=(bot_words(f"bot:{level}"), "$faint")) for level in find_game(game).levels]

    def chosen(level: str | None) -> None:
        if level is not None:
            take(level)

    screen.app.push_screen(Pick(f"Fill {count} free seat{'s' * (count != 1)} with", rows), chosen)
