"""Health of the served house, for its hosts: figures and their words, without anything about play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import tzinfo
from typing import Final

import msgspec

from core.words.wording import Row, counted, fit_width, moment, span

MEGABYTE: Final = 1_000_000
FULL: Final = 50 * MEGABYTE
"""Free bytes on the disk below which it is red."""
SLOW: Final = 0.5
"""Seconds for an answer to a key above which it is yellow."""


class Seated(msgspec.Struct, frozen=True):
    """A person with an open screen."""

    name: str
    address: str
    since: float


class Backups(msgspec.Struct, frozen=True):
    """State of `--backup`."""

    folder: str
    every: float
    """Seconds."""
    kept: int
    last: float | None
    """Time of the newest; None if there is none."""
    failures: int
    """Failures since the house opened."""
    trouble: str
    """Reason of the last failure, or a warning; empty if all is well."""


class Trouble(msgspec.Struct, frozen=True):
    """A warning or an error of the log."""

    at: float
    level: str
    message: str = msgspec.field(name="said")


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """The house at one moment. Times are in seconds since 1970."""

    at: float
    since: float
    """When it was opened."""
    version: str
    seated: tuple[Seated, ...]
    connections: int
    """People's connections: screens, commands, scripts."""
    strangers: int
    """Unauthenticated connections."""
    running: int
    finished: int
    load: tuple[float, float, float]
    """Load of the machine over 1, 5 and 15 minutes."""
    processors: int
    memory: int
    """Bytes of the process."""
    keys: int
    """Timed inputs of the last minute; of one person's at most one at a time."""
    slowest_key: float
    """Slowest answer to a key in the last minute, in seconds; 0 without keys."""
    slowest_today: float
    longest_turn: float = msgspec.field(name="held")
    """Longest turn of the event loop in the last minute, in seconds; 0 up to 100 ms."""
    disk_free: int
    disk_size: int
    """Bytes of the disk with the data folder."""
    backups: Backups | None
    """None without automatic backups."""
    warnings: int
    errors: int
    """Errors since it was opened."""
    troubles: tuple[Trouble, ...]
    """Last warnings and errors, newest first."""


Health = Callable[[], Figures]
"""Measures the house now."""


def _size(number: int) -> str:
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / MEGABYTE:.0f} MB"


def _millis(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds else "none"


def summary(now: Figures) -> str:
    parts = [
        f"{len(now.seated)} seated", f"{counted(now.connections, 'connection')}", f"{now.running} matches running",
        f"load {now.load[1]:.2f} on {counted(now.processors, 'processor')}", f"memory {_size(now.memory)}",
        f"slowest key of the last minute {_millis(now.slowest_key)}, of the day {_millis(now.slowest_today)}",
        f"{_size(now.disk_free)} free", _backup_words(now),
        f"{counted(now.errors, 'error')} and {counted(now.warnings, 'warning')} since it was opened",
    ]  # fmt: skip
    return "; ".join(parts) + "."


def _backup_words(now: Figures) -> str:
    backups = now.backups
    if backups is None:
        return "no backups by itself"
    if backups.last is None:
        return "no backup yet"
    return f"last backup {span(now.at - backups.last)} ago, {backups.kept} kept"


def health_rows(now: Figures, zone: tzinfo | None) -> Iterator[Row]:
    yield from (
        ((f"Open for {span(now.at - now.since)}; Garnet House {now.version}", "$strong"),),
        (),
        *_machine_rows(now),
        *_backup_rows(now, zone),
        (),
        ((f"Seated: {len(now.seated)}" if now.seated else "Nobody is seated.", "$strong"),),
    )
    yield from (
        (
            "  ",
            fit_width(item.name, 24),
            "  ",
            fit_width(item.address, 24),
            "  ",
            (f"for {span(now.at - item.since)}", "$faint"),
        )
        for item in now.seated
    )
    counts = f"{counted(now.errors, 'error')}, {counted(now.warnings, 'warning')}"
    yield from ((), ((f"In the log since it was opened: {counts}", "$strong"),))
    yield from (
        (
            "  ",
            (moment(item.at, now.at, zone), "$faint"),
            "  ",
            (item.message, "$bad" if item.level == "error" else "$warn"),
        )
        for item in now.troubles
    )


def _row(word: str, text: str, tone: str = "") -> Row:
    return ((f"{word:<13}", "$faint"), (text, tone) if tone else text)


def _machine_rows(now: Figures) -> list[Row]:
    key = f"slowest of the last minute {_millis(now.slowest_key)}, of the day {_millis(now.slowest_today)}"
    silence = f"; nobody was answered for {_millis(now.longest_turn)}" if now.longest_turn else ""
    slow = "$warn" if max(now.slowest_key, now.longest_turn) > SLOW else ""
    load = " ".join(f"{value:.2f}" for value in now.load)
    busy = "$warn" if now.load[1] > now.processors else ""
    share = now.disk_free / now.disk_size if now.disk_size else 0.0
    disk = f"{_size(now.disk_free)} of {_size(now.disk_size)} free ({share:.0%})"
    people = f"{now.connections} of people, {now.strangers} at the door"
    return [
        _row("Matches", f"{now.running} running, {now.finished} finished"),
        _row("Connections", people),
        _row("Keys", key + silence, slow),
        _row("Load", f"{load} on {counted(now.processors, 'processor')}; memory {_size(now.memory)}", busy),
        _row("Disk", disk, "$bad" if now.disk_free < FULL else ""),
    ]


def _backup_rows(now: Figures, zone: tzinfo | None) -> list[Row]:
    backups = now.backups
    if backups is None:
        return [_row("Backups", "none by itself: garnet serve --backup FOLDER --every 6h --keep 20")]
    if backups.last is None:
        text, late = f"none yet in {backups.folder}", False
    else:
        ago = now.at - backups.last
        last = moment(backups.last, now.at, zone)
        text, late = f"last {span(ago)} ago ({last}), {backups.kept} kept in {backups.folder}", ago > 2 * backups.every
    rows = [_row("Backups", f"{text}; every {span(backups.every)}", "$warn" if late else "")]
    return rows + ([_row("", backups.trouble, "$bad")] if backups.trouble else [])
