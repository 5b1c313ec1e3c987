"""A story as text: short enough for a chat room, and no picture torn in two."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.games import MODULES
from core.narration.text import ROLES, ROOM, UNTOLD, curves, messages, series_csv, spark, story_text
from core.story.parts import Series
from tests.core.story.test_story import whole


@pytest.mark.parametrize("game", tuple(MODULES))
def test_each_message_of_a_story_fits_a_chat_room(game: str) -> None:
    told = whole(game)
    for room in (ROOM, 600):
        parts = story_text(told, room)
        assert all(0 < len(part) < room for part in parts)
        assert all(part.count("```") % 2 == 0 for part in parts) or room < ROOM
    text = "\n".join(story_text(told))
    untold = (*UNTOLD, *ROLES)  # the lead tells the roles
    assert all(reason.text[:-1] in text for reason in told.reasons if reason.kind not in untold)
    assert all(sentence in text for sentence in told.lead)
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


def test_a_finished_match_is_told_by_who_won_with_what_and_who_meets_whom_once() -> None:
    told = whole("exodus")
    (winner,) = (row for row in told.standing.rows if row.role == "winner")
    candidate, opponent = (
        next(r.seat for r in told.standing.rows if r.role == role) for role in ("candidate", "opponent")
    )
    rows = "\n".join(story_text(told)).splitlines()
    assert rows[1] == f"Won by {winner.seat}: {winner.cells['score']} points."
    assert sum("Death Match" in row for row in rows) == 1
    assert any(candidate in row and f"chose {opponent} for the Death Match" in row for row in rows[2:5])


def test_a_chat_room_reads_one_thing_in_the_singular_and_no_flat_curve() -> None:
    told = whole("day_of_mercury")
    for row in told.standing.rows:
        sins = row.cells["commits"]
        line = next(line for line in "\n".join(story_text(told)).splitlines() if f". {row.seat}: " in line)
        assert f", {sins} sin{'' if sins == 1 else 's'}" in f"{line},"
    assert curves(Series(id="s", title="S", rounds=(0, 1), curves={"Ada": (0, 0), "Bo": (0, None)})) == []


def test_the_realm_stands_with_the_points_that_it_ranks() -> None:
    assert " Heaven realm, " in story_text(whole("sinners_secret"))[0]
