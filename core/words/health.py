"""How the served house is, for its hosts: figures, and the words for them. Nothing of what is played is in it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo
from typing import Final

import msgspec

from core.words.wording import Row, counted, fitted, moment, span

MEGABYTE: Final = 1_000_000
FULL: Final = 50 * MEGABYTE
"""Bytes free on the disk below which it is time to act."""
SLOW: Final = 0.5
"""Seconds that a key may take before it is worth a colour."""


class Seated(msgspec.Struct, frozen=True):
    """Somebody with a screen open."""

    name: str
    address: str
    since: float


class Backups(msgspec.Struct, frozen=True):
    """What `--backup` does."""

    folder: str
    every: float
    """Seconds."""
    kept: int
    last: float | None
    """When the newest was made; None if there is none."""
    failures: int
    """Since the house was opened."""
    trouble: str
    """Why the last one failed, or what is to be seen to; empty if all is well."""


class Trouble(msgspec.Struct, frozen=True):
    """A warning or an error of the log."""

    at: float
    level: str
    said: str


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """The house at one moment. Times are seconds since 1970."""

    at: float
    since: float
    """When it was opened."""
    version: str
    seated: tuple[Seated, ...]
    connections: int
    """Of people: screens, commands, scripts that follow."""
    strangers: int
    """Connections that have not logged in."""
    running: int
    finished: int
    """Matches."""
    load: tuple[float, float, float]
    """Of the machine, over 1, 5 and 15 minutes."""
    processors: int
    memory: int
    """Bytes that the process holds."""
    keys: int
    """Pieces of input of the last minute whose answer was timed; of what one person sends meanwhile, one at a time."""
    slowest_key: float
    """Seconds until a key of the last minute had its frame; 0 if there was none."""
    slowest_today: float
    held: float
    """Seconds of the longest turn of the last minute in which nobody was answered; 0 if none was over 100 ms."""
    disk_free: int
    disk_size: int
    """Bytes of the disk with the data folder."""
    backups: Backups | None
    """None if the house makes none by itself."""
    warnings: int
    errors: int
    """Since it was opened."""
    troubles: tuple[Trouble, ...]
    """The last warnings and errors, newest first."""


Health = Callable[[], Figures]
"""Looks how the house is, now."""


def _bytes(number: int) -> str:
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / MEGABYTE:.0f} MB"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds else "none"


def summary(now: Figures) -> str:
    """All figures in one line, without names: for the log, once a day."""
    parts = [
        f"{len(now.seated)} seated", f"{counted(now.connections, 'connection')}", f"{now.running} matches running",
        f"load {now.load[1]:.2f} on {counted(now.processors, 'processor')}", f"memory {_bytes(now.memory)}",
        f"slowest key of the last minute {_ms(now.slowest_key)}, of the day {_ms(now.slowest_today)}",
        f"{_bytes(now.disk_free)} free", _backup_words(now),
        f"{counted(now.errors, 'error')} and {counted(now.warnings, 'warning')} since it was opened",
    ]  # fmt: skip
    return "; ".join(parts) + "."


def _backup_words(now: Figures) -> str:
    kept = now.backups
    if kept is None:
        return "no backups by itself"
    if kept.last is None:
        return "no backup yet"
    return f"last backup {span(now.at - kept.last)} ago, {kept.kept} kept"


def health_rows(now: Figures, zone: tzinfo | None) -> list[Row]:
    """All of it, in lines for a screen or a terminal."""
    rows: list[Row] = [
        ((f"Open for {span(now.at - now.since)}; Garnet House {now.version}", "$strong"),),
        (),
        *_machine(now),
        *_backups(now, zone),
        (),
        ((f"Seated: {len(now.seated)}" if now.seated else "Nobody is seated.", "$strong"),),
    ]
    rows += [
        ("  ", fitted(one.name, 24), "  ", fitted(one.address, 24), "  ", (f"for {span(now.at - one.since)}", "$faint"))
        for one in now.seated
    ]
    told = f"{counted(now.errors, 'error')}, {counted(now.warnings, 'warning')}"
    rows += [(), ((f"In the log since it was opened: {told}", "$strong"),)]
    rows += [
        ("  ", (moment(one.at, now.at, zone), "$faint"), "  ", (one.said, "$bad" if one.level == "error" else "$warn"))
        for one in now.troubles
    ]
    return rows


def _row(word: str, told: str, tone: str = "") -> Row:
    return ((f"{word:<13}", "$faint"), (told, tone) if tone else told)


def _machine(now: Figures) -> list[Row]:
    key = f"slowest of the last minute {_ms(now.slowest_key)}, of the day {_ms(now.slowest_today)}"
    held = f"; nobody was answered for {_ms(now.held)}" if now.held else ""
    slow = "$warn" if max(now.slowest_key, now.held) > SLOW else ""
    load = " ".join(f"{one:.2f}" for one in now.load)
    busy = "$warn" if now.load[1] > now.processors else ""
    share = now.disk_free / now.disk_size if now.disk_size else 0.0
    disk = f"{_bytes(now.disk_free)} of {_bytes(now.disk_size)} free ({share:.0%})"
    people = f"{now.connections} of people, {now.strangers} at the door"
    return [
        _row("Matches", f"{now.running} running, {now.finished} finished"),
        _row("Connections", people),
        _row("Keys", key + held, slow),
        _row("Load", f"{load} on {counted(now.processors, 'processor')}; memory {_bytes(now.memory)}", busy),
        _row("Disk", disk, "$bad" if now.disk_free < FULL else ""),
    ]


def _backups(now: Figures, zone: tzinfo | None) -> list[Row]:
    kept = now.backups
    if kept is None:
        return [_row("Backups", "none by itself: garnet serve --backup FOLDER --every 6h --keep 20")]
    if kept.last is None:
        told, late = f"none yet in {kept.folder}", False
    else:
        ago = now.at - kept.last
        at = moment(kept.last, now.at, zone)
        told, late = f"last {span(ago)} ago ({at}), {kept.kept} kept in {kept.folder}", ago > 2 * kept.every
    rows = [_row("Backups", f"{told}; every {span(kept.every)}", "$warn" if late else "")]
    return rows + ([_row("", kept.trouble, "$bad")] if kept.trouble else [])
