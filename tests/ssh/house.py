"""What the tests of the SSH server stand on: a store in memory, a small app, a running server, and clients."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import argon2
import asyncssh
import pyte
from textual.app import ComposeResult
from textual.widgets import Input, Label, Static

from core.house.people import People
from core.person import Key, Person
from ssh_server.door.auth import Gate
from ssh_server.door.guard import Guard
from ssh_server.server import Server, ServerSettings
from ssh_server.session.session import AppFactory, Environment
from ssh_server.upkeep.gc_policy import GcPolicy
from tests.kit.emulator import EmulatedScreen
from tui.textual_seam import OpenApp
from tui.textual_seam.painting import OpenScreen

SOON = 300.0
"""Seconds after which a test no longer waits for something: so many that no busy machine takes as long."""


CIPHER = "aes128-gcm@openssh.com"
"""What the tests' clients ask for: the library's first choice takes a third of the time of a test that only listens."""


class Shelves:
    """The part of a store that people need, in memory."""

    def __init__(self) -> None:
        self.shelves: dict[str, dict[str, dict[str, Any]]] = {}

    def put(self, shelf: str, key: str, document: dict[str, Any], *, soon: bool = False) -> None:
        self.shelves.setdefault(shelf, {})[key] = document

    def get(self, shelf: str, key: str) -> dict[str, Any] | None:
        return self.shelves.get(shelf, {}).get(key)

    def drop(self, shelf: str, key: str) -> None:
        self.shelves.get(shelf, {}).pop(key, None)

    def put_all(self, documents: Mapping[tuple[str, str], dict[str, Any] | None]) -> None:
        for (shelf, key), document in documents.items():
            if document is None:
                self.drop(shelf, key)
            else:
                self.put(shelf, key, document)

    def all(self, shelf: str) -> dict[str, dict[str, Any]]:
        return dict(self.shelves.get(shelf, {}))


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: float = 1_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class OnlyScreen(OpenScreen[None]):
    def is_hidden(self) -> bool:
        return False


class SmallApp(OpenApp):
    """Shows its person, its size and what was typed; `!` crashes it, `q` ends it."""

    CSS = "#mark { color: rgb(12,200,77); background: rgb(40,10,90); }"
    AUTO_FOCUS = ""

    def __init__(self, size: tuple[int, int], person: Person, environment: Environment) -> None:
        super().__init__()
        self.person = person
        self.environment = environment
        self.typed: list[str] = []
        self.pasted: list[str] = []

    def get_default_screen(self) -> OnlyScreen:
        return OnlyScreen(id="_default")

    def compose(self) -> ComposeResult:
        yield Label(f"I am {self.person.name}", markup=False)
        yield Static("marked", id="mark")
        yield Static("", id="size")
        yield Static("typed:", id="typed", markup=False)

    def on_resize(self, event: Any) -> None:
        self.query_one("#size", Static).update(f"size {event.size.width}x{event.size.height}")

    def on_key(self, event: Any) -> None:
        if event.key == "exclamation_mark":
            raise RuntimeError("the app broke")
        if event.key == "q":
            self.exit()
        self.typed.append(event.key)
        self.query_one("#typed", Static).update("typed: " + " ".join(self.typed[-8:]))

    def on_paste(self, event: Any) -> None:
        self.pasted.append(event.text)
        self.query_one("#typed", Static).update(f"pasted: {len(event.text)}")


class InputApp(SmallApp):
    """With a field to type into, in which keys end up in a widget's own queue."""

    AUTO_FOCUS = "Input"

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Input(id="field")


def new_people(clock: Callable[[], float] | None = None) -> People:
    return People(Shelves(), clock or Clock(), os.urandom)  # type: ignore[arg-type]


def key_for(private: asyncssh.SSHKey) -> Key:
    public = private.convert_to_public()
    return Key(" ".join(public.export_public_key().decode().split()[:2]), public.get_fingerprint(), 0.0)


def cheap_hasher() -> argon2.PasswordHasher:
    return argon2.PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


class Bystander(GcPolicy):
    """Leaves the process alone: it is the tests', with far more objects in it than a server's."""

    def start(self) -> None:
        pass


class House:
    """A server on a free port of the loopback, and what is needed to connect to it."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server = server
        self.people = server.people
        self.folder = folder

    @property
    def port(self) -> int:
        """Where the server listens."""
        return self.server.port

    def newcomer(self, name: str) -> asyncssh.SSHKey:
        """A person with a key, without the dialog."""
        private = asyncssh.generate_private_key("ssh-ed25519")
        _, code = self.people.invite("host")
        self.people.enrol(code, name, key_for(private), None)
        return private

    async def connect(self, name: str, *keys: asyncssh.SSHKey, **options: Any) -> asyncssh.SSHClientConnection:
        given: dict[str, Any] = {"known_hosts": None, "config": None, "agent_path": None, "client_keys": list(keys)}
        given["encryption_algs"] = CIPHER
        if not keys:
            given["client_keys"] = None
        return await asyncssh.connect("127.0.0.1", self.server.port, username=name, **(given | options))


@contextlib.asynccontextmanager
async def running(
    folder: Path, app: AppFactory = SmallApp, *, open_house: bool = False, **options: Any
) -> AsyncIterator[House]:
    """A house that is open for as long as the block lasts."""
    people = options.pop("people", None) or new_people()
    clock = options.pop("clock", None) or Clock()
    gate = Gate(people, Guard(clock), open_house=open_house, hasher=cheap_hasher())
    server_options = {name: options.pop(name) for name in ("commands", "claims", "wishes") if name in options}
    settings = ServerSettings(host_key=folder / "host_key", host="127.0.0.1", port=0, **options)
    server = Server(settings, people, app, gate=gate, **server_options)
    server.gc_policy = Bystander()
    await server.start()
    try:
        yield House(server, folder)
    finally:
        await server.stop(seconds=2.0)


class Screen:
    """A client's screen, read through a terminal emulator."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes], width: int, height: int) -> None:
        self.process = process
        self.raw = bytearray()
        self._screen = EmulatedScreen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self._text: str | None = None
        """What it shows, until something comes."""
        self._changed = asyncio.Event()
        self._reader = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(asyncssh.Error, OSError):  # a server that is killed ends it like one that closes
            while data := await self.process.stdout.read(65536):
                self.raw += data
                self._stream.feed(emulated(data))
                self._text = None
                self._changed.set()
        asyncio.get_running_loop().call_soon(self._changed.set)

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = "\n".join(self._screen.display)
        return self._text

    @property
    def over(self) -> bool:
        return self._reader.done()

    async def shows(self, wanted: str) -> str:
        """Wait until the screen shows something; fails with the screen if it never does."""
        try:
            async with asyncio.timeout(SOON):
                while wanted not in self.text:
                    if self.over:
                        break
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            pass
        assert wanted in self.text, f"should show {wanted!r}, shows:\n{self.text}"
        return self.text

    async def changed(self) -> None:
        """Wait for the next output, or the end."""
        self._changed.clear()
        if not self.over:
            await self._changed.wait()

    async def ends(self) -> int:
        """Wait for the end of the session; returns the exit status."""
        async with asyncio.timeout(SOON):
            await self._reader
            await self.process.wait_closed()
        status = self.process.exit_status
        return -1 if status is None else status

    def type(self, text: str | bytes) -> None:
        self.process.stdin.write(text.encode() if isinstance(text, str) else text)


_PRIVATE = re.compile(rb"\x1b\[(?:[?>=<]?[\d;]*\$?[ptu]|[\d;:]*m)")


def emulated(data: bytes) -> bytes:
    """Without the few sequences that the emulator does not know."""
    return _PRIVATE.sub(b"", data)


async def sit(
    connection: asyncssh.SSHClientConnection,
    size: tuple[int, int] = (80, 24),
    term: str = "xterm-256color",
    **more: Any,
) -> Screen:
    """Open a screen on a connection."""
    process = await connection.create_process(
        term_type=term, term_size=(*size, 0, 0), encoding=None, request_pty="force", **more
    )
    return Screen(process, *size)


async def until(true: Callable[[], bool]) -> None:
    """Let the loop turn until something is so; fails when it does not become so."""
    async with asyncio.timeout(SOON):
        while not true():  # noqa: ASYNC110 - what is waited for has no event of its own
            await asyncio.sleep(0.01)
