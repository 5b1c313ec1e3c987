"""Which game: what stands beside the list."""

from __future__ import annotations

import pytest

from core.games import game, ids
from tests.kit.screens import show
from tui.screens.lobby.picking import PickGame, easiest


@pytest.mark.parametrize("name", ids())
def test_every_game_says_how_hard_it_is_and_what_it_is_best_for(name):
    spec = game(name).spec
    assert spec.learning.partition(":")[0] in ("easy", "medium", "hard")
    assert spec.best_for
    assert str(spec.rounds) in spec.length


async def test_the_game_under_the_cursor_is_told_before_one_chooses():
    async with show(lambda: PickGame("Which match?")) as at:
        spec = game("day_of_mercury").spec
        assert ("13 seats" in at.text, spec.blurb[:40] in at.text, spec.best_for[:30] in at.text) == (True, True, True)
        await at.press("down", "down", "down")
        spec = game("exodus").spec
        assert (spec.learning in at.text, "7 rounds: 7 days, if one closes a day" in at.text) == (True, True)


async def test_on_a_small_terminal_the_facts_to_choose_by_are_there_and_nothing_runs_over():
    async with show(lambda: PickGame("Which match?"), size=(40, 15)) as at:
        await at.press("down", "down")
        assert ("Seats  4" in at.text, "medium" in at.text, "Best" in at.text) == (True, True, True)
        assert all(len(line) <= 40 for line in at.text.splitlines())


async def test_a_terminal_made_smaller_while_one_chooses_keeps_the_facts():
    async with show(lambda: PickGame("Which match?")) as at:
        for size, blurb in (((40, 15), False), ((80, 24), True)):
            await at.pilot.resize_terminal(*size)
            await at.settle()
            assert ("Seats  13" in at.text, "Best" in at.text, "Thirteen players" in at.text) == (True, True, blurb)


async def test_an_easy_game_is_marked_as_the_one_to_begin_with_and_the_cursor_stands_on_it():
    async with show(lambda: PickGame("Which match?", start=easiest())) as at:
        assert at.find("#pick").row.id == easiest() == "exodus"
        assert "The Exodus Game" in next(row for row in at.text.splitlines() if "start here" in row)
