"""One SSH channel as a terminal: what asyncssh calls us with, kept and passed on to whoever has the terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

import asyncssh

from core.refusal import Refused
from ssh_server.asyncssh_seam import keep_variables
from ssh_server.driver import fit
from ssh_server.link import is_quick, under_way
from ssh_server.output_buffer import PATIENCE, OutputBuffer

EARLY: Final = 4096
"""Bytes typed ahead at a screen that are kept until somebody listens."""
LARGEST: Final = 64 * 1024
"""Bytes that the input of a one-shot command may have."""
_KEPT_VARIABLES: Final = ("COLORTERM", "NO_COLOR", "TZ", "LANG", "LANGUAGE", "TERM_PROGRAM", "LC_")


class _FewVariables(dict[bytes, bytes]):
    """Environment variables of a client: only those that we read, and not more than fits a page."""

    def __setitem__(self, key: bytes, value: bytes) -> None:
        wanted = key.decode("ascii", "replace").startswith(_KEPT_VARIABLES)
        if wanted and len(self) < 24 and len(key) + len(value) < 256:
            super().__setitem__(key, value)


class Terminal(asyncssh.SSHServerSession[bytes]):
    """The client's end of a session. `begin` is run as a task once the client has said what it wants."""

    patience = PATIENCE
    """Seconds that the client may leave unread what it is sent."""

    def __init__(self, begin: Callable[[Terminal], Coroutine[Any, Any, None]]) -> None:
        self._begin = begin
        self._early = bytearray()
        self._hear: Callable[[bytes], None] | None = None
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self.output: OutputBuffer
        self.term: str | None = None
        """The terminal's type, or None where no terminal was asked for."""
        self.size: tuple[int, int] = (80, 24)
        self.command: str | None = None
        """The one-shot command, or None for a screen."""
        self.ended = False
        """Whether the client has no more to say: it closed its input, or it is gone."""
        self.complete = False
        """Whether the client closed its input itself, so that what it sent is all that it meant to send."""
        self.lost = False
        """Whether the client is gone."""
        self.task: asyncio.Task[None] | None = None
        self.on_resize: Callable[[int, int], None] | None = None
        self.on_end: Callable[[], None] | None = None
        """Called when the client closes its input, asks to stop, or is gone. May be called more than once."""

    # What asyncssh calls

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open; nothing has been asked for yet."""
        self._channel = chan
        self.output = OutputBuffer(chan, self.patience)
        self.output.under_way = self._under_way
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
        if self._hear is not None:
            self._hear(data)
        else:
            kept = EARLY if self.command is None else LARGEST + 1  # one more, so that too much is seen to be too much
            self._early += data[: kept - len(self._early)]

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The window was resized."""
        self.size = fit(width, height)
        if self.on_resize is not None:
            self.on_resize(width, height)

    def signal_received(self, signal: str) -> None:
        """`ssh` passes on what it was sent."""
        if signal in {"HUP", "TERM", "INT"}:
            self._end()

    def eof_received(self) -> bool:
        """The client closed its input; what we have to say may still be said."""
        self.complete = True
        self._end()
        return True

    def pause_writing(self) -> None:
        """The client does not read."""
        self.output.pause()

    def resume_writing(self) -> None:
        """The client reads again."""
        self.output.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is closed, by whomever."""
        self.lost = True
        self._channel = None
        self.output.close()
        self.output.on_stuck = None  # it is ours: the two would hold each other
        self.output.under_way = lambda: 0
        self._end()

    def _end(self) -> None:
        self.ended = True
        if self.on_end is not None:
            self.on_end()

    # What we call

    @property
    def variables(self) -> dict[str, str]:
        """Environment variables that the client sent, of those that matter."""
        sent = {} if self._channel is None else self._channel.get_environment()
        return {str(name): str(value) for name, value in sent.items() if str(value).isprintable()}

    def quick(self) -> bool:
        """Has the line shown itself to be quick (`ssh_server.link`)?"""
        return self._channel is not None and is_quick(self._channel.get_extra_info("socket"), self.output)

    def _under_way(self) -> int:
        """What waits in the channel, and what the network has not delivered."""
        chan = self._channel
        return 0 if chan is None else chan.get_write_buffer_size() + under_way(chan.get_extra_info("socket"))

    def listen(self, hear: Callable[[bytes], None] | None) -> None:
        """From now on bytes go there, beginning with what was typed ahead; None keeps them."""
        self._hear = hear
        if hear is not None and self._early:
            early, self._early = bytes(self._early), bytearray()
            hear(early)

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
        ending = "\r\n" if self.term is not None else "\n"
        data = (text.replace("\n", ending) + ending).encode("utf-8", "replace")
        if error and self.term is None and self._channel is not None:
            try:
                self._channel.write_stderr(data)
            except OSError:
                self.output.close()
        else:
            self.output.send(data, anyway=True)

    def leave(self, status: int = 0) -> None:
        """Close the channel with an exit status; what was written before still arrives."""
        self.listen(lambda _: None)
        if self._channel is not None:
            self._channel.exit(status)

    def cut(self) -> None:
        """Drop a client that does not read: nothing can be told to it any more."""
        if self._channel is not None:
            self._channel.get_connection().abort()
