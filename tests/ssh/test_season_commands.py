"""Seasons by command: what players read over SSH, and what hosts do on the house's machine."""

from __future__ import annotations

import json

from cli.admin.commands import AdminCommands
from core.house.guest import Guest
from core.match import journal as matches
from core.seasons.options import SeasonOptions
from core.seasons.season import Season
from core.seasons.season_controls import SeasonControls
from tests.kit.hall import Hall
from tests.ssh.callers import a_house


async def test_players_read_the_seasons_that_they_may_read(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo") as (house, _, [ada, bo], _):
        seasons = house.seasons
        seasons.make(("Ada", "Cy"), title="Spring")
        own = seasons.make(
            ("Ada", "Cy"), title="Secret garden", options=SeasonOptions(private=True), holders={"Ada": "person:ada"}
        )
        assert [one["season"] for one in (await ada.json("season"))["seasons"]] == ["spring-1", own.id]
        assert [one["season"] for one in (await bo.json("season"))["seasons"]] == ["spring-1"]
        told = await ada.json(f"season {own.id}")
        assert (told["title"], told["seed"], told["nonce"]) == ("Secret garden", None, None)
        assert str(own.season.header.seed) not in json.dumps(told)
        assert f"Secret garden ({own.id}): not begun" in (await ada(f"season {own.id}")).stdout
        hidden, none = await bo(f"season {own.id}"), await bo("season secret-2")
        assert hidden.exit_status == none.exit_status == 1
        assert hidden.stderr.replace(own.id, "secret-2") == none.stderr
        assert "SE-11" in (await bo("rules season")).stdout
        assert (await bo("season a b")).exit_status == 2


async def test_SE_23_a_season_is_opened_by_its_code(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo") as (house, _, [_, bo], _):
        live = house.seasons.make(("Ada", "Cy"), title="Garden", options=SeasonOptions(private=True), season="garden-1")
        SeasonControls(house.seasons, live).watched_by("code", "ABCD-EFGH")
        assert (await bo("season garden-1")).exit_status == 1
        assert (await bo.json("season garden-1 --code XXXX-XXXX"))["error"]["code"] == "code_unknown"
        assert (await bo.json("season garden-1 --code ABCD-EFGH"))["title"] == "Garden"
        assert (await bo.json("season garden-1"))["season"] == "garden-1"


async def test_SE_30_a_name_is_put_down_for_a_season_as_for_a_match(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo") as (house, _, [ada, bo], _):
        house.seasons.make(("Cy",), title="Spring", options=SeasonOptions(places=2))
        secret = house.seasons.make((), title="Secret", options=SeasonOptions(places=2, private=True))
        assert (await ada.json("signup spring-1"))["names"] == ["Ada"]
        assert "On it: Ada, Bo." in (await bo("signup spring-1")).stdout
        assert (await ada.json("signup spring-1 --not"))["names"] == ["Bo"]
        assert (await ada.json("signup spring-1 --not"))["error"]["code"] == "not_signed_up"
        hidden, none = await ada(f"signup {secret.id}"), await ada("signup secret-2")
        assert hidden.stderr.replace(secret.id, "secret-2") == none.stderr
        assert "open, 1 name for 2 places" in (await bo("season")).stdout


async def test_the_league_is_read_by_everybody(tmp_path):
    async with a_house(tmp_path, "Ada", setup={"round": 7}) as (_, table, [ada], _):
        assert await ada.json("league") == []
        while table.match.phase != "finished":
            table.submit(matches.Closed())
        (row, *_) = await ada.json("league")
        assert (row["name"], row["game"], row["bots"], row["matches"]) == ("Ada", "exodus", False, 1)
        assert set(row) == {"name", "game", "bots", "matches", "places", "tokens", "garnets"}
        assert "Ada" in (await ada("league")).stdout


def season_of(hall: Hall) -> Season:
    return hall.house.seasons.find("spring-1").season


def the_desk():
    hall = Hall("Ada", "Bo")
    desk = AdminCommands(hall.house, hall.people, hall.door)

    def do(deed, **more):
        answer = desk.do({"do": "season", "deed": deed, "season": "spring-1", **more})
        assert answer["ok"], answer
        return answer

    return hall, desk, do


def test_SE_03_a_dry_run_of_an_opening_says_how_many_lots_draw_and_names_nobody_drawn():
    _, _, do = the_desk()
    cast = ["Ada", "Bo", "Cy=bot:steady", "Di=bot:steady", "Ed=bot:steady", "Flo=bot:steady"]
    do("new", title="Spring", cast=cast, about={"purse": 2})
    tried = do("open", game="drifting_ship", sit_out=["Flo"], dry_run=True)
    assert tried["seats"] == ["Ada", "Bo", "Cy", "Di", "Ed"]
    assert set(tried["holders"]) == set(tried["seats"])
    assert (tried["lots"], tried["given"]) == (1, {}), "the purses would list the seats"
    lines = "\n".join(tried["told"])
    assert "Sitting out: Flo." in lines
    assert "Lots make 1 of these 5 sit out. Who it is is known once the episode is open." in lines
    opened = do("open", game="drifting_ship", sit_out=["Flo"])
    assert len(opened["seats"]) == 4
    (drawn,) = set(tried["seats"]) - set(opened["seats"])
    assert f"Sitting out: {drawn}, Flo ({drawn} by lot)." in opened["told"]
    assert sum(drawn in line for line in tried["told"]) == 1, "in the list of those who may sit, as everybody else"


def test_SE_03_a_refusal_for_empty_seats_does_not_show_the_lots():
    _, desk, do = the_desk()
    do("new", title="Spring", cast=["Xia", "Yan", "Zed", "Ulf", "Vic"])
    asked = {"do": "season", "deed": "open", "season": "spring-1", "game": "drifting_ship"}
    message = desk.do(asked)["error"]["message"]
    assert message.startswith("Nobody plays Xia, Yan, Zed, Ulf, Vic yet")


def test_every_deed_of_a_season():
    hall, _, do = the_desk()
    made = do("new", title="Spring", cast=["Ada", "Boris=Bo", "Cy=bot:steady", "Di"], about={"purse": 2})
    assert made["season"]["cast"]["Di"]["purse"] == 2
    assert season_of(hall).holders == {
        "Ada": "person:ada", "Boris": "person:bo", "Cy": "bot:steady", "Di": "open",
    }  # fmt: skip
    do("add", name="Ed")
    do("hand-over", name="Di", to="bot:random")
    tried = do("open", game="exodus", guests=["Zed"], seconds=60.0, dry_run=True)
    assert tried["match"] == "exodus-1"
    assert tried["holders"]["Zed"] == "open"
    assert season_of(hall).phase == "between"
    do("open", game="exodus", guests=["Zed"], seconds=60.0, sit_out=["Ed"], empty=True)
    assert hall.house.table("exodus-1").match.header.round_seconds == 60.0
    do("call-off", text="rain")
    times = {"when": "every day 21:00 Europe/Berlin", "shortest": 3600.0}
    told = do("open", game="exodus", sit_out=["Ed"], fill="random", **times)["told"]
    assert "Rounds close every day 21:00 Europe/Berlin." in told
    schedule = hall.house.table("exodus-2").match.schedule
    assert (schedule.rule, schedule.least) == ("every day 21:00 Europe/Berlin", 3600.0)
    do("call-off", text="rain")
    do("open", game="elsewhere")
    outcome = {"ranking": [["Ada", "Boris", "Cy", "Di", "Ed"]]}
    assert do("book", outcome=outcome, dry_run=True)["season"]["phase"] == "death_match"
    assert season_of(hall).phase == "main"
    do("book", outcome=outcome)
    do("candidate", name="Ada")
    do("opponent", name="Cy")
    assert do("duel", game="ninety_nine")["match"] == "ninety-nine-1"
    do("drawn")
    do("won", name="Cy")
    tried = do("correct", name="Ada", change={"in": True}, text="a mistake", dry_run=True)
    assert tried["season"]["cast"]["Ada"]["in"]
    assert not season_of(hall).cast["Ada"].in_
    do("correct", name="Boris", change={"in": False}, text="left")
    do("correct", name="Boris", change={"purse": 50}, text="a slip")
    assert do("undo", last=True, dry_run=True)["told"][0].startswith("Undone: Corrected (a slip)")
    assert season_of(hall).cast["Boris"].purse == 50
    do("undo", last=True)
    assert season_of(hall).cast["Boris"].purse == 2
    undone = do("undo")
    assert any(line.startswith("Undone: ") for line in undone["told"])
    do("book", outcome=outcome)
    do("leave-out", text="peace")
    do("correct", name="Di", change={"in": False}, text="left")
    do("correct", name="Ed", change={"in": False}, text="left")
    do("correct", name="Cy", change={"in": False}, text="left")
    do("final", best_of=3)
    do("undo")
    assert do("end")["season"]["phase"] == "finished"


def test_what_is_asked_wrongly_is_refused_in_words():
    _, desk, do = the_desk()

    def code(deed, **more):
        answer = desk.do({"do": "season", "deed": deed, **more})
        assert not answer["ok"]
        return answer["error"]["code"]

    assert code("open", season="none-1", game="exodus") == "no_such_season"
    assert code("dance") == "no_such_deed"
    assert code("open", season=5) == "wrong_form"
    assert code("new", cast=["Ada", "Bo"], about={"purse": -1}) == "bad_purse"
    assert code("new", cast=["Ada", "Bo"], about={"wealth": 1}) == "wrong_form"
    assert code("new", cast=["Ada", "Ada"]) == "equal_names"
    assert code("new", cast=["Ada", "Bo=Zed"]) == "no_such_person"
    do("new", title="Spring", cast=["Ada", "Bo"])
    assert code("correct", season="spring-1", name="Ada", change={"purse": "x"}, text="y") == "wrong_form"
    assert code("open", season="spring-1", game="elsewhere", guests=["Zed=Nobody"]) == "no_such_person"
    assert code("open", season="spring-1", game="exodus", seconds=0.0) == "bad_clock"
    assert code("open", season="spring-1", game="exodus", seconds=60.0, when="every day 21:00") == "bad_clock"
    assert code("open", season="spring-1", game="exodus", when="now and then") == "bad_schedule"
    assert code("open", season="spring-1", game="elsewhere", when="every day 21:00") == "no_rounds"


def test_SE_23_a_host_says_by_command_who_reads_a_season():
    hall = Hall("Ada", "Bo")
    live = hall.house.seasons.make(("Ada", "Cy"), title="Garden", options=SeasonOptions(private=True))
    desk = AdminCommands(hall.house, hall.people, hall.door)
    asked = {"do": "season", "deed": "watching", "season": live.id}
    assert desk.do(asked)["watch"] == "cast"
    answer = desk.do({**asked, "to": "code"})
    assert answer["watch"] == "code"
    Guest(hall.house, "bo").enter_season_code(live.id, answer["code"])
    assert desk.do({**asked, "to": "house"})["watch"] == live.season.watch == "house"
    assert not desk.do({**asked, "to": "nobody"})["ok"]
