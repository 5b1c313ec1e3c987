"""Textual's driver for an SSH session, on the event loop: no thread, no polling, no signal handler.

A flood of input is throttled: after a burst the rest waits until the app has handled it, and the same time again.
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
"""Limits of a terminal's size, against hostile clients."""

ESCAPE_SECONDS: Final = 0.1
"""Seconds of silence after which a cut escape sequence is settled."""
PASTE_SECONDS: Final = 5.0
RESIZE_SECONDS: Final = 0.1
BURST: Final = 32
"""Events, and bytes of input, that the app gets before it must catch up."""
BACKLOG: Final = 32 * 1024
"""Bytes of input that wait for the app; beyond, reading from the client stops."""

PASTE_START: Final = BRACKETED_PASTE_START.encode()

_ENTER = "\x1b[22;2t\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[?2026$p"
_LEAVE = f"\x1b[?2026l\x1b[?2004l\x1b[?7h{EMPTIED}\x1b[?1049l\x1b[?25h\x1b[23;2t"
# 1002 reports the mouse while a button is down; 1003 would send every movement.
_MOUSE_ON = "\x1b[?1000h\x1b[?1002h\x1b[?1006h"
_MOUSE_OFF = "\x1b[?1006l\x1b[?1002l\x1b[?1000l"


def clamp_size(width: int, height: int) -> tuple[int, int]:
    """Clamp a client's size. 0x0 means unknown and becomes 80x24."""
    if width <= 0 or height <= 0:
        return 80, 24
    return min(max(width, NARROWEST), WIDEST), min(max(height, SHORTEST), TALLEST)


class SessionDriver(OpenDriver):
    """Connects an app with its terminal. The app creates it by `functools.partial`, with its output."""

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
        super().__init__(app, debug=debug, mouse=mouse, size=clamp_size(*(size or (0, 0))))
        self._output = output
        self._input = TerminalInput()
        self._context: contextvars.Context | None = None
        self._unsent: list[str] = []
        self._flushing = False
        self._entered = False
        self._open = False
        self._backlog: deque[bytes] = deque()
        self._backlog_size = 0
        self._unhandled = 0
        self._catch_up_timer: asyncio.TimerHandle | None = None
        self._asked_at = 0.0
        self._silence_timer: asyncio.TimerHandle | None = None
        self._resize: asyncio.TimerHandle | None = None
        self._sent_size: tuple[int, int] | None = None
        self.on_ready = on_ready
        self.on_frame: Callable[[], None] | None = None
        """Called once, when the first screen has gone to the output buffer."""
        self.on_flush: Callable[[], None] | None = None
        self.on_full: Callable[[bool], None] | None = None
        """Called with True to stop reading from the client, with False to resume."""

    # Methods that Textual calls

    def write(self, data: str) -> None:
        """Queue output for the next flush, which comes in the loop's next iteration at the latest."""
        self._unsent.append(data)
        if not self._flushing:
            self._flushing = True
            self.loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send the queued output in one piece, so that slow readers miss whole frames only."""
        self._flushing = False
        if not self._unsent:
            return
        data = "".join(self._unsent)
        self._unsent.clear()
        self._output.send(data.encode("utf-8", "replace"))
        if self.on_flush is not None:
            self.on_flush()
        if self.on_frame is not None and self._open and len(data) > 256:
            first, self.on_frame = self.on_frame, None
            first()

    def start_application_mode(self) -> None:
        """Take the terminal. Input is later handled in the context of this call, the app's own."""
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
        """Repaint everything: the client has come back with an empty terminal."""
        if self._open:
            self._take_terminal()
            self._repaint()

    def in_app(self, doing: Callable[[], None]) -> None:
        if self._open and self._context is not None:
            self._context.run(doing)

    def disable_input(self) -> None:
        self._open = False
        for timer in (self._silence_timer, self._catch_up_timer, self._resize):
            if timer is not None:
                timer.cancel()
        self._silence_timer = self._catch_up_timer = self._resize = None
        self._backlog.clear()
        self._backlog_size = 0

    def stop_application_mode(self) -> None:
        self.disable_input()
        if self._entered:
            self._entered = False
            self.flush()
            self._output.send((_MOUSE_OFF + _LEAVE).encode(), anyway=True)

    def close(self) -> None:
        """Drop all references that would keep a finished app alive."""
        self.stop_application_mode()
        self._output.on_caught_up = self.on_ready = self.on_frame = self.on_full = self.on_flush = None
        self._context = None

    def capture_mouse(self, on: bool) -> None:
        self.mouse = on
        self.write(_MOUSE_ON if on else _MOUSE_OFF)

    def set_title(self, title: str) -> None:
        self.write(f"\x1b]2;{without_controls(title)[:120]}\x07".replace("\n", " "))

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Show the address: a browser would open on the server."""
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
        binary.close()
        self.app.notify("Files cannot be saved from here.", severity="warning", markup=False)

    # Input

    def receive(self, data: bytes) -> None:
        if not self._open:
            return
        self._backlog.append(data)
        self._backlog_size += len(data)
        if self._backlog_size > BACKLOG and self.on_full is not None:
            self.on_full(True)
        if self._catch_up_timer is None:
            self._process_backlog()

    def when_dealt_with(self, callback: Callable[[], None]) -> None:
        """Call a function after the app has handled all input so far; never if the app ends first."""
        if not self._open or self._context is None:
            return

        def reached_app() -> None:
            target = self.app.focused or (self.app.screen if self.app.screen_stack else None)
            if target is None or not target.call_later(callback):
                callback()

        self._context.run(self.app.call_later, reached_app)

    def resized(self, width: int, height: int) -> None:
        """Tell the app its new size in characters, at most ten times a second, and not while a picture is under way:
        only the latest size counts."""
        self.size = clamp_size(width, height)
        if self._open and self._resize is None:
            if not self._output.busy:
                self._tell_size()
            self._resize = self.loop.call_later(RESIZE_SECONDS, self._resize_over)

    def _resize_over(self) -> None:
        self._resize = None
        if self._open and self.size is not None and self.size != self._sent_size:
            self.resized(*self.size)

    def _tell_size(self) -> None:
        assert self.size is not None
        self._sent_size = self.size
        size = Size(*self.size)
        self._post([events.Resize(size, size)])

    def _process_backlog(self) -> None:
        while self._backlog and self._open:
            data = self._next_slice()
            self._forward(self._input.feed(data))
            if self._unhandled >= BURST:
                self._wait_for_app()
                return
        if self.on_full is not None:
            self.on_full(False)
        self._listen_for_silence()

    def _next_slice(self) -> bytes:
        """The next slice of input. Pastes go to the parser whole: their last end marker must be in the same text."""
        data = self._backlog.popleft()
        if len(data) > BURST and not self._input.pasting and not data.startswith(PASTE_START):
            self._backlog.appendleft(data[BURST:])
            data = data[:BURST]
        self._backlog_size -= len(data)
        return data

    def _forward(self, messages: list[Message]) -> None:
        self._unhandled += len(messages)
        self._post([event for event in messages if self._is_wanted(event)])
        if self._input.cut and not self._input.pasting:
            self._input.cut = False
            self.app.notify(f"The paste was cut after {PASTE_LIMIT} characters.", severity="warning")

    def _is_wanted(self, event: Message) -> bool:
        if not isinstance(event, events.MouseEvent):
            return True
        width, height = self.size or (0, 0)
        return self.mouse and event.x < width and event.y < height

    def _post(self, messages: list[Message]) -> None:
        if self._context is not None and messages:
            self._context.run(self._post_in_context, messages)

    def _post_in_context(self, messages: list[Message]) -> None:
        for event in messages:
            if isinstance(event, events.InputEvent):
                self.process_message(event)
            else:
                event.set_sender(self.app)
                self.send_message(event)

    def send_message(self, message: Message) -> None:
        self.app.post_message(message)

    def _listen_for_silence(self) -> None:
        if self._silence_timer is not None:
            self._silence_timer.cancel()
            self._silence_timer = None
        if self._input.waiting and self._open:
            seconds = PASTE_SECONDS if self._input.pasting else ESCAPE_SECONDS
            self._silence_timer = self.loop.call_later(seconds, self._settle_input)

    def _settle_input(self) -> None:
        self._silence_timer = None
        self._forward(self._input.flush())

    # Keeping up

    def _wait_for_app(self) -> None:
        self._asked_at = self.loop.time()
        self._catch_up_timer = self.loop.call_later(2.0, self._caught_up)
        assert self._context is not None
        self._context.run(self.app.call_later, self._app_reached)

    def _app_reached(self) -> None:
        if self._catch_up_timer is None:
            return
        target = self.app.focused or (self.app.screen if self.app.screen_stack else None)
        if target is None or not target.call_later(self._widget_reached):
            self._widget_reached()

    def _widget_reached(self) -> None:
        if self._catch_up_timer is not None:
            self._catch_up_timer.cancel()
            spent = self.loop.time() - self._asked_at
            self._catch_up_timer = self.loop.call_later(min(spent, 1.0) if self._backlog else 0.0, self._caught_up)

    def _caught_up(self) -> None:
        self._catch_up_timer = None
        self._unhandled = 0
        if self._open:
            self._process_backlog()

    def _repaint(self) -> None:
        if self._open and self._context is not None:
            self._context.run(self.app.refresh)
