"""A season at one keyboard: made, opened, booked, fought, corrected and ended by keys (SE-01 to SE-11)."""

from __future__ import annotations

from datetime import UTC

import pytest

from core.house.house import House
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.season import Season
from core.seasons.season_controls import SeasonControls
from tests.kit.house import open_house
from tests.kit.screens import Driven, drive
from tui.app.hotseat import HotseatApp
from tui.screens.curtain import Curtain
from tui.screens.host.episode import OpenEpisode
from tui.screens.lobby.newseason import NewSeason
from tui.screens.season import SeasonScreen

CAST = ("Ada", "Bo", "Cy", "Di")


def hotseat(house: House) -> HotseatApp:
    return HotseatApp(house, zone=UTC)


def a_season(house: House, holder: str = "bot:random", **options: object) -> None:
    """Four names, all played alike."""
    about = SeasonOptions(**options)  # type: ignore[arg-type]
    house.seasons.make(CAST, title="Spring", holders=dict.fromkeys(CAST, holder), options=about, seed=1)


def season(house: House) -> Season:
    return house.seasons.find("spring-1").season


async def page(at: Driven) -> None:
    """From the start menu to the page of the one season."""
    at.find("#menu").point("seasons")
    await at.press("enter", "enter")
    assert isinstance(at.screen, SeasonScreen)


async def pick(at: Driven, row: str) -> None:
    """Choose a row of the question on top."""
    assert at.find("#pick").point(row), [one.id for one in at.find("#pick").rows]
    await at.press("enter")


async def more(at: Driven, word: str) -> None:
    """A deed from the list behind h."""
    await at.press("h")
    await pick(at, next(row.id for row in at.find("#pick").rows if str(row.label).startswith(word)))


async def line(at: Driven, row: str) -> None:
    """Choose a line of the form on top."""
    assert at.find("#form").point(row), [one.id for one in at.find("#form").rows]
    await at.press("enter")


async def answer(at: Driven, words: str) -> None:
    """Answer the question on top."""
    at.find("#answer").value = words
    await at.press("enter")


async def play_out(at: Driven, house: House, match: str) -> None:
    """Let the bots play a match to its end."""
    await house.table(match).quiet()
    await at.settle()
    assert house.is_finished(match)


async def open_elsewhere(at: Driven) -> None:
    """An episode that is played in another place."""
    await at.press("o")
    await pick(at, "elsewhere")
    await at.press("s", "enter")


async def book_in_order(at: Driven, house: House, candidate: str, opponent: str) -> None:
    """Everybody in cast order, one token for the first, two names for the Death Match."""
    await at.press("b")
    for place, name in enumerate(season(house).episodes[-1].seats, 1):
        await line(at, f"seat:{name}")
        await answer(at, str(place))
    for role, name in (("candidate", candidate), ("opponent", opponent)):
        await line(at, f"named:{role}")
        await pick(at, name)
    await at.press("s", "enter")


async def test_SE_01_a_season_is_made_at_the_keyboard() -> None:
    house = open_house()
    async with drive(hotseat(house)) as at:
        at.find("#menu").point("seasons")
        await at.press("enter")
        assert isinstance(at.screen, NewSeason)
        await line(at, "name:Flo")
        await answer(at, "ada")
        assert "taken by Ada" in at.find("#status").message
        await at.press("escape", "x")
        assert at.find("#form").point("name:Bo")
        await at.press("b")
        await pick(at, "bot:random")
        await line(at, "add")
        await answer(at, "Zed")
        await line(at, "title")
        await answer(at, "Spring")
        await line(at, "purse")
        await answer(at, "two")
        assert "whole number" in at.find("#status").message
        await answer(at, "2")
        await line(at, "estate")
        await line(at, "switch:keep_tokens")
        await at.press("s")
        assert isinstance(at.screen, SeasonScreen)
        assert season(house).header.cast == ("Ada", "Bo", "Cy", "Di", "Ed", "Zed")
        held = season(house).holders
        assert (held["Ada"], held["Bo"], held["Cy"], held["Zed"]) == ("local", "bot:random", "bot:steady", "local")
        assert season(house).options == SeasonOptions(purse=2, estate="house", keep_tokens=True)


async def test_a_whole_season_at_one_keyboard() -> None:
    house = open_house()
    a_season(house, purse=2)
    async with drive(hotseat(house), size=(120, 40)) as at:
        await page(at)
        assert "o opens episode 1" in at.text
        await at.press("o")
        rows = {row.id: row.note[0] for row in at.find("#pick").rows if isinstance(row.note, tuple)}
        assert rows["drifting_ship"] == "everybody sits"
        assert "guests" in rows["exodus"]
        await pick(at, "drifting_ship")
        assert isinstance(at.screen, OpenEpisode)
        await line(at, "go")
        assert "Seated: Ada, Bo, Cy and Di." in at.find("#dialog-text").content.plain
        await at.press("enter")
        assert any(isinstance(screen, Curtain) for screen in at.app.screen_stack)
        await play_out(at, house, "drifting-ship-1")
        while not isinstance(at.screen, SeasonScreen):
            await at.press("q")
        assert season(house).phase == "death_match", "the house has booked it"

        # the duel of the Death Match, between two bots
        while season(house).phase == "death_match" and not house.seasons.running(house.seasons.find("spring-1")):
            await at.press("m")
            while not at.find("#pick").point("black_and_white"):  # somebody is to be named first
                await at.press("enter")
            await at.press("enter")
            duel = season(house).episodes[-1].duel
            assert duel is not None
            assert house.table(duel).match.header.round_seconds is None, "no clock around one keyboard"
            await play_out(at, house, duel)
            while not isinstance(at.screen, SeasonScreen):
                await at.press("q")
        assert len(season(house).remaining) == 3

        # one more is out by hand; then the last two play for it
        await open_elsewhere(at)
        first, second, third = season(house).remaining
        await book_in_order(at, house, third, first)
        await more(at, "Who won elsewhere")
        await pick(at, first)
        assert season(house).remaining == (first, second)
        assert "Two are left" in at.text
        await more(at, "The final")
        await pick(at, "1")
        await more(at, "Who won elsewhere")
        await pick(at, second)
        assert season(house).winner == second
        assert f"won by {second}" in at.text


async def test_SE_08_the_host_names_who_is_missing_or_leaves_the_death_match_out() -> None:
    house = open_house()
    a_season(house)
    async with drive(hotseat(house)) as at:
        await page(at)
        await open_elsewhere(at)
        await at.press("b", "s")
        assert "Ada has no place yet" in at.find("#status").message
        for name in CAST:
            await line(at, f"seat:{name}")
            await answer(at, "1")
        await at.press("s")
        assert "is booked" in at.find("#dialog-text").content.plain
        assert season(house).phase == "main", "shown, not yet done"
        await at.press("enter")
        assert season(house).phase == "death_match"
        await at.press("m")
        await pick(at, "Cy")
        assert [row.id for row in at.find("#pick").rows] == ["Ada", "Bo", "Di"], "whom Cy can choose"
        await pick(at, "Di")
        assert "which duel?" in str(at.find("#dialog").border_title)
        await at.press("escape")
        await more(at, "Leave the Death Match out")
        await answer(at, " ")
        assert "Say why" in at.find("#status").message
        await answer(at, "They made peace.")
        assert season(house).episodes[-1].skipped == "They made peace."


async def put_bo_right(at: Driven) -> None:
    """Bo is to have 5 garnets; the question whether to do it is on top."""
    await more(at, "Correct")
    await pick(at, "Bo")
    await pick(at, "purse")
    await answer(at, "5")
    await answer(at, "A bet")


async def test_SE_10_a_correction_shows_before_and_after_and_a_booking_is_undone() -> None:
    house = open_house()
    a_season(house, purse=3)
    async with drive(hotseat(house)) as at:
        await page(at)
        await put_bo_right(at)
        assert "purse 3 \u2192 5" in at.find("#dialog-text").content.plain
        await at.press("escape")
        assert season(house).cast["Bo"].purse == 3
        await put_bo_right(at)
        await at.press("enter")
        assert season(house).cast["Bo"].purse == 5
        await open_elsewhere(at)
        await book_in_order(at, house, "Di", "Ada")
        await more(at, "Correct")
        await pick(at, "Ada")
        await pick(at, "tokens")
        await answer(at, "7")
        await answer(at, "A slip")
        await at.press("enter")
        assert season(house).cast["Ada"].tokens == 7
        await more(at, "Undo the last entry")
        assert "tokens 0 to 7" in at.find("#dialog-text").content.plain
        await at.press("enter")
        assert season(house).cast["Ada"].tokens == 0
        await more(at, "Undo the last booking")
        assert "is booked" in at.find("#dialog-text").content.plain
        await at.press("enter")
        assert season(house).phase == "main"
        assert season(house).cast["Bo"].purse == 5, "what was before the booking stays"
        await more(at, "Call the episode off")
        await answer(at, "The wrong evening.")
        assert season(house).phase == "between"
        await more(at, "End the season")
        await at.press("enter")
        assert season(house).phase == "finished"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_SE_03_who_sits_out_and_who_is_a_guest_is_chosen_before_it_opens(size: tuple[int, int]) -> None:
    house = open_house()
    a_season(house)
    async with drive(hotseat(house), size=size) as at:
        await page(at)
        await at.press("o")
        await pick(at, "drifting_ship")
        await line(at, "cast:Cy")
        assert "Guest 1" in at.text
        await line(at, "guest:Guest 1")
        await answer(at, "bo")
        assert "taken by Bo" in at.find("#status").message
        await answer(at, "Zed")
        await pick(at, "local")
        await at.press("s")
        told = at.find("#dialog-text").content.plain
        assert "Guests: Zed." in told
        assert "Sitting out: Cy." in told
        await at.press("enter")
        match = house.table("drifting-ship-1").match
        assert match.seats == ("Ada", "Bo", "Di", "Zed")
        assert match.holders["Zed"] == "local"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_SE_03_the_form_of_an_opening_names_nobody_drawn_by_lot(size: tuple[int, int]) -> None:
    house = open_house()
    cast = (*CAST, "Ed")
    house.seasons.make(cast, title="Spring", holders=dict.fromkeys(cast, "bot:random"), seed=1)
    async with drive(hotseat(house), size=size) as at:
        await page(at)
        await at.press("o")
        await pick(at, "drifting_ship")
        assert at.text.count("draws lots") == 5
        assert "Lots make 1 of 5 sit out, at the opening." in " ".join(at.text.split())
        await at.press("s")
        told = at.find("#dialog-text").content.plain
        assert "Lots are drawn among Ada, Bo, Cy, Di and Ed." in told
        assert "Sitting out by lot: 1." in told
        await at.press("enter")
        (out,) = season(house).episodes[-1].sat_out
        assert any(f"Sitting out: {out} ({out} by lot)." in news.text for news in season(house).news)


async def test_SE_08_two_people_at_the_keyboard_go_from_the_page_to_the_curtain_of_their_duel() -> None:
    house = open_house()
    a_season(house, "local")
    async with drive(hotseat(house)) as at:
        await page(at)
        await open_elsewhere(at)
        await book_in_order(at, house, "Di", "Ada")
        await at.press("m")
        await pick(at, "black_and_white")
        assert isinstance(at.screen, Curtain)
        assert "Waiting for" in at.text
        await at.press("q")
        assert "The duel of Di and Ada is being played: d goes to it." in at.text
        await at.press("d")
        assert isinstance(at.screen, Curtain)


async def test_SE_10_a_match_of_the_house_is_booked_again_as_it_ended_or_as_the_host_says() -> None:
    house = open_house()
    a_season(house)
    live = house.seasons.find("spring-1")
    async with drive(hotseat(house)) as at:
        desk = SeasonControls(house.seasons, live)
        match = desk.open(EpisodeWish(game="drifting_ship")).match
        assert match is not None
        await play_out(at, house, match)
        places = season(house).episodes[-1].places
        desk.unbook()
        await page(at)
        assert f"{match} is not booked: b books it" in at.text
        await at.press("b")
        await pick(at, "typed")
        rows = {row.id: str(row.note) for row in at.find("#form").rows}
        assert all(rows[f"seat:{name}"].startswith(f"{place}.") for name, place in places.items())
        await at.press("q", "b")
        await pick(at, "house")
        assert "is booked" in at.find("#dialog-text").content.plain
        assert season(house).phase == "main", "shown, not yet done"
        await at.press("enter")
        assert season(house).episodes[-1].places == places
        desk.unbook()
        await at.press("b")
        desk.book()  # by another host, meanwhile
        await pick(at, "house")
        assert "No main match is waiting" in at.find("#status").message
