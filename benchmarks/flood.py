"""Logins while others flood the door: `python -m benchmarks.flood`.

House and flood run in processes, on the loopback, where each address of 127.0.0.0/8 counts as another. Printed: logins
from an uninvolved address before, during and after the flood, and the wait of a seated person's keys. `upgrade` and
`head` flood the door for browsers, beside logins by ssh.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import socket
import statistics
import struct
import sys
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import asyncssh

from benchmarks.session_house import find_factory
from benchmarks.sessions import DEFAULT_FACTORY, Client, House

LONGEST = 60.0
"""Most seconds of a flood."""
MOST = 2000
"""Most connections that a flood begins each second."""
OPEN = 700
"""Most connections that a flood holds open."""
HOLDS = 30.0
"""Seconds for which a connection is held."""
PATIENCE = 30.0
"""Seconds after which a login has failed."""
ELSEWHERE = "127.0.0.2"
"""Address of the measured logins."""
FIRST = 10
"""The first address of a flood is 127.0.0.10."""
GREETING = b"SSH-2.0-Flood\r\n"

Act = Callable[[socket.socket], Awaitable[None]]


class Flood(NamedTuple):
    addresses: int
    rate: int
    """Connections that each address begins in a second."""
    does: str
    """Behaviour of each connection; one of ACTS."""
    web: bool = False
    """True for the door for browsers; people still log in by ssh."""


FLOODS = {
    "one": Flood(1, 100, "close"),
    "many": Flood(25, 20, "close"),
    "reset": Flood(1, 100, "reset"),
    "silent": Flood(25, 20, "silent"),
    "greet": Flood(25, 20, "greet"),
    "offer": Flood(25, 20, "offer"),
    "trickle": Flood(25, 20, "trickle"),
    "noise": Flood(25, 20, "noise"),
    "exchange": Flood(25, 4, "exchange"),
    "exchanges": Flood(25, 16, "exchange"),
    "guess": Flood(25, 4, "guess"),
    "upgrade": Flood(25, 20, "upgrade", web=True),
    "head": Flood(25, 20, "head", web=True),
}
USUAL = ("one", "many")


# The flood, in a process of its own


async def _close(line: socket.socket) -> None:
    """Hang up at once."""


async def _reset(line: socket.socket) -> None:
    """Greet, and reset the connection."""
    await asyncio.get_running_loop().sock_sendall(line, GREETING)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


async def _stay(line: socket.socket) -> None:
    """Listen until the house hangs up."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(HOLDS):
            while await asyncio.get_running_loop().sock_recv(line, 4096):
                pass


async def _silent(line: socket.socket) -> None:
    await _stay(line)


async def _greet(line: socket.socket) -> None:
    await asyncio.get_running_loop().sock_sendall(line, GREETING)
    await _stay(line)


async def _offer(line: socket.socket) -> None:
    """Send invalid lists of algorithms without end."""
    packet = bytes([20]) + bytes(16) + b"".join(struct.pack(">I", 9) + b"none-such" for _ in range(10)) + bytes(5)
    padding = 8 - (len(packet) + 5) % 8 + 8
    whole = struct.pack(">IB", len(packet) + 1 + padding, padding) + packet + bytes(padding)
    await asyncio.get_running_loop().sock_sendall(line, GREETING + whole * 8)
    await _stay(line)


async def _trickle(line: socket.socket) -> None:
    """Send the greeting a letter a second."""
    for letter in GREETING:
        await asyncio.get_running_loop().sock_sendall(line, bytes([letter]))
        await asyncio.sleep(1.0)


async def _noise(line: socket.socket) -> None:
    """Send other bytes than SSH."""
    for _ in range(16):
        await asyncio.get_running_loop().sock_sendall(line, random.randbytes(4096))


async def _upgrade(line: socket.socket) -> None:
    """Ask for a page's terminal with an unknown cookie."""
    port = line.getpeername()[1]
    head = (
        f"GET /line?page={'c' * 32}&width=80&height=24 HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
        f"Origin: http://127.0.0.1:{port}", f"Cookie: garnet={random.randbytes(32).hex()}", "", "",
    )  # fmt: skip
    await asyncio.get_running_loop().sock_sendall(line, "\r\n".join(head).encode())
    await _stay(line)


async def _head(line: socket.socket) -> None:
    """Send the head of a request a letter a second."""
    for letter in b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ":
        await asyncio.get_running_loop().sock_sendall(line, bytes([letter]))
        await asyncio.sleep(1.0)


async def _exchange(line: socket.socket) -> None:
    """Exchange keys, then stay silent."""
    await _as_client(line, _Staller)


async def _guess(line: socket.socket) -> None:
    """Try passwords until the house hangs up."""
    await _as_client(line, _Guesser)


class _Staller(asyncssh.SSHClient):
    """Never answers the question for a password."""

    async def password_auth_requested(self) -> str | None:
        await asyncio.sleep(HOLDS)
        return None


class _Guesser(asyncssh.SSHClient):
    def password_auth_requested(self) -> str:
        return "guess"


async def _as_client(line: socket.socket, kind: type[asyncssh.SSHClient]) -> None:
    with contextlib.suppress(asyncssh.Error, TimeoutError):
        async with asyncio.timeout(HOLDS):
            await asyncssh.connect(
                sock=line.dup(), username="nobody", client_factory=kind, client_keys=None, known_hosts=None,
                config=None, agent_path=None, kbdint_auth=False, login_timeout=HOLDS,
            )  # fmt: skip


ACTS: dict[str, Act] = {
    "close": _close, "reset": _reset, "silent": _silent, "greet": _greet, "offer": _offer, "trickle": _trickle,
    "noise": _noise, "exchange": _exchange, "guess": _guess, "upgrade": _upgrade, "head": _head,
}  # fmt: skip


async def flood(port: int, plan: Flood, seconds: float) -> dict[str, int]:
    """Begin connections at the rate given, in rotating addresses. Returns how many began, and failed."""
    loop, begun, counts = asyncio.get_running_loop(), time.monotonic(), {"begun": 0, "refused": 0, "held back": 0}
    room, running = asyncio.Semaphore(OPEN), set()

    async def one(address: str) -> None:
        with contextlib.suppress(OSError), socket.socket() as line:
            line.setblocking(False)
            line.bind((address, 0))
            try:
                await loop.sock_connect(line, ("127.0.0.1", port))
            except OSError:
                counts["refused"] += 1
                return
            counts["begun"] += 1
            await ACTS[plan.does](line)

    async def one_in_room(address: str) -> None:
        async with room:
            await one(address)

    rate = min(MOST, plan.addresses * plan.rate)
    for number in range(int(rate * min(seconds, LONGEST))):
        await asyncio.sleep(max(0.0, begun + number / rate - time.monotonic()))
        if begun + seconds < time.monotonic():
            break
        if room.locked():
            counts["held back"] += 1
            continue
        task = asyncio.ensure_future(one_in_room(f"127.0.0.{FIRST + number % plan.addresses}"))
        running.add(task)
        task.add_done_callback(running.discard)
    for task in tuple(running):
        task.cancel()
    return counts


# The people


class Figures(NamedTuple):
    """Logins and keys of a part."""

    part: str
    logins: list[float]
    failed: int
    keys: list[float]

    def __str__(self) -> str:
        keys, logins = sorted(self.keys), sorted(self.logins)
        row = f"{self.part:<22}{len(logins):>7}{self.failed:>8}"
        row += f"{statistics.median(logins):>10.2f}{logins[-1]:>9.2f}" if logins else f"{'-':>10}{'-':>9}"
        if keys:
            row += f"{statistics.median(keys) * 1000:>12.0f}{keys[int(len(keys) * 0.99)] * 1000:>9.0f}"
            row += f"{keys[-1] * 1000:>9.0f}"
        return row


HEAD = f"{'':22}{'logins':>7}{'failed':>8}{'median s':>10}{'worst s':>9}{'key p50 ms':>12}{'p99':>9}{'worst':>9}"


class People:
    """People who log in from elsewhere, and seated ones who type."""

    def __init__(self, port: int, seated: list[Client]) -> None:
        self._port = port
        self._seated = seated
        self._key = asyncssh.generate_private_key("ssh-ed25519")

    async def _login(self) -> float | None:
        """Seconds of a login; None if it failed."""
        began = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                connection = await asyncssh.connect(
                    "127.0.0.1", self._port, local_addr=(ELSEWHERE, 0), username="elsewhere", client_keys=[self._key],
                    known_hosts=None, config=None, agent_path=None, login_timeout=PATIENCE,
                )  # fmt: skip
        except (asyncssh.Error, OSError):
            return None
        taken = time.perf_counter() - began
        connection.abort()
        return taken

    async def live(self, part: str, seconds: float) -> Figures:
        """Log in once a second while seated people type."""
        for client in self._seated:
            client.waits.clear()
        typing = asyncio.gather(*(client.type_for(seconds, random.uniform(0, 2)) for client in self._seated))
        tries = []
        for _ in range(round(seconds)):
            tries.append(asyncio.ensure_future(self._login()))
            await asyncio.sleep(1.0)
        taken = [await login for login in tries]
        await typing
        waits = [wait for client in self._seated for wait in client.waits]
        return Figures(
            part, [login for login in taken if login is not None], sum(login is None for login in taken), waits
        )


async def measure(name: str, seconds: float, players: int, factory: str, variant: str = "loop") -> Figures:
    """Print the figures of a flood, on a new house, and return those during it."""
    given = FLOODS[name]
    async with House("web" if given.web else variant, factory) as house:
        painted: bytes = find_factory(factory).painted  # type: ignore[attr-defined]
        seated = [Client(f"player{number}", painted) for number in range(players)]
        for client in seated:
            await client.connect(house.port)
        people = People(house.port, seated)
        addresses = f"{given.addresses} address{'es' * (given.addresses != 1)}"
        print(f"{name}: {addresses}, {given.rate} a second each, for {seconds:.0f} s: {given.does}")
        print(HEAD)
        print(await people.live("before", min(5.0, seconds)), flush=True)
        cpu = house.cpu()
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.flood", "--flood", name, "--port",
            str(house.web if given.web else house.port), "--seconds", str(seconds), stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        during = await people.live("during", seconds)
        cpu = house.cpu() - cpu
        print(during, flush=True)
        counts = json.loads((await process.communicate())[0])
        print(await people.live("right afterwards", min(8.0, seconds)), flush=True)
        for client in seated:
            await client.leave()
    print(
        f"  {counts['begun']} connections were begun, {counts['refused']} refused, {counts['held back']} held back by "
        f"the flood itself; CPU of the house {cpu / seconds:.0%}\n"
    )
    return during


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("floods", nargs="*", default=USUAL, metavar="FLOOD", help=f"of: {', '.join(FLOODS)}")
    parser.add_argument("--seconds", type=float, default=20.0, help=f"how long each lasts, {LONGEST:.0f} at most")
    parser.add_argument("--players", type=int, default=10, help="how many are seated and type")
    parser.add_argument("--app", default=DEFAULT_FACTORY, help="module:factory of the app")
    parser.add_argument("--flood", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    asyncssh.set_log_level("CRITICAL")
    if unknown := set(given.floods) - set(FLOODS):
        parser.error(f"{', '.join(sorted(unknown))}: no flood. There are: {', '.join(FLOODS)}.")
    seconds = min(given.seconds, LONGEST)
    if given.flood:
        print(json.dumps(await flood(given.port, FLOODS[given.flood], seconds)))
        return
    for name in given.floods:
        await measure(name, seconds, given.players, given.app)


if __name__ == "__main__":
    asyncio.run(main())
