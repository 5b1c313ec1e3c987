"""Figures of the served house for hosts, for the log's daily line, and for Prometheus on this machine alone. They
contain no names."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import os
import shutil
from collections import deque
from collections.abc import Callable, Iterator
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

from core.house.house import House
from core.refusal import Refused, quoted
from core.words.health import Backups, Figures, Seated, Trouble, summary
from ssh_server.server import Server
from ssh_server.session.key_times import Slowest

KEPT: Final = 10
OURS: Final = "garnet"
"""Loggers of the house; their messages quote no player."""


class LastTroubles(logging.Handler):
    """Keeps the last warnings and errors of the house; those of other loggers are counted, not quoted."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.last: deque[Trouble] = deque(maxlen=KEPT)
        self.counts = {"warning": 0, "error": 0}

    def emit(self, record: logging.LogRecord) -> None:
        level = "error" if record.levelno >= logging.ERROR else "warning"
        self.counts[level] += 1
        ours = record.name == OURS or record.name.startswith(OURS + ".")
        text = record.getMessage() if ours else f"{record.name} told the log of something."
        self.last.appendleft(Trouble(record.created, level, text))


class Vitals:
    def __init__(
        self,
        house: House,
        server: Server,
        folder: Path,
        troubles: LastTroubles,
        backups: Callable[[], Backups | None] = lambda: None,
    ) -> None:
        self._house = house
        self._server = server
        self._folder = folder
        self._troubles = troubles
        self._backups = backups
        self._since = house.clock()
        self._held = Slowest()
        server.watchdog.heard = lambda stall: self._held.note(stall.seconds)

    def new_day(self) -> None:
        self._server.keys.new_day()

    def figures(self) -> Figures:
        """All figures now. Blocks only for a query of the disk."""
        keys, slowest = self._server.keys.minute()
        people, strangers = self._server.connection_counts()
        disk = shutil.disk_usage(self._folder)
        troubles = self._troubles
        return Figures(
            at=self._house.clock(), since=self._since, version=version("garnet-house"),
            seated=tuple(Seated(name, address, since) for name, address, since in self._server.seated()),
            connections=people, strangers=strangers, running=len(self._house.running()),
            finished=len(self._house.finished()),
            load=os.getloadavg(), processors=os.cpu_count() or 1, memory=memory(), keys=keys, slowest_key=slowest,
            slowest_today=self._server.keys.today, longest_turn=self._held.minute()[1], disk_free=disk.free,
            disk_size=disk.total, backups=self._backups(), warnings=troubles.counts["warning"],
            errors=troubles.counts["error"], troubles=tuple(troubles.last),
        )  # fmt: skip


def memory() -> int:
    """Bytes of memory of this process; 0 if the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


log = logging.getLogger("garnet.server")

LOOK_SECONDS: Final = 300.0


class Daily:
    def __init__(self, vitals: Vitals, clock: Callable[[], float]) -> None:
        self._vitals = vitals
        self._clock = clock
        self._day = self._today()
        self._task: asyncio.Task[None] | None = None

    def _today(self) -> str:
        return datetime.fromtimestamp(self._clock()).astimezone().date().isoformat()

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.log_new_day()

    def log_new_day(self) -> None:
        if (today := self._today()) != self._day:
            log.info("The day %s: %s", self._day, summary(self._vitals.figures()))
            self._day = today
            self._vitals.new_day()


PATIENCE: Final = 5.0
LONGEST: Final = 8 * 1024
KIND: Final = "text/plain; version=0.0.4; charset=utf-8"


def require_loopback(host: str) -> None:
    """Refused (`not_loopback`) unless only this machine can reach the address."""
    try:
        loopback = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        loopback = False
    if not loopback:
        refusal = f"Metrics are told to this machine alone, and {quoted(host or '*')} is not: --metrics 127.0.0.1:9100"
        raise Refused("not_loopback", refusal)


def exposition(now: Figures) -> str:
    return "".join(_lines(now))


def _lines(now: Figures) -> Iterator[str]:
    def one(name: str, kind: str, words: str, *samples: tuple[str, float]) -> str:
        rows = "".join(f"garnet_{name}{labels} {value!r}\n" for labels, value in samples)
        return f"# HELP garnet_{name} {words}\n# TYPE garnet_{name} {kind}\n{rows}"

    yield one("start_time_seconds", "gauge", "When the house was opened.", ("", now.since))
    yield one("seated", "gauge", "People with a screen open.", ("", len(now.seated)))
    connections = (('{of="people"}', now.connections), ('{of="strangers"}', now.strangers))
    yield one("connections", "gauge", "Open connections.", *connections)
    states = (('{state="running"}', now.running), ('{state="finished"}', now.finished))
    yield one("matches", "gauge", "Matches.", *states)
    yield one("keys_last_minute", "gauge", "Keys timed within the last minute.", ("", now.keys))
    yield one("slowest_key_seconds", "gauge", "Slowest key of the last minute.", ("", now.slowest_key))
    yield one(
        "held_seconds", "gauge", "Longest time in the last minute that nobody was answered.", ("", now.longest_turn)
    )
    loads = ((f'{{minutes="{minutes}"}}', load) for minutes, load in zip((1, 5, 15), now.load, strict=True))
    yield one("load", "gauge", "Load of the machine.", *loads)
    yield one("processors", "gauge", "Processors of the machine.", ("", now.processors))
    yield one("memory_bytes", "gauge", "Memory of the process.", ("", now.memory))
    yield one("disk_free_bytes", "gauge", "Free on the disk of the data folder.", ("", now.disk_free))
    yield one("disk_size_bytes", "gauge", "Size of the disk of the data folder.", ("", now.disk_size))
    levels = (('{level="warning"}', now.warnings), ('{level="error"}', now.errors))
    yield one("log_messages_total", "counter", "Warnings and errors logged since the house was opened.", *levels)
    if now.backups is not None:
        backups = now.backups
        yield one("backups", "gauge", "Backups that are kept.", ("", backups.kept))
        yield one("backup_failures_total", "counter", "Backups that failed.", ("", backups.failures))
        yield one("backup_interval_seconds", "gauge", "Time between two backups.", ("", backups.every))
        if backups.last is not None:
            yield one("backup_time_seconds", "gauge", "When the newest backup was made.", ("", backups.last))


class Metrics:
    def __init__(self, host: str, port: int, look: Callable[[], Figures]) -> None:
        """Refused: `not_loopback`."""
        require_loopback(host)
        self._host, self._port, self._look = host, port, look
        self._server: asyncio.Server | None = None

    @property
    def port(self) -> int:
        return 0 if self._server is None else int(self._server.sockets[0].getsockname()[1])

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, self._host, self._port, limit=LONGEST)

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                request = await reader.readuntil(b"\r\n\r\n")
                writer.write(self._answer(request.split(b"\r\n", 1)[0].split()))
                await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # such a client may ask anew
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    def _answer(self, request: list[bytes]) -> bytes:
        if len(request) != 3 or request[0] not in (b"GET", b"HEAD"):
            return _response("405 Method Not Allowed", "Only GET.\n")
        if request[1].partition(b"?")[0] != b"/metrics":
            return _response("404 Not Found", "See /metrics\n")
        return _response("200 OK", exposition(self._look()), head=request[0] == b"HEAD")


def _response(status: str, words: str, *, head: bool = False) -> bytes:
    body = words.encode()
    lines = f"HTTP/1.1 {status}\r\nContent-Type: {KIND}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return lines.encode() + (b"" if head else body)
