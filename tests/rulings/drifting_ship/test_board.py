"""SH-01: the default board, a host's own, and every mistake in one."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.commands.play import option
from core.games.drifting_ship.board import (
    DEFAULT_BOARD,
    checked_board,
    draw_board,
    mistakes,
    neighbour,
    parse_board,
    places,
    wall,
)
from core.games.drifting_ship.spec import COMPONENTS, PARTS, ROOMS, STARTS
from core.refusal import NotAMatch
from tests.kit import play
from tests.rulings.drifting_ship.script import board_text, crew, go, mate, one, ship


def rows(*swaps: tuple[str, str]) -> list[list[str]]:
    """The default board with some names written over."""
    found = [list(row) for row in DEFAULT_BOARD]
    for old, new in swaps:
        down, right = places(DEFAULT_BOARD)[old]
        found[down][right] = new
    return found


def test_SH_01_the_default_board_is_that_of_the_rulings() -> None:
    assert [" ".join(row) for row in DEFAULT_BOARD] == [
        "1A 4B 3C 2B 6A 7C 1B",
        "4A R 9A 8A 10C S T",
        "6B P 12A 13B 11A 10A 5B",
        "5A Z 12C V 13C 8B 2C",
        "Y 9C 11B 13A 12B 10B 4C",
        "7B U 11C 8C 9B W 6C",
        "2A 5C X 3A 7A 3B 1C",
    ]
    assert mistakes(DEFAULT_BOARD) == ()


def test_SH_01_there_are_39_components_8_tools_a_parasite_room_and_a_vault() -> None:
    assert len(COMPONENTS) == 39
    assert len(ROOMS) == len(set(ROOMS)) == 49
    assert sorted(set(ROOMS) - set(COMPONENTS)) == ["P", "R", "S", "T", "U", "V", "W", "X", "Y", "Z"]
    assert [len(PARTS[letter]) for letter in "ABC"] == [13, 13, 13]


def test_SH_01_the_starting_rooms_lie_in_corners_and_edge_centres() -> None:
    assert {places(DEFAULT_BOARD)[room] for room in STARTS} == {
        (down, right) for down in (0, 3, 6) for right in (0, 3, 6) if (down, right) != (3, 3)
    }
    assert places(DEFAULT_BOARD)["V"] == (3, 3)


def test_SH_01_a_host_can_play_on_another_board() -> None:
    turned = [list(reversed(row)) for row in DEFAULT_BOARD]
    match = ship({"Ada": (mate("1A"),)}, options={"board": turned})
    match.refused("Ada", crew({"wall": "east"}))
    match.seal("Ada", crew(go("4B", 1)))  # west of 1A now, one tile
    assert match.close()["Ada"]["activations"] == [{"crew": 0, "room": "4B", "ok": True}]
    assert one(match, "Ada")["energy"] == 6
    assert match.view("Ada")["view"]["chart"]["board"] == turned


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (rows()[:6], "A board has 7 rows; this one has 6."),
        ([*rows()[:6], ["2A", "5C"]], "Row 7 has 2 rooms; every row has 7."),
        (rows(("1A", "Q")), "'Q' (row 1, column 1) is not the name of a room."),
        (rows(("1A", "1a")), "Did you mean 1A?"),
        (rows(("10A", "010A")), "Did you mean 10A?"),
        (rows(("1A", "2B")), "2B is there 2 times (row 1, column 1; row 1, column 4)"),
        (rows(("1A", "2B")), "Missing: 1A."),
        (rows(("V", "14C")), "Missing: V."),
    ],
)
def test_SH_01_every_mistake_has_a_sentence(given: list[list[str]], told: str) -> None:
    assert any(told in sentence for sentence in mistakes(given)), mistakes(given)
    with pytest.raises(NotAMatch):
        play("drifting_ship", options={"board": given})


def test_SH_01_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(NotAMatch) as error:
        checked_board([*rows(("1A", "2B"), ("P", "14A"))[:6], ["2A"]])
    for told in ("Row 7 has 1 room;", "2B is there 2 times", "'14A'", "Missing:"):
        assert told in error.value.message


def test_SH_01_a_board_of_ones_own_is_a_text_of_seven_rows() -> None:
    assert parse_board(board_text(DEFAULT_BOARD)) == DEFAULT_BOARD
    lists = "rows = [\n" + ",\n".join(str(list(row)).replace("'", '"') for row in DEFAULT_BOARD) + "\n]"
    assert parse_board(lists) == DEFAULT_BOARD


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rows = [", "not TOML"),
        (f"rows = {'[' * 9999}", "not TOML"),
        ("", "The key rows is missing"),
        ('rows = "1A 4B"', "rows is a list of seven strings"),
        ("rows = [1, 2]", "Row 1 is neither a string of names nor a list"),
        ('rows = [["1A", 4]]', "Row 1 is neither"),
        (board_text(DEFAULT_BOARD) + 'name = "mine"', "this one also has name"),
        (board_text(DEFAULT_BOARD).replace("13B", "13D"), "'13D' (row 3, column 4) is not the name of a room."),
        (board_text(DEFAULT_BOARD).replace("13B", ""), "Row 3 has 6 rooms"),
    ],
)
def test_SH_01_a_bad_board_text_is_refused_in_words(text: str, told: str) -> None:
    with pytest.raises(NotAMatch) as error:
        parse_board(text)
    assert told in error.value.message
    assert error.value.ruling == "SH-01"


def test_SH_01_the_preview_draws_every_room_and_the_walls() -> None:
    drawn = draw_board(DEFAULT_BOARD).splitlines()
    assert len(drawn) == 15
    assert {len(line) for line in drawn} == {43}
    assert [room.strip() for room in drawn[1].strip("|").split("|")] == list(DEFAULT_BOARD[0])
    walled = draw_board(DEFAULT_BOARD, [wall("3C", "2B"), wall("1A", "4A")]).splitlines()
    assert "3C  #" in walled[1]
    assert walled[2].startswith("+#####+-----+")


def test_SH_01_sides_of_a_room() -> None:
    assert [neighbour(DEFAULT_BOARD, "V", side) for side in ("north", "east", "south", "west")] == [
        "13B",
        "13C",
        "13A",
        "12C",
    ]
    assert neighbour(DEFAULT_BOARD, "1A", "north") is None
    assert neighbour(DEFAULT_BOARD, "1C", "east") is None


def test_SH_01_a_match_is_played_on_the_board_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(board_text(tuple(reversed(DEFAULT_BOARD))), encoding="utf-8")
    key, value = option(f"board=@{file}")
    match = play("drifting_ship", options={key: value})
    assert match.host["board"][0] == list(DEFAULT_BOARD[-1])


def test_SH_01_a_board_file_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    with pytest.raises(NotAMatch, match="cannot be read: No such file or directory"):
        option(f"board=@{tmp_path / 'none.toml'}")
