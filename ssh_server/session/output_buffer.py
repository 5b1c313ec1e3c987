"""A bounded output buffer for a terminal that tolerates slow readers; the speed of a line as the kernel measures it."""

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
"""Bytes waiting in the channel from which on the reader counts as behind."""
LITTLE: Final = 2 * 1024
"""Most bytes that the change of a key has; more under way is a picture."""
PATIENCE: Final = 20.0


class Channel(Protocol):
    def write(self, data: bytes) -> None: ...

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...


class OutputBuffer:
    """Writes to a channel until the reader is behind. Then whole frames are dropped, and the screen is repainted once
    the reader has caught up."""

    def __init__(self, channel: Channel, patience: float = PATIENCE) -> None:
        self._channel = channel
        self._patience = patience
        self._pauses = 0
        self._deadline: asyncio.TimerHandle | None = None
        self.closed = False
        self.left_out = 0
        self.on_caught_up: Callable[[], None] | None = None
        self.on_stuck: Callable[[], None] | None = None
        self.under_way: Callable[[], int] = lambda: 0
        """Returns bytes that the line has not delivered yet, as far as known."""
        channel.set_write_buffer_limits(HIGH_WATER, HIGH_WATER // 4)

    @property
    def behind(self) -> bool:
        return self._pauses > 0

    @property
    def busy(self) -> bool:
        """True while a picture is under way, so that another would only queue behind it."""
        return not self.closed and (self.behind or self.under_way() > LITTLE)

    def send(self, data: bytes, *, anyway: bool = False) -> bool:
        """Write now; drop the data if the reader is behind, unless `anyway`. Returns whether it was written."""
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
        self._pauses += 1
        if self._deadline is None and not self.closed:
            self._deadline = asyncio.get_running_loop().call_later(self._patience, self._give_up)

    def resume(self) -> None:
        self._pauses = max(0, self._pauses - 1)
        if self.behind:
            return
        self._cancel()
        if self.left_out and not self.closed and self.on_caught_up is not None:
            self.left_out = 0
            self.on_caught_up()

    def close(self) -> None:
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
"""Longest round trip of a quick line: about one picture of an animation."""

_RTT_AT: Final = 68
"""Offset of the smoothed round-trip time in Linux' `struct tcp_info`: 32 bits, microseconds."""


class Socket(Protocol):
    def getsockopt(self, level: int, name: int, size: int, /) -> bytes: ...

    def fileno(self) -> int: ...


def there_and_back(line: Socket | None) -> float | None:
    """Smoothed round-trip time in seconds; None if unknown (no socket, not Linux, or no packet confirmed yet). Behind a
    proxy it is the time to the proxy."""
    option = getattr(socket, "TCP_INFO", None)
    if line is None or option is None:
        return None
    try:
        info = line.getsockopt(socket.IPPROTO_TCP, option, _RTT_AT + 4)
    except OSError:
        return None
    if len(info) < _RTT_AT + 4:
        return None
    (micros,) = struct.unpack_from("=I", info, _RTT_AT)
    return micros / 1e6 if micros else None


def under_way(line: Socket | None) -> int:
    """Bytes in the kernel that the other end has not confirmed; 0 if unknown."""
    if line is None or not sys.platform.startswith("linux"):
        return 0
    try:
        answer = fcntl.ioctl(line.fileno(), termios.TIOCOUTQ, bytes(4))
    except (OSError, ValueError):  # closed socket
        return 0
    (count,) = struct.unpack("=i", answer)
    return max(0, int(count))


def is_quick(line: Socket | None, output: OutputBuffer) -> bool:
    """True if the reader is not behind and round trips stay within QUICK_SECONDS. False while nothing is known."""
    seconds = there_and_back(line)
    return not output.behind and seconds is not None and seconds <= QUICK_SECONDS
