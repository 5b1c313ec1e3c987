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

from textual.app import App
from textual.dom import DOMNode
from textual.screen import Screen

from ssh_server.session.textual_seam import empty, within
from tui.app import leaving
from tui.textual_seam import Registry, at_work, remembered

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
        logger.warning("A screen was cut short, and leaving it failed: %s.", leaving.place(error))
