"""SSH and web sockets compared: `python -m benchmarks.lines --sessions 104`.

A house in a process, half of its people by ssh, half by web socket, all typing in the lobby. Printed for each line:
time from a key to the first byte of its paint, memory of its first sessions, and size of a page's first load.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import aiohttp
import asyncssh

from tests.kit.house import open_house
from tests.ssh.house import Bystander, key_for, new_people, running
from tui.app.session import SessionApp
from web_server.door import BrowserDoorSettings, WebDoor

KEYS = ("z", " ")
"""Blank the screen and restore it: both paint."""
FIRST = 10
"""Sessions of each line with measured memory."""


def resident() -> float:
    """Megabytes of this process."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("no VmRSS")


async def house() -> None:
    """The house: prints its address, then answers each line with its memory."""
    Bystander.start = Bystander.__mro__[1].start  # type: ignore[method-assign]  # here it is a server's own process
    store, people = open_house(clock=time.time), new_people(time.time)
    with tempfile.TemporaryDirectory() as where:
        async with running(
            Path(where), lambda size, person, _: SessionApp(store, people, person), people=people, clock=time.monotonic
        ) as at:
            door = WebDoor(BrowserDoorSettings(), at.server, store)
            await door.start()
            key = asyncssh.generate_private_key("ssh-ed25519")
            secrets = []
            for number in range(int(sys.argv[2])):
                browser, secret = people.new_browser("bench")
                person_key = key if not number else asyncssh.generate_private_key("ssh-ed25519")
                people.enrol(people.invite("host")[1], f"p{number}", key_for(person_key), None, browser)
                secrets.append((secret, person_key.export_private_key().decode()))
            print(json.dumps({"port": at.port, "url": door.url, "people": secrets}), flush=True)
            loop = asyncio.get_running_loop()
            while await loop.run_in_executor(None, sys.stdin.readline):
                print(json.dumps({"rss": resident()}), flush=True)
            door.close()
            await at.server.stop()
            await door.stop()


class Typist:
    """Types, and times the first byte of the answer."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self._painted = asyncio.Event()
        self._at = 0.0
        self._last = 0.0

    def came(self) -> None:
        now = time.perf_counter()
        if self._at:
            self.times.append(now - self._at)
            self._at = 0.0
            self._painted.set()
        self._last = now

    async def still(self) -> None:
        """Wait for the first bytes, and until nothing has come for a while."""
        while not self._last or time.perf_counter() - self._last < 0.3:  # noqa: ASYNC110 - no event ends a silence
            await asyncio.sleep(0.1)

    async def type(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        turn = 0
        while time.perf_counter() < end:
            await asyncio.sleep(random.uniform(0.5, 1.5))
            self._at = time.perf_counter()
            self._painted.clear()
            self.send(KEYS[turn % 2])
            turn += 1
        await asyncio.wait_for(self._painted.wait(), 300)

    def send(self, key: str) -> None:
        raise NotImplementedError

    async def leave(self) -> None:
        raise NotImplementedError


class BySsh(Typist):
    async def leave(self) -> None:
        self._connection.abort()
        await self._connection.wait_closed()

    async def arrive(self, place: dict[str, Any], number: int) -> None:
        key = asyncssh.import_private_key(place["people"][number][1])
        self._connection = await asyncssh.connect(
            "127.0.0.1", place["port"], username=f"p{number}", client_keys=[key], known_hosts=None, config=None,
            agent_path=None, login_timeout=120,
        )  # fmt: skip
        self._process: Any = await self._connection.create_process(
            encoding=None, term_type="xterm-256color", term_size=(120, 40), env={"COLORTERM": "truecolor"}
        )
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while await self._process.stdout.read(65536):
            self.came()

    def send(self, key: str) -> None:
        self._process.stdin.write(key.encode())


class ByWeb(Typist):
    async def leave(self) -> None:
        await self._http.close()

    async def arrive(self, place: dict[str, Any], number: int) -> None:
        headers = {"Origin": place["url"], "Cookie": f"garnet={place['people'][number][0]}"}
        self._http = aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(total=None))
        page = f"{number:032x}"
        self._socket = await self._http.ws_connect(
            f"{place['url']}/line?page={page}&width=120&height=40", max_msg_size=0
        )
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type is aiohttp.WSMsgType.BINARY:
                self.came()

    def send(self, key: str) -> None:
        self._sent = asyncio.ensure_future(self._socket.send_str(json.dumps(["stdin", key])))


async def weight(url: str) -> int:
    """Bytes of a page's first load, compressed as sent."""
    async with aiohttp.ClientSession(auto_decompress=False) as http:
        async with http.get(url) as answer:
            page = await answer.text()
        at = page.partition('href="')[2].partition("/icon.svg")[0]
        total = len(gzip.compress(page.encode()))
        for name in ("textual.js", "xterm.css", "font.ttf", "door.css", "door.js", "icon.svg"):
            async with http.get(f"{url}{at}/{name}", headers={"Accept-Encoding": "gzip"}) as answer:
                total += len(await answer.read())
    return total


def time_columns(times: list[float]) -> str:
    every = sorted(times)
    p99 = every[int(len(every) * 0.99) - 1]
    return f"{statistics.median(every) * 1000:6.1f} {p99 * 1000:7.1f} {every[-1] * 1000:7.1f}   {len(every):5}"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=104)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    await measure(given.sessions, given.seconds)


async def measure(sessions: int, seconds: float) -> None:
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.lines", "house", str(sessions), limit=1 << 24,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None
    place = json.loads(await child.stdout.readline())

    async def memory() -> float:
        child.stdin.write(b"\n")  # type: ignore[union-attr]
        return float(json.loads(await child.stdout.readline())["rss"])  # type: ignore[union-attr]

    lines: list[Typist] = [BySsh() if number % 2 else ByWeb() for number in range(sessions)]
    for warm in lines[:2]:  # without the first of each kind, which pays for imports
        await warm.arrive(place, lines.index(warm))
        await warm.still()
    used = {}
    for kind in (ByWeb, BySsh):
        mine = [number for number, line in enumerate(lines) if type(line) is kind][1 : 1 + FIRST]
        before = await memory()
        for number in mine:
            await lines[number].arrive(place, number)
            await lines[number].still()
        used[kind] = (await memory() - before) / len(mine)
    late = [number for number, line in enumerate(lines) if not hasattr(line, "_reader")]
    for number in late:
        await lines[number].arrive(place, number)
    for line in lines:
        await line.still()
    await asyncio.gather(*(line.type(seconds) for line in lines))
    print(f"{sessions} sessions, half by each line; key to first byte in ms, in one run")
    print("line      p50     p99   worst    keys   MB a session")
    for kind, name in ((BySsh, "ssh"), (ByWeb, "web")):
        times = time_columns([wait for line in lines if type(line) is kind for wait in line.times])
        print(f"{name:<5}{times}   {used[kind]:.2f}")
    print(f"a page's first load: {await weight(place['url']) / 1000:.0f} kB compressed")
    for line in lines:
        await line.leave()
    child.stdin.close()
    child.terminate()
    await child.wait()


if __name__ == "__main__":
    asyncio.run(house() if sys.argv[1:2] == ["house"] else main())
