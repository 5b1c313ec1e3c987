"""`garnet doctor` on houses that lost something whole: each file is in order, and they do not fit together."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.main import main
from core.house.people import People
from core.person import Key
from storage import lengths, open_house
from tests.kit.house import open_house as house_on

SEATS = ("Ada", "Bo", "Cy", "Di")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A closed house of six people with a match, and a season that has made one."""
    with open_house(tmp_path / "house") as store:
        people = People(store, lambda: 0.0, lambda count: bytes(count))
        names = (*SEATS, "Eve", "Flo")
        for number, name in enumerate(names):
            people.take(name, Key(f"ssh-ed25519 {number}", f"SHA256:{number}", 0.0))
        house = house_on(store)
        holders = {name: f"person:{name.lower()}" for name in SEATS}
        house.make("parley-open", SEATS, holders=holders)
        house.seasons.make(names, title="Spring", holders={name: f"person:{name.lower()}" for name in names})
        house.make("parley-open", SEATS, season="spring-1")
        house.stop()
    return tmp_path / "house"


def doctor(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    capsys.readouterr()
    status = main(["--data", str(folder), "doctor"])
    return status, " ".join(capsys.readouterr().out.split())


def cut(path: Path, part: float) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: max(1, int(len(lines) * part))]))


@pytest.fixture(autouse=True)
def _a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")


def test_a_house_that_is_well_is_called_well_with_what_cannot_be_known(folder, capsys) -> None:
    status, told = doctor(folder, capsys)
    assert "Everything is well." in told
    assert status == 0
    assert "what was lost of anything later than that does not show" in told
    (folder / lengths.NAME).unlink()
    assert "is not known yet" in doctor(folder, capsys)[1]


def test_people_who_hold_seats_and_are_gone_are_missed(folder, capsys) -> None:
    cut(folder / "house.jsonl", 1 / 3)
    status, told = doctor(folder, capsys)
    assert status == 1
    assert "house.jsonl has lost whole lines" in told
    (folder / lengths.NAME).unlink()  # and also where nothing is known of lengths
    status, told = doctor(folder, capsys)
    assert status == 1
    assert "people hold seats and are not in house.jsonl" in told
    assert "flo (at spring-1)" in told


def test_a_seat_of_a_removed_person_is_named_until_it_is_given_away(folder, capsys) -> None:
    with open_house(folder) as store:
        People(store, lambda: 0.0, lambda count: bytes(count)).remove("Ada")
    status, told = doctor(folder, capsys)
    assert "Ada holds a seat at" in told
    assert "garnet host hand-over" in told
    assert status == 1
    for words in (["hand-over", "parley-open-1", "Ada", "open"], ["season", "hand-over", "spring-1", "Ada", "open"]):
        assert main(["--data", str(folder), "host", *words]) == 0
    assert doctor(folder, capsys)[0] == 0


def test_a_running_match_that_lost_its_last_lines_is_not_called_well(folder, capsys) -> None:
    cut(folder / "seasons" / "spring-1.jsonl", 0)
    with open_house(folder) as store:
        store.append("parley-open-1", {"kind": "announced", "at": 1.0, "text": "Tea."})
    cut(folder / "matches" / "parley-open-1.jsonl", 0.5)
    status, told = doctor(folder, capsys)
    assert status == 1
    assert "matches/parley-open-1.jsonl has lost whole lines" in told


def test_a_season_that_is_gone_is_missed_by_its_match(folder, capsys) -> None:
    (folder / "seasons" / "spring-1.jsonl").unlink()
    (folder / lengths.NAME).unlink()
    status, told = doctor(folder, capsys)
    assert status == 1
    assert "seasons/spring-1.jsonl is gone: it has made parley-open-2" in told
