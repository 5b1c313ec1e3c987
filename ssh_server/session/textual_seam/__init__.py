"""Private names of Textual by which many apps run in one process; no other module of `ssh_server` uses any. `USED` says
why each name is needed and which public feature could replace it. A test checks them against the installed Textual.
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
    """Replaces Textual's redirection of the process's streams: apps that end in another order would restore each
    other's streams."""
    return contextlib.nullcontext()


for _name in ("redirect_stdout", "redirect_stderr"):
    setattr(textual.app, _name, _nowhere)


# --- what an app is made of -------------------------------------------------------------------------------------------
def within(app: App[Any]) -> contextlib.AbstractContextManager[None]:
    return app._context()


def empty(node: DOMNode) -> None:
    """Drop everything that a node holds except its flags, which tell late callers that it is gone.

    Timers are stopped: Textual never stops that of a screen cut short before its mount, or covered after its end.
    """
    kept = vars(node)
    held = [item for value in kept.values() for item in (list(value) if isinstance(value, WeakSet) else [value])]
    for timer in held:
        if isinstance(timer, Timer):
            timer.stop()
    flags = {name: value for name, value in kept.items() if isinstance(value, bool)}
    kept.clear()
    kept.update(flags, _parent=None)


# --- the terminal -----------------------------------------------------------------------------------------------------
class OpenDriver(Driver):
    def __init__(self, app: App[Any], *, debug: bool, mouse: bool, size: tuple[int, int]) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.app = app
        self.loop = asyncio.get_running_loop()
        self.size: tuple[int, int] | None = size
        self.mouse = mouse


class KeyParser(XTermParser):
    """A parser without the Kitty protocol, whose sequences can name characters that do not exist."""

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]
        return None

    @property
    def unfinished(self) -> bool:
        return self._timeout_time is not None

    def give_up(self) -> None:
        self._timeout_time = 0.0
