"""Private names of asyncssh that the server needs, each with its reason. Nothing else uses any.

asyncssh works through everything that a connection has sent before anybody else gets a turn. So the server stands
between a connection and its transport. `USED` says of every private name why it is needed and what asyncssh would have
to offer instead; a test holds them against the asyncssh that is installed.
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
    """Stands between a connection and its transport until `release`."""

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
        """Called in place of what asyncssh would do: `arrived` when bytes are there, `exchanging` when keys are to be
        exchanged, `sending` with bytes for the client; `full` and `drained` when the client stops and goes on reading,
        of which asyncssh makes nothing."""
        self._conn = cast("Any", conn)
        self.transport: Any = self._conn._transport
        self.read: Callable[[], None] = self._conn._recv_data
        """Work through what has arrived."""
        self.exchange: Callable[[], None] = self._conn._send_kexinit
        self.send: Callable[[bytes], None] = self._conn._send
        self._conn._recv_data, self._conn._send_kexinit, self._conn._send = arrived, exchanging, sending
        self._conn.pause_writing, self._conn.resume_writing = full, drained

    @property
    def waiting(self) -> bytes:
        """What has arrived and is not worked through."""
        waiting: bytes = self._conn._inpbuf
        return waiting

    @waiting.setter
    def waiting(self, data: bytes) -> None:
        self._conn._inpbuf = data

    @property
    def packets(self) -> int:
        """How many packets were worked through; begins anew at the first exchange of keys."""
        count: int = self._conn._recv_seq
        return count

    def release(self) -> None:
        """The connection is over: let asyncssh do its own again, and let go of it."""
        for name in ("pause_writing", "resume_writing", "_recv_data", "_send_kexinit", "_send"):
            vars(self._conn).pop(name, None)
        over(self._conn, self.transport)


def over(conn: asyncssh.SSHServerConnection, transport: Any) -> None:
    """Neither holds itself any more, and with itself ten kilobytes of keys and settings that would wait for the
    garbage collector."""
    private: Any = conn
    private._recv_handler = _no_more
    if hasattr(transport, "_read_ready_cb"):  # asyncio's own, where it has one
        transport._read_ready_cb = _no_more


def _no_more() -> bool:
    return False


def keep_variables(channel: asyncssh.SSHServerChannel[bytes], kept: MutableMapping[bytes, bytes]) -> None:
    """Where the environment variables go that a client sends."""
    private: Any = channel
    private._env = kept
