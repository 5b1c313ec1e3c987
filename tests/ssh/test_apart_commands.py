"""Confessionals, and lines to the hosts, by command (HH-29, HH-30)."""

from __future__ import annotations

import json

import pytest

from cli.admin.commands import AdminCommands
from core.house.guest import Guest
from core.match import journal as j
from core.match.consent import released_talk
from core.refusal import Refused
from core.seasons import journal as sj
from core.table.host_controls import HostControls
from core.table.seat import Seat
from tests.kit.hall import Hall
from tests.ssh.callers import a_house
from tests.ssh.house import new_people
from tests.ssh.test_week_commands import code, told

MATCH = "exodus-1"


async def test_HH_30_a_question_by_command_and_its_answers(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo") as (house, table, [ada, bo], _):
        said = await ada("say exodus-1 host May I give a cube away twice?")
        assert said.exit_status == 0, said.stderr
        assert (await bo("say exodus-1 host And I?")).exit_status == 0
        desk = AdminCommands(house, new_people(), Hall().door)
        asked = told(desk, "questions", MATCH)
        assert [(one["number"], one["seat"], one["waits"]) for one in asked["questions"]] == [
            (1, "Ada", True),
            (2, "Bo", True),
        ]
        assert "Ada is told." in told(desk, "answer", MATCH, "1", "No.")["told"][0]
        assert [one["waits"] for one in told(desk, "questions", MATCH)["questions"]] == [False, True]
        seen = await ada.json("view exodus-1")
        assert [(one["by"], one["text"]) for one in seen["apart"]] == [
            ("Ada", "May I give a cube away twice?"),
            ("host", "No."),
        ]
        assert "apart" in seen
        assert "No." not in json.dumps(await bo.json("view exodus-1"))
        told(desk, "answer", MATCH, "2", "No.", "--as", "Is one cube given away once?")
        published = [{"question": "Is one cube given away once?", "answer": "No."}]
        assert (await ada.json("view exodus-1"))["questions"] == published
        assert "Bo" not in table.match.news[-1].text
        assert code(desk, "answer", MATCH, "9", "No.") == "no_such_question"
        assert code(desk, "answer", MATCH, "no", "No.") == "no_such_question"


async def test_HH_30_a_published_question_is_kept_with_the_record():
    hall = Hall("Ada", "Bo")
    table = hall.match()
    Seat(table, "Ada").say("host", "Does 7 beat 8?")
    HostControls(table).answer(1, "It does not.", publish=True)
    HostControls(table).write("Bo", "Hello Bo")
    while table.match.phase != "finished":
        table.submit(j.Closed())
    record = Seat(table, "Bo").record()
    assert record is not None
    assert record["questions"] == [{"question": "Does 7 beat 8?", "answer": "It does not."}]
    Seat(table, "Ada").say("host", "Thank you")  # the line stays open after the end
    assert [message.text for message in Seat(table, "Bo").apart()] == ["Hello Bo"]


async def test_HH_29_a_confessional_is_read_by_hosts_on_record_and_by_nobody_who_comes_after(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo") as (house, table, [ada, bo], _):
        assert (await ada("say exodus-1 confessional I lied to Bo.")).exit_status == 0
        assert "I lied" in (await ada("view exodus-1")).stdout
        assert (await bo("confessionals exodus-1")).exit_status == 1
        assert [one.text for one in Guest(house, "bo", host=lambda: True).confessionals("exodus-1")] == [
            "I lied to Bo."
        ]
        assert table.match.host_looks[-1].text == "The host looked at the confessionals in round 1."
        HostControls(table).hand_over("Ada", "person:gus")
        assert Seat(table, "Ada").apart() == ()
        HostControls(table).hand_over("Ada", "person:ada")
        assert [message.text for message in Seat(table, "Ada").apart()] == ["I lied to Bo."]


def test_HH_29_a_confessional_is_published_by_its_writer_alone():
    hall = Hall("Ada", "Bo")
    table = hall.match()
    ada = Seat(table, "Ada")
    ada.say("confessional", "I lied.")
    while table.match.phase != "finished":
        table.submit(j.Closed())
    key = ("confessional", ("Ada",))
    assert key in [one.key for one in ada.questions()]
    assert key not in [one.key for one in Seat(table, "Bo").questions()]
    assert released_talk(table.match) == {}
    ada.answer(key, True)
    assert [message.text for _, message in released_talk(table.match)[key]] == ["I lied."]
    desk = AdminCommands(hall.house, hall.people, hall.door)
    assert "round 1  Ada: I lied." in told(desk, "confessionals", table.match.header.match)["told"]


def test_HH_29_those_who_are_out_of_the_season_read_them_where_the_match_says_so():
    hall = Hall("Ada", "Bo", "Cy", "Di", "Gus")
    live = hall.house.seasons.make(
        ("Ada", "Bo", "Cy", "Gus"), holders={"Gus": "person:gus", "Ada": "person:ada"}, season="spring-1"
    )
    live.submit(sj.SeasonCorrected(changes={"Gus": sj.CastCorrection(in_=False)}, reason="They left."))
    table = hall.match(season="spring-1")
    assert not live.season.cast["Gus"].in_
    gus, desk = Guest(hall.house, "gus"), AdminCommands(hall.house, hall.people, hall.door)
    match = table.match.header.match
    answer = told(desk, "confessionals", match, "--out-may-read")
    assert "those who are out of the season" in answer["told"][0]
    Seat(table, "Ada").say("confessional", "I lied.")
    assert [one.text for one in gus.confessionals(match)] == ["I lied."]
    assert table.match.host_looks == ()
    for who in ("ada", "di"):
        with pytest.raises(Refused, match="hosts of a match alone"):
            Guest(hall.house, who).confessionals(match)
    told(desk, "confessionals", match, "--no-out-may-read")
    assert code(desk, "confessionals", match, "--out-may-read") == "confided"
