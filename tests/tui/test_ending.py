"""After the last round: why it came so, the curves, and what there was between those who choose and can be chosen."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from core.botplay.playing import make_bot, play_out
from core.games import game as find_game
from core.match import journal as j
from core.match.summary import summary
from core.narration.telling import story
from core.story.parts import Series
from core.table.table import Table
from tests.kit import NAMES, play
from tests.kit.depth import ends, games
from tests.kit.house import open_house
from tests.kit.screens import drive, sit
from tui.app.hotseat import HotseatApp
from tui.screens.result.replay import ReplayScreen
from tui.screens.table.screen import TableScreen
from tui.words.ending_rows import result_rows
from tui.words.plot import hues, plot


def played(until: str) -> Any:
    """Bots play on until the match is in that phase; Ada's seat lets everything pass."""

    def before(table: Table) -> None:
        for _ in range(30):
            table.play_bots()
            if table.match.phase in (until, "finished"):
                return
            table.submit(j.Closed())

    return before


def holders(game: str, *people: str) -> dict[str, str]:
    seats = NAMES[: find_game(game).spec.seats]
    return {seat: "local" if seat in people else "bot:random" for seat in seats}


@pytest.mark.parametrize("size", ends((80, 24), (120, 40), (160, 45)))
async def test_the_result_says_who_stands_where_and_why(size: tuple[int, int]) -> None:
    async with sit("exodus", "Ada", size=size, holders=holders("exodus"), before=played("finished"), seed=5) as at:
        told = at.seat("Ada").story()
        best = told.standing.rows[0]
        assert f" 1. {best.seat}" in at.text
        assert f"{best.cells['score']}" in at.text
        assert all(sentence[:40] in at.text for sentence in told.lead), "what a friend would say comes first"
        page = at.find("#ending-text").plain
        assert "Why" in page
        assert told.reasons[0].text[:40] in page


async def test_c_and_v_bring_the_curves_into_sight() -> None:
    async with sit("exodus", "Ada", holders=holders("exodus"), before=played("finished"), seed=5) as at:
        assert "Points by round" not in at.text
        await at.press("v")
        assert "Points by round" in at.text
        assert "\u25b8Bo" in at.text, "after the reader's own curve comes the next seat's"
        await at.press("c")
        assert "Black cubes by round" in at.text


async def test_digits_open_the_replay_at_that_turning_point() -> None:
    house = open_house()
    table = house.make("exodus", NAMES[:9], holders=dict.fromkeys(NAMES[:9], "bot:random"), seed=5)
    table.play_bots()
    assert table.match.phase == "finished"
    async with drive(HotseatApp(house), size=(120, 40)) as at:
        at.app.push_screen(TableScreen(house.seat("exodus-1", "Ada")))
        await at.settle()
        turn = house.seat("exodus-1", "Ada").story().turns[1]
        await at.press("2")
        assert isinstance(at.screen, ReplayScreen)
        assert f"round {turn.round}/7" in at.text
        await at.press("q")
        assert isinstance(at.screen, TableScreen)


@pytest.mark.parametrize("game", games("day_of_mercury", "drifting_ship", "refereed"))
async def test_every_game_has_its_result_at_the_smallest_size(game: str) -> None:
    async with sit(game, "Ada", holders=holders(game), before=played("finished"), seed=5) as at:
        assert "won by" in at.text
        assert all(len(line) <= 80 for line in at.text.splitlines())


async def test_CM_08_who_can_be_named_stands_with_what_was_between_you() -> None:
    """The one who chooses sees for each name what its own record holds, and why others cannot be named."""
    hands = {seat: ["red", "blue", "green", "white"] for seat in NAMES[:9]} | {"Ada": ["black"] * 3, "Bo": ["red"] * 4}

    def before(table: Table) -> None:
        table.submit(
            j.Sealed(author="Ada", orders={"offers": [{"to": "Bo", "give": "black"}, {"to": "Cy", "give": "black"}]})
        )
        table.submit(j.Sealed(author="Bo", orders={"offers": [{"to": "Ada", "give": "red"}]}))
        table.submit(j.Sealed(author="Cy", orders={"offers": [{"to": "Di", "give": "red"}]}))
        table.submit(j.Sealed(author="Di", orders={"offers": [{"to": "Cy", "give": "red"}]}))
        table.submit(j.Closed())

    setup = {"hands": hands, "round": 7, "points": {"Ed": 50}}
    async with sit("exodus", "Ada", setup=setup, before=before, size=(100, 40)) as at:
        assert at.table.match.state.ending.candidate == "Ada"
        assert "1 swap" in at.text
        assert "1 offer not returned" in at.text
        assert "Ed cannot be named as the opponent: holds 2 Tokens of Life." in at.text
        assert "nothing between you" in at.text
        assert "Ada is the Elimination Candidate: the most black cubes, then the fewest points." in at.text
        at.find("#decide").point("Cy")
        await at.press("enter", "enter")
        assert at.table.match.phase == "finished"
        assert isinstance(at.screen, TableScreen), "the last report was read: it does not come again with the choice"
        assert "Cy is the opponent in the Death Match" in at.text


async def test_CM_09_with_the_record_closed_the_result_shows_only_ones_own_points() -> None:
    where: dict[str, Any] = {"options": {"reveal": False}, "holders": holders("exodus"), "before": played("finished")}
    async with sit("exodus", "Ada", size=(160, 45), seed=5, **where) as at:
        told = at.seat("Ada").story()
        assert not told.whole
        assert set(told.series[0].curves) == {"Ada"}
        known = {row.seat: row.cells for row in told.standing.rows}
        assert all(not cells for seat, cells in known.items() if seat != "Ada")
        assert "\u00b7" in at.text


def test_a_plot_shows_the_chosen_one_by_its_letter_and_every_name_once() -> None:
    series = Series(
        id="p",
        title="Points",
        rounds=(0, 1, 2, 3),
        curves={"Ada": (0, 2, 4, 8), "Bo": (0, 5, 5, 5), "Cy": (0, 1, None, 1)},
    )
    rows = [row.plain for row in plot(series, 60, 12, hues(tuple(series.curves)), "Bo")]
    assert all(len(row) == 60 for row in rows)
    assert "".join(rows).count("Ada 8") == 1
    assert "\u25b8Bo 5" in "".join(rows)
    assert sum(row[: row.index("\u25b8") if "\u25b8" in row else 50].count("B") for row in rows) == 4
    assert rows[-1].split() == ["\u2514" + "0", "1", "2", "3"]


def test_the_scale_of_a_plot_stands_where_its_values_stand() -> None:
    series = Series(id="p", title="Points", rounds=(0, 1, 2), curves={"Ada": (0, 3, 5), "Bo": (0, 2, 2)})
    rows = [row.plain for row in plot(series, 60, 13, hues(("Ada", "Bo")), "Bo")]
    marked = {row.split("\u2524")[0].strip(): n for n, row in enumerate(rows) if "\u2524" in row}
    assert set(marked) == {"4", "2", "0"}, "whole numbers, evenly apart"
    assert abs(marked["0"] - 2 * marked["2"] + marked["4"]) <= 1
    assert "B" in rows[marked["2"]].split("\u2524")[1], "two points stand beside the 2 of the scale"


def test_of_what_is_counted_in_whole_numbers_the_scale_tells_no_parts() -> None:
    for high in (1, 3, 7, 15, 44, 173):
        series = Series(id="p", title="Points", rounds=(0, 1), curves={"Ada": (0, high), "Bo": (0, 1)})
        rows = [row.plain for row in plot(series, 60, 12, hues(("Ada", "Bo")))]
        marks = [int(row.split("\u2524")[0]) for row in rows if "\u2524" in row]
        assert len(marks) > 1
        assert len({a - b for a, b in pairwise(marks)}) == 1, marks


async def test_v_is_there_where_a_curve_can_stand_out_and_footers_count_the_turning_points() -> None:
    where: dict[str, Any] = {"holders": holders("exodus"), "before": played("finished"), "seed": 5, "size": (160, 45)}
    async with sit("exodus", "Ada", **where) as at:
        turns = len(at.seat("Ada").story().turns)
        assert f"1-{turns} turning points" in at.text
        assert "v whose curve" in at.text
        await at.press("question_mark")
        assert at.text.count("A turning point, in the replay.") == 1
    async with sit("exodus", "Ada", options={"reveal": False}, **where) as at:
        assert "v whose curve" not in at.text, "one's own curve is the only one"


async def test_a_duel_ends_with_a_victory_and_a_drawn_one_is_called_drawn() -> None:
    for seed, said in ((3, "WINS THE DUEL"), (4, "THE DUEL IS DRAWN")):
        start = play("black_and_white", seed=seed).match
        match = play_out(start, {seat: make_bot(start, seat, "steady") for seat in start.seats})
        rows = [row.plain for row in result_rows(story(match, None, whole=True), 80, 24)]
        assert any(said in row for row in rows[:3])
        assert ended_how(match) == ("" if "WINS" in said else "drawn")
        told = story(match, None, whole=True)
        both = tuple(replace(row, role="winner") for row in told.standing.rows)
        shared = replace(told, standing=replace(told.standing, rows=both))
        assert any("THE DUEL IS DRAWN" in row.plain for row in result_rows(shared, 80, 24)[:3])


def ended_how(match: Any) -> str:
    told = summary(match)
    return "" if told.winners else told.ended_how


def test_where_nothing_moved_no_curve_is_drawn() -> None:
    series = Series(id="p", title="P", rounds=(0, 1), curves={"Ada": (0, 0), "Bo": (0, 0)})
    assert plot(series, 60, 12, hues(("Ada", "Bo"))) == []


def test_more_names_than_rows_drop_the_last_but_never_the_chosen() -> None:
    curves = {f"Seat{n:02}": (0.0, float(n)) for n in range(20)}
    series = Series(id="p", title="P", rounds=(0, 1), curves=curves)
    shown = "".join(row.plain for row in plot(series, 60, 9, hues(tuple(curves)), "Seat00"))
    assert "\u25b8Seat00" in shown
    assert "Seat19" in shown
    assert "Seat01" not in shown


def test_where_there_is_no_room_nothing_is_drawn() -> None:
    series = Series(id="p", title="P", rounds=(0, 1), curves={"Ada": (0, 1)})
    assert plot(series, 20, 12, {}) == []
    assert plot(series, 60, 3, {}) == []
    assert plot(Series(id="p", title="P", rounds=(0, 1), curves={"Ada": (None, None)}), 60, 12, {}) == []
