"""What is kept of Textual's work is what Textual would have found."""

from __future__ import annotations

import asyncio
import functools
import inspect
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual import on
from textual._ansi_theme import MONOKAI
from textual.app import App
from textual.color import Color
from textual.events import Click
from textual.filter import ANSIToTruecolor
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from ssh_server.session import isolation
from ssh_server.session.colours import NamedColours
from ssh_server.session.textual_seam import shortcuts, within
from tui.textual_seam import remember


class Said(Message):
    """Something that widgets hear."""


class Base(Widget):
    """Hears by name, under both names, and one of its own."""

    def on_said(self) -> None: ...

    def _on_mount(self, event: Any) -> None: ...

    def on_click(self) -> None: ...


class Heir(Base):
    def on_said(self) -> None: ...

    @on(Click)
    def clicked(self) -> None: ...


def test_whoever_serves_has_them() -> None:
    """They work by being imported, which looks as if nobody needed them."""
    assert vars(isolation)["shortcuts"] is shortcuts


def test_handlers_are_those_that_textual_finds_in_its_order() -> None:
    widget, message = Heir(), Said()
    for name in ("on_said", "on_mount", "on_nothing"):
        for _ in range(2):
            assert list(shortcuts.handlers(widget, name, message)) == list(
                shortcuts._get_dispatch_methods(widget, name, message)
            )
    assert shortcuts._handlers[Heir, "on_said", Said] == ((Heir, vars(Heir)["on_said"]), (Base, vars(Base)["on_said"]))


def test_a_decorated_handler_is_left_to_textual() -> None:
    assert shortcuts._look_for(Heir, "on_click", Click) is None
    assert shortcuts._look_for(Base, "on_click", Click) == (
        (Base, vars(Base)["on_click"]),
        (Widget, vars(Widget)["_on_click"]),
    )


def test_a_handler_can_keep_the_rest_from_hearing() -> None:
    widget, message = Heir(), Said()
    heard = shortcuts.handlers(widget, "on_said", message)
    assert next(iter(heard))[0] is Heir
    message.prevent_default()
    assert list(heard) == []


def test_parameters_are_counted_as_textual_counts_them() -> None:
    def usual(one: int, other: int = 2, *more: int, named: str, **rest: str) -> None: ...

    @functools.wraps(usual)
    def wrapped() -> None: ...

    calls: tuple[Any, ...] = (usual, wrapped, lambda: None, lambda one: one, functools.partial(usual, 1), Heir, print)
    for call in calls:
        assert shortcuts.parameters(call) == len(inspect.signature(call).parameters), call


def test_colours_of_a_terminal_theme_are_still_worked_out_where_there_are_any() -> None:
    ours, theirs, ground = ANSIToTruecolor(MONOKAI), ANSIToTruecolor(MONOKAI), Color(1, 2, 3)
    for words in ("#102030 on #405060", "red", "default on blue", "dim #102030", "bold"):
        segments = [Segment("one", Style.parse("#ffffff")), Segment("two", Style.parse(words)), Segment("three")]
        assert NamedColours(lambda: [ours]).apply(segments, ground) == theirs.apply(segments, ground)


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
    await asyncio.wait(late, timeout=60)
    assert late[0].done()
