"""A host's week by command: schedules, calendars, announcements for later, bots, templates, names put down."""

from __future__ import annotations

import json
from datetime import datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from cli.admin.commands import AdminCommands
from cli.commands.host import request_of
from cli.main import build_parser
from core.games import game
from core.match import journal as j
from core.match.seating import NAMES
from core.refusal import Refused
from core.words.door import Door
from tests.kit.hall import Hall
from tests.ssh.callers import a_house

MATCH = "exodus-1"


def a_desk(*names):
    hall = Hall(*(names or ("Ada", "Bo")))
    return hall, AdminCommands(hall.house, hall.people, hall.door)


def typed(desk, line):
    """What somebody types behind `garnet host`."""
    return desk.do(json.loads(json.dumps(request_of(build_parser().parse_args(["host", *line])))))


def told(desk, *line):
    answer = typed(desk, line)
    assert answer["ok"], answer
    return answer


def code(desk, *line):
    answer = typed(desk, line)
    assert not answer["ok"], answer
    return answer["error"]["code"]


def test_a_match_with_a_schedule_and_a_grace():
    hall, desk = a_desk()
    told(desk, "new", "exodus", "--seat", "Ada", "--schedule", "every day 21:00 Europe/Berlin", "--grace", "15")
    match = hall.house.table(MATCH).match
    answer = told(desk, "schedule", MATCH)
    assert answer["rule"] == "every day 21:00 Europe/Berlin"
    assert answer["closes"][0] == {"round": 1, "at": match.deadline}
    assert len(answer["closes"]) == match.game.spec.rounds
    assert match.header.grace_seconds == 900.0
    assert code(desk, "schedule", MATCH, "moonlight") == "bad_schedule"
    with pytest.raises(Refused) as refused:
        typed(desk, ("schedule", MATCH, "--round", "two", "+3h"))
    assert refused.value.code == "which_round"


def test_a_schedule_is_tried_set_moved_and_taken_away():
    hall, desk = a_desk()
    told(desk, "new", "exodus", "--minutes", "1440")
    before = hall.house.table(MATCH).match
    tried = told(desk, "schedule", MATCH, "Tue and Fri 20:00 UTC", "--try")
    assert hall.house.table(MATCH).match is before
    told(desk, "schedule", MATCH, "Tue", "and", "Fri", "20:00", "UTC", "--come-forward", "--shortest", "30")
    schedule = hall.house.table(MATCH).match.schedule
    assert (schedule.keep, schedule.least, schedule.moments[0]) == (False, 1800.0, tried["closes"][0]["at"])
    was = told(desk, "schedule", MATCH)["closes"]
    now = told(desk, "schedule", MATCH, "--round", "3", "+3h", "--reason", "A birthday.")["closes"]
    assert [b["at"] - a["at"] for a, b in zip(was, now, strict=True)][:4] == [0, 0, 3 * 3600, 0]
    later = told(desk, "schedule", MATCH, "2h later")["closes"]
    assert later[0]["at"] - now[0]["at"] == 7200
    told(desk, "schedule", MATCH, "none")
    assert code(desk, "schedule", MATCH, "none") == "no_schedule"


def test_the_calendar_of_a_match_ends_its_lines_as_the_standard_has_it():
    _, desk = a_desk()
    told(desk, "new", "exodus", "--schedule", "every day 21:00")
    printed = "\n".join(told(desk, "calendar", MATCH)["told"]) + "\n"
    assert printed.startswith("BEGIN:VCALENDAR\r\n")
    assert printed.endswith("END:VCALENDAR\r\n")
    assert printed.count("BEGIN:VEVENT") == 7


def test_announcements_for_later_are_listed_and_taken_back():
    hall, desk = a_desk()
    told(desk, "new", "exodus")
    told(desk, "announce", MATCH, "Welcome.")
    number = told(desk, "announce", MATCH, "Dinner.", "--at", "+2h")["number"]
    told(desk, "announce", MATCH, "Never.", "--at", "+3h")
    found = told(desk, "announcements", MATCH)
    assert [one["text"] for one in found["announced"]] == ["Welcome."]
    assert [one["number"] for one in found["planned"]] == [number, number + 1]
    told(desk, "announcements", MATCH, "--drop", f"#{number + 1}")
    assert code(desk, "announcements", MATCH, "--drop", "77") == "not_planned"
    hall.clock.advance(2 * 3600)
    hall.house.table(MATCH).tick()
    assert hall.house.table(MATCH).match.news[-1].text == "Dinner."


@pytest.mark.parametrize("level", game("exodus").levels)
def test_bots_take_the_rest_and_named_seats_are_kept(level):
    hall, desk = a_desk()
    told(desk, "new", "exodus", "--seat", "Ada", "--seat", "Zoe", "--fill", level)
    holders = hall.house.table(MATCH).match.holders
    assert (holders["Ada"], holders["Zoe"]) == ("person:ada", "open")
    assert list(holders.values()).count(f"bot:{level}") == 7
    told(desk, "fill", MATCH, level)
    assert hall.house.table(MATCH).match.holders["Zoe"] == f"bot:{level}"
    assert code(desk, "fill", MATCH, level) == "no_free_seat"
    assert code(desk, "fill", MATCH, "brutal") == "no_such_level"
    assert code(desk, "new", "exodus", "--fill", "brutal") == "no_such_level"
    assert len(hall.house.matches()) == 1


def test_a_template_is_kept_without_people_shared_and_used_again(tmp_path):
    hall, desk = a_desk()
    told(
        desk, "new", "exodus", "--seat", "Ada", "--seat", "Rob=bot:steady", "--grace", "15", "--schedule", "daily 21:00"
    )
    told(desk, "template", "weekly", "--match", MATCH)
    document = told(desk, "template", "weekly")["template"]
    assert "ada" not in json.dumps(document).lower()
    shared = tmp_path / "weekly.json"
    shared.write_text(json.dumps(document))
    other, elsewhere = a_desk("Una")
    told(elsewhere, "template", "hers", "--file", str(shared))
    assert told(elsewhere, "template")["templates"] == ["hers"]
    told(elsewhere, "new", "--template", "hers", "--seat", "Una", "--title", "Again")
    made = other.house.table(MATCH).match
    assert (made.header.title, made.header.grace_seconds) == ("Again", 900.0)
    assert made.schedule.rule.startswith("every day 21:00")
    assert made.holders["Una"] == "person:una"
    told(elsewhere, "new", "--file", str(shared))
    assert other.house.table("exodus-2").match.holders["Rob"] == "bot:steady"
    told(elsewhere, "template", "hers", "--drop")
    assert code(elsewhere, "new", "--template", "hers") == "no_such_template"
    assert code(elsewhere, "template", "Not A Name", "--match", MATCH) == "bad_name"
    assert code(elsewhere, "new") == "which_game"
    assert hall.house.table(MATCH).match.holders["Ada"] == "person:ada"


def test_a_file_that_is_no_template_is_refused_in_words(tmp_path):
    _, desk = a_desk()
    wrong = tmp_path / "wrong.json"
    for content in (
        "{}",
        '{"garnet": "template", "type": "match"}',
        '{"garnet": "template", "type": "x", "game": "y"}',
    ):
        wrong.write_text(content)
        assert code(desk, "new", "--file", str(wrong)) in ("bad_template", "which_game")
    wrong.write_text("not json")
    with pytest.raises(Refused) as refused:
        typed(desk, ("new", "--file", str(wrong)))
    assert refused.value.code == "bad_template"


def test_a_copy_has_the_same_people_and_other_dice():
    hall, desk = a_desk()
    told(desk, "new", "exodus", "--seat", "Ada", "--seat", "Bo", "--fill", "steady", "--title", "First")
    told(desk, "end", MATCH, "--yes")
    told(desk, "copy", MATCH)
    first, second = hall.house.table(MATCH).match, hall.house.table("exodus-2").match
    assert second.holders == first.holders
    assert (second.header.title, second.phase, second.round) == ("First", "round", 1)
    assert second.header.seed != first.header.seed


# --- by players -------------------------------------------------------------------------------------------------------
async def test_players_read_times_and_take_a_calendar_along(tmp_path):
    async with a_house(tmp_path, "Ada", round_seconds=3600.0, grace_seconds=900.0) as (house, table, [ada], _):
        told = await ada.json(f"schedule {MATCH}")
        assert told["closes"][0] == {"round": 1, "at": house.clock() + 3600.0}
        assert told["grace"] == 900.0
        words = (await ada(f"schedule {MATCH}")).stdout
        assert "Round 7" in words
        assert "once for each seat" in words
        for line in ("calendar", f"calendar {MATCH}"):
            found = (await ada(line)).stdout
            assert found.count("BEGIN:VEVENT") == table.match.game.spec.rounds
        assert (await ada.json("calendar"))["calendar"].endswith("END:VCALENDAR\r\n")


async def test_people_put_their_names_down_and_take_them_back(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo") as (house, _, [ada, bo], _):
        seats = {f"open seat {n}": "open" for n in range(1, 10)}
        table = house.make("exodus", tuple(seats), holders=seats, briefing=True, signup=True)
        assert (await ada.json("signup exodus-2"))["names"] == ["Ada"]
        assert (await bo.json("signup exodus-2"))["names"] == ["Ada", "Bo"]
        assert (await ada.json("signup exodus-2 --not"))["names"] == ["Bo"]
        assert (await ada.json("signup exodus-2 --not"))["error"]["code"] == "not_signed_up"
        assert (await ada.json("signup exodus-1"))["error"]["code"] == "seated"
        table.submit(j.Closed())
        assert (await ada.json("signup exodus-2"))["error"]["code"] == "no_signup"


# --- seasons ----------------------------------------------------------------------------------------------------------
def test_a_season_is_a_template_too_and_has_a_feed():
    hall, desk = a_desk("Ada", "Bo", "Cy", "Di")
    cast = [word for name in ("Ada", "Bo", "Cy", "Di") for word in ("--cast", name)]
    told(desk, "season", "new", "--title", "Spring", "--purse", "3", *cast)
    told(desk, "template", "ours", "--season", "spring-1")
    told(desk, "season", "new", "--template", "ours", *cast)
    again = hall.house.seasons.find("spring-2").season
    assert (again.header.title, again.header.options.purse) == ("Spring", 3)
    assert told(desk, "season", "feed", "spring-2")["feeds"] == {}
    told(desk, "season", "feed", "spring-2", "https://chat.example/hook")
    told(desk, "season", "feed", "spring-2", "https://chat.example/late", "--spectators-late")
    assert list(told(desk, "season", "feed", "spring-2")["feeds"]) == ["players", "spectators"]
    told(desk, "season", "feed", "spring-2", "none")
    assert list(told(desk, "season", "feed", "spring-2")["feeds"]) == ["spectators"]
    assert code(desk, "season", "feed", "spring-2", "gopher://x") == "bad_webhook"
    assert code(desk, "new", "--template", "ours") == "bad_template"


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
def test_a_day_later_is_the_same_hour_over_a_change_of_clocks(zone):
    """By the match's clock: for a deadline, one round, all of them, and an announcement."""
    hall, desk = a_desk()
    at = ZoneInfo(zone)
    noons = [datetime(2027, 1, 1, 12) + timedelta(number) for number in range(365)]
    day = next(b for b, e in pairwise(noons) if b.astimezone(at).utcoffset() != e.astimezone(at).utcoffset()).date()
    hall.clock.now = datetime.combine(day, time(9), at).timestamp()
    told(desk, "new", "exodus", "--schedule", f"every 3 days 21:00 {zone}")

    def hour(moment):
        return f"{datetime.fromtimestamp(moment, at):%H:%M}"

    told(desk, "deadline", MATCH, "+1d")
    assert hour(hall.house.table(MATCH).match.deadline) == "21:00"
    told(desk, "schedule", MATCH, "--round", "2", "+1d")
    assert [hour(close["at"]) for close in told(desk, "schedule", MATCH)["closes"][:3]] == ["21:00"] * 3
    told(desk, "announce", MATCH, "Tea", "--at", "+1d")
    assert hour(hall.house.table(MATCH).match.planned[0].due) == "09:00"


def test_a_round_that_would_close_behind_the_next_is_refused_in_words():
    _, desk = a_desk()
    told(desk, "new", "exodus", "--schedule", "every day 21:00 Europe/Berlin")
    answer = typed(desk, ("schedule", MATCH, "--round", "2", "+2d"))
    assert answer["error"]["code"] == "bad_schedule"
    assert answer["error"]["message"].startswith("Round 2 would close after round 3 (")
    answer = typed(desk, ("schedule", MATCH, "--round", "3", "Thu 20:00"))
    assert not answer["ok"]
    assert "400" not in answer["error"]["message"]


def test_a_calendar_names_the_house_the_same_on_every_machine():
    hall, _ = a_desk()
    desks = [AdminCommands(hall.house, hall.people, Door(address=name)) for name in ("vm", "other.example")]
    told(desks[0], "new", "exodus", "--schedule", "every day 21:00")
    one, other = (
        [line for line in told(desk, "calendar", MATCH)["calendar"].splitlines() if line.startswith("UID:")]
        for desk in desks
    )
    assert one == other
    assert len(set(one)) == len(one)
    assert one[0].startswith("UID:exodus-1-1@garnet-")


def test_no_bot_is_called_as_somebody_of_the_house():
    hall, desk = a_desk("Ada", "Cy", "Jo")
    made = told(desk, "new", "exodus", "--fill", "steady")["holders"]
    told(desk, "new", "exodus")
    told(desk, "fill", "exodus-2", "steady")
    for holders in (made, hall.house.table("exodus-2").match.holders):
        assert set(holders.values()) == {"bot:steady"}
        assert not {"Ada", "Cy", "Jo"} & {*holders}
    crowd = a_desk(*NAMES)[1]
    names = [*told(crowd, "new", "exodus", "--fill", "steady")["holders"]]
    assert not {*NAMES} & {*names}
    assert names[0] == "Ada 2"
