"""Given, orders, expect: every ruling has a test that names it."""

import re
from itertools import combinations
from pathlib import Path

import one_two_three
import pytest
from one_two_three import GAME
from one_two_three.start import meets

from core.kit import Script
from core.refusal import NotAMatch

HANDS = {"Ada": ["1a", "1b", "2a", "2b", "3a", "3b"], "Flo": ["1c", "1d", "2c", "2d", "3c", "3d"]}


def match(**given):
    return Script.of(GAME, given={"hands": HANDS, **given})


def test_OT_01_hands_are_dealt_and_six_cards_removed():
    host = match().host
    assert all(len(player["hand"]) == 6 for player in host["players"].values())
    assert len(host["removed"]) == 6
    with pytest.raises(NotAMatch):
        match(hands={"Ada": ["1a"]})


def test_OT_02_everybody_meets_everybody_once():
    seats = match().match.seats
    met = {frozenset((seat, meets(seats, n, seat))) for n in range(1, 6) for seat in seats}
    assert met == {frozenset(pair) for pair in combinations(seats, 2)}
    at = match()
    assert at.refused("Ada", {"card": "3n"}).code == "not_held"


def test_OT_03_the_higher_number_takes_both_and_equal_ones_nothing():
    at = match()
    at.seal("Ada", {"card": "3a"})
    at.seal("Flo", {"card": "2c"})
    reports = at.close()
    assert reports["Ada"]["met"] == {"round": 1, "other": "Flo", "own": "3a", "theirs": "2c", "won": 5}
    assert reports["Flo"]["met"]["won"] == 0
    assert "3a" not in at.view("Ada")["view"]["hand"]


def test_OT_04_a_card_is_shown_to_one_other_once_a_round():
    at = match()
    at.do("Ada", {"kind": "show", "to": "Bo", "card": "3a"})
    assert at.view("Bo")["view"]["seen"] == {"Ada": ["3a"]}
    assert at.view("Cy")["view"]["seen"] == {}
    assert at.notices("Bo")[0]["text"] == "Ada showed you a 3."
    assert at.refused_do("Ada", {"kind": "show", "to": "Cy", "card": "3a"}).code == "has_shown"
    at.seal("Ada", {"card": "3a"})
    at.close()
    assert at.view("Bo")["view"]["seen"] == {"Ada": ["3a"]}, "not that it was played"


def test_OT_05_points_are_public_and_what_two_played_is_theirs():
    at = match()
    at.seal("Ada", {"card": "3a"})
    at.seal("Flo", {"card": "1c"})
    at.close()
    assert at.view(None)["view"]["points"]["Ada"] == 4
    assert [met["theirs"] for met in at.view("Ada")["view"]["met"]] == ["1c"]
    assert at.view(None)["view"]["met"] == []


def test_OT_06_the_most_points_win():
    at = Script.of(GAME, given={"round": 5, "points": {"Bo": 40}})
    at.close()
    assert at.match.state.ending.winners == ("Bo",)


def test_every_ruling_has_a_test_that_names_it():
    told = (Path(one_two_three.__file__).parent / "rulings.md").read_text(encoding="utf-8")
    rulings = set(re.findall(r"^- ([A-Z]{2}-\d\d) ", told, re.MULTILINE))
    tested = set(re.findall(r"def test_([A-Z]{2}_\d\d)_", Path(__file__).read_text(encoding="utf-8")))
    assert rulings == {name.replace("_", "-") for name in tested}
