"""The page of a season: SE-02, who may read what; standings, episodes and the way into their matches."""

from __future__ import annotations

import pytest

from core.seasons import journal as j
from core.seasons.live import LiveSeason
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.outcome import Outcome
from core.seasons.season_controls import SeasonControls
from tests.kit.depth import ends
from tests.kit.hall import Hall
from tests.kit.screens import show
from tui.screens.season import SeasonScreen
from tui.words.season_rows import season_rows

CAST = ("Ada", "Bo", "Cy", "Di")


def a_season(hall: Hall, private: bool = False) -> LiveSeason:
    """Two episodes played elsewhere: Di goes out, then Cy."""
    house = hall.house
    holders = {"Ada": "person:ada", "Bo": "person:bo"}
    live = house.seasons.make(
        CAST, title="Spring", holders=holders, options=SeasonOptions(purse=3, private=private), seed=1
    )
    desk = SeasonControls(house.seasons, live)
    for order in (("Ada", "Bo", "Cy", "Di"), ("Bo", "Ada", "Cy")):
        desk.open(EpisodeWish(game="elsewhere"))
        ranking = tuple((name,) for name in order)
        desk.book(
            Outcome(
                ranking=ranking, elimination_candidate=order[-1], death_match_opponent=order[0], garnets={order[0]: 2}
            )
        )
        desk.death_match(order[0])
    return live


@pytest.mark.parametrize("size", ends((80, 24), (120, 40), (160, 45)))
async def test_SE_02_the_page_shows_standings_and_episodes_and_follows_what_happens(size: tuple[int, int]) -> None:
    hall = Hall("Ada", "Bo")
    live = a_season(hall)
    async with show(lambda: SeasonScreen(live, "Ada", lambda match: None), size=size) as at:
        assert "Spring" in at.text
        assert "2 of 4 are in" in at.text
        assert "\u25b8Ada" in at.text
        assert "Bo beat Cy, who is out" in at.text
        assert "out since episode 1" in at.find("#season-text").plain
        SeasonControls(hall.house.seasons, live).correct({"Ada": j.CastCorrection(purse=77)}, "a bet")
        await at.settle()
        assert "77" in at.find("#season-text").plain


async def test_SE_02_a_private_season_is_there_for_its_cast_alone() -> None:
    hall = Hall("Ada", "Eve")
    a_season(hall, private=True)
    async with hall.enter("Eve") as at:
        await at.press("S")
        assert "There is no season yet that you may read." in at.text
    async with hall.enter("Ada") as at:
        await at.press("S")
        assert isinstance(at.screen, SeasonScreen)
        await at.press("enter")
        assert "played in another place" in at.text


async def test_an_episode_leads_to_its_match_and_its_duel() -> None:
    hall = Hall("Ada", "Bo")
    live = a_season(hall)
    gone: list[str] = []
    desk = SeasonControls(hall.house.seasons, live)
    desk.open(EpisodeWish(game="exodus"))
    match = live.season.episodes[-1].match
    async with show(lambda: SeasonScreen(live, "Ada", gone.append), size=(120, 40)) as at:
        await at.press("d")
        assert "No duel of this episode" in at.text
        await at.press("enter")
        assert gone == [match]


def test_every_row_of_the_page_fits_its_width() -> None:
    season = a_season(Hall("Ada")).season
    for width in (70, 78, 118, 158):
        assert all(row.cell_length <= width for row in season_rows(season, width, 30, "Ada"))
