"""Sessions that a house carries: `python -m benchmarks.sessions`.

Every person types a key every two seconds (with `--typing` only so many); the result is the time from key to paint. The
house runs in a process (`session_house.py`), all clients in this one, each with an address. Variants run one after the
other.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import math
import os
import random
import statistics
import sys
import time
from collections import deque
from pathlib import Path
from typing import Any

import asyncssh

from benchmarks.session_house import find_factory

KEY_INTERVAL = 2.0
"""Seconds between two keys of a player."""
LOGIN_TIMEOUT = 180
"""Seconds for a login, and for a screen."""
TRIES = 100
"""Refused logins after which a client gives up."""
REPORT_AFTER = 5.0
"""Seconds after which a player who came back presses Enter, to leave a report that lies over the table."""
REPORT_ENTERS = 3
"""Enters after which a player has left the motion of a close and its report."""
DEFAULT_FACTORY = "benchmarks.session_app:factory"
VARIANTS = ("loop", "untamed", "process")
COME_AND_GO = 26
"""People who take turns to come and go."""
_TICKS = os.sysconf("SC_CLK_TCK")


class Client(asyncssh.SSHClientSession[bytes]):
    """A player, who types and times the paint."""

    def __init__(self, name: str, painted: bytes) -> None:
        """`painted`: text of a painted screen."""
        self.name = name
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self._painted_text = painted
        self.waits: list[float] = []
        """Seconds from key to paint."""
        self.painted = asyncio.Event()
        self.first_paint = 0.0
        """Time of the first paint since this was set to 0."""
        self.painted_at = 0.0
        self._sent = 0.0
        """Time of the key whose paint has not arrived; 0 if there is none."""
        self._received = b""
        self._closed = asyncio.Event()
        self._keys = itertools.cycle((b"\x1b[B", b"\x1b[A"))
        self.number = int("0" + "".join(filter(str.isdigit, name)))
        self._address = f"127.0.{1 + self.number // 200}.{1 + self.number % 200}"
        self.turned_away = 0
        """Logins that were refused and repeated."""

    async def connect(self, port: int) -> None:
        """Log in, open a screen, and wait until it is painted."""
        self.painted.clear()
        self._closed.clear()
        self._received = b""
        while True:
            try:
                self._connection = await asyncssh.connect(
                    "127.0.0.1", port, username=self.name, client_keys=[self.key], known_hosts=None, config=None,
                    agent_path=None, login_timeout=LOGIN_TIMEOUT, connect_timeout=LOGIN_TIMEOUT,
                    local_addr=(self._address, 0),
                )  # fmt: skip
                break
            except (asyncssh.ConnectionLost, ConnectionError):
                self.turned_away += 1
                if self.turned_away >= TRIES:
                    raise
                await asyncio.sleep(random.uniform(0.5, 1.5))
        self._channel, _ = await self._connection.create_session(
            lambda: self, term_type="xterm-256color", term_size=(80, 24, 0, 0), encoding=None
        )
        async with asyncio.timeout(LOGIN_TIMEOUT):
            while not self.painted.is_set():
                try:
                    await asyncio.wait_for(self.painted.wait(), REPORT_AFTER)
                except TimeoutError:  # a report that was not read lies over the table
                    self._channel.write(b"\r")

    def data_received(self, data: bytes, datatype: int | None) -> None:
        now = time.perf_counter()
        self.first_paint = self.first_paint or now
        if self._sent:
            self.waits.append(now - self._sent)
            self._sent = 0.0
        if not self.painted.is_set():
            self._received += data
            if self._painted_text in self._received:
                self.painted_at = now
                self.painted.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self._closed.set()

    async def type_for(self, seconds: float, delay: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        await asyncio.sleep(delay)
        while loop.time() < end:
            self._sent = time.perf_counter()
            self._channel.write(next(self._keys))
            await asyncio.sleep(KEY_INTERVAL)

    async def leave_report(self) -> None:
        """Leave the motion of a close and its report, so that the player is back at the table."""
        for _ in range(REPORT_ENTERS):
            self._channel.write(b"\r")
            await _pause(0.5)

    async def leave(self, way: str = "cut") -> None:
        """Leave: `cut` the connection, `close` the channel, or `quit` by key."""
        if way == "quit":
            self._channel.write(b"\x11")
        elif way == "close":
            self._channel.close()
        else:
            self._connection.abort()
        async with asyncio.timeout(30):
            await self._closed.wait()
        self._connection.abort()
        await self._connection.wait_closed()

    async def command(self, line: str) -> Any:
        """Run a command of the session house and return its JSON."""
        return json.loads(str((await self._connection.run(line)).stdout))


class House:
    """Processes of `session_house`, each with its part of the sessions."""

    def __init__(self, variant: str, factory: str, houses: int = 1, sessions: int = 1) -> None:
        self._arguments = ("-m", "benchmarks.session_house", variant, factory)
        self._houses = houses
        self._sessions_each = math.ceil(sessions / houses)

    async def __aenter__(self) -> House:
        pipe, self._children, self._ports = asyncio.subprocess.PIPE, [], []
        for _ in range(self._houses):
            process = await asyncio.create_subprocess_exec(sys.executable, *self._arguments, stdin=pipe, stdout=pipe)
            self._children.append(process)
            assert process.stdout is not None
            port, *web = map(int, (await process.stdout.readline()).split())
            self._ports.append(port)
            self.web = web[0] if web else 0
            """Port of the browser door, if any."""
        self.port = self._ports[0]
        return self

    async def __aexit__(self, *_: object) -> None:
        for process in self._children:
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()

    def port_of(self, client: Client) -> int:
        return self._ports[client.number // self._sessions_each % self._houses]

    def _processes(self) -> list[int]:
        processes = []
        for process in self._children:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            processes += [process.pid, *map(int, children)]
        return processes

    def memory(self) -> float:
        """Megabytes private to the house, children included."""
        return sum(_private_megabytes(pid) for pid in self._processes())

    def cpu(self) -> float:
        """CPU seconds so far, living children included."""
        return sum(_cpu_seconds(pid) for pid in self._processes())


def _private_megabytes(pid: int) -> float:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _percentiles(waits: list[float]) -> dict[str, float]:
    if len(waits) < 2:
        return {}
    cuts = statistics.quantiles(waits, n=100, method="inclusive")
    return {
        "p50_ms": round(cuts[49] * 1000, 1),
        "p95_ms": round(cuts[94] * 1000, 1),
        "p99_ms": round(cuts[98] * 1000, 1),
        "worst_ms": round(max(waits) * 1000, 1),
    }


async def _pause(seconds: float) -> None:
    """Pause between measurements; `--rests` shortens it."""
    await asyncio.sleep(seconds * _rest_share)


_rest_share = 1.0


def shorten_rests(share: float) -> None:
    global _rest_share
    _rest_share = share


def _take_waits(clients: list[Client]) -> list[float]:
    waits = [wait for client in clients for wait in client.waits]
    for client in clients:
        client.waits.clear()
    return waits


async def _all_type(clients: list[Client], seconds: float) -> dict[str, float]:
    _take_waits(clients)
    await asyncio.gather(*(client.type_for(seconds, random.uniform(0, KEY_INTERVAL)) for client in clients))
    await _pause(1.0)
    return _percentiles(_take_waits(clients))


async def _reconnect(house: House, clients: list[Client], others: list[Client], typing: int) -> dict[str, Any]:
    """Reconnect some clients at once, while the others, or `typing` of them, type on."""
    typists = others[:typing]
    await asyncio.gather(*(client.leave() for client in clients))
    await _pause(3.0)
    keys = asyncio.gather(*(client.type_for(8.0 * _rest_share, random.uniform(0, KEY_INTERVAL)) for client in typists))
    _take_waits(typists)
    cpu_before, began = house.cpu(), time.perf_counter()
    await asyncio.gather(*(client.connect(house.port_of(client)) for client in clients))
    cpu = house.cpu() - cpu_before
    seconds = sorted(client.painted_at - began for client in clients)
    waits = _take_waits(typists)
    await keys
    _take_waits(typists)
    figures: dict[str, Any] = {"all_painted_s": round(seconds[-1], 2), "median_s": round(statistics.median(seconds), 2)}
    figures["cpu_s"] = round(cpu, 2)  # tells a slow house from a busy machine
    figures["turned_away"] = sum(client.turned_away for client in clients)
    return figures | {f"others_{name}": value for name, value in _percentiles(waits).items()}


async def _time_close(clients: list[Client]) -> float:
    """Milliseconds until a close shows on all screens of a table."""
    seconds = []
    for _ in range(max(1, round(5 * _rest_share))):
        await clients[0].command("prepare")
        await _pause(1.0)
        for client in clients:
            client.first_paint = 0.0
        began = time.perf_counter()
        names = await clients[0].command("shake")
        await _pause(2.0)
        seated = [client for client in clients if client.name in names]
        if seated:
            seconds.append(max(client.first_paint for client in seated) - began)
        await asyncio.gather(*(client.leave_report() for client in seated))
        await _pause(1.0)
    return round(statistics.median(seconds) * 1000, 1)


async def _come_and_go(house: House, times: int, watcher: Client, painted: bytes) -> dict[str, Any]:
    """Connect and leave in every way, and measure the memory that remains."""
    away = deque(Client(f"churn{number}", painted) for number in range(COME_AND_GO))

    async def visit(at_once: asyncio.Semaphore) -> None:
        async with at_once:
            client = away.popleft()
            await client.connect(house.port)
            await asyncio.sleep(random.uniform(0, 0.5))
            await client.leave(random.choice(("cut", "close", "quit")))
            away.append(client)

    async def visits(count: int) -> None:
        at_once = asyncio.Semaphore(8)
        await asyncio.gather(*(visit(at_once) for _ in range(count)))

    await watcher.connect(house.port)
    await visits(100)
    await _pause(4.0)
    await watcher.command("state swept")
    figures: dict[str, Any] = {"before_mb": round(house.memory(), 1)}
    for part in ("halfway_mb", "after_mb"):
        await visits(times // 2)
        await _pause(4.0)
        figures["apps_alive"] = (await watcher.command("state swept"))["apps"]
        figures[part] = round(house.memory(), 1)
    await watcher.leave()
    return figures


async def measure(
    variant: str, sessions: int, typing: int, seconds: float, factory: str, churn: int, houses: int = 1
) -> dict[str, Any]:  # fmt: skip
    """Figures of a variant; `typing` of the `sessions` type, spread over all tables."""
    painted: bytes = find_factory(factory).painted  # type: ignore[attr-defined]
    clients = [Client(f"player{n}", painted) for n in range(sessions)]
    typists = clients[:: max(1, sessions // typing)][:typing]
    figures: dict[str, Any] = {"variant": variant, "sessions": sessions, "typing": len(typists)}
    async with House(variant, factory, houses, sessions) as house:
        await clients[0].connect(house.port)
        first_memory, began = house.memory(), time.perf_counter()
        for client in clients[1:]:
            await client.connect(house.port_of(client))
        figures["connect_ms_each"] = round((time.perf_counter() - began) / max(1, sessions - 1) * 1000, 1)
        await _pause(3.0)
        figures["mb"] = round(house.memory(), 1)
        figures["mb_a_session"] = round((house.memory() - first_memory) / max(1, sessions - 1), 2)
        cpu_before = house.cpu()
        await _pause(8.0)
        figures["idle_cpu_percent"] = round((house.cpu() - cpu_before) / (8.0 * _rest_share) * 100, 2)
        cpu_before = house.cpu()
        figures |= await _all_type(typists, seconds)
        figures["typing_cpu_percent"] = round((house.cpu() - cpu_before) / (seconds + 1.0) * 100, 1)
        if variant != "process" and houses == 1:
            figures["shake_13_ms"] = await _time_close(clients)
        half = sessions // 2
        parts = (clients[:half], clients[half:]) if houses == 1 else (clients[::2], clients[1::2])
        figures["reconnect"] = await _reconnect(house, *parts, typing)
        await asyncio.gather(*(client.leave() for client in clients))
        if churn and variant == "loop":
            await _pause(2.0)
            figures["churn"] = await _come_and_go(house, churn, clients[0], painted)
    return figures


async def main() -> None:
    """Print a line of JSON for each variant."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=104)
    parser.add_argument("--typing", type=int, metavar="N", help="so many of them type (all)")
    parser.add_argument("--processes", type=int, default=26, help="sessions of the variant with a process each")
    parser.add_argument(
        "--houses", type=int, default=1, help="beside each other, with a process and a part of them each"
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="how long everybody types")
    parser.add_argument(
        "--churn", type=int, default=500, help="connects and disconnects for the leak check; 0 for none"
    )
    parser.add_argument("--app", default=DEFAULT_FACTORY, help="module:factory of the app")
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--line", choices=("ssh", "web"), default="ssh", help="web: half of them by a browser's line")
    parser.add_argument("--rests", type=float, default=1.0, help="share of the usual waits between measurements (1)")
    given = parser.parse_args()
    shorten_rests(given.rests)
    asyncssh.set_log_level("ERROR")
    if given.line == "web":
        from benchmarks import lines  # what browsers need is no part of a plain install

        await lines.measure(given.sessions, given.seconds)
        return
    for variant in given.variants.split(","):
        sessions = given.processes if variant == "process" else given.sessions
        typing = min(sessions, given.typing or sessions)
        figures = await measure(variant, sessions, typing, given.seconds, given.app, given.churn, given.houses)
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
