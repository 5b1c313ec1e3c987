"""What moved at a close of Pantheic Runes: tableaux that came from the temple, and those that somebody else got."""

from __future__ import annotations

from core.games.pantheic_runes.structs import Report
from tui import text
from tui.games.pantheic_runes.cards import rune
from tui.motion import Lane


def lanes(seat: str, told: Report) -> list[Lane]:
    """Every pick of this seat. A lost one stays where it was: who won it is not told (PR-22)."""
    return [
        Lane(
            text.line("Temple ", (str(pick.place), "$key")),
            text.line("[", *[rune(symbol) for symbol in pick.tableau], "]"),
            (seat, "$strong"),
            fails=not pick.got,
        )
        for pick in told.picks
    ]
