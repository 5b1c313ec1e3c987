"""Private names of asyncssh that the server needs, each with its reason. No other module uses any.

asyncssh works through everything that a connection has sent before another connection gets a turn. The server therefore
wraps a connection's transport. `USED` says why each name is needed and which public name of asyncssh would replace it;
a test holds the list against the installed asyncssh.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from typing import Any, cast

import asyncssh
from asyncssh.channel import SSHServerChannel
from asyncssh.connection import SSHConnection

from tui.textual_seam import Private

USED: Sequence[Private] = (
    Private(SSHConnection, "_transport", "reading is paused while a client is over its share", "`pause_reading`"),
    Private(SSHConnection, "_inpbuf", "what has arrived is worked through in slices", "a limit of work for each turn"),
    Private(SSHConnection, "_recv_seq", "packets are counted, as each costs time", "a count of packets received"),
    Private(SSHConnection, "_recv_data", "a stranger's bytes wait for a turn", "a limit of work for each turn", ()),
    Private(SSHConnection, "_send_kexinit", "an exchange of keys costs time", "a hook for exchanges of keys", ()),
    Private(
        SSHConnection, "_send", "nothing is written to a transport that closes", "a check of `is_closing`", ("data",)
    ),
    Private(
        SSHConnection, "_recv_handler", "a connection that is over holds itself by it", "one that lets go of itself"
    ),
    Private(SSHServerChannel, "_env", "a client cannot fill the house with variables", "a limit of variables"),
)


class Wire:
    def __init__(
        self,
        conn: asyncssh.SSHServerConnection,
        *,
        arrived: Callable[[], None],
        exchanging: Callable[[], None],
        sending: Callable[[bytes], None],
        full: Callable[[], None],
        drained: Callable[[], None],
    ) -> None:
        """Wrap the connection. The callbacks replace asyncssh's own steps.

        Args:
            arrived: Bytes are waiting.
            exchanging: Keys are to be exchanged.
            sending: Bytes for the client.
            full: The client stopped reading; asyncssh ignores this.
            drained: The client reads again; asyncssh ignores this.
        """
        self._conn = cast("Any", conn)
        self.transport: Any = self._conn._transport
        self.read: Callable[[], None] = self._conn._recv_data
        self.exchange: Callable[[], None] = self._conn._send_kexinit
        self.send: Callable[[bytes], None] = self._conn._send
        self._conn._recv_data, self._conn._send_kexinit, self._conn._send = arrived, exchanging, sending
        self._conn.pause_writing, self._conn.resume_writing = full, drained

    @property
    def waiting(self) -> bytes:
        waiting: bytes = self._conn._inpbuf
        return waiting

    @waiting.setter
    def waiting(self, data: bytes) -> None:
        self._conn._inpbuf = data

    @property
    def packets(self) -> int:
        """Packets worked through; the count restarts at the first key exchange."""
        count: int = self._conn._recv_seq
        return count

    def release(self) -> None:
        """Restore asyncssh's own methods and drop the finished connection."""
        for name in ("pause_writing", "resume_writing", "_recv_data", "_send_kexinit", "_send"):
            vars(self._conn).pop(name, None)
        over(self._conn, self.transport)


def over(conn: asyncssh.SSHServerConnection, transport: Any) -> None:
    """Break the reference cycles of connection and transport: each would keep 10 kB until garbage collection."""
    private: Any = conn
    private._recv_handler = _no_more
    if hasattr(transport, "_read_ready_cb"):  # asyncio's own transport, where the loop has one
        transport._read_ready_cb = _no_more


def _no_more() -> bool:
    return False


def keep_variables(channel: asyncssh.SSHServerChannel[bytes], kept: MutableMapping[bytes, bytes]) -> None:
    private: Any = channel
    private._env = kept
