"""The page after a close: what was expected against what came, and how one stands by now."""

from __future__ import annotations

import re

import pytest

from core.botplay.playing import make_bot, play_out
from core.match import journal as j
from core.match.state import Match
from core.table.seat import Seat
from core.table.table import Table
from core.talk.channels import Deal
from tests.kit import NAMES, play
from tests.kit.depth import ends
from tests.kit.screens import show, sit
from tui.screens.curtain import PublicPage
from tui.screens.result.past_tables import FrozenTable
from tui.screens.table.log import ReportScreen

HANDS = {seat: ["red", "blue", "green", "white", "black"] for seat in NAMES[:9]}


def agreed(table: Table, a: str, b: str, give: str, want: str) -> None:
    table.submit(j.Said(author=a, to=(b,), text="?", deal=Deal(give, want)))
    table.submit(j.Said(author=b, to=(a,), text="!", deal=Deal(want, give)))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_what_was_expected_stands_beside_what_came_and_why(size: tuple[int, int]) -> None:
    async with sit("exodus", "Ada", setup={"hands": HANDS, "round": 4}, size=size) as at:
        agreed(at.table, "Ada", "Bo", "red", "green")
        agreed(at.table, "Ada", "Cy", "blue", "white")
        at.table.submit(
            j.Sealed(author="Ada", orders={"offers": [{"to": "Bo", "give": "red"}, {"to": "Cy", "give": "blue"}]})
        )
        at.table.submit(j.Sealed(author="Bo", orders={"offers": [{"to": "Ada", "give": "black"}]}))
        at.table.submit(j.Closed())
        await at.settle()
        assert "Expected +" in at.text
        assert "Bo gave black; you expected green." in at.text
        assert "Cy offered nothing; you expected white." in at.text
        assert "Bo had agreed to give green." in at.text
        assert any(row.split()[:2] == ["!", "Bo"] for row in at.text.splitlines()), "marked as a word that was not kept"
        assert "(0 before, 1 now)" in at.find("#read-text").content.plain, "the score before and after"
        assert "Round 5 pays you best for" in at.find("#read-text").content.plain


async def test_without_an_expectation_nothing_is_said_of_one() -> None:
    async with sit("exodus", "Ada", setup={"hands": HANDS, "round": 4}) as at:
        at.table.submit(j.Sealed(author="Ada", orders={"offers": [{"to": "Bo", "give": "red"}]}))
        at.table.submit(j.Closed())
        await at.settle()
        assert "Expected" not in at.text


async def test_nothing_is_expected_of_an_own_proposal_that_was_never_answered() -> None:
    async with sit("exodus", "Ada", setup={"hands": HANDS, "round": 4}) as at:
        at.table.submit(j.Said(author="Ada", to=("Bo",), text="?", deal=Deal("red", "green")))
        at.table.submit(j.Sealed(author="Ada", orders={"offers": [{"to": "Bo", "give": "red"}]}))
        at.table.submit(j.Closed())
        await at.settle()
        assert "you expected" not in at.text


async def test_a_partners_word_is_counted_at_the_desk() -> None:
    async with sit("exodus", "Ada", setup={"hands": HANDS, "round": 4}, size=(160, 45)) as at:
        agreed(at.table, "Ada", "Bo", "red", "green")
        at.table.submit(j.Sealed(author="Ada", orders={"offers": [{"to": "Bo", "give": "red"}]}))
        at.table.submit(j.Closed())
        await at.settle()
        await at.press("enter")
        at.find("#partners").point("Bo")
        await at.settle()
        assert "1 agreement: 0 kept, 1 broken" in at.find("#about").plain


async def test_the_ship_shows_what_one_saw_on_the_board() -> None:
    async with sit("drifting_ship", "Ada", size=(80, 40)) as at:
        at.table.submit(j.Closed())
        at.table.submit(j.Closed())
        await at.settle()
        assert "\u253c" in at.find("#read-text").content.plain
        assert "You ordered nothing: both crewmates rested." in at.find("#read-text").content.plain
        assert "Sequence Value over all components 0" in at.find("#read-text").content.plain


async def test_the_temple_stands_beside_the_words_where_there_is_room() -> None:
    async with sit("pantheic_runes", "Ada", size=(160, 45)) as at:
        at.table.submit(j.Closed())
        await at.settle()
        await at.press("enter")
        at.table.submit(j.Closed())
        await at.settle()
        first = next(row for row in at.text.split("\n") if "Round 1" in row)
        assert "Temple" in first, "beside the words, not below them"
        await at.pilot.resize_terminal(80, 24)
        await at.settle()
        first = next(row for row in at.text.split("\n") if "Round 1" in row)
        assert "Temple" not in first, "and a terminal made smaller meanwhile has no torn drawing"
        assert "  Temple" not in at.text
        await at.pilot.resize_terminal(160, 45)
        await at.settle()
        assert "Temple" in next(row for row in at.text.split("\n") if "Round 1" in row)


@pytest.mark.parametrize(
    ("game", "beside"),
    [
        ("exodus", "give \u2193 get \u2192"),
        ("day_of_mercury", "Who was where"),
        ("sinners_secret", "What you asked"),
        ("drifting_ship", "new in this round"),
    ],
)
async def test_a_large_page_has_the_curve_under_the_words_and_what_comes_beside_them(game: str, beside: str) -> None:
    match = play_on(game, rounds=5)
    table = FrozenTable(match, 0.0)
    seat = max(match.seats, key=lambda name: len(set(Seat(table, name).story().series[0].curves[name])))
    async with show(lambda: ReportScreen(Seat(table, seat)), size=(160, 45)) as at:
        assert beside in at.text
        assert "\u25b8" + seat in at.text, "a curve that ends with one's own name"


@pytest.mark.parametrize(
    ("game", "beside"),
    [("exodus", "give \u2193 get \u2192"), ("famine", "give \u2193 get \u2192"), ("drifting_ship", "\u252c")],
)
async def test_after_an_early_close_no_line_of_two_points_is_drawn_and_the_board_stands_there(game: str, beside: str):
    for rounds in (1, 2):
        table = FrozenTable(play_on(game, rounds=rounds), 0.0)
        for seat in table.match.seats[:3]:
            place = Seat(table, seat)
            told = place.story()
            headed = rf"{told.series[0].title} by {told.round_word}(  |$)"  # a small one follows these words at once
            async with show(lambda place=place: ReportScreen(place), size=(160, 45)) as at:
                assert beside in at.text
                assert re.search(headed, at.text, re.MULTILINE) is None


@pytest.mark.parametrize("size", ends((120, 40), (160, 45), (200, 60)))
@pytest.mark.parametrize(
    ("game", "board"), [("exodus", "give \u2193 get \u2192"), ("drifting_ship", "\u252c"), ("day_of_mercury", " r1 ")]
)
async def test_expected_against_came_is_at_the_left_and_the_board_at_the_right(
    game: str, board: str, size: tuple[int, int]
) -> None:
    table = FrozenTable(play_on(game, rounds=5), 0.0)
    async with show(lambda: ReportScreen(Seat(table, table.match.seats[0])), size=size) as at:
        lines = at.text.splitlines()
        first = next(number for number, line in enumerate(lines) if line.startswith("  Round "))
        beside = [line for line in lines[first : first + 4] if board in line[size[0] * 2 // 5 :]]
        assert beside, "they begin on the same lines"
        assert not any(board in line[: size[0] * 2 // 5] for line in lines[first:]), "and nowhere under the words"


def play_on(game: str, rounds: int) -> Match:
    """A match of random bots after so many closed rounds."""
    match = play(game, seed=8).match
    found: list[Match] = []

    def note(one: Match, _: object) -> None:
        if len(one.rounds) == rounds and not found:
            found.append(one)

    play_out(match, {seat: make_bot(match, seat, "random") for seat in match.seats}, each=note)
    return found[0]


async def test_what_is_public_of_a_close_is_lit_one_after_the_other_where_motion_is_wanted() -> None:
    match = play_on("drifting_ship", rounds=3)
    rooms = match.rounds[-1].public.activated
    assert len(rooms) > 1
    async with show(lambda: PublicPage(Seat(FrozenTable(match, 0.0), None))) as at:
        assert at.text.count("\u2022") > len(rooms), "without motion all stand at once, and what the mark means"
        at.app.change_setting("motion", True)
        page = at.screen
        page.on_mount()
        await at.settle()
        seen = []
        for _ in rooms:
            seen.append(sum("\u2022" in row for row in at.text.splitlines()))
            page.light()
            await at.settle()
        assert seen[0] == 0
        assert at.text.count("\u2022") > len(rooms)


async def test_a_report_counts_as_read_when_it_is_left() -> None:
    """Whoever loses line or power over it finds it again."""
    async with sit("exodus", "Ada") as at:
        at.table.submit(j.Closed())
        await at.settle()
        assert isinstance(at.screen, ReportScreen)
        seat = at.seat("Ada")
        assert at.app.unread_closes(seat) == 1
        at.table.submit(j.Closed())
        await at.press("enter")
        assert at.app.unread_closes(seat) == 0, "both closes stood on the page"
