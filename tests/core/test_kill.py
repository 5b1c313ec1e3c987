"""Killed at any moment, a house loses nothing that it acknowledged. `python -m tests.kit.kill` does it longer."""

from __future__ import annotations

from tests.kit.kill import acknowledged, missing


def test_what_was_acknowledged_survives_kill_9(tmp_path):
    told = []
    for number, seconds in enumerate((0.0, 0.02, 0.05, 0.1)):
        told += acknowledged(tmp_path, number, seconds)
        assert missing(tmp_path, told) == []
    assert len(told) > 20
