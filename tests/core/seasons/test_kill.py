"""Seasons whose house dies at any write: nothing that was acknowledged is lost, nothing booked twice. `python -m
benchmarks.season` does it by the hundred; here are a few, and real processes that are killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.season import play_short_season
from core.house.house import House
from core.seasons.registry import Seasons
from storage import open_house
from tests.kit.house import Clock, Tokens
from tests.kit.season_play import SEASON, broken


@pytest.mark.parametrize("seed", range(8))
def test_a_season_whose_house_dies_at_any_write_goes_on_where_it_was(seed: int) -> None:
    wrong, did = play_short_season(seed)
    assert wrong == []
    assert did["killed"] > 0
    assert did["close"] > 0


def test_the_eyes_that_look_for_what_is_broken_are_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what a start does for a season the same runs are found to be broken."""
    monkeypatch.setattr(Seasons, "look_after", lambda self, live: None)
    assert any(play_short_season(seed)[0] for seed in range(8))


def test_a_killed_process_loses_nothing_of_a_season_that_it_had_told_of(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    acknowledged = 0
    for seed in range(2):
        command = [sys.executable, "-m", "tests.kit.season_victim", str(folder), str(seed)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as victim:
            assert victim.stdout is not None
            told = "".join(victim.stdout.readline() for _ in range(40 + 30 * seed))
            victim.send_signal(signal.SIGKILL)  # somewhere in the next deed
            told += victim.stdout.read()
        acknowledged = max([acknowledged, *(int(line) for line in told.splitlines(keepends=True) if line[-1:] == "\n")])
        with open_house(folder) as store:
            house = House(store, Clock(), Tokens())
            assert house.seasons.damaged == {}
            assert house.seasons.live[SEASON].season.entry_count >= acknowledged
            house.seasons.start()
            assert broken(house) == []
    assert acknowledged > 3
