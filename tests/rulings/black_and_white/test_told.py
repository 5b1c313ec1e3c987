"""Who learns what, and how it ends: BW-05, BW-07, BW-90, BW-91."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from core.decoding import plain
from core.games import game as find_game
from core.games.black_and_white.structs import State
from core.match import views
from core.match.state import Match
from tests.kit import Script, the
from tests.kit.duels import won
from tests.rulings.black_and_white.test_tricks import part, start, trick


def test_BW_05_the_duel_ends_once_a_lead_cannot_be_caught() -> None:
    match = start(hands={"Ada": [2, 3, 8], "Bo": [0, 1, 7]}, score={"Ada": 2})
    trick(match, "Ada", 8, 7)
    assert match.phase == "finished", "3 to 0 with two tricks left"
    assert (match.round, match.host["leader"], match.host["turn"], match.host["table"]) == (14, None, None, None)
    assert match.host["hands"] == {"Ada": [2, 3], "Bo": [0, 1]}
    assert match.outcome == won("Ada", "Bo")


def test_BW_05_a_lead_of_as_many_points_as_tricks_left_ends_nothing() -> None:
    match = start(hands={"Ada": [2, 3, 8], "Bo": [0, 1, 7]}, score={"Ada": 1})
    trick(match, "Ada", 8, 7)
    assert (match.phase, match.round) == ("round", 15)


def test_BW_05_an_equal_trick_can_end_the_duel_too() -> None:
    match = start(hands={"Ada": [2, 3], "Bo": [2, 3]}, score={"Bo": 2})
    trick(match, "Ada", 3, 3)
    assert match.outcome is not None
    assert match.outcome["ranking"] == [["Bo"], ["Ada"]]


def test_BW_05_the_first_part_ends_nothing() -> None:
    match = start(hands={"Ada": [3], "Bo": [2]}, score={"Ada": 1})
    part(match, "Ada", 3)
    assert (match.phase, match.round) == ("round", 18)


def test_BW_05_equal_points_after_nine_tricks_are_a_drawn_duel() -> None:
    match = start()
    for tile in range(9):
        trick(match, "Ada", tile, tile)
    assert (match.phase, match.round) == ("finished", 18)
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["ranking"]) == ([], [["Ada", "Bo"]])


def test_BW_05_after_nine_tricks_more_points_win() -> None:
    match = start(hands={"Ada": [3], "Bo": [4]}, score={"Ada": 1, "Bo": 1})
    trick(match, "Ada", 3, 4)
    assert match.outcome is not None
    assert match.outcome["winners"] == ["Bo"]


def test_BW_07_a_seat_sees_its_tiles_all_colours_who_took_what_and_the_score() -> None:
    match = start()
    trick(match, "Ada", 5, 8)
    part(match, "Bo", 2)
    assert match.view("Ada")["view"] == {
        "seat": "Ada",
        "round": 4,
        "leader": "Bo",
        "turn": "Ada",
        "table": "black",
        "score": {"Ada": 0, "Bo": 1},
        "led": None,
        "hand": [0, 1, 2, 3, 4, 6, 7, 8],
        "other": {"black": 3, "white": 4},
        "past": [{"leader": "Ada", "colours": {"Ada": "white", "Bo": "black"}, "taken": "Bo", "own": 5}],
    }
    assert match.view("Bo")["view"]["led"] == 2
    assert match.view("Bo")["view"]["other"] == {"black": 5, "white": 3}


def test_BW_07_a_spectator_has_neither_hand_nor_the_other_s_rest() -> None:
    match = start()
    trick(match, "Ada", 5, 8)
    seen = match.view(None)["view"]
    assert not {"hand", "other"} & set(seen)
    assert {"leader", "turn", "table", "score"} <= set(seen)
    assert seen["past"][0]["own"] is None
    part(match, "Bo", 2)
    assert match.view(None)["view"]["led"] is None


def outputs(match: Match, seat: str | None) -> Any:
    """All that leaves the match for one seat."""
    asked = None if seat is None else plain(views.asks(match, seat))
    return json.dumps([views.view(match, seat), asked])


def swapped(match: Match, seat: str, one: int, other: int) -> Match:
    """The same match with two tiles of a seat exchanged wherever they are: in hand, on the table, in tricks."""

    def turned(tile: int) -> int:
        return {one: other, other: one}.get(tile, tile)

    state = the(State, match.state)
    hands = {**state.hands, seat: tuple(sorted(map(turned, state.hands[seat])))}
    tricks = tuple(
        msgspec.structs.replace(trick, tiles={**trick.tiles, seat: turned(trick.tiles[seat])}) for trick in state.tricks
    )
    mine = state.table is not None and state.leader == seat
    table = turned(state.table) if mine and state.table is not None else state.table
    return msgspec.structs.replace(match, state=msgspec.structs.replace(state, hands=hands, tricks=tricks, table=table))


@pytest.mark.parametrize("one", [0, 2, 4])
def test_BW_07_nothing_of_the_other_s_numbers_shows_anywhere(one: int) -> None:
    """Exchange a black tile of Bo's that he has played with another black one: nobody else's outputs change."""
    match = start()
    trick(match, "Ada", 7, 6)
    part(match, "Ada", 1)
    part(match, "Bo", 2)
    before = match.match
    after = swapped(before, "Bo", 6, one)
    assert after.state != before.state
    for reader in ("Ada", None):
        assert outputs(after, reader) == outputs(before, reader)


def test_BW_07_after_the_end_the_record_shows_the_numbers() -> None:
    match = start(hands={"Ada": [3], "Bo": [4]})
    part(match, "Ada", 3)
    assert "record" not in match.view("Bo")
    part(match, "Bo", None)
    record = match.view("Ada")["record"]
    assert record["host"]["tricks"] == [{"leader": "Ada", "tiles": {"Ada": 3, "Bo": 4}, "taken": "Bo"}]
    assert record["rounds"][1]["orders"] == {}, "that Bo let the turn pass is in the record too"


def test_BW_07_reports_in_words() -> None:
    match = start()
    game = find_game("black_and_white")
    part(match, "Ada", 5)
    told = match.match.rounds[-1].reports
    assert game.tell(told["Ada"]) == ("You led the 5, a white tile.",)
    assert game.tell(told["Bo"]) == ("Ada led a white tile.",)
    part(match, "Bo", 8)
    told = match.match.rounds[-1].reports
    assert game.tell(told["Ada"]) == ("Bo answered with a black tile.", "Bo takes the trick.", "Points: Ada 0, Bo 1.")
    assert game.tell(told["Bo"])[:2] == ("You answered with the 8, a black tile.", "You take the trick.")
    assert game.tell_public(plain(match.match.rounds[-1].public))[1] == "Bo takes the trick."
    assert game.restate(game.Orders(tile=8)) == ("Play the 8, a black tile.",)


def test_BW_90_counts_are_never_shown_and_only_the_seat_on_turn_is_waited_for() -> None:
    match = start().match
    assert not match.shows_counts
    assert [views.can_act(match, seat) for seat in match.seats] == [True, False]


def test_BW_91_a_part_lasts_a_minute_in_a_served_house() -> None:
    assert find_game("black_and_white").spec.turn_seconds == 60.0
    assert find_game("black_and_white").spec.duel


def test_BW_01_talk_is_open() -> None:
    match: Script = start()
    match.say("Bo", "lounge", "black?")
    match.say("Ada", ["Bo"], "see for yourself")
    assert [message["text"] for message in match.view("Ada")["messages"]] == ["black?", "see for yourself"]
