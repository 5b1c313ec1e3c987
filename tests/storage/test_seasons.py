"""The journals of seasons: kept, read back, torn, damaged, looked at, backed up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.store import DISCARDED, Damaged
from storage import HouseClosed, backup, check, lengths, open_house, restore, visit_house
from storage.backup import keep
from storage.memory import MemoryStore
from storage.store import FileStore

Twin = FileStore | MemoryStore


def test_a_season_s_journal_is_kept(opening: Callable[[], Twin]) -> None:
    with opening() as store:
        assert store.seasons.ids() == ()
        store.seasons.create("zoo-1", {"season": "zoo-1"})
        store.create("zoo-1", {"match": "zoo-1"})  # a match of that name is another matter
        store.seasons.create("art-1", {"season": "art-1"})
        for n in range(3):
            store.seasons.append("zoo-1", {"n": n})
        with pytest.raises(FileExistsError):
            store.seasons.create("zoo-1", {})
        with pytest.raises(ValueError, match="id"):
            store.seasons.create("../zoo", {})
        with pytest.raises(KeyError):
            store.seasons.append("none", {})
        with pytest.raises(ValueError, match="number"):
            store.seasons.append("art-1", {"n": float("nan")})
    with pytest.raises(HouseClosed):
        store.seasons.ids()
    with pytest.raises(HouseClosed):
        store.seasons.append("zoo-1", {})
    with opening() as store:
        assert store.seasons.ids() == ("zoo-1", "art-1")
        assert store.matches() == ("zoo-1",)
        found = store.seasons.read("zoo-1")
        assert (found.header, found.entries, found.warnings) == (
            {"season": "zoo-1"}, tuple({"n": n} for n in range(3)), (),
        )  # fmt: skip
        assert store.read("zoo-1").entries == ()


@pytest.fixture
def season(folder: Path) -> Path:
    """A house with a season of three entries; the season's file."""
    with open_house(folder) as store:
        store.seasons.create("s-1", {"season": "s-1"})
        for n in range(3):
            store.seasons.append("s-1", {"n": n})
    return folder / "seasons" / "s-1.jsonl"


def test_files_of_seasons_are_private(season: Path) -> None:
    assert season.stat().st_mode & 0o777 == 0o600
    assert season.parent.stat().st_mode & 0o777 == 0o700


def test_a_torn_last_entry_is_dropped_with_a_word(season: Path, folder: Path) -> None:
    whole = season.read_bytes()
    season.write_bytes(whole[:-9])
    (folder / lengths.NAME).unlink()  # a kill tore it
    assert check(folder).well
    assert [file.state for file in check(folder).files] == ["good", "torn"]
    with open_house(folder) as store:
        found = store.seasons.read("s-1")
        assert found.entries == ({"n": 0}, {"n": 1})
        assert "seasons/s-1.jsonl" in found.warnings[0]
        store.seasons.append("s-1", {"n": "new"})
        assert store.seasons.read("s-1").entries == ({"n": 0}, {"n": 1}, {"n": "new"})


def test_any_other_damage_is_reported_and_nothing_is_added(season: Path, folder: Path) -> None:
    season.write_bytes(season.read_bytes().replace(b'"n":1', b'"n":7'))
    (health,) = [file for file in check(folder).files if file.file == "seasons/s-1.jsonl"]
    assert (health.state, health.entries) == ("damaged", 1)
    assert not check(folder).well
    with open_house(folder) as store:
        with pytest.raises(Damaged, match=r"seasons/s-1\.jsonl, entry 2"):
            store.seasons.read("s-1")
        with pytest.raises(Damaged):
            store.seasons.append("s-1", {})


def test_a_match_s_file_is_no_season(season: Path, folder: Path) -> None:
    with open_house(folder) as store:
        store.create("s-1", {"match": "s-1"})
    season.write_bytes((folder / "matches" / "s-1.jsonl").read_bytes())
    with open_house(folder) as store, pytest.raises(Damaged):
        store.seasons.read("s-1")


def test_looking_at_seasons_changes_nothing(season: Path, folder: Path) -> None:
    with open_house(folder) as owner, visit_house(folder) as visitor:
        assert visitor.seasons.ids() == ("s-1",)
        assert len(visitor.seasons.read("s-1").entries) == 3
        owner.seasons.append("s-1", {"n": 3})
        assert len(visitor.seasons.read("s-1").entries) == 4
        with pytest.raises(HouseClosed):
            visitor.seasons.append("s-1", {})


def test_seasons_are_in_backup_and_restore(season: Path, folder: Path, tmp_path: Path) -> None:
    assert backup(folder, tmp_path / "copy") == ()
    with open_house(folder) as store:
        store.seasons.append("s-1", {"n": "later"})
    assert restore(tmp_path / "copy", tmp_path / "new") == ()
    with open_house(tmp_path / "new") as store:
        assert len(store.seasons.read("s-1").entries) == 3
    assert check(tmp_path / "new").problems == ()


def test_what_a_kill_left_unfinished_is_swept_and_strangers_are_named(season: Path, folder: Path) -> None:
    (folder / "seasons" / "s-2.jsonl.new").write_text("half")
    (folder / "seasons" / "notes.txt").write_text("mine")
    assert [note.split(" ")[0] for note in check(folder).notes] == ["seasons/notes.txt", "seasons/s-2.jsonl.new"]
    with open_house(folder) as store:
        assert store.seasons.ids() == ("s-1",)
    assert not (folder / "seasons" / "s-2.jsonl.new").exists()


def test_a_house_without_seasons_has_no_folder_for_them(folder: Path) -> None:
    with open_house(folder) as store:
        assert store.seasons.ids() == ()
    assert not (folder / "seasons").exists()


@pytest.mark.parametrize("closes", [True, False])
def test_a_discarded_file_is_not_missed(folder: Path, tmp_path: Path, closes: bool) -> None:
    store = open_house(folder)
    store.seasons.create("s-1", {"season": "s-1"})
    store.create("m-1", {"match": "m-1"})
    store.seasons.append("s-1", {"n": 0})
    store.append("m-1", {"n": 0})
    store.tend()
    assert {"seasons/s-1.jsonl", "matches/m-1.jsonl"} <= lengths.read(folder).keys()
    store.seasons.discard("s-1")
    store.discard("m-1")
    keep(folder, tmp_path / "backups", 1, 0.0)
    if closes:
        store.close()
    assert check(folder).problems == ()
    store.close()


def test_a_house_that_still_knows_a_discarded_file_mends_itself(season: Path, folder: Path) -> None:
    with open_house(folder) as store:
        store.put(DISCARDED, "s-1", {"at": 0})
    season.unlink()
    assert not check(folder).well
    with open_house(folder) as store:
        assert store.warnings == ()
    assert check(folder).well


def test_a_backup_without_a_lost_file_names_the_command_for_the_house(
    season: Path, folder: Path, tmp_path: Path
) -> None:
    season.unlink()
    with pytest.raises(HouseClosed, match=rf"rm {folder / lengths.NAME}"):
        keep(folder, tmp_path / "backups", 1, 0.0)
