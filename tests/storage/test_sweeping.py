"""The shelves written anew while the house is open: a slice at a time, and nothing is ever lost by it."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from storage import HouseClosed, check, open_house
from storage import store as store_module
from storage.store import FileStore
from tests.storage.sweeping import kill_once

SLICE = 8
LIVE = 5 * SLICE


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices as short as suits a few documents: each is an fsync."""
    monkeypatch.setattr("storage.shelves.SLICE", SLICE)
    monkeypatch.setattr("storage.shelves.AGAIN_AFTER", 150)


def file(folder: Path) -> Path:
    return folder / "house.jsonl"


def ripe(folder: Path) -> FileStore:
    """A house whose shelves are mostly dead, and hold a few dozen documents."""
    house = open_house(folder)
    for n in range(4 * LIVE):
        house.put("people", f"p{n % LIVE}", {"n": n})
    house.put("settings", "theme", {"name": "dark"})
    return house


def shelves(house: FileStore) -> dict[str, list[tuple[str, Any]]]:
    return {shelf: list(house.all(shelf).items()) for shelf in ("people", "settings", "screens")}


def slices(house: FileStore) -> Iterator[int]:
    """Tend the house until nothing waits, giving the number of each slice after it is done."""
    number = 0
    while house.tend():
        number += 1
        yield number


def test_a_sweep_takes_many_short_slices_and_changes_in_between_are_kept(folder: Path) -> None:
    with ripe(folder) as house:
        before = file(folder).stat()
        for number in slices(house):
            house.put("people", f"p{number}", {"changed": number})
            house.put("screens", f"new-{number}", {"n": number})
            house.drop("people", f"p{LIVE - number}")
            if number == 2:
                house.put("people", f"p{LIVE - 1}", {"again": True})
        assert number > 4
        after = file(folder).stat()
        assert after.st_ino != before.st_ino
        assert after.st_size < before.st_size / 2
        expected = shelves(house)
        assert [key for key, _ in expected["people"]][-1] == f"p{LIVE - 1}", "put anew after it was dropped"
        house.put("screens", "last", {"n": 0})
    with open_house(folder) as house:
        assert house.get("screens", "last") == {"n": 0}
        house.drop("screens", "last")
        assert shelves(house) == expected
    assert check(folder).well


@pytest.mark.usefixtures("killed")  # how long files are is another write
def test_a_slice_writes_and_syncs_a_little_whatever_there_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    real = os.write
    with ripe(folder) as house:
        monkeypatch.setattr(os, "write", lambda fd, data: written.append(len(data)) or real(fd, data))
        for number in slices(house):
            assert len(written) == number
        assert max(written) < 90 * SLICE


def test_killed_after_any_slice_the_house_has_every_change(folder: Path, tmp_path: Path) -> None:
    with ripe(folder) as house:
        for number in slices(house):
            house.put("people", f"p{number}", {"changed": number})
            copy = tmp_path / f"killed-{number}"
            shutil.copytree(folder, copy)
            with open_house(copy) as found:
                assert shelves(found) == shelves(house)
                assert not list(copy.glob("*.new"))


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
@pytest.mark.parametrize("after", [0, 3])
def test_a_sweep_that_fails_leaves_the_old_file_and_is_tried_again_later(
    folder: Path, monkeypatch: pytest.MonkeyPatch, call: str, after: int
) -> None:
    with ripe(folder) as house:
        for _ in range(after):
            house.tend()
        before = file(folder).stat().st_ino

        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, call, full)
            while house.tend():
                pass
        assert file(folder).stat().st_ino == before
        assert not list(folder.glob("*.new"))
        house.put("people", "p1", {"n": "after"})
        assert house.tend() is False, "not at once"
        for n in range(150):
            house.put("settings", "theme", {"n": n})
        assert list(slices(house)), "but when there is more to gain"
        expected = shelves(house)
    with open_house(folder) as house:
        assert shelves(house) == expected


def test_a_folder_that_cannot_be_synced_after_the_sweep_ends_all_changes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows which of the two files a power cut would leave, so nothing more is acknowledged."""

    def broken(_: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with ripe(folder) as house:
        monkeypatch.setattr("storage.journal.settle", broken)
        while house.tend():
            pass
        expected = shelves(house)
        with pytest.raises(HouseClosed, match="open the house again"):
            house.put("people", "p1", {"n": "lost"})
    monkeypatch.undo()
    with open_house(folder) as house:
        assert shelves(house) == expected


def test_a_house_that_closes_in_the_middle_leaves_nothing_unfinished(folder: Path) -> None:
    with ripe(folder) as house:
        house.tend()
        house.tend()
        assert list(folder.glob("*.new"))
        expected = shelves(house)
    assert not list(folder.glob("*.new"))
    with open_house(folder) as house:
        assert shelves(house) == expected


def test_shelves_with_little_that_is_dead_are_left_alone(folder: Path) -> None:
    with open_house(folder) as house:
        for n in range(120):
            house.put("people", f"p{n}", {"n": n})
        assert house.tend() is False


def test_killed_with_sigkill_while_it_sweeps_a_house_loses_nothing(folder: Path) -> None:
    found = [kill_once(folder, rounds, 0.004) for rounds in (120, 60, 61)]
    assert sum(once.sweeps for once in found) > 1


def test_journals_that_nobody_has_added_to_for_an_hour_hold_no_descriptor(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000.0
    monkeypatch.setattr(store_module.time, "monotonic", lambda: now)
    with open_house(folder) as house:
        house.put("settings", "theme", {})
        before = len(os.listdir("/dev/fd"))
        for n in range(5):
            house.create(f"m-{n}", {})
            house.append(f"m-{n}", {"n": 1})
        now += 3_599.0
        house.append("m-3", {"n": 2})
        house.tend()
        assert len(os.listdir("/dev/fd")) == before + 5
        now += 2.0
        house.tend()
        assert len(os.listdir("/dev/fd")) == before + 1
        now += 3_600.0
        house.tend()
        assert len(os.listdir("/dev/fd")) == before
        house.append("m-0", {"n": 2})
        assert house.read("m-0").entries == ({"n": 1}, {"n": 2})
