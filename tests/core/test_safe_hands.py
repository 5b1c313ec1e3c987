"""No slip of a host is final: an ending is taken back, and a seat that changes hands says nothing for who sits down."""

from __future__ import annotations

import asyncio

import pytest

from core.match import journal as j
from core.match.state import Match
from core.match.views import digest
from core.refusal import Refused
from core.seasons.opening import EpisodeWish
from core.table.host_controls import HostControls, hand_over
from core.table.seat import Seat
from core.table.table import Table
from core.table.table_bots import PACE
from storage.memory import MemoryStore
from tests.core.seasons.hosted import Hosted
from tests.kit import NAMES
from tests.kit.house import Clock, open_house

SEATS = NAMES[:4]
ID = "parley-open-1"


def at_table(**more):
    house = open_house()
    table = house.make("parley-open", SEATS, **more)
    return house, table, HostControls(table)


def again(house) -> Match:
    """The match as another process finds it."""
    return open_house(house.store, house.clock).table(ID).match


# --- endings (HH-50) --------------------------------------------------------------------------------------------------
def test_HH_50_an_ending_taken_back_leaves_the_match_where_it_stood():
    house, table, desk = at_table(round_seconds=600.0)
    ada = Seat(table, "Ada")
    ada.seal({"number": 7})
    ada.ready()
    house.clock.advance(100)
    before = table.match
    desk.end("The wrong id.")
    assert house.is_finished(ID)
    house.clock.advance(86_400)
    house.seasons.take_end_back(HostControls(house.table(ID)), "It was the wrong id.")
    after = house.table(ID).match
    assert (after.phase, after.sealed, after.ready, after.abandoned) == ("round", before.sealed, ("Ada",), False)
    assert after.deadline == house.clock() + 500.0
    assert after.news[-1].text == "The host took the end back: the match goes on where it stood. It was the wrong id."
    assert digest(after) == digest(before)
    assert not house.is_finished(ID)
    assert house.finished() == ()
    assert [one.match.header.match for one in house.running()] == [ID]
    assert again(house) == after
    for _ in range(3):
        HostControls(house.table(ID)).close()
    while (table := house.table(ID)).match.phase != "finished":
        HostControls(table).close()
    assert house.summary(ID).outcome is not None


def test_HH_50_an_ending_is_taken_back_after_a_restart_too_and_play_goes_on():
    house, _, desk = at_table(round_seconds=600.0)
    desk.end()
    house = open_house(house.store, house.clock)
    assert house.is_finished(ID)
    house.seasons.take_end_back(HostControls(house.table(ID)))
    house.clock.advance(7200)
    house.tend()  # what was put among the finished is not put away
    assert [one.match.header.match for one in house.running()] == [ID]
    Seat(house.table(ID), "Ada").seal({"number": 3})
    assert open_house(house.store, house.clock).summary(ID).phase == "round"


async def test_HH_50_its_clock_runs_again():
    clock = Clock()
    house = open_house(MemoryStore(), clock)
    house.start()
    table = house.make("parley-open", SEATS, round_seconds=600.0)
    HostControls(table).end()
    house.seasons.take_end_back(HostControls(house.table(ID)))
    clock.advance(601)
    assert house.table(ID).tick()
    assert house.table(ID).match.round == 2
    house.stop()


def test_HH_50_a_stopped_clock_stays_stopped():
    _, table, desk = at_table(round_seconds=600.0)
    desk.pause()
    desk.end()
    desk.take_end_back()
    assert (table.match.deadline, table.match.seconds_left, table.match.paused) == (None, 600.0, True)


def test_HH_50_only_an_ending_without_a_result_is_taken_back():
    _, table, desk = at_table(setup={"round": 3, "points": dict.fromkeys(SEATS, 1)})
    with pytest.raises(Refused, match="has not ended"):
        desk.take_end_back()
    while table.match.phase != "finished":
        desk.close()
    with pytest.raises(Refused, match="has its result"):
        desk.take_end_back()


def test_HH_50_nobody_learns_from_an_end_what_they_did_not_know():
    """It may go on: the seat's own ledger stays closed as well."""
    _, table, desk = at_table()
    Seat(table, "Ada").seal({"number": 7})
    desk.close()
    desk.end()
    ada = Seat(table, "Ada")
    assert (ada.ledger(), ada.record(), ada.outcome()) == ((), None, None)


def test_HH_50_a_finished_match_that_is_asked_to_go_back_says_what_helps():
    _, table, desk = at_table(setup={"round": 3, "points": dict.fromkeys(SEATS, 1)})
    while table.match.phase != "finished":
        desk.close()
    with pytest.raises(Refused, match="what-if parley-open-1"):
        desk.rewind(1)
    _, _, desk = at_table()
    desk.end()
    with pytest.raises(Refused, match="end parley-open-1 --undo"):
        desk.rewind(1)
    at = Hosted()
    at.desk.open(EpisodeWish("drifting_ship"))
    at.finish("drifting-ship-1")
    with pytest.raises(Refused, match=r"`season undo spring-1` .* `season book spring-1`"):
        HostControls(at.house.table("drifting-ship-1")).rewind(1)


# --- in a season ------------------------------------------------------------------------------------------------------
def season_with_an_ended_match() -> Hosted:
    at = Hosted()
    at.desk.open(EpisodeWish("drifting_ship"))
    HostControls(at.house.table("drifting-ship-1")).end("rain")
    assert at.json["phase"] == "between"
    return at


def test_HH_50_the_episode_goes_on_with_its_match():
    at = season_with_an_ended_match()
    desk = HostControls(at.house.table("drifting-ship-1"))
    assert "took the end back" in desk.preview(at.seasons.take_end_back).everybody[0]
    assert at.json["phase"] == "between"
    at.seasons.take_end_back(desk)
    assert (at.json["phase"], at.last["match"]) == ("main", "drifting-ship-1")
    at = at.again()
    assert (at.json["phase"], at.house.table("drifting-ship-1").match.abandoned) == ("main", False)
    at.finish("drifting-ship-1")
    assert at.json["phase"] == "death_match"


def test_HH_50_not_where_the_season_has_gone_on():
    at = season_with_an_ended_match()
    at.desk.open(EpisodeWish("drifting_ship"))
    with pytest.raises(Refused, match="season undo spring-1 --last") as caught:
        at.seasons.take_end_back(HostControls(at.house.table("drifting-ship-1")))
    assert caught.value.code == "built_on"
    assert at.house.table("drifting-ship-1").match.abandoned
    at.desk.call_off("Never mind.")
    with pytest.raises(Refused, match="drifting-ship-2 was ended with its episode: take that back"):
        at.desk.undo()


# --- seats that change hands (HH-51) ----------------------------------------------------------------------------------
def sat_by_bots():
    """Nobody sits but Ada; bots hold the others (this game has none that play, so that a test seals for them)."""
    house, table, desk = at_table(holders={"Ada": "local"} | dict.fromkeys(SEATS[1:], "bot:steady"))
    for seat in SEATS[1:]:
        table.submit(j.Sealed(author=seat, orders={"number": 5}))
        table.submit(j.Readied(author=seat))
    return house, table, desk


def test_HH_51_a_person_finds_the_bot_s_orders_as_a_draft_and_is_waited_for():
    house, table, desk = sat_by_bots()
    heard = []
    table.subscribe("Cy", lambda change: heard.append(change.kind))
    desk.hand_over("Bo", "person:bo")
    bo = Seat(table, "Bo")
    assert (bo.frame().orders, bo.frame().ready) == ("DRAFT", False)
    assert bo.draft().orders == {"number": 5}
    assert bo.draft().source == "A bot had sealed this before you sat down."
    assert {"seals", "ready", "news"} <= set(heard)
    Seat(table, "Ada").ready()
    assert table.match.round == 1  # it does not close over somebody who has done nothing
    desk.close()
    assert "Bo" not in table.match.rounds[-1].orders
    assert again(house) == table.match


def test_HH_51_a_draft_that_somebody_has_written_is_their_own():
    _, table, desk = sat_by_bots()
    desk.hand_over("Bo", "person:bo")
    bo = Seat(table, "Bo")
    bo.keep_draft({"number": 6})
    assert bo.draft().source == ""


@pytest.mark.parametrize(
    ("now", "then"), [("local", "person:ada"), ("local", "bot:steady"), ("bot:steady", "bot:sharp")]
)
def test_HH_51_between_others_the_ready_mark_alone_goes(now, then):
    _, table, desk = at_table(holders={"Ada": now} | dict.fromkeys(SEATS[1:], "local"))
    table.submit(j.Sealed(author="Ada", orders={"number": 7}))
    table.submit(j.Readied(author="Ada"))
    desk.hand_over("Ada", then)
    assert (set(table.match.sealed), table.match.ready, table.match.drafts) == ({"Ada"}, (), {})


def test_HH_51_journals_of_before_keep_their_rounds():
    _, table, _ = sat_by_bots()
    table.submit(j.HandedOver(seat="Bo", holder="person:bo"))
    assert ("Bo" in table.match.sealed, "Bo" in table.match.ready) == (True, True)


def test_HH_51_who_only_said_ready_has_missed_nothing():
    _, table, desk = at_table()
    Seat(table, "Ada").seal({"number": 7})
    Seat(table, "Bo").ready()
    desk.close()
    assert [one.state for one in desk.seats()] == ["nothing", "nothing", "missed", "missed"]


# --- the pace of a bot that takes over a live duel (HH-52) -----------------------------------------------------------
async def until_quiet(table: Table) -> None:
    for _ in range(3):
        await table.quiet()
        await asyncio.sleep(0)


async def a_duel(**holders: str):
    clock = Clock()
    house = open_house(MemoryStore(), clock)
    house.start()
    table = house.make("black_and_white", ("Ada", "Bo"), holders={"Ada": "local", "Bo": "local"} | holders)
    await until_quiet(table)
    return house, clock, table


async def test_HH_52_bots_that_take_over_a_live_duel_keep_a_person_s_pace():
    house, clock, table = await a_duel()
    for seat in ("Ada", "Bo"):
        hand_over(table, seat, "bot:steady")
    await until_quiet(table)
    closed = len(table.match.rounds)
    assert closed <= 2  # the trick that stood open already
    for more in range(1, 4):
        clock.advance(PACE - 0.5)
        table._on_timer()
        await until_quiet(table)
        assert len(table.match.rounds) == closed + more - 1
        clock.advance(0.5)
        table._on_timer()
        await until_quiet(table)
        assert len(table.match.rounds) == closed + more
    house.stop()


async def test_HH_52_bots_that_sat_there_from_the_beginning_play_at_once():
    house, _, table = await a_duel(Ada="bot:steady", Bo="bot:steady")
    assert table.match.phase == "finished"
    house.stop()


async def test_HH_52_the_table_wakes_the_bot_by_itself():
    house, _, table = await a_duel()
    for seat in ("Ada", "Bo"):
        hand_over(table, seat, "bot:steady")
    await until_quiet(table)
    assert table._timer is not None
    due = table._timer.when() - asyncio.get_running_loop().time()
    assert 0 < due <= PACE + 0.01
    house.stop()
