"""The health of a house, as `garnet doctor` tells it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from storage import HouseClosed, backup, check, lengths, open_house
from storage import health as health_module


@pytest.fixture(autouse=True)
def _room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health_module, "ROOM", 0)


@pytest.fixture
def house(folder: Path) -> Path:
    """A house with two people and a match of three entries, closed."""
    with open_house(folder) as store:
        store.put("people", "Ada", {})
        store.put("people", "Bo", {})
        store.create("m-1", {})
        for n in range(3):
            store.append("m-1", {"n": n})
    return folder


def test_a_good_house_is_well(house: Path) -> None:
    found = check(house)
    assert found.well
    assert [(file.file, file.state, file.entries, file.told, file.mend) for file in found.files] == [
        ("house.jsonl", "good", 2, "", ""),
        ("matches/m-1.jsonl", "good", 3, "", ""),
    ]
    assert [file.bytes for file in found.files] == [(house / file.file).stat().st_size for file in found.files]
    assert (found.held_by, found.problems, found.notes) == (None, (), ())


def test_looking_changes_nothing_and_disturbs_nobody(house: Path) -> None:
    with open_house(house) as store:
        found = check(house)
        assert found.well
        assert (found.held_by or "").startswith("this very process")
        store.append("m-1", {})
        with pytest.raises(HouseClosed, match="open already"):
            open_house(house)


def test_no_house_is_no_trouble(folder: Path) -> None:
    found = check(folder)
    assert found.well
    assert "There is no house in" in found.notes[0]
    assert not folder.exists()
    folder.mkdir()
    assert check(folder).well
    assert list(folder.iterdir()) == []


def test_a_torn_entry_is_told_and_mends_itself(house: Path) -> None:
    path = house / "matches" / "m-1.jsonl"
    path.write_bytes(path.read_bytes()[:-1])
    (house / lengths.NAME).unlink()  # a kill tore it
    found = check(house)
    assert found.well
    assert (found.files[1].state, found.files[1].entries) == ("torn", 2)
    assert "entry 3 (line 4) was cut off" in found.files[1].told
    with open_house(house) as store:
        store.append("m-1", {})
    assert check(house).files[1].state == "good"


def test_damage_is_told_with_a_mend_that_works(house: Path) -> None:
    path = house / "matches" / "m-1.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"n":1', b'"n":7'))
    found = check(house)
    assert not found.well
    file = found.files[1]
    assert (file.state, file.entries) == ("damaged", 1)
    assert file.told.startswith("matches/m-1.jsonl, entry 2 (line 3): the checksum does not fit")
    told, command = file.mend.split(": ", 1)
    assert told == "Restore it from a backup, or keep the first 1 entries, which are good, with the house closed"
    subprocess.run(command, shell=True, check=True)
    assert check(house).files[1].state == "good"
    with open_house(house) as store:
        assert store.read("m-1").entries == ({"n": 0},)


@pytest.mark.parametrize(
    ("old", "new", "good", "told", "mend"),
    [
        (b'"n":0', b'"n":9', 0, "entry 1 (line 2): the checksum", "or keep its first line, which is good"),
        (b'"file"', b'"pile"', 0, "first line: the checksum", "Restore it from a backup."),
        (b"{", b"", 0, "first line: the checksum", "Restore it from a backup."),
    ],
)
def test_the_mend_names_what_is_good(house: Path, old: bytes, new: bytes, good: int, told: str, mend: str) -> None:
    path = house / "matches" / "m-1.jsonl"
    path.write_bytes(path.read_bytes().replace(old, new))
    file = check(house).files[1]
    assert (file.state, file.entries) == ("damaged", good)
    assert told in file.told
    assert mend in file.mend


def test_garbage_after_good_entries(house: Path) -> None:
    path = house / "matches" / "m-1.jsonl"
    path.write_bytes(path.read_bytes() + b"garbage")
    file = check(house).files[1]
    assert (file.state, file.entries) == ("damaged", 3)
    assert "keep the first 3 entries" in file.mend


def test_a_renamed_match_says_its_name_and_nothing_is_to_be_cut(house: Path) -> None:
    (house / "matches" / "m-1.jsonl").rename(house / "matches" / "m-2.jsonl")
    file = check(house).files[1]
    assert (file.state, file.mend) == ("damaged", "")
    assert file.told.endswith("this is the journal of 'm-1'. Give the file its name back.")


def test_damaged_shelves_and_unreadable_files_are_told(house: Path) -> None:
    path = house / "house.jsonl"
    path.write_bytes(path.read_bytes().replace(b"Bo", b"Xo"))
    (house / "matches" / "m-2.jsonl").mkdir()
    found = check(house)
    assert [file.state for file in found.files] == ["damaged", "good", "unreadable"]
    assert found.files[0].told.startswith("house.jsonl, entry 2 (line 3): ")
    assert not found.well


def test_what_is_wrong_with_the_folder(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house.chmod(0o755)
    (house / "matches" / "m-1.jsonl").chmod(0o644)
    (house / "matches" / "m-9.jsonl.new").write_bytes(b"{")
    (house / "matches" / "Notes.txt").write_bytes(b"mine")
    found = check(house)
    assert [p.split(":")[0] for p in found.problems] == ["Others on this machine may look into the house"]
    assert [note.split(" ")[0] for note in found.notes] == ["matches/Notes.txt", "matches/m-9.jsonl.new"]
    subprocess.run(found.problems[0].split(": ")[1], shell=True, check=True)
    assert check(house).well
    monkeypatch.setattr(health_module, "ROOM", shutil.disk_usage(house).total * 2)
    assert "free some space" in check(house).problems[0]
    (house / "house.jsonl").unlink()
    assert any("house.jsonl is missing although" in problem for problem in check(house).problems)


@pytest.mark.parametrize("name", ["matches/m-7.jsonl", "matches/m-1.summary", "seasons/s-1.jsonl", "games/mine.py"])
@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_a_link_to_nothing_or_a_pipe_is_named_and_keeps_nothing_shut(
    house: Path, name: str, kind: str, tmp_path: Path
) -> None:
    odd = house / name
    odd.parent.mkdir(0o700, exist_ok=True)
    if kind == "link":
        odd.symlink_to(tmp_path / "nowhere")
    else:
        os.mkfifo(odd)
    problems = [problem for problem in check(house).problems if problem.startswith(name)]
    assert len(problems) == 1
    with open_house(house) as store:
        assert store.matches() == ("m-1",)
        assert len(store.read("m-1").entries) == 3
    assert backup(house, tmp_path / "copy") == ()
    subprocess.run(problems[0].partition("Take it away: ")[2], shell=True, check=True)
    assert check(house).well


def test_a_file_is_no_house(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert not check(tmp_path / "file").well
    assert not check(tmp_path / "file" / "below").files


# --- whole lines that are gone ----------------------------------------------------------------------------------------
@pytest.fixture
def full(folder: Path) -> Path:
    """A house with thirty people, a match, a season and a finished match, closed."""
    with open_house(folder) as store:
        for number in range(30):
            store.put("people", f"p{number}", {"n": number})
        for match in ("done", "m-1"):
            store.create(match, {})
            for number in range(9):
                store.append(match, {"n": number})
        store.keep_summary("done", {"n": 1})
        store.seasons.create("s-1", {})
        for number in range(9):
            store.seasons.append("s-1", {"n": number})
    return folder


FILES = ("house.jsonl", "matches/done.jsonl", "matches/m-1.jsonl", "seasons/s-1.jsonl")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("lost", [1, 4])
def test_a_file_that_lost_whole_lines_is_told_until_it_is_restored(
    full: Path, tmp_path: Path, name: str, lost: int
) -> None:
    shutil.copytree(full, tmp_path / "kept")
    path = full / name
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-lost]))
    for _ in range(2):
        found = check(full)
        assert not found.well
        assert [file.file for file in found.files if file.state == "shorter"] == [name]
        told = next(file for file in found.files if file.state == "shorter")
        assert f"{name} has lost whole lines" in told.told
        assert "Restore it from a backup" in told.mend
        with open_house(full) as store:  # a house that goes on with it does not hide it
            store.put("people", "new", {})
            store.append("m-1", {"n": "new"})
            store.append("done", {"n": "new"})
            store.seasons.append("s-1", {"n": "new"})
            read = {"house.jsonl": lambda: store, "seasons/s-1.jsonl": lambda: store.seasons.read("s-1")}
            told_by = read.get(name, lambda: store.read(Path(name).stem))()
            assert any("has lost whole lines" in warning for warning in told_by.warnings)
    shutil.copy(tmp_path / "kept" / name, path)
    assert check(full).well


def test_shelves_that_are_swept_have_lost_nothing_and_are_compared_again(full: Path) -> None:
    for turn in range(2):
        with open_house(full) as store:
            for number in range(300):
                store.put("settings", "house", {"n": number})
            assert check(full).well, "while it is open"
            while store.tend():
                assert check(full).well
        assert len((full / "house.jsonl").read_bytes().splitlines()) < 100, f"swept, {turn}"
        assert check(full).well
    path = full / "house.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-5]))
    assert not check(full).well


@pytest.mark.parametrize("name", ["matches/m-1.jsonl", "matches/done.jsonl", "seasons/s-1.jsonl"])
def test_a_journal_that_is_gone_is_missed(full: Path, name: str) -> None:
    (full / name).unlink()
    found = check(full)
    assert not found.well
    assert any(f"{name} is gone" in problem for problem in found.problems)
    with open_house(full) as store:
        assert any(f"{name} is gone" in warning for warning in store.warnings)


def test_what_was_known_can_be_let_go(full: Path) -> None:
    path = full / "matches" / "m-1.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-2]))
    command = next(file for file in check(full).files if file.state == "shorter").mend.rpartition(": ")[2]
    subprocess.run(command, shell=True, check=True)
    assert check(full).well


def test_a_copy_knows_how_long_its_files_were(full: Path, tmp_path: Path) -> None:
    backup(full, tmp_path / "copy")
    assert check(tmp_path / "copy").well
    path = tmp_path / "copy" / "matches" / "m-1.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    assert not check(tmp_path / "copy").well
