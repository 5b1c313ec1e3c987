"""Private names of Textual by which many apps run in one process; no other module of `ssh_server` uses any. `USED`
says for each name why it is needed and which public feature could replace it. A test checks them against the installed
Textual.

    shortcuts.py  cached answers of Textual
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any
from weakref import WeakSet

import textual.app
from textual import events
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.app import App
from textual.dom import DOMNode
from textual.driver import Driver
from textual.timer import Timer

from tui.textual_seam import Private

__all__ = ["BRACKETED_PASTE_END", "BRACKETED_PASTE_START", "USED", "KeyParser", "OpenDriver"]

USED: Sequence[Private] = (
    Private(
        textual,
        "_xterm_parser",
        "what a client types becomes keys: the worth of a parser of some 300 lines",
        "a public parser of what terminals send",
    ),
    Private(
        XTermParser,
        "_timeout_time",
        "an unfinished sequence is taken for what it is: the Escape key works",
        "a public `flush` of the parser",
    ),
    Private(
        XTermParser,
        "_parse_extended_key",
        "Textual's keeps the last thousand parsers, each with its last key, and that its app; and it would name "
        "characters that do not exist",
        "a parser without the Kitty protocol",
        ("sequence",),
    ),
    Private(
        DOMNode, "_parent", "what is left of a node has nothing above it, whoever still asks", "nodes that come apart"
    ),
    Private(App, "_context", "what screens do at their end is done for those that were cut short", "a public one", ()),
)


# --- the process ------------------------------------------------------------------------------------------------------
def _nowhere(target: object) -> contextlib.nullcontext[None]:
    """Stands where Textual redirects the process's streams to the app that runs. Apps that end in another order than
    they began would restore each other's streams, and be kept alive in `sys.stdout`."""
    return contextlib.nullcontext()


for _name in ("redirect_stdout", "redirect_stderr"):
    setattr(textual.app, _name, _nowhere)


# --- what an app is made of -------------------------------------------------------------------------------------------
def within(app: App[Any]) -> contextlib.AbstractContextManager[None]:
    """What is done meanwhile is done in the name of an app, as its own tasks do it."""
    return app._context()


def empty(node: DOMNode) -> None:
    """Take from a node everything that holds anything. Its flags stay: whoever still calls it hears that it is gone.

    Timers are ended: a screen that is cut short before it stands, or is covered once more after its end, has one that
    Textual starts and never stops.
    """
    kept = vars(node)
    held = [one for value in kept.values() for one in (list(value) if isinstance(value, WeakSet) else [value])]
    for timer in held:
        if isinstance(timer, Timer):
            timer.stop()
    flags = {name: value for name, value in kept.items() if isinstance(value, bool)}
    kept.clear()
    kept.update(flags, _parent=None)


# --- the terminal -----------------------------------------------------------------------------------------------------
class OpenDriver(Driver):
    """A driver whose app, loop, size and mouse have public names."""

    def __init__(self, app: App[Any], *, debug: bool, mouse: bool, size: tuple[int, int]) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.app = app
        self.loop = asyncio.get_running_loop()
        self.size: tuple[int, int] | None = size
        """Columns and rows of the terminal."""
        self.mouse = mouse
        """Is the mouse captured?"""


class KeyParser(XTermParser):
    """Without the Kitty protocol, which we never switch on: its sequences can name characters that do not exist."""

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]
        return None

    @property
    def unfinished(self) -> bool:
        """May what came so far be the beginning of something?"""
        return self._timeout_time is not None

    def give_up(self) -> None:
        """Take an unfinished sequence for what it is, at the next tick."""
        self._timeout_time = 0.0
