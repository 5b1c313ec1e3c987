"""The two of the Death Match (SE-08), who goes out (SE-09), the final and the end (SE-11)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.seasons import Told


def booked(told: Told, **outcome: Any) -> Told:
    told.open()
    told.book(**outcome)
    return told


def test_SE_08_candidate_and_opponent_are_the_match_s() -> None:
    told = booked(Told(), elimination_candidate="Ada", death_match_opponent="Bo")
    assert (told.last["candidate"], told.last["opponent"]) == ("Ada", "Bo")
    assert told.refused("name", {"candidate": "Cy"}) == "nobody_missing"


def test_SE_08_the_host_names_who_is_missing_first_the_candidate() -> None:
    told = booked(Told(), tokens_of_life={"Di": 1})
    assert told.refused("name", {"opponent": "Bo"}) == "not_missing"
    assert told.refused("death_match", {"winner": "Bo"}) == "somebody_missing"
    assert told.refused("death_match", {"winner": None}) == "somebody_missing"
    assert told.refused("name", {"candidate": "Di"}) == "cannot_be_named"
    assert told.refused("name", {"candidate": "Ada", "opponent": "Bo"}) == "wrong_form"
    assert told.refused("name", {}) == "wrong_form"
    assert told.refused("name", {"candidate": None}) == "wrong_form"
    told.do("name", {"candidate": "Ada"})
    assert told.refused("name", {"candidate": "Bo"}) == "not_missing"
    assert told.refused("name", {"opponent": "Ada"}) == "cannot_be_named"
    told.do("name", {"opponent": "Bo"})
    assert "Bo is the opponent" in told.news[-1]


def test_SE_08_a_guest_is_missing_and_only_those_who_sat_can_be_named() -> None:
    told = Told(("Ada", "Bo", "Cy", "Di", "Ed"))
    told.correct("Ed", in_=False)
    told.open(sit_out=["Di"], guests=["Ed", "Zed"])
    told.book(elimination_candidate="Zed", death_match_opponent="Bo")
    told.correct("Ed", in_=True)
    assert (told.last["candidate"], told.last["opponent"]) == (None, "Bo")
    for name in ("Bo", "Di", "Ed", "Zed"):
        assert told.refused("name", {"candidate": name}) == "cannot_be_named"
    told.do("name", {"candidate": "Cy"})


def test_SE_08_somebody_who_leaves_before_the_death_match_is_missing_and_stays_so() -> None:
    told = booked(Told(), elimination_candidate="Ada", death_match_opponent="Bo")
    told.correct("Ada", in_=False)
    told.correct("Ada", in_=True)
    assert (told.last["candidate"], told.last["opponent"]) == (None, "Bo")
    told.do("name", {"candidate": "Ada"})
    told.do("death_match", {"winner": "Bo"})
    assert told.last["out"] == "Ada"


def test_SE_06_safe_is_who_holds_a_token_or_where_they_are_kept_who_won_or_played_one() -> None:
    told = Told(keep_tokens=True)
    told.correct("Ada", tokens=1)
    told.correct("Bo", tokens=5)
    told.open(play=["Ada"])
    told.book(tokens_of_life={"Cy": 1})
    for name in ("Ada", "Cy"):
        assert told.refused("name", {"candidate": name}) == "cannot_be_named"
    told.do("name", {"candidate": "Bo"})
    other = booked(Told(), tokens_of_life={"Cy": 1})
    other.correct("Cy", tokens=0)
    other.correct("Di", tokens=1)
    other.do("name", {"candidate": "Cy"})
    assert other.refused("name", {"opponent": "Di"}) == "cannot_be_named"


def test_SE_08_a_drawn_duel_is_played_again() -> None:
    told = booked(Told(), elimination_candidate="Ada", death_match_opponent="Bo")
    told.do("death_match", {"winner": None})
    assert told.phase == "death_match"
    assert told.refused("death_match", {}) == "wrong_form"
    assert told.refused("death_match", {"winner": "Cy"}) == "not_of_the_two"
    told.do("death_match", {"winner": "Ada"})
    assert (told.last["winner"], told.last["out"], told.phase) == ("Ada", "Bo", "between")


def test_SE_08_the_death_match_is_left_out_with_a_reason() -> None:
    told = Told()
    assert told.refused("skip_death_match", "x") == "wrong_phase"
    booked(told)
    assert told.refused("skip_death_match", "") == "no_reason"
    told.do("skip_death_match", "nobody lost")
    assert (told.last["skipped"], told.phase, told.last["out"]) == ("nobody lost", "between", None)


@pytest.mark.parametrize(("estate", "purses"), [("winner", [0, 10]), ("house", [0, 5]), ("kept", [5, 5])])
def test_SE_09_who_loses_is_out_and_the_estate_goes_where_the_season_says(estate: str, purses: list[int]) -> None:
    told = Told(purse=5, estate=estate)
    told.episode("Ada", "Bo")
    assert [told.one(name)["purse"] for name in ("Ada", "Bo")] == purses
    assert (told.one("Ada")["in"], told.one("Ada")["left"]) == (False, 1)


def test_SE_09_somebody_put_out_by_a_correction_keeps_the_purse() -> None:
    told = booked(Told(purse=5), elimination_candidate="Ada", death_match_opponent="Bo")
    told.correct("Cy", in_=False)
    told.do("death_match", {"winner": "Bo"})
    assert [told.one(name)["purse"] for name in ("Ada", "Bo", "Cy")] == [0, 10, 5]


def test_SE_11_the_season_ends_when_one_is_left() -> None:
    told = Told(("Ada", "Bo", "Cy"), purse=1)
    told.episode("Ada", "Bo")
    told.episode("Cy", "Bo")
    assert (told.phase, told.json["winner"]) == ("finished", "Bo")
    assert told.json["standings"] == [["Bo"], ["Cy"], ["Ada"]]
    for verb, given in [
        ("open", {"game": "elsewhere"}), ("end", True), ("add", "Zed"), ("final", {"best_of": 1}),
        ("correct", {"changes": {"Ada": {"purse": 1}}, "why": "x"}), ("call_off", "x"), ("skip_death_match", "x"),
    ]:  # fmt: skip
        assert told.refused(verb, given) == "wrong_phase"


def test_SE_11_standings_share_equal_places() -> None:
    told = Told()
    told.do("correct", {"changes": {"Ada": {"in": False}, "Bo": {"in": False}, "Cy": {"purse": 2}}, "why": "x"})
    told.open()
    told.correct("Di", in_=False)
    assert told.json["standings"] == [["Cy"], ["Ed", "Flo"], ["Di"], ["Ada", "Bo"]]


def test_SE_11_an_open_episode_goes_on_though_nobody_is_left() -> None:
    told = Told(("Ada", "Bo"))
    told.open()
    told.do("correct", {"changes": {"Ada": {"in": False}, "Bo": {"in": False}}, "why": "quarrel"})
    assert told.phase == "main"
    told.do("call_off", "nobody is left")
    assert (told.phase, told.json["winner"]) == ("finished", None)


def test_SE_11_the_host_ends_the_season_between_episodes() -> None:
    told = Told()
    told.open()
    assert told.refused("end") == "wrong_phase"
    told.do("call_off", "x")
    assert told.refused("end", False) == "wrong_form"
    told.do("end")
    assert (told.phase, told.json["winner"]) == ("finished", None)
    last = Told(("Ada", "Bo"))
    last.correct("Ada", in_=False)
    assert (last.phase, last.json["winner"]) == ("finished", "Bo")


def test_SE_11_a_final_is_a_best_of_between_the_last_two() -> None:
    told = Told(("Ada", "Bo", "Cy"), purse=1)
    assert told.refused("final", {"best_of": 3}) == "not_two"
    told.episode("Bo", "Ada")
    for wrong in (2, 0, 7, True, "3", None):
        assert told.refused("final", {"best_of": wrong}) in ("best_of", "wrong_form")
    told.do("final", {"best_of": 3})
    for winner in ("Cy", None, "Ada"):
        told.do("death_match", {"winner": winner})
    assert told.last["final"] == {"best_of": 3, "won": {"Ada": 1, "Cy": 1}}
    assert (told.last["game"], told.last["match"], told.phase) == ("final", None, "death_match")
    told.do("death_match", {"winner": "Cy"})
    assert (told.phase, told.json["winner"], told.one("Cy")["purse"]) == ("finished", "Cy", 3)


def test_SE_11_undoing_takes_a_final_back_as_a_whole() -> None:
    told = Told(("Ada", "Bo"))
    before = told.json
    told.do("final", {"best_of": 5})
    told.do("death_match", {"winner": "Ada"})
    told.do("unbook")
    assert {**told.json, "news": []} == {**before, "news": []}
    told.do("final", {"best_of": 1})
    told.do("death_match", {"winner": "Ada"})
    assert told.phase == "finished"
    told.do("unbook")
    assert told.phase == "between"
    assert told.refused("unbook") == "nothing_booked"


def test_SE_11_nobody_can_be_named_for_a_final() -> None:
    told = Told(("Ada", "Bo"))
    told.do("final", {"best_of": 1})
    told.correct("Ada", in_=False)
    told.correct("Ada", in_=True)
    assert told.refused("name", {"candidate": "Ada"}) == "cannot_be_named"
    told.do("skip_death_match", "they agreed")
    assert (told.phase, told.one("Ada")["in"]) == ("between", True)
