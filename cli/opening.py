"""Opening the house of a data folder for a command."""

from __future__ import annotations

import argparse
import secrets
import time

from core.house import House
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
