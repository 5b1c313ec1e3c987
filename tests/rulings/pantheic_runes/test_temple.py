"""The start of a match and the temple: PR-01 to PR-05."""

from __future__ import annotations

import pytest

from core.games.pantheic_runes.runes import NOTHING, SYMBOLS
from core.refusal import NotAMatch
from tests.kit import play
from tests.rulings.pantheic_runes.altar import SEATS, deity, match, of, rituals, rotate

TEMPLE = ["xo++", "o+..", "x...", "oooo", "o+..", "+x+x"]


def picks(*places: int) -> dict[str, list[int]]:
    return {"temple": list(places)}


# --- PR-01
def test_PR_01_every_seat_starts_with_three_tableaux_three_mana_and_no_tokens() -> None:
    m = match()
    for seat in SEATS:
        start = of(m, seat)
        assert start["tableaux"] == ["++++", "oooo", "xxxx"]
        assert (start["mana"], start["tokens"], start["points"], start["rituals"]) == (3, 0, 0, 0)
        assert (start["blessings"], start["picks"]) == ([], 1)


def test_PR_01_in_the_pregame_orders_and_actions_are_refused_and_talk_is_not() -> None:
    m = match(round=None)
    assert (m.phase, m.round) == ("pregame", 0)
    m.refused("Ada", rituals("++++"))
    m.refused("Ada", {})
    m.refused_do("Ada", rotate("++++"))
    m.say("Ada", "lounge", "Hello.")
    m.close()
    assert (m.phase, m.round) == ("round", 1)
    m.seal("Ada", rituals("++++"))


def test_PR_01_gods_and_temple_are_shown_when_round_1_starts() -> None:
    m = match(round=None)
    for seat in (*SEATS, None):
        assert m.view(seat)["view"]["deities"] == []
        assert m.view(seat)["view"]["temple"] == []
    assert m.host["temple"] == []
    m.close()
    for seat in (*SEATS, None):
        assert len(m.view(seat)["view"]["deities"]) == 13
        assert m.view(seat)["view"]["temple"] == m.host["temple"]


def test_PR_01_a_briefing_does_not_show_them_either() -> None:
    m = play("pantheic_runes", setup={"round": 2}, briefing=True)
    assert m.phase == "briefing"
    assert m.view("Ada")["view"]["temple"] == []
    assert m.view("Ada")["view"]["deities"] == []
    assert m.view(None)["view"]["temple"] == []


# --- PR-02
def test_PR_02_the_temple_shows_one_more_than_there_are_seats() -> None:
    m = match(round=None)
    for _ in range(6):
        m.close()
        assert len(m.host["temple"]) == 6


@pytest.mark.parametrize("shown", [4, 9, 12])
def test_PR_02_option_temple(shown: int) -> None:
    m = play("pantheic_runes", options={"temple": shown}, setup={"round": 1})
    assert len(m.host["temple"]) == shown
    m.seal("Ada", picks(shown - 1))
    assert m.refused("Ada", picks(shown)).code == "no_such_place"


@pytest.mark.parametrize("shown", [3, 13, 0, -1])
def test_PR_02_option_temple_is_4_to_12(shown: int) -> None:
    with pytest.raises(NotAMatch):
        play("pantheic_runes", options={"temple": shown})


def test_PR_02_every_cell_is_drawn_of_four_symbols_and_never_all_empty() -> None:
    cells = ""
    for seed in range(60):
        for tableau in play("pantheic_runes", seed=seed, options={"temple": 12}, setup={"round": 1}).host["temple"]:
            assert tableau != NOTHING
            cells += tableau
    share = {symbol: cells.count(symbol) / len(cells) for symbol in SYMBOLS}
    assert set(cells) == set(SYMBOLS)
    assert all(0.22 < part < 0.28 for part in share.values())  # a little less than a quarter are empty


def test_PR_02_what_nobody_gets_is_gone_and_a_new_temple_is_drawn() -> None:
    m = match()
    shown = [m.host["temple"]]
    for _ in range(3):
        m.close()
        shown.append(m.host["temple"])
    assert len({tuple(temple) for temple in shown}) == 4
    assert all(of(m, seat)["tableaux"] == ["++++", "oooo", "xxxx"] for seat in SEATS)


def test_PR_02_the_temple_of_a_round_follows_from_the_seed_not_from_what_is_done() -> None:
    quiet, busy = match(), match()
    busy.seal("Ada", rituals("++++", temple=(0,)))
    busy.do("Bo", rotate("++++"))
    quiet.close()
    busy.close()
    assert quiet.host["temple"] == busy.host["temple"]


def test_PR_02_the_nth_list_of_the_setup_is_for_round_n() -> None:
    other = ["xxxx"] * 6
    m = match(round=2, temple=[TEMPLE, other])
    assert m.host["temple"] == other
    m.close()
    assert m.host["temple"] != other  # not given: drawn
    m = match(round=None, temple=[TEMPLE])
    m.close()
    assert m.host["temple"] == TEMPLE


# --- PR-03
def test_PR_03_one_pick_a_round_without_extras() -> None:
    m = match(temple=[TEMPLE])
    assert m.refused("Ada", picks(0, 1)).code == "too_many_picks"
    m.seal("Ada", picks(0))


def test_PR_03_one_more_for_each_extra() -> None:
    m = match(tableaux={"Ada": ["++++", "+xxx", "oooo"]}, temple=[TEMPLE, TEMPLE])
    m.seal("Ada", rituals("++++", "+xxx", "oooo"))
    m.close()
    assert of(m, "Ada")["picks"] == 3
    assert m.refused("Ada", picks(0, 1, 2, 3)).code == "too_many_picks"
    m.seal("Ada", picks(0, 1, 2))
    m.close()
    assert of(m, "Ada")["picks"] == 1, "extra picks are for one round and lost if unused"


@pytest.mark.parametrize("place", [-1, 6, 99])
def test_PR_03_picks_are_places_that_there_are(place: int) -> None:
    assert match().refused("Ada", picks(place)).code == "no_such_place"


def test_PR_03_picks_are_different_places() -> None:
    m = match(blessings={"Ada": ["hera"]})
    refusal = m.refused("Ada", picks(3, 3))
    assert (refusal.code, refusal.ruling) == ("picked_twice", "PR-03")


def test_PR_03_two_equal_tableaux_are_two_places() -> None:
    m = match(blessings={"Ada": ["hera"]}, temple=[TEMPLE])
    m.seal("Ada", picks(1, 4))
    assert m.close()["Ada"]["tableaux"] == ["++++", "o+..", "o+..", "oooo", "xxxx"]
    m = match(temple=[TEMPLE])
    m.seal("Ada", picks(1))
    m.seal("Bo", picks(4))
    reports = m.close()
    assert "o+.." in reports["Ada"]["tableaux"]
    assert "o+.." in reports["Bo"]["tableaux"]


def test_PR_03_unused_picks_are_lost_at_the_close() -> None:
    m = match(tableaux={"Ada": ["++++"]})
    m.seal("Ada", rituals("++++"))
    m.close()
    assert of(m, "Ada")["picks"] == 2
    m.close()
    assert of(m, "Ada")["picks"] == 1


# --- PR-04
def contest(*wanting: str, blessings: dict[str, list[str]] | None = None) -> tuple[str, ...]:
    """Who gets place 0 when these seats pick it."""
    m = match(temple=[TEMPLE], blessings=blessings or {})
    for seat in wanting:
        m.seal(seat, picks(0))
    reports = m.close()
    assert all("xo++" not in reports[s]["tableaux"] for s in SEATS if s not in wanting)
    return tuple(s for s in SEATS if "xo++" in reports[s]["tableaux"])


def test_PR_04_the_only_seat_that_picked_a_place_gets_it() -> None:
    assert contest("Cy") == ("Cy",)


def test_PR_04_a_place_that_several_picked_goes_to_nobody() -> None:
    assert contest("Ada", "Cy") == ()
    assert contest(*SEATS) == ()


def test_PR_04_of_several_the_only_one_with_ares_gets_it() -> None:
    assert contest("Ada", "Cy", "Di", blessings={"Cy": ["ares"]}) == ("Cy",)


def test_PR_04_two_with_ares_get_nothing() -> None:
    assert contest("Ada", "Cy", blessings={"Ada": ["ares"], "Cy": ["ares"]}) == ()
    assert contest("Ada", "Bo", "Cy", blessings={"Ada": ["ares"], "Cy": ["ares"]}) == ()


def test_PR_04_ares_counts_from_the_start_of_the_round() -> None:
    m = match(tableaux={"Ada": ["++x+"]}, temple=[TEMPLE, TEMPLE])
    for _ in range(2):
        m.seal("Ada", {**(rituals("++x+") if m.round == 1 else {}), **picks(0)})
        m.seal("Bo", picks(0))
        reports = m.close()
        if m.round == 2:
            assert reports["Ada"]["blessings"] == ["ares"]
            assert reports["Ada"]["tableaux"] == []
    assert reports["Ada"]["tableaux"] == ["xo++"]


def test_PR_04_a_lost_pick_does_not_say_who_won_it() -> None:
    m = match(temple=[TEMPLE], blessings={"Cy": ["ares"]})
    for seat in ("Ada", "Cy"):
        m.seal(seat, picks(0))
    reports = m.close()
    assert reports["Ada"]["picks"] == [{"place": 0, "tableau": "xo++", "got": False}]
    assert reports["Cy"]["picks"] == [{"place": 0, "tableau": "xo++", "got": True}]
    assert "Cy" not in str(reports["Ada"])


# --- PR-05
def test_PR_05_tableaux_gained_at_a_close_can_be_used_from_the_next_round_on() -> None:
    m = match(temple=[TEMPLE])
    m.seal("Ada", picks(0))
    assert m.refused("Ada", {"temple": [0], "rituals": [{"tableau": "xo++"}]}).code == "no_such_tableau"
    assert m.refused_do("Ada", rotate("xo++")).code == "no_such_tableau"
    m.close()
    m.seal("Ada", rituals("xo++"))
    m.close()
    assert of(m, "Ada")["blessings"] == ["hera"]
    assert deity(m, "Ada", "hera")["blessing"]["round"] == 2


# --- set-up
@pytest.mark.parametrize(
    "setup",
    [
        {"temple": [["xo++"] * 5]},
        {"temple": [["xo++"] * 5 + ["...."]]},
        {"temple": [["xo++"] * 5 + ["xo+"]]},
        {"temple": [["xo++"] * 6] * 7},
        {"tableaux": {"Zoe": ["oo+x"]}},
        {"tableaux": {"Ada": ["oo+y"]}},
        {"mana": {"Ada": -1}},
        {"mana": {"Zoe": 1}},
        {"mana": {"Ada": True}},
        {"tokens": {"Ada": -1}},
        {"tokens": {"Ada": "2"}},
        {"blessings": {"Ada": ["Hera"]}},
        {"blessings": {"Ada": ["hera", "hera"]}},
        {"blessings": {"Zoe": ["hera"]}},
        {"round": 0},
        {"round": 7},
        {"gods": 3},
    ],
)
def test_PR_01_PR_02_setups_that_the_rules_exclude_make_no_match(setup: dict[str, object]) -> None:
    with pytest.raises(NotAMatch):
        play("pantheic_runes", setup=setup)


def test_PR_01_the_setup_replaces_the_start_of_the_seats_named() -> None:
    m = match(round=4, tableaux={"Ada": ["oo+x", "+..."], "Bo": []}, mana={"Ada": 9}, tokens={"Ada": 2})
    assert of(m, "Ada") == {
        "tableaux": ["+...", "oo+x"],
        "mana": 9,
        "tokens": 2,
        "blessings": [],
        "points": 0,
        "rituals": 0,
        "picks": 1,
    }
    assert of(m, "Bo")["tableaux"] == []
    assert of(m, "Cy")["tableaux"] == ["++++", "oooo", "xxxx"]
    assert m.round == 4
