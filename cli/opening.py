"""Opening the house of a data folder for a command."""

from __future__ import annotations

import argparse
import os
import secrets
import time
from typing import NamedTuple

from core.house.house import House
from core.refusal import Refused, quoted
from storage import data_folder, open_house, visit_house


def lasting() -> float:
    """Seconds that pass, also while the machine sleeps where it can count them, and whatever its clock is set to."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def open_for(arguments: argparse.Namespace) -> House:
    """The house, for this process alone. HouseClosed, in words, if it cannot be opened."""
    return House(open_house(data_folder(arguments.data)), time.time, secrets.token_hex, lasting=lasting)


def visit_for(arguments: argparse.Namespace) -> House:
    """The house to look at only, also while a server has it open. HouseClosed if there is none."""
    return House(visit_house(data_folder(arguments.data)), time.time, secrets.token_hex)


HOST_KEY = "host_key"
"""The host key's file in the data folder."""


class Address(NamedTuple):
    """Where to listen; an empty host is every address of the machine."""

    host: str
    port: int


def read_address(given: str) -> Address:
    """`127.0.0.1:2222`, `[::1]:2222`, `:2222`, `2222`. Refused, in words, if it is none."""
    host, _, port = given.rpartition(":")
    host = host.strip("[]")
    if not port.isdigit() or not 0 <= int(port) <= 65_535:
        raise Refused(
            "bad_address", f"{quoted(given)} is no address to listen on. Write it as 127.0.0.1:2222 or :2222."
        )
    return Address("" if host in ("*", "0.0.0.0") else host, int(port))


def owners_alone(path: str, flags: int) -> int:
    """An opener for `open`: a file that it makes is its owner's alone. One that was there keeps its permissions."""
    return os.open(path, flags, 0o600)
