"""CM-30 to CM-33: whom a round waits for, moves that nobody made, clocks and banks, going back a move."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from core.games import register
from core.kit import Script
from core.match import journal as j
from core.match import views
from core.match.reducer import fold
from core.refusal import NotAMatch, Refused
from core.table.host_controls import HostControls
from core.table.seat import Seat
from storage.memory import MemoryStore
from tests.kit import NAMES
from tests.kit.house import open_house
from tests.kit.lots import CHIPS, Lots

PAY, TAKE, NOD = ({"kind": kind} for kind in ("pay", "take", "nod"))
GAME = Lots()
SEATS = NAMES[:4]


def at_table(**more: Any) -> tuple[Any, Any, dict[str, Seat]]:
    register(GAME)
    house = open_house(MemoryStore())
    table = house.make("lots", SEATS, **more)
    return house, table, {seat: Seat(table, seat) for seat in SEATS}


def same_again(house: Any, table: Any) -> None:
    stored = house.store.read(table.match.header.match)
    header = j.header_from_json(stored.header)
    again = fold(header, [j.entry_from_json(entry) for entry in stored.entries])
    assert views.digest(again) == views.digest(table.match)
    assert (again.deadline, again.spent, again.turn_marks) == (
        table.match.deadline,
        table.match.spent,
        table.match.turn_marks,
    )


def test_CM_30_who_is_not_on_turn_is_refused_with_one_sentence_and_may_do_what_is_free() -> None:
    at = Script.of(GAME)
    refused = at.refused_do("Bo", PAY)
    assert (refused.code, refused.ruling) == ("not_your_turn", "CM-30")
    assert refused.message == "It is the turn of Ada: pay a chip, or take."
    assert at.refused("Ada", {}).message == "Nothing is sealed now. It is the turn of Ada: pay a chip, or take."
    at.do("Bo", NOD)
    at.do("Ada", PAY)
    assert at.turn == ("Bo",)
    assert at.view("Cy")["turn"] == {"name": "pay a chip, or take", "seats": ["Bo"], "by": "actions"}


def test_CM_30_what_is_not_ones_turn_is_closed_and_the_games_own_reason_stays() -> None:
    at = Script.of(GAME)
    mine = views.asks(at.match, "Ada")
    theirs = views.asks(at.match, "Bo")
    assert [choice.value for choice in mine.open("action")] == ["pay", "take", "nod"]
    assert [choice.value for choice in theirs.open("action")] == ["nod"]
    assert {choice.closed for choice in theirs.choices} == {None, "It is the turn of Ada: pay a chip, or take."}
    for seat in ("Ada", "Bo"):
        assert views.can_act(at.match, seat)  # Bo may nod


def test_CM_30_a_round_closes_with_the_move_after_which_nobody_is_on_turn() -> None:
    at = Script.of(GAME)
    up = at.host["deck"][0]
    at.do("Ada", PAY)
    at.do("Bo", TAKE)
    assert (at.round, at.turn) == (2, ("Bo",))
    assert at.view("Ada")["view"]["up"] == up
    assert at.view("Cy")["log"][0]["report"]["seat"] == "Bo"


def test_CM_30_a_close_that_leaves_its_round_open_is_an_error_and_changes_nothing() -> None:
    class Stuck(Lots):
        def close(self, state: Any, orders: Any, dice: Any) -> Any:
            closing = super().close(state, orders, dice)
            return replace(closing, state=replace(closing.state, round=state.round))

    at = Script.of(Stuck())
    before = at.match
    with pytest.raises(RuntimeError, match="leaves lot 1 open"):
        at.do("Ada", TAKE)
    assert at.match is before


def test_CM_30_saying_ready_changes_nothing_where_moves_count_at_once() -> None:
    _, table, seats = at_table()
    for seat in SEATS:
        seats[seat].ready()
    assert table.match.ready == ()
    assert (table.match.phase, table.match.round) == ("round", 1)
    assert [seat for seat in SEATS if table.waits_for(seat)] == ["Ada"]


def test_CM_30_a_late_click_never_counts_for_the_same_seats_next_turn() -> None:
    _, _, seats = at_table()
    meant = seats["Ada"].frame().turn
    seats["Ada"].do(PAY, 1, meant)
    for seat in ("Bo", "Cy", "Di"):
        seats[seat].do(PAY)
    with pytest.raises(Refused) as refused:
        seats["Ada"].do(TAKE, 1, meant)
    assert refused.value.code == "too_late"
    seats["Ada"].do(TAKE, 1, seats["Ada"].frame().turn)


def test_CM_30_what_moves_tell_others_is_that_the_turn_went_on() -> None:
    _, table, seats = at_table()
    heard: list[str] = []
    table.subscribe("Di", lambda change: heard.append(change.kind))
    seats["Ada"].do(PAY)
    assert heard == ["turn"]


def test_CM_31_who_lets_time_pass_makes_the_default_move_and_everybody_is_told() -> None:
    house, table, _ = at_table(round_seconds=60.0)
    table.start()
    for expected in ("Bo", "Cy", "Di"):
        house.clock.advance(61)
        assert table.tick()
        assert table.match.stage.seats == (expected,)
    assert table.match.state.chips["Ada"] == CHIPS - 1
    assert "The time was up: the usual move was made for Ada." in [news.text for news in table.match.news]
    same_again(house, table)


def test_CM_31_a_host_lets_one_turn_lapse_and_a_close_plays_defaults_to_the_end_of_the_round() -> None:
    house, table, _ = at_table()
    desk = HostControls(table)
    desk.lapse()
    assert table.match.state.chips["Ada"] == CHIPS - 1
    assert table.match.news[-1].text == "The host let the turn lapse: the usual move was made for Ada."
    with pytest.raises(Refused):
        desk.lapse("Di")
    desk.close()
    assert table.match.round == 2
    assert sum(table.match.state.chips.values()) == 4 * CHIPS  # all paid, and somebody took it
    same_again(house, table)


def test_CM_31_a_bot_that_never_moves_lets_its_turn_lapse_and_one_that_never_says_done_hangs_nothing() -> None:
    class Asleep:
        def turn(self, sight: Any) -> list[Any]:
            return []

    class Sleepy(Lots):
        spec = replace(Lots.spec, id="lots-sleepy")

        def bot(self, level: str, seat: str, seed: int) -> Any:
            return Asleep() if seat == "Bo" else super().bot(level, seat, seed)

    register(Sleepy())
    table = open_house(MemoryStore()).make("lots-sleepy", SEATS, holders=dict.fromkeys(SEATS, "bot:random"))
    table.play_bots()
    assert table.match.phase in ("decision", "finished")
    assert any(news.text == "No move came: the usual move was made for Bo." for news in table.match.news)


def test_CM_32_a_turn_has_its_time_and_then_its_bank() -> None:
    house, table, seats = at_table(round_seconds=60.0, bank_seconds=30.0)
    table.start()
    at = house.clock()
    assert table.match.deadline == at + 90
    house.clock.advance(70)  # ten seconds of Ada's bank
    seats["Ada"].do(PAY)
    assert table.match.spent == {"Ada": 10.0}
    assert table.match.deadline == house.clock() + 90
    assert (seats["Bo"].frame().bank, seats["Bo"].frame().deadline) == (30.0, house.clock() + 90)
    house.clock.advance(91)
    assert table.tick()  # Bo's is used up
    assert table.match.bank("Bo") == 0
    for seat in ("Cy", "Di"):
        seats[seat].do(PAY)
    assert table.match.deadline == house.clock() + 80
    same_again(house, table)


def test_CM_32_a_stopped_clock_and_grace_keep_banks_right() -> None:
    house, table, seats = at_table(
        round_seconds=60.0, bank_seconds=30.0, grace_seconds=60.0, holders={s: f"person:{s}" for s in SEATS}
    )
    table.start()
    desk = HostControls(table)
    house.clock.advance(65)
    desk.pause()
    house.clock.advance(1000)
    desk.resume()
    assert table.match.deadline == house.clock() + 25
    house.clock.advance(26)
    assert not table.tick()  # the grace begins
    assert table.match.waited_for == {"Ada": 1}
    assert table.match.deadline == house.clock() + 60
    seats["Ada"].do(PAY)
    assert table.match.bank("Ada") == 0
    assert table.match.deadline == house.clock() + 90
    same_again(house, table)


def test_CM_32_a_schedule_means_turns_and_no_moment_is_kept_for_later() -> None:
    house, table, seats = at_table()
    table.start()
    at, day = house.clock(), 86_400.0
    HostControls(table).set_schedule([at + day * n for n in range(1, 5)], "every day")
    assert table.match.deadline == at + day
    seats["Ada"].do(PAY)
    assert table.match.deadline == at + day  # a whole day is left
    house.clock.advance(day * 0.6)
    seats["Bo"].do(PAY)
    assert table.match.deadline == at + 2 * day  # less than half of one was
    same_again(house, table)


def test_CM_33_a_host_goes_back_a_move_also_over_a_close() -> None:
    house, table, seats = at_table()
    desk = HostControls(table)
    seats["Ada"].do(PAY)
    seats["Bo"].do(NOD)
    seats["Bo"].do(TAKE)
    assert table.match.round == 2
    state = table.match.state
    desk.back_a_move()
    assert (table.match.round, table.match.stage.seats) == (1, ("Bo",))
    assert table.match.state.pot == 1
    assert table.match.rounds == ()
    assert len(table.match.notices["Cy"]) == 1  # the nod before it stays told
    assert table.match.news[-1].text.startswith("The host went back to the turn of Bo in lot 1")
    seats["Bo"].do(TAKE)
    assert table.match.state == state  # the same cards again
    desk.back_a_move()
    desk.back_a_move()
    assert (table.match.stage.seats, len(table.match.actions)) == (("Ada",), 0)
    with pytest.raises(Refused):
        desk.back_a_move()
    same_again(house, table)


@pytest.mark.parametrize("game", ["black_and_white", "ninety_nine"])
def test_CM_32_a_duel_has_its_bank_until_it_is_empty(game: str) -> None:
    house: Any = open_house()
    table = house.make(
        game, ("Ada", "Bo"), holders={"Ada": "person:ada", "Bo": "person:bo"}, round_seconds=60.0, bank_seconds=300.0
    )
    house.start()
    first = next(seat for seat in table.match.seats if table.can_act(seat))
    assert table.match.deadline == house.clock() + 360
    assert Seat(table, first).frame().bank == 300
    house.clock.advance(63)
    table.tick()
    assert table.match.round == 1, "three seconds of the bank are used"
    HostControls(table).close()
    assert (table.match.round, table.match.bank(first)) == (2, 297)
    other = next(seat for seat in table.match.seats if table.can_act(seat))
    house.clock.advance(30)
    HostControls(table).close()
    assert table.match.bank(other) == (300 if other != first else 297), "the time of a turn costs nothing"
    third = next(seat for seat in table.match.seats if table.can_act(seat))
    left = table.match.bank(third)
    house.clock.advance(61 + left)
    table.tick()
    assert (table.match.round, table.match.bank(third)) == (4, 0)
    same_again(house, table)


def test_CM_32_a_game_without_turns_refuses_a_bank() -> None:
    with pytest.raises(NotAMatch) as refused:
        open_house().make("exodus", NAMES[:9], round_seconds=60.0, bank_seconds=300.0)
    assert refused.value.code == "bad_bank"
    assert "--bank" in refused.value.message


def test_CM_32_a_bank_is_at_most_a_day_and_wants_a_clock() -> None:
    for wrong in ({"round_seconds": 60.0, "bank_seconds": 90_000.0}, {"bank_seconds": 60.0}):
        with pytest.raises(NotAMatch) as refused:
            at_table(**wrong)
        assert refused.value.code == "bad_bank"


def test_CM_30_a_move_that_would_end_the_match_waits_for_the_host_where_results_do() -> None:
    house, table, seats = at_table(confirm=True)
    desk = HostControls(table)
    while table.match.phase == "round":
        (on,) = table.match.stage.seats
        seats[on].do(TAKE)
    assert (table.match.phase, len(table.match.rounds)) == ("confirming", 5)
    desk.confirm()
    assert table.match.phase == "finished"
    same_again(house, table)
