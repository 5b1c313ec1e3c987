"""The league's page: everything added up for each person, game by game, with bots and without (SE-12)."""

from __future__ import annotations

from core.house.league import LeagueRow, league, league_lines, match_counts, named_rows, own_matches
from core.house.people import People
from core.match import journal as j
from tests.kit import NAMES
from tests.kit.house import open_house
from tests.kit.screens import drive
from tui.app.hotseat import HotseatApp
from tui.screens.lobby.league import LeagueScreen, standings


def test_SE_12_rows_of_one_person_add_up_and_who_won_most_is_first() -> None:
    rows = [
        LeagueRow(name="Ada", game="exodus", bots=True, matches=2, places={"1": 1, "4": 1}, tokens=2, garnets=3),
        LeagueRow(name="Ada", game="famine", bots=False, matches=1, places={"1": 1}, tokens=1),
        LeagueRow(name="Bo", game="exodus", bots=True, matches=5, places={"2": 5}, garnets=9),
    ]
    ada, bo = standings(rows)
    assert (ada.name, ada.matches, ada.places, ada.tokens, ada.garnets) == ("Ada", 3, {"1": 2, "4": 1}, 3, 3)
    assert (bo.matches, bo.garnets) == (5, 9)


async def test_SE_12_the_league_is_a_page_with_games_and_companies_to_choose() -> None:
    house = open_house()
    bots = dict.fromkeys(NAMES[:9], "bot:random")
    table = house.make("exodus", NAMES[:9], holders=bots | {"Ada": "local"}, seed=5)
    while table.match.phase != "finished":
        table.play_bots()
        if table.match.phase != "finished":
            table.submit(j.Closed())
    async with drive(HotseatApp(house), size=(80, 24)) as at:
        at.find("#menu").point("league")
        await at.press("enter")
        assert isinstance(at.screen, LeagueScreen)
        assert "all games, with and without bots" in at.text
        assert "Ada" in at.text
        await at.press("g")
        assert "The Exodus Game, with and without bots" in at.text
        await at.press("b")
        assert "No match of that kind has finished yet." in at.text
        assert "Not among them: 1 match with bots." in at.text


async def test_SE_12_matches_of_bots_alone_are_counted_apart() -> None:
    house = open_house()
    table = house.make("exodus", NAMES[:9], holders=dict.fromkeys(NAMES[:9], "bot:random"), seed=5)
    while table.match.phase != "finished":
        table.play_bots()
        if table.match.phase != "finished":
            table.submit(j.Closed())
    assert league(house.finished(), named_rows(People(house.store, lambda: 0.0, lambda n: b""))) == ()
    told = league_lines((), match_counts(house.finished()))
    assert told == ["No match with people has finished yet; 1 match of bots alone counts for nobody."]
    async with drive(HotseatApp(house), size=(80, 24)) as at:
        at.find("#menu").point("league")
        await at.press("enter")
        assert "1 match of bots alone, which count for nobody." in at.text
        await at.press("g")
        assert "The Exodus Game, with and without bots" in at.text
        assert "1 match of bots alone" in at.text


async def test_HH_86_own_matches_are_counted_by_game_with_practice() -> None:
    house = open_house()
    holders = dict.fromkeys(NAMES[:9], "bot:random") | {"Ada": "local"}
    for seed, practice in ((5, False), (6, True)):
        table = house.make("exodus", NAMES[:9], holders=holders, seed=seed, practice=practice)
        while table.match.phase != "finished":
            table.play_bots()
            if table.match.phase != "finished":
                table.submit(j.Closed())
    (row,) = own_matches(house.finished(), "local", "Ada")
    assert (row.game, len(row.places), row.practice) == ("exodus", 2, 1)
    came = [summary.place("Ada") for summary in house.finished()]
    assert [place for place, _ in row.places] == came
    assert row.best == (min(place for place in came if place), 9)
    assert own_matches(house.finished(), "local", "Nora") == (row,), "who was alone keeps them under another name"
    two = house.make("black_and_white", ("Ada", "Bo"), holders=dict.fromkeys(("Ada", "Bo"), "local"), seed=5)
    two.start()
    while two.match.phase != "finished":
        two.submit(j.Closed())
    own = {name: own_matches(house.finished(), "local", name) for name in ("Ada", "Bo", "Nora")}
    assert [len(own[name]) for name in ("Ada", "Bo", "Nora")] == [2, 2, 1], "of two people each has one seat"
    async with drive(HotseatApp(house), size=(80, 24)) as at:
        at.app.change_setting("called", "Ada")
        at.find("#menu").point("league")
        await at.press("enter")
        assert "Your own matches" in at.text
        assert f"{'The Exodus Game':23} {2:>7}  {row.won or chr(183):>4}" in at.text
