"""How quick the line to a client is, as the kernel has measured it; nothing is sent for it."""

from __future__ import annotations

import fcntl
import socket
import struct
import sys
import termios
from typing import Final, Protocol

from ssh_server.session.output_buffer import OutputBuffer

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
