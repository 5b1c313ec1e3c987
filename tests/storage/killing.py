"""A process that appends and is killed. Run it by hand for fifty kills:

    python -m tests.storage.killing 50

The child appends to two journals and a shelf as fast as it can, and says after each call which one returned. It is
killed with SIGKILL at a random byte of a journal; then everything that it had said must be there, entry by entry, and
the next child goes on from what is there. Most bytes are those of large entries, so many kills interrupt a write.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from storage import check, open_house

ROOT = Path(__file__).parents[2]
MATCHES = ("m-1", "m-2")
LARGE = 1_000_000
"""Characters of a large entry."""


def entry(match: str, n: int, large: int = LARGE) -> dict[str, Any]:
    """Entry n of a match: the same in child and parent. Every seventh is large."""
    size = large if n % 7 == 0 else n % 50
    return {"match": match, "n": n, "text": f"{n}-é-" + "x" * size}


def child(folder: str, large: int = LARGE) -> None:
    """Append for ever, and say after each call what returned: which match, or `people`, and a number."""
    with open_house(folder) as house:
        for match in MATCHES:
            if match not in house.matches():
                house.create(match, {"match": match})
        next_entry = {match: len(house.read(match).entries) for match in MATCHES}
        person = len(house.all("people"))
        while True:
            for match in MATCHES:
                house.append(match, entry(match, next_entry[match], large))
                os.write(1, f"{match} {next_entry[match]}\n".encode())
                next_entry[match] += 1
            house.put("people", f"p{person}", {"n": person})
            house.put("settings", "last", {"n": person})
            os.write(1, f"people {person}\n".encode())
            person += 1


class Found(NamedTuple):
    """What was there after a kill."""

    told: int
    """How many calls the child had said to have returned."""
    torn: int
    """How many files ended in the middle of an entry."""


def kill_once(folder: Path, more: int) -> Found:
    """Start a child, kill it when a journal has grown by so many bytes, and check that all it told of is there."""
    command = [sys.executable, "-m", "tests.storage.killing", "--child", str(folder)]
    journal = folder / "matches" / "m-1.jsonl"
    target = size(journal) + more
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        # What it tells fits into the pipe until then, so nothing waits for us but our own eyes on the file.
        while size(journal) < target and process.poll() is None:
            pass
        process.send_signal(signal.SIGKILL)
        told = process.stdout.readlines()
    assert process.returncode == -signal.SIGKILL, f"the child ended by itself: {process.returncode}"
    return verify(folder, [line.decode().split() for line in told if line.endswith(b"\n")])


def size(path: Path) -> int:
    """In bytes; 0 while there is no such file."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def verify(folder: Path, told: list[list[str]]) -> Found:
    """Everything that was told of is there, in order, and nothing is there twice or changed."""
    torn = sum(file.state == "torn" for file in check(folder).files)
    with open_house(folder) as house:
        for match in MATCHES:
            entries = house.read(match).entries if match in house.matches() else ()
            last = max((int(n) for what, n in told if what == match), default=-1)
            assert len(entries) > last, f"{match}: entry {last} had been acknowledged and is lost"
            assert all(found == entry(match, n) for n, found in enumerate(entries)), f"{match} was changed"
        people = house.all("people")
        last = max((int(n) for what, n in told if what == "people"), default=-1)
        assert len(people) > last, f"person {last} had been acknowledged and is lost"
        assert people == {f"p{n}": {"n": n} for n in range(len(people))}
        assert last < 0 or (house.get("settings", "last") or {})["n"] >= last
    return Found(len(told), torn)


def main(kills: int) -> None:
    """Kill so many children, with a new house every ten, and say what was found."""
    dice = random.Random()
    told = torn = 0
    for start in range(0, kills, 10):
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(min(10, kills - start)):
                found = kill_once(Path(folder) / "house", dice.randrange(1, 4 * LARGE))
                told, torn = told + found.told, torn + found.torn
    print(f"{kills} kills: all {told:,} acknowledged calls were there afterwards; {torn} files ended in a torn entry.")


if __name__ == "__main__":
    if sys.argv[1] == "--child":
        child(sys.argv[2], *map(int, sys.argv[3:]))
    else:
        main(int(sys.argv[1]))
