"""One SSH channel as a terminal: what asyncssh calls us with, kept and passed on to whoever has the terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

import asyncssh

from core.refusal import Refused
from ssh_server.door.asyncssh_seam import keep_variables
from ssh_server.session.driver import fit
from ssh_server.session.line import EARLY, Line, LineEnd
from ssh_server.session.output_buffer import Socket

LARGEST: Final = 64 * 1024
"""Bytes that the input of a one-shot command may have."""
_KEPT_VARIABLES: Final = ("COLORTERM", "NO_COLOR", "TZ", "LANG", "LANGUAGE", "TERM_PROGRAM", "LC_")


class _FewVariables(dict[bytes, bytes]):
    """Environment variables of a client: only those that we read, and not more than fits a page."""

    def __setitem__(self, key: bytes, value: bytes) -> None:
        wanted = key.decode("ascii", "replace").startswith(_KEPT_VARIABLES)
        if wanted and len(self) < 24 and len(key) + len(value) < 256:
            super().__setitem__(key, value)


class Terminal(Line, asyncssh.SSHServerSession[bytes]):
    """The client's end of a session. `begin` is run as a task once the client has said what it wants."""

    def __init__(self, begin: Callable[[Terminal], Coroutine[Any, Any, None]]) -> None:
        super().__init__()
        self._begin = begin
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self.command: str | None = None
        """The one-shot command, or None for a screen."""
        self.complete = False
        """Whether the client closed its input itself, so that what it sent is all that it meant to send."""
        self.task: asyncio.Task[None] | None = None

    # What asyncssh calls

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open; nothing has been asked for yet."""
        self._channel = chan
        self.opened(chan)
        keep_variables(chan, _FewVariables())

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """A terminal is there."""
        self.term, self.size = term_type[:64], fit(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        """There is no shell; this is how a client asks for a screen."""
        return True

    def exec_requested(self, command: str) -> bool:
        """A one-shot command of the house, never one of the machine."""
        self.command = command[:4096]
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """No SFTP and nothing like it."""
        return False

    def session_started(self) -> None:
        """All is known that the client has to say beforehand."""
        self.task = asyncio.get_running_loop().create_task(self._begin(self))

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Bytes typed."""
        # Of a command's input one byte more than it may have, so that too much is seen to be too much.
        self.take(data, EARLY if self.command is None else LARGEST + 1)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The window was resized."""
        self.resized(width, height)

    def signal_received(self, signal: str) -> None:
        """`ssh` passes on what it was sent."""
        if signal in {"HUP", "TERM", "INT"}:
            self.end()

    def eof_received(self) -> bool:
        """The client closed its input; what we have to say may still be said."""
        self.complete = True
        self.end()
        return True

    def pause_writing(self) -> None:
        """The client does not read."""
        self.output.pause()

    def resume_writing(self) -> None:
        """The client reads again."""
        self.output.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is closed, by whomever."""
        self._channel = None
        self.lose()

    # What we call

    @property
    def variables(self) -> dict[str, str]:
        """Environment variables that the client sent, of those that matter."""
        sent = {} if self._channel is None else self._channel.get_environment()
        return {str(name): str(value) for name, value in sent.items() if str(value).isprintable()}

    @property
    def socket(self) -> Socket | None:
        """What lies under the channel, among others."""
        return None if self._channel is None else self._channel.get_extra_info("socket")

    def queued(self) -> int:
        """What waits in the channel."""
        return 0 if self._channel is None else self._channel.get_write_buffer_size()

    async def read_all(self) -> bytes:
        """The input of a one-shot command: everything that the client sends until it closes it. Refused: `too_long`
        beyond LARGEST bytes, `cut_off` where the client went away in the middle.

        Where a terminal was asked for there is no input but the keyboard, so it counts as empty.
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
        """Stop or go on reading from the client."""
        if self._channel is not None:
            if full:
                self._channel.pause_reading()
            else:
                self._channel.resume_reading()

    def say(self, text: str, *, error: bool = False) -> None:
        """Print plain text, which ends in a line break."""
        if not error or self.term is not None or self._channel is None:
            super().say(text)
            return
        try:
            self._channel.write_stderr(f"{text}\n".encode("utf-8", "replace"))
        except OSError:
            self.output.close()

    def leave(self, status: int = 0, why: LineEnd = LineEnd.LEFT) -> None:
        """Close the channel with an exit status; what was written before still arrives."""
        self.listen(lambda _: None)
        if self._channel is not None:
            self._channel.exit(status)

    def cut(self) -> None:
        """Drop a client that does not read: nothing can be told to it any more."""
        if self._channel is not None:
            self._channel.get_connection().abort()
