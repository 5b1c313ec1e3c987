"""The scripted exploiters of `benchmarks.exploit` play whole matches, and there are enough for every match."""

from __future__ import annotations

import pytest

from benchmarks.exploit import bot_for
from benchmarks.schemes import GAMES, schemes
from cli.commands.bots import play
from core.botplay.pairings import NAMES, interval
from core.games import MODULES, game
from tests.kit.depth import games

SEVERAL = tuple(name for name in MODULES if game(name).spec.seats > 2 and game(name).Judgement is None)
"""Games with rules of their own: in others a host says what a round brings."""


def test_every_match_of_the_house_has_at_least_four_schemes() -> None:
    assert set(GAMES) == set(SEVERAL)
    assert all(len(schemes(name)) >= 4 for name in GAMES)


@pytest.mark.parametrize("name", [name for name in games("exodus", "sinners_secret") if name in GAMES])
def test_schemers_play_a_match_to_its_end_among_steady_bots(name: str) -> None:
    names = NAMES[: game(name).spec.seats]
    who = (*schemes(name), *["steady"] * len(names))
    played = play(name, 4, dict(zip(names, who, strict=False)), bot_for)
    assert played.winners
    assert sorted(seat for group in played.ranking for seat in group) == sorted(names)


def test_an_interval_holds_the_share_and_stays_within_nothing_and_all() -> None:
    assert interval(0.0, 20)[0] == 0.0
    assert interval(1.0, 20)[1] == 1.0
    low, high = interval(0.3, 200)
    assert 0.23 < low < 0.3 < high < 0.37
