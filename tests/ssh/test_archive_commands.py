"""By command: how one appears in the archive, what of one's talk may be published, and what a host makes public."""

from __future__ import annotations

from cli.admin.commands import AdminCommands
from core.match import journal as j
from core.match.consent import released_notes, released_talk
from core.table.host_controls import HostControls
from core.table.seat import Seat
from tests.kit.hall import Hall
from tests.ssh.callers import a_house


async def test_HH_26_appear_by_command(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo") as (_, _, [ada, bo], _):
        assert "by the names of your seats" in (await ada("appear")).stdout
        assert "call you Falcon." in (await ada("appear as Falcon")).stdout
        assert (await ada.json("appear"))["appears"] == "Falcon"
        told = await bo("appear as falcon")
        assert told.exit_status == 1
        assert "looks like the name of somebody here" in told.stderr
        assert "a player, no name" in (await ada("appear nameless")).stdout
        assert (await ada.json("appear as usual"))["appears"] is None
        for line in ("appear Falcon", "appear as", "appear as A B"):
            assert (await ada(line)).exit_status == 2, line


async def test_HH_27_release_by_command(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo") as (_, table, [ada, bo], _):
        Seat(table, "Ada").say(["Bo"], "a secret")
        Seat(table, "Ada").keep_notes("mine")
        assert "Nothing of yours" in (await ada("release exodus-1")).stdout
        while table.match.phase != "finished":
            table.submit(j.Closed())
        HostControls(table).publish()
        told = (await ada("release exodus-1")).stdout.splitlines()
        assert told == [
            "1. Your talk with Bo, 1 message: not answered: no",
            "2. Your notes of 1 round: not answered: no",
        ]
        assert (await ada("release exodus-1 all yes")).exit_status == 0
        assert list(released_notes(table.match)) == ["Ada"]
        assert released_talk(table.match) == {}
        assert "Your talk with Ada, 1 message: yes" in (await bo("release exodus-1 1 yes")).stdout
        assert len(released_talk(table.match)) == 1
        assert (await bo.json("release exodus-1 1 no"))["asked"][0]["answer"] is False
        assert released_talk(table.match) == {}
        for line in ("release", "release exodus-1 1", "release exodus-1 9 yes", "release exodus-1 1 maybe"):
            assert (await ada(line)).exit_status == 2, line


async def test_SE_18_a_season_is_made_public_by_command():
    hall = Hall("Ada")
    live = hall.house.seasons.make(("Ada", "Bo", "Cy"), title="Spring", season="spring-1")
    deeds = AdminCommands(hall.house, hall.people, hall.door)
    told = deeds.do({"do": "public", "match": "spring-1"})
    assert told["told"] == ["The host made this season public: it may be published as pages."]
    assert live.season.public
    deeds.do({"do": "public", "match": "spring-1", "public": False})
    assert not live.season.public
