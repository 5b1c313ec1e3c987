"""Rounds close at times that were set beforehand, and deadlines wait once for those who are late (HH-19 to HH-23)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.dice import Dice
from core.match import journal as j
from core.match.redeal import redeal
from core.match.reducer import fold
from core.match.schedule import Schedule
from core.match.scheduling import closes
from core.match.views import record
from core.narration.feed import EntryStep, Ways, posts
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.table.seat import Seat
from storage.memory import MemoryStore
from tests.kit import NAMES
from tests.kit.house import Clock, open_house

SEATS = NAMES[:4]
HOUR, DAY = 3600.0, 86_400.0


def at_table(store=None, **more):
    house = open_house(store or MemoryStore(), Clock(), grace=900.0)
    table = house.make("parley-open", SEATS, **more)
    house.start()
    return house, table, HostControls(table)


def daily(house, table, desk, **more):
    """A time a day for each round, the first an hour from now."""
    first = house.clock() + HOUR
    desk.set_schedule([first + DAY * n for n in range(20)], "every day", DAY / 2, **more)
    return first


def told(table):
    return table.match.news[-1].text


def same(table, house):
    """What the journal tells is what stands."""
    stored = house.store.read(table.match.header.match)
    folded = fold(j.header_from_json(stored.header), [j.entry_from_json(entry) for entry in stored.entries])
    assert (folded.deadline, folded.seconds_left, folded.schedule, folded.waited_for, folded.planned, folded.names) == (
        table.match.deadline,
        table.match.seconds_left,
        table.match.schedule,
        table.match.waited_for,
        table.match.planned,
        table.match.names,
    )


def test_HH_19_each_round_takes_the_next_time_and_all_are_told_beforehand():
    house, table, desk = at_table()
    first = daily(house, table, desk)
    assert table.match.deadline == first
    assert told(table) == "The rounds close: every day."
    rounds = table.match.game.spec.rounds
    assert closes(table.match, house.clock()) == tuple((n + 1, first + DAY * n) for n in range(rounds))
    house.clock.now = first
    table.tick()
    assert (table.match.round, table.match.deadline) == (2, first + DAY)
    same(table, house)


def test_HH_19_a_round_that_opens_too_late_for_a_time_takes_the_one_after():
    house, table, desk = at_table(briefing=True)
    first = daily(house, table, desk)
    assert table.match.deadline is None
    desk.begin()  # an hour before the first time, and a round must have twelve
    assert table.match.deadline == first + DAY


def test_HH_19_where_the_times_end_the_last_interval_goes_on():
    schedule = Schedule(moments=(100.0, 200.0), next=2)
    assert schedule.following(200.0, 3) == (300.0, 400.0, 500.0)
    assert Schedule(moments=(100.0,)).after_opening(5_000.0).closes == 100.0 + DAY
    assert replace(schedule, least=50.0).after_opening(1_020.0).closes == 1_100.0


@pytest.mark.parametrize("moments", [(50.0, 120.0), (3_000.0, 2_000.0), (3_000.0, 3_030.0)])
def test_HH_19_times_in_the_past_or_out_of_order_are_refused(moments):
    house, table, desk = at_table()
    with pytest.raises(Refused) as refused:
        desk.set_schedule([house.clock() - 60.0 + moment for moment in moments])
    assert refused.value.code in ("deadline_past", "bad_schedule")
    assert table.match.schedule is None


def test_HH_19_without_a_schedule_the_deadline_stays_and_rounds_last_as_the_match_says():
    house, table, desk = at_table(round_seconds=600.0)
    first = daily(house, table, desk)
    desk.set_schedule([])
    assert table.match.deadline == first
    desk.close()
    assert table.match.deadline == house.clock() + 600.0
    with pytest.raises(Refused) as refused:
        desk.set_schedule([])
    assert refused.value.code == "no_schedule"


def test_HH_20_an_early_close_leaves_the_later_times_as_they_are():
    house, table, desk = at_table()
    first = daily(house, table, desk)
    for seat in SEATS:
        Seat(table, seat).ready()
    assert (table.match.round, table.match.deadline) == (2, first + DAY)


def test_HH_20_or_the_schedule_comes_forward_where_that_leaves_time_enough():
    house, table, desk = at_table()
    first = daily(house, table, desk, keep=False)
    desk.close()  # an hour before its time, which is too short for another round
    assert table.match.deadline == first + DAY
    house.clock.now = first + HOUR
    desk.close()
    assert (table.match.round, table.match.deadline) == (3, first + DAY)
    same(table, house)


def test_HH_21_after_a_stop_a_round_keeps_its_time_or_takes_the_next():
    house, table, desk = at_table()
    first = daily(house, table, desk)
    house.clock.now = first - 1800.0
    desk.pause()
    assert closes(table.match, house.clock()) == ()
    house.clock.advance(600.0)
    desk.resume()  # half an hour was left, twenty minutes are
    assert table.match.deadline == first + DAY
    desk.pause()
    house.clock.advance(HOUR)
    desk.resume()
    assert table.match.deadline == first + DAY
    same(table, house)


def test_HH_21_going_back_gives_out_the_times_that_are_to_come():
    house, table, desk = at_table()
    first = daily(house, table, desk)
    house.clock.now = first
    table.tick()
    house.clock.now = first + HOUR
    desk.rewind(1)
    assert (table.match.round, table.match.deadline) == (1, first + DAY)
    same(table, house)


def test_HH_22_a_deadline_that_is_moved_leaves_the_schedule():
    house, table, desk = at_table()
    first = daily(house, table, desk)
    desk.move_deadline(first + 2 * HOUR)
    assert closes(table.match, house.clock())[:2] == ((1, first + 2 * HOUR), (2, first + DAY))
    desk.move_deadline(first + 20 * HOUR)  # too near to the next time
    assert closes(table.match, house.clock())[:2] == ((1, first + 20 * HOUR), (2, first + 2 * DAY))


def test_HH_22_minutes_that_the_house_adds_leave_the_schedule():
    store = MemoryStore()
    house, table, desk = at_table(store)
    first = daily(house, table, desk)
    house.stop()
    again = open_house(store, Clock(first + HOUR), grace=900.0)
    again.start()
    table = again.table(table.match.header.match)
    assert table.match.deadline == first + HOUR + 900.0
    again.clock.advance(900.0)
    table.tick()
    assert (table.match.round, table.match.deadline) == (2, first + DAY)


# --- grace ------------------------------------------------------------------------------------------------------------
def test_HH_23_a_deadline_waits_once_for_whoever_ordered_nothing_and_names_nobody():
    house, table, _ = at_table(round_seconds=600.0, grace_seconds=900.0)
    for seat in SEATS[1:]:
        Seat(table, seat).seal({})
    house.clock.advance(600.0)
    table.tick()
    assert (table.match.round, table.match.deadline) == (1, house.clock() + 900.0)
    assert table.match.waited_for == {SEATS[0]: 1}
    assert not any(seat in told(table) for seat in SEATS)
    same(table, house)
    house.clock.advance(900.0)
    table.tick()
    assert table.match.round == 2  # it does not wait twice
    for seat in SEATS[1:]:
        Seat(table, seat).seal({})
    house.clock.advance(600.0)
    table.tick()
    assert table.match.round == 3
    assert SEATS[0] in record(_ended(table))["graces"][0].values()


def _ended(table):
    return replace(table.match, phase="finished")


def test_HH_23_those_who_are_ready_or_have_sealed_and_free_seats_are_not_waited_for():
    holders = dict(zip(SEATS, ("local", "local", "open", "open"), strict=True))
    house, table, _ = at_table(round_seconds=600.0, grace_seconds=900.0, holders=holders, early_close=False)
    Seat(table, SEATS[0]).ready()
    Seat(table, SEATS[1]).seal({})
    house.clock.advance(600.0)
    table.tick()
    assert table.match.round == 2


def test_HH_23_a_close_by_the_host_does_not_wait_and_going_back_gives_it_back():
    house, table, desk = at_table(round_seconds=600.0, grace_seconds=900.0)
    desk.close()
    assert (table.match.round, table.match.waited_for) == (2, {})
    house.clock.advance(600.0)
    table.tick()
    assert set(table.match.waited_for) == set(SEATS)
    desk.rewind(2)
    assert table.match.waited_for == {}


def test_HH_23_no_grace_where_counts_are_kept_back():
    with pytest.raises(Refused) as refused:
        at_table(grace_seconds=900.0, counts=False)
    assert refused.value.code == "bad_grace"


def test_HH_23_for_whom_it_waited_is_nobody_elses_to_know():
    house, table, _ = at_table(round_seconds=600.0, grace_seconds=900.0)
    Seat(table, SEATS[1]).seal({})
    before = table.match
    house.clock.advance(600.0)
    table.tick()
    dealt = [redeal(table.match, SEATS[1], Dice(n)) for n in range(8)]
    assert len({tuple(match.waited_for) for match in dealt}) > 1
    other = EntryStep(redeal(before, None, Dice(1)), redeal(table.match, None, Dice(2)))
    assert posts(other) == posts(EntryStep(before, table.match)) != ()


def test_HH_18_a_chat_room_hears_every_time_of_a_schedule():
    house, table, desk = at_table()
    before = table.match
    first = daily(house, table, desk)
    [post] = posts(EntryStep(before, table.match))
    assert f"- Round 2: <t:{int(first + DAY)}:F>" in post
    [plain] = posts(EntryStep(before, table.match), ways=Ways(write=str))
    assert f"- Round 2: {first + DAY}" in plain


# --- announcements for later ------------------------------------------------------------------------------------------
def test_HH_24_what_is_planned_is_told_at_its_moment_and_not_before():
    house, table, desk = at_table()
    number = desk.plan("Dinner is **served**.", house.clock() + HOUR)
    assert table.match.news == ()
    assert "Dinner" not in repr(redeal(table.match, SEATS[0], Dice(1)))
    house.clock.advance(HOUR)
    table.tick()
    assert told(table) == "Dinner is **served**."
    assert (number, table.match.planned) == (1, ())
    same(table, house)


def test_HH_24_it_can_be_taken_back_and_a_moment_in_the_past_is_refused():
    house, table, desk = at_table()
    desk.unplan(desk.plan("Never mind.", house.clock() + HOUR))
    for doing, code in (
        (lambda: desk.unplan(1), "not_planned"),
        (lambda: desk.plan("Too late.", house.clock() - 1), "moment_past"),
    ):
        with pytest.raises(Refused) as refused:
            doing()
        assert refused.value.code == code
    house.clock.advance(2 * HOUR)
    table.tick()
    assert table.match.news == ()


def test_HH_24_one_whose_moment_passed_while_the_house_was_closed_is_told_when_it_opens():
    store = MemoryStore()
    house, table, desk = at_table(store)
    desk.plan("Good morning.", house.clock() + HOUR)
    house.stop()
    again = open_house(store, Clock(house.clock() + DAY))
    again.start()
    again.table(table.match.header.match).tick()
    assert told(again.table(table.match.header.match)) == "Good morning."


# --- names put down ---------------------------------------------------------------------------------------------------
def open_list():
    house = open_house()
    holders = {f"open seat {n}": "open" for n in range(1, 5)}
    table = house.make("parley-open", tuple(holders), holders=holders, briefing=True, signup=True)
    return house, table, HostControls(table)


def put_down(table, *names):
    for name in names:
        table.submit(j.SignedUp(holder=f"person:{name.lower()}", name=name))


def test_HH_25_lots_among_the_names_decide_who_sits_where():
    house, table, desk = open_list()
    names = ("Una", "Vic", "Wyn", "Xia", "Yan", "Zoe")
    put_down(table, *names)
    table.submit(j.SignedOff(holder="person:vic"))
    desk.begin()
    seated = set(table.match.seats)
    assert len(seated) == 4
    assert seated < set(names) - {"Vic"}
    assert all(table.match.holders[seat] == f"person:{seat.lower()}" for seat in seated)
    same(table, house)


def test_HH_25_who_holds_a_seat_is_not_drawn_and_a_start_by_the_clock_draws_too():
    house, table, desk = open_list()
    put_down(table, "Una", "Vic", "Wyn", "Xia", "Yan")
    desk.hand_over("open seat 2", "person:una", "Una")
    desk.move_deadline(house.clock() + HOUR)
    house.clock.advance(HOUR)
    house.start()
    table.move_deadline(house.clock() + 1, "")
    house.clock.advance(1)
    table.tick()
    assert table.match.seats[1] == "Una"
    assert set(table.match.seats) < {"Una", "Vic", "Wyn", "Xia", "Yan"}
    assert told(table) == "Lots gave out the seats among 4 names. No seat was left for 1 of them."
    same(table, house)


def test_HH_25_the_list_is_public_and_closes_when_the_match_begins():
    _, table, desk = open_list()
    put_down(table, "Una", "Una")
    assert [item.text for item in table.match.news] == ["Una has put their name down: 1 name for 4 seats."]
    desk.begin()
    with pytest.raises(Refused) as refused:
        put_down(table, "Vic")
    assert refused.value.code == "no_signup"
    assert table.match.holders["Una"] == "person:una"
    assert len(desk.free()) == 3


def test_a_bot_for_every_seat_that_nobody_holds():
    house = open_house()
    holders = {"Una": "person:una", **{f"open seat {n}": "open" for n in range(2, 5)}}
    table = house.make("drifting_ship", tuple(holders), holders=holders)
    desk = HostControls(table)
    assert len(desk.fill("random")) == 3
    assert desk.free() == ()
    assert list(table.match.holders.values()) == ["person:una", *["bot:random"] * 3]


def test_HH_25_bots_take_what_the_lots_leave_and_nothing_begins_before():
    house, table, desk = open_list()
    put_down(table, "Una")
    assert desk.fill("random") == ()
    assert len(desk.free()) == 4
    assert "Bots take the seats that the lots leave." in told(table)
    put_down(table, "Vic")
    desk.hand_over("open seat 3", "person:wyn", "Wyn")
    desk.begin()
    holders = table.match.holders
    assert sorted(holders.values()) == ["bot:random", "person:una", "person:vic", "person:wyn"]
    assert [holders[name] for name in ("Una", "Vic", "Wyn")] == ["person:una", "person:vic", "person:wyn"]
    [bot] = {*table.match.seats} - {"Una", "Vic", "Wyn"}
    assert bot in NAMES
    same(table, house)


def test_HH_25_a_match_with_a_list_does_not_begin_by_itself():
    _, table, desk = open_list()
    put_down(table, "Una")
    for seat in tuple(table.match.seats):
        desk.hand_over(seat, "bot:random")
    for seat in table.match.seats:
        table.submit(j.Readied(author=seat))
    assert table.match.phase == "briefing"
    desk.begin()
    assert table.match.phase != "briefing"


def test_HH_25_a_list_that_bots_fill_may_begin_without_a_name():
    _, table, desk = open_list()
    desk.fill("random")
    desk.begin()
    assert [*table.match.holders.values()] == ["bot:random"] * 4
    assert not any(seat.startswith("open seat") for seat in table.match.seats)


def test_HH_25_a_chat_room_hears_that_names_are_put_down_and_how_many():
    _, table, _ = open_list()
    before = table.match
    [post] = posts(EntryStep(None, before))
    assert "`signup parley-open-1`" in post
    put_down(table, "Una")
    [post] = posts(EntryStep(before, table.match))
    assert "Una has put their name down: 1 name for 4 seats." in post


def test_HH_25_a_host_cannot_begin_it_with_nobody_and_a_dry_run_says_so_too():
    house, table, desk = open_list()
    put_down(table, "Una")
    table.submit(j.SignedOff(holder="person:una"))
    for begin in (lambda: desk.begin(), lambda: desk.close(), lambda: desk.preview(lambda tried: tried.begin())):
        with pytest.raises(Refused, match="Nobody has put a name down") as refused:
            begin()
        assert refused.value.code == "nobody"
    assert table.match.phase == "briefing"
    desk.hand_over("open seat 2", "person:una", "Una")
    desk.begin()
    assert table.match.phase != "briefing"
    same(table, house)


def test_HH_25_no_list_at_a_match_whose_host_gives_out_the_seats():
    _, table, _ = at_table(briefing=True)
    with pytest.raises(Refused) as refused:
        put_down(table, "Una")
    assert refused.value.code == "no_signup"
