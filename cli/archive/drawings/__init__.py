"""A round of each game as SVG, one module a game. What a step brings carries its number (`data-step`): the page's
script shows it then; without scripts everything that the round brought is seen at once.

A drawing is made of the scene's own picture and steps, so that it never knows more than the reader of its story.
"""

from __future__ import annotations

from collections.abc import Callable

from cli.archive.drawings import duel, mercury, runes, ship, sinner, trading
from cli.archive.drawings.frame import Frame
from core.story.parts import Story, Turn

DRAWINGS: dict[str, Callable[[Frame], str]] = {
    "black_and_white": duel.draw,
    "day_of_mercury": mercury.draw,
    "drifting_ship": ship.draw,
    "exodus": trading.draw,
    "famine": trading.draw,
    "ninety_nine": duel.draw,
    "pantheic_runes": runes.draw,
    "sinners_secret": sinner.draw,
}
"""By game; others are told in steps."""

LEGENDS: dict[str, str] = {
    "black_and_white": duel.LEGEND,
    "day_of_mercury": mercury.LEGEND,
    "drifting_ship": ship.LEGEND,
    "exodus": trading.LEGEND,
    "famine": trading.LEGEND,
    "ninety_nine": duel.LEGEND,
    "pantheic_runes": runes.LEGEND,
    "sinners_secret": sinner.LEGEND,
}
"""How each is read, in a sentence or two."""


def board(story: Story, place: int, hue: dict[str, int], broken: tuple[Turn, ...] = ()) -> str:
    """The drawing of one round; empty where the game has none. `broken`: agreements that were not kept."""
    drawing = DRAWINGS.get(story.game)
    scene = story.scenes[place]
    if drawing is None or not scene.picture:
        return ""
    before = story.scenes[place - 1].picture if place else story.start
    return drawing(Frame(story, scene, before or scene.picture, broken, hue))
