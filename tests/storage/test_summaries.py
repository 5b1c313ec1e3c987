"""Summaries beside the journals of finished matches: they fit, or they are none."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from storage import HouseClosed, MemoryStore, open_house, visit_house
from storage.store import FileStore

Twin = FileStore | MemoryStore
TOLD = {"schema": 1, "summary": {"winners": ["Ada", "Bö"]}}


def filled(house: Twin) -> None:
    """A match with three entries and its summary."""
    house.create("m-1", {"match": "m-1"})
    for n in range(3):
        house.append("m-1", {"n": n})
    house.keep_summary("m-1", TOLD)


def test_a_summary_is_kept_and_found_again(opening: Callable[[], Twin]) -> None:
    with opening() as house:
        house.create("m-1", {})
        assert house.summary("m-1") is None
        house.keep_summary("m-1", TOLD)
        assert house.summary("m-1") == TOLD
        assert house.summary("m-2") is None
    with opening() as house:
        assert house.matches() == ("m-1",)
        assert house.summary("m-1") == house.summary("m-1") == TOLD
        house.keep_summary("m-1", {"other": 1})
        assert house.summary("m-1") == {"other": 1}


def test_a_journal_that_has_grown_has_no_summary_until_one_is_kept_anew(store: Twin) -> None:
    filled(store)
    store.append("m-1", {"n": 3})
    assert store.summary("m-1") is None
    store.keep_summary("m-1", {"n": 4})
    assert store.summary("m-1") == {"n": 4}


def test_what_json_does_not_give_back_is_no_summary(store: Twin) -> None:
    store.create("m-1", {})
    with pytest.raises(ValueError, match="A summary holds set"):
        store.keep_summary("m-1", {"n": {1}})


def test_a_changed_byte_in_the_journal_leaves_no_summary_whatever_its_times_say(folder: Path) -> None:
    with open_house(folder) as house:
        filled(house)
    journal = folder / "matches" / "m-1.jsonl"
    about, data = journal.stat(), journal.read_bytes()
    journal.write_bytes(data.replace(b'"n":1', b'"n":7'))
    os.utime(journal, ns=(about.st_atime_ns, about.st_mtime_ns))
    with open_house(folder) as house:
        assert house.summary("m-1") is None
    journal.write_bytes(data)
    with open_house(folder) as house:
        assert house.summary("m-1") == TOLD, "the same bytes again"


def test_a_house_that_was_copied_keeps_its_summaries(folder: Path, tmp_path: Path) -> None:
    with open_house(folder) as house:
        filled(house)
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy, copy_function=shutil.copyfile)
    before = (copy / "matches" / "m-1.summary").read_bytes()
    with visit_house(copy) as house:
        assert house.summary("m-1") == TOLD
        assert (copy / "matches" / "m-1.summary").read_bytes() == before, "who only looks changes nothing"
    with open_house(copy) as house:
        assert house.summary("m-1") == TOLD
    now = (copy / "matches" / "m-1.summary").read_bytes()
    assert now != before, "the new file's times are noted, so that it need not be read again"
    with open_house(copy) as house:
        assert house.summary("m-1") == TOLD
    assert (copy / "matches" / "m-1.summary").read_bytes() == now


def test_a_summary_that_was_changed_cut_or_taken_from_another_match_is_none(folder: Path) -> None:
    with open_house(folder) as house:
        filled(house)
        house.create("m-2", {})
        path = folder / "matches" / "m-1.summary"
        data = path.read_bytes()
        spoilt = [data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :] for place in range(0, len(data), 7)]
        for wrong in [*spoilt, *(data[:n] for n in range(0, len(data), 11)), data + data, b"[]\n", b"\0" * len(data)]:
            path.write_bytes(wrong)
            assert house.summary("m-1") is None
        (folder / "matches" / "m-2.summary").write_bytes(data)
        assert house.summary("m-2") is None
        path.write_bytes(data)
        assert house.summary("m-1") == TOLD


def test_whoever_only_looks_keeps_no_summary(folder: Path) -> None:
    with open_house(folder) as house:
        house.create("m-1", {})
    with visit_house(folder) as house:
        house.keep_summary("m-1", TOLD)
        assert house.summary("m-1") is None
    assert not (folder / "matches" / "m-1.summary").exists()


def test_no_room_for_a_summary_is_no_trouble(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with open_house(folder) as house:
        filled(house)
        house.append("m-1", {"n": 3})
        with monkeypatch.context() as patch:
            patch.setattr("storage.appending.write_all", full)
            house.keep_summary("m-1", TOLD)
        assert house.summary("m-1") is None
        assert not list((folder / "matches").glob("*.new"))
        house.keep_summary("m-1", TOLD)
        assert house.summary("m-1") == TOLD


def test_summaries_without_a_journal_and_unfinished_ones_are_swept_away(folder: Path) -> None:
    with open_house(folder) as house:
        filled(house)
    matches = folder / "matches"
    (matches / "m-9.summary").write_bytes((matches / "m-1.summary").read_bytes())
    (matches / "m-1.summary.new").write_bytes(b'{"file":')
    open_house(folder).close()
    assert sorted(path.name for path in matches.iterdir()) == ["m-1.jsonl", "m-1.summary"]
    assert (matches / "m-1.summary").stat().st_mode & 0o777 == 0o600


def test_the_order_of_matches_is_the_same_with_and_without_summaries(folder: Path) -> None:
    with open_house(folder) as house:
        for match in ("zebra", "m-10", "m-9"):
            house.create(match, {})
        house.keep_summary("zebra", TOLD)
        house.keep_summary("m-9", TOLD)
    with open_house(folder) as house:
        assert house.matches() == ("zebra", "m-10", "m-9")
        assert (house.summary("zebra"), house.summary("m-10")) == (TOLD, None)
        house.create("a", {})
    with visit_house(folder) as house:
        assert house.matches() == ("zebra", "m-10", "m-9", "a")


def test_a_journal_that_is_let_go_is_read_anew_and_can_be_added_to(store: Twin) -> None:
    filled(store)
    store.release("m-1")
    store.release("m-1")
    store.append("m-1", {"n": 3})
    store.release("m-1")
    assert store.read("m-1").entries == ({"n": 0}, {"n": 1}, {"n": 2}, {"n": 3})


def test_a_closed_house_gives_and_keeps_no_summaries(opening: Callable[[], Twin]) -> None:
    with opening() as house:
        filled(house)
    for call in (lambda: house.summary("m-1"), lambda: house.keep_summary("m-1", TOLD), house.tend):
        with pytest.raises(HouseClosed, match="has been closed"):
            call()
