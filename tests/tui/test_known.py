"""What you know on the general screen: labels in place of names, a table by seat, boards, and the past folded."""

from __future__ import annotations

from tui.games.known import known_rows
from tui.words import text

SEATS = ("Ada", "Bo", "Cy")
LABELS = {"View.purse": "Your chips", "View.won": "You won {} times.", "State.most_you_may_ask": "Most you may ask"}


def shown(view: dict[str, object], width: int = 40, whole: bool = False, seats: tuple[str, ...] = SEATS) -> list[str]:
    return [text.line(row).plain.rstrip() for row in known_rows(view, seats, LABELS, width, whole=whole)]


def test_fields_have_their_words_or_their_names_as_words() -> None:
    view = {"purse": 3, "won": 2, "most_you_may_ask": 9, "last_bids": [1, 2], "nothing": [], "word": ""}
    assert shown(view) == ["Your chips: 3", "You won 2 times.", "Most you may ask: 9", "Last bids: 1, 2"]


def test_fields_by_seat_are_a_table_and_what_does_not_fit_follows_in_rows() -> None:
    view = {"points": {"Ada": 12, "Bo": 3, "Cy": 0}, "skills": {"Ada": ["Crown", "Mint"], "Bo": []}}
    table = [
        "     Points       Skills",
        "Ada      12  Crown, Mint",
        "Bo        3         none",
        "Cy        0            -",
    ]
    assert shown(view) == table
    table = ["     Points", "Ada      12", "Bo        3", "Cy        0", "Skills", " Ada: Crown, Mint", " Bo: none"]
    assert shown(view, 20) == table


def test_lists_by_seat_do_not_push_the_points_off_the_table() -> None:
    view = {"skills": {"Ada": ["Crown", "Mint"], "Bo": []}, "points": {"Ada": 12, "Bo": 3}}
    assert shown(view)[0] == "          Skills  Points"
    assert shown(view, 20)[:3] == ["     Points", "Ada      12", "Bo        3"]


def test_two_seats_stand_face_to_face_with_their_hands() -> None:
    view = {"hands": {"Ada": [1, 2, 3, 5], "Bo": [4, 6]}, "most_you_may_ask": {"Ada": 2}}
    assert shown(view, 40, seats=("Ada", "Bo")) == [
        "       Ada                Bo", "1, 2, 3, 5     Hands      4, 6", "         2  Most you may  -",
        "                ask",
    ]  # fmt: skip
    assert shown(view, 24, seats=("Ada", "Bo"))[1:4] == ["  1,     Hands      4, 6", "  2,", "3, 5"]


def test_a_board_keeps_its_rows() -> None:
    assert shown({"board": ["  a1   a2", "b1   b2"]}) == ["Board", "   a1   a2", " b1   b2", ""]


def test_the_past_is_below_and_folded_to_its_latest_items() -> None:
    view = {"past": [["One.", "Two."], ["Three."], ["Four."]], "points": {"Ada": 1, "Bo": 0}}
    assert shown(view)[-4:] == ["Past", " 3 Four.", " 2 Three.", "   1 earlier: v shows all"]
    assert shown(view, whole=True)[-5:] == ["Past", " 3 Four.", " 2 Three.", " 1 One.", "   Two."]


def test_nested_values_are_indented() -> None:
    assert shown({"box": {"left_side": {"a": list(range(20))}, "b": 1}})[:2] == ["Box", "  left side"]
