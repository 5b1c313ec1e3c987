"""Trials: marked everywhere, counted nowhere, and thrown away whole (HH-69)."""

from __future__ import annotations

import asyncio
import gc
import weakref
from threading import Event

import pytest

from cli.archive.gather import finished, public_seasons
from core.botplay import companion
from core.house.league import league, named_rows
from core.house.moderation import Steward
from core.match import journal as matches
from core.narration.feed import EntryStep, posts
from core.narration.feed_shelf import Feeds
from core.refusal import Refused
from core.seasons.words import summary
from core.store import DISCARDED
from core.table.host_controls import HostControls
from core.table.table_bots import THINKING
from storage import open_house as open_folder
from tests.kit.house import open_house
from tests.ssh.test_season_commands import season_of, the_desk

SEATS = ("Ada", "Bo", "Cy", "Di")


def played_out(table):
    while table.match.phase != "finished":
        table.submit(matches.Closed())
    return table


def test_HH_69_a_trial_is_marked_and_counts_nowhere():
    hall, _, _ = the_desk()
    table = played_out(hall.match("drifting_ship", seats=SEATS, trial=True, title="Friday"))
    real = played_out(hall.match("drifting_ship", seats=SEATS))
    assert table.match.title == "Trial: Friday"
    assert hall.house.summary(table.match.header.match).title == "Trial: Friday"
    assert "**Trial: Friday (The Drifting Ship)**" in posts(EntryStep(None, table.match))[0]
    trial = played_out(hall.match("drifting_ship", seats=SEATS, trial=True))
    assert [row.matches for row in league(hall.house.finished(), named_rows(hall.people))] == [1, 1]
    with pytest.raises(Refused, match="never published"):
        HostControls(trial).publish()
    HostControls(real).publish()
    assert [one.match for one in finished(hall.house)] == [real.match.header.match]
    assert hall.house.summary(real.match.header.match).title == "The Drifting Ship"


def test_HH_69_every_match_of_a_trial_season_is_one():
    hall, desk, do = the_desk()
    do("new", title="Spring", cast=["Ada=bot:random", "Bo=bot:random", "Cy=bot:random"], about={"trial": True})
    assert summary(season_of(hall)).startswith("Trial: Spring (spring-1)")
    do("open", game="drifting_ship")
    table = hall.house.table("drifting-ship-1")
    assert table.match.title == "Trial: Spring 1"
    assert not desk.do({"do": "public", "match": "spring-1"})["ok"]
    assert public_seasons(hall.house) == ()
    told = desk.do({"do": "discard", "match": "drifting-ship-1", "yes": True})
    assert (told["ok"], told["error"]["code"]) == (False, "of_season")


def test_HH_69_a_trial_is_thrown_away_whole_once_that_was_meant():
    hall, desk, do = the_desk()
    do("new", title="Spring", cast=["Ada=bot:random", "Bo=bot:random", "Cy=bot:random"], about={"trial": True})
    do("feed", url="http://127.0.0.1:9/room")
    do("open", game="drifting_ship")
    table, live = hall.house.table("drifting-ship-1"), hall.house.seasons.find("spring-1")
    Feeds(hall.house.store).set(table.match, "players", "http://127.0.0.1:9/room")
    asked = desk.do({"do": "discard", "match": "spring-1"})
    assert asked["error"]["code"] == "say_yes"
    assert "drifting-ship-1" in asked["error"]["message"]
    assert "drifting-ship-1" in hall.house.tables
    assert desk.do({"do": "discard", "match": "spring-1", "yes": True, "user": "root"})["ok"]
    store = hall.house.store
    assert (store.matches(), store.seasons.ids(), store.all("feeds"), store.all("season-feeds")) == ((), (), {}, {})
    assert not hall.house.seasons.live
    assert not hall.house.knows("drifting-ship-1")
    for doing in (lambda: table.submit(matches.Closed()), lambda: live.submit(live_word())):
        with pytest.raises(Refused, match="thrown away"):
            doing()
    assert "The trial spring-1 is thrown away, with drifting-ship-1." in desk.do({"do": "log"})["told"][-1]
    assert hall.house.free_id("drifting_ship") == "drifting-ship-2"
    do("new", title="Spring", cast=["Ada", "Bo"])
    assert list(hall.house.seasons.live) == ["spring-2"]


def live_word():
    from core.seasons.journal import SeasonAnnounced

    return SeasonAnnounced(text="still here?")


@pytest.mark.parametrize("name", ["parley-open-1", "spring-1"])
def test_HH_69_what_counts_is_never_thrown_away(name):
    hall, desk, do = the_desk()
    hall.match()
    do("new", title="Spring", cast=["Ada", "Bo"])
    told = desk.do({"do": "discard", "match": name, "yes": True})
    assert told["error"]["code"] == "no_trial"
    assert hall.house.store.matches() == ("parley-open-1",)


def test_HH_69_what_a_kill_left_of_a_trial_goes_at_the_next_opening(tmp_path):
    """Between the word that it is gone and the last file."""
    with open_folder(tmp_path / "house") as store:
        house = open_house(store)
        house.make("drifting_ship", SEATS, trial=True)
        house.make("drifting_ship", SEATS)
        house.seasons.make(("Ada", "Bo"), title="Spring")
        store.put(DISCARDED, "drifting-ship-1", {})
        store.put(DISCARDED, "spring-1", {})
    with open_folder(tmp_path / "house") as store:
        assert store.warnings == ()
        house = open_house(store)
        assert list(house.tables) == ["drifting-ship-2"]
        assert not house.seasons.live
    assert sorted(path.name for path in (tmp_path / "house").rglob("*-1*")) == []
    with open_folder(tmp_path / "house") as store:
        assert store.warnings == ()  # nobody misses it


def test_HH_69_a_finished_trial_leaves_no_summary_behind(tmp_path):
    with open_folder(tmp_path / "house") as store:
        house = open_house(store)
        played_out(house.make("drifting_ship", SEATS, trial=True))
        house.tend()
        assert [path.name for path in (tmp_path / "house").rglob("*.summary")]
        Steward(house, None).discard("drifting-ship-1")  # type: ignore[arg-type]
        assert not house.finished()
    assert [path.name for path in (tmp_path / "house").rglob("drifting*")] == []


class Slow:
    """A bot that asks the host's ear once the test lets it."""

    def __init__(self, ear):
        self.ear, self.begun, self.may_go_on = ear, Event(), Event()

    def turn(self, sight):
        self.begun.set()
        self.may_go_on.wait(10)
        return [self.ear(sight)]


@pytest.mark.parametrize("ended", [False, True], ids=["while a bot thinks", "before the farewells"])
async def test_HH_69_nothing_fails_where_a_trial_is_thrown_away(ended, monkeypatch, caplog):
    made = []
    monkeypatch.setattr(companion, "companion_for", lambda *_: made.append(Slow(_[-1])) or made[-1])
    house, loop = open_house(), asyncio.get_running_loop()
    table = house.make("black_and_white", ("Ada", "Bo"), holders={"Ada": "local", "Bo": "bot:steady"}, trial=True)
    await loop.run_in_executor(None, made[0].begun.wait, 10)
    if ended:
        played_out(table)
    house.discard(table.id)
    gone = weakref.ref(table)
    del table
    await asyncio.sleep(0)
    gc.collect()
    assert gone() is None
    made[0].may_go_on.set()
    await loop.run_in_executor(THINKING, int)
    await asyncio.sleep(0)
    assert caplog.messages == []
