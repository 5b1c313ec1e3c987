"""The real OpenSSH client on a pseudo-terminal, its screen read through a terminal emulator."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import struct
import termios
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

import asyncssh
import pyte

from tests.kit.emulator import EmulatedScreen
from tests.ssh.house import SOON, emulated


class Door(Protocol):
    """What a client must know of a house: its port, and the folder with its host key."""

    folder: Path

    @property
    def port(self) -> int: ...


class Person:
    """Somebody at a terminal with the OpenSSH client, keys and known hosts in a home of their own."""

    def __init__(self, house: Door, home: Path) -> None:
        self.house = house
        self.home = home
        home.mkdir(exist_ok=True)
        host = asyncssh.read_private_key(house.folder / "host_key").convert_to_public()
        line = f"[127.0.0.1]:{house.port} {host.export_public_key().decode()}"
        (home / "known_hosts").write_text(line)

    def key(self, name: str) -> asyncssh.SSHKey:
        made = asyncssh.generate_private_key("ssh-ed25519")
        made.write_private_key(self.home / name)
        (self.home / name).chmod(0o600)
        made.write_public_key(self.home / f"{name}.pub")
        return made

    def command(
        self, name: str, *more: str, keys: tuple[str, ...] = ("id",), options: tuple[str, ...] = ()
    ) -> list[str]:
        settings = [
            *options,  # ssh keeps the first that it is given
            "StrictHostKeyChecking=yes",
            f"UserKnownHostsFile={self.home / 'known_hosts'}",
            "GlobalKnownHostsFile=/dev/null",
            "IdentitiesOnly=yes",
            "IdentityAgent=none",
            "UpdateHostKeys=no",
            "LogLevel=ERROR",
        ]
        identities = [part for key in keys for part in ("-i", str(self.home / key))]
        arguments = ["ssh", "-F", "none", "-p", str(self.house.port), *identities]
        return [*arguments, *[part for setting in settings for part in ("-o", setting)], f"{name}@127.0.0.1", *more]

    async def run(self, command: list[str], typed: bytes = b"") -> tuple[int, str, str]:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
        async with asyncio.timeout(SOON):
            out, error = await process.communicate(typed)
        return process.returncode or 0, out.decode(), error.decode()

    @asynccontextmanager
    async def sit(self, command: list[str], term: str = "xterm-256color") -> AsyncIterator[Sitting]:
        mine, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {"TERM": term, "PATH": os.environ["PATH"], "HOME": str(self.home)}
        process = await asyncio.create_subprocess_exec(
            *command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        sitting = Sitting(process, mine, theirs)
        try:
            yield sitting
        finally:
            sitting.close()
            if process.returncode is None:
                process.kill()
            await process.wait()
            os.close(theirs)


class Sitting:
    """The terminal and the process at it."""

    def __init__(self, process: asyncio.subprocess.Process, mine: int, theirs: int) -> None:
        self.process = process
        self.raw = bytearray()
        self._mine, self._theirs = mine, theirs
        self._screen = EmulatedScreen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        self._changed = asyncio.Event()
        os.set_blocking(mine, False)
        asyncio.get_running_loop().add_reader(mine, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self._mine, 65536)
        except OSError:
            return
        self.raw += data
        self._stream.feed(emulated(data))
        self._changed.set()

    def type(self, text: str) -> None:
        os.write(self._mine, text.encode())

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    async def shows(self, wanted: str) -> None:
        await self._until(lambda: wanted in "\n".join(self._screen.display), wanted)

    async def asks(self, wanted: str) -> None:
        """Wait until ssh itself asks for this: what is typed before it does is thrown away."""
        await self._until(lambda: wanted in self._screen.display[self._screen.cursor.y], wanted)

    async def _until(self, so: Callable[[], bool], wanted: str) -> None:
        try:
            async with asyncio.timeout(SOON):
                while not so():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            pass
        assert so(), f"should show {wanted!r}, shows:\n" + "\n".join(self._screen.display)

    async def ends(self) -> int:
        async with asyncio.timeout(SOON):
            status = await self.process.wait()
        self._read()
        return status

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._mine)
        os.close(self._mine)
