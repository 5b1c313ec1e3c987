"""The cast (SE-01), what is public (SE-02), who sits (SE-03), what a match is given (SE-04)."""

from __future__ import annotations

import pytest

from core.dice import commitment
from core.refusal import NotAMatch
from core.seasons import script
from tests.kit.seasons import CAST, Told

THIRTEEN = tuple(f"P{n}" for n in range(1, 14))


@pytest.mark.parametrize(
    "cast",
    [["Ada"], [f"P{n}" for n in range(41)], ["Ada", "ada"], ["Ada", ""], ["Ada", "B[o"], ["Ada", "x" * 25], ["A", 5]],
)
def test_SE_01_a_cast_of_two_to_forty_names(cast: list[object]) -> None:
    """Names differ by more than case and can be shown."""
    with pytest.raises(NotAMatch):
        script.play(script.read({"season": {}, "cast": cast}))


@pytest.mark.parametrize("options", [{"purse": -1}, {"purse": True}, {"purse": 1.0}, {"estate": "bank"}, {"rich": 1}])
def test_SE_01_options_that_make_no_season(options: dict[str, object]) -> None:
    with pytest.raises(NotAMatch):
        script.play(script.read({"season": {"options": options}, "cast": ["Ada", "Bo"]}))


def test_SE_01_everybody_starts_in_with_the_purse_late_comers_too() -> None:
    told = Told(("Ada", "Bo"), purse=3)
    told.do("add", "Cy")
    told.open()
    told.do("add", "Di")
    assert {name: (one["in"], one["purse"]) for name, one in told.json["cast"].items()} == dict.fromkeys(
        ("Ada", "Bo", "Cy", "Di"), (True, 3)
    )
    assert told.last["places"] == {}
    assert told.season.episodes[-1].sat == ("Ada", "Bo", "Cy")


def test_SE_01_late_comers_only_while_no_booking_and_no_final_stands() -> None:
    told = Told()
    assert told.refused("add", "ADA") == "equal_names"
    assert told.refused("add", " Zed") == "bad_name"
    assert told.refused("add", 5) == "wrong_form"
    told.open()
    told.book()
    assert told.refused("add", "Zed") == "too_late"
    told.do("unbook")
    told.do("add", "Zed")
    final = Told(("Ada", "Bo"))
    final.do("final", {"best_of": 1})
    assert final.refused("add", "Zed") == "too_late"
    final.do("skip_death_match", "later")
    assert final.refused("add", "Zed") == "too_late"
    full = Told(tuple(f"P{n}" for n in range(40)))
    assert full.refused("add", "Zed") == "cast_full"


def test_SE_02_the_seed_is_secret_until_the_season_has_finished() -> None:
    told = Told(seed=77)
    secret = told.json["commitment"]
    assert (told.json["seed"], told.json["nonce"]) == (None, None)
    told.do("end")
    assert commitment(told.json["seed"], told.json["nonce"]) == secret
    assert told.json["seed"] == 77


def test_SE_03_seats_are_the_cast_who_are_in_then_guests_then_bots() -> None:
    told = Told()
    told.correct("Bo", in_=False)
    opened = told.open("famine", sit_out=["Di"], guests=["Zed", "Bo"])
    assert opened.seats == ("Ada", "Cy", "Ed", "Flo", "Zed", "Bo", "Guest 1", "Guest 2")
    assert told.last["guests"] == ["Zed", "Bo", "Guest 1", "Guest 2"]
    assert told.last["sat_out"] == ["Di"]


def test_SE_03_lots_draw_who_else_sits_out_and_the_same_again_after_calling_off() -> None:
    told = Told(seed=5)
    opened = told.open("pantheic_runes", sit_out=["Cy"])
    assert opened.drawn == ()
    assert len(opened.seats) == 5
    told.do("call_off", "again")
    first = told.open("drifting_ship", sit_out=["Cy"])
    assert len(first.seats) == 4
    assert "Cy" not in first.seats
    assert len(first.drawn) == 1
    assert any("by lot" in news for news in told.news)
    told.do("call_off", "again")
    assert told.open("drifting_ship", sit_out=["Cy"]).seats == first.seats
    others = {Told(seed=seed).open("drifting_ship").seats for seed in range(12)}
    assert len(others) > 3


def test_SE_03_a_bot_skips_a_name_in_use_whatever_its_case() -> None:
    told = Told(("Ada", "guest 1", "Bo"))
    assert told.open("pantheic_runes", guests=["GUEST 3"]).guests == ("GUEST 3", "Guest 2")


def test_SE_03_elsewhere_seats_any_number_and_no_guests_but_those_named() -> None:
    told = Told(tuple(f"P{n}" for n in range(20)))
    assert told.open(guests=["Zed"]).seats == (*(f"P{n}" for n in range(20)), "Zed")


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "elsewhere", "sit_out": ["Zed"]}, "cannot_be_named"),
        ({"game": "elsewhere", "sit_out": ["Ada", "Ada"]}, "named_twice"),
        ({"game": "elsewhere", "sit_out": ["Ada", "Bo", "Cy", "Di", "Ed"]}, "too_few"),
        ({"game": "famine", "guests": ["X", "Y", "Z"]}, "too_many_guests"),
        ({"game": "elsewhere", "guests": ["Ada"]}, "equal_names"),
        ({"game": "elsewhere", "guests": ["ada"]}, "equal_names"),
        ({"game": "elsewhere", "guests": ["Zed", "zed"]}, "equal_names"),
        ({"game": "elsewhere", "guests": ["a\\b"]}, "bad_name"),
        ({"game": "elsewhere", "options": {"reveal": False}}, "no_options"),
        ({"game": "elsewhere", "play": ["Ada"]}, "tokens_gone"),
        ({"game": "elsewhere", "guests": None}, "wrong_form"),
        ({"game": "elsewhere", "why": "x"}, "wrong_form"),
        ({"sit_out": []}, "wrong_form"),
        ([], "wrong_form"),
    ],
)
def test_SE_03_openings_that_are_refused(wish: object, code: str) -> None:
    assert Told().refused("open", wish) == code


def test_SE_03_somebody_out_is_no_guest_in_other_letters_and_does_not_sit_out() -> None:
    told = Told()
    told.correct("Bo", in_=False)
    assert told.refused("open", {"game": "elsewhere", "guests": ["bo"]}) == "equal_names"
    assert told.refused("open", {"game": "elsewhere", "sit_out": ["Bo"]}) == "cannot_be_named"
    told.open(guests=["Bo"])
    assert told.refused("open", {"game": "elsewhere"}) == "wrong_phase"


def test_SE_04_the_ship_is_lent_the_purses() -> None:
    told = Told(purse=2)
    told.correct("Cy", purse=9)
    assert told.open("drifting_ship", sit_out=["Ada", "Bo", "Flo"], options={"reveal": False}).options == {
        "reveal": False,
        "purses": {"Cy": 9, "Di": 2, "Ed": 2, "Guest 1": 0},
    }


def test_SE_04_a_sinners_secret_gets_marks_and_a_whole_heaven() -> None:
    told = Told(THIRTEEN)
    told.correct("P3", marked=True)
    for name in ("P9", "P2", "P4", "P13"):
        told.correct(name, realm="heaven")
    assert told.open("sinners_secret").options == {"marked": ["P3"], "heaven": ["P2", "P4", "P9", "P13"]}
    told.do("call_off", "again")
    told.correct("P4", marked=True)
    assert told.open("sinners_secret").options == {"marked": ["P3", "P4"]}
    told.do("call_off", "again")
    assert told.open("sinners_secret", sit_out=["P3", "P4"]).options == {"marked": []}
    told.do("call_off", "again")
    for number in (5, 6, 7, 8):
        told.correct(f"P{number}", marked=True)
    assert told.refused("open", {"game": "sinners_secret"}) == "too_many_marked"


@pytest.mark.parametrize("name", ["purse", "purses", "marked", "heaven", "exempt"])
def test_SE_04_options_that_the_season_gives_are_not_the_host_s(name: str) -> None:
    assert Told().refused("open", {"game": "drifting_ship", "options": {name: None}}) == "the_season_s"


def test_SE_04_an_opening_of_which_no_match_can_be_made_is_refused() -> None:
    told = Told()
    assert told.refused("open", {"game": "exodus", "options": {"reveal": 5}}) == "wrong_form"
    assert told.refused("open", {"game": "exodus", "options": {"speed": 5}}) == "wrong_form"


def test_SE_04_any_game_is_told_who_is_exempt() -> None:
    told = Told(keep_tokens=True)
    told.correct("Di", tokens=1)
    told.correct("Bo", tokens=2)
    assert told.refused("open", {"game": "exodus", "play": ["Ada"]}) == "no_token"
    assert told.refused("open", {"game": "exodus", "play": ["Bo", "Bo"]}) == "named_twice"
    assert told.refused("open", {"game": "exodus", "play": ["Bo"], "sit_out": ["Bo"]}) == "cannot_be_named"
    assert told.open("exodus", play=["Di", "Bo"]).options == {"exempt": ["Bo", "Di"]}
    assert told.last["played"] == ["Bo", "Di"]
    told.do("call_off", "again")
    assert told.open(play=["Di"]).options == {}


def test_SE_15_who_sits_out_by_lot_plays_no_token() -> None:
    told = Told(keep_tokens=True, seed=1)
    (drawn,) = told.open("pantheic_runes").drawn
    told.do("call_off", "again")
    told.correct(drawn, tokens=1)
    assert told.refused("open", {"game": "pantheic_runes", "play": [drawn]}) == "cannot_be_named"
    assert told.open("exodus", play=[drawn]).seats[: len(CAST)] == CAST
