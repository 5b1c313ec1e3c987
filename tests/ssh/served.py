"""`garnet serve` as a process of its own, which may be killed, and players with terminals at it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import secrets
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import asyncssh

from cli.admin.socket import ask
from core.house.house import House
from core.house.people import People
from core.table.host_controls import HostControls
from storage import open_house, visit_house
from tests.kit import forked
from tests.ssh.house import Screen, key_for, sit

PATIENCE = 300.0
"""Seconds after which something that should have happened has not."""


class Fork:
    """`garnet` forked from this process (tests.kit.forked): what is needed here of asyncio's processes."""

    def __init__(self, pid: int, stdout: asyncio.StreamReader) -> None:
        self.pid = pid
        self.stdout = stdout
        self.returncode: int | None = None

    @classmethod
    async def begin(cls, words: list[str]) -> Fork:
        """In a thread: one that runs no loop, so that the child can run its own."""
        read, write = os.pipe()
        nothing = os.open(os.devnull, os.O_RDONLY)
        pid = await asyncio.to_thread(forked.fork, words, (nothing, write, 2))
        os.close(nothing)
        os.close(write)
        told = asyncio.StreamReader()
        pipe = os.fdopen(read, "rb", buffering=0)
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(told), pipe)
        return cls(pid, told)

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        if self.returncode is None:
            _, status = await asyncio.to_thread(os.waitpid, self.pid, 0)
            self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


class Served:
    """A house in a folder, served by a process that is started and killed as often as one likes."""

    def __init__(self, folder: Path, log: Path | None = None, fresh: bool = True) -> None:
        """`log`: where the server's log goes, if not to this process's standard error."""
        self.folder = folder
        self.log = log
        self.port = 0
        self.keys: dict[str, asyncssh.SSHKey] = {}
        self.fresh = fresh
        """Served by a Python of its own; else by a fork of this one, which has everything imported already."""
        self._process: asyncio.subprocess.Process | Fork | None = None
        self.running = False
        """From the start on, until it is killed or asked to close."""

    def prepare(self, game: str, seats: tuple[str, ...], **more: Any) -> str:
        """Make a match whose seats are held by people of their names, who come with a key. Nothing is served yet."""
        with open_house(self.folder) as store:
            people = People(store, time.time, secrets.token_bytes)
            for name in seats:
                if people.find(name) is None:
                    self.keys[name] = asyncssh.generate_private_key("ssh-ed25519")
                    _, code = people.invite("host")
                    people.enrol(code, name, key_for(self.keys[name]), None)
            house = House(store, time.time, secrets.token_hex)
            holders = {seat: f"person:{seat.casefold()}" for seat in seats}
            return house.make(game, seats, holders=holders, **more).match.header.match

    def finish(self, match: str) -> None:
        """Settle what is still to be chosen. Nothing is served meanwhile."""
        with open_house(self.folder) as store:
            desk = HostControls(House(store, time.time, secrets.token_hex).table(match))
            while desk.table.match.phase != "finished":
                desk.close()

    async def start(self, *more: str) -> None:
        """Serve, with more words for `serve`, and wait until the house is open."""
        words = ["serve", "--listen", "127.0.0.1:0", "--data", str(self.folder), *more]
        if self.log is not None:
            words += ["--log", str(self.log)]
        if self.fresh:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "cli.main", *words,
                stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip
        else:
            self._process = await Fork.begin(words)
        self.running = True
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            told = (await self._process.stdout.readline()).decode()
            found = re.search(r"port (\d+)", told)
            assert found, told
            self.port = int(found[1])
            while b"house's key" not in await self._process.stdout.readline():
                pass

    async def kill(self) -> None:
        """Kill it without a word."""
        assert self._process is not None
        self.running = False
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    async def end(self) -> None:
        """Kill it if it is still there."""
        if self._process is not None and self._process.returncode is None:
            await self.kill()

    async def stop(self) -> int:
        """Ask it to close; its exit status."""
        assert self._process is not None
        self.running = False
        self._process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            return await self._process.wait()

    async def do(self, deed: str, **more: Any) -> dict[str, Any]:
        """A command on the house's machine, over its socket."""
        answer = await asyncio.to_thread(ask, self.folder, {"do": deed, **more})
        assert answer is not None
        assert answer["ok"], answer
        return answer

    async def services(self, *words: str) -> tuple[int, str]:
        """A command typed on the house's machine: its exit status, and all that it printed."""
        done = await asyncio.to_thread(forked.services, *words, "--data", self.folder)
        return done.returncode, done.stdout + done.stderr

    def found(self) -> House:
        """What is on disk now, opened as a restart would open it; nothing is written."""
        return House(visit_house(self.folder), time.time, secrets.token_hex)

    async def connect(self, name: str, key: asyncssh.SSHKey | None = None) -> asyncssh.SSHClientConnection:
        """Come in with a key, or with the one that `prepare` made."""
        return await asyncssh.connect(
            "127.0.0.1", self.port, username=name, client_keys=[key or self.keys[name]], known_hosts=None, config=None,
            agent_path=None, login_timeout=PATIENCE, connect_timeout=PATIENCE,
        )  # fmt: skip


@contextlib.asynccontextmanager
async def serving(folder: Path, log: Path | None = None, fresh: bool = True) -> AsyncIterator[Served]:
    """A house that is started in the block, and killed at its end if it still runs."""
    house = Served(folder, log, fresh)
    try:
        yield house
    finally:
        await house.end()


class Player:
    """Somebody with a terminal on which their seat is shown, and a connection for commands."""

    def __init__(self, house: Served, name: str) -> None:
        self.house = house
        self.name = name
        self.screen: Screen
        self._connections: list[asyncssh.SSHClientConnection] = []

    async def arrive(self, size: tuple[int, int] = (80, 24)) -> None:
        """Come in, as a returning player does."""
        self._connections = [await self.house.connect(self.name), await self.house.connect(self.name)]
        self.screen = await sit(self._connections[0], size)

    async def command(self, line: str, given: Any = None, expect: int = 0) -> Any:
        """A one-shot command; what it answered in JSON."""
        text = "" if given is None else given if isinstance(given, str) else json.dumps(given)
        stdin: dict[str, Any] = {"input": text} if text else {"stdin": asyncssh.DEVNULL}
        async with asyncio.timeout(PATIENCE):
            done = await self._connections[1].run(f"{line} --json", check=False, **stdin)
        if done.exit_status != expect or not done.stdout:
            raise ConnectionError(f"{line} ended with {done.exit_status}: {done.stdout!r} {done.stderr!r}")
        return json.loads(str(done.stdout).splitlines()[0])

    def type(self, keys: str) -> None:
        self.screen.type(keys)

    async def sees(self, wanted: str | Callable[[str], object], seconds: float = PATIENCE) -> bool:
        """Wait until the screen shows something; False if the session ends first, an error with the screen if it
        never does."""
        true = wanted if callable(wanted) else (lambda text: wanted in text)
        try:
            async with asyncio.timeout(seconds):
                while not true(self.screen.text):
                    if self.screen.over:
                        return False
                    await self.screen.changed()
        except TimeoutError:
            raise AssertionError(f"{self.name} should see {wanted!r}, sees:\n{self.screen.text}") from None
        return True

    async def leave(self) -> None:
        for connection in self._connections:
            connection.abort()
        for connection in self._connections:
            await connection.wait_closed()


GONE = (asyncssh.Error, OSError, ConnectionError)
"""What a client meets when the house is killed."""
