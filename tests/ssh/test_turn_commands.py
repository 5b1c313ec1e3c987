"""Turns by command: a host lets one lapse and goes back a move; what is meant for one turn counts in no other."""

from __future__ import annotations

import json

import pytest

from cli.admin.commands import AdminCommands
from core.games import register
from tests.kit.hall import Hall
from tests.kit.lots import CHIPS, Lots
from tests.ssh.callers import a_house
from tests.ssh.test_week_commands import code, told

MATCH = "lots-1"
SEATS = ("Ada", "Bo", "Cy", "Di")


@pytest.fixture(autouse=True)
def _lots():
    register(Lots())


def a_desk():
    hall = Hall(*SEATS)
    return hall.match("lots"), AdminCommands(hall.house, hall.people, hall.door)


def test_CM_31_a_host_lets_a_turn_lapse_by_command():
    table, desk = a_desk()
    before = table.match
    beforehand = told(desk, "lapse", MATCH, "--dry-run")
    assert table.match is before
    assert beforehand["would_tell"]["everybody"] == ("The host let the turn lapse: the usual move was made for Ada.",)
    told(desk, "lapse", MATCH)
    assert (table.match.state.chips["Ada"], table.match.stage.seats) == (CHIPS - 1, ("Bo",))
    assert code(desk, "lapse", MATCH, "Ada") == "not_on_turn"
    assert code(desk, "lapse", MATCH, "--round", "2") == "too_late"
    told(desk, "lapse", MATCH, "Bo", "--round", "1")
    assert table.match.stage.seats == ("Cy",)


def test_CM_31_in_a_game_without_turns_nothing_can_lapse():
    hall = Hall("Ada", "Bo")
    hall.match()
    desk = AdminCommands(hall.house, hall.people, hall.door)
    assert code(desk, "lapse", "parley-open-1") == "no_turn"
    assert code(desk, "rewind", "parley-open-1", "--move") == "no_such_move"


def test_CM_33_a_host_goes_back_a_move_by_command_and_over_a_close():
    table, desk = a_desk()
    assert code(desk, "rewind", MATCH, "--move") == "no_such_move"
    told(desk, "lapse", MATCH)
    told(desk, "rewind", MATCH, "--move")
    assert (table.match.state.chips["Ada"], table.match.stage.seats) == (CHIPS, ("Ada",))
    told(desk, "lapse", MATCH)
    told(desk, "close", MATCH)
    assert table.match.round == 2
    told(desk, "rewind", MATCH, "--move")
    assert table.match.round == 1
    assert code(desk, "rewind", MATCH, "9") == "no_such_round"
    with pytest.raises(SystemExit):
        told(desk, "rewind", MATCH)


async def test_CM_30_an_action_that_is_meant_for_a_turn_counts_in_no_later_one(tmp_path):
    async with a_house(tmp_path, *SEATS, game="lots", seats=SEATS) as (_, table, callers, _):
        ada = callers[0]
        first = (await ada.json("view lots-1"))["turn"]
        assert first["seats"] == ["Ada"]
        assert "number" not in (await callers[1].json("view lots-1"))["turn"]
        for one in callers:
            assert (await one("act lots-1", '{"kind": "pay"}')).exit_status == 0
        now = (await ada.json("view lots-1"))["turn"]
        late = await ada(f"act lots-1 --json --turn {first['number']}", '{"kind": "pay"}')
        assert (late.exit_status, json.loads(late.stdout)["error"]["code"]) == (1, "too_late")
        assert table.match.state.pot == 4
        assert (await ada(f"act lots-1 --turn {now['number']}", '{"kind": "pay"}')).exit_status == 0
        assert table.match.state.pot == 5
        assert (await ada("act lots-1 --turn soon", '{"kind": "pay"}')).exit_status == 2
