"""An SSH channel as a terminal: asyncssh's callbacks, passed on to the session."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

import asyncssh

from core.refusal import Refused
from ssh_server.door.asyncssh_seam import keep_variables
from ssh_server.session.driver import clamp_size
from ssh_server.session.line import EARLY, Line, LineEnd
from ssh_server.session.output_buffer import Socket

LARGEST: Final = 64 * 1024
LOGIN_SECONDS: Final = 30.0
"""Longest time from a connection to its command, if it came for that."""
_KEPT_VARIABLES: Final = ("COLORTERM", "NO_COLOR", "TZ", "LANG", "LANGUAGE", "TERM_PROGRAM", "LC_")


class _FewVariables(dict[bytes, bytes]):
    def __setitem__(self, key: bytes, value: bytes) -> None:
        wanted = key.decode("ascii", "replace").startswith(_KEPT_VARIABLES)
        if wanted and len(self) < 24 and len(key) + len(value) < 256:
            super().__setitem__(key, value)


class Terminal(Line, asyncssh.SSHServerSession[bytes]):
    def __init__(self, begin: Callable[[Terminal], Coroutine[Any, Any, None]], connected: float | None = None) -> None:
        """`connected`: when its connection came, by the loop; None for a later channel of it."""
        super().__init__()
        self._connected = connected
        self.set_out = 0.0
        """When its command set out, by the loop: with a connection that came for it, else with its line."""
        self._begin = begin
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self.command: str | None = None
        self.complete = False
        """True if the client closed its input itself, so that it is complete."""
        self.task: asyncio.Task[None] | None = None

    # Called by asyncssh

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        self.opened(chan)
        keep_variables(chan, _FewVariables())

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self.term, self.size = term_type[:64], clamp_size(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        """Accept: this is how a client asks for a screen. There is no shell."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept a command of the house; commands of the machine do not exist."""
        self.command = command[:4096]
        now = asyncio.get_running_loop().time()
        came_for_it = self._connected is not None and now - self._connected < LOGIN_SECONDS
        self.set_out = self._connected if came_for_it and self._connected is not None else now
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        self.task = asyncio.get_running_loop().create_task(self._begin(self))

    def data_received(self, data: bytes, datatype: int | None) -> None:
        # One byte more than allowed, so that an excess shows.
        self.take(data, EARLY if self.command is None else LARGEST + 1)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self.resized(width, height)

    def signal_received(self, signal: str) -> None:
        if signal in {"HUP", "TERM", "INT"}:
            self.end()

    def eof_received(self) -> bool:
        """The client closed its input. Returns True: output may follow."""
        self.complete = True
        self.end()
        return True

    def pause_writing(self) -> None:
        self.output.pause()

    def resume_writing(self) -> None:
        self.output.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        self._channel = None
        self.lose()

    # Called by the house

    @property
    def variables(self) -> dict[str, str]:
        sent = {} if self._channel is None else self._channel.get_environment()
        return {str(name): str(value) for name, value in sent.items() if str(value).isprintable()}

    @property
    def socket(self) -> Socket | None:
        return None if self._channel is None else self._channel.get_extra_info("socket")

    def queued(self) -> int:
        return 0 if self._channel is None else self._channel.get_write_buffer_size()

    async def read_all(self) -> bytes:
        """All input of a command, until the client closes it; empty on a terminal, whose input is the keyboard.

        Raises:
            Refused: `too_long` beyond LARGEST bytes; `cut_off` if the client left before the end.
        """
        if self.term is not None:
            return b""
        read = bytearray()
        over = asyncio.Event()

        def hear(data: bytes) -> None:
            read.extend(data[: LARGEST + 1 - len(read)])
            if len(read) > LARGEST:
                over.set()

        self.on_end = over.set
        self.listen(hear)
        if not self.ended:
            await over.wait()
        if len(read) > LARGEST:
            raise Refused("too_long", f"The input may have at most {LARGEST:,} bytes.")
        if not self.complete:
            raise Refused("cut_off", "The input broke off before its end; nothing was done.")
        return bytes(read)

    def hold_input(self, full: bool) -> None:
        if self._channel is not None:
            if full:
                self._channel.pause_reading()
            else:
                self._channel.resume_reading()

    def say(self, text: str, *, error: bool = False) -> None:
        if not error or self.term is not None or self._channel is None:
            super().say(text)
            return
        try:
            self._channel.write_stderr(f"{text}\n".encode("utf-8", "replace"))
        except OSError:
            self.output.close()

    def leave(self, status: int = 0, reason: LineEnd = LineEnd.LEFT) -> None:
        self.listen(lambda _: None)
        if self._channel is not None:
            self._channel.exit(status)

    def cut(self) -> None:
        if self._channel is not None:
            self._channel.get_connection().abort()
