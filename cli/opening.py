"""Opens the house of a data folder for a command."""

from __future__ import annotations

import argparse
import os
import secrets
import time
from pathlib import Path
from typing import NamedTuple

from core.contract import AnyGame
from core.games import GameFile, bring, same_version, try_file
from core.house.house import House
from core.refusal import Refused, quoted
from storage import data_folder, game_file, open_house, visit_house


def lasting() -> float:
    """Seconds of a clock that ignores changes of the time and, where possible, counts while the machine sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def open_for(arguments: argparse.Namespace) -> House:
    """The house, for this process alone. Raises HouseClosed if it cannot be opened."""
    return House(open_house(data_folder(arguments.data)), time.time, secrets.token_hex, lasting=lasting)


def visit_for(arguments: argparse.Namespace) -> House:
    """The house for reading, even while it is served. Raises HouseClosed if there is none."""
    return House(visit_house(data_folder(arguments.data)), time.time, secrets.token_hex)


HOST_KEY = "host_key"


class Address(NamedTuple):
    """An address to listen on; an empty host means all of the machine's."""

    host: str
    port: int


def read_address(given: str) -> Address:
    """Parse `127.0.0.1:2222`, `[::1]:2222`, `:2222` or `2222`. Raises Refused for anything else."""
    host, _, port = given.rpartition(":")
    host = host.strip("[]")
    if not port.isdigit() or not 0 <= int(port) <= 65_535:
        raise Refused(
            "bad_address", f"{quoted(given)} is no address to listen on. Write it as 127.0.0.1:2222 or :2222."
        )
    return Address("" if host in ("*", "0.0.0.0") else host, int(port))


def owners_alone(path: str, flags: int) -> int:
    """An opener for `open` that creates files readable by their owner alone. Existing files keep their permissions."""
    return os.open(path, flags, 0o600)


def load(path: Path) -> tuple[AnyGame, GameFile]:
    """Read a file and offer its game. Refused: `no_file`, `no_game`."""
    if not path.is_file():
        raise Refused("no_file", f"There is no file {path}. garnet new-game NAME --one-file writes one.")
    file = game_file(path)
    tried = try_file(same_version(file)) if isinstance(file, GameFile) else file
    if isinstance(tried, str):
        raise Refused("no_game", tried)
    assert isinstance(file, GameFile)
    bring(file)
    return tried, file
