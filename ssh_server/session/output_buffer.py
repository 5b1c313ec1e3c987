"""A bounded buffer in front of a channel to one terminal, patient with slow readers; and how quick the line to a client
is, as the kernel has measured it."""

from __future__ import annotations

import asyncio
import fcntl
import socket
import struct
import sys
import termios
from collections.abc import Callable
from typing import Final, Protocol

HIGH_WATER: Final = 64 * 1024
"""Bytes that may wait in the channel before the reader counts as behind."""
LITTLE: Final = 2 * 1024
"""Bytes under way that are no picture: what a key changes has no more."""
PATIENCE: Final = 20.0
"""Seconds that a reader may stay behind before it is dropped."""


class Channel(Protocol):
    """What the buffer needs of an SSH channel."""

    def write(self, data: bytes) -> None: ...

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...


class OutputBuffer:
    """Writes to a channel until the reader is behind; then whole frames are left out, so that memory stays bounded,
    and the screen is painted anew once the reader has caught up. One that does not catch up is dropped."""

    def __init__(self, channel: Channel, patience: float = PATIENCE) -> None:
        self._channel = channel
        self._patience = patience
        self._pauses = 0
        self._deadline: asyncio.TimerHandle | None = None
        self.closed = False
        self.left_out = 0
        """Frames left out so far."""
        self.on_caught_up: Callable[[], None] | None = None
        """Called when frames were left out and the reader has caught up."""
        self.on_stuck: Callable[[], None] | None = None
        """Called when the reader has been behind for too long."""
        self.under_way: Callable[[], int] = lambda: 0
        """Bytes that the line has not delivered yet, as far as anybody knows."""
        channel.set_write_buffer_limits(HIGH_WATER, HIGH_WATER // 4)

    @property
    def behind(self) -> bool:
        """Whether what was sent is not being read."""
        return self._pauses > 0

    @property
    def busy(self) -> bool:
        """Is a picture still on its way, so that another one would only stand behind it?"""
        return not self.closed and (self.behind or self.under_way() > LITTLE)

    def send(self, data: bytes, *, anyway: bool = False) -> bool:
        """Write now, or leave it out where the reader is behind and it need not be sent `anyway`."""
        if self.closed:
            return False
        if self.behind and not anyway:
            self.left_out += 1
            return False
        try:
            self._channel.write(data)
        except OSError:
            self.close()
            return False
        return True

    def pause(self) -> None:
        """The channel or the connection under it is full."""
        self._pauses += 1
        if self._deadline is None and not self.closed:
            self._deadline = asyncio.get_running_loop().call_later(self._patience, self._give_up)

    def resume(self) -> None:
        """The channel or the connection has drained."""
        self._pauses = max(0, self._pauses - 1)
        if self.behind:
            return
        self._cancel()
        if self.left_out and not self.closed and self.on_caught_up is not None:
            self.left_out = 0
            self.on_caught_up()

    def close(self) -> None:
        """Nothing more is sent."""
        self.closed = True
        self._cancel()

    def _cancel(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if not self.closed:
            self.close()
            if self.on_stuck is not None:
                self.on_stuck()


QUICK_SECONDS: Final = 0.1
"""There and back: about as long as one picture of a motion stands, so that they do not pile up in front of a key."""

_RTT_AT: Final = 68
"""Where Linux' `struct tcp_info` has the smoothed time there and back, in microseconds: 32 bits."""


class Socket(Protocol):
    """What is asked of a socket."""

    def getsockopt(self, level: int, name: int, size: int, /) -> bytes: ...

    def fileno(self) -> int: ...


def there_and_back(line: Socket | None) -> float | None:
    """Seconds that a packet takes to the other end of a connection and its answer back, smoothed; None where nobody
    knows: no socket, another system than Linux, or nothing answered yet. Behind a proxy the other end is the proxy."""
    option = getattr(socket, "TCP_INFO", None)
    if line is None or option is None:
        return None
    try:
        told = line.getsockopt(socket.IPPROTO_TCP, option, _RTT_AT + 4)
    except OSError:
        return None
    if len(told) < _RTT_AT + 4:
        return None
    (micros,) = struct.unpack_from("=I", told, _RTT_AT)
    return micros / 1e6 if micros else None


def under_way(line: Socket | None) -> int:
    """Bytes that were given to the kernel and that the other end has not confirmed; 0 where nobody knows."""
    if line is None or not sys.platform.startswith("linux"):
        return 0
    try:
        told = fcntl.ioctl(line.fileno(), termios.TIOCOUTQ, bytes(4))
    except (OSError, ValueError):  # gone
        return 0
    (count,) = struct.unpack("=i", told)
    return max(0, int(count))


def is_quick(line: Socket | None, output: OutputBuffer) -> bool:
    """Has this line shown itself to be quick? Nothing of ours waits to be read, and answers come within QUICK_SECONDS.
    A line that nothing is known of is none."""
    seconds = there_and_back(line)
    return not output.behind and seconds is not None and seconds <= QUICK_SECONDS
