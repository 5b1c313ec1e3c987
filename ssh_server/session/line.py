"""`Line`: the way between a session and its terminal, the same for SSH and for a browser.

There are two kinds: a channel of SSH (`ssh_server.session.terminal.Terminal`) and a web socket
(`web_server.line.WebLine`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final

from ssh_server.session.driver import fit
from ssh_server.session.output_buffer import PATIENCE, Channel, OutputBuffer, Socket, is_quick, under_way

EARLY: Final = 4096
"""Bytes typed ahead at a screen that are kept until somebody listens."""


class LineEnd(Enum):
    """Why a line ends. A browser comes back by itself after some of these, and must not after others."""

    LEFT = "left"
    """The person went, or nothing was wrong."""
    TAKEN_OVER = "taken over"
    """They have sat down elsewhere: whoever came back by itself would take it over again, and so on for ever."""
    SEEN_OUT = "seen out"
    """They may not be here any more, or have to connect anew."""
    CLOSING = "closing"
    """The house closes for a moment."""
    FULL = "full"
    """There is no room just now."""
    FAILED = "failed"
    """Something went wrong in the house."""


class Line:
    """One end of a session. Whoever makes one calls `opened` first, `lose` when it is gone."""

    patience = PATIENCE
    """Seconds that the client may leave unread what it is sent."""
    has_page = False
    """Whether there is a page around the terminal, which can be told something beside what is painted."""

    def __init__(self) -> None:
        self._early = bytearray()
        self._hear: Callable[[bytes], None] | None = None
        self.output: OutputBuffer
        self.term: str | None = None
        """The terminal's type, or None where no terminal was asked for."""
        self.size: tuple[int, int] = (80, 24)
        """Columns and rows."""
        self.ended = False
        """Whether the client has no more to say: it closed its input, or it is gone."""
        self.lost = False
        """Whether the client is gone."""
        self.on_resize: Callable[[int, int], None] | None = None
        self.away = False
        """Whether the client is gone for now and may come back to the same line."""
        self.on_return: Callable[[], None] | None = None
        """Called when it has come back, with a terminal that shows nothing."""
        self.on_words: Callable[[int, str, str], None] | None = None
        """Called with what the page around the terminal has written: its number, to whom, and the words."""
        self.on_end: Callable[[], None] | None = None
        """Called when the client closes its input, asks to stop, or is gone. May be called more than once."""

    # What each kind knows for itself

    @property
    def variables(self) -> Mapping[str, str]:
        """Environment variables that the client sent, of those that matter."""
        return {}

    @property
    def socket(self) -> Socket | None:
        """What lies under the line, as far as somebody may ask the kernel about it."""
        return None

    def queued(self) -> int:
        """Bytes that wait to be handed to the kernel."""
        return 0

    def tell(self, kind: str, value: Any) -> None:
        """Tell the page around the terminal something, if it does not know it already."""

    def hold_input(self, full: bool) -> None:
        """Stop or go on reading from the client."""
        raise NotImplementedError

    def leave(self, status: int = 0, why: LineEnd = LineEnd.LEFT) -> None:
        """Close the line with an exit status; what was written before still arrives."""
        raise NotImplementedError

    def cut(self) -> None:
        """Drop a client that does not read: nothing can be told to it any more."""
        raise NotImplementedError

    # What happens to it

    def opened(self, channel: Channel) -> None:
        """From now on output can be sent."""
        self.output = OutputBuffer(channel, self.patience)
        self.output.under_way = self._under_way

    def _under_way(self) -> int:
        """What waits here, and what the network has not delivered."""
        return self.queued() + under_way(self.socket)

    def take(self, data: bytes, most: int = EARLY) -> None:
        """Bytes typed. As long as nobody listens, at most so many are kept."""
        if self._hear is not None:
            self._hear(data)
        else:
            self._early += data[: max(0, most - len(self._early))]

    def resized(self, width: int, height: int) -> None:
        """The window has so many columns and rows now."""
        self.size = fit(width, height)
        if self.on_resize is not None:
            self.on_resize(width, height)

    def end(self) -> None:
        """The client has no more to say."""
        self.ended = True
        if self.on_end is not None:
            self.on_end()

    def lose(self) -> None:
        """The client is gone."""
        self.lost = True
        self.output.close()
        self.output.on_stuck = None  # it is ours: the two would hold each other
        self.output.under_way = lambda: 0
        self.end()

    # What a session asks of it

    def quick(self) -> bool:
        """Has the line shown itself to be quick (`ssh_server.session.output_buffer`)?"""
        return is_quick(self.socket, self.output)

    def listen(self, hear: Callable[[bytes], None] | None) -> None:
        """From now on bytes go there, beginning with what was typed ahead; None keeps them."""
        self._hear = hear
        if hear is not None and self._early:
            early, self._early = bytes(self._early), bytearray()
            hear(early)

    def say(self, text: str, *, error: bool = False) -> None:
        """Print plain text, which ends in a line break. `error`: it belongs where errors go, if there is such a way."""
        ending = "\r\n" if self.term is not None else "\n"
        self.output.send((text.replace("\n", ending) + ending).encode("utf-8", "replace"), anyway=True)
