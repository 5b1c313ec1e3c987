"""A package draws its rounds in its own folder, and every screen and page shows that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.archive.drawings import board, legend
from core import games
from core.contract import AnyGame
from core.kit.played import played
from core.match.state import Match
from core.narration.telling import story
from core.story.parts import Story
from tests.kit.packages import on_the_path
from tui.drawings import draw, frame_of

PACKAGES = ("minus_auction", "one_two_three")
SIZES = ((38, 20), (76, 18), (118, 38), (156, 43))


@pytest.fixture(params=PACKAGES)
def end(request: pytest.FixtureRequest) -> Iterator[Match]:
    """A finished match of a package that is not installed here."""
    with on_the_path(Path(f"tests/packages/{request.param}/src").resolve()):
        game: AnyGame = import_module(request.param).GAME
        yield played(game, 1).end
        games.unregister(request.param)


def rows(told: Story, place: int, at: int, width: int, height: int) -> list[str]:
    found = draw(frame_of(told, place, at, width, height))
    assert all(row.cell_length <= width for row in found)
    return [row.plain for row in found]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_package_s_rounds_are_drawn_in_the_replay_step_by_step(end: Match, width: int, height: int) -> None:
    told = story(end, None, whole=True)
    for place, scene in enumerate(told.scenes):
        moments = [rows(told, place, at, width, height) for at in range(len(scene.steps) + 1)]
        assert all(any(seat in row for row in moments[-1]) for seat in told.seats)
        assert len({"\n".join(one) for one in moments}) == len(moments), "each step changes it"


def test_a_package_s_rounds_are_drawn_on_the_pages_of_the_archive(end: Match) -> None:
    told = story(end, None, whole=True)
    hue = {seat: place for place, seat in enumerate(told.seats)}
    for place, scene in enumerate(told.scenes):
        drawn = ElementTree.fromstring(board(told, place, hue))
        assert all(seat in "".join(drawn.itertext()) for seat in told.seats)
        steps = {int(found) for found in re.findall(r'data-step="(\d+)"', board(told, place, hue))}
        assert steps == set(range(1, len(scene.steps) + 1)), "each step brings something"
    assert legend(told).endswith(".")


def test_a_seat_s_drawing_has_what_it_knows(end: Match) -> None:
    whole, own = story(end, None, whole=True), story(end, "Ada", whole=False)
    place = len(own.scenes) - 1
    at = len(own.scenes[place].steps)
    everything, known = (
        " ".join(rows(told, place, len(told.scenes[place].steps), 118, 99)) for told in (whole, own)
    )  # fmt: skip
    if end.game.spec.id == "minus_auction":
        assert everything.count(" chip") == len(own.seats)
        assert known.count(" chip") == 1, "nobody else's chips"
    else:
        pieces = {seat: len(own.scenes[place].picture["met"].get(seat, ())) for seat in own.seats}
        assert pieces == dict.fromkeys(own.seats, 0) | {"Ada": at + place}


def test_a_package_that_fails_at_its_drawing_is_told_in_steps(
    end: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(moment: object) -> None:
        raise ZeroDivisionError

    told = story(end, None, whole=True)
    assert rows(told, 0, 0, 76, 18)
    monkeypatch.setattr(type(end.game), "draw", staticmethod(broken))
    assert rows(told, 0, 0, 76, 18) == []
    assert board(told, 0, {}) == legend(told) == ""
    assert f"the drawing of {end.game.spec.id} failed" in caplog.text
