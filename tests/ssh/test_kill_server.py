"""A served house that is killed without a word: what was acknowledged is there, and everybody is back where they were.

`python -m tests.kit.kill_server` does the same more often.
"""

from __future__ import annotations

from pathlib import Path

from tests.kit.depth import deep
from tests.kit.kill_player import SEATS, Told
from tests.kit.kill_server import kill_and_look


async def test_nothing_acknowledged_is_missing_after_a_kill_under_nine_sessions(tmp_path: Path) -> None:
    kills = deep(4, 1)
    found = await kill_and_look(tmp_path, kills, seed=3, longest=2.0, fresh=False)
    assert found.wrong == []
    assert found.acknowledged.total() > 0
    assert found.told()["players_back"] == kills * len(SEATS), "after each kill"


def test_what_is_missing_or_out_of_order_is_told() -> None:
    told = Told()
    for mark in ("one", "two", "three"):
        told.that("said", mark, lambda entry, mark=mark: entry["text"] == mark)
    entries = [{"text": text} for text in ("one", "other", "two", "three")]
    assert told.missing(entries) == []
    assert told.missing(entries[:-1]) == ["said: three"]
    assert told.missing([entries[2], entries[0], entries[3]]) == ["said: two"]
