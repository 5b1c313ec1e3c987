"""Where the house is kept, how private it is, and the sentences for folders that cannot hold it."""

from __future__ import annotations

import errno
import fcntl
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from storage import HouseClosed, data_folder, open_house, visit_house


# --- which folder ----------------------------------------------------------------------------------------------------
def test_the_option_comes_before_the_variable_and_that_before_the_usual_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GARNET_DATA", str(tmp_path / "variable"))
    assert data_folder(tmp_path / "option") == tmp_path / "option"
    assert data_folder() == tmp_path / "variable"
    monkeypatch.setenv("GARNET_DATA", "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "usual"))
    monkeypatch.setenv("HOME", str(tmp_path / "usual"))
    assert data_folder().is_relative_to(tmp_path / "usual")
    assert data_folder().name == "garnet-house"


def test_the_folder_is_absolute_and_knows_the_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert data_folder("here") == tmp_path / "here"
    assert data_folder("~/there") == tmp_path / "home" / "there"


@pytest.mark.parametrize("name", ["", "  ", "a\0b", "~nobody-of-this-name/x"])
def test_what_can_be_no_folder_is_refused(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    with pytest.raises(HouseClosed, match=r"^--data "):
        data_folder(name)
    if name and "\0" not in name:
        monkeypatch.setenv("GARNET_DATA", name)
        with pytest.raises(HouseClosed, match=r"^GARNET_DATA "):
            data_folder()


# --- private ---------------------------------------------------------------------------------------------------------
def modes(folder: Path) -> dict[str, int]:
    return {path.relative_to(folder.parent).as_posix(): path.stat().st_mode & 0o777 for path in folder.rglob("*")}


def test_folders_are_0700_and_files_0600_whatever_the_umask(folder: Path) -> None:
    was = os.umask(0)
    try:
        with open_house(folder) as house:
            house.create("m-1", {})
            house.append("m-1", {})
            house.put("people", "Ada", {})
    finally:
        os.umask(was)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert modes(folder) == {
        "house/lock": 0o600,
        "house/house.jsonl": 0o600,
        "house/lengths.jsonl": 0o600,
        "house/matches": 0o700,
        "house/matches/m-1.jsonl": 0o600,
    }


def test_an_empty_folder_is_closed_to_others(folder: Path) -> None:
    folder.mkdir(0o755)
    open_house(folder).close()
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_house_that_was_opened_to_others_is_closed_to_them_again(folder: Path) -> None:
    open_house(folder).close()
    folder.chmod(0o755)
    (folder / "matches").chmod(0o755)
    open_house(folder).close()
    assert folder.stat().st_mode & 0o777 == (folder / "matches").stat().st_mode & 0o777 == 0o700


def test_a_folder_that_holds_other_things_keeps_its_permissions(folder: Path) -> None:
    folder.mkdir(0o755)
    (folder / "holiday.txt").write_text("sun")
    open_house(folder).close()
    assert folder.stat().st_mode & 0o777 == 0o755
    assert (folder / "matches").stat().st_mode & 0o777 == 0o700
    assert (folder / "holiday.txt").read_text() == "sun"


# --- folders that cannot hold a house --------------------------------------------------------------------------------
def test_a_file_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    for path in (file, file / "below", file / "far" / "below"):
        with pytest.raises(HouseClosed, match=r"a file is where a folder should be\. Choose another with --data"):
            open_house(path)
    assert file.read_text() == "mine"


def test_a_file_where_the_matches_should_be(folder: Path) -> None:
    folder.mkdir()
    (folder / "matches").write_text("mine")
    with pytest.raises(HouseClosed, match="a file is where a folder should be"):
        open_house(folder)


def test_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    for name in ("link", "circle"):
        with pytest.raises(HouseClosed, match=f"{name} "):
            open_house(tmp_path / name)


def test_a_folder_that_is_a_link_is_as_good_as_any(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    open_house(tmp_path / "link").close()
    with open_house(tmp_path / "real"), pytest.raises(HouseClosed, match="open already"):
        open_house(tmp_path / "link")


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    with pytest.raises(HouseClosed, match="its name is too long"):
        open_house(tmp_path / ("x" * 300))


@pytest.fixture
def anyone() -> Iterator[Path]:
    """A folder that everybody can reach, entered by somebody who is not the superuser."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        was = os.geteuid()
        if was == 0:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            os.seteuid(was)


def test_a_folder_that_is_read_only_is_told_with_the_way_out(anyone: Path) -> None:
    house = anyone / "house"
    with open_house(house) as store:
        store.create("m-1", {"game": "exodus"})
    house.chmod(0o500)
    with pytest.raises(HouseClosed, match=rf"{house} cannot be used: it is not yours to write. Make it writable"):
        open_house(house)
    with pytest.raises(HouseClosed, match="it is not yours to write"):
        open_house(house / "below")
    with visit_house(house) as store:
        assert store.read("m-1").header == {"game": "exodus"}
    house.chmod(0o700)
    open_house(house).close()


def test_matches_that_are_read_only_refuse_a_new_match(anyone: Path) -> None:
    with open_house(anyone / "house") as store:
        store.create("m-1", {})
        (anyone / "house" / "matches").chmod(0o500)
        with pytest.raises(HouseClosed, match="The match cannot be kept: it is not yours to write"):
            store.create("m-2", {})
        (anyone / "house" / "matches" / "m-1.jsonl").chmod(0o400)
        with pytest.raises(HouseClosed, match=r"m-1\.jsonl cannot be opened: it is not yours to write"):
            store.append("m-1", {})
        (anyone / "house" / "matches" / "m-1.jsonl").chmod(0)
        with pytest.raises(HouseClosed, match=r"m-1\.jsonl cannot be read"):
            store.read("m-1")
        (anyone / "house" / "matches").chmod(0o700)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (errno.ENOSPC, "the disk is full. Free some space"),
        (errno.EROFS, "the disk is read-only. Make it writable"),
        (errno.EIO, "the disk reports an error. Look at the disk with `garnet doctor`"),
        (errno.ENOTCONN, "the system says: "),
    ],
)
@pytest.mark.parametrize("call", ["os.mkdir", "os.fsync", "os.replace", "fcntl.flock"])
def test_opening_tells_why_the_system_refuses_and_lets_go(
    folder: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: int, told: str
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(error, os.strerror(error))

    with monkeypatch.context() as patch:
        patch.setattr(call, refuse)
        with pytest.raises(HouseClosed, match=told) as closed:
            open_house(folder)
    assert str(folder) in closed.value.message
    open_house(folder).close()


def test_what_cannot_be_swept_away_is_told_and_lets_go(folder: Path) -> None:
    open_house(folder).close()
    left = folder / "house.jsonl.new"
    left.mkdir()
    with pytest.raises(HouseClosed, match=f"The house in {folder} cannot be opened: "):
        open_house(folder)
    left.rmdir()
    open_house(folder).close()


def test_a_full_disk_does_not_keep_a_house_closed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_house(folder) as house:
        house.create("m-1", {})

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        for call in ("write", "pwrite", "fsync"):
            patch.setattr(os, call, full)
        with open_house(folder) as house:
            assert house.matches() == ("m-1",)
            assert house.read("m-1").entries == ()
            with pytest.raises(HouseClosed, match="the disk is full"):
                house.append("m-1", {})


# --- the lock --------------------------------------------------------------------------------------------------------
def test_a_lock_file_with_nonsense_in_it_blocks_nobody(folder: Path) -> None:
    open_house(folder).close()
    for nonsense in (b"", b"\xff\xfe", b"[]", b'{"process": 1}', b'{"process":1,"machine":"x","since":"y"}'):
        (folder / "lock").write_bytes(nonsense)
        open_house(folder).close()
        (folder / "lock").write_bytes(nonsense)
        fd = os.open(folder / "lock", os.O_RDONLY)
        fcntl.flock(fd, fcntl.LOCK_EX)
        with pytest.raises(HouseClosed, match="is open already: another process holds it"):
            open_house(folder)
        os.close(fd)


def test_a_holder_on_another_machine_is_named_with_it(folder: Path) -> None:
    open_house(folder).close()
    (folder / "lock").write_text('{"process":7,"machine":"attic","since":0}')
    fd = os.open(folder / "lock", os.O_RDONLY)
    fcntl.flock(fd, fcntl.LOCK_EX)
    with pytest.raises(HouseClosed, match="process 7 on attic, since 1970-01-01 00:00 UTC, holds it"):
        open_house(folder)
    os.close(fd)


def test_somebody_who_only_asks_keeps_nobody_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_house(folder).close()
    fd = os.open(folder / "lock", os.O_RDONLY)
    fcntl.flock(fd, fcntl.LOCK_SH)
    monkeypatch.setattr("storage.folder.time.sleep", lambda _: os.close(fd))
    open_house(folder).close()


def test_a_house_that_is_not_there_cannot_be_visited_and_is_not_made(folder: Path) -> None:
    with pytest.raises(HouseClosed, match="There is no house in"):
        visit_house(folder)
    assert not folder.exists()


def test_a_visit_changes_nothing(folder: Path) -> None:
    with open_house(folder) as house:
        house.create("m-1", {})
        house.put("people", "Ada", {"n": 1})
    before = {path: path.stat() for path in (folder, *folder.rglob("*")) if path.is_file()}
    with visit_house(folder) as house, visit_house(folder) as other, open_house(folder):
        assert house.all("people") == other.all("people") == {"Ada": {"n": 1}}
        changes: list[Callable[[], object]] = [
            lambda: house.create("m-2", {}),
            lambda: house.append("m-1", {}),
            lambda: house.put("people", "Bo", {}),
            lambda: house.drop("people", "Ada"),
        ]
        for change in changes:
            with pytest.raises(HouseClosed, match="to look at it only: nothing can be kept"):
                change()
        assert house.get("people", "Ada") == {"n": 1}
    after = {path: path.stat() for path in before}
    assert all(before[p].st_mtime_ns == after[p].st_mtime_ns for p in before if p.name != "lock")
