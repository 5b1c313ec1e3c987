"""A whole match by the page of the coach alone: no word is broken, no step refused, no proposal left open. Each game's
match with one seed is in test_pupil.py, which plays it anyhow."""

from __future__ import annotations

import pytest

from benchmarks.obey import play, play_by_keys
from core.games import MODULES, game
from core.match import views
from tests.kit.depth import deep

GAMES = [name for name in MODULES if game(name).spec.seats > 2]


@pytest.mark.parametrize("name", deep(GAMES, ["famine"]))
def test_a_person_who_obeys_the_page_keeps_every_word_and_leaves_nothing_open(name: str) -> None:
    for seed in range(21, deep(26, 22)):
        table, counts = play(name, seed, seed, "steady", 5.0)
        assert table.match.phase == "finished"
        tally = counts.tally
        assert (tally["broken"], tally["refused"], tally["left open"], tally["endless"]) == (0, 0, 0, 0), counts.notes
        assert tally["said"] <= 15 * tally["rounds"], "a person says so much in a round, and no more"


@pytest.mark.parametrize("name", deep(("pantheic_runes", "exodus"), ("ninety_nine",)))
async def test_the_page_on_the_screen_is_the_plan_of_the_level_coach(name: str) -> None:
    by_keys = await play_by_keys(name, 22, 0, "steady", 5.0)
    assert views.digest(by_keys.match) == views.digest(play(name, 22, 0, "steady", 5.0)[0].match)
