"""What each machine between asyncssh, Textual and the house brings: `python -m benchmarks.machines [MACHINE ...]`.

A house with all machines and houses without one of them run in turn. Printed is a row for each: lines of the machine,
then the median of the runs, and its ratio to the whole house. Times are of this machine at this moment: compare ratios.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import statistics
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import asyncssh
from textual.app import App
from textual.screen import Screen

from ssh_server import server
from ssh_server.door import connection, guard, login_queue, startups
from ssh_server.session import key_times, session
from ssh_server.upkeep import fair_loop, gc_policy, watchdog
from tui.textual_seam import OpenApp, painting

WITHOUT = "without:"
"""Begins the name of a house's variant that lacks a machine."""


def do_nothing(*_: object, **__: object) -> None:
    """Replaces a step that is left out."""


class PlainTurns(login_queue.Turns):
    """Clients before login are served as they come, in asyncio's order."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: set[login_queue.QueuedLogin] = set()

    def want(self, client: login_queue.QueuedLogin, home: str) -> None:
        if client not in self._waiting:
            self._waiting.add(client)
            asyncio.get_running_loop().call_soon(self._serve, client)

    def leave(self, client: login_queue.QueuedLogin) -> None:
        self._waiting.discard(client)

    def _serve(self, client: login_queue.QueuedLogin) -> None:
        if client in self._waiting:
            self._waiting.discard(client)
            client.turn()


class NoBackpressure:
    """asyncssh alone reads and writes a connection."""

    full = False

    def __init__(self, *_: object, **__: object) -> None:
        self.settle = self.close = do_nothing


def no_queue() -> None:
    server.Turns = PlainTurns


def no_startups() -> None:
    async def create_server(arrivals: startups.Arrivals, factory: Any, host: str, port: int) -> asyncio.Server:
        loop = asyncio.get_running_loop()
        return await loop.create_server(lambda: factory("", 0), host, port, backlog=startups.BACKLOG)

    startups.Arrivals.create_server = create_server  # type: ignore[method-assign]
    startups.Startups._make_room = lambda *_: True  # type: ignore[method-assign]


def no_guard() -> None:
    guard.Debt.note = lambda *_: 0.0  # type: ignore[method-assign]
    guard.Guard.failed = lambda *_: 0.0  # type: ignore[method-assign]
    guard.Guard.distrusts = guard.Guard.refuses = lambda *_: False  # type: ignore[method-assign,assignment]


def no_backpressure() -> None:
    connection.Backpressure = NoBackpressure


def no_shares() -> None:
    fair_loop.FairLoop.call_soon = asyncio.SelectorEventLoop.call_soon  # type: ignore[method-assign]
    fair_loop.ReadyQueue.note_key = fair_loop.ReadyQueue.note_start = do_nothing  # type: ignore[method-assign]


def no_gc_policy() -> None:
    gc_policy.GcPolicy.start = do_nothing  # type: ignore[method-assign]


def no_watchdog() -> None:
    watchdog.Watchdog.start = do_nothing  # type: ignore[method-assign]


def no_key_times() -> None:
    key_times.KeyTimer.begin = lambda _: False  # type: ignore[method-assign]


def no_shared_rules() -> None:
    OpenApp.share_rules = do_nothing  # type: ignore[method-assign]


def no_frugal_painting() -> None:
    painting.ChangedLinesCompositor = painting.Compositor
    del painting.OpenScreen._on_timer_update, painting.OpenScreen.post_message


def no_dismantling() -> None:
    async def dismantle(app: App[Any]) -> None: ...

    session.dismantle = dismantle


def no_quick_closing() -> None:
    del OpenApp._close_all


def no_covers() -> None:
    painting.OpenScreen._compositor_refresh = Screen._compositor_refresh


class Machine(NamedTuple):
    remove: Callable[[], None]
    """Changes this process to a house without it."""
    files: tuple[str, ...] = ()
    floods: tuple[str, ...] = ()
    """Floods that it is for."""


MACHINES = {
    "login_queue": Machine(no_queue, ("ssh_server/door/login_queue.py",), ("offer", "exchanges")),
    "startups": Machine(no_startups, ("ssh_server/door/startups.py",), ("offer", "exchanges")),
    "guard": Machine(no_guard, ("ssh_server/door/guard.py",), ("guess",)),
    "asyncssh_seam": Machine(no_backpressure, ("ssh_server/door/asyncssh_seam.py",), ("offer", "exchanges")),
    "fair_loop": Machine(no_shares, ("ssh_server/upkeep/fair_loop.py",), ("exchanges",)),
    "gc_policy": Machine(no_gc_policy, ("ssh_server/upkeep/gc_policy.py",)),
    "watchdog": Machine(no_watchdog, ("ssh_server/upkeep/watchdog.py",)),
    "key_times": Machine(no_key_times, ("ssh_server/session/key_times.py",)),
    "shared_rules": Machine(no_shared_rules),
    "painting": Machine(no_frugal_painting, ("tui/textual_seam/painting.py",)),
    "covers": Machine(no_covers),
    "dismantling": Machine(no_dismantling, ("ssh_server/session/isolation.py",)),
    "quick_closing": Machine(no_quick_closing),
}


def lines(machine: Machine) -> int:
    return sum(len(Path(file).read_text("utf-8").splitlines()) for file in machine.files)


def chosen(figures: dict[str, Any]) -> dict[str, float]:
    """The figures of `benchmarks.sessions` that are compared."""
    again = figures["reconnect"]
    return {
        "key p50 ms": figures.get("p50_ms", math.nan),  # none where no key was answered in so short a time
        "key p99 ms": figures.get("p99_ms", math.nan),
        "typing CPU %": figures["typing_cpu_percent"],
        "MB a session": figures["mb_a_session"],
        "coming back s": again["all_painted_s"],
        "coming back CPU s": again["cpu_s"],
        "others' p99 ms": again.get("others_p99_ms", 0.0),
    }


async def main() -> None:
    from benchmarks import flood, sessions  # they import this module

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("machines", nargs="*", default=list(MACHINES), help=f"of: {', '.join(MACHINES)}")
    parser.add_argument("--sessions", type=int, default=39)
    parser.add_argument("--seconds", type=float, default=8.0, help="how long everybody types, and each flood lasts")
    parser.add_argument("--times", type=int, default=3, help="runs in turn")
    parser.add_argument("--rests", type=float, default=0.1, help="share of the usual waits between measurements")
    parser.add_argument("--floods", action="store_true", help="measure in the floods that a machine is for")
    given = parser.parse_args()
    if unknown := set(given.machines) - MACHINES.keys():
        parser.error(f"{', '.join(sorted(unknown))}: no machine. There are: {', '.join(MACHINES)}.")
    asyncssh.set_log_level("CRITICAL")
    sessions.shorten_rests(given.rests)
    rows: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for _ in range(given.times):
        if given.floods:
            names = sorted({name for machine in given.machines for name in MACHINES[machine].floods})
            for name in names:
                for machine in ("", *(item for item in given.machines if name in MACHINES[item].floods)):
                    variant = WITHOUT + machine if machine else "loop"
                    during = await flood.measure(name, given.seconds, 10, sessions.DEFAULT_FACTORY, variant)
                    keys, logins = sorted(during.keys), during.logins or [flood.PATIENCE]
                    row = {"login median s": statistics.median(logins), "login worst s": max(logins)}
                    row |= {"failed": during.failed, "key p99 ms": keys[int(len(keys) * 0.99)] * 1000 if keys else 0.0}
                    for figure, value in row.items():
                        rows[f"{name}, {variant}"][figure].append(value)
        else:
            for variant in ("loop", *(WITHOUT + machine for machine in given.machines)):
                count = given.sessions
                taken = await sessions.measure(variant, count, count, given.seconds, sessions.DEFAULT_FACTORY, 0)
                for figure, value in chosen(taken).items():
                    rows[variant][figure].append(value)
    for name, figures in rows.items():
        house = rows[f"{name.partition(',')[0]}, loop" if given.floods else "loop"]
        machine = name.rpartition(WITHOUT)[2]
        print(f"{name} ({lines(MACHINES[machine]) if machine in MACHINES else 0} lines)")
        for figure, values in figures.items():
            middle, whole = statistics.median(values), statistics.median(house[figure])
            print(f"  {figure:18} {middle:9.2f}   x {middle / whole if whole else 0.0:.2f}   of {values}", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
