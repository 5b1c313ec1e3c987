"""A season in a served house: its host's keys, and what those of its cast find in the lobby (SE-02, SE-05, SE-08)."""

from __future__ import annotations

import re

import pytest

from cli.host_arguments import declare as declare_host
from cli.main import Parser
from core.house.templates import SeasonTemplate, Templates
from core.seasons.feeds import SeasonFeeds
from core.seasons.live import LiveSeason
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.outcome import Outcome
from core.seasons.season_controls import SeasonControls
from core.table.galleries import of_season
from tests.kit.hall import Hall, SessionServices
from tui.screens.host.console import Console
from tui.screens.host.newmatch import Hosting
from tui.screens.host.season_controls import SeasonHost
from tui.screens.lobby.newseason import NewSeason
from tui.screens.season import SeasonScreen
from tui.screens.table.screen import TableScreen

CAST = ("Ada", "Bo", "Cy", "Di")


def a_season(hall: Hall, people: tuple[str, ...] = ("Ada", "Bo"), **options: object) -> LiveSeason:
    """Four names; those of the house are played by their people, the others by bots."""
    holders = {name: f"person:{name.lower()}" if name in people else "bot:random" for name in CAST}
    about = SeasonOptions(**options)  # type: ignore[arg-type]
    return hall.house.seasons.make(CAST, title="Spring", holders=holders, options=about, seed=1)


def to_the_death_match(hall: Hall, live: LiveSeason, candidate: str, opponent: str) -> SeasonControls:
    """An episode that was played in another place, and named these two."""
    desk = SeasonControls(hall.house.seasons, live)
    desk.open(EpisodeWish(game="elsewhere"))
    ranking = tuple((name,) for name in live.season.episodes[-1].seats)
    desk.book(Outcome(ranking=ranking, elimination_candidate=candidate, death_match_opponent=opponent))
    return desk


async def pick(at: SessionServices, row: str) -> None:
    assert at.find("#pick").point(row), [one.id for one in at.find("#pick").rows]
    await at.press("enter")


async def test_SE_01_a_host_makes_a_season_of_the_people_of_the_house() -> None:
    hall = Hall("Gus", "Ada", "Bo", host="Gus")
    async with hall.enter("Gus") as at:
        await at.press("S")
        assert isinstance(at.screen, NewSeason)
        await at.press("s")
        assert isinstance(at.screen, SeasonScreen)
    live = next(iter(hall.house.seasons.live.values()))
    assert live.season.holders == {"Gus": "person:gus", "Ada": "person:ada", "Bo": "person:bo"}
    assert live.season.header.host == "person:gus"


async def test_a_host_keeps_a_season_as_a_template_and_makes_the_next_of_it() -> None:
    hall = Hall("Gus", "Ada", "Bo", host="Gus")
    Templates(hall.house.store).save("rich", SeasonTemplate(title="Autumn", options={"purse": 7, "estate": "kept"}))
    async with hall.enter("Gus") as at:
        await at.press("S")
        assert at.find("#form").point("template")
        await at.press("enter")
        await pick(at, "rich")
        assert "Autumn" in at.text
        assert at.find("#form").point("switch:private")
        await at.press("enter", "T")
        await at.press(*["backspace"] * 6, *"quiet", "enter")
        assert "Kept as quiet." in at.text
        assert at.find("#form").point("name:Bo")
        await at.press("b")
        await pick(at, "person:ada")
        assert "ada plays Ada already" in at.text, "SE-20: one person plays one name"
        await at.press("s")
    kept = Templates(hall.house.store).get("quiet")
    assert isinstance(kept, SeasonTemplate)
    assert (kept.title, kept.options["purse"], kept.options["private"]) == ("Autumn", 7, True)
    live = next(iter(hall.house.seasons.live.values()))
    assert re.fullmatch(r"autumn-\w{5}-\w{5}", live.id), "HH-49: that of a private season counts nothing"
    assert live.season.options.estate == "kept"


async def test_only_hosts_have_the_keys() -> None:
    hall = Hall("Gus", "Ada", host="Gus")
    live = a_season(hall)
    async with hall.enter("Ada") as at:
        await at.press("S", "o")
        assert isinstance(at.screen, SeasonScreen)
        await at.press("h", "b", "m")
        assert isinstance(at.screen, SeasonScreen)
        assert "open episode" not in at.text
    assert live.season.entry_count == 0


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_SE_08_a_host_opens_an_episode_and_makes_the_duel_of_the_two(size: tuple[int, int]) -> None:
    hall = Hall("Gus", "Ada", "Bo", host="Gus")
    live = a_season(hall)
    hall.house.seasons.start()
    async with hall.enter("Gus", size) as at:
        await at.press("S")
        await pick(at, live.id)
        await at.press("o")
        await pick(at, "drifting_ship")
        assert "24h" in at.text or "1d" in at.text, "a day a round, unless the host says otherwise"
        if size[0] > 80:  # at set times, for a change
            at.find("#form").point("setting:round_seconds")
            await at.press("enter")
            await pick(at, "schedule")
            await at.press(*"every day 21:00 Europe/Berlin", "enter")
            assert "every day 21:00 Europe/Berlin" in at.text
        await at.press("s", "enter")
        assert isinstance(at.screen, Console), "the host who does not play finds the console of the match"
        match = live.season.episodes[-1].match
        assert match is not None
        assert hall.house.holders(match)["Ada"] == "person:ada"
        made = hall.house.table(match).match
        if size[0] > 80:
            assert made.schedule is not None
            assert made.schedule.rule == "every day 21:00 Europe/Berlin"
        else:
            assert made.header.round_seconds == 86_400
        await at.press("q")
        SeasonControls(hall.house.seasons, live).call_off("another evening")
        to_the_death_match(hall, live, "Ada", "Bo")
        await at.settle()
        assert "m makes the duel" in at.text
        await at.press("m")
        await pick(at, "black_and_white")
        duel = live.season.episodes[-1].duel
        assert duel is not None
        assert hall.house.table(duel).match.header.round_seconds == 60
        assert {news.author for news in live.season.news if "duel" in news.text} == {"host:gus"}


async def test_SE_08_the_lobby_says_what_a_season_asks_and_leads_to_it() -> None:
    hall = Hall("Ada", "Bo", "Cy")
    live = a_season(hall)
    hall.house.seasons.start()
    async with hall.enter("Ada") as at, hall.enter("Cy") as other:
        assert f"season:{live.id}" in at.rows
        assert "Your seasons" not in other.text, "a bot plays under that name, not Cy"
        desk = to_the_death_match(hall, live, "Ada", "Bo")
        await at.settle()
        assert "Your Death Match is against Bo" in at.text
        desk.death_match("Bo")
        await at.settle()
        assert "You are out since episode 1" in at.text
        at.find("#matches").point(f"season:{live.id}")
        await at.press("enter")
        assert isinstance(at.screen, SeasonScreen)
        assert "you may read and watch all of it" in at.text


async def test_SE_08_a_duel_of_ones_own_waits_in_the_lobby() -> None:
    hall = Hall("Ada", "Bo")
    live = a_season(hall)
    hall.house.seasons.start()
    to_the_death_match(hall, live, "Ada", "Bo").duel("black_and_white")
    async with hall.enter("Ada") as at:
        if isinstance(at.screen, TableScreen):  # the one seat that waits is gone to at once
            await at.press("q")
        await at.press("S")
        assert "Your Death Match against Bo begins when both are there." in at.text


async def test_SE_01_handing_a_name_over_asks_first() -> None:
    hall = Hall("Gus", "Ada", "Bo", "Eve", host="Gus")
    live = a_season(hall)
    async with hall.enter("Gus") as at:
        await at.press("S")
        await pick(at, live.id)
        await at.press("h")
        await pick(at, next(row.id for row in at.find("#pick").rows if str(row.label) == "Hand a name over"))
        await pick(at, "Ada")
        await pick(at, "person:eve")
        assert "Now: Ada. From now on: Eve." in at.find("#dialog-text").content.plain
        assert live.season.holders["Ada"] == "person:ada"
        await at.press("enter")
        assert live.season.holders["Ada"] == "person:eve"


ON_PAGE = {
    "new": "S in the lobby", "open": "o", "book": "b", "duel": "m", "candidate": "m", "opponent": "m", "talk": "t",
    "feed": "Its chat room", "add": "Add a name", "hand-over": "Hand a name over", "call-off": "Call the episode off",
    "settings": "Settings of its matches", "rename": "Rename", "won": "Who won elsewhere", "drawn": "Who won elsewhere",
    "leave-out": "Leave the Death Match out", "final": "The final", "correct": "Correct", "out": "Correct",
    "undo": "Undo the last booking", "watching": "Who reads and watches", "start": "Draw the places",
    "questions": "Answer a question", "answer": "Answer a question",
    "announce": "Announce", "tell": "Tell one of the cast",
    "confessionals": "What was confided",
    "end": "End the season",
}  # fmt: skip
"""By command of `garnet host season`: where the page does the same."""


def test_the_page_of_a_season_does_what_the_commands_do() -> None:
    host = Parser()
    declare_host(host, lambda parser: None)
    season = next(action.choices["season"] for action in host._actions if isinstance(action.choices, dict))
    deeds = next(action.choices for action in season._actions if isinstance(action.choices, dict))
    assert set(deeds) == set(ON_PAGE)
    hall = Hall("Gus", "Ada", "Bo", "Eve", host="Gus")
    words: set[str] = {"S in the lobby", "o", "b", "m", "t"}
    signup = hall.house.seasons.make(("Zed",), title="Later", options=SeasonOptions(places=4))
    live = a_season(hall)
    hosting = Hosting(hall.house, lambda match: None, "host:gus", "person:gus", hall.people)

    def seen(which: LiveSeason) -> None:
        words.update(deed.word for deed in SeasonHost(None, which, hosting).deeds())  # type: ignore[arg-type]

    seen(signup)
    seen(live)
    desk = SeasonControls(hall.house.seasons, live)
    desk.open(EpisodeWish(game="elsewhere"))
    seen(live)
    ranking = tuple((name,) for name in live.season.episodes[-1].seats)
    desk.book(Outcome(ranking=ranking, elimination_candidate="Cy", death_match_opponent="Di"))
    seen(live)
    for loser, winner in (("Cy", "Di"), ("Di", "Ada")):
        desk.death_match(winner)
        seen(live)
        if loser == "Cy":
            desk.open(EpisodeWish(game="elsewhere"))
            ranking = tuple((name,) for name in live.season.episodes[-1].seats)
            desk.book(Outcome(ranking=ranking, elimination_candidate="Di", death_match_opponent="Ada"))
    assert {*ON_PAGE.values()} <= words, {*ON_PAGE.values()} - words


async def test_a_host_announces_renames_and_sets_the_matches_to_come_by_keys() -> None:
    hall = Hall("Gus", "Ada", "Bo", "Eve", host="Gus")
    live = a_season(hall)
    async with hall.enter("Gus", (120, 40)) as at:
        at.app.open_season(live)
        await at.settle()
        for deed, keys, typed in (
            ("Announce", ("enter",), "Tea at five."), ("Rename", ("enter",), "Adele"), ("Its chat room", (), "https://chat.example/hook"),
        ):  # fmt: skip
            await at.press("h")
            rows = [row.id for row in at.find("#pick").rows if str(row.label) == deed]
            await pick(at, rows[0])
            await at.press(*keys)
            await at.type(typed)
            await at.press("enter")
        assert "Tea at five." in [news.text for news in live.season.news][-2]
        assert "Adele" in live.season.cast
        assert SeasonFeeds(hall.house.store).get(live.id, "players").url == "https://chat.example/hook"
        await at.press("h")
        await pick(at, next(row.id for row in at.find("#pick").rows if str(row.label) == "Settings of its matches"))
        await pick_line(at, "setting:confirm")
        await at.press("s")
        assert live.season.usual.settings == {"confirm": True}
        await at.press("h")
        await pick(at, next(row.id for row in at.find("#pick").rows if str(row.label) == "Its galleries"))
        await pick(at, "person:eve")
        assert of_season(hall.house.store, live.id) == {"person:eve": "Eve"}


async def pick_line(at: SessionServices, row: str) -> None:
    assert at.find("#form").point(row), [line.id for line in at.find("#form").rows]
    await at.press("enter")


async def test_a_name_that_a_host_types_is_completed() -> None:
    hall = Hall("Gus", "Ada", "Bo", "Evelyn", host="Gus")
    live = a_season(hall)
    async with hall.enter("Gus", (120, 40)) as at:
        at.app.open_season(live)
        await at.settle()
        await at.press("h")
        await pick(at, next(row.id for row in at.find("#pick").rows if str(row.label) == "Add a name"))
        await at.type("eve")
        await at.settle()
        await at.press("right", "enter")
    assert live.season.holders["Evelyn"] == "person:evelyn"


async def test_HH_45_who_becomes_a_host_while_connected_hosts_at_once() -> None:
    hall = Hall("Ada", "Bo")
    live = a_season(hall)
    async with hall.enter("Ada") as at:
        hall.people.set_host("Ada", True)
        await at.press("S", "enter")
        assert "o  open episode" in " ".join(at.text.split("\n")) or "o open episode" in at.text
        await at.press("q")
        hall.people.set_host("Ada", False)
        await at.press("S")
        assert isinstance(at.screen, SeasonScreen)
        assert "open episode" not in at.text
    assert live.season.phase == "between"


async def test_SE_25_the_settings_page_sets_bots_and_times_of_episodes() -> None:
    hall = Hall("Gus", host="Gus")
    live = a_season(hall, people=())
    async with hall.enter("Gus") as at:
        await at.press("S")
        await pick(at, live.id)
        await at.press("h")
        await pick(at, next(row.id for row in at.find("#pick").rows if str(row.label) == "Settings of its matches"))
        assert at.find("#form").point("level")
        await at.press("enter")
        await pick(at, "sharp")
        assert at.find("#form").point("episodes")
        await at.press("enter", "ctrl+u")
        await at.type("every Fri 20:00 Europe/Berlin")
        await at.press("enter", "s")
    usual = live.season.usual
    assert (usual.level, usual.episodes, len(usual.openings)) == ("sharp", "Fri 20:00 Europe/Berlin", 80)
    assert "bots: sharp; episodes open Fri 20:00 Europe/Berlin" in live.season.news[-1].text
