"""People who are away: whom it is told, and what their hosts can do."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.house.absences import Absences
from core.house.guest import Guest
from core.house.todo import todo
from core.match.private_channels import messages_to_hosts
from core.refusal import Refused
from core.words.absence import absence_words, read_absence
from ssh_server.feeds.nudge import make_nudge
from tests.kit.hall import Hall
from tests.properties.ways import command
from tui.widgets.threads import threads

NOW = datetime(2026, 11, 25, 12, tzinfo=UTC).timestamp()  # a Wednesday


def moment(*date):
    return datetime(*date, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("days", "begins", "ends", "words"),
    [
        ("27 Dec to 2 Jan", (2026, 12, 27), (2027, 1, 3), "from 27 Dec to 2 Jan"),
        ("from Dec 27 to january 2", (2026, 12, 27), (2027, 1, 3), "from 27 Dec to 2 Jan"),
        ("2026-12-27 to 2027-01-02", (2026, 12, 27), (2027, 1, 3), "from 27 Dec to 2 Jan"),
        ("Fri to Sun", (2026, 11, 27), (2026, 11, 30), "from 27 Nov to 29 Nov"),
        ("until Sat", (2026, 11, 25, 12), (2026, 11, 29), "from 25 Nov to 28 Nov"),
        ("tomorrow", (2026, 11, 26), (2026, 11, 27), "on 26 Nov"),
    ],
)
def test_HH_83_days_are_read_as_people_write_them(days, begins, ends, words):
    absence = read_absence(days, NOW, UTC)
    assert (absence.begins, absence.ends) == (moment(*begins), moment(*ends))
    assert absence_words(absence, UTC) == words


@pytest.mark.parametrize(
    "days", ["soon", "monkey", "24 Nov", "31 Feb to 2 Mar", "2026-11-01 to 2026-11-02", "5 Dec to 2027-12-24", ""]
)
def test_HH_83_other_days_are_refused_with_what_can_be_written(days):
    with pytest.raises(Refused):
        read_absence(days, NOW, UTC)
    assert read_absence("none", NOW, UTC) is None


def a_house():
    hall = Hall("Ada", "Bo", "Cy", "Di", "Gwen", host="Gwen")
    hall.clock.now = NOW
    table = hall.match(round_seconds=3 * 86_400.0, host="person:gwen")
    return hall, table


async def test_HH_83_hosts_are_told_at_once_and_before_each_deadline_that_falls_into_it():
    hall, table = a_house()
    printed = await command(hall.house, hall.people, "bo", "away 27 Nov to 29 Nov")
    assert "You are away from 27 Nov to 29 Nov. Told at" in printed
    assert [m.text for m in messages_to_hosts(table.match)] == ["I am away from 27 Nov to 29 Nov."]
    assert table.match.messages == (), "nobody else was told"
    (task,) = (task for task in todo(hall.house) if task.kind in ("away", "question"))
    assert (task.seats, task.do) == (("Bo",), f"hand-over {table.match.header.match} Bo bot:steady")
    assert "(away)" not in make_nudge(hall.house, table.match.header.match, names=True).text
    hall.seat(table, "Bo").seal(table.match.game.Orders())
    assert [task for task in todo(hall.house) if task.kind == "away"] == [], "who has sealed is not missed"
    assert "You are not away" in await command(hall.house, hall.people, "ada", "away")


async def test_HH_83_others_are_told_if_the_person_wishes_and_of_its_end():
    hall, table = a_house()
    await command(hall.house, hall.people, "bo", "away until Sat --all")
    assert [m.text for m in table.match.messages] == ["I am away from 25 Nov to 28 Nov."]
    ada = Guest(hall.house, "ada").seat(table.match.header.match)
    assert [thread.label for thread in threads(ada) if thread.to == ("Bo",)] == ["Bo (away)"]
    assert "Bo (away)" in make_nudge(hall.house, table.match.header.match, names=True).text
    await command(hall.house, hall.people, "bo", "away 2 Dec to 4 Dec")
    assert [m.text for m in table.match.messages][1:] == ["I am back."], "the new one is for hosts alone"
    assert await command(hall.house, hall.people, "bo", "away 2 Dec to 4 Dec") == (
        "status 0\nYou are away from 2 Dec to 4 Dec."
    )
    await command(hall.house, hall.people, "bo", "away none")
    assert [m.text for m in table.match.messages][1:] == ["I am back."]
    assert Absences(hall.house.store, hall.clock).of("bo") is None


def test_HH_83_an_absence_that_only_hosts_may_know_changes_nothing_that_others_read():
    shown = []
    for away in (False, True):
        hall, table = a_house()
        if away:
            Guest(hall.house, "bo").say_away(read_absence("until Sat", NOW, UTC), "I am away.")
        seat = Guest(hall.house, "ada").seat(table.match.header.match)
        shown.append(
            (seat.view_json(), seat.messages(), seat.news(), seat.frame(), seat.sitters(), seat.apart(), seat.away())
        )
    assert shown[0] == shown[1]


async def test_HH_83_days_are_given_by_keys_in_the_lobby():
    hall, table = a_house()
    async with hall.enter("Bo") as at:
        await at.press("q")
        await at.press("a", *"soon", "enter")
        assert "are no days" in at.text
        await at.press(*["backspace"] * 4, *"until Sat", "enter")
        at.find("#pick").point("hosts")
        await at.press("enter")
        await at.settle()
    assert [m.text for m in messages_to_hosts(table.match)] == ["I am away from 25 Nov to 28 Nov."]
    assert table.match.messages == ()
