"""What whoever watches The Drifting Ship sees: the board with what was activated, and how far each Sequence is. Where
the crews are and what they bid stays with them."""

from __future__ import annotations

from textual.content import Content

from core.games.drifting_ship.story import own_picture
from core.games.drifting_ship.structs import View
from core.story.parts import Scene, Story
from tui.drawings import Frame, draw


def board(view: View, told: Story, width: int, height: int) -> list[Content]:
    """The game's own drawing of the last close; before the first, of the ship as it set out."""
    steps = told.scenes[-1].steps if told.scenes else ()
    picture = own_picture(view)
    scene = Scene(round=told.scenes[-1].round if told.scenes else 0, steps=steps, picture=picture)
    return draw(Frame(told, scene, picture, len(steps), width, height))
