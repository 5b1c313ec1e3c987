"""Backups in one folder: each is read back, and the oldest go only once a newer one was found whole."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from storage import HouseClosed, open_house, restore
from storage.backup import UNFINISHED, backups, keep, require_apart

keeping: Any = sys.modules["storage.backup"]
MOMENT = 1_795_352_009.0
FIRST = "garnet-20261122-125329"


@pytest.fixture
def made(folder: Path) -> Path:
    with open_house(folder) as house:
        house.put("people", "Ada", {"n": 1})
        house.create("m-1", {"match": "m-1"})
        house.append("m-1", {"n": 1})
    (folder / "host_key").write_text("key")
    return folder


def names(into: Path) -> list[str]:
    return sorted(path.name for path in into.iterdir())


def test_a_backup_is_called_by_its_moment_and_is_a_house_with_its_key(made: Path, tmp_path: Path) -> None:
    one = keep(made, tmp_path / "b", 3, MOMENT, ("host_key",))
    assert (one.at, one.told, names(tmp_path / "b")) == (MOMENT, "", [FIRST])
    assert [found.at for found in backups(tmp_path / "b")] == [MOMENT]
    restore(one.path, tmp_path / "new", ("host_key",))
    assert (tmp_path / "new" / "host_key").read_text() == "key"
    with open_house(tmp_path / "new") as house:
        assert house.read("m-1").entries == ({"n": 1},)
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o700


def test_the_oldest_go_and_nothing_else_does(made: Path, tmp_path: Path) -> None:
    into = tmp_path / "b"
    into.mkdir()
    for name in ("mine", "garnet-before-upgrade", "garnet-20261399-125329"):
        (into / name).mkdir()
    for n in range(4):
        keep(made, into, 2, MOMENT + n)
    assert [found.at for found in backups(into)] == [MOMENT + 2, MOMENT + 3]
    assert {"mine", "garnet-before-upgrade", "garnet-20261399-125329"} < set(names(into))


def test_a_copy_that_is_not_whole_is_not_kept_and_no_older_one_goes(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    into = tmp_path / "b"
    keep(made, into, 1, MOMENT)
    real = keeping.backup

    def forgetful(house: Path, copy: Path, also: Any) -> Any:
        told = real(house, copy, also)
        journal = copy / "matches" / "m-1.jsonl"
        journal.write_bytes(journal.read_bytes().replace(b'"n"', b'"m"'))  # what a bad disk does
        return told

    monkeypatch.setattr(keeping, "backup", forgetful)
    with pytest.raises(HouseClosed, match="not whole and was not kept"):
        keep(made, into, 1, MOMENT + 1)
    assert names(into) == [FIRST]


def test_a_damaged_house_is_told_of_and_its_good_backups_stay(made: Path, tmp_path: Path) -> None:
    into = tmp_path / "b"
    keep(made, into, 1, MOMENT)
    journal = made / "matches" / "m-1.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b'"n"', b'"m"'))
    with pytest.raises(HouseClosed, match="m-1"):
        keep(made, into, 1, MOMENT + 1)
    assert names(into) == [FIRST]


def test_a_full_disk_is_not_left_full_of_halves(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    into = tmp_path / "b"
    keep(made, into, 1, MOMENT)

    def full(house: Path, copy: Path, also: Any) -> Any:
        copy.mkdir()
        (copy / "house.jsonl").write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(keeping, "backup", full)
    with pytest.raises(HouseClosed, match=r"the disk is full\. Free some space"):
        keep(made, into, 1, MOMENT + 1)
    assert names(into) == [FIRST]


def test_what_a_killed_one_left_is_swept_and_never_counted(made: Path, tmp_path: Path) -> None:
    into = tmp_path / "b"
    half = into / ("garnet-20261121-000000" + UNFINISHED)
    half.mkdir(parents=True)
    (half / "house.jsonl").write_text("half")
    (into / ("mine" + UNFINISHED)).mkdir()
    assert backups(into) == ()
    keep(made, into, 2, MOMENT)
    assert names(into) == [FIRST, "mine" + UNFINISHED]


def test_after_a_clock_is_set_back_the_new_one_stays(made: Path, tmp_path: Path) -> None:
    into = tmp_path / "b"
    keep(made, into, 1, MOMENT + 100)
    keep(made, into, 1, MOMENT)
    assert MOMENT in [found.at for found in backups(into)]
    with pytest.raises(HouseClosed, match="there already"):
        keep(made, into, 1, MOMENT)
    assert MOMENT in [found.at for found in backups(into)]


def test_an_old_one_that_cannot_be_removed_is_told_and_the_new_one_counts(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    into = tmp_path / "b"
    keep(made, into, 1, MOMENT)

    def stuck(path: Path, **more: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(shutil, "rmtree", stuck)
    one = keep(made, into, 1, MOMENT + 1)
    assert "cannot be removed: it is not yours to write" in one.told


@pytest.mark.parametrize("where", [".", "matches", "backups/of/mine", ".."])
def test_backups_lie_beside_the_house(made: Path, where: str) -> None:
    with pytest.raises(HouseClosed, match="beside it"):
        require_apart(made, made / where)
    require_apart(made, made.parent / (made.name + "-backups"))
