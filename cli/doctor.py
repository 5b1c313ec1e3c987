"""`garnet doctor`: checks this machine, the terminal and the data folder, and says how to mend what is wrong."""

from __future__ import annotations

import argparse
import contextlib
import os
import secrets
import shutil
import sys
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from pathlib import Path
from typing import NamedTuple

from cli.handshake import LIMIT, handshake
from core.games import refused
from core.house import House
from core.refusal import quoted
from core.store import Damaged
from storage import HouseClosed, check, data_folder, visit_house

SMALLEST = (80, 24)
"""Columns and rows that the screens need."""
SLOW = 1.0
"""Seconds after which a login is slower than it should ever be."""


class Finding(NamedTuple):
    """One thing looked at: fine, worth knowing, or wrong with a way to mend it."""

    mark: str
    """`ok`, `note` or `BAD`."""
    what: str
    mend: str = ""


def run(arguments: argparse.Namespace) -> int:
    """Print what was found; 1 if something is wrong."""
    findings = [*_machine(), *_terminal(), *_house(arguments), *_server(arguments)]
    for finding in findings:
        print(f"{finding.mark:<5} {finding.what}")
        if finding.mend:
            print(f"      {finding.mend}")
    wrong = sum(finding.mark == "BAD" for finding in findings)
    print(f"\n{wrong} thing{'s' * (wrong != 1)} to mend." if wrong else "\nEverything is well.")
    return 1 if wrong else 0


def _machine() -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding("ok", f"Python {version}")
    for name in ("textual", "asyncssh", "tinydb", "msgspec"):
        try:
            yield Finding("ok", f"{name} {package_version(name)}")
        except PackageNotFoundError:
            yield Finding("BAD", f"{name} is not installed.", "Run `make setup` again.")


def _terminal() -> Iterator[Finding]:
    if not sys.stdout.isatty():
        yield Finding("note", "No terminal here: size and colours were not checked.")
        return
    columns, rows = shutil.get_terminal_size()
    if columns < SMALLEST[0] or rows < SMALLEST[1]:
        yield Finding(
            "BAD", f"The terminal has {columns} x {rows} characters.", "Make it at least 80 x 24: the screens need it."
        )
    else:
        yield Finding("ok", f"Terminal of {columns} x {rows} characters")
    term = os.environ.get("TERM", "")
    if os.environ.get("NO_COLOR"):
        yield Finding("note", "NO_COLOR is set: the monochrome theme is used.")
    elif term in ("", "dumb"):
        yield Finding(
            "BAD", f"TERM is {quoted(term)}.", "Set TERM to what your terminal is, for example xterm-256color."
        )
    else:
        colours = (
            "16 million colours" if os.environ.get("COLORTERM") in ("truecolor", "24bit") else "256 colours or less"
        )
        yield Finding("ok", f"TERM {term}, {colours}")
    encoding = (sys.stdout.encoding or "").lower()
    if encoding not in ("utf-8", "utf8"):
        yield Finding("BAD", f"The terminal's encoding is {encoding}.", "Set LANG to one that ends in UTF-8.")


def _house(arguments: argparse.Namespace) -> Iterator[Finding]:
    try:
        folder = data_folder(arguments.data)
    except HouseClosed as closed:
        yield Finding("BAD", str(closed))
        return
    health = check(folder)
    yield Finding("ok", f"Data folder {folder}")
    if not folder.exists() and (obstacle := _obstacle(folder)):
        yield obstacle
        return
    for problem in health.problems:
        yield Finding("BAD", problem)
    for note in health.notes:
        yield Finding("note", note)
    if health.held_by is not None:
        yield Finding("note", f"The house is open: {health.held_by} holds it.")
    for file in health.files:
        if file.state == "good":
            yield Finding("ok", f"{file.file}: {file.entries} entries, {file.bytes:,} bytes")
        else:
            told = file.told if file.told.startswith(file.file) else f"{file.file}: {file.told}"
            yield Finding("note" if file.state == "torn" else "BAD", told, file.mend)
    yield from _journals(folder, whole=[file.file for file in health.files if file.state in ("good", "torn")])


def _obstacle(folder: Path) -> Finding | None:
    """What keeps this folder from being made, if anything does."""
    above = next(path for path in folder.absolute().parents if path.exists())
    if not above.is_dir():
        return Finding("BAD", f"{folder} cannot be made: {above} is a file.", "Choose another with --data.")
    if not os.access(above, os.W_OK | os.X_OK):
        mend = "Make that writable for you, or choose another with --data."
        return Finding("BAD", f"{folder} cannot be made: {above} is not yours to write.", mend)
    return None


def _journals(folder: Path, whole: list[str]) -> Iterator[Finding]:
    """Files may be whole, and yet hold a match, or a season, that these rules cannot go on with."""
    with contextlib.suppress(HouseClosed, Damaged), visit_house(folder) as store:
        house = House(store, time.time, secrets.token_hex)
        told = {f"matches/{match}.jsonl": why for match, why in house.damaged.items()}
        told |= {f"seasons/{season}.jsonl": why for season, why in house.seasons.damaged.items()}
        for why in (*house.not_installed.values(), *refused().values()):
            yield Finding("note", why, "")
        for file, why in told.items():
            if file in whole:
                yield Finding("BAD", why, "Open it with the version that wrote it, or restore it from a backup.")


def _server(arguments: argparse.Namespace) -> Iterator[Finding]:
    """Can somebody log in at the address that was named, and how soon?"""
    if not arguments.server:
        return
    where = arguments.server
    host, _, port = where.rpartition(":")
    if not port.isdigit() or not 0 < int(port) <= 65_535:
        yield Finding("BAD", f"{quoted(where)} is no address.", "Write it as HOST:PORT, for example 127.0.0.1:2222.")
        return
    found = handshake(host.strip("[]") or "127.0.0.1", int(port))
    if found.finished and found.seconds < SLOW:
        yield Finding("ok", f"An SSH server answers at {where}; it asks who is there after {found.seconds:.2f} s")
    elif found.finished:
        told = f"An SSH server answers at {where}, but asks who is there after {found.seconds:.1f} s only."
        yield Finding("note", told, "The machine or the way to it is busy; the house's log tells of floods.")
    elif not found.connected:
        why = found.trouble or f"no answer in {LIMIT:.0f} s"
        yield Finding("BAD", f"Nothing answers at {where}: {why}.", "Start it with: garnet serve")
    elif not found.greeted:
        why = f": {found.trouble}" if found.trouble else f": no greeting in {LIMIT:.0f} s"
        yield Finding(
            "BAD", f"What answers at {where} is no SSH server{why}.", "Look at the port, and the house's log."
        )
    else:
        why = found.trouble or f"after {LIMIT:.0f} s it still has not asked who is there"
        mend = "Look at the house's log, and how busy the machine is; then try again."
        yield Finding("BAD", f"An SSH server answers at {where}, but nobody can log in: {why}.", mend)
