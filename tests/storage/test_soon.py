"""What nobody was told is kept may be kept soon: one wait for the disk for many documents, and none for a key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.house.house import House
from storage import open_house, visit_house
from storage.store import FileStore


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A descriptor for each wait for the disk since."""
    found: list[int] = []
    monkeypatch.setattr("storage.appending.os.fsync", found.append)
    return found


def on_disk(folder: Path, shelf: str = "visits") -> dict[str, Any]:
    """What a restart after a kill would find."""
    return visit_house(folder).all(shelf)


def test_it_is_read_at_once_and_in_the_file_with_the_next_settling(folder: Path, synced: list[int]) -> None:
    with open_house(folder) as house:
        house.put("visits", "bo", {"at": 0.0})
        synced.clear()
        for name in ("ada", "bo", "cy"):
            house.put("visits", name, {"at": 1.0}, soon=True)
        house.put("visits", "bo", {"at": 2.0}, soon=True)
        assert synced == []
        assert list(house.all("visits").items()) == [("bo", {"at": 2.0}), ("ada", {"at": 1.0}), ("cy", {"at": 1.0})]
        assert house.get("visits", "cy") == {"at": 1.0}
        assert on_disk(folder) == {"bo": {"at": 0.0}}
        house.settle()
        assert len(synced) == 1, "all of them at one stroke"
        assert on_disk(folder) == house.all("visits")
        house.settle()
        assert len(synced) == 1


def test_it_goes_with_whatever_is_kept_next_and_never_over_it(folder: Path, synced: list[int]) -> None:
    with open_house(folder) as house:
        house.put("visits", "ada", {"at": 1.0}, soon=True)
        house.put("settings", "ada", {"theme": "dusk"}, soon=True)
        house.put("settings", "ada", {"theme": "dawn"})
        assert on_disk(folder) == {"ada": {"at": 1.0}}
        assert on_disk(folder, "settings") == house.all("settings") == {"ada": {"theme": "dawn"}}
        assert len(synced) > 0
        house.put("visits", "ada", {"at": 2.0}, soon=True)
        house.put("visits", "bo", {"at": 2.0}, soon=True)
        house.drop("visits", "ada")
        house.drop("visits", "bo")
        house.settle()
        assert on_disk(folder) == house.all("visits") == {}


def test_a_house_that_closes_keeps_it(folder: Path) -> None:
    with open_house(folder) as house:
        house.put("visits", "ada", {"at": 1.0}, soon=True)
    assert on_disk(folder) == {"ada": {"at": 1.0}}


def test_a_beat_of_the_house_settles_it(folder: Path) -> None:
    with open_house(folder) as store:
        store.put("visits", "ada", {"at": 1.0}, soon=True)
        House(store, lambda: 0.0, lambda size: "ab" * (size or 1))._beat()
        assert on_disk(folder) == {"ada": {"at": 1.0}}


def test_a_full_disk_is_told_of_once_and_what_waits_is_kept_later(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with open_house(folder) as house:
        house.put("visits", "ada", {"at": 1.0}, soon=True)
        with monkeypatch.context() as patch:
            patch.setattr("storage.appending.write_all", full)
            house.settle()
            house.settle()
        assert len(caplog.records) == 1
        assert house.get("visits", "ada") == {"at": 1.0}
        house.settle()
        assert on_disk(folder) == {"ada": {"at": 1.0}}


def test_a_sweep_that_is_going_on_takes_it_along(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.shelves.SLICE", 4)

    def tend(house: FileStore, name: str) -> bool:
        house.put("visits", name, {"at": 3.0}, soon=True)
        house.settle()
        return house.tend()

    with open_house(folder) as house:
        for n in range(120):
            house.put("people", f"p{n % 10}", {"n": n})
        names = iter(f"late-{n}" for n in range(100))
        while tend(house, next(names)):
            pass
        kept = json.dumps(house.all("visits"))
        assert kept.count("late") > 2
    assert json.dumps(on_disk(folder)) == kept
