"""Games of other people's design as one file each: short, whole, and true to every promise of the house."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.contract import AnyGame
from core.games import GameFile, same_version, try_file
from core.kit.skeleton import faults
from tests.kit.depth import promises

GAMES = sorted(Path("cli/shelf").glob("*.py"))
MOST_LINES = 150


def game(path: Path) -> AnyGame:
    tried = try_file(same_version(GameFile(path.stem, path.read_text(encoding="utf-8"), str(path))))
    assert not isinstance(tried, str), tried
    return tried


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_is_short_and_whole(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES
    assert faults(game(path)) == []


@pytest.mark.parametrize(
    ("promise", "path"), promises(GAMES), ids=lambda case: case.stem if isinstance(case, Path) else case.__name__
)
def test_what_the_house_promises(path: Path, promise: Callable[[AnyGame], None]) -> None:
    promise(game(path))
