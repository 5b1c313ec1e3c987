"""The Drifting Ship's panel: orders built on the board, previews, what was seen, and the Parasite's win."""

from __future__ import annotations

from typing import Any

import pytest

from core.story.drawing import initials
from core.table.seat import Seat
from tests.kit.depth import ends
from tests.kit.screens import LARGE, SMALL, OneScreen, Sitting, position, sit
from tui.app.memory import StoredShelf
from tui.games.drifting_ship import draft
from tui.games.drifting_ship.board import FLAT, Tile, board_rows, board_size
from tui.games.drifting_ship.view_model import sight_of, table_for
from tui.screens.table.screen import TableScreen


def mate(name: str, room: str, energy: int = 5, bonuses: str = "", *, parasite: bool = False) -> dict[str, Any]:
    return {"name": name, "room": room, "energy": energy, "bonuses": list(bonuses), "parasite": parasite}


CREW = {
    "Ada": [mate("Red", "12A", 5, "SY"), mate("Blue", "10B", 4, "T", parasite=True)],
    "Bo": [mate("Lime", "12A", 3, "W"), mate("Rose", "1C", 6)],
    "Cy": [mate("Teal", "13B", 6, "R"), mate("Onyx", "10B", 2)],
    "Di": [mate("Sky", "8B", 7), mate("Rust", "9C", 3, "X")],
}
MID = {
    "round": 4,
    "crew": CREW,
    "claimed": {"12A": "Ada", "9A": "Ada", "10A": "Ada", "10B": "Ada", "13B": "Cy", "1A": "Bo", "9C": "Di"},
    "walls": [["12A", "13B"], ["9A", "12A"]],
}
"""12A stands in the third row and third column, walled off to the north and to the east."""

LAST = {
    "round": 5,
    "crew": CREW | {"Ada": [mate("Red", "13B", 6, parasite=True), mate("Blue", "1C", 3)],
                    "Bo": [mate("Lime", "12B", 5), mate("Rose", "2C", 6)]},
    "claimed": {f"{n}A": "Bo" if n > 5 else "Cy" for n in range(1, 13)},
}  # fmt: skip
"""Only 13A is missing from Sequence A, most of which is Bo's; the Vault is one step south of 13B."""


def tile(at: Sitting, room: str) -> Any:
    return at.find("#board").tiles[room]


def words(at: Sitting) -> str:
    return at.find("#words").plain


def drafted(at: Sitting, seat: str = "Ada") -> dict[str, Any]:
    found = at.seat(seat).draft()
    return {} if found is None else found.orders


# --- the board ---------------------------------------------------------------------------------------------------
async def test_the_rooms_in_reach_are_lit_with_the_energy_left_and_the_rest_is_muted_in_its_colour():
    async with sit("drifting_ship", setup=MID) as at:
        tiles = at.find("#board").tiles
        lit = {room: shown.left for room, shown in tiles.items() if shown.left}
        assert lit == {"6B": "3", "P": "4", "12A": "5", "12C": "4", "11B": "3", "11C": "2", "X": "1"}
        assert {room for room, shown in tiles.items() if shown.lit} == {*lit}
        muted = {room: shown.style for room, shown in tiles.items() if room not in lit}
        assert {style.split()[0] for style in muted.values()} == {"dim", "$closed"}
        assert {muted["2A"], muted["2B"], muted["2C"]} == {"dim $blue", "dim $green", "dim $violet"}
        assert muted["9A"] == "$closed", "activated: nothing is left to get"


async def test_the_drafted_way_is_drawn_from_room_to_room():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("down", "down", "enter", "2")
        assert at.find("#board").paths == (("12A", "12C"), ("12C", "11B"))
        assert at.text.count("↓") >= 2, "south, twice"


@pytest.mark.parametrize("size", ends((120, 40), (160, 45), (200, 60), (250, 70)))
async def test_the_board_is_as_large_as_there_is_room_and_the_past_stands_beside_it(size):
    inside = {(120, 40): (5, 3), (160, 45): (9, 3), (200, 60): (13, 4), (250, 70): (16, 5)}
    async with sit("drifting_ship", setup=MID, size=size) as at:
        assert at.find("#board").inside == inside[size]
        assert not at.find("#panel").arrangement.hidden
        if size[0] > 120:
            assert "Cognitive" in at.text, "rooms say their names"


async def test_on_a_phone_one_walks_and_bids_on_a_flat_board_or_by_the_list():
    async with sit("drifting_ship", setup=MID, size=(40, 15)) as at:
        assert at.find("#board").inside == FLAT
        at.find("#board").point("11B")
        await at.press("enter", "2")
        assert drafted(at) == {"crew": [{"move": "11B", "activate": 2}, {}]}
        assert "to 11B, bids 2" in at.text
        await at.press("m")
        assert not at.find("#board").display
        await at.press("enter")
        at.find("#pick").point("12C")
        await at.press("enter", "3")
        assert drafted(at) == {"crew": [{"move": "12C", "activate": 3}, {}]}
        await at.press("q")
        assert at.find("#board").display, "q leads back to the board before it leaves the table"
        await at.press("s", "enter")
        assert at.seat("Ada").sealed() is not None


async def test_what_was_seen_before_the_start_is_called_so_and_nothing_is_told_of_a_round_0():
    crew = {seat: [{"name": "One", "start": start}, {"name": "Two", "start": "1C"}] for seat, start in
            (("Ada", "1A"), ("Bo", "1A"), ("Cy", "2B"), ("Di", "2C"))}  # fmt: skip
    async with sit("drifting_ship", size=LARGE) as at:
        for seat, orders in crew.items():
            at.seat(seat).seal({"crew": orders})
            at.seat(seat).ready()
        await at.settle()
        await at.press("enter")
        assert "Bo's One start:1A" in at.find("#seen").plain
        assert at.find("#news").plain == "Nothing yet."


def test_a_flat_room_says_who_is_in_it_before_what_it_is_and_walls_need_no_colour():
    def tile(label: str, **more: Any) -> Tile:
        return Tile(label=label, style="", **more)

    rooms = (("1A", "12B"), ("3C", "V"))
    tiles = {
        "1A": tile("1A", mark="■", left="3"), "12B": tile("12B", left="4", lit=True),
        "3C": tile("3C", own=("▲2",), others=("B",)), "V": tile("V", others=("C", "D", "E"), mark="×"),
    }  # fmt: skip
    first, second = board_rows(rooms, tiles, [("1A", "12B"), ("12B", "V")], FLAT)
    assert (first.plain, second.plain) == ("1A ■┃12B4 ", "3C ▲2V  C…")
    assert "underline" in " ".join(str(span.style) for span in first.spans)
    assert board_size(FLAT) == (35, 7)


def test_what_was_seen_takes_the_place_of_the_orders_only_where_there_is_too_little_room():
    _, table = position("drifting_ship", setup=MID)
    seen = sight_of(Seat(table, "Ada").view(), {}, 0)
    assert "orders-box" not in table_for(seen, 80, 20, listing=True).names
    assert "orders-box" in table_for(seen, 114, 41, listing=True).names
    back = sight_of(Seat(table, "Ada").view(), {}, 0, back=0)
    assert back.page is not None
    assert "page" in table_for(back, 80, 20, listing=False).arrange(80, 20).rooms


@pytest.mark.parametrize("size", ends((56, 15), (60, 16), (68, 20)))
async def test_on_a_small_terminal_what_was_seen_stands_beside_the_flat_board(size):
    async with sit("drifting_ship", setup=MID, size=size) as at:
        arrangement = at.find("#panel").arrangement
        assert {"board", "page", "seen"} <= set(arrangement.rooms)
        assert arrangement.blank <= 0.2 * arrangement.width * arrangement.height


async def test_walls_marks_and_people_need_no_colour():
    async with sit("drifting_ship", setup=MID) as at:
        rows = at.text.splitlines()
        assert "12A■5┃13B×" in rows[7], "mine, a wall, activated by another"
        assert "━━━━━" in rows[6], "a wall to the north"
        assert "▲B" in rows[8], "Red beside a crewmate of Bo's"


async def test_the_other_crewmate_has_its_own_reach_with_the_toe():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("c")
        assert [tile(at, room).left for room in ("W", "8B", "9B")] == ["3", "3", "2"], "9B by a step"
        assert at.find("#board").room == "10B"


async def test_an_unreachable_room_says_why_and_changes_nothing():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("up", "right")
        assert "8A is not in the row or column of 12A" in at.find("#room").plain
        assert "[SH-06]" in at.find("#room").plain
        await at.press("enter")
        assert at.find("#status").message.startswith("8A is not in the row or column")
        await at.press("down", "enter")
        assert at.find("#status").message == "A wall between 12A and 13B stands in the way to 13B."
        assert drafted(at) == {}


async def test_walk_and_bid_with_few_keys_and_see_the_energy_at_each_point():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("down", "down", "enter", "2")
        assert drafted(at) == {"crew": [{"move": "11B", "activate": 2}, {}]}
        assert "Red moves to 11B and activates it with 2 energy." in words(at)
        red = next(row for row in at.find("#crew").plain.splitlines() if "Red" in row)
        assert red.split()[-4:] == ["5", "3", "1", "4"], "now, after the walk, after the bid, next round"
        assert "▲2" in at.text
        assert "△" in at.text
        await at.press("plus")
        assert drafted(at)["crew"][0]["activate"] == 3
        await at.press("plus")
        assert at.find("#status").message == "Red has 5 energy; these orders cost 2 + 4 = 6."
        await at.press("0", "u")
        assert drafted(at)["crew"][0]["activate"] == 3
        await at.press("x")
        assert drafted(at) == {}


async def test_enter_on_the_room_where_it_will_be_bids_one_more():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("down", "enter", "enter", "enter")
        assert drafted(at)["crew"][0] == {"move": "12C", "activate": 2}


async def test_a_bid_falls_or_goes_when_the_walk_changes():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("down", "enter", "4", "down", "enter")
        assert drafted(at)["crew"][0] == {"move": "11B", "activate": 3}
        assert "the bid falls to 3" in at.find("#status").message
        await at.press("down", "down", "enter")
        assert drafted(at)["crew"][0] == {"move": "X"}, "Di's device came from X: it has been activated"
        assert "no bid" in at.find("#status").message


async def test_the_mouse_walks_and_bids_on_the_board_too():
    async with sit("drifting_ship", setup=MID) as at:
        board = at.find("#board")
        await at.pilot.click(board, offset=(14, 7))  # 12C: third column, fourth row
        await at.pilot.click(board, offset=(14, 7))
        await at.pilot.click(board, offset=(14, 7))
        await at.settle()
        assert drafted(at)["crew"][0] == {"move": "12C", "activate": 1}
        await at.pilot.click("#crew", offset=(4, 3))
        await at.settle()
        assert at.find("#panel").chosen == 1


# --- items -------------------------------------------------------------------------------------------------------
async def test_the_banana_widens_the_reach():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("Y")
        assert drafted(at)["crew"][0] == {"eat": True}
        assert tile(at, "6B").left == "5"
        assert "Yellow Banana (1 left)" in at.text


async def test_a_wall_is_put_on_a_side_and_sides_that_are_closed_say_why():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("S")
        rows = {row.id: row for row in at.find("#pick").rows}
        assert rows["north"].closed == "A wall stands between 12A and 9A already."
        await at.press("enter")
        assert drafted(at)["crew"][0] == {"wall": "south"}


async def test_a_tool_that_is_not_carried_is_refused_with_its_ruling():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("W")
        assert at.find("#status").message == "Red does not carry the Wiwaxia."


async def test_a_tool_that_can_do_nothing_opens_no_menu_of_crosses():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("T")
        assert not at.screen.query("#pick")
        assert at.find("#status").message == "Red does not carry the Take Back Toe."


async def test_a_wall_is_drawn_as_soon_as_it_is_drafted_and_apart_from_those_that_stand():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("S", "enter")
        rows = at.text.splitlines()
        assert "━━━━━" in rows[6], "the wall that stands"
        assert "┅▲B┅┅" in rows[8], "the one to come, south of 12A"
        await at.press("x")
        assert "┅" not in at.text


async def test_everybody_who_was_met_in_a_room_is_named_there():
    both = CREW | {"Cy": [mate("Teal", "12A", 6), mate("Onyx", "10B", 2)]}
    async with sit("drifting_ship", size=LARGE, setup=MID | {"crew": both}) as at:
        assert [tag[0] for tag in tile(at, "12A").others] == ["Bo", "Cy"]
        assert "Bo's Lime and Cy's Teal seen in round 3." in at.find("#room").plain
    long = {"Ada": both["Ada"], "Barnaby": both["Bo"], "Cyprian": both["Cy"], "Di": both["Di"]}
    setup = {**MID, "crew": long, "claimed": {"12A": "Ada"}}
    async with sit("drifting_ship", size=LARGE, setup=setup, players=tuple(long)) as at:
        assert [tag[0] for tag in tile(at, "12A").others] == ["B", "C"], "a letter each where names do not fit"


async def test_the_question_before_sealing_names_the_room_and_the_crewmate_that_rests():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("b", "s")
        assert "Red disables 12A with all its energy." in at.text
        assert "Blue rests." in at.text
        assert "where it stands" not in at.text


async def test_a_tall_narrow_screen_has_tall_rooms_and_what_was_seen_and_activated():
    async with sit("drifting_ship", size=(120, 40), setup=MID) as at:
        assert at.find("#board").inside == (5, 3)
        assert "Seen, round:room" in at.text
        assert "Bo's Lime W 3:12A" in at.text
        assert "Activated, round by round" in at.text
    async with sit("drifting_ship", setup=MID) as at:
        assert at.find("#board").inside == (5, 1)


async def test_v_is_closed_by_q_before_the_seat_is_left():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("v", "q")
        assert not at.find("#seen").display
        assert at.find("#orders-box").display


async def test_disabling_takes_the_place_of_the_bid_and_only_one_crewmate_may():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("down", "enter", "2", "b")
        assert drafted(at)["crew"][0] == {"move": "12C", "disable": True}
        await at.press("c", "b")
        assert "only one of your crewmates" in at.find("#status").message
        assert drafted(at)["crew"][1] == {}


async def test_the_cap_is_bought_up_to_what_the_purse_holds_and_taken_back():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("g", "g")
        assert drafted(at) == {"buy_cap": 2}
        assert "cap 7→9 for 6" in at.text
        assert "Buy +2 energy cap for 6 garnets." in words(at)
        await at.press("down", "down", "enter", "2", "c", "b")
        assert "…" not in words(at), "never clipped: it stands where it fits, and in the title"
        assert "cap 7→9 for 6" in at.text
        await at.press("g")
        assert "cap 7 " in at.text
        await at.press("x", "c", "x")
        assert drafted(at) == {}


async def test_the_device_is_confirmed_before_it_opens_a_channel():
    async with sit("drifting_ship", "Di", setup=MID) as at:
        await at.press("X")
        assert at.find("#status").message == "This crewmate does not carry the XCommunications Device."
        await at.press("c")
        assert at.find("#status").message == "", "that was said of the other crewmate"
        await at.press("X")
        assert not at.screen.query("#pick"), "no menu of crosses"
        assert at.find("#status").message == "Nobody shared a room with it at the end of the last round."
    shared = CREW | {"Di": [mate("Sky", "8B", 7), mate("Rust", "12A", 3, "X")]}
    async with sit("drifting_ship", "Di", setup=MID | {"crew": shared}) as at:
        await at.press("c", "X", "enter")
        assert "opens a private channel with Ada at once" in at.text
        assert at.seat("Di").view().line is None
        await at.press("enter")
        assert at.seat("Di").view().line == "Ada"
        assert "Channel with Ada is open" in words(at)


# --- the Parasite ------------------------------------------------------------------------------------------------
async def test_a_match_is_won_by_the_parasite():
    async with sit("drifting_ship", setup=LAST) as at:
        assert "left 1" in at.find("#bars").plain.splitlines()[0]
        await at.press("down", "enter", "enter")
        assert "Which Sequence will be complete" in at.text
        await at.press("enter", "plus")
        assert drafted(at)["crew"][0] == {"move": "V", "activate": 4, "plant": "A"}
        assert "Red moves to V and plants the Parasite on Sequence A (Frontier) with 4." in words(at)
        await at.press("s", "enter")
        at.seat("Bo").seal({"crew": [{"move": "13A", "activate": 2}, {}]})
        for seat in ("Ada", "Bo", "Cy", "Di"):
            at.seat(seat).ready()
        await at.settle()
        assert "\u2713 Red moves to V and plants the Parasite on Sequence A" in at.text
        await at.press("enter")
        assert "Winner    Ada" in at.text
        assert "Bo must choose" in at.text


async def test_a_carrier_away_from_the_vault_is_told_where_a_parasite_is_planted():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("c", "P")
        assert at.find("#pick").rows[0].closed == (
            "Blue would be in 10B: a Parasite is planted only in V."
        )  # fmt: skip


# --- what was seen -----------------------------------------------------------------------------------------------
async def test_looking_back_shows_the_board_as_it_was_known_and_orders_nothing():
    async with sit("drifting_ship", setup=MID) as at:
        for seat in ("Ada", "Bo", "Cy", "Di"):
            at.seat(seat).seal({"crew": [{}, {"activate": 1}]} if seat == "Bo" else {})
            at.seat(seat).ready()
        await at.settle()
        await at.press("enter", "less_than_sign")
        assert "Round 4: what you saw" in at.text
        assert "Activated this round: 1C." in at.text
        assert tile(at, "1C").mark == "*"
        await at.press("less_than_sign")
        assert "Round 3: what you saw" in at.text
        assert tile(at, "1C").mark == " "
        assert not tile(at, "P").left
        await at.press("enter")
        assert "looking back" in at.find("#status").message
        await at.press("greater_than_sign", "greater_than_sign")
        assert tile(at, "1C").mark == "×"
        assert "what you saw" not in at.text


async def test_everyone_seen_is_listed_with_rooms_and_tools():
    async with sit("drifting_ship", setup=MID) as at:
        await at.press("v")
        assert "Bo's Lime W 3:12A" in at.find("#seen").plain
        assert "Cy's Onyx 3:10B" in at.find("#seen").plain
        assert not any(name in at.text for name in ("Teal", "Rust")), "they were in no room of Ada's"


async def test_nothing_of_the_others_is_on_the_screen():
    async with sit("drifting_ship", size=LARGE, setup=MID) as at:
        for secret in ("Teal", "Rose", "Sky", "Rust"):
            assert secret not in at.text


async def test_a_spectator_sees_the_board_and_no_crew():
    async with sit("drifting_ship", None, setup=MID) as at:
        assert "12A" in at.text
        assert "energy" not in at.text
        await at.press("enter", "2", "b", "S", "x", "v", "less_than_sign", "c", "g", "X", "P", "e")
        assert not at.table.match.actions


# --- the pregame -------------------------------------------------------------------------------------------------
async def test_the_crew_is_named_and_placed_before_the_start():
    async with sit("drifting_ship") as at:
        await at.press("right", "enter")
        assert "is no starting room" in at.find("#status").message
        await at.press("left", "enter")
        assert drafted(at) == {"crew": [{"name": "Ada 1", "start": "1A"}, {"name": "Ada 2"}]}
        await at.press("s")
        assert at.find("#status").message == "Crewmate 2 needs both a name and a start."
        await at.press("right", "right", "right", "enter", "e")
        at.find("#answer").value = " Blue "
        await at.press("enter")
        said = at.find("#crew").plain.splitlines()
        assert (said[0], len(said)) == ("Both placed: s seals, e renames.", 3)
        assert "2 more" not in at.text
        await at.press("s")
        assert "Ada 1 starts in 1A." in at.text
        assert "Blue starts in 2B." in at.text
        await at.press("enter")
        assert at.seat("Ada").sealed() is not None


@pytest.mark.parametrize(
    ("seat", "name"),
    [("Ada", "Ada 1"), ("A name of 20 letters", "A name of 20 l 1"), ("A name of 13", "A name of 13 1")],
)
def test_the_usual_name_fits(seat, name):
    assert draft.usual_name(seat, 0) == name
    assert len(name) <= 16


def test_seats_with_the_same_initial_get_numbers():
    assert initials(("Ada", "Al", "Bo", "cy")) == {"Ada": "1", "Al": "2", "Bo": "B", "cy": "C"}


# --- pictures ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x45"])
def test_the_ship(snap_compare, size):
    """You should see: the board with walls north and east of 12A, Red's walk from 12A (hollow) to 11B with a bid of 2,
    Blue and Cy's C in 10B; the rooms that Red reaches lit, with the energy left; Red's energy 5, 3, 1, 4; its orders;
    both in words; the Sequences with Ada's numbers in brackets. Wide: names on the board, round 3, who was seen."""
    house, table = position("drifting_ship", setup=MID)
    app = OneScreen(lambda: TableScreen(Seat(table, "Ada")), memory=StoredShelf(house.store))

    async def order(pilot) -> None:
        await pilot.pause()
        await pilot.press("down", "down", "enter", "2")
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=order)
