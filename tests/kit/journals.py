"""Kept journals: a complete match of each game, played when its rules came to the house.

`python -m tests.kit.journals GAME` plays one of bots and keeps it, for a game without one. A kept journal is never
rewritten: it proves that old matches replay to the same end. A raised `rules_version` adds another file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from core.botplay.playing import make_bot, play_out
from core.match import journal as j
from core.match import views
from core.match.reducer import fold
from tests.kit.script import play

FOLDER = Path(__file__).parent.parent / "properties" / "journals"


def kept() -> dict[str, Path]:
    """Kept journals by file name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.jsonl"))}


def replay(path: Path) -> tuple[str, str]:
    """The kept digest, and the one of the replay."""
    head, *entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    match = fold(j.header_from_json(head["header"]), [j.entry_from_json(entry) for entry in entries])
    return head["digest"], views.digest(match)


def keep(game: str, seed: int = 5) -> Path:
    """Play a match of random bots and keep it. Raises FileExistsError if there is one."""
    match = play(game, seed=seed).match
    entries: list[j.AnyEntry] = []
    bots = {seat: make_bot(match, seat, "random") for seat in match.seats}
    end = play_out(match, bots, each=lambda _, entry: entries.append(entry))
    lines: list[dict[str, Any]] = [{"digest": views.digest(end), "header": j.as_json(match.header)}]
    lines += [{key: value for key, value in j.as_json(entry).items() if key != "at" or value} for entry in entries]
    path = FOLDER / f"{game}.jsonl"
    with path.open("x", encoding="utf-8") as file:
        file.writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    return path


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(keep(name))
