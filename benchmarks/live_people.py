"""The people of the live bench: they come, sit down, type, talk, seal, look around, and go, politely or not."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from dataclasses import dataclass, field

import asyncssh

from tests.ssh.served import GONE, Served

PATIENCE = 60.0
"""Seconds after which something that does not come is given up, and counted."""
SIZES = ((80, 24), (80, 24), (100, 30), (120, 40), (160, 45), (70, 20), (200, 60))
ESCAPES = re.compile(rb"\x1b(?:\[[\d;:?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
TAKEN = b"\x1b[?1049h"
"""How a screen takes the terminal."""
WALK = (*["\x1b[A", "\x1b[B"] * 6, "\x1b[C", "\x1b[D", "\t", "\r", "\r", "1", "2", "3", "\x1b")
"""Keys of somebody who looks around and sets something on the table now and then."""
WORDS = ("shall we trade", "two red for one green", "who goes to the shrine", "I have nothing left", "next round then")


@dataclass
class Felt:
    """What people felt in one minute."""

    logins: list[float] = field(default_factory=list)
    keys: list[float] = field(default_factory=list)
    """Seconds from a key of the control player to its echo."""
    messages: list[float] = field(default_factory=list)
    """Seconds from a message's departure to the control player's screen."""
    own_lag: list[float] = field(default_factory=list)
    """Seconds that the bench itself was late: nothing can be measured finer."""
    visits: int = 0
    typed: int = 0
    cut: int = 0
    trouble: list[str] = field(default_factory=list)
    """What a visitor should not have met."""


class Screen(asyncssh.SSHClientSession[bytes]):
    """A terminal whose screen nobody draws: it knows when something came."""

    def __init__(self) -> None:
        self.seen = bytearray()
        self.heard = bytearray()
        """The same, for somebody else to look through and clear."""
        self.size = 0
        self.came = asyncio.Event()
        self.gone = asyncio.Event()
        self.status: int | None = None

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self.size or TAKEN in data:  # what is said to those who wait at the door is no screen
            self.size += len(data)
        for kept in (self.seen, self.heard):
            kept += data
            del kept[:-65_536]
        self.came.set()

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone.set()
        self.came.set()

    async def paints(self, least: int = 256) -> None:
        """Wait for the first screen."""
        while self.size < least and not self.gone.is_set():
            self.came.clear()
            await self.came.wait()

    async def echoes(self, wanted: bytes) -> None:
        """Wait until this was written since `seen` was cleared."""
        while wanted not in ESCAPES.sub(b"", bytes(self.seen)) and not self.gone.is_set():
            self.came.clear()
            await self.came.wait()


Opened = tuple[asyncssh.SSHClientConnection, "asyncssh.SSHClientChannel[bytes]", Screen]


async def sit(house: Served, name: str, size: tuple[int, int]) -> Opened:
    """Log in and open a screen; returns once it is painted."""
    connection = await house.connect(name)
    channel, screen = await connection.create_session(
        Screen, term_type="xterm-256color", term_size=(*size, 0, 0), encoding=None
    )
    async with asyncio.timeout(PATIENCE):
        await screen.paints()
    return connection, channel, screen


LOOKING = (1.0, 12.0)
"""Seconds between two things that somebody does. With these thirty people type some sixteen keys a second and come one
and a half times, as thirty did who were watched for a quarter of an hour."""
HASTY = (0.2, 2.5)
"""The same for people who look at nothing: some sixty keys a second, more than the screens of one core can paint."""


class Guest:
    """Somebody who comes and goes all the time."""

    def __init__(
        self,
        house: Served,
        name: str,
        dice: random.Random,
        felt: Felt,
        stay: float,
        looking: tuple[float, float] = LOOKING,
    ) -> None:
        """`stay`: seconds of a visit, on average. `looking`: seconds between two things that
        they do, least and most."""
        self._house, self.name, self._dice, self.felt, self._stay = house, name, dice, felt, stay
        self._looking = looking
        self._matches: list[str] = []

    async def live(self, until: float, matches: list[str]) -> None:
        """Visit after visit, until the loop's clock says so. `matches` are those that go on, always as they are now."""
        self._matches = matches
        while asyncio.get_running_loop().time() < until:
            try:
                await (self._follow() if self._dice.random() < 0.08 else self.visit())
            except BrokenPipeError:  # a key of theirs led out of the house
                continue
            except GONE as trouble:
                if self._house.running:
                    self.felt.trouble.append(f"{self.name} met {type(trouble).__name__}")
            except TimeoutError:
                self.felt.trouble.append(f"{self.name} waited for {PATIENCE:.0f} s")
            await asyncio.sleep(self._dice.uniform(0.0, 1.0))

    async def visit(self) -> None:
        """One visit, from the login to the end of the connection."""
        began = time.perf_counter()
        connection, channel, screen = await sit(self._house, self.name, self._dice.choice(SIZES))
        self.felt.logins.append(time.perf_counter() - began)
        self.felt.visits += 1
        end = asyncio.get_running_loop().time() + self._dice.uniform(0.2, 1.8) * self._stay
        while asyncio.get_running_loop().time() < end and not screen.gone.is_set():
            await self._deed(channel)
            await asyncio.sleep(self._dice.uniform(*self._looking))
        if not screen.gone.is_set():
            await self._go(connection, channel, screen)
        if screen.status == 1:
            self.felt.trouble.append(f"the screen of {self.name} crashed")
        connection.abort()
        await connection.wait_closed()

    async def _deed(self, channel: asyncssh.SSHClientChannel[bytes]) -> None:
        kind = self._dice.random()
        if kind < 0.06:
            return channel.change_terminal_size(*self._dice.choice(SIZES))
        if kind < 0.12:  # talk, in the thread at hand
            keys = ["t", "\r", *self._dice.choice(WORDS), "\r", "\x1b"]
        elif kind < 0.22:
            keys = ["\r", "\x1b[B", "\r", "s", "\r"]
        elif kind < 0.25:  # another theme
            keys = [":", *"sett", "\r", "\r", *["\x1b[B"] * self._dice.randint(0, 3), "\r", "\x1b"]
        elif kind < 0.33:  # back to the lobby, and into something there: the last rows are those to replay
            keys = ["q", "q", "\x1b", "\x1b[F", *["\x1b[A"] * self._dice.randint(0, 4), "\r"]
            keys += ["\x1b[C"] * 4
        elif kind < 0.40:
            keys = [self._dice.choice(("L", "R", "?", "n")), "\x1b[6~", "\x1b[6~", "\x1b"]
        else:
            keys = self._dice.choices(WALK, k=self._dice.randint(1, 6))
        for key in keys:
            self.felt.typed += 1
            channel.write(key.encode())
            await asyncio.sleep(self._dice.uniform(0.03, 0.2))
        return None

    async def _go(
        self, connection: asyncssh.SSHClientConnection, channel: asyncssh.SSHClientChannel[bytes], screen: Screen
    ) -> None:
        kind = self._dice.random()
        if kind < 0.3:
            self.felt.cut += 1
            connection.abort()
        elif kind < 0.6:
            channel.close()
        else:
            channel.write(b"\x11")
        async with asyncio.timeout(PATIENCE):
            await screen.gone.wait()

    async def _follow(self) -> None:
        """Follow a match by command for a while, and look at one by the way."""
        connection = await self._house.connect(self.name)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._stay):
                await connection.run("matches --json")
                await connection.run(f"watch {self._dice.choice(self._matches)} --json")
        connection.abort()
        await connection.wait_closed()


class Control:
    """Two people at a table of their own, where nothing closes: one types, the other says something now and then."""

    EVERY = 0.25
    """Seconds between two keys."""

    def __init__(self, house: Served, typist: str, talker: str, match: str, felt: Felt) -> None:
        self._house, self._typist, self._talker, self._match, self.felt = house, typist, talker, match, felt

    async def arrive(self) -> None:
        """Sit down, before the crowd comes: keys are measured from the first minute on, whatever a login takes."""
        self._opened = await sit(self._house, self._typist, (120, 40))
        for key in ("t", "\r"):
            await asyncio.sleep(1.0)
            self._opened[1].write(key.encode())
        await asyncio.sleep(1.0)
        self._spoken = await self._house.connect(self._talker)

    async def live(self, until: float) -> None:
        """Until the loop's clock says so. They have arrived."""
        connection, channel, screen = self._opened
        await asyncio.gather(self._type(until, channel, screen), self._talk(until, screen), self._late(until))
        connection.abort()
        await connection.wait_closed()

    async def _type(self, until: float, channel: asyncssh.SSHClientChannel[bytes], screen: Screen) -> None:
        loop, dice = asyncio.get_running_loop(), random.Random(1)
        while loop.time() < until and not screen.gone.is_set():
            written = ""
            for _ in range(16):
                await asyncio.sleep(self.EVERY)
                written += dice.choice("bcdfghjklmnpqrstvwxz")
                screen.seen.clear()
                began = time.perf_counter()
                channel.write(written[-1].encode())
                try:
                    async with asyncio.timeout(PATIENCE):
                        await screen.echoes(written.encode())
                except TimeoutError:
                    self.felt.trouble.append("a key of the control player had no echo")
                    return
                self.felt.keys.append(time.perf_counter() - began)
            channel.write(b"\x15")  # the line is empty again

    async def _talk(self, until: float, screen: Screen) -> None:
        loop, number, connection = asyncio.get_running_loop(), 0, self._spoken
        while loop.time() < until and not screen.gone.is_set():
            await asyncio.sleep(4.0)
            number += 1
            word = f"word-{number}-said"
            screen.heard.clear()
            began = time.perf_counter()
            said = asyncio.ensure_future(connection.run(f"say {self._match} lounge {word}"))
            while word.encode() not in ESCAPES.sub(b"", bytes(screen.heard)):
                if time.perf_counter() - began > PATIENCE:
                    self.felt.trouble.append("a message did not reach the control player")
                    break
                await asyncio.sleep(0.002)
            else:
                self.felt.messages.append(time.perf_counter() - began)
            await said
        connection.abort()
        await connection.wait_closed()

    async def _late(self, until: float) -> None:
        """How late the bench's own loop is."""
        loop = asyncio.get_running_loop()
        while loop.time() < until:
            began = time.perf_counter()
            await asyncio.sleep(0.05)
            self.felt.own_lag.append(time.perf_counter() - began - 0.05)
