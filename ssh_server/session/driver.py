"""Textual's driver for one SSH session, on the event loop: no thread, no polling, no signal handler.

Bytes are parsed as they arrive and posted to the app. Somebody who floods is throttled: after a burst the rest waits
until the app has dealt with it, and then as long again, so that a flood costs the other sessions little.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, TextIO

from textual import events
from textual.app import App
from textual.geometry import Size
from textual.message import Message

from core.talk.channels import without_controls
from ssh_server.session.input import PASTE_LIMIT, TerminalInput
from ssh_server.session.output_buffer import OutputBuffer
from ssh_server.session.textual_seam import BRACKETED_PASTE_START, OpenDriver
from tui.textual_seam import EMPTIED

WIDEST: Final = 400
TALLEST: Final = 150
NARROWEST: Final = 10
SHORTEST: Final = 3
"""Sizes are brought between these; beyond them is no terminal, or a wish to exhaust us."""

ESCAPE_SECONDS: Final = 0.1
"""Silence after which a cut escape sequence is taken as it is."""
PASTE_SECONDS: Final = 5.0
"""Silence after which a paste without an end is over."""
RESIZE_SECONDS: Final = 0.1
"""Sizes that follow each other faster are told as one."""
BURST: Final = 32
"""Events, and bytes of input, handed to the app at once before it is asked whether it has kept up."""
BACKLOG: Final = 32 * 1024
"""Bytes of input held for an app that has not kept up; then reading from the client stops."""

PASTE_START: Final = BRACKETED_PASTE_START.encode()

_ENTER = "\x1b[22;2t\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[?2026$p"
_LEAVE = f"\x1b[?2026l\x1b[?2004l\x1b[?7h{EMPTIED}\x1b[?1049l\x1b[?25h\x1b[23;2t"
# 1002 reports the mouse while a button is down; 1003 would send every movement over the network.
_MOUSE_ON = "\x1b[?1000h\x1b[?1002h\x1b[?1006h"
_MOUSE_OFF = "\x1b[?1006l\x1b[?1002l\x1b[?1000l"


def fit(width: int, height: int) -> tuple[int, int]:
    """A size that can be drawn, for whatever a client says: 0x0 means that it does not know, which is 80x24."""
    if width <= 0 or height <= 0:
        return 80, 24
    return min(max(width, NARROWEST), WIDEST), min(max(height, SHORTEST), TALLEST)


class SessionDriver(OpenDriver):
    """Stands between one app and one terminal. Made by the app through `functools.partial`, with its output."""

    def __init__(
        self,
        app: App[Any],
        *,
        output: OutputBuffer,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
        on_ready: Callable[[SessionDriver], None] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=fit(*(size or (0, 0))))
        self._output = output
        self._input = TerminalInput()
        self._context: contextvars.Context | None = None
        self._out: list[str] = []
        self._flushing = False
        self._entered = False
        self._open = False
        self._backlog: deque[bytes] = deque()
        self._backlog_size = 0
        self._unseen = 0
        self._drain: asyncio.TimerHandle | None = None
        self._drain_began = 0.0
        self._silence: asyncio.TimerHandle | None = None
        self._resize: asyncio.TimerHandle | None = None
        self._told: tuple[int, int] | None = None
        """The size that the app knows."""
        self.on_ready = on_ready
        """Called once the app has taken the terminal."""
        self.on_frame: Callable[[], None] | None = None
        """Called once, when the first screen has been handed to the output buffer."""
        self.on_flush: Callable[[], None] | None = None
        """Called whenever output was handed to the output buffer."""
        self.on_full: Callable[[bool], None] | None = None
        """Called with True when reading from the client should stop, with False when it may go on."""

    # The four methods of a driver, and what Textual asks besides

    def write(self, data: str) -> None:
        """Queue output; it goes out with the next flush, at the latest when the loop comes round."""
        self._out.append(data)
        if not self._flushing:
            self._flushing = True
            self.loop.call_soon(self.flush)

    def flush(self) -> None:
        """Hand on what is queued as one piece, so that what is left out for slow readers is whole frames."""
        self._flushing = False
        if not self._out:
            return
        data = "".join(self._out)
        self._out.clear()
        self._output.send(data.encode("utf-8", "replace"))
        if self.on_flush is not None:
            self.on_flush()
        if self.on_frame is not None and self._open and len(data) > 256:
            first, self.on_frame = self.on_frame, None
            first()

    def start_application_mode(self) -> None:
        """Take the terminal. Called by the app in its own context, which input is later handled in."""
        self._context = contextvars.copy_context()
        self._entered = self._open = True
        self._output.on_caught_up = self._repaint
        self._take_terminal()
        self._tell_size()
        if self.on_ready is not None:
            self.on_ready(self)

    def _take_terminal(self) -> None:
        self._output.send((_ENTER + (_MOUSE_ON if self.mouse else "")).encode(), anyway=True)

    def returned(self) -> None:
        """The client has come back with a terminal that shows nothing: take it again, and paint everything."""
        if self._open:
            self._take_terminal()
            self._repaint()

    def in_app(self, doing: Callable[[], None]) -> None:
        """Do something in the app's own context, which the network's callbacks do not have."""
        if self._open and self._context is not None:
            self._context.run(doing)

    def disable_input(self) -> None:
        """Stop listening: no timer of this driver is left running."""
        self._open = False
        for timer in (self._silence, self._drain, self._resize):
            if timer is not None:
                timer.cancel()
        self._silence = self._drain = self._resize = None
        self._backlog.clear()
        self._backlog_size = 0

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was. Does nothing the second time."""
        self.disable_input()
        if self._entered:
            self._entered = False
            self.flush()
            self._output.send((_MOUSE_OFF + _LEAVE).encode(), anyway=True)

    def close(self) -> None:
        """Let go of everything, so that a finished app is not kept alive from here."""
        self.stop_application_mode()
        self._output.on_caught_up = self.on_ready = self.on_frame = self.on_full = self.on_flush = None
        self._context = None

    def capture_mouse(self, on: bool) -> None:
        """Capture the mouse, or leave it to the terminal, so that text can be selected there."""
        self.mouse = on
        self.write(_MOUSE_ON if on else _MOUSE_OFF)

    def set_title(self, title: str) -> None:
        """Name the terminal's window; the old name returns when the session ends."""
        self.write(f"\x1b]2;{without_controls(title)[:120]}\x07".replace("\n", " "))

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """A browser would open on the server: say the address instead."""
        self.app.notify(without_controls(url), title="Open this address", markup=False)

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Nothing is written on the server for a session."""
        binary.close()
        self.app.notify("Files cannot be saved from here.", severity="warning", markup=False)

    # Input

    def receive(self, data: bytes) -> None:
        """Bytes from the client."""
        if not self._open:
            return
        self._backlog.append(data)
        self._backlog_size += len(data)
        if self._backlog_size > BACKLOG and self.on_full is not None:
            self.on_full(True)
        if self._drain is None:
            self._work()

    def when_dealt_with(self, done: Callable[[], None]) -> None:
        """Call once the app has dealt with what it was handed so far. Not at all if it ends before."""
        if not self._open or self._context is None:
            return

        def reached_app() -> None:
            target = self.app.focused or (self.app.screen if self.app.screen_stack else None)
            if target is None or not target.call_later(done):
                done()

        self._context.run(self.app.call_later, reached_app)

    def resized(self, width: int, height: int) -> None:
        """The client's terminal has a new size, in characters. Told at once, but not more often than ten times a
        second, and not while a picture is on its way: over a slow line each takes seconds, and of those for sizes that
        are over by then nobody sees anything. Of all that come meanwhile the last is told."""
        self.size = fit(width, height)
        if self._open and self._resize is None:
            if not self._output.busy:
                self._tell_size()
            self._resize = self.loop.call_later(RESIZE_SECONDS, self._resize_over)

    def _resize_over(self) -> None:
        self._resize = None
        if self._open and self.size is not None and self.size != self._told:
            self.resized(*self.size)

    def _tell_size(self) -> None:
        assert self.size is not None
        self._told = self.size
        size = Size(*self.size)
        self._post([events.Resize(size, size)])

    def _work(self) -> None:
        """Hand input to the app, a slice at a time, until there is none or the app must catch up first."""
        while self._backlog and self._open:
            data = self._take()
            self._tell(self._input.feed(data))
            if self._unseen >= BURST:
                self._ask_whether_done()
                return
        if self.on_full is not None:
            self.on_full(False)
        self._listen_for_silence()

    def _take(self) -> bytes:
        """The next slice of the backlog; pastes are gathered here and cost the app nothing, so they go in whole: an end
        that was pasted is known by the one behind it."""
        data = self._backlog.popleft()
        if len(data) > BURST and not self._input.pasting and not data.startswith(PASTE_START):
            self._backlog.appendleft(data[BURST:])
            data = data[:BURST]
        self._backlog_size -= len(data)
        return data

    def _tell(self, found: list[Message]) -> None:
        self._unseen += len(found)
        self._post([event for event in found if self._wanted(event)])
        if self._input.cut and not self._input.pasting:
            self._input.cut = False
            self.app.notify(f"The paste was cut after {PASTE_LIMIT} characters.", severity="warning")

    def _wanted(self, event: Message) -> bool:
        if not isinstance(event, events.MouseEvent):
            return True
        width, height = self.size or (0, 0)
        return self.mouse and event.x < width and event.y < height

    def _post(self, found: list[Message]) -> None:
        """Post in the app's own context, which the network's callbacks do not have."""
        if self._context is not None and found:
            self._context.run(self._post_here, found)

    def _post_here(self, found: list[Message]) -> None:
        for event in found:
            if isinstance(event, events.InputEvent):
                self.process_message(event)
            else:
                event.set_sender(self.app)
                self.send_message(event)

    def send_message(self, message: Message) -> None:
        """Post to the app; we are on its loop, so no thread needs to be woken."""
        self.app.post_message(message)

    def _listen_for_silence(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None
        if self._input.waiting and self._open:
            seconds = PASTE_SECONDS if self._input.pasting else ESCAPE_SECONDS
            self._silence = self.loop.call_later(seconds, self._silent)

    def _silent(self) -> None:
        self._silence = None
        self._tell(self._input.flush())

    # Keeping up

    def _ask_whether_done(self) -> None:
        """Send a callback through the queues that the events go through. Should the widget it waits in go away, a
        timer stands in."""
        self._drain_began = self.loop.time()
        self._drain = self.loop.call_later(2.0, self._done)
        assert self._context is not None
        self._context.run(self.app.call_later, self._app_done)

    def _app_done(self) -> None:
        if self._drain is None:
            return
        target = self.app.focused or (self.app.screen if self.app.screen_stack else None)
        if target is None or not target.call_later(self._widget_done):
            self._widget_done()

    def _widget_done(self) -> None:
        if self._drain is not None:
            self._drain.cancel()
            spent = self.loop.time() - self._drain_began
            self._drain = self.loop.call_later(min(spent, 1.0) if self._backlog else 0.0, self._done)

    def _done(self) -> None:
        self._drain = None
        self._unseen = 0
        if self._open:
            self._work()

    def _repaint(self) -> None:
        """Frames were left out: the terminal shows something old, so everything is sent again."""
        if self._open and self._context is not None:
            self._context.run(self.app.refresh)
