"""The layout by parts: what tui/widgets/layout.py promises, held against random tables and every registered panel's
own.
"""

import itertools
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.depth import ends
from tests.kit.screens import sit
from tui.games import GENERAL, PANELS, _load_panel
from tui.widgets.block import Block
from tui.widgets.layout import ANY, Arrangement, Columns, Form, Part, Rows, Table, part, spread
from tui.words import text

SHAPE = Rows("head", Columns("left", Rows(Columns("middle", "right"), "below")), "foot")
ZONES = ("head", "left", "middle", "right", "below", "foot")

WIDE = 120
SIZES = [*itertools.product((80, 96, 100, 119, 120, 132, 140, 160, 180, 200, 225, 250), (24, 30, 36, 40, 45, 60, 70))]
"""Terminals."""


def panel_size(columns: int, rows: int) -> tuple[int, int]:
    """What a panel has of a terminal: all but the four lines of the frame, and the panes at the side."""
    return columns - (min(46, columns * 33 // 100) if columns >= WIDE else 0), rows - 4


@st.composite
def tables(draw: st.DrawFn) -> Table:
    parts = []
    for number in range(draw(st.integers(1, 7))):
        where = draw(st.lists(st.sampled_from(ZONES), min_size=1, max_size=3, unique=True))
        forms, wide, high = [], 0, 0
        for _ in range(draw(st.integers(1, 3))):
            wide, high = wide + draw(st.integers(1, 40)), high + draw(st.integers(1, 12))
            most = wide + draw(st.sampled_from((0, 5, ANY))), high + draw(st.sampled_from((0, 3, ANY)))
            forms.append(Form(wide, high, draw(st.integers(1, 99)), *most))
        parts.append(Part(f"p{number}", tuple(where), tuple(forms)))
    return Table(SHAPE, *parts)


def overlapping(arrangement: Arrangement) -> list[tuple[str, str]]:
    found = []
    for (one, a), (other, b) in itertools.combinations(arrangement.rooms.items(), 2):
        if a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height:
            found.append((one, other))
    return found


def held(table: Table, width: int, height: int) -> Arrangement:
    """The arrangement, after it was looked at: everything is inside, apart, and has its least room."""
    arrangement = table.arrange(width, height)
    assert not overlapping(arrangement)
    forms = {one.name: one.forms for one in table.parts}
    for name, room in arrangement.rooms.items():
        assert min(room.x, room.y) >= 0
        assert room.x + room.width <= width
        assert room.y + room.height <= height
        if len(arrangement.rooms) > 1:
            least = forms[name][room.form]
            assert room.width >= least.width, name
            assert room.height >= least.height, name
    assert {*arrangement.rooms} | {*arrangement.hidden} == {*table.names}
    assert not {*arrangement.rooms} & {*arrangement.hidden}
    assert 0 <= arrangement.blank <= width * height
    return arrangement


def only_these(table: Table, arrangement: Arrangement, more: str) -> Table:
    """The shown parts in their forms, and the first form of one that is hidden, all worth the same."""
    parts = []
    for one in table.parts:
        place = arrangement.form(one.name)
        if place >= 0 or one.name == more:
            parts.append(one._replace(forms=(one.forms[max(0, place)],)))
    return Table(table.shape, *parts)


@given(tables(), st.integers(1, 250), st.integers(1, 70))
def test_whatever_the_table_parts_have_their_least_room_and_nothing_that_fits_is_hidden(table, width, height):
    arrangement = held(table, width, height)
    for name in arrangement.hidden:
        rival = only_these(table, arrangement, name).arrange(width, height)
        assert rival.hidden or len(arrangement.rooms) == 1


@given(tables(), st.integers(1, 250), st.integers(1, 70))
def test_the_same_table_and_size_give_the_same_answer(table, width, height):
    again = Table(table.shape, *table.parts)
    assert again == table
    assert hash(again) == hash(table)
    assert again.arrange(width, height) == table.arrange(width, height)


@given(st.integers(0, 99), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 30)), max_size=6))
def test_what_is_left_is_given_out_up_to_what_is_of_use(room, sizes):
    least, most = [a for a, _ in sizes], [a + b for a, b in sizes]
    given_out = spread(room, least, most)
    assert sum(given_out) == max(min(room, sum(most)), 0)
    if room >= sum(least):
        assert all(a <= g <= b for a, g, b in zip(least, given_out, most, strict=True))


def test_width_and_height_count_apart():
    table = Table(
        Columns("left", "right"),
        part("board", "left", (40, 15), worth=30, up_to=(40, 15)).larger((40, 30), 8, (40, 30)).larger((70, 30), 7),
        part("list", "right", (30, 5), worth=20, up_to=(ANY, ANY)),
    )
    assert [table.arrange(*size).form("board") for size in ((80, 20), (80, 40), (160, 20), (160, 40))] == [0, 1, 0, 2]


def test_what_is_worth_more_comes_first_and_what_is_asked_for_before_all():
    table = Table(Columns("left", "right"), *(part(name, "left right", (40, 10), worth) for name, worth in
                  (("one", 1), ("two", 2), ("three", 3))))  # fmt: skip
    assert table.arrange(80, 10).hidden == ("one",)
    assert table.bring("one").arrange(80, 10).hidden == ("two",)
    assert table.bring(None) == table
    assert table.without("three").arrange(80, 10).hidden == ()
    assert table.fitted({"one": 4, "two": 5, "three": 6}).arrange(80, 10).hidden == ()


def test_parts_without_a_zone_and_two_of_a_name_are_refused():
    with pytest.raises(ValueError, match="stray: no such zone"):
        Table(Columns("left"), part("stray", "right", (1, 1), 1))
    with pytest.raises(ValueError, match="one name"):
        Table("all", part("a", "all", (1, 1), 1), part("a", "all", (1, 1), 1))


def test_the_arithmetic_knows_no_widgets():
    code = "import sys, tui.widgets.layout; sys.exit(any(name.startswith('textual') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- every panel's own table ------------------------------------------------------------------------------------------
WITH_TABLES = [place for place in (*sorted(PANELS.values()), GENERAL) if _load_panel(place).TABLE is not None]


@pytest.mark.parametrize("place", WITH_TABLES)
def test_no_part_of_a_panel_that_fits_is_hidden_and_a_fifth_is_blank_at_most_while_one_is(place):
    table = _load_panel(place).TABLE
    assert table is not None
    for size in SIZES:
        width, height = panel_size(*size)
        arrangement = held(table, width, height)
        assert not arrangement.hidden or arrangement.blank <= width * height / 5, (size, arrangement)
        for name in arrangement.hidden:
            assert only_these(table, arrangement, name).arrange(width, height).hidden, (size, name)


@pytest.mark.parametrize("place", WITH_TABLES)
def test_a_panel_that_is_asked_for_a_part_shows_it_at_80x24(place):
    table = _load_panel(place).TABLE
    assert table is not None
    for name in table.names:
        assert name in table.bring(name).arrange(*panel_size(80, 24)).rooms


@pytest.mark.parametrize("game", ["day_of_mercury", "drifting_ship"])
@pytest.mark.parametrize("size", ends((80, 24), (100, 30), (120, 40), (160, 45)))
async def test_nothing_is_clipped_without_a_mark(game, size):
    async with sit(game, size=size, setup={"round": 4}) as at:
        for block in at.screen.panel.query(Block):
            if block.display and block.size:
                whole, shown = block.fit(block.size.width), block.drawn()
                assert len(shown) <= block.size.height, block
                if len(whole) > block.size.height:
                    assert text.CUT in shown[-1].plain, block


def test_what_is_cut_says_how_much():
    rows = [text.line(word) for word in ("one", "two", "three")]
    assert [row.plain for row in text.cut(rows, 2)] == ["one", "\u2026 2 more"]
    assert [row.plain for row in text.cut(rows, 1)] == ["on\u2026"]
    assert text.cut(rows, 3) == rows
