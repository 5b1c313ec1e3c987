"""Undoing the last entry alone (SE-19), and what no undoing takes back (SE-13)."""

from __future__ import annotations

from typing import Any

import pytest

from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.reducer import apply
from tests.kit.seasons import Told


def undo(told: Told) -> list[str]:
    """Undo the last entry; what was announced."""
    before = len(told.news)
    told.season = apply(told.season, j.Undone())
    told.entries.append(j.Undone())
    return told.news[before:]


def refused(told: Told) -> str:
    with pytest.raises(Refused) as caught:
        apply(told.season, j.Undone())
    return caught.value.code


CORRECTION = {"changes": {"Ada": {"purse": 50}}, "why": "counted"}
OUT = {"changes": {"Cy": {"in": False}}, "why": "left"}


@pytest.mark.parametrize(
    ("steps", "last"),
    [
        ([], ("correct", CORRECTION)),
        ([], ("correct", OUT)),
        ([], ("add", "Zed")),
        ([], ("end", True)),
        ([("open", {"game": "elsewhere"})], ("correct", CORRECTION)),
        ([("open", {"game": "elsewhere"})], ("call_off", "rain")),
        ([("open", {"game": "elsewhere"})], ("book", {"ranking": [["Ada", "Bo"], ["Cy"]], "garnets": {"Bo": 2}})),
        (
            [("open", {"game": "elsewhere"}), ("book", {"ranking": [["Ada", "Bo", "Cy"]]})],
            ("name", {"candidate": "Bo"}),
        ),
        (
            [("open", {"game": "elsewhere"}), ("book", {"ranking": [["Ada", "Bo", "Cy"]]})],
            ("skip_death_match", "peace"),
        ),
        (
            [
                ("open", {"game": "elsewhere"}),
                ("book", {"ranking": [["Ada", "Bo", "Cy"]], "elimination_candidate": "Cy"}),
                ("name", {"opponent": "Bo"}),
            ],
            ("death_match", {"winner": "Bo"}),
        ),
        ([("correct", OUT)], ("final", {"best_of": 3})),
        ([("correct", OUT), ("final", {"best_of": 1})], ("death_match", {"winner": "Ada"})),
    ],
)
def test_SE_19_the_last_entry_is_undone_and_nothing_else(steps: list[tuple[str, Any]], last: tuple[str, Any]) -> None:
    told = Told(("Ada", "Bo", "Cy"), purse=2)
    for verb, given in steps:
        told.do(verb, given)
    before, ledger, stood = told.json, told.season.ledger, len(told.news)
    told.do(*last)
    entered = told.news[stood:]
    assert undo(told) == [f"Undone: {text}" for text in entered]
    assert {**told.json, "news": []} == {**before, "news": []}
    assert told.season.ledger == ledger


def test_SE_19_one_entry_after_the_other_is_undone_but_not_an_opening() -> None:
    told = Told(purse=1)
    told.correct("Ada", purse=3)
    told.open()
    told.correct("Ada", purse=4)
    told.correct("Bo", purse=0)
    undo(told)
    undo(told)
    assert (told.one("Ada")["purse"], told.one("Bo")["purse"]) == (3, 1)
    assert refused(told) == "episode_open"
    told.do("call_off", "rain")
    assert told.phase == "between"


def test_SE_19_the_end_of_a_season_is_undone_without_its_last_booking() -> None:
    told = Told(("Ada", "Bo", "Cy"))
    told.episode("Cy", "Ada")
    told.do("end")
    assert told.json["seed"] == 0
    assert undo(told) == ["Undone: The season has ended. Nobody has won it."]
    assert (told.phase, told.one("Cy")["in"], told.json["seed"]) == ("between", False, None)
    told.episode("Bo", "Ada")
    assert told.phase == "finished"
    assert len(undo(told)) == 2, "who won the Death Match, and that the season ended with it"
    assert (told.phase, told.last["opponent"], told.one("Bo")["in"]) == ("death_match", "Ada", True)


def test_SE_19_the_last_booking_can_still_be_undone_after_an_undoing() -> None:
    told = Told(purse=1)
    told.open()
    told.book(garnets={"Ada": 4})
    told.correct("Bo", purse=9)
    undo(told)
    told.do("skip_death_match", "peace")
    told.do("unbook")
    assert (told.phase, told.one("Ada")["purse"]) == ("main", 1)
    assert refused(told) == "episode_open"
    assert not any("9" in news for news in told.news[-2:]), "what was undone before is not undone twice"


def test_SE_19_nothing_is_undone_where_nothing_was_entered() -> None:
    told = Told()
    assert refused(told) == "nothing_entered"
    told.season = apply(told.season, j.SeasonHandedOver(name="Bo", holder="person:zed"))
    assert refused(told) == "nothing_entered", "SE-13: who plays under a name stays"
    told.correct("Ada", purse=1)
    told.season = apply(told.season, j.SeasonPublished())
    told.season = apply(told.season, j.SeasonHandedOver(name="Cy", holder="bot:steady"))
    assert undo(told) == ["Undone: Corrected (put right): Ada: purse 0 to 1."]
    assert told.season.public
    assert told.season.holders == {"Bo": "person:zed", "Cy": "bot:steady"}


def test_SE_13_undoing_a_booking_does_not_say_that_a_name_was_taken_back() -> None:
    told = Told()
    told.open()
    told.book()
    told.season = apply(told.season, j.SeasonHandedOver(name="Bo", holder="person:zed"))
    told.do("unbook")
    assert told.news[-1] == "The booking of episode 1 is undone."
