"""Server of the session bench, as a process: `python -m benchmarks.session_house VARIANT`.

Variants: `loop` is the house; `web` adds a browser door; `untamed` has no shares, collector's rules or admission;
`process` has a process for each session; `without:MACHINE` lacks a machine of `machines.py`. Prints its ports, and
serves until its input is closed. The commands `state`, `prepare` and `shake` are for the bench.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import fcntl
import gc
import importlib
import json
import logging
import os
import struct
import sys
import tempfile
import termios
import threading
import weakref
from pathlib import Path
from typing import Any

from textual.app import App

from benchmarks.machines import MACHINES, WITHOUT
from core.house.people import People
from core.person import Person
from ssh_server.door.login_queue import Turns
from ssh_server.server import Server, ServerSettings
from ssh_server.session.colours import Colours
from ssh_server.session.line import Line, LineEnd
from ssh_server.session.session import Admission, AppFactory, Environment
from ssh_server.session.terminal import Terminal
from ssh_server.upkeep.fair_loop import FairLoop


class Shelves:
    def put(self, shelf: str, key: str, document: dict[str, Any], *, soon: bool = False) -> None: ...

    def drop(self, shelf: str, key: str) -> None: ...

    def put_all(self, documents: object) -> None: ...

    def all(self, shelf: str) -> dict[str, dict[str, Any]]:
        return {}


class BenchServer(Server):
    """Counts apps, and answers the bench's commands."""

    def __init__(self, variant: str, factory: AppFactory, settings: ServerSettings, people: People) -> None:
        self._made: weakref.WeakSet[App[Any]] = weakref.WeakSet()
        self._factory_given = factory
        super().__init__(settings, people, self._remember, commands=self._told)
        if variant == "untamed":
            self.admission = Admission(at_once=10_000)
            self.turns = Turns(share=1_000.0)

    def _remember(self, size: tuple[int, int], person: Person, environment: Environment) -> App[Any]:
        app = self._factory_given(size, person, environment)
        self._made.add(app)
        return app

    async def _told(self, person: Person, line: str, terminal: Terminal) -> int:
        given: Any = self._factory_given
        if line in ("prepare", "shake"):
            terminal.say(json.dumps(getattr(given, line)()))
        else:
            if line == "state swept":
                gc.unfreeze()
                gc.collect()
                gc.freeze()
            state = {"apps": len(self._made), "sweeps": self.gc_policy.sweeps, "threads": threading.active_count()}
            terminal.say(json.dumps(state))
        return 0


class ProcessServer(BenchServer):
    """For comparison: every screen is a process on a pseudo-terminal."""

    factory_name = ""

    async def seat(self, line: Line, person: Person, address: str) -> LineEnd:
        mine, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *reversed(line.size), 0, 0))
        environment = {**os.environ, "TERM": line.term or "", "BENCH_NAME": person.name, "TEXTUAL_ANIMATIONS": "none"}
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.session_house", "child", self.factory_name,
            stdin=theirs, stdout=theirs, stderr=theirs, env=environment,
        )  # fmt: skip
        os.close(theirs)
        loop = asyncio.get_running_loop()

        def forward() -> None:
            with contextlib.suppress(OSError):
                line.output.send(os.read(mine, 65536))

        loop.add_reader(mine, forward)
        line.on_end = lambda: child.returncode is None and child.terminate()
        line.listen(lambda data: os.write(mine, data) and None)
        try:
            await child.wait()
        finally:
            loop.remove_reader(mine)
            os.close(mine)
        return LineEnd.LEFT


def find_factory(name: str) -> AppFactory:
    """The factory `module:name`, with `painted` (text of a painted screen), and `prepare()` and `shake()` for the
    change of thirteen screens at once."""
    module, _, name = name.partition(":")
    factory: AppFactory = getattr(importlib.import_module(module), name)
    return factory


def one_screen(factory_name: str, name: str) -> None:
    """The app of a person on this process's terminal."""
    environment = Environment(os.environ.get("TERM", ""), Colours.MANY, {}, "")
    find_factory(factory_name)((80, 24), Person(name, 0.0), environment).run()


async def main(variant: str, factory_name: str) -> None:
    factory = find_factory(factory_name)
    with tempfile.TemporaryDirectory() as folder:
        settings = ServerSettings(host_key=Path(folder) / "key", host="127.0.0.1", port=0, open_house=True)
        people = People(Shelves(), lambda: 0.0, os.urandom)  # type: ignore[arg-type]
        kind = ProcessServer if variant == "process" else BenchServer
        server = kind(variant, factory, settings, people)
        if isinstance(server, ProcessServer):
            server.factory_name = factory_name
        await server.start()
        if variant == "untamed":
            server.gc_policy.stop()
        door = None
        if variant == "web":
            from tests.kit.house import open_house
            from web_server.door import BrowserDoorSettings as WebSettings
            from web_server.door import WebDoor

            door = WebDoor(WebSettings(), server, open_house())
            await door.start()
        print(server.port, *([door.port] if door else []), flush=True)
        await asyncio.to_thread(sys.stdin.read)
        await server.stop("")
        if door is not None:
            await door.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", help="loop, web, untamed, process, child, without:MACHINE")
    parser.add_argument("app", help="module:factory")
    given = parser.parse_args()
    logging.getLogger("garnet").setLevel(logging.CRITICAL)  # the variants that cannot keep up say so by their figures
    if given.variant.startswith(WITHOUT):
        MACHINES[given.variant.removeprefix(WITHOUT)].remove()
    if given.variant == "child":
        one_screen(given.app, os.environ["BENCH_NAME"])
    else:
        loop = None if given.variant == "untamed" else FairLoop  # which shares nothing out
        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(main(given.variant, given.app))
