"""Schedules in words, through days off and changes of the clock; and calendar files that other programs read."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from core.refusal import Refused
from core.table.host_controls import HostControls
from core.words.deadlines import draft, move_round
from core.words.moments import moved_by_days, read_moment
from core.words.timetable import Event, calendar, events, least, read_timetable
from tests.kit import NAMES
from tests.kit.house import Clock, open_house
from tui.words.notices import told_words

BERLIN = ZoneInfo("Europe/Berlin")


def at(words: str) -> float:
    return datetime.fromisoformat(words).replace(tzinfo=UTC).timestamp()


def moments(words: str, since: str, count: int = 4, own: ZoneInfo = BERLIN) -> list[str]:
    found = read_timetable(words, at(since), own).moments(at(since), count, own)
    return [f"{datetime.fromtimestamp(moment, UTC):%a %d %H:%M}" for moment in found]


@pytest.mark.parametrize(
    ("words", "rule", "found"),
    [
        ("every day 21:00", "every day 21:00 Europe/Berlin", ["Sun 22 20:00", "Mon 23 20:00", "Tue 24 20:00"]),
        ("daily 9:00 and 21:00 UTC", "every day 09:00 and 21:00 UTC", ["Sun 22 21:00", "Mon 23 09:00", "Mon 23 21:00"]),
        ("Tue and Fri 20:00 CET", "Tue and Fri 20:00 Europe/Berlin", ["Tue 24 19:00", "Fri 27 19:00", "Tue 01 19:00"]),
        ("weekdays at 20:00", "Mon-Fri 20:00 Europe/Berlin", ["Mon 23 19:00", "Tue 24 19:00", "Wed 25 19:00"]),
        (
            "every 2 days 21:00 Asia/Tokyo from 2026-12-01",
            "every 2 days 21:00 Asia/Tokyo, from 2026-12-01",
            ["Tue 01 12:00", "Thu 03 12:00", "Sat 05 12:00"],
        ),
        (
            "every day 21:00, off Sun, 2026-11-24..2026-11-26",
            "every day 21:00 Europe/Berlin, off Sun, 2026-11-24..2026-11-26",
            ["Mon 23 20:00", "Fri 27 20:00", "Sat 28 20:00"],
        ),
    ],
)
def test_HH_19_a_schedule_is_read_and_told_in_words_that_can_be_read_again(words, rule, found):
    assert moments(words, "2026-11-22 11:00", 3) == found
    timetable = read_timetable(words, at("2026-11-22 11:00"), BERLIN)
    assert timetable.rule() == rule
    assert read_timetable(rule, at("2026-11-22 11:00"), ZoneInfo("America/New_York")) == timetable


@pytest.mark.parametrize(
    "words", ["21:00", "every day", "every day 25:00", "blurb 20:00", "every day 21:00 off blah", ""]
)
def test_HH_19_what_is_no_schedule_is_refused_with_examples(words):
    with pytest.raises(Refused) as refused:
        read_timetable(words, 0.0, BERLIN)
    assert refused.value.code == "bad_schedule"
    assert "every day 21:00" in refused.value.message


@pytest.mark.parametrize("words", ["Sun 21:00 off Sun", "every day 21:00, from 9999-12-01"])
def test_HH_19_no_day_left_is_refused(words):
    with pytest.raises(Refused) as refused:
        moments(words, "2026-11-22 11:00")
    assert refused.value.code == "bad_schedule"


def test_HH_19_an_evening_stays_the_same_hour_when_summer_time_begins_and_ends():
    assert moments("every day 21:00", "2026-03-27 21:00") == [
        "Sat 28 20:00",
        "Sun 29 19:00",
        "Mon 30 19:00",
        "Tue 31 19:00",
    ]
    assert moments("every day 21:00", "2026-10-23 21:00") == [
        "Sat 24 19:00",
        "Sun 25 20:00",
        "Mon 26 20:00",
        "Tue 27 20:00",
    ]


def test_HH_19_a_time_that_the_clock_jumps_over_is_that_much_later():
    # On 29 March 2026 clocks in Berlin go from 02:00 to 03:00: 02:30 is told at 03:30, which is 01:30 in UTC.
    assert moments("every day 2:30", "2026-03-28 12:00", 2) == ["Sun 29 01:30", "Mon 30 00:30"]
    assert moments("every day 2:30 and 3:30", "2026-03-28 12:00", 2) == ["Sun 29 01:30", "Mon 30 00:30"]


def test_HH_19_a_time_that_the_clock_shows_twice_is_the_first():
    # On 25 October 2026 Berlin has 02:30 at 00:30 and again at 01:30 in UTC.
    assert moments("every day 2:30", "2026-10-24 12:00", 2) == ["Sun 25 00:30", "Mon 26 01:30"]


def test_HH_22_a_day_later_is_the_same_hour_of_the_clock():
    evening = datetime(2026, 3, 28, 21, tzinfo=BERLIN).timestamp()
    assert moved_by_days(evening, 1, BERLIN) - evening == 23 * 3600
    assert moved_by_days(moved_by_days(evening, 1, BERLIN), -1, BERLIN) == evening


@pytest.mark.parametrize("words", ["9999-12-31 23:59", "+99999d", "+99999999d", "2127-12-24 21:00 CET"])
def test_a_moment_beyond_clocks_is_refused(words):
    now = datetime(2026, 11, 22, tzinfo=UTC).timestamp()
    with pytest.raises(Refused) as refused:
        read_moment(words, now, BERLIN, counted_from=now + 10**11)
    assert refused.value.code == "bad_moment"


def test_half_of_the_shortest_interval():
    assert least((0.0, 100.0, 160.0)) == 30.0


# --- at a host's desk -------------------------------------------------------------------------------------------------
def hosted(**more):
    house = open_house(clock=Clock(at("2026-03-27 12:00")))
    table = house.make("exodus", NAMES[:9], **more)
    return house, table, HostControls(table)


def days(found) -> list[str]:
    return [f"{datetime.fromtimestamp(one.at, UTC):%a %d %H:%M}" for one in found]


def test_HH_22_all_times_move_by_the_calendar_of_the_schedule():
    house, table, desk = hosted()
    draft(desk, "every day 21:00 Europe/Berlin", UTC).apply(desk)
    seat = house.seat("exodus-1", "Ada")
    assert days(seat.closes())[:4] == ["Fri 27 20:00", "Sat 28 20:00", "Sun 29 19:00", "Mon 30 19:00"]
    draft(desk, "+1d", UTC).apply(desk)
    assert days(seat.closes())[:3] == ["Sat 28 20:00", "Sun 29 19:00", "Mon 30 19:00"]
    assert table.match.schedule.rule == "every day 21:00 Europe/Berlin, moved by +1d"
    draft(desk, "-90m", UTC).apply(desk)
    assert days(seat.closes())[:3] == ["Sat 28 18:30", "Sun 29 17:30", "Mon 30 17:30"]
    assert table.match.schedule.rule == "every day 21:00 Europe/Berlin, moved by +1d and -90m"
    assert read_timetable(table.match.schedule.rule, 0.0, UTC).rule() == "every day 21:00 Europe/Berlin"


def test_HH_22_one_later_time_moves_alone_and_only_between_its_neighbours():
    house, table, desk = hosted()
    draft(desk, "every day 21:00 Europe/Berlin", UTC).apply(desk)
    move_round(desk, 3, "2026-03-29 22:00", BERLIN, "A birthday.")
    assert days(house.seat("exodus-1", "Ada").closes())[:4] == [
        "Fri 27 20:00",
        "Sat 28 20:00",
        "Sun 29 20:00",
        "Mon 30 19:00",
    ]
    assert table.match.news[-1].text.endswith("Round 3 closes Sun 22:00 CEST now. A birthday.")
    for number, given, code in ((3, "2026-03-31 22:00", "bad_schedule"), (9, "2026-04-20 22:00", "no_such_round")):
        with pytest.raises(Refused) as refused:
            move_round(desk, number, given, BERLIN)
        assert refused.value.code == code
    told = desk.table.match.news[-1]
    assert told_words(told, desk.table.clock(), BERLIN) == told.text, "nobody by that clock is told it twice"
    move_round(desk, 3, "2026-03-29 21:30", BERLIN, "Concert")
    told = desk.table.match.news[-1]
    assert told.text == "Round 3 closes Sun 21:30 CEST now. Concert."
    assert told_words(told, desk.table.clock(), UTC) == f"{told.text} That is Sun 19:30 UTC for you."
    move_round(desk, 1, "22:00", BERLIN)
    assert days(house.seat("exodus-1", "Ada").closes())[:2] == ["Fri 27 21:00", "Sat 28 20:00"]


def test_HH_22_minutes_a_round_can_be_moved_one_by_one_too():
    house, _, desk = hosted(round_seconds=86_400.0)
    move_round(desk, 2, "+3h", UTC)
    assert days(house.seat("exodus-1", "Ada").closes())[:3] == ["Sat 28 12:00", "Sun 29 15:00", "Mon 30 12:00"]
    bare = hosted()[2]
    with pytest.raises(Refused) as refused:
        move_round(bare, 2, "+3h", UTC)
    assert refused.value.code == "no_schedule"


# --- calendar files ---------------------------------------------------------------------------------------------------
def test_a_calendar_file_says_what_the_schedule_says():
    house, table, desk = hosted(title="A long title; with, marks \\ and \u00fcml\u00e4uts " + "x" * 20)
    draft(desk, "every day 21:00 Europe/Berlin", UTC).apply(desk)
    now = house.clock()
    import icalendar

    text = calendar("Garnet House", events(table.match, now, "house.example.org"), now)
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert text.count("\n") == text.count("\r\n")
    read = icalendar.Calendar.from_ical(text)
    found = read.walk("VEVENT")
    assert [event.start.timestamp() for event in found] == [one.at for one in house.seat("exodus-1", "Ada").closes()]
    assert str(found[0]["SUMMARY"]) == f"{table.match.header.title}: round 1 closes"
    assert str(found[0]["UID"]) == "exodus-1-1@house.example.org"
    assert not read.errors
    assert not any(event.errors for event in found)


def test_what_somebody_wrote_ends_no_line_of_a_calendar():
    import icalendar

    text = calendar("x\r\nEND:VCALENDAR", [Event("a@b", 0.0, "t\nBEGIN:VEVENT\x1b[2J", "w\u202e")], 0.0)
    read = icalendar.Calendar.from_ical(text)
    assert len(read.walk("VEVENT")) == 1
    assert text.replace("\r\n", "").isprintable()
    assert "\u241b[2J" in text, "it is seen that something was there"
