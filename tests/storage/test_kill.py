"""A process that is killed while it appends loses nothing that it had acknowledged. `killing.py` does it at length."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from storage import HouseClosed, check, open_house, visit_house
from tests.storage.killing import ROOT, kill_once


def test_five_kills_in_a_row_lose_nothing_acknowledged(folder: Path) -> None:
    found = [kill_once(folder, more) for more in (1, 500_000, 1_000_100, 1_800_000, 2_345_678)]
    assert sum(once.told for once in found) > 10
    assert check(folder).well
    with open_house(folder) as house:
        assert len(house.read("m-1").entries) > 15


def test_a_house_is_held_by_one_process_and_free_when_that_is_killed(folder: Path) -> None:
    command = [sys.executable, "-m", "tests.storage.killing", "--child", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(HouseClosed, match=rf"is open already: process {process.pid}, since .* UTC, holds it\."):
            open_house(folder)
        assert f"process {process.pid}" in (check(folder).held_by or "")
        with visit_house(folder) as house:
            assert house.matches() == ("m-1", "m-2")
            assert len(house.read("m-1").entries) >= 1
        process.send_signal(signal.SIGKILL)
    assert str(process.pid) in (folder / "lock").read_text()
    assert check(folder).held_by is None
    open_house(folder).close()
