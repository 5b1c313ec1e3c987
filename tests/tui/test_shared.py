"""What the screens of all games share: questions, talk, answers, the rule book at the table, the first visit."""

from __future__ import annotations

import pytest

from core.games import MODULES
from core.words.rulebook import book, paragraphs
from tests.kit.depth import games
from tests.kit.screens import LARGE, sit
from tui.games import PANELS, panel_class
from tui.games.base import GamePanel
from tui.screens.dialogs import Pick, PickMany
from tui.screens.help import HelpScreen
from tui.widgets.choices import Row
from tui.words.text import hung

CLOSED_FIRST = [Row("h", "People", heading=True), Row("a", "Ada", closed="Not her.", ruling="CM-01"), Row("b", "Bo")]
TRADELESS = tuple(g for g in MODULES if g not in PANELS or panel_class(g).deals is GamePanel.deals)
"""Games whose panel has nothing to propose."""


@pytest.mark.parametrize(
    ("dialog", "under"),
    [
        (lambda: Pick("Who?", CLOSED_FIRST), "b"),
        (lambda: Pick("Who?", CLOSED_FIRST, row_id="a"), "b"),
        (lambda: Pick("Who?", [*CLOSED_FIRST, Row("c", "Cy")], row_id="c"), "c"),
        (lambda: Pick("Who?", CLOSED_FIRST[:2]), "a"),
        (lambda: PickMany("Who?", CLOSED_FIRST, 1, 1), "b"),
    ],
)
async def test_a_question_starts_on_the_first_open_row(dialog, under):
    async with sit("exodus") as at:
        await at.app.push_screen(dialog())
        await at.settle()
        assert at.find("#pick").row.id == under


def test_some_games_trade_and_some_do_not():
    assert {"exodus", "pantheic_runes"} & set(TRADELESS) == set()
    assert "drifting_ship" in TRADELESS


@pytest.mark.parametrize("game", games("exodus", "pantheic_runes", "sinners_secret"))
async def test_terms_are_offered_in_every_game_and_a_swap_is_worked_out_where_the_game_trades(game):
    async with sit(game, size=LARGE) as at:
        await at.press("t")
        keys = {active.binding.id for active in at.screen.active_bindings.values() if active.enabled}
        assert {"talk.offer", "talk.accept", "talk.decline"} <= keys
        assert ("talk.propose" in keys) == (game not in TRADELESS)


async def test_a_proposal_in_talk_names_where_to_meet_in_day_of_mercury():
    async with sit("day_of_mercury", setup={"sin": {"Ada": {"pride": 2}}}, size=LARGE) as at:
        await at.press("2", "t", "down")
        partner = at.find("#threads").row.label
        await at.press("p", "enter", "down", "enter", "enter")
        heard = at.seat(partner).messages()[-1]
        assert heard.deal is not None
        assert "the Ringed City" in heard.text or "I shall be in" in heard.text
        assert at.seat("Ada").draft().orders["trade"]["with"] == partner


async def test_a_long_refusal_takes_one_line_beside_the_tabs_and_is_whole_in_the_help():
    async with sit("exodus") as at:
        long = "You hold 1 red cube and offered 2. " * 8 + "This is the end of it."
        at.screen.tell(long, "bad", "EX-07")
        await at.settle()
        assert at.find("#status").size.height == 1
        assert "? shows all" in at.text
        await at.press("question_mark")
        assert isinstance(at.screen, HelpScreen)
        assert "This is the end of it." in " ".join(at.text.split())


async def test_the_first_time_at_a_game_the_rules_are_pointed_out_once():
    async with sit("famine") as at:
        assert "R: how to play; M: the marks" in at.find("#status").message
        await at.press("R")
        assert at.screen.id == "rulebook"
        await at.press("q")
        kept = at.app.memory.get("games known/Ada")
        assert kept == {"famine": True}


async def test_PR_01_the_rule_book_at_the_table_shows_the_gods_when_round_1_starts():
    patterns = "Hera: xo++."
    async with sit("pantheic_runes") as at:
        await at.press("R")
        shown = at.screen.text_to_copy()
        assert patterns not in shown
        assert "Shown when round 1 starts (PR-01)." in shown
        await at.press("slash")
        await at.type("Hera")
        assert patterns not in at.screen.text_to_copy()
    async with sit("pantheic_runes", setup={"round": 1}) as at:
        await at.press("R")
        assert patterns in at.screen.text_to_copy()
    assert any(paragraph.words == patterns for paragraph in book("pantheic_runes")), "a book off the table is whole"


async def test_two_closes_at_once_are_one_page():
    async with sit("exodus", setup={"round": 7}) as at:
        for name in at.table.match.seats:
            at.seat(name).ready()
        at.app.show_report(at.seat("Ada"))
        at.app.show_report(at.seat("Ada"))
        await at.settle()
        assert at.screen.id == "report"
        await at.press("enter")
        assert at.screen.id == "table"


async def test_the_drifting_ship_says_what_is_public_in_words_and_once():
    async with sit("drifting_ship") as at:
        for name in at.table.match.seats:
            at.seat(name).ready()
        await at.settle()
        assert at.text.count("Everybody's crewmates are aboard.") == 1
        assert "No room was activated." not in at.text, "nothing could be"
        assert "activated: none" not in at.text


def test_rows_that_are_too_long_go_on_under_their_words():
    assert len(hung("  one two\nx", 0)) > 1, "a screen without any width yet"
    assert [row.plain for row in hung("  one two\nx\n\u2022 three four", 7)] == [
        "  one",
        "  two",
        "x",
        "\u2022 three",
        "  four",
    ]


def test_a_table_of_the_rules_is_aligned_and_a_wide_one_goes_on_in_its_columns():
    found = paragraphs(
        "| a | b |\n| - | - |\n| longer | c |\n\n| x | y |\n| - | - |\n| " + "w " * 50 + "| z |\n\n1. Go.\n2. Stop."
    )
    assert [(p.kind, p.words) for p in found][:2] == [("columns", "a       b"), ("table", "longer  c")]
    wide = found[3].words.split("\n")
    assert len(wide) > 1
    assert wide[0].endswith("  z")
    assert all(len(line) <= 72 for line in wide)
    assert [p.words for p in found[4:]] == ["1. Go.", "2. Stop."]


async def test_what_an_empty_list_says_is_not_cut_off():
    async with sit("pantheic_runes") as at:
        said = " ".join(line[43:] for line in at.text.splitlines()[3:5])
        assert "shown when round 1 starts." in said
