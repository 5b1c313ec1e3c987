"""Who learns what: FA-07, FA-09 and FA-10; the forms of report and host state."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from core.games import game
from core.games.famine.structs import View
from core.match.views import asks, game_view
from tests.kit import the
from tests.kit.swaps import offers, trade
from tests.rulings.famine.hands import GEMS, SEATS, start


def text(value: Any) -> str:
    return json.dumps(msgspec.to_builtins(value))


def test_FA_10_the_report_has_favor_gems_trades_failures_and_diamonds() -> None:
    match = start(1, {"Ada": 4}, Ada="ruby topaz", Bo="sapphire")
    match.seal("Ada", offers("Bo ruby", "Cy topaz"))
    match.seal("Bo", offers("Ada sapphire"))
    assert match.close()["Ada"] == {
        "favor": 4 + 9 - 3,
        "gems": {**dict.fromkeys(GEMS, 0), "sapphire": 1, "topaz": 1},
        "trades": [{"with": "Bo", "gave": "ruby", "got": "sapphire"}],
        "failed": [{"to": "Cy", "give": "topaz"}],
        "diamonds": [],
    }


def test_FA_10_every_seat_is_told_of_itself_alone() -> None:
    match = start(1, Ada="diamond", Bo="sapphire", Cy="ruby")
    reports = trade(match, "Ada diamond Bo sapphire")
    assert list(reports) == list(SEATS)
    assert match.match.rounds[0].public is None
    for name in ("Ada", "Bo"):
        assert name not in text(reports["Cy"])
    view = the(View, game_view(match.match, "Cy"))
    assert (view.past, view.dossier, view.score) == ((), (), 0)
    public = the(View, game_view(match.match, None))
    assert (public.seat, public.round, public.held, public.met, public.past) == (None, 2, {}, {}, ())


def test_FA_10_CM_09_what_others_hold_changes_nothing_that_a_seat_sees() -> None:
    one = start(6, {"Bo": 3}, Ada="ruby", Bo="diamond diamond", Cy="topaz")
    two = start(6, {"Bo": 90}, locked={"Bo": 2}, Ada="ruby", Bo="diamond diamond onyx", Cy="onyx")
    for match in (one, two):
        match.seal("Cy", offers(f"Bo {'topaz' if match is one else 'onyx'}"))
    for match in (one, two):
        assert text([game_view(match.match, "Ada"), asks(match.match, "Ada")]) == text(
            [game_view(one.match, "Ada"), asks(one.match, "Ada")]
        )
        match.seal("Ada", offers("Bo ruby"))
    assert one.close()["Ada"] == two.close()["Ada"]
    assert text(game_view(one.match, "Ada")) == text(game_view(two.match, "Ada"))


# --- what diamonds tell (FA-07) -------------------------------------------------------------------------------------
def test_FA_07_year_1_the_inventory_after_the_close() -> None:
    match = start(1, Ada="diamond", Bo="sapphire onyx", Cy="topaz")
    reports = trade(match, "Ada diamond Bo sapphire", "Bo onyx Cy topaz")
    held = {**dict.fromkeys(GEMS, 0), "diamond": 1, "topaz": 1}
    assert reports["Ada"]["diamonds"] == [{"about": "Bo", "gems": held}]
    assert reports["Bo"]["diamonds"] == []
    assert reports["Cy"]["diamonds"] == []


def test_FA_07_year_2_the_partners_of_year_1() -> None:
    match = start(2, partners=[["Bo", "Hal", 1], ["Cy", "Bo", 1]], Ada="diamond diamond", Bo="ruby", Di="ruby")
    reports = trade(match, "Ada diamond Di ruby", "Ada diamond Bo ruby")
    assert reports["Ada"]["diamonds"] == [{"about": "Bo", "partners": ["Cy", "Hal"]}, {"about": "Di", "partners": []}]


def test_FA_07_year_2_tells_of_trades_really_made_in_year_1() -> None:
    match = start(1, Ada="diamond", Bo="ruby onyx", Cy="topaz")
    trade(match, "Bo onyx Cy topaz")
    assert trade(match, "Ada diamond Bo ruby")["Ada"]["diamonds"] == [{"about": "Bo", "partners": ["Cy"]}]


def test_FA_07_year_3_the_rank_after_the_close() -> None:
    """Everybody loses 35 for strangers, the traders 30. Cy and Di are then equal second, the next rank is 4."""
    favor = {"Cy": 60, "Di": 60, "Ed": 100, "Bo": 20, "Ada": 0}
    match = start(3, favor, Ada="diamond", Bo="ruby")
    assert trade(match, "Ada diamond Bo ruby")["Ada"]["diamonds"] == [{"about": "Bo", "rank": 4}]
    match = start(3, favor, Ada="diamond", Di="onyx")
    assert trade(match, "Ada diamond Di onyx")["Ada"]["diamonds"] == [{"about": "Di", "rank": 2}]
    match = start(3, {**favor, "Di": 52}, Ada="diamond", Di="onyx", Cy="ruby", Flo="ruby")
    assert trade(match, "Ada diamond Di onyx")["Ada"]["diamonds"] == [{"about": "Di", "rank": 2}], "25 each after it"


def test_FA_07_year_4_the_favor_after_the_close() -> None:
    match = start(4, {"Bo": 30}, Ada="diamond", Bo="ruby")
    assert trade(match, "Ada diamond Bo ruby")["Ada"]["diamonds"] == [{"about": "Bo", "favor": 34}]


@pytest.mark.parametrize("year", [5, 6, 7])
def test_FA_07_later_diamonds_tell_nothing(year: int) -> None:
    match = start(year, Ada="diamond", Bo="ruby")
    assert trade(match, "Ada diamond Bo ruby")["Ada"]["diamonds"] == []


def test_FA_07_what_a_diamond_tells_reaches_its_giver_alone_and_stays_in_its_dossier() -> None:
    match = start(1, Ada="diamond ruby", Bo="sapphire", Cy="topaz")
    trade(match, "Ada diamond Bo sapphire")
    trade(match, "Ada ruby Cy topaz")
    told = match.view("Ada")["view"]["dossier"]
    assert told == [{"year": 1, "diamond": {"about": "Bo", "gems": {**dict.fromkeys(GEMS, 0), "diamond": 1}}}]
    for seat in SEATS[1:]:
        assert match.view(seat)["view"]["dossier"] == []


def test_FA_07_in_words() -> None:
    famine = game("famine")
    match = start(1, Ada="diamond topaz", Bo="ruby ruby sapphire onyx")
    match.seal("Ada", offers("Bo diamond", "Cy topaz"))
    match.seal("Bo", offers("Ada sapphire"))
    match.close()
    assert list(famine.tell(match.match.rounds[0].reports["Ada"])) == [
        "Traded with Bo: gave 1 diamond, got 1 sapphire.",
        "Failed: Cy sealed no offer to you, so you keep the topaz.",
        "You hold 1 sapphire, 1 topaz.",
        "You have 0 Favor.",
        "Your diamond tells: Bo holds 2 rubies, 1 diamond, 1 onyx.",
    ]
    match = start(3, {"Bo": 80}, Ada="diamond", Bo="ruby")
    trade(match, "Ada diamond Bo ruby")
    assert "Your diamond tells: Bo has rank 1 by Favor." in famine.tell(match.match.rounds[0].reports["Ada"])


# --- garnets of year 7 (FA-09) --------------------------------------------------------------------------------------
def test_FA_09_each_diamond_given_in_year_7_earns_three_garnets() -> None:
    hands = {"Ada": "diamond diamond ruby", "Bo": "diamond ruby", "Cy": "ruby onyx", "Di": "diamond ruby"}
    match = start(7, {"Ada": 140}, hands=hands)
    match.seal("Di", offers("Hal diamond"))  # fails
    trade(match, "Ada diamond Bo diamond", "Ada diamond Cy ruby")
    garnets = match.host["garnets"]
    assert garnets["Ada"] == 6 + (140 + 9 + 9) // 75
    assert garnets["Bo"] == 3
    assert garnets["Di"] == 0


def test_FA_09_no_garnets_for_diamonds_before_year_7() -> None:
    match = start(6, Ada="diamond", Bo="ruby")
    trade(match, "Ada diamond Bo ruby")
    assert match.host["garnets"] == dict.fromkeys(SEATS, 0)


def test_FA_10_the_view_tells_whom_one_still_needs() -> None:
    match = start(3, partners=[["Ada", "Bo", 1], ["Ada", "Cy", 2]], Ada="ruby ruby", Di="ruby")
    trade(match, "Ada ruby Di ruby")
    view = the(View, game_view(match.match, "Ada"))
    assert view.met == {"Bo": 1, "Cy": 1, "Di": 1, "Ed": 0, "Flo": 0, "Gus": 0, "Hal": 0}
    assert view.last_year == ("Di",)
    assert view.strangers == ("Ed", "Flo", "Gus", "Hal")
    assert view.needed_twice == {"Bo": 1, "Cy": 1, "Di": 1, "Ed": 2, "Flo": 2, "Gus": 2, "Hal": 2}
    assert match.view("Ada")["view"]["past"] == [
        {"round": 1, "with": "Bo", "gave": None, "got": None},
        {"round": 2, "with": "Cy", "gave": None, "got": None},
        {"round": 3, "with": "Di", "gave": "ruby", "got": "ruby"},
    ]
