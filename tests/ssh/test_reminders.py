"""Reminders by themselves: who still owes something, at the times that a host chose, each once, and nobody else."""

from __future__ import annotations

import asyncio
from datetime import UTC

import pytest
from msgspec.structs import replace

from core.house.reminders import Reminded, due
from core.match import journal as j
from core.match.decisions import pending
from core.match.reminder_times import read_leads, read_quiet
from core.narration.feed_shelf import Feeds
from core.refusal import NotAMatch, Refused
from ssh_server.feeds.nudge import Reminders, make_nudge
from tests.kit.house import open_house as house_on
from tests.ssh.callers import a_house
from tests.ssh.chat_room import TAKEN, ChatRoom, RichRoom, answer
from tests.ssh.feeding import SEATS, feeding, quiet
from tests.ssh.test_week_commands import a_desk
from tests.web.kit import comes

HOUR, DAY = 3600.0, 86_400.0
HELD = {seat: f"person:{seat.lower()}" for seat in SEATS}


class Reminding:
    """A match that is told to a room, and what its people's devices were told."""

    def __init__(self, room=None, *, names=("Ada", "Bo"), **more):
        self.house = house_on()
        how = {"round_seconds": 2 * DAY, "holders": HELD, "title": "Tuesday", **more}
        self.table = self.house.make("parley-open", SEATS, **how)
        if room is not None:
            Feeds(self.house.store).set(self.table.match, "players", room.url)
        for name in names:
            Reminded(self.house.store).call(name.lower(), f"U{name}")
        self.pushed: list[tuple[str, str]] = []

    async def at(self, feeder, *hours: float) -> list[str]:
        """Look so many hours before the deadline, one after the other; whom devices told each time, in a word."""
        found = []
        reminders = Reminders(self.house, feeder, UTC, lambda who, text, _: self.pushed.append((who, text)))
        for before in hours:
            self.house.clock.now = self.table.match.deadline - before * HOUR
            self.pushed.clear()
            reminders.send_due()
            await reminders.wait_until_sent()
            found.append(" ".join(sorted(who for who, _ in self.pushed)))
        await quiet(feeder)
        return found


def reminders_in(room):
    return [body for body in room.taken if "the deadline is" in body["content"]]


async def test_HH_60_who_owes_orders_is_reminded_at_each_time_once_and_who_has_sealed_is_not():
    async with ChatRoom() as room:
        at = Reminding(room)
        async with feeding(at.house) as feeder:
            at.table.submit(j.Sealed(author="Ada", orders={"number": 1}))
            at.table.submit(j.HandedOver(seat="Di", holder="bot:random"))
            assert await at.at(feeder, 30, 24, 23.9, 3) == ["", "bo cy", "", ""]
            at.table.submit(j.Sealed(author="Cy", orders={"number": 1}))
            assert await at.at(feeder, 2, 1) == ["bo", ""]
        first, second = reminders_in(room)
        assert first["allowed_mentions"] == second["allowed_mentions"] == {"parse": [], "users": ["UBo"]}
        assert first["content"].startswith("<@UBo> Tuesday, round 1: the deadline is ")
        assert not any(name in first["content"] for name in ("Ada", "UAda", "Cy", "Di"))
        at.house.stop()


async def test_HH_60_each_is_told_of_the_own_seat_alone():
    at = Reminding()
    async with feeding(at.house) as feeder:
        await at.at(feeder, 24)
    assert {who: sum(seat in text for seat in SEATS) for who, text in at.pushed} == dict.fromkeys(
        ("ada", "bo", "cy", "di"), 1
    )  # fmt: skip
    assert all(who.capitalize() in text for who, text in at.pushed)
    at.house.stop()


async def test_HH_60_where_counts_are_kept_back_the_room_reads_the_same_whoever_has_sealed():
    told = []
    for sealed in ((), ("Ada",), SEATS):
        async with ChatRoom() as room:
            at = Reminding(room, counts=False)
            async with feeding(at.house) as feeder:
                for seat in sealed:
                    at.table.submit(j.Sealed(author=seat, orders={"number": 1}))
                owing = await at.at(feeder, 24)
            (one,) = reminders_in(room)
            assert one["allowed_mentions"] == {"parse": []}
            told.append((one["content"], one["id"]))
            assert owing == [" ".join(seat.lower() for seat in SEATS if seat not in sealed)]
            at.house.stop()
    assert len(set(told)) == 1


async def test_HH_60_while_a_deadline_waits_for_some_the_room_does_not_learn_for_whom():
    told = []
    for sealed in ("Ada", "Bo"):
        async with ChatRoom() as room:
            at = Reminding(room, grace_seconds=2 * HOUR, remind="1h")
            async with feeding(at.house) as feeder:
                at.table.submit(j.Sealed(author=sealed, orders={"number": 1}))
                at.house.clock.now = at.table.match.deadline
                at.table.tick()
                assert at.table.match.waited_for
                await at.at(feeder, 0.5)
            (one,) = reminders_in(room)
            assert one["allowed_mentions"] == {"parse": []}
            told.append(one["content"])
            assert make_nudge(at.house, at.table.match.header.match, names=True).text.count("3 of 4 seats") == 1
            at.house.stop()
    assert len(set(told)) == 1


async def test_HH_60_a_reminder_waits_for_a_room_that_has_no_time():
    """Eight matches, one room, which takes five posts and then asks for patience, again and again."""
    async with ChatRoom() as room:
        busy = answer(429, "retry-after: 0.02")
        house = house_on()
        tables = [
            house.make("parley-open", SEATS, round_seconds=2 * DAY, holders=HELD, title=f"Table {number}", seed=number)
            for number in range(8)
        ]
        for table in tables:
            Feeds(house.store).set(table.match, "players", room.url)
        Reminded(house.store).call("ada", "UAda")
        async with feeding(house) as feeder:
            await quiet(feeder)
            room.answers = [*([TAKEN] * 5), *([busy] * 7), TAKEN, busy, busy]
            reminders = Reminders(house, feeder, UTC)
            house.clock.now = tables[0].match.deadline - DAY
            reminders.send_due()
            await reminders.wait_until_sent()
        assert len({body["match"] for body in reminders_in(room)}) == 8
        house.stop()


async def test_HH_60_a_reminder_that_waited_is_about_those_who_are_awaited_by_then():
    async with ChatRoom() as room:
        at = Reminding(room)
        async with feeding(at.house) as feeder:
            await quiet(feeder)
            room.answers = [answer(429, "retry-after: 0.2")]
            looking = asyncio.create_task(at.at(feeder, 24))
            await comes(lambda: len(room.asked) > 1)
            at.table.submit(j.Sealed(author="Bo", orders={"number": 1}))
            await looking
        (one,) = reminders_in(room)
        assert one["allowed_mentions"] == {"parse": [], "users": ["UAda"]}
        at.house.stop()


async def test_HH_60_a_room_that_has_just_read_that_a_deadline_waits_is_not_reminded_of_it():
    async with ChatRoom() as room:
        at = Reminding(room, grace_seconds=900.0, remind="2h")
        async with feeding(at.house) as feeder:
            at.table.submit(j.Sealed(author="Ada", orders={"number": 1}))
            at.house.clock.now = at.table.match.deadline
            at.table.tick()
            assert await at.at(feeder, 0.25) == ["bo cy di"]
        assert not reminders_in(room)
        at.house.stop()


@pytest.mark.parametrize(("many", "mention"), [(1, "<@UAda> "), (2, "")])
async def test_HH_60_of_a_choice_the_room_is_told_that_it_ends_and_not_who_has_chosen(many, mention, monkeypatch):
    points = dict(zip(SEATS, (3, 1, 1, 0), strict=True))
    async with ChatRoom() as room:
        at = Reminding(room, setup={"round": 3, "points": points})
        async with feeding(at.house) as feeder:
            at.table.submit(j.Closed())
            assert at.table.match.phase == "decision"
            choice = pending(at.table.match)
            among = replace(choice, by=(choice.by * 2)[:many])
            monkeypatch.setattr("core.house.reminders.pending", lambda _: among)
            assert await at.at(feeder, 24) == [choice.by[0].lower()]
        (one,) = reminders_in(room)
        assert one["content"].startswith(f"{mention}Tuesday, a choice: the deadline is")
        at.house.stop()


async def test_HH_60_quiet_hours_are_waited_through_and_a_restart_reminds_nobody_twice():
    at = Reminding(quiet="22:00-8:00")
    async with feeding(at.house) as feeder:
        deadline = at.table.match.deadline  # 22:13 in the evening, UTC
        assert await at.at(feeder, 24) == [""]
        at.house.clock.now = deadline - 24 * HOUR + 9.9 * HOUR
        assert await at.at(feeder, (deadline - at.house.clock.now) / HOUR) == ["ada bo cy di"]
        assert await at.at(feeder, 14) == [""]
        again = Reminders(at.house, feeder, UTC, lambda who, text, _: at.pushed.append((who, text)))
        again.send_due()
        await again.wait_until_sent()
        assert at.pushed == []
    at.house.stop()


async def test_HH_60_what_came_before_the_round_opened_or_two_at_once_is_told_once():
    at = Reminding(round_seconds=10 * HOUR)
    async with feeding(at.house) as feeder:
        assert await at.at(feeder, 9, 2) == ["", "ada bo cy di"]
    at = Reminding(remind="5h 1h")
    async with feeding(at.house) as feeder:
        assert await at.at(feeder, 0.5, 0.4) == ["ada bo cy di", ""], "the house was closed at both times"
    assert due(Reminding(remind="none").table, (), at.table.match.deadline - 1) is None


async def test_HH_60_a_deadline_that_moved_is_another_one():
    at = Reminding()
    async with feeding(at.house) as feeder:
        assert await at.at(feeder, 2) == ["ada bo cy di"]
        at.table.submit(j.DeadlineMoved(deadline=at.table.match.deadline + 5 * HOUR))
        assert await at.at(feeder, 4, 2, 1) == ["ada bo cy di", "ada bo cy di", ""], "24 h before it, then 2 h"
    at.house.stop()


async def test_HH_60_a_rich_room_is_called_in_words_not_in_a_card():
    async with RichRoom() as room:
        at = Reminding(room)
        room._answered = lambda method, target, body: ChatRoom._answered(room, method, target, body)
        async with feeding(at.house) as feeder:
            await at.at(feeder, 24)
        (one,) = reminders_in(room)
        assert one["content"].startswith("<@UAda> <@UBo> Tuesday, round 1: the deadline is <t:")
        assert "embeds" not in one
        at.house.stop()


@pytest.mark.parametrize(("words", "found"), [("24h 2h", (DAY, 7200.0)), ("none", ()), ("30m, 1d", (DAY, 1800.0))])
def test_HH_60_times_before_a_deadline_are_read(words, found):
    assert read_leads(words) == found


@pytest.mark.parametrize("words", ["soon", "0h", "1h 2h 3h 4h 5h 6h 7h"])
def test_HH_60_others_are_refused_when_a_match_is_made(words):
    with pytest.raises(NotAMatch) as refused:
        house_on().make("parley-open", SEATS, remind=words)
    assert refused.value.code == "bad_reminders"
    with pytest.raises(Refused):
        read_quiet("late")


async def test_HH_60_a_person_or_a_host_for_them_says_by_what_a_room_mentions_them(tmp_path):
    async with a_house(tmp_path, "Ada") as (house, _, [ada], _):
        assert (await ada.json("mention"))["mention"] is None
        assert (await ada.json("mention 1234"))["mention"] == "1234"
        assert (await ada.json("mention '@everyone'"))["error"]["code"] == "bad_room_name"
        assert Reminded(house.store).room_name("ada") == "1234"
    hall, desk = a_desk()
    name = hall.people.everyone()[0].name
    assert desk.do({"do": "mention", "to": name, "words": "<@!77>"})["mention"] == "77"
    assert desk.do({"do": "mention", "to": name})["told"] == [f"Reminders in a chat room mention {name} as <@77>."]
    assert desk.do({"do": "mention", "to": name, "words": "none"})["mention"] is None


def test_nothing_is_kept_of_it_for_another_match():
    at = Reminding()
    kept = Reminded(at.house.store)
    kept.note(at.table.match, DAY)
    assert kept.of(at.table.match) == (DAY,)
    at.table.submit(j.Closed())
    assert kept.of(at.table.match) == ()
