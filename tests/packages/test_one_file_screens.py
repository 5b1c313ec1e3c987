"""Games of one file on the general screen, played by keys from the first round to the result."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.archive.drawings import board
from core.botplay.playing import make_bot, play_out
from core.bots.contract import AnyBot, Do, Done, Seal
from core.games import register
from core.kit import begin_match
from core.match import views
from core.match.state import Match
from core.narration.telling import story
from tests.kit.depth import deep, paired
from tests.kit.screens import Sitting, sit
from tests.packages.test_one_file import GAMES, game
from tui.drawings import draw, frame_of
from tui.games.generic import GenericPanel
from tui.widgets.choices import Choices

SIZES = ((80, 24), (120, 40))
CASES = deep(paired(GAMES, SIZES), paired(GAMES, SIZES)[:2])
MOST_MOVES = 150


def others_play(at: Sitting, bots: dict[str, AnyBot]) -> None:
    """Let bots play the other seats until they wait for Ada."""
    for _ in range(MOST_MOVES):
        moved = False
        for name, bot in bots.items():
            for move in bot.turn(views.sight(at.table.match, name)):
                seat, moved = at.seat(name), True
                if isinstance(move, Seal):
                    seat.seal(move.orders)
                elif isinstance(move, Do):
                    seat.do(move.action)
                elif isinstance(move, Done):
                    seat.ready()
        if not moved:
            return


async def ada_plays(at: Sitting) -> None:
    """Take the first open choice by keys, type the least number where one is typed, and seal."""
    asks = at.seat("Ada").asks()
    choices = at.find("#choices", Choices)
    choices.focus()
    number = next(n for n, choice in enumerate(asks.choices) if choice.closed is None)
    assert choices.point(str(number))
    await at.press("enter")
    if (entry := asks.choices[number].entry) is not None:
        await at.type(str(entry.least))
        await at.press("enter")
    if asks.orders:
        await at.press("s")
    await at.press("enter")
    await at.settle()
    if asks.orders and at.seat("Ada").sealed() is not None and "Ada" not in at.table.match.ready:
        await at.press("r")


@pytest.mark.parametrize(
    ("path", "size"), CASES, ids=[f"{path.stem}-{width}x{height}" for path, (width, height) in CASES]
)
async def test_a_game_is_played_by_keys_to_its_result(path: Path, size: tuple[int, int]) -> None:
    rules = game(path)
    register(rules)
    raw = [name for kind in (rules.View, rules.Orders) for name in kind.__struct_fields__ if "_" in name]
    async with sit(path.stem, size=size) as at:
        bots = {name: make_bot(at.table.match, name, "steady") for name in at.table.match.seats if name != "Ada"}
        for _ in range(MOST_MOVES):
            others_play(at, bots)
            await at.settle()
            while at.screen.id != "table" and at.screen.id != "_default":
                await at.press("enter")
            match = at.table.match
            assert [name for name in raw if name in at.text] == []
            assert '{"' not in at.text
            if match.phase == "finished":
                break
            if match.phase == "decision":
                at.find("#decide").focus()
                await at.press("enter", "enter")
                continue
            assert type(at.screen.panel) is GenericPanel
            if at.seat("Ada").can_act and "Ada" not in match.ready:
                await ada_plays(at)
        assert at.table.match.phase == "finished"
        assert "Ada" in at.text


FLOES = next(path for path in GAMES if path.stem == "ice_floes")


async def test_a_cell_of_a_board_is_chosen_by_a_click() -> None:
    register(game(FLOES))
    async with sit("ice_floes", size=(120, 40)) as at:
        assert "a1    a2    a3" in at.text
        view = at.find("#view")
        row, column = next(
            (number, line.index(" b1 ") + 1) for number, line in enumerate(view.plain.splitlines()) if " b1 " in line
        )
        await at.pilot.click("#view", offset=(column + 1, row + 1))
        await at.settle()
        assert at.screen.panel.orders["to"] == "b1"
        await at.pilot.click("#view", offset=(column + 13, row + 1))
        assert at.screen.panel.orders["to"] == "b1", "b3 is beside no player's floe"


async def test_so_many_candles_are_put_out_as_a_click_counts() -> None:
    rules = next(path for path in GAMES if path.stem == "last_candle")
    register(game(rules))
    async with sit("last_candle", size=(120, 40), seed=1) as at:
        burning = at.table.match.state.candles
        await at.pilot.click("#view", offset=(9, 1))
        await at.settle()
        await at.press("enter")
        await at.settle()
        assert at.table.match.state.candles == burning - 3


async def test_the_cell_of_the_choice_under_the_cursor_is_marked_on_the_board() -> None:
    register(game(FLOES))
    async with sit("ice_floes", size=(120, 40)) as at:

        def marked() -> list[str]:
            rows = at.find("#view").fit(80)
            return [row.plain[span.start : span.end].strip() for row in rows for span in row.spans
                    if "underline" in str(span.style)]  # fmt: skip

        choices, offered, seen = at.find("#choices"), at.seat("Ada").asks().choices, set()
        for _ in choices.rows:
            row = choices.row
            value = str(offered[int(row.id)].value) if row.id.isdigit() else ""
            assert marked() == ([value] if value in at.find("#view").plain.split() and row.closed is None else [])
            seen |= {*marked()}
            await at.press("down")
        assert len(seen) > 1


def test_a_replay_draws_the_board_after_each_round() -> None:
    match = play_out_of(FLOES)
    for reader, whole in ((None, True), ("Ada", False)):
        shown = story(match, reader, whole=whole)
        frame = frame_of(shown, 0, 0, 80, 24)
        assert "a1    a2    a3" in "\n".join(row.plain for row in draw(frame))
        assert "a1" in board(shown, 0, {seat: n for n, seat in enumerate(match.seats)})


def play_out_of(path: Path) -> Match:
    register(game(path))
    start = begin_match(game(path))
    return play_out(start, {seat: make_bot(start, seat, "random") for seat in start.seats})
