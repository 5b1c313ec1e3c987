"""`garnet backup` and `garnet restore`: the house copied as it stood at one moment, also while it is served."""

from __future__ import annotations

import argparse

from cli.listening import HOST_KEY
from storage import backup, data_folder, restore


def run(arguments: argparse.Namespace) -> int:
    """Copy; 1 where a file was found damaged (it is copied as it is)."""
    house, copy = data_folder(arguments.data), arguments.folder
    if arguments.command == "backup":
        told, done = backup(house, copy, (HOST_KEY,)), f"The house in {house} is backed up in {copy}."
    else:
        told, done = restore(copy, house, (HOST_KEY,)), f"The house in {copy} is restored to {house}."
    print("\n".join([done, *told]))
    return 1 if told else 0
