"""A kill at any byte: what was acknowledged is there, what was cut off is dropped with a warning, and it goes on."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from core.store import Damaged
from storage import FileStore, HouseClosed, check, open_house, visit_house

pytestmark = pytest.mark.usefixtures("killed")

ENTRIES: list[dict[str, Any]] = [{"n": 1}, {"by": "Zoë", "text": 'a "quote",\n"sum":"00000000"}'}, {}, {"n": [1, None]}]
PEOPLE: dict[str, dict[str, Any]] = {"Ada": {"n": 1}, "Zoë": {"é": "日本"}, "Bo": {}}


@pytest.fixture
def journal(folder: Path) -> Path:
    """The file of a match with all ENTRIES."""
    with open_house(folder) as house:
        house.create("m-1", {"seats": ["Ada", "Zoë"]})
        for entry in ENTRIES:
            house.append("m-1", entry)
    return folder / "matches" / "m-1.jsonl"


@pytest.fixture
def shelves(folder: Path) -> Path:
    """The file of the shelves, with PEOPLE put and one dropped."""
    with open_house(folder) as house:
        for key, document in PEOPLE.items():
            house.put("people", key, document)
        house.drop("people", "Bo")
    return folder / "house.jsonl"


def ends(data: bytes) -> list[int]:
    """Where the lines end."""
    return [at + 1 for at, byte in enumerate(data) if byte == 10]


def test_a_journal_cut_at_any_byte_keeps_every_whole_entry(journal: Path, folder: Path) -> None:
    data = journal.read_bytes()
    first, *rest = ends(data)
    for cut in range(first, len(data) + 1):
        journal.write_bytes(data[:cut])
        whole = sum(end <= cut for end in rest)
        torn = cut not in (first, *rest)
        with open_house(folder) as house:
            found = house.read("m-1")
            assert found.entries == tuple(ENTRIES[:whole])
            assert [f"entry {whole + 1} (line {whole + 2}) was cut off" in w for w in found.warnings] == [True] * torn
            assert journal.read_bytes() == data[:cut], "reading changes nothing"
            house.append("m-1", {"next": True})
            assert house.read("m-1").entries == (*ENTRIES[:whole], {"next": True})
            assert house.read("m-1").warnings == ()


def test_the_first_append_after_a_kill_needs_no_reading_before_it(journal: Path, folder: Path) -> None:
    data = journal.read_bytes()
    journal.write_bytes(data[:-5])
    with open_house(folder) as house:
        house.append("m-1", {"next": True})
    with open_house(folder) as house:
        assert house.read("m-1").entries == (*ENTRIES[:-1], {"next": True})


def test_shelves_cut_at_any_byte_keep_every_whole_change(shelves: Path, folder: Path) -> None:
    data = shelves.read_bytes()
    first, *rest = ends(data)
    for cut in range(first, len(data) + 1):
        shelves.write_bytes(data[:cut])
        whole = sum(end <= cut for end in rest)
        expected = dict(list(PEOPLE.items())[: min(whole, 3)])
        if whole == 4:
            del expected["Bo"]
        with open_house(folder) as house:
            assert house.all("people") == expected
            assert len(house.warnings) == (cut not in (first, *rest))
            house.put("people", "Cy", {"c": 3})
        with open_house(folder) as house:
            assert house.all("people") == {**expected, "Cy": {"c": 3}}
            assert house.warnings == ()


def test_a_power_cut_may_leave_zeros_at_the_end(journal: Path, folder: Path) -> None:
    data = journal.read_bytes()
    for tail in (b"\0", b"\0" * 5000, b'{"_default":{"5' + b"\0" * 300):
        journal.write_bytes(data + tail)
        with open_house(folder) as house:
            assert house.read("m-1").entries == tuple(ENTRIES)
            assert len(house.read("m-1").warnings) == 1
            house.append("m-1", {"next": True})
            assert house.read("m-1").entries == (*ENTRIES, {"next": True})


def test_a_file_that_does_not_even_have_its_first_line_is_damaged(journal: Path, folder: Path) -> None:
    # It is put in place whole, so no kill leaves this.
    data = journal.read_bytes()
    for cut in range(ends(data)[0]):
        journal.write_bytes(data[:cut])
        with open_house(folder) as house:
            with pytest.raises(Damaged, match=r"matches/m-1\.jsonl: the first line is missing or cut off"):
                house.read("m-1")
            assert house.matches() == ("m-1",)


# --- what is not torn but damaged -------------------------------------------------------------------------------------
def damaged(house: FileStore) -> str:
    """What the house says when the match is read, and again when something is appended."""
    with pytest.raises(Damaged) as reading:
        house.read("m-1")
    with pytest.raises(Damaged) as appending:
        house.append("m-1", {})
    assert str(reading.value) == str(appending.value)
    return str(reading.value)


@pytest.mark.parametrize("other", [0x01, 0x0A, 0x80])
def test_a_byte_changed_anywhere_is_damage_that_names_file_and_entry(journal: Path, folder: Path, other: int) -> None:
    data = journal.read_bytes()
    starts = [0, *ends(data)]
    with visit_house(folder) as house:
        for at in range(len(data)):
            line = sum(start <= at for start in starts)
            changed = bytearray(data)
            changed[at] ^= other
            journal.write_bytes(changed)
            with pytest.raises(Damaged) as damage:
                house.read("m-1")
            place = "first line" if line == 1 else f"entry {line - 1} (line {line})"
            assert str(damage.value).startswith(f"matches/m-1.jsonl, {place}:"), (at, str(damage.value))
            assert journal.read_bytes() == changed


def test_a_byte_changed_on_the_shelves_keeps_the_house_closed(shelves: Path, folder: Path) -> None:
    data = shelves.read_bytes()
    for at in range(0, len(data), 7):
        changed = bytearray(data)
        changed[at] ^= 0x01
        shelves.write_bytes(changed)
        with pytest.raises(Damaged, match=r"house\.jsonl, (first line|entry \d \(line \d\)):"):
            open_house(folder)
        assert shelves.read_bytes() == changed
    shelves.write_bytes(data)
    open_house(folder).close()


def lines_of(journal: Path) -> list[bytes]:
    return journal.read_bytes().splitlines(keepends=True)


def test_lines_missing_doubled_swapped_or_of_another_match_are_damage(journal: Path, folder: Path) -> None:
    lines = lines_of(journal)
    with open_house(folder) as house:
        house.create("m-2", {"seats": ["Ada", "Zoë"]})
        house.append("m-2", {"n": 1})
    other = lines_of(journal.with_name("m-2.jsonl"))
    for number, changed in (
        (2, [*lines[:2], *lines[3:]]),
        (3, [*lines[:3], lines[2], *lines[3:]]),
        (2, [lines[0], lines[1], lines[3], lines[2], lines[4]]),
        (1, [lines[0], other[1], *lines[2:]]),
        (5, [*lines, lines[-1]]),
    ):
        journal.write_bytes(b"".join(changed))
        with open_house(folder) as house:
            assert damaged(house).startswith(f"matches/m-1.jsonl, entry {number} (line {number + 1}): the checksum")


@pytest.mark.parametrize(
    "garbage", [b"hello", b"\n", b"hello\n", b"\x00\x01", b'{"a"\x00b', b"\xff\xfe", b" ", b"{}\n"]
)
def test_garbage_at_the_end_is_damage(journal: Path, folder: Path, garbage: bytes) -> None:
    with journal.open("ab") as file:
        file.write(garbage)
    with open_house(folder) as house:
        assert damaged(house).startswith("matches/m-1.jsonl, entry 5 (line 6): ")
    assert journal.read_bytes().endswith(garbage)


def test_an_acknowledged_entry_is_not_dropped_because_its_newline_was_changed(journal: Path, folder: Path) -> None:
    data = journal.read_bytes()
    for end in (b"}", b" ", b"\0", b"\0\0\0", b"x", b"\r"):
        journal.write_bytes(data[:-1] + end)
        with open_house(folder) as house:
            assert damaged(house).startswith("matches/m-1.jsonl, entry 4 (line 5): ")


@pytest.mark.parametrize("garbage", [b"", b"garbage", b"{}\n", b"\0" * 100, b'{"_default": {"1": {"a": 1}}}', b"\n\n"])
def test_a_file_that_is_none_of_ours_is_damaged(journal: Path, folder: Path, garbage: bytes) -> None:
    journal.write_bytes(garbage)
    with open_house(folder) as house:
        assert damaged(house).startswith("matches/m-1.jsonl")


def reseal(journal: Path, old: bytes, new: bytes) -> None:
    """Change the text of a file and give every line the checksum that it should have."""
    from zlib import crc32

    total, lines = 0, []
    for line in journal.read_bytes().replace(old, new).splitlines():
        body = line[: -len(b',"sum":"00000000"}')]
        total = crc32(body, total)
        lines.append(body + b',"sum":"%08x"}\n' % total)
    journal.write_bytes(b"".join(lines))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b'"schema":1', b'"schema":2', "first line: the file has schema 2 and this program reads 1. Open it with the"),
        (b'"schema":1', b'"scheme":1', "first line: it does not say which schema"),
        (b'"kind":"journal"', b'"kind":"house"', "first line: this is a file of kind 'house', not 'journal'"),
        (b'"match":"m-1"', b'"match":"m-7"', "first line: this is the journal of 'm-7'. Give the file its name back."),
        (b'"header":{', b'"heater":{', "first line: the header of the match is missing"),
        (b'"_default":{"2":', b'"_default":{"3":', "entry 2 (line 3): it does not hold entry 2 and nothing else"),
        (b'"_default":{"2":', b'"_other":{"2":', "entry 2 (line 3): it does not hold entry 2 and nothing else"),
        (b'"3":{}', b'"3":null', "entry 3 (line 4): it does not hold entry 3 and nothing else"),
        (b'"3":{}', b'"3":[]', "entry 3 (line 4): these are no TinyDB documents"),
        (b'"3":{}', b'"x":{}', "entry 3 (line 4): these are no TinyDB documents"),
        (b'"3":{}', b'"3":{]', "entry 3 (line 4): this is no JSON"),
    ],
)
def test_a_whole_file_of_the_wrong_kind_is_damaged(
    journal: Path, folder: Path, old: bytes, new: bytes, told: str
) -> None:
    reseal(journal, old, new)
    with open_house(folder) as house:
        assert damaged(house).startswith("matches/m-1.jsonl, " + told)


def test_one_damaged_match_does_not_hurt_the_others(journal: Path, folder: Path) -> None:
    with open_house(folder) as house:
        house.create("m-2", {})
    reseal(journal, b'"schema":1', b'"schema":9')
    with open_house(folder) as house:
        assert house.matches() == ("m-2", "m-1")
        house.append("m-2", {"n": 1})
        house.create("m-3", {})
        assert house.matches() == ("m-2", "m-3", "m-1")
        assert house.read("m-2").entries == ({"n": 1},)


def test_a_house_whose_shelves_are_missing_is_not_begun_anew(journal: Path, folder: Path) -> None:
    (folder / "house.jsonl").unlink()
    with pytest.raises(Damaged, match=r"house\.jsonl is missing although there are matches"):
        open_house(folder)
    assert not (folder / "house.jsonl").exists()


# --- the shelves are swept --------------------------------------------------------------------------------------------
def test_shelves_that_are_mostly_dead_are_swept_at_opening(folder: Path) -> None:
    with open_house(folder) as house:
        for n in range(300):
            house.put("people", f"p{n % 3}", {"n": n})
        house.put("settings", "theme", {"name": "dark"})
        house.put("people", "gone", {})
        house.drop("people", "gone")
        before = house.all("people")
    path = folder / "house.jsonl"
    size = path.stat().st_size
    with open_house(folder) as house:
        assert list(house.all("people").items()) == list(before.items())
        assert house.all("settings") == {"theme": {"name": "dark"}}
        assert path.stat().st_size * 10 < size
        assert path.stat().st_mode & 0o777 == 0o600
        house.put("people", "new", {"n": 1})
    with open_house(folder) as house:
        assert list(house.all("people")) == ["p0", "p1", "p2", "new"]
    assert check(folder).well


def test_shelves_that_mostly_live_are_left_as_they_are(folder: Path) -> None:
    with open_house(folder) as house:
        for n in range(150):
            house.put("people", f"p{n}", {"n": n})
    inode = (folder / "house.jsonl").stat().st_ino
    open_house(folder).close()
    assert (folder / "house.jsonl").stat().st_ino == inode


def test_torn_shelves_are_not_swept(folder: Path) -> None:
    with open_house(folder) as house:
        for n in range(200):
            house.put("people", "Ada", {"n": n})
    path = folder / "house.jsonl"
    torn = path.read_bytes()[:-3]
    path.write_bytes(torn)
    with open_house(folder) as house:
        assert house.get("people", "Ada") == {"n": 198}
        assert path.read_bytes() == torn
        house.put("people", "Ada", {"n": 200})
    with open_house(folder) as house:
        assert house.get("people", "Ada") == {"n": 200}
        assert len(path.read_bytes()) < 300, "now it is whole, and is swept"


def test_a_sweep_that_fails_leaves_the_old_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with open_house(folder) as house:
        for n in range(200):
            house.put("people", "Ada", {"n": n})
    path = folder / "house.jsonl"
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING):
        patch.setattr("storage.appending.write_all", full)
        house = open_house(folder)
    assert "could not be swept" in caplog.text
    assert path.read_bytes() == before
    assert not list(folder.glob("*.new"))
    house.put("people", "Ada", {"n": 200})
    house.close()
    with open_house(folder) as house:
        assert house.get("people", "Ada") == {"n": 200}


def test_what_a_kill_left_unfinished_is_swept_away(journal: Path, folder: Path) -> None:
    left = [folder / "house.jsonl.new", folder / "matches" / "m-9.jsonl.new"]
    for path in left:
        path.write_bytes(b'{"file":')
    with open_house(folder) as house:
        assert house.matches() == ("m-1",)
        assert not any(path.exists() for path in left)
        house.create("m-9", {})
        assert house.matches() == ("m-1", "m-9")


def test_a_house_opened_to_look_sees_a_torn_entry_and_leaves_it(journal: Path, folder: Path) -> None:
    journal.write_bytes(journal.read_bytes()[:-1])
    with visit_house(folder) as house:
        assert house.read("m-1").entries == tuple(ENTRIES[:-1])
        with pytest.raises(HouseClosed, match="to look at it only"):
            house.append("m-1", {})
