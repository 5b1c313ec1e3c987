"""Colours and timers of an app are those that Textual would have found."""

from __future__ import annotations

import asyncio

from rich.segment import Segment
from rich.style import Style
from textual._ansi_theme import MONOKAI
from textual.app import App
from textual.filter import ANSIToTruecolor
from textual.screen import Screen

from ssh_server.session import isolation
from ssh_server.session.colours import GROUND, Colours, SessionColours
from ssh_server.session.textual_seam import within
from tui.textual_seam import remember


def test_colours_of_a_terminal_theme_are_still_worked_out_where_there_are_any() -> None:
    ours, theirs, ground = ANSIToTruecolor(MONOKAI), ANSIToTruecolor(MONOKAI), GROUND
    for words in ("#102030 on #405060", "red", "default on blue", "dim #102030", "bold"):
        segments = [Segment("one", Style.parse("#ffffff")), Segment("two", Style.parse(words)), Segment("three")]
        assert SessionColours(Colours.FULL, lambda: [ours])(segments) == theirs.apply(segments, ground)


async def test_a_timer_that_begins_after_its_screen_has_ended_ends_with_the_app():
    """As that of a screen which was cut short before it stood: Textual starts it, and never stops it."""
    app: App[None] = App()
    remember(app)
    screen: Screen[None] = Screen()
    async with app.run_test() as pilot:
        await app.push_screen(screen)
        await pilot.pause()
    with within(app):
        screen.set_interval(60, name="late", pause=True)
    late = [task for task in asyncio.all_tasks() if task.get_name() == "late"]
    assert len(late) == 1
    await isolation.dismantle(app)
    await asyncio.wait(late, timeout=300)
    assert late[0].done()
