"""A field of a report has its line under *Report* of the game's rulings, and a sentence for whoever gets it."""

from __future__ import annotations

import re
from importlib.resources import files
from inspect import getsource, unwrap
from itertools import product
from sys import modules
from typing import Any

import msgspec
import pytest

from core.contract import AnyGame, Struct
from core.games import MODULES
from core.games import game as find_game
from core.kit.played import played
from core.narration.telling import story
from core.story.drawing import moment_of

SEEDS = (3, 4)
LOOKED_AT = 60
"""So many reports are tried with the others' values."""


def reports(game: AnyGame) -> list[tuple[Struct, Any]]:
    """What seats were told in matches of random bots, each with the view that went with it."""
    closes = [after for seed in SEEDS for _, _, after in played(game, seed).closes() if after.rounds]
    return [
        (report, game.view(after.state, seat)) for after in closes for seat, report in after.rounds[-1].reports.items()
    ]


def says(game: AnyGame, report: Struct, view: Any, name: str, other: Any) -> bool:
    """Does another value of this field change the words, or at least not fit the others?"""
    try:
        changed = game.tell_to(msgspec.structs.replace(report, **{name: other}), view)
    except (KeyError, IndexError, AssertionError, ValueError):
        return True
    return list(changed) != list(game.tell_to(report, view))


@pytest.mark.parametrize("game_id", MODULES)
def test_each_field_of_a_report_has_its_line_in_the_rulings(game_id: str) -> None:
    game = find_game(game_id)
    page = (files(type(game).__module__) / "rulings.md").read_text("utf-8")
    section = re.split(r"^## ", page.partition("## Report")[2], maxsplit=1, flags=re.MULTILINE)[0]
    told = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`[^`]*`", section))))
    assert [key for key in game.Report.__struct_encode_fields__ if key not in told] == []


@pytest.mark.parametrize("game_id", MODULES)
def test_each_field_of_a_report_has_a_sentence(game_id: str) -> None:
    """Where no match that was played had two values of it, at least the module with the words reads it."""
    game = find_game(game_id)
    every, silent = reports(game), []
    words = getsource(modules[unwrap(game.tell).__module__])
    for name in game.Report.__struct_fields__:
        values = {repr(getattr(report, name)): getattr(report, name) for report, _ in every}
        tried = product(every[:LOOKED_AT], values.values())
        if len(values) < 2:
            said = f".{name}" in words
        else:
            said = any(says(game, report, view, name, other) for (report, view), other in tried)
        silent += [] if said else [name]
    assert silent == []


@pytest.mark.parametrize("game_id", MODULES)
def test_the_first_close_is_drawn_from_the_position_before_it(game_id: str) -> None:
    match = played(find_game(game_id), SEEDS[0])
    before = next(moment for moment in match.moments if moment.phase in ("pregame", "round"))
    after = next(moment for moment in match.moments if len(moment.rounds) == 1)
    for seat in (after.seats[0], after.seats[-1]):
        told, start = story(after, seat), story(before, seat).start
        assert bool(told.start) == bool(told.scenes[0].picture)
        assert moment_of(told, 0, 0).before == told.start == start
