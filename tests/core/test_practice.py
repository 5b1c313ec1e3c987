"""Practice matches: one's own, with bots, from the start or a position; they count nowhere."""

from __future__ import annotations

from contextlib import suppress

import pytest
from msgspec.structs import replace

from core.botplay.playing import entry_for, make_bot, play_out
from core.games import MODULES, game
from core.house.archive import unfold
from core.house.guest import Guest
from core.house.league import league
from core.kit import played
from core.match import views
from core.match.seating import is_bot
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


def finished(name):
    """A match that random bots played with talk; its record is open."""
    return played(game(name), 1).end


PLAYED_ON = [name for name in MODULES if game(name).Judgement is None]


@pytest.mark.parametrize("name", PLAYED_ON)
def test_HH_81_a_finished_match_goes_on_from_every_round_to_its_end(name):
    final, house = finished(name), open_house()
    for number in final.starts:
        table = practice.go_on(house, final, number, final.seats[1], "local")
        match = table.match
        assert match.state == final.starts[number].state
        assert match.holders[final.seats[1]] == "local"
        assert all(is_bot(match.holders[seat]) for seat in match.seats if seat != final.seats[1])
        header = match.header
        assert (header.practice, header.setup, match.messages, match.notes) == (True, {}, (), {})
        assert header.seed != final.header.seed
        assert header.nonce != final.header.nonce
        end = play_out(match, {seat: make_bot(match, seat, "random") for seat in match.seats})
        assert end.phase == "finished"
        assert unfold(header.match, house.journal(header.match)).state == match.state, "it opens where it went on"


@pytest.mark.parametrize("name", PLAYED_ON)
def test_HH_81_the_others_keep_the_orders_of_that_round(name):
    final, house = finished(name), open_house()
    record = next(record for record in final.rounds if record.orders)
    you = next((seat for seat in final.seats if seat not in record.orders), final.seats[0])
    table = practice.go_on(house, final, record.round, you, "local", "as played")
    others = table.match.sealed
    if len(final.seats) == 2:  # of a trick's first half all is in: it has closed
        assert table.match.rounds[-1].orders == record.orders
        return
    assert others
    assert {*others} <= {*table.match.ready}, "nothing more is awaited of them"
    assert you not in others
    assert all(order.orders == record.orders[seat] for seat, order in others.items())
    table.bots.play()
    assert all(table.match.sealed[seat].orders == order.orders for seat, order in others.items())


def test_HH_81_all_seats_are_entered_by_one_who_wishes_so():
    final, house = finished("exodus"), open_house()
    match = practice.go_on(house, final, 5, "Bo", "person:ada", "yours").match
    assert {*match.holders.values()} == {"person:ada"}
    assert Guest(house, "ada").seat(match.header.match, "Cy").name == "Cy"
    with pytest.raises(Refused, match="There is no match"):
        Guest(house, "bo").watch(match.header.match)


def test_HH_81_what_is_not_played_on_is_refused_with_the_reason():
    house, final = open_house(), finished("exodus")
    kept = replace(final, header=replace(final.header, options={"reveal": False}), public=False)
    judged = finished("refereed")
    for match, number, seat, code in (
        (kept, 1, "Ada", "record_kept"), (played(game("exodus"), 1).moments[9], 1, "Ada", "record_kept"),
        (judged, 1, judged.seats[0], "judged_by_host"), (final, 99, "Ada", "no_such_round"),
        (final, 1, "Zed", "not_seated"),
    ):  # fmt: skip
        with pytest.raises(Refused) as refused:
            practice.go_on(house, match, number, seat, "local")
        assert refused.value.code == code
    assert house.running() == ()


def test_HH_81_branches_are_known_by_their_match_and_played_again_from_the_same_round():
    final, house = finished("black_and_white"), open_house()
    table = practice.go_on(house, final, 5, "Ada", "local", "yours")
    first = table.match.header
    assert practice.branches(house, final.header.match, "local") == []
    play_to_the_end(table)
    (branch,) = practice.branches(house, final.header.match, "local")
    assert (branch.match, branch.branch_round, branch.counts) == (first.match, 5, False)
    assert practice.branches(house, final.header.match, "person:bo") == []
    again = practice.again(house, first.match, "local", same_dice=True).match.header
    assert (again.branch, again.seed) == (first.branch, first.seed)
    assert practice.again(house, first.match, "local").match.header.seed != first.seed


def play_to_the_end(table):
    while table.match.phase != "finished":
        for seat in table.match.seats:
            for move in make_bot(table.match, seat, "random").turn(views.sight(table.match, seat)):
                with suppress(Refused):
                    table.submit(entry_for(move, seat))
