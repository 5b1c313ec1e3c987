"""A process that is killed while its shelves are swept and its summaries kept. Run it by hand for two hundred kills:

    python -m tests.storage.sweeping 200

The child changes a few documents over and over, so that `house.jsonl` is swept all the time, a slice between any two
changes; it also adds to a journal and keeps a summary of it. It says after each round which one returned. It is killed
with SIGKILL at a random moment; then every change that it had said must be there, and the summary fits or is none.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from storage import check, open_house

ROOT = Path(__file__).parents[2]
MATCH = "m-1"
KEYS = 150
"""Documents that live: a sweep takes several slices."""


def child(folder: str) -> None:
    """Change, add, sum up and tend for ever, and say the number of each round that is done."""
    with open_house(folder) as house:
        if not house.matches():
            house.create(MATCH, {"match": MATCH})
        number = (house.get("settings", "round") or {"n": 0})["n"]
        file = (Path(folder) / "house.jsonl").stat().st_ino
        while True:
            number += 1
            key = f"p{number % KEYS}"
            house.put("people", key, {"n": number})
            if number % 5 == 0:
                house.drop("people", f"p{(number - 2) % KEYS}")
            house.put("settings", "round", {"n": number})
            entries = len(house.read(MATCH).entries)
            if number % 10 == 0:
                house.append(MATCH, {"n": entries})
                entries += 1
                house.keep_summary(MATCH, {"entries": entries})
            house.tend()
            now = (Path(folder) / "house.jsonl").stat().st_ino
            os.write(1, f"{number} {int(now != file)} {entries}\n".encode())
            file = now


class Found(NamedTuple):
    """What was there after a kill."""

    told: int
    """The last round that the child had said to be done."""
    sweeps: int
    """How many sweeps it had finished."""
    unfinished: bool
    """Was a sweep cut off?"""


def kill_once(folder: Path, rounds: int, more: float) -> Found:
    """Start a child, kill it a moment (seconds) after so many rounds, and check what is there."""
    command = [sys.executable, "-m", "tests.storage.sweeping", "--child", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(rounds)]
        try:
            process.wait(more)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        lines += process.stdout.readlines()
    assert process.returncode == -signal.SIGKILL, f"the child ended by itself: {process.returncode}"
    told = [line.split() for line in lines if line.endswith(b"\n")]
    unfinished = (folder / "house.jsonl.new").exists()
    verify(folder, int(told[-1][0]), int(told[-1][2]))
    return Found(int(told[-1][0]), sum(int(swept) for _, swept, _ in told), unfinished)


def living(number: int) -> dict[str, int]:
    """The documents that are there after so many rounds."""
    people: dict[str, int] = {}
    for n in range(1, number + 1):
        people[f"p{n % KEYS}"] = n
        if n % 5 == 0:
            people.pop(f"p{(n - 2) % KEYS}", None)
    return people


def verify(folder: Path, told: int, added: int) -> None:
    """The house is as it was after the last round that was told of, with so many entries, or somewhere in the one after
    it."""
    assert check(folder).well
    with open_house(folder) as house:
        people = {key: document["n"] for key, document in house.all("people").items()}
        number = (house.get("settings", "round") or {"n": 0})["n"]
        assert number in (told, told + 1), f"round {told} had been acknowledged, and the file stands at {number}"
        begun = living(number) | {f"p{(number + 1) % KEYS}": number + 1}
        assert people in (living(number), begun, living(number + 1)), f"the shelves are not those of round {number}"
        entries = len(house.read(MATCH).entries)
        assert entries in (added, added + 1), f"{added} entries had been acknowledged, and there are {entries}"
        assert house.summary(MATCH) in (None, {"entries": entries}), "a summary that does not fit its journal"
        house.put("settings", "round", {"n": number})  # and it goes on
        for key, n in living(number).items():
            house.put("people", key, {"n": n})
        for key in set(people) - set(living(number)):
            house.drop("people", key)


def main(kills: int) -> None:
    """Kill so many children, with a new house every twenty, and say what was found."""
    dice = random.Random()
    rounds = sweeps = unfinished = 0
    for start in range(0, kills, 20):
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(min(20, kills - start)):
                found = kill_once(Path(folder) / "house", dice.randrange(1, 400), dice.random() / 20)
                sweeps, unfinished = sweeps + found.sweeps, unfinished + found.unfinished
            rounds += found.told
    print(f"{kills} kills in {rounds:,} rounds with {sweeps} sweeps: {unfinished} cut off, nothing acknowledged lost.")


if __name__ == "__main__":
    if sys.argv[1] == "--child":
        child(sys.argv[2])
    else:
        main(int(sys.argv[1]))
