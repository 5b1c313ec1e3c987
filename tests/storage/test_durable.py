"""Store, then tell: what is on disk when a call returns, and what happens when the disk does not play along."""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from storage import HouseClosed, check, open_house
from storage import store as store_module

BIG = {"text": "x" * 20_000}


class Calls:
    """Records the system calls that make things durable, in order, and lets one of them fail."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.made: list[str] = []
        self.failing: dict[str, int] = {}
        """Error number by call, of any file (`fsync`) or one (`fsync matches`): it fails once."""
        for name in ("write", "fsync", "ftruncate", "replace"):
            patch.setattr(os, name, self._wrap(name, getattr(os, name)))

    def _wrap(self, name: str, real: Any) -> Any:
        def call(first: Any, *rest: Any) -> Any:
            made = f"{name} {self._called(first if name != 'replace' else rest[0])}"
            self.made.append(made)
            error = self.failing.pop(made, None) or self.failing.pop(name, None)
            if error is None:
                return real(first, *rest)
            if name == "write":
                real(first, rest[0][: len(rest[0]) // 2])  # a disk that fills takes what still fits
            raise OSError(error, os.strerror(error))

        return call

    def _called(self, file: Any) -> str:
        path = os.readlink(f"/proc/self/fd/{file}") if isinstance(file, int) else os.fspath(file)
        return Path(path).name


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[Calls]:
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("file descriptors have no names here")
    with monkeypatch.context() as patch:
        yield Calls(patch)


def test_an_append_is_one_write_and_one_fsync_however_long_the_journal(folder: Path, calls: Calls) -> None:
    with open_house(folder) as house:
        house.create("m-1", {})
        for n in range(1_000):
            calls.made.clear()
            house.append("m-1", {"n": n})
            assert calls.made == ["write m-1.jsonl", "fsync m-1.jsonl"]


def test_a_put_and_a_drop_are_one_write_and_one_fsync_each(folder: Path, calls: Calls) -> None:
    with open_house(folder) as house:
        for n in range(100):
            calls.made.clear()
            house.put("people", f"p{n}", {})
            assert calls.made == ["write house.jsonl", "fsync house.jsonl"]
        calls.made.clear()
        house.drop("people", "p7")
        assert calls.made == ["write house.jsonl", "fsync house.jsonl"]


def test_a_journal_gets_its_name_whole_and_the_folder_is_synced(folder: Path, calls: Calls) -> None:
    with open_house(folder) as house:
        calls.made.clear()
        house.create("m-1", {})
        assert calls.made == ["write m-1.jsonl.new", "fsync m-1.jsonl.new", "replace m-1.jsonl", "fsync matches"]


def test_a_new_house_is_synced_from_the_folder_above_down(tmp_path: Path, calls: Calls) -> None:
    open_house(tmp_path / "above" / "house").close()
    synced = [call.removeprefix("fsync ") for call in calls.made if call.startswith("fsync")]
    assert synced == [tmp_path.name, "above", "house", "house.jsonl.new", "house"]


def test_many_journals_share_a_few_file_descriptors(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "AWAKE", 3)
    with open_house(folder) as house:
        for n in range(10):
            house.create(f"m-{n}", {})
        before = len(os.listdir("/dev/fd"))
        for turn in range(3):
            for n in range(10):
                house.append(f"m-{n}", {"turn": turn})
        assert len(os.listdir("/dev/fd")) <= before + 3
        for n in range(10):
            assert house.read(f"m-{n}").entries == ({"turn": 0}, {"turn": 1}, {"turn": 2})
    assert len(os.listdir("/dev/fd")) < before


# --- a disk that is full ----------------------------------------------------------------------------------------------
FULL = [("write", errno.ENOSPC, "full"), ("write", errno.EDQUOT, "quota"), ("fsync", errno.ENOSPC, "full")]


@pytest.mark.parametrize(("call", "error", "told"), FULL)
def test_no_room_refuses_the_append_and_a_later_one_works(
    folder: Path, calls: Calls, call: str, error: int, told: str
) -> None:
    with open_house(folder) as house:
        house.create("m-1", {})
        house.append("m-1", {"n": 1})
        before = (folder / "matches" / "m-1.jsonl").read_bytes()
        calls.failing[call] = error
        with pytest.raises(HouseClosed, match=rf"matches/m-1\.jsonl: the disk .*{told}.*not kept.*Free some space"):
            house.append("m-1", {"n": 2})
        assert (folder / "matches" / "m-1.jsonl").read_bytes() == before
        assert calls.made[-2:] == ["ftruncate m-1.jsonl", "fsync m-1.jsonl"]
        house.append("m-1", {"n": 3})
        assert house.read("m-1").entries == ({"n": 1}, {"n": 3})
    with open_house(folder) as house:
        assert house.read("m-1").entries == ({"n": 1}, {"n": 3})


@pytest.mark.parametrize(("call", "error", "told"), FULL)
def test_no_room_refuses_a_put_and_a_drop_and_nothing_changes(
    folder: Path, calls: Calls, call: str, error: int, told: str
) -> None:
    with open_house(folder) as house:
        house.put("people", "Ada", {"n": 1})
        changes: list[Callable[[], object]] = [
            lambda: house.put("people", "Ada", {"n": 2}),
            lambda: house.put("people", "Bo", {}),
            lambda: house.drop("people", "Ada"),
        ]
        for change in changes:
            calls.failing[call] = error
            with pytest.raises(HouseClosed, match=told):
                change()
            assert house.all("people") == {"Ada": {"n": 1}}
        house.put("people", "Bo", {})
    with open_house(folder) as house:
        assert house.all("people") == {"Ada": {"n": 1}, "Bo": {}}


@pytest.mark.parametrize("call", ["write", "fsync", "replace", "fsync matches"])
def test_no_room_for_a_new_journal_leaves_none(folder: Path, calls: Calls, call: str) -> None:
    with open_house(folder) as house:
        calls.failing[call] = errno.ENOSPC
        with pytest.raises(HouseClosed, match="The match cannot be kept: the disk is full"):
            house.create("m-1", {})
        assert house.matches() == ()
        assert list((folder / "matches").iterdir()) == []
        house.create("m-1", {})
        assert house.matches() == ("m-1",)


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """The system takes no file longer than this: a real refusal, after a part of the bytes was written."""
    was = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, was[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, was)


def test_a_write_that_the_system_itself_cuts_short_is_undone(folder: Path) -> None:
    path = folder / "matches" / "m-1.jsonl"
    with open_house(folder) as house:
        house.create("m-1", {})
        house.append("m-1", {"n": 1})
        before = path.read_bytes()
        with largest_file(len(before) + 5_000):
            with pytest.raises(HouseClosed, match="the largest size allowed here, so this was not kept"):
                house.append("m-1", BIG)
            assert path.read_bytes() == before
            house.append("m-1", {"small": True})
        house.append("m-1", BIG)
        assert house.read("m-1").entries == ({"n": 1}, {"small": True}, BIG)
    assert check(folder).well


# --- a disk that fails ------------------------------------------------------------------------------------------------
def test_after_a_failed_fsync_the_journal_takes_nothing_until_it_was_read_anew(folder: Path, calls: Calls) -> None:
    with open_house(folder) as house:
        house.create("m-1", {})
        house.create("m-2", {})
        house.append("m-1", {"n": 1})
        calls.failing["fsync"] = errno.EIO
        with pytest.raises(HouseClosed, match="the disk reports an error, so this was not kept"):
            house.append("m-1", {"n": 2})
        with pytest.raises(HouseClosed, match="keeps nothing more since the disk failed: open the house again"):
            house.append("m-1", {"n": 3})
        house.append("m-2", {"n": 1})
        assert house.read("m-1").entries == ({"n": 1},)
    with open_house(folder) as house:
        house.append("m-1", {"n": 4})
        assert house.read("m-1").entries == ({"n": 1}, {"n": 4})


def test_what_cannot_be_cut_back_takes_nothing_until_it_was_read_anew(folder: Path, calls: Calls) -> None:
    with open_house(folder) as house:
        house.create("m-1", {})
        house.append("m-1", {"n": 1})
        calls.failing |= {"write": errno.ENOSPC, "ftruncate": errno.EIO}
        with pytest.raises(HouseClosed, match="the disk is full"):
            house.append("m-1", {"n": 2})
        with pytest.raises(HouseClosed, match="since the disk failed: open the house again"):
            house.append("m-1", {"n": 3})
    with open_house(folder) as house:
        assert len(house.read("m-1").warnings) == 1
        house.append("m-1", {"n": 4})
        assert house.read("m-1").entries == ({"n": 1}, {"n": 4})


def test_a_cut_that_is_not_durable_counts_as_none(folder: Path, calls: Calls) -> None:
    with open_house(folder) as house:
        house.create("m-1", {})
        calls.failing |= {"write": errno.ENOSPC, "fsync": errno.EIO}
        with pytest.raises(HouseClosed, match="the disk is full"):
            house.append("m-1", {"n": 1})
        with pytest.raises(HouseClosed, match="since the disk failed: open the house again"):
            house.append("m-1", {"n": 2})


def test_a_torn_entry_that_cannot_be_cut_off_is_not_appended_to(folder: Path, calls: Calls) -> None:
    path = folder / "matches" / "m-1.jsonl"
    with open_house(folder) as house:
        house.create("m-1", {})
        house.append("m-1", {"n": 1})
    torn = path.read_bytes()[:-4]
    path.write_bytes(torn)
    with open_house(folder) as house:
        calls.failing["ftruncate"] = errno.EIO
        with pytest.raises(HouseClosed, match="cannot be opened: the disk reports an error"):
            house.append("m-1", {"n": 2})
        assert path.read_bytes() == torn
        house.append("m-1", {"n": 3})
        assert house.read("m-1").entries == ({"n": 3},)


def test_an_append_that_is_interrupted_leaves_no_half_of_itself(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    with open_house(folder) as house:
        house.create("m-1", {})
        house.append("m-1", {"n": 1})
        monkeypatch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            house.append("m-1", {"n": 2})
        house.append("m-1", {"n": 3})
        assert house.read("m-1").entries == ({"n": 1}, {"n": 3})


def test_a_file_that_something_else_changed_is_not_appended_to(folder: Path) -> None:
    path = folder / "matches" / "m-1.jsonl"
    with open_house(folder) as house:
        for match in ("m-1", "m-2", "m-3"):
            house.create(match, {})
            house.append(match, {"n": 1})
        with path.open("ab") as file:
            file.write(b"\n")
        edited = path.with_name("m-2.jsonl.kept")
        edited.write_bytes(path.with_name("m-2.jsonl").read_bytes())
        edited.rename(path.with_name("m-2.jsonl"))
        path.with_name("m-3.jsonl").unlink()
        for match in ("m-1", "m-2", "m-3"):
            with pytest.raises(HouseClosed, match=f"matches/{match}.jsonl was changed by something else"):
                house.append(match, {"n": 2})
