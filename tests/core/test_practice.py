"""Practice matches: one's own, with bots, from the start or a position; they count nowhere."""

from __future__ import annotations

import pytest

from core.games import MODULES, game
from core.house.guest import Guest
from core.house.league import league
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.training import practice
from tests.kit.house import Clock, open_house

EVERY = [(name, None) for name in MODULES] + [(name, one) for name in MODULES for one in game(name).positions]


@pytest.mark.parametrize(("name", "at"), EVERY, ids=lambda one: one if isinstance(one, str) else one.id if one else "")
def test_every_game_can_be_practised_from_the_start_and_from_its_positions(name, at):
    table = practice.begin(open_house(), name, "local", "Bo", at)
    match = table.match
    assert match.seats[0] == "Bo"
    assert len(match.seats) == game(name).spec.seats
    assert [seat for seat in match.seats if match.holders[seat] == "local"] == ["Bo"]
    assert (match.deadline, match.header.round_seconds, match.header.practice) == (None, None, True)
    if at is not None:
        again = practice.begin(open_house(), name, "local", "Zoe", at).match
        assert match.game.host(match.state).keys() == again.game.host(again.state).keys()
        assert match.round == at.given["round"]


def test_a_position_that_is_not_there_is_refused_with_those_there_are():
    with pytest.raises(Refused, match="start, cubes"):
        practice.position("exodus", "nonsense")
    assert practice.position("exodus", "start") is None


def test_HH_31_nobody_else_finds_a_practice_match_in_the_lobby():
    house = open_house()
    table = practice.begin(house, "exodus", "person:ada", "Ada")
    match = table.match.header.match
    ada, bo, host = Guest(house, "ada"), Guest(house, "bo"), Guest(house, "hal", host=lambda: True)
    assert [one.summary.match for one in ada.running()] == [match]
    for other in (bo, host):
        assert other.running() == ()
        with pytest.raises(Refused, match="There is no match"):
            other.watch(match)
        with pytest.raises(Refused):
            other.host_controls(match)
    HostControls(table).end()
    assert [one.summary.match for one in ada.latest(12)] == [match]
    assert (bo.latest(12), host.latest(12), bo.finished(), bo.lobby_rows()) == ((), (), (), ())


def test_HH_31_a_person_has_one_at_a_time_and_a_dozen_in_a_day():
    clock = Clock()
    house = open_house(clock=clock)
    first = practice.begin(house, "exodus", "person:ada", "Ada")
    other = practice.begin(house, "famine", "person:bo", "Bo")
    second = practice.begin(house, "ninety_nine", "person:ada", "Ada")
    assert (first.match.phase, other.match.phase, second.match.phase) == ("finished", "round", "round")
    for _ in range(practice.MOST - 2):
        practice.begin(house, "ninety_nine", "person:ada", "Ada")
    with pytest.raises(Refused, match="12 practice matches within a day"):
        practice.begin(house, "ninety_nine", "person:ada", "Ada")
    clock.advance(practice.A_DAY + 1)
    practice.begin(house, "ninety_nine", "person:ada", "Ada")


def test_HH_31_practice_counts_in_no_league_and_is_never_published():
    house = open_house()
    table = practice.begin(house, "ninety_nine", "person:ada", "Ada", game("ninety_nine").positions[0])
    with pytest.raises(Refused, match="never published"):
        HostControls(table).publish()
    while table.match.phase != "finished":
        HostControls(table).close()
    assert table.match.game.spec.id == "ninety_nine"
    assert house.finished()[0].outcome is not None
    assert league(house.finished(), lambda holder, seat: seat) == ()


def test_at_one_keyboard_the_practice_of_somebody_else_goes_on():
    house = open_house()
    first = practice.begin(house, "exodus", "local", "Ada")
    practice.begin(house, "exodus", "local", "Bo")
    assert first.match.phase == "round"
