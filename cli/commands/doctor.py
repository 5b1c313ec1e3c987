"""`garnet doctor`: checks the machine, the terminal and the data folder, and says how to mend faults."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import secrets
import shlex
import shutil
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from pathlib import Path
from typing import Final, NamedTuple, cast

import asyncssh

from cli.printing import put, put_progress
from core.games import refused
from core.house.archive import read
from core.house.house import House
from core.match.summary import from_kept, summary
from core.refusal import Refused, quoted
from core.seasons.registry import Seasons
from core.store import Damaged, Store
from storage import FileHealth, Health, HouseClosed, check, data_folder, visit_house
from storage.folder import HOUSE, MATCHES

LIMIT: Final = 10.0
"""Seconds for the whole handshake."""
NAME: Final = "doctor"
"""User name of the test login. It need not exist, since nothing is proved."""


class Handshake(NamedTuple):
    connected: bool
    greeted: bool
    finished: bool
    """True if keys were exchanged and authentication began."""
    seconds: float
    trouble: str = ""
    """Error in words of the system or the library; empty at a timeout or without error."""


class _Caller(asyncssh.SSHClient):
    def __init__(self) -> None:
        self.conn: asyncssh.SSHClientConnection | None = None

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        self.conn = conn

    @property
    def greeted(self) -> bool:
        return self.conn is not None and bool(self.conn.get_extra_info("server_version"))


def handshake(host: str, port: int, limit: float = LIMIT) -> Handshake:
    return asyncio.run(_handshake(host, port, limit))


async def _handshake(host: str, port: int, limit: float) -> Handshake:
    caller, began, finished, trouble = _Caller(), time.perf_counter(), False, ""
    try:
        async with asyncio.timeout(limit):
            connection = await asyncssh.connect(
                host, port, username=NAME, client_factory=lambda: caller, client_keys=None, agent_path=None,
                password=None, known_hosts=None, config=None, login_timeout=limit, connect_timeout=limit,
            )  # fmt: skip
        connection.abort()
        finished = True
    except asyncssh.PermissionDenied:
        finished = True
    except TimeoutError:
        pass
    except OSError as error:
        trouble = _error_words(error)
    except asyncssh.Error as error:
        trouble = str(error)
    return Handshake(caller.conn is not None, caller.greeted, finished, time.perf_counter() - began, trouble)


def _error_words(error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return "the name is not known"
    return os.strerror(error.errno) if error.errno else "none of its addresses takes a connection"


SMALLEST, USUAL = (40, 15), (80, 24)
"""Columns and rows that screens need, and those below which a table becomes lists."""
SLOW = 1.0


FEW = 30


class Finding(NamedTuple):
    mark: str
    what: str
    mend: str = ""


def run(arguments: argparse.Namespace) -> int:
    """Print the findings. Exit status 1 if something is wrong."""
    findings = [*_machine(), *_terminal(), *_house(arguments), *_server(arguments)]
    for finding in findings:
        put(f"{finding.mark:<5} {finding.what}")
        if finding.mend:
            put(f"      {finding.mend}")
    wrong = sum(finding.mark == "BAD" for finding in findings)
    put(f"\n{wrong} thing{'s' * (wrong != 1)} to mend." if wrong else "\nEverything is well.")
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
            "BAD", f"The terminal has {columns} x {rows} characters.", "Make it at least 40 x 15: the screens need it."
        )
    elif columns < USUAL[0] or rows < USUAL[1]:
        words = f"The terminal has {columns} x {rows} characters: a table is lists there, one at a time."
        yield Finding("note", words, "At 80 x 24 each game has its own screen.")
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
    progress = CheckProgress()
    health = check(folder, changed=arguments.changed, progress=progress.files)
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
    yield from _files(health.files)
    if health.files:
        yield Finding("note", _unknown_length(health))
    whole = [file.file for file in health.files if file.state in ("good", "unchanged", "torn")]
    yield from _journals(folder, whole, arguments.changed, progress)


def _unknown_length(health: Health) -> str:
    if health.lengths_at is None:
        return "How long the files were is not known yet: one that lost whole lines at its end would look whole."
    at = time.strftime("%Y-%m-%d %H:%M", time.localtime(health.lengths_at))
    return f"How long the files were is known of {at}: what was lost of anything later than that does not show."


def _files(files: Sequence[FileHealth]) -> Iterator[Finding]:
    good = [file for file in files if file.state == "good"]
    same = [file for file in files if file.state == "unchanged"]
    for file in good if len(good) <= FEW else good[:1]:
        yield Finding("ok", f"{file.file}: {file.entries} entries, {file.bytes:,} bytes")
    if len(good) > FEW:
        entries, size = sum(file.entries for file in good[1:]), sum(file.bytes for file in good[1:])
        yield Finding("ok", f"{len(good) - 1:,} journals: {entries:,} entries, {size:,} bytes")
    if same:
        subject = f"{len(same):,} finished matches have" if len(same) > 1 else "1 finished match has"
        yield Finding("ok", f"{subject} not been touched since the last look, and nothing of them was read")
    for file in files:
        if file.state not in ("good", "unchanged"):
            sentence = file.told if file.told.startswith(file.file) else f"{file.file}: {file.told}"
            yield Finding("note" if file.state == "torn" else "BAD", sentence, file.mend)


def _obstacle(folder: Path) -> Finding | None:
    above = next(path for path in folder.absolute().parents if path.exists())
    if not above.is_dir():
        return Finding("BAD", f"{folder} cannot be made: {above} is a file.", "Choose another with --data.")
    if not os.access(above, os.W_OK | os.X_OK):
        mend = "Make that writable for you, or choose another with --data."
        return Finding("BAD", f"{folder} cannot be made: {above} is not yours to write.", mend)
    return None


def _journals(folder: Path, whole: list[str], changed: bool, progress: CheckProgress) -> Iterator[Finding]:
    """Check what whole files may still hold: a match or season that the present rules cannot continue, or a summary
    that contradicts its journal."""
    with contextlib.suppress(HouseClosed, Damaged), visit_house(folder) as store:
        for why in refused().values():
            yield Finding("note", why)
        unreadable: dict[str, str] = {}
        held: dict[str, str] = {}
        seated: dict[str, str] = {}
        of_seasons: dict[str, str] = {}
        matches = store.matches()
        for number, match in enumerate(matches):
            progress.matches(number, len(matches))
            file, kept = f"{MATCHES}/{match}.jsonl", from_kept(match, store.summary(match))
            if kept is not None:
                held |= dict.fromkeys(kept.holders.values(), match)
                of_seasons |= {match: kept.season} if kept.season else {}
            if file not in whole or (changed and kept is not None):
                continue
            try:
                match_read = read(store, match).match
            except Refused as trouble:
                if trouble.code == "not_installed":
                    yield Finding("note", trouble.message)
                else:
                    unreadable[file] = trouble.message
            else:
                held |= dict.fromkeys(match_read.holders.values(), match)
                seated |= dict.fromkeys(match_read.holders.values(), match) if match_read.phase != "finished" else {}
                of_seasons |= {match: match_read.header.season} if match_read.header.season else {}
                if kept is not None and kept != summary(match_read):
                    beside = folder / MATCHES / f"{match}.summary"
                    why = f"{MATCHES}/{beside.name} does not say what its journal says."
                    yield Finding("BAD", why, f"Take it away, it is made anew: rm {shlex.quote(str(beside))}")
            store.release(match)
        progress.over()
        seasons = House(cast(Store, Matchless(store)), time.time, secrets.token_hex).seasons
        unreadable |= {f"seasons/{season}.jsonl": why for season, why in seasons.damaged.items()}
        for live in seasons.live.values():
            held |= dict.fromkeys(live.season.holders.values(), live.id)
            seated |= dict.fromkeys(live.season.holders.values(), live.id) if live.season.phase != "finished" else {}
        yield from _missed_people(store, held)
        for who, person in store.all("people").items():
            if person.get("removed") and (where := seated.get(f"person:{who}")) is not None:
                mend = f"Give it away: garnet host hand-over {where} SEAT open (of a season: host season hand-over)"
                yield Finding(
                    "BAD", f"{person['name']} holds a seat at {where}, and is not of this house any more.", mend
                )
        yield from _missed_matches(seasons, of_seasons, matches)
        for file, why in unreadable.items():
            if file in whole:
                yield Finding("BAD", why, "Open it with the version that wrote it, or restore it from a backup.")


def _missed_people(store: Store, held: dict[str, str]) -> Iterator[Finding]:
    known = store.all("people")
    missed = sorted(
        holder for holder in held if holder.startswith("person:") and holder.removeprefix("person:") not in known
    )
    if missed:
        names = [f"{holder.removeprefix('person:')} (at {held[holder]})" for holder in missed]
        listed = ", ".join(names[:FEW]) + (f" and {len(names) - FEW} more" if len(names) > FEW else "")
        subject = "Somebody holds a seat and is" if len(names) == 1 else f"{len(names)} people hold seats and are"
        sentence = f"{subject} not in {HOUSE}: {listed}."
        yield Finding("BAD", sentence, f"{HOUSE} has lost them: restore it from a backup.")


def _missed_matches(seasons: Seasons, of_seasons: dict[str, str], matches: Sequence[str]) -> Iterator[Finding]:
    for live in seasons.live.values():
        matches_made = [
            name for episode in live.season.episodes for name in (episode.match, episode.duel) if name is not None
        ]
        for match in [name for name in matches_made if name not in matches]:
            sentence = f"{MATCHES}/{match}.jsonl is gone: {live.id} has made that match."
            yield Finding("BAD", sentence, "Restore it from a backup.")
    for match, season in of_seasons.items():
        if season not in seasons.live and season not in seasons.damaged:
            yield Finding("BAD", f"seasons/{season}.jsonl is gone: it has made {match}.", "Restore it from a backup.")


class Matchless:
    """A store that lists no matches: a house on it opens none again."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    def matches(self) -> tuple[str, ...]:
        return ()


class CheckProgress:
    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._next = 0.0

    def files(self, finished: int, every: int) -> None:
        self._tell(f"{finished:,} of {every:,} files read")

    def matches(self, finished: int, every: int) -> None:
        self._tell(f"{finished:,} of {every:,} matches gone through")

    def over(self) -> None:
        if self._shown:
            put_progress()

    def _tell(self, words: str) -> None:
        if self._shown and (now := time.monotonic()) >= self._next:
            self._next = now + 0.1
            put_progress(words)


def _server(arguments: argparse.Namespace) -> Iterator[Finding]:
    if not arguments.server:
        return
    where = arguments.server
    host, _, port = where.rpartition(":")
    if not port.isdigit() or not 0 < int(port) <= 65_535:
        yield Finding("BAD", f"{quoted(where)} is no address.", "Write it as HOST:PORT, for example 127.0.0.1:2222.")
        return
    result = handshake(host.strip("[]") or "127.0.0.1", int(port))
    if result.finished and result.seconds < SLOW:
        yield Finding("ok", f"An SSH server answers at {where}; it asks who is there after {result.seconds:.2f} s")
    elif result.finished:
        sentence = f"An SSH server answers at {where}, but asks who is there after {result.seconds:.1f} s only."
        yield Finding("note", sentence, "The machine or the way to it is busy; the house's log tells of floods.")
    elif not result.connected:
        why = result.trouble or f"no answer in {LIMIT:.0f} s"
        yield Finding("BAD", f"Nothing answers at {where}: {why}.", "Start it with: garnet serve")
    elif not result.greeted:
        why = f": {result.trouble}" if result.trouble else f": no greeting in {LIMIT:.0f} s"
        yield Finding(
            "BAD", f"What answers at {where} is no SSH server{why}.", "Look at the port, and the house's log."
        )
    else:
        why = result.trouble or f"after {LIMIT:.0f} s it still has not asked who is there"
        mend = "Look at the house's log, and how busy the machine is; then try again."
        yield Finding("BAD", f"An SSH server answers at {where}, but nobody can log in: {why}.", mend)
