"""Takes apart what is finished, so that nothing of it waits for the garbage collector.

A Textual app is some twenty thousand objects that hold each other: widgets their parents and their children, styles
their widgets, queues and timers and callbacks all of them. Left alone they stay until the next full collection, which
walks over everybody's screens and stops the house while it does. So every node that an app ever had is remembered. Once
the app has ended each lets go of what it holds; the rest goes by itself.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final
from weakref import WeakSet

from textual.app import App
from textual.dom import DOMNode

from tui import leaving

logger = logging.getLogger("garnet.session")

SLICE: Final = 25
"""Nodes taken apart before the others are let in; less than a millisecond."""
GO_SECONDS: Final = 1.0
"""How long nodes may take to go that were cut short."""
OVER: Final = {"_closing": True, "_closed": True, "_running": False, "_pruning": True, "_exit": True, "_parent": None}
"""What is left of a node: enough to say to whoever still calls it that it is gone."""


class Registry(WeakSet[DOMNode]):
    """An app's nodes, in the place where Textual keeps them; and those that were taken off again."""

    def __init__(self) -> None:
        super().__init__()
        self.ever: WeakSet[DOMNode] = WeakSet()
        """Every node that the app had and that is not freed yet."""

    def add(self, item: DOMNode) -> None:
        """A node was put on."""
        super().add(item)
        self.ever.add(item)


def remember(app: App[Any]) -> None:
    """Keep in mind what the app is made of from now on. Called before it runs."""
    app._registry = Registry()


async def dismantle(app: App[Any], *, cut_short: bool = False) -> None:
    """Take an app apart that has ended, in slices. What still calls its nodes is told that they are gone.

    `cut_short`: it did not end by itself, so what it does at its end is done here: nobody may go on listening.
    """
    registry = app._registry
    if not isinstance(registry, Registry):
        return
    await _go(registry)
    if cut_short:
        _leave(app)
    nodes = list(registry.ever)
    while nodes:
        for node in nodes[-SLICE:]:
            _empty(node)
        del nodes[-SLICE:]
        await asyncio.sleep(0)
    vars(app.stylesheet).clear()
    _empty(app)


async def _go(registry: Registry) -> None:
    """Let those go that are still at work, though their app is not: a node that has gone is off the registry."""
    tasks = [task for node in list(registry) if (task := node._task) is not None and not task.done()]
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
        logger.warning("A screen was cut short, and leaving it failed: %s.", leaving.place(error))


def _empty(node: DOMNode) -> None:
    kept = vars(node)
    for styles in kept.get("_component_styles", {}).values():
        if styles.node is not None:  # one that stands in for a part of a widget
            vars(styles.node).clear()
    kept.clear()
    kept.update(OVER)
