"""docs/seasons.md says what is so: its commands are typed as they stand there, each section in a house of its own in
which "Before the first week" has been typed."""

from __future__ import annotations

import json
import re
import shlex
import time
from pathlib import Path

import pytest

from cli.admin.seasons import BY_NAME
from cli.main import main
from core.house.house import House
from core.match import journal as j
from storage import open_house
from tests.kit.docs import typed
from tests.kit.house import Tokens

PAGE = Path("docs/seasons.md")
TEXT = PAGE.read_text(encoding="utf-8")
SECTIONS = re.findall(r"^## (.*)$", TEXT, flags=re.MULTILINE)


def commands(section: str) -> list[str]:
    """The lines of a section's blocks of commands, in order."""
    return typed(PAGE, section)


def play(folder: Path, match: str) -> None:
    """What "# exodus-1 is played" stands for: bots take the seats, and the match goes to its end."""
    with open_house(folder) as store:
        house = House(store, time.time, Tokens())
        house.seasons.start()
        table = house.table(match)
        for seat in table.match.seats:
            table.submit(j.HandedOver(seat=seat, holder="bot:random"))
        while table.match.phase != "finished":
            table.play_bots()
            if table.match.phase != "finished":
                table.submit(j.Closed())


def type_all(folder: Path, lines: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Type commands one after the other; what they printed. Fails with the first that does."""
    told = ""
    for line in lines:
        if line.startswith("#"):
            play(folder, line.split()[1])
            continue
        program, *words = shlex.split(line)
        assert program == "garnet"
        status = main([*words, "--data", str(folder)])
        printed = capsys.readouterr()
        assert status == 0, f"{line}\n{printed.err}"
        told += printed.out
    return told


@pytest.mark.parametrize("section", [section for section in SECTIONS if commands(section)])
def test_the_commands_of_a_section_as_they_are_typed(
    section: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = tmp_path / "house"
    first, *late = commands("Before the first week")
    type_all(house, [first], capsys)
    if section == "Before the first week":
        assert "Max" in type_all(house, late, capsys)
        return
    lines = commands(section)
    told = type_all(house, lines, capsys)
    main(["season", "spring-1", "--json", "--data", str(house)])
    season = json.loads(capsys.readouterr().out)
    if section == "A week":
        assert "Kit" in season["episodes"][0]["sat_out"]
        assert len(season["episodes"][0]["sat_out"]) == 3
        assert (season["episodes"][0]["match"], season["episodes"][0]["duel"]) == ("exodus-1", "ninety-nine-1")
        assert season["phase"] in ("between", "death_match")  # a drawn duel is made again
    elif section == "Played somewhere else":
        assert (season["episodes"][0]["out"], season["cast"]["Kit"]["purse"]) == ("Bo", 6)
    elif section == "When something went wrong":
        assert [(one["match"], one["skipped"]) for one in season["episodes"]] == [
            ("famine-1", "There will be none this week.")
        ]
    elif section == "The last two":
        assert season["seed"] is not None
        assert "best of 3" in told


def test_the_page_has_commands_for_every_deed() -> None:
    """Each deed of `garnet host season` is typed somewhere on the page."""
    help_text = {line.split()[3] for section in SECTIONS for line in commands(section) if "host season" in line}
    deeds = {*BY_NAME, "out"}
    assert deeds - help_text == {"answer"}, "nobody asks anything on this page"
    assert "`garnet host season answer " in PAGE.read_text()
