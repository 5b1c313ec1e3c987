"""What moved at a close of The Drifting Ship: the seat's own crewmates, from room to room."""

from __future__ import annotations

from core.games.drifting_ship.structs import View
from tui import text
from tui.games.drifting_ship.rows import SOLID
from tui.motion import Lane


def lanes(view: View, round_: int) -> list[Lane]:
    """Both crewmates, as far as they are elsewhere than before."""
    pages = {} if view.own is None else {page.round: page for page in view.own.pages}
    if round_ not in pages or round_ - 1 not in pages:
        return []
    ways = zip(pages[round_ - 1].rooms, pages[round_].rooms, SOLID, strict=True)
    return [
        Lane(text.line(before), (mark, "$key"), (after, "$strong")) for before, after, mark in ways if before != after
    ]
