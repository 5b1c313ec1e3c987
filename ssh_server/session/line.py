"""`Line`: the connection of a session with its terminal, the same for SSH (`ssh_server.session.terminal.Terminal`) and
for browsers (`web_server.line.WebLine`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final

from ssh_server.session.driver import clamp_size
from ssh_server.session.output_buffer import PATIENCE, Channel, OutputBuffer, Socket, is_quick, under_way

EARLY: Final = 4096
"""Bytes of early input that are kept until a listener is set."""


class LineEnd(Enum):
    """Reasons for the end of a line. A browser reconnects by itself after some of them only."""

    LEFT = "left"
    TAKEN_OVER = "taken over"
    """The person opened a screen elsewhere."""
    SEEN_OUT = "seen out"
    """The person has lost access or must log in anew."""
    CLOSING = "closing"
    FULL = "full"
    FAILED = "failed"


class Line:
    """The server's end of a connection. Its creator calls `opened` and finally `lose`."""

    patience = PATIENCE
    """Seconds for which the client may leave output unread."""
    by_thumb = False
    """True for a phone's page."""
    has_page = False
    """True if a page around the terminal can receive messages."""

    def __init__(self) -> None:
        self._early = bytearray()
        self._hear: Callable[[bytes], None] | None = None
        self.output: OutputBuffer
        self.term: str | None = None
        """Type of the terminal; None if the client asked for none."""
        self.size: tuple[int, int] = (80, 24)
        self.ended = False
        self.lost = False
        self.on_resize: Callable[[int, int], None] | None = None
        self.away = False
        """True while the client is gone and may come back to this line."""
        self.on_return: Callable[[], None] | None = None
        self.on_words: Callable[[int, str, str], None] | None = None
        """Called with words from the page: number, target, text."""
        self.on_go: Callable[[str, str], None] | None = None
        """Called with what was pressed on the page: kind, value."""
        self.on_end: Callable[[], None] | None = None
        """Called when the client closes its input, asks to stop, or is gone; perhaps twice."""

    # Overridden by each kind of line

    @property
    def variables(self) -> Mapping[str, str]:
        return {}

    @property
    def socket(self) -> Socket | None:
        """Socket for questions to the kernel; None if unknown."""
        return None

    def queued(self) -> int:
        return 0

    def tell(self, kind: str, value: Any) -> None:
        """Send a message to the page around the terminal, unless the page has this value already."""

    def hold_input(self, full: bool) -> None:
        raise NotImplementedError

    def leave(self, status: int = 0, reason: LineEnd = LineEnd.LEFT) -> None:
        """Close the line with an exit status, after the queued output."""
        raise NotImplementedError

    def cut(self) -> None:
        raise NotImplementedError

    # Events of the client

    def opened(self, channel: Channel) -> None:
        self.output = OutputBuffer(channel, self.patience)
        self.output.under_way = lambda: self.queued() + under_way(self.socket)

    def take(self, data: bytes, most: int = EARLY) -> None:
        """Deliver input. Without a listener, at most `most` bytes are kept."""
        if self._hear is not None:
            self._hear(data)
        else:
            self._early += data[: max(0, most - len(self._early))]

    def resized(self, width: int, height: int) -> None:
        self.size = clamp_size(width, height)
        if self.on_resize is not None:
            self.on_resize(width, height)

    def end(self) -> None:
        self.ended = True
        if self.on_end is not None:
            self.on_end()

    def lose(self) -> None:
        self.lost = True
        self.output.close()
        self.output.on_stuck = None  # breaks a reference cycle
        self.output.under_way = lambda: 0
        self.end()

    # Used by the session

    def quick(self) -> bool:
        return is_quick(self.socket, self.output)

    def listen(self, hear: Callable[[bytes], None] | None) -> None:
        """Set the receiver of input, which first gets the early input; None keeps input."""
        self._hear = hear
        if hear is not None and self._early:
            early, self._early = bytes(self._early), bytearray()
            hear(early)

    def say(self, text: str, *, error: bool = False) -> None:
        """Print text and a line break. `error`: to the error stream, if the line has one."""
        ending = "\r\n" if self.term is not None else "\n"
        self.output.send((text.replace("\n", ending) + ending).encode("utf-8", "replace"), anyway=True)
