"""Forms: names and values together, what each line means, what it all comes to, and mistakes at their line."""

from __future__ import annotations

import msgspec
import pytest

from core.games import register
from core.match.settings import MatchSettings
from tests.kit.depth import ends, games
from tests.kit.hall import Hall, SessionServices
from tests.kit.lots import Lots
from tui.screens.forms import FormScreen
from tui.screens.host.newmatch import HostedMatch, HostedPlan
from tui.screens.lobby.newseason import NewSeason

SIZES = ends((40, 15), (80, 24), (120, 40), (160, 45))


async def form(at: SessionServices, plan: HostedPlan) -> None:
    at.app.push_screen(HostedMatch(plan, at.app))
    await at.settle()


def line(at: SessionServices, words: str) -> str:
    return next(row for row in at.text.splitlines() if words in row)


@pytest.mark.parametrize("size", SIZES)
async def test_a_value_stands_beside_its_name_in_one_column(size: tuple[int, int]) -> None:
    hall = Hall("Gwen", host="Gwen")
    async with hall.enter("Gwen", size) as at:
        await form(at, HostedPlan.usual("exodus"))
        for setting, name, value in (("bot_talk", "Bots talk", "talkative"), ("early_close", "Close when all", "yes")):
            assert at.find("#form").point(f"setting:{setting}")
            await at.settle()
            shown = line(at, name)
            assert shown.index(value) - shown.index(name) <= 28, shown


@pytest.mark.parametrize("game", games("sinners_secret", "drifting_ship", "refereed"))
async def test_every_line_of_a_form_says_what_it_means_and_what_the_match_will_be(game: str) -> None:
    hall = Hall("Gwen", host="Gwen")
    async with hall.enter("Gwen") as at:
        await form(at, HostedPlan.usual(game))
        screen = at.screen
        assert isinstance(screen, FormScreen)
        for row in screen.form_rows():
            if row.heading:
                continue
            assert at.find("#form").point(row.id)
            await at.settle()
            said = at.find("#about").plain
            (*_, first) = [str(part) for part in screen.meaning(row)][:1]
            assert first.split()[0] in said, row.id
            assert "free seats" in said, row.id


async def test_what_it_will_be_follows_what_is_chosen() -> None:
    hall = Hall("Ada", "Gwen", host="Gwen")
    async with hall.enter("Gwen", (160, 45)) as at:
        plan = HostedPlan.usual("exodus")
        plan.holders = ["person:ada", *["bot:steady"] * 6, "open", "open"]
        plan.seats[:7] = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"]
        plan.schedule = "every day 21:00 Europe/Berlin"
        await form(at, plan)
        said = at.find("#about").plain
        assert "1 person, 6 bots and 2 free seats. 7 rounds, every day 21:00 Europe/Berlin: ends " in said
        assert "at the latest" in said, "all may be ready before"
        assert said.count("20:00 UTC") == 8, "each close in the reader's own time, and the last in the sentence"
        at.find("#form").point("setting:early_close")
        await at.press("enter")
        assert "at the latest" not in at.find("#about").plain
        at.find("#form").point("setting:briefing")
        await at.press("enter")
        assert "Once it has begun: 7 rounds" in at.find("#about").plain


@pytest.mark.parametrize("size", SIZES)
async def test_a_mistake_is_said_at_its_line_and_the_match_is_not_made(size: tuple[int, int]) -> None:
    hall = Hall("Gwen", host="Gwen")
    async with hall.enter("Gwen", size) as at:
        plan = HostedPlan.usual("exodus")
        plan.settings = MatchSettings(round_seconds=3600.0, grace_seconds=900.0, counts=False)
        await form(at, plan)
        await at.press("s")
        assert isinstance(at.screen, HostedMatch)
        assert at.find("#form").row.id == "setting:grace_seconds", "the cursor goes to what is wrong"
        assert "no grace: a deadline that waits would tell" in at.told
        if size[0] > 40:
            assert "! A match that keeps its counts" in line(at, "Grace, once")
        at.find("#form").point("setting:counts")
        await at.press("enter")
        assert "!" not in line(at, "Seats see the counts")
        await at.press("s")
        assert hall.house.table("exodus-1").match.header.grace_seconds == 900.0


async def test_the_cursor_goes_on_after_a_choice_and_the_last_bot_is_offered_again() -> None:
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    async with hall.enter("Gwen") as at:
        at.find("#matches")
        await at.press("S")
        assert isinstance(at.screen, NewSeason)
        assert at.find("#form").row.id == "name:Ada"
        await at.press("b")
        assert at.find("#pick").point("bot:sharp")
        await at.press("enter")
        assert at.find("#form").row.id == "name:Bo"
        await at.press("b", "enter", "b", "enter")  # two keys a bot
        await at.press("s")
    live = next(iter(hall.house.seasons.live.values()))
    assert list(live.season.holders.values()) == ["bot:sharp"] * 3


async def test_what_is_taken_back_moves_no_cursor() -> None:
    hall = Hall("Gwen", host="Gwen")
    async with hall.enter("Gwen") as at:
        await form(at, HostedPlan.usual("exodus"))
        await at.press("enter", "escape")
        assert at.find("#form").row.id == "seat:0"
        await at.press("b", "escape")
        assert at.find("#form").row.id == "seat:0"


class RangeLots(Lots):
    spec = msgspec.structs.replace(Lots.spec, id="range_lots", fewest=2, most=5)


async def test_a_form_adds_and_removes_seats_within_the_range_of_a_game() -> None:
    register(RangeLots())
    hall = Hall("Gwen", host="Gwen")
    async with hall.enter("Gwen") as at:
        plan = HostedPlan.usual("range_lots")
        await form(at, plan)
        await at.press("plus", "plus")
        assert len(plan.seats) == 5
        await at.press("minus", "minus", "minus", "minus")
        assert len(plan.seats) == 2
        assert plan.template().places == 2
        assert "has 2 to 5 seats" in at.text


@pytest.mark.parametrize("size", SIZES)
async def test_HH_80_who_makes_a_match_in_which_little_is_public_is_told_so_and_one_key_lets_onlookers_in(
    size: tuple[int, int],
) -> None:
    hall = Hall("Gwen", host="Gwen")
    async with hall.enter("Gwen", size) as at:
        await form(at, HostedPlan.usual("day_of_mercury"))
        at.find("#form").point("go")
        await at.settle()
        about = " ".join(at.find("#about").plain.split())
        assert "Friends who watch see little of this game: o lets them in, two rounds late." in about
        await at.press("o")
        assert "Friends who watch" not in at.find("#about").plain
        await at.press("o", "o", "s")
        (table,) = hall.house.tables.values()
        assert table.match.header.onlookers == "2 rounds"
        await at.press("q")
        await form(at, HostedPlan.usual("exodus"))
        await at.press("o")
        assert at.screen.plan.settings.onlookers == "", "much is public there"
        assert "Friends who watch" not in at.find("#about").plain
