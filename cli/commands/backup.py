"""`garnet backup` and `garnet restore`: the house copied as it stood at one moment, also while it is served."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from cli.opening import HOST_KEY
from core.house.settings import MUTED
from core.refusal import Refused
from storage import backup, data_folder, restore, restore_people
from storage.backup_retention import backups, keep


def run(arguments: argparse.Namespace) -> int:
    """Copy; 1 where a file was found damaged (it is copied as it is)."""
    house, copy = data_folder(arguments.data), arguments.folder
    if arguments.command == "backup" and arguments.keep is not None:
        return _one_more(house, Path(copy).expanduser(), arguments.keep)
    if arguments.command == "restore" and arguments.people:
        many = restore_people(copy, house, (HOST_KEY,))
        print(f"A house of its own in {house} begins with the {many} people of {copy}, and with none of its matches.")
        print(MUTED)
        return 0
    if arguments.command == "backup":
        told, done = backup(house, copy, (HOST_KEY,)), f"The house in {house} is backed up in {copy}."
        muted = "Whoever serves that copy, or one that is restored from it, finds its feeds and nudges muted."
    else:
        told, done = restore(copy, house, (HOST_KEY,)), f"The house in {copy} is restored to {house}."
        muted = MUTED
    print("\n".join([done, muted, *told]))
    return 1 if told else 0


def _one_more(house: Path, folder: Path, most: int) -> int:
    if most < 1:
        raise Refused("bad_keep", f"--keep {most} would keep no backup: 1 or more.")
    made = keep(house, folder, most, time.time(), (HOST_KEY,))
    told = f"The house in {house} is backed up in {made.path} and was read back; {len(backups(folder))} are kept."
    print("\n".join(filter(None, (told, made.told))))
    return 1 if made.told else 0
