"""Costs of a table's screens: `python -m benchmarks.paints [GAME ...]`.

A house in this process, with a session for each seat, on terminals that discard everything: no network, no encryption.
Counted is the process's own work, in milliseconds of a core: a first paint (median without the first table, which
fills caches), a key of many in turn, a close on all screens of a table together with the rules' part of it, and leaving
its report.

    python -m benchmarks.paints --size 160x45 --profile close sinners_secret
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import itertools
import os
import pstats
import secrets
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from benchmarks.machines import MACHINES
from benchmarks.sealing import close, seal_all
from core.games import MODULES
from core.games import game as find_game
from core.house.house import House
from core.house.people import People
from core.person import Key
from core.table.table import Table
from ssh_server.session.colours import Colours
from ssh_server.session.session import Session
from ssh_server.session.terminal import Terminal
from ssh_server.upkeep.fair_loop import FairLoop
from ssh_server.upkeep.gc_policy import GcPolicy
from storage.memory import MemoryStore
from tui.app.session import SessionApp

QUIET = 0.06
"""Seconds without work after which nothing is left to do: a screen paints within a sixtieth."""
IDLE = 0.000_6
"""Work of the waiting itself in that time, in seconds."""
BETWEEN = 0.025
"""Seconds between two keys."""
KEYS = (b"\x1b[B", b"\x1b[B", b"\x1b[A", b"\x1b[C", b"\x1b[A", b"\x1b[D")
"""Arrows there and back."""


class Sink:
    """A channel that discards everything."""

    def __init__(self) -> None:
        self.bytes = 0

    def write(self, data: bytes) -> None:
        self.bytes += len(data)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    def get_environment(self) -> dict[str, str]:
        return {}

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def exit(self, status: int) -> None: ...


class Bench:
    """A house with a table, and a session for each of its seats."""

    def __init__(self, size: tuple[int, int], profiled: str) -> None:
        self.size, self.profiled = size, profiled
        self.profile = cProfile.Profile()
        self.store = MemoryStore()
        self.house = House(self.store, time.time, secrets.token_hex)
        self.people = People(self.store, time.time, os.urandom)
        self.policy = GcPolicy()
        self.sinks: dict[str, Sink] = {}
        self.terminals: dict[str, Terminal] = {}
        self.sessions: list[Session] = []

    async def quiet(self) -> float:
        """Process time at which nothing was left to do."""
        last = time.process_time()
        while True:
            await asyncio.sleep(QUIET)
            now = time.process_time()
            if now - last < IDLE:
                return last
            last = now

    @contextmanager
    def _profile_part(self, part: str) -> Iterator[None]:
        if part == self.profiled:
            self.profile.enable()
        yield
        self.profile.disable()

    async def cost(self, part: str, do: Callable[[], object]) -> float:
        """Milliseconds of work of a call."""
        await self.quiet()
        with self._profile_part(part):
            began = time.process_time()
            do()
            return (await self.quiet() - began) * 1000

    def make_table(self, game: str, seats: tuple[str, ...], seed: int) -> Table:
        """A new table for these people."""
        for name in seats:
            if self.people.find(name) is None:
                self.people.take(name, Key(f"key-of {name}", f"SHA256:{name}", 0.0))
        holders = {seat: f"person:{seat}" for seat in seats}
        return self.house.make(game, seats, holders=holders, seed=seed, round_seconds=86_400.0)

    def open(self, name: str) -> None:
        person = self.people.find(name)
        assert person is not None

        def made(size: tuple[int, int], person: Any, environment: Any) -> SessionApp:
            return SessionApp(self.house, self.people, person, no_color=environment.colours is Colours.NONE)

        async def begin(terminal: Terminal) -> None:
            self.sessions.append(session := Session(terminal, person, made, gc_policy=self.policy))
            await session.run()

        self.sinks[name] = sink = Sink()
        self.terminals[name] = terminal = Terminal(begin)
        terminal.connection_made(sink)  # type: ignore[arg-type]
        terminal.pty_requested("xterm-256color", (*self.size, 0, 0), {})
        terminal.session_started()

    async def keys(self, seats: tuple[str, ...], key_count: int) -> tuple[float, float]:
        """Milliseconds and bytes of a key."""
        await self.quiet()
        before = sum(self.sinks[name].bytes for name in seats)
        with self._profile_part("key"):
            began = time.process_time()
            for key in itertools.islice(itertools.cycle(KEYS), key_count):
                for name in seats:
                    self.terminals[name].data_received(key, None)
                    await asyncio.sleep(BETWEEN)
            taken = await self.quiet() - began
        count = key_count * len(seats)
        return taken * 1000 / count, (sum(self.sinks[name].bytes for name in seats) - before) / count

    async def close(self) -> None:
        for session in self.sessions:
            session.leave()
        await asyncio.gather(*(terminal.task for terminal in self.terminals.values() if terminal.task is not None))
        self.policy.stop()

    def everybody(self, seats: tuple[str, ...], key: bytes) -> None:
        """Press a key in every session at once."""
        for name in seats:
            self.terminals[name].data_received(key, None)


def measure_closes(game: str, seed: int, rounds: int) -> float:
    """Milliseconds of an unwatched close: median of the first rounds."""
    house = House(MemoryStore(), time.time, secrets.token_hex)
    seats = tuple(f"seat{number}" for number in range(find_game(game).spec.seats))
    table = house.make(
        game, seats, holders={seat: f"person:{seat}" for seat in seats}, seed=seed, round_seconds=86_400.0
    )
    times = []
    for _ in range(rounds):
        seal_all(table)
        began = time.process_time()
        close(table)
        times.append((time.process_time() - began) * 1000)
    return statistics.median(times)


async def measure(game: str, bench: Bench, tables: int, key_count: int, rounds: int) -> dict[str, float]:
    first: list[float] = []
    seats: tuple[str, ...] = ()
    bench.policy.start()
    table: Table | None = None
    for number in range(tables):
        seats = tuple(f"p{number}s{seat}" for seat in range(find_game(game).spec.seats))
        table = bench.make_table(game, seats, number)
        for name in seats:
            taken = await bench.cost("first" if number else "", lambda name=name: bench.open(name))  # type: ignore[misc]
            if number or tables == 1:
                first.append(taken)
    assert table is not None
    key, sent = await bench.keys(seats, key_count)
    closes, leaves = [], []
    for _ in range(rounds):
        seal_all(table)
        closes.append(await bench.cost("close", partial(close, table)))
        leaves.append(await bench.cost("leave", lambda: bench.everybody(seats, b"\r")))
    await bench.close()
    return {
        "first": statistics.median(first),
        "key": key,
        "sent": sent,
        "close": statistics.median(closes),
        "most": max(closes),
        "alone": measure_closes(game, tables - 1, rounds),
        "leave": statistics.median(leaves),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[], metavar="GAME", help="all of them without words")
    parser.add_argument("--size", default="80x24")
    parser.add_argument("--tables", type=int, default=2, help="with sessions; the last one plays (2)")
    parser.add_argument("--keys", type=int, default=24, help="of each session (24)")
    parser.add_argument("--rounds", type=int, default=4, help="that close (4)")
    parser.add_argument("--without", choices=MACHINES, metavar="MACHINE", help=f"of: {', '.join(MACHINES)}")
    parser.add_argument("--profile", choices=("", "first", "key", "close", "leave"), default="", metavar="PART")
    given = parser.parse_args()
    if given.without:
        MACHINES[given.without].remove()
    wide, _, high = given.size.partition("x")
    print(
        f"{'':18}seats  first paint    key   bytes   close    most   of it rules   leaving   (ms of CPU; {given.size})"
    )
    for game in given.games or MODULES:
        bench = Bench((int(wide), int(high)), given.profile)
        with asyncio.Runner(loop_factory=FairLoop) as runner:
            figures = runner.run(measure(game, bench, given.tables, given.keys, given.rounds))
            columns = zip(figures.values(), ("13.1f", "7.2f", "8.0f", "8.0f", "8.0f", "14.0f", "10.0f"), strict=True)
            row = "".join(f"{value:>{form}}" for value, form in columns)
            print(f"{game:18}{find_game(game).spec.seats:>5}{row}", flush=True)
        if given.profile:
            pstats.Stats(bench.profile).sort_stats("tottime").print_stats(40)
            pstats.Stats(bench.profile).sort_stats("cumulative").print_stats(80)


if __name__ == "__main__":
    main()
