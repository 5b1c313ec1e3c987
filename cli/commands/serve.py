"""`garnet serve`: the house open for players over SSH, until SIGTERM or Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import logging
import os
import resource
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import asyncssh
from textual.app import App

import cli.admin
import tui.screens
from cli.admin.socket import AdminSocket
from cli.alarm import last_resort, lend
from cli.commands import browsers
from cli.logs import set_up, unheard
from cli.opening import HOST_KEY, Address, lasting, read_address
from cli.printing import put
from core.games import game, ids, refused
from core.house.house import House
from core.house.people import People
from core.house.settings import MUTED, HouseSettings
from core.house.todo import Outside, SilentRoom
from core.json import Json
from core.match.state import Match
from core.person import Person
from core.refusal import Refused, quoted
from core.words.door import Door
from core.words.health import Backups as Kept
from core.words.health import Figures
from core.words.moments import zone_of
from ssh_server.commands.command_line import CommandLine
from ssh_server.door.auth import read_key
from ssh_server.door.join import SeatClaims
from ssh_server.feeds.feed import Feeder
from ssh_server.feeds.nudge import Nudger, Reminders
from ssh_server.server import Server, ServerSettings
from ssh_server.session.colours import Colours
from ssh_server.session.session import AT, BROWSER, Environment
from ssh_server.upkeep.backing_up import Keeper, read_span
from ssh_server.upkeep.fair_loop import FairLoop
from ssh_server.upkeep.publishing import Publisher
from ssh_server.upkeep.vitals import Daily, LastTroubles, Metrics, Vitals, require_loopback
from storage import data_folder, open_house
from storage.backup import Backup, backups, keep, require_apart
from storage.games import HELD_UP
from tui.app.house_zone import HouseZone
from tui.app.session import SessionApp, own_settings
from tui.games import panel_class
from tui.screens.host.house import BACKUPS_NEED_YOU

if TYPE_CHECKING:
    from web_server.door import BrowserDoorSettings


SECONDS = 3.0
"""Seconds that a line may take before the house's own is used."""


def voice_of(command: str, option: str = "--voice") -> Callable[[Json], str | None]:
    """Return a function that asks the command for words. Refused (`no_voice`) if the command is missing."""
    try:
        words = shlex.split(command)
    except ValueError as mistake:
        raise Refused("no_voice", f"{option} {quoted(command)} cannot be read: {mistake}.") from None
    if not words or shutil.which(words[0]) is None:
        raise Refused(
            "no_voice", f"{option}: there is no command {quoted(words[0] if words else command)} to be run here."
        )

    def words_for(facts: Json) -> str | None:
        try:
            finished = subprocess.run(
                words, input=json.dumps(facts) + "\n", capture_output=True, encoding="utf-8", timeout=SECONDS,
                check=False,
            )  # fmt: skip
        except (OSError, ValueError, subprocess.SubprocessError):
            return None
        return finished.stdout.strip() if finished.returncode == 0 else None

    return words_for


log = logging.getLogger("garnet.server")


def check_upkeep(arguments: argparse.Namespace, folder: Path) -> None:
    read_span(arguments.every)
    if arguments.keep < 1:
        raise Refused("bad_keep", f"--keep {arguments.keep} would keep no backup: 1 or more.")
    if arguments.backup is not None:
        require_apart(folder, Path(arguments.backup).expanduser())
    if arguments.metrics is not None:
        require_loopback(read_address(arguments.metrics).host or "*")


class Upkeep:
    def __init__(
        self, arguments: argparse.Namespace, folder: Path, house: House, server: Server, tell_hosts: Callable[[], None]
    ) -> None:
        self._troubles = LastTroubles()
        logging.getLogger().addHandler(self._troubles)
        self._keeper = None if arguments.backup is None else _keeper(arguments, folder, house, tell_hosts)
        self._vitals = Vitals(house, server, folder, self._troubles, self._backups)
        self._daily = Daily(self._vitals, house.clock)
        self._metrics = None
        if arguments.metrics is not None:
            self._metrics = Metrics(*read_address(arguments.metrics), self.figures)

    def _backups(self) -> Kept | None:
        return None if self._keeper is None else self._keeper.state()

    def figures(self) -> Figures:
        return self._vitals.figures()

    def outside(self, silent: tuple[SilentRoom, ...]) -> Outside:
        """Facts for hosts that only this process knows."""
        state = self._backups()
        if state is None:
            return Outside(silent=silent)
        return Outside(silent=silent, last_backup=state.last, backup_every=state.every, backup_trouble=state.trouble)

    async def start(self) -> None:
        """Start. Raises OSError if the port of the metrics is taken."""
        if self._metrics is not None:
            await self._metrics.start()
            log.info("Metrics are told at port %d of this machine.", self._metrics.port)
        if self._keeper is not None:
            self._keeper.start()
        self._daily.start()

    async def stop(self) -> None:
        await self._daily.stop()
        if self._keeper is not None:
            await self._keeper.stop()
        if self._metrics is not None:
            await self._metrics.stop()
        logging.getLogger().removeHandler(self._troubles)


def _keeper(
    arguments: argparse.Namespace, folder: Path, house: House, tell_hosts: Callable[[], None]
) -> Keeper:  # fmt: skip
    into = Path(arguments.backup).expanduser().absolute()

    def make(now: float) -> Backup:
        return keep(folder, into, arguments.keep, now, (HOST_KEY,))

    def found() -> tuple[float, ...]:
        return tuple(backup.at for backup in backups(into))

    return Keeper(make, found, read_span(arguments.every), house.clock, where=str(into), tell=tell_hosts)


log = logging.getLogger("garnet.server")


def warm() -> None:
    """Import everything in advance. Failures are left to the first user."""
    for module in walk_packages(tui.screens.__path__, "tui.screens."):  # many are opened by a key, much later
        import_module(module.name)
    for name in ids():
        try:
            game(name)
            panel_class(name)
        except Exception:  # a game from outside may be broken
            log.debug("%s cannot be imported beforehand", name, exc_info=True)
    import_module("core.botplay.companion")  # bots' lines
    for module in walk_packages(cli.admin.__path__, "cli.admin."):  # hosts' commands
        import_module(module.name)


log = logging.getLogger("garnet.server")

OPEN_FILES = 4096
"""Files and connections that the process may open: 400 connections of people, 256 unknown ones, and the journals."""


THREADS = 4
SWITCH_SECONDS = 0.001
"""Seconds that a thread may run while the loop waits for the interpreter; Python's default is 5 ms."""


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped. Exit status 1, with a sentence, if that cannot be."""
    address = read_address(arguments.listen)
    folder = data_folder(arguments.data)
    lend()
    check_upkeep(arguments, folder)
    web = browsers.check(arguments)
    try:
        set_up(arguments.log)
    except OSError as trouble:
        put(f"The log {arguments.log} cannot be written: {trouble.strerror}.", errors=True)
        return 1
    _allow_open_files()
    with open_house(folder, serves=True) as store:
        for sentence in store.warnings:
            log.warning("%s", sentence)
        house = House(store, time.time, secrets.token_hex, grace=arguments.grace * 60.0, lasting=lasting)
        house.voice = None if arguments.voice is None else voice_of(arguments.voice)
        house.ear = None if arguments.ear is None else voice_of(arguments.ear, "--ear")
        people = People(store, time.time, secrets.token_bytes)
        try:
            with asyncio.Runner(loop_factory=FairLoop) as runner:
                runner.run(_serve(arguments, address, folder, house, people, web))
        except asyncssh.KeyImportError as trouble:
            put(f"{folder / HOST_KEY} holds no host key: {trouble}. Restore it from a backup.", errors=True)
            return 1
        except OSError as trouble:
            why = os.strerror(trouble.errno) if trouble.errno else str(trouble)
            put(f"The house cannot be opened at {arguments.listen}: {why}. --listen names another.", errors=True)
            return 1
    return 0


def _allow_open_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _serve(
    arguments: argparse.Namespace, address: Address, folder: Path, house: House, people: People,
    web: BrowserDoorSettings | None,
) -> None:  # fmt: skip
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(unheard)
    loop.set_default_executor(ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="house"))
    sys.setswitchinterval(SWITCH_SECONDS)
    seasons = house.seasons
    left_out = (*house.damaged.values(), *house.not_installed.values(), *refused().values())
    for sentence in (*left_out, *house.warnings, *seasons.damaged.values(), *seasons.warnings):
        log.warning("%s", sentence)
    door = Door(address=arguments.address or socket.gethostname(), port=address.port)
    settings = ServerSettings(
        host_key=folder / HOST_KEY, host=address.host, port=address.port, open_house=arguments.open,
        colours=arguments.colours, mouse=not arguments.no_mouse,
    )  # fmt: skip
    nudger = Nudger(house, arguments.webhook, names=arguments.nudge_names)
    feeder = Feeder(
        house, enter=lambda: factory.door.enter(), zone=HouseZone(), draw=partial(_match_picture, house),
        page=lambda *of: _page(folder, house, people, arguments.web_archive, factory.door.web, *of),
    )  # fmt: skip
    reminders = Reminders(house, feeder, HouseZone())
    publisher: Publisher | None = None
    factory = Apps(house, people, door)
    claims = SeatClaims(house)
    server = Server(
        settings, people, factory, commands=CommandLine(house, people, lambda: factory.door), claims=claims,
        wishes=lambda person: own_settings(house, person.id),
    )  # fmt: skip
    upkeep = Upkeep(arguments, folder, house, server, lambda: factory.tell_hosts(BACKUPS_NEED_YOU))
    server.gc_policy.on_empty = house.forget
    await server.start()
    try:
        entrance = await browsers.open_door(web, server, house, claims)
    except Refused:
        await server.stop()
        raise
    if entrance is not None:
        reminders.push = entrance.push.tell
    house.start()  # before players can act, so that they learn of a deadline that passed meanwhile
    door = Door(
        address=door.address, port=server.port, fingerprint=server.fingerprint, nudge=nudger.nudge,
        feed=feeder.changed, unmuted=feeder.start, hash_password=server.gate.hash,
        read_key=lambda line: read_key(line, house.clock()), webhook=arguments.webhook or "", health=upkeep.figures,
        outside=lambda: upkeep.outside(feeder.silent()), web="" if entrance is None else entrance.url,
    )  # fmt: skip
    factory.door = door
    desk = AdminSocket(folder, house, people, door)
    try:
        await desk.start()
        nudger.start()
        if arguments.web_publish:
            publish = ("publish", arguments.web_archive, "--data", folder, "--url", f"{door.web}/archive/")
            publisher = Publisher(house, [sys.executable, "-m", "cli.main", *map(str, publish)])
            feeder.published = publisher.ready
        feeder.start()
        reminders.start()
        await upkeep.start()
        _greet(door, people, arguments.data, muted=HouseSettings(house.store).muted)
        loop.run_in_executor(None, warm)  # so that the first user of a game or a screen need not wait
        with last_resort(folder / HELD_UP):
            await _told_to_stop()
        log.info("The house is closing.")
    finally:
        gc.disable()  # leftovers go with the process and need no collection
        await upkeep.stop()
        await desk.stop()
        if entrance is not None:
            entrance.close()
        await server.stop()
        if entrance is not None:
            await entrance.stop()
        house.stop()
        await nudger.stop()
        if publisher is not None:
            await publisher.stop()
        await reminders.stop()
        await feeder.stop()
        gc.freeze()
        log.info("The house is closed. Everything is kept.")


def _match_picture(house: House, match: Match) -> bytes:
    from cli.archive.matches import picture  # slow to import; needed at the first end of a match
    from cli.commands.publish import TITLE

    live = house.seasons.live.get(match.header.season)
    return picture(TITLE, match, () if live is None else tuple(live.season.cast))


def _page(folder: Path, house: House, people: People, archive: str | None, web: str, kind: str, name: str) -> str:
    """Address of a page in `matches` or `seasons`; empty until it is published.

    `archive`: the folder that the browser door at `web` shows, or None.
    """
    from cli.archive.gather import page
    from cli.archive.site import Records
    from cli.commands.publish import RECORDS

    path = page(house, people.ever(), kind, name)
    site = Records(folder / RECORDS).address(path) if path else ""
    if not site and archive and web and (Path(archive) / path).is_file():
        site = f"{web}/archive/"
    return f"{site.rstrip('/')}/{quote(path)}" if path and site else ""


async def _told_to_stop() -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    await stopped.wait()


def _greet(door: Door, people: People, folder: str | None, *, muted: bool) -> None:
    lines = [
        f"The house is open on port {door.port}.",
        f"  Somebody new, with a code: {door.command('join')}",
        f"  Later:                     {door.command('NAME')}",
        f"  The house's key:           {door.fingerprint}",
        *([f"  In a browser:              {door.web}"] if door.web else []),
    ]
    if not any(person.host for person in people.everyone()):
        where = f" --data {shlex.quote(folder)}" if folder else ""
        lines.append(f"Nobody hosts yet. For a code that makes its user a host: garnet host invite --host{where}")
    if muted:
        lines.append(MUTED)
    put("\n".join(lines))


class Apps:
    def __init__(self, house: House, people: People, door: Door) -> None:
        self._house = house
        self._people = people
        self.door = door
        self._open: weakref.WeakSet[SessionApp] = weakref.WeakSet()

    def tell_hosts(self, sentence: str) -> None:
        for app in tuple(self._open):
            if app.is_running and app.hosts:
                app.call_later(app.tell, sentence, "bad")

    def __call__(self, size: tuple[int, int], person: Person, environment: Environment) -> App[Any]:
        app = SessionApp(
            self._house, self._people, person, door=self.door, no_color=environment.colours is Colours.NONE,
            zone=zone_of(environment.variables.get("TZ", "")), open_match=environment.variables.get(AT, ""),
            browser=environment.variables.get(BROWSER, ""),
        )  # fmt: skip
        self._open.add(app)
        return app
