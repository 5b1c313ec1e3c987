"""`garnet try` and a match at one keyboard live through each fault of a game's functions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from cli import alarm
from cli.commands.one_file import CHANGED, _changes, _Trial
from core import games
from core.games import guard
from tests.core.test_guard import FAULTS, HOOKS, SOURCE, torn
from tests.kit.alarms import quick_alarm
from tests.kit.depth import deep
from tests.kit.screens import drive
from tui.app.hotseat import HotseatApp

CASES = deep(
    list(product(HOOKS, FAULTS)), [("view", "loops"), ("close", "exits"), ("board", "raises"), ("asks", "prints")]
)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with quick_alarm(monkeypatch):
        alarm.lend()
        yield
    guard.faults.clear()
    games.look_again()


@pytest.mark.parametrize(("hook", "fault"), CASES)
async def test_a_match_at_one_keyboard_lives_through_it(hook: str, fault: str) -> None:
    game = games.GameFile("torn", torn(hook, fault), "torn.py")
    games.bring(game)
    trial = _Trial(games.game("torn"), SimpleNamespace(seats=3, people=1, seed=1))  # type: ignore[arg-type]
    house, match = trial.house(games.game("torn"))
    async with drive(HotseatApp(house, match_id=match), size=(80, 24)) as at:
        for _ in range(6):
            await house.table(match).quiet()
            await at.press("s", "enter", "enter")
        assert at.text.strip()
        assert at.app.return_code is None


def test_a_change_that_cannot_be_set_up_is_told_and_the_version_before_it_goes_on(tmp_path: Any) -> None:
    path = tmp_path / "torn.py"
    path.write_text(SOURCE)
    before = games.GameFile("torn", SOURCE, str(path))
    games.bring(before)
    trial = _Trial(games.game("torn"), SimpleNamespace(seats=3, people=1, seed=1))  # type: ignore[arg-type]
    changes = _changes(path, before, trial)
    assert next(changes) is None
    path.write_text(SOURCE.replace("def setup(seats):", "def setup(seats):\n    1 / 0"))
    words = next(changes)
    assert "setup failed with ZeroDivisionError: division by zero (torn.py, line" in str(words)
    path.write_text(SOURCE.replace("CHIPS = 15", "CHIPS = 16"))
    assert next(changes) == CHANGED
