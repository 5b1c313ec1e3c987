"""HH-74: a set-up that a host gives to a new match."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from cli.main import main
from core.house.templates import MatchTemplate
from core.kit import outputs
from core.match import views
from core.table.host_controls import HostControls
from core.table.table import Table
from tests.kit.house import open_house
from tests.kit.script import NAMES
from tui.app.making import GIVEN, make_match


def given_table(given: dict[str, object]) -> Table:
    template = MatchTemplate(game="exodus", seats=NAMES[:9])
    return make_match(open_house(), template, zone=None, seed=1, given=given)


def test_HH_74_everybody_reads_that_there_is_a_set_up_and_only_the_host_what_it_holds() -> None:
    table = given_table({"round": 3})
    match = table.match
    assert match.round == 3
    for reader in (*match.seats, None):
        assert GIVEN in json.dumps(views.view(match, reader))
        other = replace(match, header=replace(match.header, setup={"round": 3, "temple": 9}))
        assert outputs(match, reader) == outputs(other, reader)


def test_HH_74_it_stands_in_the_record_after_the_end() -> None:
    table = given_table({"round": 7})
    desk = HostControls(table)
    while table.match.phase != "finished":
        desk.close()
    assert views.view(table.match, "Ada")["record"]["setup"] == {"round": 7}


def test_HH_74_a_host_gives_it_as_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "given.toml").write_text("round = 4\n")
    (tmp_path / "given.json").write_text('{"round": "four"}')
    words = ["host", "new", "exodus", "--data", str(tmp_path / "house"), "--given"]
    assert main([*words, str(tmp_path / "given.toml")]) == 0
    assert main([*words, str(tmp_path / "given.json")]) == 1
    assert "setup: round: expected a whole number" in capsys.readouterr().err
    assert main([*words, str(tmp_path / "none.json")]) == 1
    assert "cannot be read as a set-up" in capsys.readouterr().err
