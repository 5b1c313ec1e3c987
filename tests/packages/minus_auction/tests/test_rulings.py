"""Given, moves, expect: every ruling has a test that names it."""

import re
from pathlib import Path

import minus_auction
import pytest
from minus_auction import GAME
from minus_auction.closing import minus

from core.kit import Script
from core.refusal import NotAMatch

PAY, TAKE = {"kind": "pay"}, {"kind": "take"}


def match(**given):
    return Script.of(GAME, given=given)


def test_MN_01_cards_are_there_once_and_nine_are_removed():
    host = match().host
    assert sorted([host["up"], *host["deck"], *host["removed"]]) == list(range(3, 36))
    assert (len(host["deck"]), len(host["removed"])) == (23, 9)
    with pytest.raises(NotAMatch):
        match(up=20, cards={"Ada": [20]})


def test_MN_02_everybody_begins_with_seven_chips():
    at = match()
    assert {player["chips"] for player in at.host["players"].values()} == {7}
    assert at.turn == ("Ada",)


def test_MN_03_a_chip_passes_the_card_on_and_who_takes_it_begins():
    at = match(up=20)
    at.do("Ada", PAY)
    assert at.turn == ("Bo",)
    at.do("Bo", TAKE)
    assert at.host["players"]["Bo"]["chips"] == 8
    assert (at.round, at.turn) == (2, ("Bo",))
    assert at.view("Cy")["log"][0]["report"] == {"card": 20, "seat": "Bo", "chips": 1, "held": 7}


def test_MN_03_without_a_chip_one_must_take():
    at = match(chips={"Ada": 0})
    assert at.refused_do("Ada", PAY).message == "You have no chips left: take the card."


def test_MN_04_of_a_run_only_the_lowest_counts():
    assert minus((20, 22, 21, 30)) == 50


def test_MN_05_chips_are_shown_to_their_owner_alone():
    at = match(chips={"Ada": 3})
    assert at.view("Ada")["view"]["chips"] == 3
    assert at.view(None)["view"]["chips"] is None


def test_MN_06_what_was_removed_is_told_at_the_end():
    at = match(round=24, deck=[])
    assert "removed" not in at.view("Ada")["view"]
    at.do("Ada", TAKE)
    assert at.result["removed"]


def test_MN_07_the_most_points_win_and_the_last_is_the_candidate():
    at = match(round=24, deck=[], up=30, turn="Cy", chips={"Ada": 9})
    at.do("Cy", TAKE)
    ending = at.match.state.ending
    assert (ending.winners, ending.candidate) == (("Ada",), "Cy")


def test_MN_08_who_lets_time_pass_pays_or_takes():
    at = match(chips={"Bo": 0})
    at.lapse()
    assert at.host["pot"] == 1
    at.lapse()
    assert at.host["players"]["Bo"]["chips"] == 1


def test_every_ruling_has_a_test_that_names_it():
    told = (Path(minus_auction.__file__).parent / "rulings.md").read_text(encoding="utf-8")
    rulings = set(re.findall(r"^- ([A-Z]{2}-\d\d) ", told, re.MULTILINE))
    tested = set(re.findall(r"def test_([A-Z]{2}_\d\d)_", Path(__file__).read_text(encoding="utf-8")))
    assert rulings == {name.replace("_", "-") for name in tested}
