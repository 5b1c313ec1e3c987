"""People log in while others read without end: `python -m benchmarks.reading`.

A house is served from a process of its own on the loopback. One person keeps fifteen connections busy with `view`,
`story` and `league`, as a script that asks too often does; another logs in again and again. Printed are their logins
before and during that, and how many commands were answered.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import asyncssh

from core.house.people import People
from storage import open_house
from tests.ssh.house import key_for

READERS = 15
JOURNAL = Path("tests/properties/journals/day_of_mercury.jsonl")
COMMANDS = ("view mercury-1 --json", "story mercury-1 --json", "league --json")


def a_house(folder: Path) -> tuple[asyncssh.SSHKey, asyncssh.SSHKey]:
    """Ada and Bo, and a finished match of thirteen, as it was kept; their keys."""
    keys = asyncssh.generate_private_key("ssh-ed25519"), asyncssh.generate_private_key("ssh-ed25519")
    header, *entries = map(json.loads, JOURNAL.read_text(encoding="utf-8").splitlines())
    with open_house(folder) as store:
        people = People(store, time.time, os.urandom)
        for name, key in zip(("Ada", "Bo"), keys, strict=True):
            people.take(name, key_for(key))
        store.create("mercury-1", {**header["header"], "match": "mercury-1"})
        store.append("mercury-1", *entries)
    return keys


async def reader(port: int, key: asyncssh.SSHKey, answered: list[float]) -> None:
    """One connection that asks without a pause."""
    async with await connect(port, "Ada", key) as connection:
        for command in itertools.cycle(COMMANDS):
            done = await connection.run(command, check=False, stdin=asyncssh.DEVNULL)
            assert done.exit_status == 0, (command, done.stdout)
            answered.append(time.perf_counter())


async def connect(port: int, name: str, key: asyncssh.SSHKey) -> asyncssh.SSHClientConnection:
    return await asyncssh.connect(
        "127.0.0.1", port, username=name, client_keys=[key], known_hosts=None, config=None, agent_path=None
    )


async def logins(port: int, key: asyncssh.SSHKey, many: int) -> list[float]:
    """Seconds from connecting to the answer of a command, one after the other."""
    took = []
    for _ in range(many):
        began = time.perf_counter()
        async with await connect(port, "Bo", key) as connection:
            await connection.run("keys", check=False, stdin=asyncssh.DEVNULL)
        took.append(time.perf_counter() - began)
    return took


def told(what: str, took: list[float]) -> str:
    return f"{what}: median {statistics.median(took) * 1000:.0f} ms, longest {max(took) * 1000:.0f} ms"


async def flood(port: int, key: asyncssh.SSHKey, seconds: float) -> None:
    answered: list[float] = []
    tasks = [asyncio.create_task(reader(port, key, answered)) for _ in range(READERS)]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    for trouble in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(trouble, AssertionError):
            print(trouble)
    print(f"{len(answered)} commands answered in {seconds:.0f} s", flush=True)


async def main(many: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ada, bo = a_house(Path(folder))
        ada.write_private_key(Path(folder) / "ada")
        server = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "cli.main", "--data", folder, "serve", "--listen", "127.0.0.1:0",
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert server.stdout is not None
        first = (await server.stdout.readline()).decode()
        port = int(first.rstrip(".\n").rpartition(" ")[2])
        try:
            await asyncio.sleep(3)
            print(told("logins before", await logins(port, bo, many)), flush=True)
            flooding = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "benchmarks.reading", "--flood", str(port), str(Path(folder) / "ada"),
                "--seconds", str(seconds),
            )  # fmt: skip
            await asyncio.sleep(3)
            print(told("logins during", await logins(port, bo, many)), flush=True)
            await flooding.wait()
        finally:
            server.terminate()
            await server.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logins", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--flood", nargs=2, metavar=("PORT", "KEY"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.flood:
        asyncio.run(flood(int(given.flood[0]), asyncssh.read_private_key(given.flood[1]), given.seconds))
    else:
        asyncio.run(main(given.logins, given.seconds))
