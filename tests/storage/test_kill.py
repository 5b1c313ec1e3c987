"""A process that is killed while it appends loses nothing that it had acknowledged. `killing.py` does it at length."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from storage import HouseClosed, check, open_house, visit_house
from storage import folder as lock_module
from storage.folder import is_held
from tests.kit.depth import deep
from tests.storage.killing import ROOT, kill_once


def test_kills_in_a_row_lose_nothing_acknowledged(folder: Path) -> None:
    found = [
        kill_once(folder, more) for more in deep((1, 500_000, 1_000_100, 1_800_000, 2_345_678), (500_000, 1_800_000))
    ]
    assert sum(once.told for once in found) > deep(10, 4)
    assert check(folder).well
    with open_house(folder) as house:
        assert len(house.read("m-1").entries) > deep(15, 6)


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


@pytest.mark.skipif(not hasattr(os, "O_DIRECTORY"), reason="such a system lets nobody delete a file that is open")
def test_a_lock_file_that_was_deleted_lets_nobody_else_in(folder: Path) -> None:
    with open_house(folder) as house:
        (folder / "lock").unlink()
        assert is_held(folder)
        opened = (
            "import sys\nfrom storage import HouseClosed, open_house\ntry:\n    open_house(sys.argv[1])\n"
            "except HouseClosed as closed:\n    print(closed)\nelse:\n    print('in')"
        )
        done = subprocess.run([sys.executable, "-c", opened, str(folder)], capture_output=True, text=True, check=True)
        assert "is open already" in done.stdout
        (folder / "lock").unlink(missing_ok=True)
        with pytest.raises(HouseClosed, match="is open already"):
            open_house(folder)
        house.put("people", "Ada", {})
    with open_house(folder) as house:
        assert house.get("people", "Ada") == {}


def test_where_a_folder_cannot_be_locked_the_file_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock_module, "_open_folder", lambda folder: None)
    with open_house(folder):
        assert is_held(folder)
        with pytest.raises(HouseClosed, match="is open already"):
            open_house(folder)
    assert not is_held(folder)
