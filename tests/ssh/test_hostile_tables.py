"""Hostile input again, sent to real sessions at the tables of every game."""

from __future__ import annotations

import pytest

from core.games import MODULES
from tests.kit.depth import games
from tests.ssh.fuzz_tables import Tables, inputs_at_tables


@pytest.mark.parametrize("game", games("famine", "drifting_ship", "ninety_nine"))
async def test_no_input_crashes_a_table(game: str) -> None:
    number = tuple(MODULES).index(game)
    tables = Tables(number)
    assert await tables.survive(inputs_at_tables(number, 60), number), tables.crashes
