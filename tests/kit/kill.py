"""Kills a process during a match, again and again, and looks for missing inputs.

The process continues the match that it finds. After each kill the house is opened as by a restart: every acknowledged
input must be in its place, and the match must fold and continue.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from core.match import journal as j
from core.match.reducer import fold
from storage import open_house

KINDS = {
    "said": (j.Said, j.Waited),  # who says much waits for the close, and is kept as one who waits
    "noted": (j.Noted,),
    "drafted": (j.Drafted,),
    "sealed": (j.Sealed,),
    "closed": (j.Closed,),
}

FIRST = 6
"""Inputs that are acknowledged before the seconds begin: a busy machine acknowledges none for long."""


def acknowledged(folder: Path, seed: int, seconds: float) -> list[tuple[str, int, str, str, str]]:
    """Let the process play for `seconds`, kill it, and return what it acknowledged."""
    command = [sys.executable, "-m", "tests.kit.victim", str(folder), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as victim:
        assert victim.stdout is not None
        first = "".join(victim.stdout.readline() for _ in range(FIRST))
        time.sleep(seconds)
        victim.send_signal(signal.SIGKILL)
        output = first + victim.stdout.read()
    lines = [line.split() for line in output.splitlines(keepends=True) if line.endswith("\n")]
    return [(match, int(length), kind, seat, marker) for match, length, kind, seat, marker in lines]


def missing(folder: Path, acknowledged_lines: list[tuple[str, int, str, str, str]]) -> list[str]:
    """Acknowledged inputs that the store lacks. Also folds every match."""
    lost = []
    with open_house(folder) as store:
        journals = {match: store.read(match) for match in store.matches()}
    for stored in journals.values():
        fold(j.header_from_json(stored.header), [j.entry_from_json(entry) for entry in stored.entries])
    for match, length, kind, seat, marker in acknowledged_lines:
        entries = journals[match].entries
        if len(entries) < length:
            lost.append(f"{match}: entry {length} ({kind} by {seat}) is gone")
            continue
        while kind == "closed" and entries[length - 1].get("waited") is not None:
            length -= 1  # what had waited for the close is heard after it, and was stored with it
        entry = j.entry_from_json(entries[length - 1])
        if not isinstance(entry, KINDS[kind]) or (kind != "closed" and entry.author != seat):
            lost.append(f"{match}: entry {length} is not the {kind} by {seat}")
        elif kind in ("said", "noted", "drafted") and marker not in str(entries[length - 1]):
            lost.append(f"{match}: entry {length} does not hold {marker}")
    return lost


def main() -> int:
    """Print the result. Returns 1 if an acknowledged input was missing."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.kit.kill", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kills", type=int, nargs="?", default=50, help="how often (50)")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="what is played and when it is killed follows (1)")
    given = parser.parse_args()
    return kill_and_look(given.kills, given.seed)


def kill_and_look(kills: int, seed: int) -> int:
    """Kill that often, in a temporary folder. Returns 1 if an acknowledged input was missing."""
    chance = random.Random(seed)
    total, lost = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(kills):
            lines = acknowledged(Path(folder), seed * 1000 + number, chance.uniform(0.0, 0.15))
            total += len(lines)
            lost += missing(Path(folder), lines)
        with open_house(folder) as store:
            matches, entries = len(store.matches()), sum(len(store.read(m).entries) for m in store.matches())
    print(
        f"{kills} kills, {total:,} inputs acknowledged, {entries:,} entries in {matches} matches, {len(lost)} missing"
    )
    print("\n".join(lost[:20]), end="\n" if lost else "")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
