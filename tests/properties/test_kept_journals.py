"""Matches that were played before still replay to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.games import MODULES
from tests.kit import journals

KEPT = journals.kept()


@pytest.mark.parametrize("path", KEPT.values(), ids=KEPT)
def test_CM_03_a_kept_journal_replays_to_the_digest_that_was_kept_with_it(path: Path) -> None:
    then, now = journals.replay(path)
    assert now == then


@pytest.mark.parametrize("game", MODULES)
def test_every_game_has_a_kept_journal(game: str) -> None:
    assert game in KEPT, f"keep one: python -m tests.kit.journals {game}"
