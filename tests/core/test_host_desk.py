"""The house and the host's desk: matches made and found again, powers used on record."""

from __future__ import annotations

import pytest

from core.match import journal as j
from core.refusal import NotAMatch, Refused
from core.table.host_controls import HostControls
from core.table.seat import Seat
from storage.memory import MemoryStore
from tests.kit import NAMES
from tests.kit.house import Clock, open_house

SEATS = NAMES[:4]


def desk(**more):
    house = open_house()
    table = house.make("parley-open", SEATS, **more)
    return house, table, HostControls(table)


def test_a_house_finds_its_matches_again():
    store, clock = MemoryStore(), Clock()
    house = open_house(store, clock)
    first = house.make("parley-open", SEATS, title="Tuesday")
    Seat(first, "Ada").seal({"number": 4})
    second = house.make("parley-limited", SEATS)
    again = open_house(store, clock)
    assert [s.match for s in again.matches()] == ["parley-open-1", "parley-limited-1"]
    assert again.matches()[0].title == "Tuesday"
    assert again.table("parley-open-1").match == first.match
    assert again.table("parley-limited-1").match == second.match


def test_a_damaged_match_does_not_keep_the_house_closed():
    store = MemoryStore()
    open_house(store).make("parley-open", SEATS)
    store.create("broken", {"nothing": "of a header"})
    store.append("parley-open-1", {"kind": "sealed", "by": "Ada", "orders": {"number": 99}})
    house = open_house(store)
    assert set(house.damaged) == {"broken", "parley-open-1"}
    assert house.matches() == ()
    with pytest.raises(Refused, match="cannot be opened"):
        house.table("broken")
    assert house.make("parley-open", SEATS).match.header.match == "parley-open-2"


def test_what_makes_no_match_leaves_no_trace():
    house = open_house()
    with pytest.raises(NotAMatch):
        house.make("parley-open", SEATS[:3])
    with pytest.raises(NotAMatch, match="no game"):
        house.make("chess", SEATS)
    with pytest.raises(NotAMatch):
        house.make("parley-open", SEATS, options={"highest": "x"})
    with pytest.raises(NotAMatch, match="seated"):
        house.make("parley-open", SEATS, holders={"Zed": "local"})
    assert house.matches() == house.store.matches() == ()


def test_two_matches_have_different_seeds_unless_told():
    house = open_house()
    seeds = {house.make("parley-open", SEATS).match.header.seed for _ in range(4)}
    assert len(seeds) == 4
    assert house.make("parley-open", SEATS, seed=7).match.header.seed == 7


def test_the_desk_shows_states_and_no_contents():
    _, table, host = desk()
    Seat(table, "Ada").seal({"number": 7})
    Seat(table, "Bo").keep_draft({"number": 6})
    assert [s.state for s in host.seats()] == ["sealed", "draft", "nothing", "nothing"]
    assert "7" not in str(host.seats()[0].state)
    assert host.missing() == ("Bo", "Cy", "Di")
    host.close()
    assert [s.state for s in host.seats()] == ["nothing", "missed", "missed", "missed"]


def test_every_opening_is_recorded_and_shown_after_the_end():
    _, table, host = desk(setup={"round": 3, "points": dict.fromkeys(SEATS, 1)})
    Seat(table, "Ada").seal({"number": 7})
    assert host.open_seat("Ada")["orders"] == {"number": 7}
    host.dry_run()
    host.open_everything()
    assert "looked" not in str(Seat(table, "Bo").view_json())
    Seat(table, "Ada").withdraw()
    host.close()
    assert Seat(table, "Bo").view_json()["record"]["opened"] == [
        "The host looked at Ada's seat in round 3.",
        "The host looked at a dry run of round 3.",
        "The host looked at everything in round 3.",
    ]


def test_a_dry_run_tells_each_seat_s_report_and_closes_nothing():
    _, table, host = desk()
    Seat(table, "Ada").seal({"number": 7})
    tried = host.dry_run()
    assert tried.reports_json["Ada"] == {"points": 1, "won": True, "number": 7}
    assert tried.reports["Bo"] == ["You have 0 points."]
    assert table.match.round == 1
    host.close()
    assert host.reports()[1] == tried.reports_json


def test_after_a_rewind_the_host_sees_which_reports_change():
    _, table, host = desk()
    Seat(table, "Ada").seal({"number": 7})
    host.close()
    earlier = host.reports()
    host.rewind(1)
    Seat(table, "Ada").seal({"number": 7})
    Seat(table, "Bo").seal({"number": 8})
    host.close()
    assert host.changed_reports(earlier) == ((1, "Ada"), (1, "Bo"))


def test_the_clock_in_the_host_s_hand():
    house, table, host = desk(round_seconds=100.0, briefing=True)
    host.begin()
    with pytest.raises(Refused):
        host.begin()
    start = house.clock()
    assert table.match.deadline == start + 100
    house.clock.advance(10)
    host.pause()
    house.clock.advance(1000)
    table.tick()
    assert table.match.round == 1
    host.resume()
    assert table.match.deadline == house.clock() + 90
    with pytest.raises(Refused, match="past"):
        host.move_deadline(house.clock() - 1)
    host.move_deadline(None)
    assert table.match.deadline is None


def test_a_seat_handed_over_is_held_by_someone_else_and_announced():
    house, table, host = desk(holders={"Ada": "person:ann", "Bo": "open", "Cy": "local", "Di": "local"})
    assert house.seats_of("person:ann") == (("parley-open-1", "Ada"),)
    host.hand_over("Bo", "person:ben")
    assert house.seats_of("person:ben") == (("parley-open-1", "Bo"),)
    host.hand_over("Bo", "open")
    host.hand_over("Ada", "person:ben")
    assert house.seats_of("person:ann") == ()
    assert [n.text for n in table.match.news] == [
        "Bo is seated.", "Bo is now played by nobody yet.", "Ada is now played by someone else.",
    ]  # fmt: skip


def test_who_comes_back_to_a_seat_is_told_as_the_one_who_had_it_before():
    _, table, host = desk(holders={"Ada": "person:ann", "Bo": "open", "Cy": "local", "Di": "local"})
    for holder in ("bot:random", "person:ann", "person:ben"):
        host.hand_over("Ada", holder)
    assert [n.text for n in table.match.news] == [
        "Ada is now played by a bot.", "Ada is played again by who had it before.",
        "Ada is now played by someone else.",
    ]  # fmt: skip


def test_HH_08_a_match_ended_by_the_host_has_no_outcome():
    _, table, host = desk()
    host.end("The power failed.")
    assert table.match.phase == "finished"
    assert Seat(table, "Ada").outcome() is None
    assert Seat(table, "Ada").record() is None
    with pytest.raises(Refused):
        table.submit(j.Closed())


def test_the_house_tells_its_listeners_which_match_changed():
    house = open_house()
    heard = []
    leave = house.listen(heard.append)
    table = house.make("parley-open", SEATS)
    Seat(table, "Ada").say(["Bo"], "psst")
    assert heard == ["parley-open-1"]
    Seat(table, "Ada").seal({})
    assert heard == ["parley-open-1"] * 2
    leave()
    house.make("parley-open", SEATS)
    assert len(heard) == 2


def test_HH_10_a_bot_takes_no_name_of_somebody_who_was_just_here():
    house = open_house()
    held = {"Ada": "person:ada", "Max": "person:max", "Cy": "open", "Di": "person:di"}
    table = house.make("parley-open", tuple(held), holders=held, briefing=True)
    desk = HostControls(table)
    desk.hand_over("Max", "open")
    name, cy = desk.fill("random")
    assert cy == "Cy", "a name that was made for nobody yet stays"
    assert name not in held
    assert table.match.seats == ("Ada", name, "Cy", "Di")
    table.submit(j.Closed())
    desk.hand_over("Di", "open")
    assert desk.fill("random") == ("Di",), "after round 1 has begun seats keep their names"


def test_a_seat_has_missed_no_half_of_a_trick_that_was_not_its_own():
    house = open_house()
    table = house.make("black_and_white", ("Ada", "Bo"))
    desk = HostControls(table)
    leader = next(seat for seat in ("Ada", "Bo") if table.can_act(seat))
    other = "Bo" if leader == "Ada" else "Ada"
    Seat(table, leader).seal({"tile": 0})
    desk.close()
    assert (table.match.game.spec.when(table.match.round), table.can_act(other)) == ("trick 1", True)
    assert {status.seat: status.state for status in desk.seats()}[other] == "nothing"
