"""Matches that were played before still replay to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit import journals

KEPT = journals.kept()


@pytest.mark.parametrize("path", KEPT.values(), ids=KEPT)
def test_CM_03_a_kept_journal_replays_to_the_digest_that_was_kept_with_it(path: Path) -> None:
    then, now = journals.replay(path)
    assert now == then


@pytest.mark.parametrize(
    "game", ["day_of_mercury", "drifting_ship", "exodus", "famine", "pantheic_runes", "sinners_secret"]
)
def test_the_first_six_games_each_have_a_kept_journal(game: str) -> None:
    assert game in KEPT
