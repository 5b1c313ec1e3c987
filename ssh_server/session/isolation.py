"""Makes a Textual app fit to live with others in one process, and takes it apart when it is done.

What a Textual app takes for granted, being alone in its process, and what is done about it here:

- it redirects `sys.stdout` and `sys.stderr` for the process: ours leave them alone;
- it chooses colours from the process's environment: ours get a console and filters of their own;
- it prints a crash, with the values of local variables, to the terminal: ours log the traceback without values;
- it parses its style sheets anew: ours share what was parsed, which is most of a session's start.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable
from typing import Any, Final

from rich.console import Console
from textual.app import App
from textual.dom import DOMNode
from textual.filter import ANSIToTruecolor
from textual.screen import Screen

from ssh_server.session.colours import ColourPalette, Colours, NamedColours
from ssh_server.session.textual_seam import empty, within
from ssh_server.session.textual_seam import shortcuts as shortcuts  # from now on
from tui.app import stack
from tui.textual_seam import Registry, at_work, on_error, remember, remembered


def isolate_app(
    app: App[Any], colours: Colours, driver: Callable[..., Any], on_crash: Callable[[BaseException], None]
) -> None:
    """Prepare an app that has not been run yet.

    `driver` is called as a driver class would be. `on_crash` is told the first exception that ends the app.
    """
    app.driver_class = driver  # type: ignore[assignment]
    app.animation_level = "none"
    app.console = _bare_console(app)
    app.error_console = Console(file=io.StringIO(), quiet=True)  # what would be printed at the end has been logged
    remember(app)
    _colour(app, colours)
    on_error(app, _crash_handler(app, on_crash))


def recolour(app: App[Any], colours: Colours) -> None:
    """Other colours for an app that runs: what is on the screen is painted anew."""
    _colour(app, colours)
    for screen in app.screen_stack:
        for widget in screen.walk_children(with_self=True):
            widget.refresh()


def _colour(app: App[Any], colours: Colours) -> None:
    """Whatever is painted passes two filters: what a theme leaves to the terminal gets a colour, and then each colour
    is one that this terminal can show. Nobody's environment has a say."""
    app.no_color = colours is Colours.NONE

    def named() -> list[ANSIToTruecolor]:
        return [one for one in type(app).get_line_filters(app) if isinstance(one, ANSIToTruecolor)]

    filters = [NamedColours(named), ColourPalette(colours)]
    app.get_line_filters = lambda: [one for one in filters if one.enabled]  # type: ignore[method-assign]


def _bare_console(app: App[Any]) -> Console:
    """A console in full colour that has not looked at the server's environment; the filters do the rest."""
    return Console(
        color_system="truecolor",
        no_color=False,
        file=app.console.file,
        markup=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        force_terminal=True,
        safe_box=False,
        soft_wrap=False,
    )


def _crash_handler(app: App[Any], on_crash: Callable[[BaseException], None]) -> Callable[[Exception], None]:
    crashed = False

    def handle(error: Exception) -> None:
        nonlocal crashed
        if stack.forgiven(error):
            return
        app.exit(return_code=1)
        if not crashed:
            crashed = True
            on_crash(stack.cause(error))

    return handle


logger = logging.getLogger("garnet.session")

SLICE: Final = 25
"""Nodes taken apart before the others are let in; less than a millisecond."""
GO_SECONDS: Final = 1.0
"""How long nodes may take to go that were cut short."""


async def dismantle(app: App[Any]) -> None:
    """Take an app apart that has ended, in slices. What still calls its nodes is told that they are gone.

    It may not have ended by itself, nor all of its screens: what they do at their end is done here once more, for
    nobody may go on listening.
    """
    registry = remembered(app)
    if registry is None:
        return
    with within(app):
        await _go(registry)
        for node in registry.ever:
            if isinstance(node, Screen):  # one that was told to stop before it stood was never told that it ends
                _leave(node)
        _leave(app)
    nodes = list(registry.ever)
    while nodes:
        for node in nodes[-SLICE:]:
            empty(node)
        del nodes[-SLICE:]
        await asyncio.sleep(0)
    vars(app.stylesheet).clear()
    vars(app.animator).clear()
    empty(app)


async def _go(registry: Registry) -> None:
    """Let those go that are still at work, though their app is not: a node that has gone is off the registry."""
    tasks = [task for node in list(registry) if (task := at_work(node)) is not None]
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=GO_SECONDS)
    for node in list(registry):
        _leave(node)


def _leave(node: DOMNode) -> None:
    """What a node does at its end."""
    try:
        getattr(node, "on_unmount", lambda: None)()
    except Exception as error:
        logger.warning("A screen was cut short, and leaving it failed: %s.", stack.place(error))
