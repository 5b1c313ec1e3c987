"""Prepares a Textual app to share the process with others, and frees it at its end.

Textual assumes that an app is alone in its process. The differences here:

- `sys.stdout` and `sys.stderr` are not redirected;
- colours come from the client, not from the process's environment: each app has its own console and filters;
- a crash is logged without values of local variables, not printed to the terminal;
- parsed style sheets are shared, which saves most of a session's start.
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

from ssh_server.session.colours import Colours, SessionColours
from ssh_server.session.textual_seam import empty, within
from tui.app import stack
from tui.textual_seam import OpenApp, Registry, at_work, on_error, recorded_nodes, remember


def isolate_app(
    app: App[Any], colours: Colours, driver: Callable[..., Any], on_crash: Callable[[BaseException], None]
) -> None:
    """Prepare an app before it runs.

    Args:
        driver: Called like a driver class.
        on_crash: Receives the first exception that ends the app.
    """
    app.driver_class = driver  # type: ignore[assignment]
    app.animation_level = "none"
    app.console = _bare_console(app)
    app.error_console = Console(file=io.StringIO(), quiet=True)  # crashes are logged
    remember(app)
    _colour(app, colours)
    on_error(app, _crash_handler(app, on_crash))


def recolour(app: App[Any], colours: Colours) -> None:
    _colour(app, colours)
    for screen in app.screen_stack:
        for widget in screen.walk_children(with_self=True):
            widget.refresh()


def _colour(app: App[Any], colours: Colours) -> None:
    app.no_color = colours is Colours.NONE

    def named() -> list[ANSIToTruecolor]:
        return [item for item in type(app).get_line_filters(app) if isinstance(item, ANSIToTruecolor)]

    app.get_line_filters = list  # type: ignore[method-assign]
    if isinstance(app, OpenApp):
        app.convert = SessionColours(colours, named)


def _bare_console(app: App[Any]) -> Console:
    return Console(
        color_system="truecolor", no_color=False, file=app.console.file, markup=True, highlight=False, emoji=False,
        legacy_windows=False, force_terminal=True, safe_box=False, soft_wrap=False,
    )  # fmt: skip


def _crash_handler(app: App[Any], on_crash: Callable[[BaseException], None]) -> Callable[[Exception], None]:
    crashed = False

    def handle(error: Exception) -> None:
        nonlocal crashed
        if stack.is_forgivable(error):
            return
        app.exit(return_code=1)
        if not crashed:
            crashed = True
            on_crash(stack.cause(error))

    return handle


logger = logging.getLogger("garnet.session")

SLICE: Final = 25
"""Nodes freed before other tasks run; under a millisecond."""
GO_SECONDS: Final = 1.0


async def dismantle(app: App[Any]) -> None:
    """Free an app that has ended, in slices. Screens that were cut short get their `on_unmount` first, so that their
    subscriptions end."""
    registry = recorded_nodes(app)
    if registry is None:
        return
    with within(app):
        await _cancel_leftovers(registry)
        for node in registry.ever:
            if isinstance(node, Screen):  # a screen stopped before its mount gets no unmount of its own
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


async def _cancel_leftovers(registry: Registry) -> None:
    """Cancel nodes that still run although their app has ended. An ended node has left the registry."""
    tasks = [task for node in list(registry) if (task := at_work(node)) is not None]
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=GO_SECONDS)
    for node in list(registry):
        _leave(node)


def _leave(node: DOMNode) -> None:
    try:
        getattr(node, "on_unmount", lambda: None)()
    except Exception as error:
        logger.warning("A screen was cut short, and leaving it failed: %s.", stack.error_place(error))
