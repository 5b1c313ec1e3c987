"""A served house that is killed without a word: what was acknowledged is there, and everybody is back where they were.

`python -m benchmarks.kill_server 30` does the same more often.
"""

from __future__ import annotations

from pathlib import Path

import benchmarks.kill_server
from benchmarks.kill_server import kill_and_look


async def test_nothing_acknowledged_is_missing_after_a_kill_under_nine_sessions(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(benchmarks.kill_server, "LONGEST", 3.0)
    told, wrong, _ = await kill_and_look(tmp_path, 2, seed=3)
    assert wrong == []
    assert told["said"] + told["sealed"] + told["typed"] + told["drafted"] > 0
