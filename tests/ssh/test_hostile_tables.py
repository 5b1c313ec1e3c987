"""Hostile input again, sent to real sessions at the tables of every game."""

from __future__ import annotations

import pytest

from core.games import MODULES
from tests.ssh.fuzz_tables import Tables, inputs_at_tables


@pytest.mark.parametrize("number", range(len(MODULES)), ids=list(MODULES))
async def test_no_input_crashes_a_table(number: int) -> None:
    tables = Tables(number)
    assert await tables.survive(inputs_at_tables(number, 60), number), tables.crashes
