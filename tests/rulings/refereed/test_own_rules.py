"""A judged match with its own title, rounds and rules (RF-11)."""

from __future__ import annotations

import pytest

from core.games.refereed.sheet import first_form, read_form
from core.refusal import NotAMatch, Refused
from tests.kit.depth import ends
from tests.kit.hall import Hall
from tests.kit.screens import LARGE, SMALL, sit
from tests.rulings.refereed.hosted import Judged
from tui.screens.host.newmatch import HostedMatch, HostedPlan

FILE = """
title = "Power and Influence"
rounds = 2
rules = '''
Enter rooms and gather what they hold.

## The rooms
Each room holds zq-twelve.
'''
[[field]]
id = "room"
ask = "Which room?"
kind = "choice"
options = ["red", "blue"]
"""


def test_RF_11_a_file_sets_them_when_a_match_is_made() -> None:
    options = first_form(FILE)
    assert (options["title"], options["rounds"], [field["id"] for field in options["form"]]) == (
        "Power and Influence", 2, ["room"],
    )  # fmt: skip
    with pytest.raises(Refused, match="title is said when a match is made"):
        read_form(FILE)
    with pytest.raises(Refused, match="no name"):
        first_form("name = 'x'")


@pytest.mark.parametrize(
    "wrong", [{"title": "a\nb"}, {"title": "x" * 61}, {"rounds": 0}, {"rounds": 41}, {"rules": "x" * 20_001}]
)
def test_RF_11_values_that_cannot_be_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(NotAMatch) as refused:
        Judged.begun(options=wrong)
    assert refused.value.ruling == "RF-11"


def test_RF_11_the_last_round_ends_the_match() -> None:
    at = Judged.begun(form=[], options={"title": "Power and Influence", "rounds": 2})
    assert (
        at.match.facts() | {"title": "Power and Influence", "game_title": "Power and Influence", "rounds": 2}
        == at.match.facts()
    )
    assert at.match.spec.progress(1) == "round 1/2"
    for _ in range(2):
        at.shut()
        at.publish()
    assert at.match.state.ending is not None


@pytest.mark.parametrize("size", ends(SMALL, LARGE))
async def test_RF_11_players_and_watchers_read_them(size: tuple[int, int]) -> None:
    async with sit("refereed", "Ada", options=first_form(FILE), size=size) as at:
        assert "Power and Influence" in at.text
        assert "ound 1/2" in at.text
        await at.press("R")
        assert "Each room holds zq-twelve." in at.text
    async with sit("refereed", None, options=first_form(FILE), size=LARGE) as at:
        assert "Enter rooms and gather" in at.text


async def test_RF_11_the_form_of_a_new_match_and_the_host_read_them() -> None:
    hall = Hall("Ada", "Gwen", host="Gwen")
    plan = HostedPlan.usual("refereed")
    plan.options = first_form(FILE)
    async with hall.enter("Gwen", LARGE) as at:
        at.app.push_screen(HostedMatch(plan, at.app))
        await at.settle()
        assert "New match: Power and Influence" in at.text
        assert "2 rounds" in at.text
        assert "40 rounds" not in at.text
        await at.press("s")
        await at.settle()
        await at.press("R")
        assert "Each room holds zq-twelve." in at.text
        await at.press("q", "q")
        rows = at.find("#matches")
        assert rows.point(next(row.id for row in rows.rows if "refereed-1" in row.id))
        await at.press("R")
        assert "Each room holds zq-twelve." in at.text
