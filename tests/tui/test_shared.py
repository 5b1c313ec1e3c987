"""What the screens of all games share: questions, talk, answers, the rule book at the table, the first visit."""

from __future__ import annotations

import pytest

from core.games import MODULES
from tests.kit.screens import LARGE, sit
from tui.rulebook import book
from tui.screens.dialogs import Pick, PickMany
from tui.screens.help import HelpScreen
from tui.widgets.choices import Row

CLOSED_FIRST = [Row("h", "People", heading=True), Row("a", "Ada", closed="Not her.", ruling="CM-01"), Row("b", "Bo")]
TRADELESS = ("sinners_secret", "drifting_ship")


@pytest.mark.parametrize(
    ("dialog", "under"),
    [
        (lambda: Pick("Who?", CLOSED_FIRST), "b"),
        (lambda: Pick("Who?", CLOSED_FIRST, at="a"), "b"),
        (lambda: Pick("Who?", [*CLOSED_FIRST, Row("c", "Cy")], at="c"), "c"),
        (lambda: Pick("Who?", CLOSED_FIRST[:2]), "a"),
        (lambda: PickMany("Who?", CLOSED_FIRST, 1, 1), "b"),
    ],
)
async def test_a_question_starts_on_the_first_open_row(dialog, under):
    async with sit("exodus") as at:
        await at.app.push_screen(dialog())
        await at.settle()
        assert at.find("#pick").row.id == under


@pytest.mark.parametrize("game", MODULES)
async def test_talk_offers_proposals_only_where_the_game_trades(game):
    async with sit(game, size=LARGE) as at:
        await at.press("t")
        keys = {active.binding.id for active in at.screen.active_bindings.values() if active.enabled}
        assert ("talk.propose" in keys) == ("talk.accept" in keys) == (game not in TRADELESS)


async def test_a_proposal_in_talk_names_where_to_meet_in_day_of_mercury():
    async with sit("day_of_mercury", setup={"sin": {"Ada": {"pride": 2}}}, size=LARGE) as at:
        await at.press("2", "t", "down")
        partner = at.find("#threads").row.label
        await at.press("p", "enter", "down", "enter", "enter")
        heard = at.seat(partner).messages()[-1]
        assert heard.deal is not None
        assert "the Ringed City" in heard.text or "I shall be in" in heard.text
        assert at.seat("Ada").draft().orders["trade"]["with"] == partner


async def test_a_long_refusal_takes_two_lines_and_is_whole_in_the_help():
    async with sit("exodus") as at:
        long = "You hold 1 red cube and offered 2. " * 8 + "This is the end of it."
        at.screen.tell(long, "bad", "EX-07")
        await at.settle()
        assert at.find("#status").size.height == 2
        assert "? shows all" in at.text
        await at.press("question_mark")
        assert isinstance(at.screen, HelpScreen)
        assert "This is the end of it." in " ".join(at.text.split())


async def test_the_first_time_at_a_game_the_rules_are_pointed_out_once():
    async with sit("famine") as at:
        assert "R is how to play" in at.find("#status").message
        await at.press("R")
        assert at.screen.id == "rulebook"
        await at.press("q")
        kept = at.app.memory.get("games known/Ada")
        assert kept == {"famine": True}


async def test_PR_01_the_rule_book_at_the_table_shows_the_gods_when_round_1_starts():
    patterns = "Hera: xo++."
    async with sit("pantheic_runes") as at:
        await at.press("R")
        shown = at.screen.copied()
        assert patterns not in shown
        assert "Shown when round 1 starts (PR-01)." in shown
        await at.press("slash")
        await at.type("Hera")
        assert patterns not in at.screen.copied()
    async with sit("pantheic_runes", setup={"round": 1}) as at:
        await at.press("R")
        assert patterns in at.screen.copied()
    assert any(paragraph.words == patterns for paragraph in book("pantheic_runes")), "a book off the table is whole"
