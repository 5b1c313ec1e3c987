"""A backup is the house as it was at one moment, also while somebody appends; restored, it is that house again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.house.settings import HouseSettings
from core.refusal import Refused
from core.store import Damaged
from storage import HouseClosed, backup, check, open_house, restore, restore_people
from storage.store import FileStore
from tests.storage.killing import ROOT, entry

backup_module: Any = sys.modules["storage.backup"]  # the function hides the module of that name


@pytest.fixture
def house(folder: Path) -> FileStore:
    house = open_house(folder)
    house.put("people", "Ada", {"n": 1})
    for match in ("zebra", "a"):
        house.create(match, {"match": match})
        house.append(match, {"n": 1})
    return house


def test_another_house_of_the_same_people_begins_without_the_matches(
    house: FileStore, folder: Path, tmp_path: Path
) -> None:
    house.put("people", "Bo", {"n": 2, "hosts": ["a"]})
    house.put("invitations", "1", {"n": 1})
    house.put("feeds", "a players", {"n": 1})
    house.put("settings", "person ada", {"n": 2})
    (folder / "host_key").write_text("a key")
    backup(folder, tmp_path / "copy", ("host_key",))
    assert restore_people(tmp_path / "copy", tmp_path / "second", ("host_key",)) == 2
    with open_house(tmp_path / "second") as second:
        assert second.matches() == ()
        assert second.all("people") == {"Ada": {"n": 1}, "Bo": {"n": 2}}
        assert second.get("settings", "person ada") == {"n": 2}
        assert second.all("invitations") == second.all("feeds") == {}
    assert (tmp_path / "second" / "host_key").read_text() == "a key"
    with pytest.raises(HouseClosed, match="not empty"):
        restore_people(tmp_path / "copy", tmp_path / "second")
    with pytest.raises(HouseClosed, match="no backup"):
        restore_people(tmp_path / "nothing", tmp_path / "third")


def contents(path: Path) -> dict[str, object]:
    with open_house(path) as house:
        return {"people": house.all("people"), **{match: house.read(match) for match in house.matches()}}


def test_a_backup_of_an_open_house_is_a_house_and_can_be_restored(
    house: FileStore, folder: Path, tmp_path: Path
) -> None:
    assert backup(folder, tmp_path / "copy") == ()
    house.append("a", {"n": 2})
    house.put("people", "Bo", {})
    house.close()
    (folder / "house.jsonl").unlink()
    assert restore(tmp_path / "copy", tmp_path / "new") == ()
    assert contents(tmp_path / "copy") == contents(tmp_path / "new")
    found = contents(tmp_path / "new")
    assert list(found) == ["people", "zebra", "a"]
    assert found["people"] == {"Ada": {"n": 1}}
    with open_house(tmp_path / "new") as restored:
        assert restored.read("a").entries == ({"n": 1},)
        restored.append("a", {"n": 3})
        restored.create("b", {})
        assert restored.matches() == ("zebra", "a", "b")


def test_HH_48_every_copy_of_a_house_is_muted_and_posts_under_ids_of_its_own(
    house: FileStore, folder: Path, tmp_path: Path
) -> None:
    house.put("settings", "house", {"webhook": "https://chat.example.org/hook"})
    backup(folder, tmp_path / "copy")
    assert HouseSettings(house).copy is None, "the house itself goes on as it was"
    house.close()
    restore(tmp_path / "copy", tmp_path / "restored")
    restore_people(tmp_path / "copy", tmp_path / "people")
    found = []
    for name in ("copy", "restored", "people"):
        assert check(tmp_path / name).well
        with open_house(tmp_path / name) as store:
            settings = HouseSettings(store)
            assert settings.webhook == "https://chat.example.org/hook"
            assert settings.muted
            found.append(settings.copy.id)
            settings.unmute()
        with open_house(tmp_path / name) as store:
            assert not HouseSettings(store).muted, "once unmuted it stays so"
            with pytest.raises(Refused, match="not muted"):
                HouseSettings(store).unmute()
    assert len(set(found)) == 3
    backup(tmp_path / "restored", tmp_path / "again")
    with open_house(tmp_path / "again") as store:
        assert HouseSettings(store).muted, "a copy of a copy that speaks is a copy"


def test_copies_are_private(house: FileStore, folder: Path, tmp_path: Path) -> None:
    house.close()
    was = os.umask(0)
    try:
        backup(folder, tmp_path / "copy")
    finally:
        os.umask(was)
    files = {p.relative_to(tmp_path / "copy").as_posix(): p.stat().st_mode & 0o777 for p in tmp_path.rglob("copy/**/*")}
    held = ("house.jsonl", "lengths.jsonl", "matches/a.jsonl", "matches/zebra.jsonl")
    assert files == {"matches": 0o700, **dict.fromkeys(held, 0o600)}
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o700


def test_a_backup_while_another_process_appends_holds_whole_entries(folder: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.storage.killing", "--child", str(folder), "2000"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            for turn in range(5):
                told = [process.stdout.readline().split() for _ in range(10)]
                assert backup(folder, tmp_path / f"copy-{turn}") == ()
                verify_moment(tmp_path / f"copy-{turn}", told)
        finally:
            process.kill()


def verify_moment(copy: Path, told: list[list[bytes]]) -> None:
    """The child goes round: an entry of m-1, an entry of m-2, a person. At no moment are they further apart."""
    assert all(file.state == "good" for file in check(copy).files)
    with open_house(copy) as found:
        first, second = (found.read(match).entries for match in ("m-1", "m-2"))
        people = found.all("people")
        last = found.get("settings", "last") or {"n": -1}
    assert list(first) == [entry("m-1", n, 2000) for n in range(len(first))]
    assert len(second) <= len(first) <= len(second) + 1
    assert len(people) <= len(second) <= len(people) + 1
    assert len(people) - 2 <= last["n"] < len(people)
    for what, n in told:
        assert int(n) < {b"m-1": len(first), b"m-2": len(second), b"people": len(people)}[what]


def test_what_is_added_between_the_readings_of_the_sizes_is_noticed(
    house: FileStore, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: Callable[[Path], object] = backup_module._sizes
    readings = 0

    def busy(path: Path) -> object:
        nonlocal readings
        readings += 1
        found = sizes(path)
        if readings < 4:
            house.append("a", {"n": readings + 1})
            house.append("zebra", {"n": readings + 1})
        return found

    monkeypatch.setattr(backup_module, "_sizes", busy)
    backup(folder, tmp_path / "copy")
    house.close()
    assert readings == 5
    with open_house(tmp_path / "copy") as copy:
        assert len(copy.read("a").entries) == len(copy.read("zebra").entries) == 4

    monkeypatch.setattr(backup_module, "_sizes", lambda _: {"house.jsonl": object()})
    with pytest.raises(HouseClosed, match="never stood still"):
        backup(folder, tmp_path / "other")


def test_shelves_that_are_swept_while_they_are_copied_are_copied_anew(
    house: FileStore, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment: Callable[[Path], object] = backup_module._one_moment
    sweeps = 0

    def sweeping(path: Path) -> object:
        nonlocal sweeps
        found = moment(path)
        if sweeps:
            sweeps -= 1
            for n in range(200):
                house.put("people", "Ada", {"n": n})
            while house.tend():
                pass
        return found

    monkeypatch.setattr(backup_module, "_one_moment", sweeping)
    sweeps = 2
    assert backup(folder, tmp_path / "copy") == ()
    with open_house(tmp_path / "copy") as copy:
        assert copy.get("people", "Ada") == {"n": 199}
    sweeps = 1_000
    with pytest.raises(HouseClosed, match="written anew each time it was copied: empty the target and try again"):
        backup(folder, tmp_path / "other")
    assert not (tmp_path / "other" / "house.jsonl").exists()


@pytest.mark.usefixtures("killed")
def test_a_torn_entry_is_not_copied(house: FileStore, folder: Path, tmp_path: Path) -> None:
    house.append("a", {"n": 2})
    house.close()
    path = folder / "matches" / "a.jsonl"
    path.write_bytes(path.read_bytes()[:-3])
    assert backup(folder, tmp_path / "copy") == ()
    assert check(tmp_path / "copy").files[1].state == "good"
    with open_house(tmp_path / "copy") as copy:
        assert copy.read("a").entries == ({"n": 1},)


def test_a_damaged_file_is_copied_as_it_is_and_told(house: FileStore, folder: Path, tmp_path: Path) -> None:
    house.close()
    path = folder / "matches" / "a.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"n":1', b'"n":7'))
    told = backup(folder, tmp_path / "copy")
    assert len(told) == 1
    assert told[0].startswith("matches/a.jsonl, entry 1 (line 2): the checksum")
    assert restore(tmp_path / "copy", tmp_path / "new") == told
    assert (tmp_path / "new" / "matches" / "a.jsonl").read_bytes() == path.read_bytes()
    with open_house(tmp_path / "new") as restored:
        assert restored.read("zebra").entries == ({"n": 1},)
        with pytest.raises(Damaged):
            restored.read("a")


def test_further_files_go_along_if_they_are_there(house: FileStore, folder: Path, tmp_path: Path) -> None:
    house.close()
    (folder / "keys").mkdir()
    (folder / "keys" / "host").write_bytes(b"secret")
    (folder / "keys" / "host").chmod(0o644)
    backup(folder, tmp_path / "copy", also=["keys/host", "absent"])
    restore(tmp_path / "copy", tmp_path / "new", also=["keys/host", "absent"])
    assert (tmp_path / "new" / "keys" / "host").read_bytes() == b"secret"
    assert (tmp_path / "new" / "keys" / "host").stat().st_mode & 0o777 == 0o600
    for name in ("../outside", "/etc/hostname"):
        with pytest.raises(ValueError, match="below the house"):
            backup(folder, tmp_path / f"copy-{name[-3:]}", also=[name])


def test_nothing_is_overwritten(house: FileStore, folder: Path, tmp_path: Path) -> None:
    house.close()
    backup(folder, tmp_path / "copy")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")}
    attempts: list[Callable[[], object]] = [
        lambda: backup(folder, tmp_path / "copy"),
        lambda: restore(tmp_path / "copy", folder),
        lambda: backup(folder, folder),
    ]
    for attempt in attempts:
        with pytest.raises(HouseClosed, match="is not empty: name a folder that is new or empty"):
            attempt()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")} == before


def test_where_there_is_no_house_there_is_nothing_to_copy(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(HouseClosed, match="There is no house in"):
        backup(folder, tmp_path / "copy")
    with pytest.raises(HouseClosed, match="There is no backup in"):
        restore(folder, tmp_path / "new")
    assert not folder.exists()
    assert not (tmp_path / "copy").exists()
    assert not (tmp_path / "new").exists()


@pytest.mark.usefixtures("killed")
@pytest.mark.parametrize("kept", [0, 1, 2])
def test_a_restore_that_was_cut_off_does_not_open_as_a_house(
    house: FileStore, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    house.close()
    backup(folder, tmp_path / "copy")
    write = backup_module.write_whole
    written: list[Path] = []

    def full(path: Path, data: bytes) -> None:
        if len(written) == kept:
            raise OSError(28, "No space left on device")
        written.append(path)
        write(path, data)

    monkeypatch.setattr(backup_module, "write_whole", full)
    with pytest.raises(HouseClosed, match="is not restored completely: the disk is full"):
        restore(tmp_path / "copy", tmp_path / "new")
    assert not (tmp_path / "new" / "house.jsonl").exists()
    if kept:
        with pytest.raises(Damaged, match=r"house\.jsonl is missing although there are matches"):
            open_house(tmp_path / "new")


def test_a_restore_holds_the_lock(
    house: FileStore, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.close()
    backup(folder, tmp_path / "copy")
    write = backup_module.write_whole

    def interfere(path: Path, data: bytes) -> None:
        with pytest.raises(HouseClosed, match="open already"):
            open_house(tmp_path / "new")
        write(path, data)

    monkeypatch.setattr(backup_module, "write_whole", interfere)
    restore(tmp_path / "copy", tmp_path / "new")
    open_house(tmp_path / "new").close()
