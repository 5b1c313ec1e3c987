"""A story as text: short enough for a chat room, and no picture torn in two."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.games import MODULES
from core.story.parts import Series
from core.story.text import ROOM, curves, messages, series_csv, spark, story_text
from tests.core.story.test_story import whole


@pytest.mark.parametrize("game", tuple(MODULES))
def test_each_message_of_a_story_fits_a_chat_room(game: str) -> None:
    told = whole(game)
    for room in (ROOM, 600):
        parts = story_text(told, room)
        assert all(0 < len(part) < room for part in parts)
        assert all(part.count("```") % 2 == 0 for part in parts) or room < ROOM
    text = "\n".join(story_text(told))
    assert all(reason.text[:-1] in text for reason in told.reasons)
    assert series_csv(told).splitlines()[0] == "series,seat,round,value"


def test_curves_are_drawn_best_first_between_the_least_and_the_most() -> None:
    series = Series(id="p", title="Points", rounds=(0, 1, 2), curves={"Ada": (0, 4, 8), "Bo": (0, None, 9)})
    assert curves(series) == ["```", "Points", "Bo  ▁·█ 9", "Ada ▁▄▇ 8", "```"]
    assert spark((5, 5), 5, 5) == "▁▁"


def test_a_long_line_is_cut_with_a_mark_and_a_picture_stays_whole() -> None:
    parts = messages(["a" * 300, "```", "x" * 40, "y" * 40, "```", "end"], 120)
    assert parts[0].endswith("…")
    assert parts[1] == "```\n" + "x" * 40 + "\n" + "y" * 40 + "\n```\nend"


def test_a_name_in_a_table_is_no_formula() -> None:
    told = whole("exodus")
    series = Series(id="p", title="P", rounds=(0,), curves={"=1+1": (0,)})
    assert "'=1+1" in series_csv(replace(told, series=(series,)))
