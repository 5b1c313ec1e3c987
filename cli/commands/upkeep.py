"""What looks after a served house: its figures, its backups, its metrics, and the line of the day in the log."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable
from pathlib import Path

from cli.opening import HOST_KEY, read_address
from core.house.house import House
from core.refusal import Refused
from ssh_server.server import Server
from ssh_server.upkeep.backing_up import Keeper, read_span
from ssh_server.upkeep.metrics import Metrics, require_loopback
from ssh_server.upkeep.vitals import Daily, LastTroubles, Vitals
from storage.keeping import Backup, backups, keep, require_apart
from tui.words.health import Backups as Kept
from tui.words.health import Figures

log = logging.getLogger("garnet.server")


def check_upkeep(arguments: argparse.Namespace, folder: Path) -> None:
    """Refused, before anything is opened, if what was typed cannot be."""
    read_span(arguments.every)
    if arguments.keep < 1:
        raise Refused("bad_keep", f"--keep {arguments.keep} would keep no backup: 1 or more.")
    if arguments.backup is not None:
        require_apart(folder, Path(arguments.backup).expanduser())
    if arguments.metrics is not None:
        require_loopback(read_address(arguments.metrics).host or "*")


class Upkeep:
    """One for the process, while the house is served."""

    def __init__(
        self,
        arguments: argparse.Namespace,
        folder: Path,
        house: House,
        server: Server,
        tell_hosts: Callable[[], None],
    ) -> None:
        self._troubles = LastTroubles()
        logging.getLogger().addHandler(self._troubles)
        self._keeper = None if arguments.backup is None else _keeper(arguments, folder, house, tell_hosts)
        self._vitals = Vitals(house, server, folder, self._troubles, self._backups)
        self._daily = Daily(self._vitals, house.clock)
        self._metrics = None
        if arguments.metrics is not None:
            self._metrics = Metrics(*read_address(arguments.metrics), self.look)

    def _backups(self) -> Kept | None:
        return None if self._keeper is None else self._keeper.state()

    def look(self) -> Figures:
        """How the house is now."""
        return self._vitals.look()

    async def start(self) -> None:
        """Begin. OSError where the metrics' port is taken."""
        if self._metrics is not None:
            await self._metrics.start()
            log.info("Metrics are told at port %d of this machine.", self._metrics.port)
        if self._keeper is not None:
            self._keeper.start()
        self._daily.start()

    async def stop(self) -> None:
        """Everything comes to rest."""
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
        return tuple(one.at for one in backups(into))

    return Keeper(make, found, read_span(arguments.every), house.clock, where=str(into), tell=tell_hosts)
