"""What a booking writes (SE-05), tokens (SE-06), Marks and realms (SE-07), corrections and undoing (SE-10)."""

from __future__ import annotations

from typing import Any

import pytest

from core.seasons import journal as j
from core.seasons.reducer import apply
from tests.kit.seasons import Told


def test_SE_05_places_count_guests_and_ties_are_shared() -> None:
    told = Told(("Ada", "Bo", "Cy"))
    told.open(guests=["Zed"])
    told.book("Zed", ("Bo", "Ada"), "Cy")
    assert told.last["places"] == {"Ada": 2, "Bo": 2, "Cy": 4}
    assert told.phase == "death_match"


def test_SE_05_the_purse_takes_garnets_and_pays_what_was_spent_but_never_more_than_it_holds() -> None:
    told = Told(("Ada", "Bo", "Cy"), purse=2)
    told.open()
    told.book(garnets={"Ada": 4, "Bo": 1, "Cy": 0}, spent={"Ada": 1, "Bo": 9})
    assert [told.one(name)["purse"] for name in told.json["cast"]] == [5, 0, 2]
    assert told.last["garnets"] == {"Ada": 3, "Bo": -2}


def test_SE_05_guests_and_who_is_out_by_then_get_nothing() -> None:
    told = Told(("Ada", "Bo", "Cy", "Di"))
    told.correct("Di", in_=False)
    told.open(guests=["Di", "Zed"])
    told.correct("Bo", in_=False)
    told.correct("Di", in_=True)
    told.do("add", "Zed")
    everybody = dict.fromkeys(("Ada", "Bo", "Di", "Zed"), 2)
    told.book(tokens_of_life=everybody, garnets=everybody, marked="Bo", realms={"heaven": ["Bo", "Di"], "hell": []})
    assert told.last["places"] == {"Ada": 1, "Cy": 3}
    assert (told.last["tokens"], told.last["garnets"], told.last["marked"]) == ({"Ada": 2}, {"Ada": 2}, None)
    assert [(told.one(n)["tokens"], told.one(n)["purse"], told.one(n)["realm"]) for n in ("Bo", "Di", "Zed")] == [
        (0, 0, None)
    ] * 3


@pytest.mark.parametrize(
    "outcome",
    [
        {},
        {"ranking": None},
        {"ranking": [["Ada"], ["Bo"]]},
        {"ranking": [["Ada"], ["Bo", "Cy", "Cy"]]},
        {"ranking": [["Ada"], ["Bo"], ["Cy"], ["Zed"]]},
        {"ranking": ["Ada", "Bo", "Cy"]},
        {"winners": ["Zed"]},
        {"elimination_candidate": "Zed"},
        {"marked": "Zed"},
        {"marked": ["Ada"]},
        {"garnets": {"Zed": 1}},
        {"garnets": {"Ada": -1}},
        {"garnets": {"Ada": True}},
        {"garnets": {"Ada": 1.0}},
        {"garnets": {"Ada": None}},
        {"spent": {"Ada": "1"}},
        {"tokens_of_life": {"Ada": 0.5}},
        {"death_match_opponent": "Ada"},
        {"elimination_candidate": "Ada", "death_match_opponent": "Ada"},
        {"realms": {"heaven": ["Ada"], "hell": ["Ada"]}},
        {"realms": {"heaven": ["Zed"]}},
        {"realms": {"limbo": []}},
        {"places": {}},
    ],
)
def test_SE_05_outcomes_that_are_refused(outcome: dict[str, Any]) -> None:
    told = Told(("Ada", "Bo", "Cy"))
    told.open()
    whole = {"ranking": [["Ada"], ["Bo"], ["Cy"]], **outcome} if outcome else outcome
    assert told.refused("book", whole) in (
        "wrong_form", "bad_ranking", "not_seated", "bad_amount", "same_two", "no_candidate", "two_realms",
    )  # fmt: skip


def test_SE_05_null_is_as_left_out_and_nothing_else_is_checked() -> None:
    told = Told(("Ada", "Bo", "Cy"))
    told.open()
    nothing = dict.fromkeys(
        ("winners", "elimination_candidate", "death_match_opponent", "tokens_of_life", "garnets", "spent", "marked"),
        None,
    )
    told.do("book", {"ranking": [[], ["Cy"], ["Ada", "Bo"]], **nothing, "realms": {"heaven": None, "hell": ["Ada"]}})
    assert told.last["places"] == {"Ada": 2, "Bo": 2, "Cy": 1}
    assert (told.last["candidate"], told.last["opponent"]) == (None, None)


def test_SE_05_booking_is_for_an_open_main_match_and_once() -> None:
    told = Told()
    outcome = {"ranking": [[name] for name in told.json["cast"]]}
    assert told.refused("book", outcome) == "wrong_phase"
    told.open()
    told.do("book", outcome)
    assert told.refused("book", outcome) == "wrong_phase"


def test_SE_05_a_called_off_episode_gives_its_number_to_the_next_and_keeps_corrections() -> None:
    told = Told()
    assert told.refused("call_off", "x") == "wrong_phase"
    told.open()
    told.correct("Ada", purse=4)
    assert told.refused("call_off", " ") == "no_reason"
    assert told.refused("call_off", "\u2800") == "no_reason"
    assert told.refused("call_off", None) == "wrong_form"
    told.do("call_off", "rain")
    assert (told.json["episode"], told.json["episodes"], told.one("Ada")["purse"]) == (0, [], 4)
    told.open()
    assert told.json["episode"] == 1


def test_SE_06_tokens_are_gone_at_the_end_of_an_episode() -> None:
    told = Told(("Ada", "Bo", "Cy"))
    told.open()
    told.book(tokens_of_life={"Ada": 2})
    assert told.one("Ada")["tokens"] == 2
    told.do("skip_death_match", "late")
    assert told.one("Ada")["tokens"] == 0


def test_SE_06_kept_tokens_are_played_at_an_opening_and_spent_at_the_booking() -> None:
    told = Told(("Ada", "Bo", "Cy"), keep_tokens=True)
    told.correct("Ada", tokens=2)
    told.open(play=["Ada"])
    assert told.one("Ada")["tokens"] == 2
    told.do("call_off", "rain")
    assert told.one("Ada")["tokens"] == 2
    told.open(play=["Ada"])
    told.book(tokens_of_life={"Ada": 1, "Bo": 1})
    told.do("skip_death_match", "late")
    assert (told.one("Ada")["tokens"], told.one("Bo")["tokens"]) == (2, 1)


def test_SE_06_a_played_token_that_is_no_longer_held_is_not_spent() -> None:
    told = Told(("Ada", "Bo", "Cy"), keep_tokens=True)
    told.correct("Ada", tokens=1)
    told.open(play=["Ada"])
    told.correct("Ada", tokens=0)
    told.book(tokens_of_life={"Ada": 1})
    assert told.one("Ada")["tokens"] == 1


def test_SE_07_a_mark_ends_with_the_next_episode_sat_in_or_not() -> None:
    told = Told()
    told.correct("Flo", marked=True)  # before the first episode: ends with it
    told.open()
    told.book(marked="Ada")
    told.correct("Cy", marked=True)
    told.do("skip_death_match", "late")
    assert [name for name, one in told.json["cast"].items() if one["marked"]] == ["Ada", "Cy"]
    told.correct("Di", marked=True)
    told.open(sit_out=["Ada"])
    told.correct("Bo", marked=True)
    told.book()
    told.do("skip_death_match", "late")
    assert [name for name, one in told.json["cast"].items() if one["marked"]] == ["Bo"]


def test_SE_07_a_realm_lasts_until_a_booking_names_the_person_again() -> None:
    told = Told(("Ada", "Bo", "Cy"))
    told.open()
    told.book(realms={"heaven": ["Ada", "Bo"]})
    told.do("skip_death_match", "late")
    told.open()
    told.book(realms={"heaven": [], "hell": ["Bo"]})
    assert [told.one(name)["realm"] for name in ("Ada", "Bo", "Cy")] == ["heaven", "hell", None]


def test_SE_07_who_goes_out_loses_tokens_mark_and_realm() -> None:
    told = Told(purse=3)
    for name in ("Ada", "Bo"):
        told.do("correct", {"changes": {name: {"tokens": 2, "marked": True, "realm": "hell"}}, "why": "x"})
    told.correct("Ada", in_=False)
    gone = {"in": False, "left": 0, "purse": 3, "tokens": 0, "marked": False, "realm": None}
    assert told.one("Ada") == gone
    told.correct("Ada", in_=True)
    assert told.one("Ada") == {**gone, "in": True, "left": None}


def test_SE_10_a_correction_works_in_first_then_sets_the_rest_and_is_announced() -> None:
    told = Told()
    told.do(
        "correct",
        {"changes": {"Ada": {"tokens": 1, "realm": "heaven", "marked": True, "purse": 7, "in": False}}, "why": "left"},
    )
    assert told.one("Ada") == {
        "in": False, "left": 0, "purse": 7, "tokens": 1, "marked": True, "realm": "heaven",
    }  # fmt: skip
    assert "left" in told.news[-1]
    assert "purse 0 to 7" in told.news[-1]


@pytest.mark.parametrize(
    "given",
    [
        {"changes": {}, "why": "x"},
        {"changes": {"Ada": {}}, "why": "x"},
        {"changes": {"Zed": {"purse": 1}}, "why": "x"},
        {"changes": {"Ada": {"purse": 1}}, "why": "\n"},
        {"changes": {"Ada": {"purse": 1}}},
        {"changes": {"Ada": {"purse": -1}}, "why": "x"},
        {"changes": {"Ada": {"purse": True}}, "why": "x"},
        {"changes": {"Ada": {"purse": None}}, "why": "x"},
        {"changes": {"Ada": {"tokens": 1.0}}, "why": "x"},
        {"changes": {"Ada": {"marked": 1}}, "why": "x"},
        {"changes": {"Ada": {"marked": None}}, "why": "x"},
        {"changes": {"Ada": {"in": 0}}, "why": "x"},
        {"changes": {"Ada": {"realm": "limbo"}}, "why": "x"},
        {"changes": {"Ada": {"in_": False}}, "why": "x"},
        {"changes": {"Ada": {"purse": 3}, "Bo": {"tokens": -1}}, "why": "x"},
    ],
)
def test_SE_10_corrections_that_are_refused_change_nothing(given: dict[str, Any]) -> None:
    assert Told().refused("correct", given) in ("wrong_form", "no_change", "not_in_cast", "no_reason", "bad_amount")


def test_SE_10_undoing_takes_the_last_booking_back_with_all_that_came_after() -> None:
    told = Told(purse=1)
    told.episode("Bo", "Cy", garnets={"Ada": 2})
    told.open()
    before = told.json
    told.book(elimination_candidate="Di", death_match_opponent="Ed", tokens_of_life={"Ada": 1}, marked="Flo")
    told.correct("Ada", purse=40)
    told.do("death_match", {"winner": "Ed"})
    told.open()
    assert told.refused("unbook") == "episode_open"
    told.do("call_off", "rain")
    told.do("unbook")
    after = told.json
    assert {**after, "news": []} == {**before, "news": []}
    assert any("40" in news for news in told.news[-6:])
    assert any("rain" in news for news in told.news[-6:])
    told.do("call_off", "another one")
    told.do("unbook")
    assert (told.phase, told.json["episode"], told.one("Ada")["purse"], told.one("Bo")["in"]) == ("main", 1, 1, True)
    told.do("call_off", "never mind")
    assert told.refused("unbook") == "nothing_booked"


def test_SE_10_the_news_of_many_undoings_do_not_tell_the_same_twice() -> None:
    told = Told()
    for _ in range(3):
        told.open()
        told.book()
        told.do("skip_death_match", "late")
    for _ in range(3):
        told.do("unbook")
        told.do("call_off", "all again")
    assert sum("late" in news for news in told.news) == 6


def test_SE_10_a_finished_season_can_be_undone_too() -> None:
    told = Told(("Ada", "Bo"))
    told.episode("Ada", "Bo")
    assert (told.phase, told.json["winner"]) == ("finished", "Bo")
    told.do("unbook")
    assert (told.phase, told.json["winner"], told.json["seed"]) == ("main", None, None)
    assert Told().refused("unbook", 1) == "wrong_form"


def test_SE_13_undoing_does_not_change_who_plays_under_a_name() -> None:
    told = Told(("Ada", "Bo", "Cy"))
    told.open()
    told.book()
    told.season = apply(told.season, j.SeasonHandedOver(name="Bo", holder="person:zed"))
    told.do("unbook")
    assert told.season.holders == {"Bo": "person:zed"}
    assert "Bo is now played by someone else." in told.news
