"""The panels of both duels: what is drawn of tiles, bids, lights and the past, and the course of a turn."""

from __future__ import annotations

import itertools

import pytest

import themes
from core.games import MODULES
from core.games import game as find_game
from core.table.seat import Seat
from tests.kit.depth import ends
from tests.kit.hall import Hall
from tests.kit.house import open_house
from tests.kit.screens import LARGE, SMALL, drive, sit
from tui.app.hotseat import HotseatApp
from tui.drawings.tiles import card, chip
from tui.screens.curtain import Curtain
from tui.screens.table.screen import TableScreen

DUELS = [game for game in MODULES if find_game(game).spec.duel]
LED = {"leader": "Ada"}
FIRST = {"black_and_white": {"tile": 5}, "ninety_nine": {"bid": 25}}
"""A number to lead with, white in both."""


async def test_BW_07_the_hand_the_colours_and_the_rest_of_the_other():
    """You should see nine tiles with their colours in words, and below the names what each still holds."""
    async with sit("black_and_white", setup={"leader": "Bo"}, before=led_by_bo) as at:
        assert "You answer. Bo led a white tile." in at.text
        assert "│black│ │white│ │black│" in at.text
        assert "5 black, 3 white" in at.text
        assert at.find("#panel").orders == {"tile": None}


def led_by_bo(table):
    from core.table.seat import Seat

    Seat(table, "Bo").seal({"tile": 3})
    Seat(table, "Bo").ready()


async def test_BW_02_a_digit_and_enter_twice_play_a_tile_and_no_page_comes_between():
    async with sit("black_and_white", setup=LED) as at:
        await at.press("5", "enter")
        assert "Play the 5, a white tile." in at.text
        await at.press("enter")
        assert at.table.match.round == 2, "sealing said ready, and only Ada was waited for"
        assert isinstance(at.screen, TableScreen)
        assert "You led the 5, a white tile." in at.text
        assert "Bo is to answer a white tile." in at.text
        at.seat("Bo").seal({"tile": 8})
        at.seat("Bo").ready()
        await at.settle()
        assert isinstance(at.screen, TableScreen)
        assert "Bo takes the trick." in at.text
        assert "Bo took the last" in at.text
        assert "› 5w" in at.text
        assert "?b*" in at.text, "of Bo's tile no more than its colour"


@pytest.mark.parametrize(("game", "lost", "won", "next_"), [
    ("black_and_white", {"tile": 0}, {"tile": 8}, {"tile": 3}), ("ninety_nine", {"bid": 0}, {"bid": 20}, {"bid": 3}),
])  # fmt: skip
async def test_a_lost_trick_is_told_where_its_winner_leads_the_next(game, lost, won, next_):
    def before(table):
        for seat, orders in (("Ada", lost), ("Bo", won), ("Bo", next_)):
            Seat(table, seat).seal(orders)
            Seat(table, seat).ready()

    async with sit(game, setup=LED, before=before, size=SMALL) as at:
        assert "You answer. Bo led a" in at.text
        assert "Bo took the last: 0 to 1." in at.text
    async with sit(game, setup=LED, before=before, size=LARGE) as at:
        assert "Bo took the last, black over black: 0 to 1." in at.text or "white over black: 0 to 1." in at.text


async def test_BW_08_a_spent_tile_and_a_turn_that_is_the_other_s_say_why():
    async with sit("black_and_white", setup={**LED, "hands": {"Ada": [2, 5], "Bo": [1, 8]}}) as at:
        await at.press("8")
        assert "You do not hold the 8 any more" in at.find("#status").message
        await at.press("5", "enter", "enter", "2", "enter")
        assert "It is Bo's turn" in at.find("#status").message


async def test_BW_06_a_key_too_many_lets_no_turn_pass_and_a_turn_that_passed_is_told_to_its_seat_alone():
    async with sit("black_and_white", setup=LED, round_seconds=60.0) as at:
        await at.press("r")
        assert at.table.match.round == 1
        assert "It is your turn: choose first." in at.find("#status").message
        at.clock.advance(61)
        at.table.tick()
        await at.settle()
        assert "your lowest tile was played. You led the 0" in at.find("#status").message
    async with sit("black_and_white", "Bo", setup=LED, round_seconds=60.0) as at:
        at.clock.advance(61)
        at.table.tick()
        await at.settle()
        assert at.find("#status").message == "Ada led a black tile."


async def test_BW_03_after_an_equal_trick_the_other_s_number_is_known():
    async with sit("black_and_white", setup=LED) as at:
        await at.press("5", "enter", "enter")
        at.seat("Bo").seal({"tile": 5})
        at.seat("Bo").ready()
        await at.settle()
        assert at.text.count("5w=") == 2


async def test_NN_02_a_bid_is_typed_changed_and_taken_back():
    async with sit("ninety_nine", setup={**LED, "left": {"Ada": 70}}) as at:
        bid = at.find("#hand")
        await at.press("enter")
        assert "Type your bid first" in at.find("#status").message
        await at.press("1", "2", "up", "right", "down", "down")
        assert bid.bid == 21
        await at.press("backspace")
        assert bid.bid == 2
        await at.press("9")
        assert bid.bid == 29
        await at.press("right", "right", "right", "right", "right")
        assert bid.bid == 70, "no more than what is left"
        await at.press("3")
        assert bid.bid == 3, "703 is no bid: it begins anew"
        await at.press("backspace", "2", "5")
        assert "leaves 45: ●●●○○ 3 (40-59)" in at.text
        await at.press("enter")
        assert "Bid 25: white, two digits." in at.text
        await at.press("enter")
        assert "You have 45 left." in at.text
        assert "●●●●○ 4" in at.text, "the lights stay while the bout is open (NN-04)"


@pytest.mark.parametrize("game", DUELS)
@pytest.mark.parametrize("size", ends(SMALL, (120, 40), LARGE))
async def test_CM_28_no_counts_and_nothing_cut_at_any_size(game, size):
    async with sit(game, setup=LED, size=size) as at:
        assert "/2 sealed" not in at.text
        assert "/2 ready" not in at.text
        board = at.find("#board")
        assert all(row.cell_length <= board.size.width for row in board._draw(board.size.width, board.size.height))
        assert len(board._draw(*board.size)) <= board.size.height
        assert at.find("#hand").region.bottom <= at.find("#status").region.y


@pytest.mark.parametrize("game", DUELS)
async def test_CM_09_a_spectator_sees_colours_points_and_no_number(game):
    async with sit(game, None, setup=LED, size=LARGE) as at:
        at.seat("Ada").seal(FIRST[game])
        at.seat("Ada").ready()
        at.seat("Bo").seal({next(iter(FIRST[game])): 7})
        at.seat("Bo").ready()
        await at.settle()
        assert "?w" in at.text
        assert not any(number in at.text for number in ("5w", "25", "7w", "7b", "│  5", "│  7"))
        assert not at.screen.query("#hand")
        assert "takes the" in at.text


@pytest.mark.parametrize("theme", themes.names())
def test_a_black_tile_differs_from_a_white_one_without_its_colour(theme):
    black, white = card("4", "black", "usual"), card("5", "white", "usual")
    assert "black" in "".join(row.plain for row in black)
    assert "white" in "".join(row.plain for row in white)
    assert chip(4, "black").plain != chip(4, "white").plain
    spec = themes.load(theme)
    assert spec.text.ivory != spec.text.ebony


@pytest.mark.parametrize("game", DUELS)
async def test_the_board_fits_any_room(game):
    async with sit(game, setup=LED) as at:
        for bid in (1, 2, 3, 4, 5, 6, 7, 8):
            for name in ("Ada", "Bo") if at.table.match.state.leader == "Ada" else ("Bo", "Ada"):
                at.seat(name).seal({next(iter(FIRST[game])): bid})
                at.seat(name).ready()
        await at.settle()
        for width, height in itertools.product((40, 60, 74, 78, 100, 158), (9, 15, 19, 40)):
            rows = at.find("#panel")._board(width, height)
            assert max(row.cell_length for row in rows) <= width, (width, height)
            assert len(rows) <= max(height, 9), "in nine rows everything is said"


async def test_at_one_keyboard_a_turn_is_one_handover_and_the_curtain_shows_what_is_public():
    house = open_house()
    table = house.make("ninety_nine", ("Ada", "Bo"), setup=LED)
    async with drive(HotseatApp(house, match_id="ninety-nine-1"), size=SMALL) as at:
        assert isinstance(at.screen, Curtain)
        handovers = 0
        for seat, bid in (("Ada", "12"), ("Bo", "9"), ("Ada", "8"), ("Bo", "30")):
            await at.press("enter", "enter")
            handovers += 1
            assert isinstance(at.screen, TableScreen)
            assert at.screen.seat.name == seat
            await at.press(*bid, "enter", "enter")
            assert isinstance(at.screen, Curtain), "no page of its own for what the curtain shows"
        assert "Bo takes the bout." in at.text
        assert "12" not in at.text
        assert (handovers, table.match.round) == (4, 5)


async def test_alone_against_a_bot_no_curtain_falls_between_turns():
    house = open_house()
    table = house.make(
        "black_and_white", ("Ada", "Bo"), setup=LED, seed=3, holders={"Ada": "local", "Bo": "bot:random"}
    )  # fmt: skip
    async with drive(HotseatApp(house, match_id="black-and-white-1"), size=SMALL) as at:
        await at.settle()
        while table.match.phase != "finished":
            await table.quiet()
            await at.settle()
            assert isinstance(at.screen, TableScreen)
            await at.press("left", "enter", "enter")
        await at.settle()
        assert "The result" in at.text
        await at.press("q", "q")  # asked once
        assert isinstance(at.screen, Curtain)
        assert "finished" in at.text


async def test_BW_91_a_duel_in_its_briefing_waits_for_both_and_the_session_goes_straight_there():
    hall = Hall("Ada", "Bo")
    table = hall.house.make(
        "black_and_white", ("Ada", "Bo"), setup=LED, briefing=True, round_seconds=60.0,
        holders={"Ada": "person:ada", "Bo": "person:bo"},
    )  # fmt: skip
    async with hall.enter("Ada") as at:
        assert isinstance(at.screen, TableScreen), "the one thing that waits for her"
        assert "It begins when both are ready: press r. Ada leads first." in at.text
        await at.press("r")
        assert "order nothing" not in at.find("#status").message
        assert "press r" not in at.text
        await at.press("q")
        assert "nothing waits for you" in at.text
    async with hall.enter("Bo") as at:
        await at.press("q")
        assert "begins when all are ready" in at.text
        await at.press("enter", "r")
        assert (table.match.phase, table.match.round) == ("round", 1)
        assert "60s left" in at.text or "1m left" in at.text


async def test_the_result_of_a_duel_names_its_winner_and_every_number():
    setup = {**LED, "hands": {"Ada": [3], "Bo": [4]}}
    async with sit("black_and_white", setup=setup, size=LARGE) as at:
        await at.press("enter", "enter")
        at.seat("Bo").seal({"tile": 4})
        at.seat("Bo").ready()
        await at.settle()
        assert "won by Bo" in at.text
        assert "Ada's tile first: 3 < 4." in at.text
        assert "Elimination Candidate" not in at.text


@pytest.mark.parametrize(
    ("game", "setup", "told"),
    [
        ("ninety_nine", {"round": 13, "score": {"Ada": 4, "Bo": 2}}, "match point: Ada"),
        ("ninety_nine", {"round": 17, "score": {"Ada": 4, "Bo": 4}}, "this bout wins the match"),
        ("ninety_nine", {"round": 9, "score": {"Ada": 3, "Bo": 1}}, None),
        ("ninety_nine", {"round": 17, "score": {"Ada": 1, "Bo": 1}}, "this bout wins the match"),
        ("black_and_white", {"hands": {"Ada": [0, 1, 2], "Bo": [3, 4, 5]}, "score": {"Bo": 2}}, "match point: Bo"),
        ("black_and_white", {"hands": {"Ada": [0], "Bo": [3]}, "score": {}}, "this trick wins the match"),
        ("black_and_white", {"hands": {"Ada": [0, 1, 2, 3], "Bo": [3, 4, 5, 6]}, "score": {"Bo": 2}}, None),
    ],
)
async def test_everybody_sees_for_whom_it_is_match_point(game, setup, told):
    """You should see it below the table, as the score says."""
    for seat in ("Bo", None):
        async with sit(game, seat, setup=setup | LED, size=SMALL) as at:
            assert ("match point" in at.text or "wins" in at.text) == (told is not None)
            assert told is None or told in at.text
