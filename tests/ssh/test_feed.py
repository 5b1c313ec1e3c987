"""The feed into chat rooms: every post once and in order, whatever the room does and whenever the house is killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import threading
from email.utils import formatdate

import pytest

from cli.admin.commands import AdminCommands
from core.house.people import People
from core.house.settings import HouseSettings
from core.match import journal as j
from core.narration.feed_shelf import FeedPlace, Feeds
from core.refusal import Refused
from core.words.door import Door
from ssh_server.feeds import feed as sending_of
from ssh_server.feeds import sender
from ssh_server.feeds.feed import Feeder
from ssh_server.feeds.sender import asked_wait
from storage import backup, open_house, restore
from storage.memory import MemoryStore
from tests.kit.house import Clock
from tests.kit.house import open_house as house_on
from tests.ssh.chat_room import TAKEN, ChatRoom, answer
from tests.ssh.feeding import MATCH, SEATS, at_table, feeding, gist, play, quiet
from tests.ssh.house import until
from tests.ssh.served import Served

ALL = ["told here", "1 has closed", "Tea", "2 has closed", "Cake"]


async def test_what_happens_is_posted_in_order():
    async with ChatRoom() as room:
        house, table = at_table(room, round_seconds=600.0)
        async with feeding(house) as feeder:
            play(table)
            await quiet(feeder)
        assert gist(room.texts) == ALL
        assert room.texts[0].startswith(
            "**Tuesday (Parley (open))**\nThis match is told here from now on.\nRound 1 of "
        )
        assert "Deadline: Tue 14 Nov 22:23 UTC." in room.texts[1]
        assert room.texts[2] == "**Tuesday (Parley (open))**\nThe host: Tea at five."
        assert room.taken[0]["allowed_mentions"] == {"parse": []}
        house.stop()


async def test_HH_18_nothing_of_a_post_tells_how_much_went_on_in_private():
    told = []
    for many in (0, 3):
        async with ChatRoom() as room:
            house, table = at_table(room)
            async with feeding(house) as feeder:
                for number in range(many):
                    table.submit(j.Sealed(author="Ada", orders={"number": 1}))
                    table.submit(j.Drafted(author="Bo", orders={"number": 2}))
                    table.submit(j.Noted(author="Cy", text=f"note {number}"))
                    table.submit(j.Said(author="Di", to=("Ada",), text="Between us."))
                    table.submit(j.Said(author="Di", to="confessional", text="Hosts alone read this."))
                    table.submit(j.Opened(what="everything in round 1"))
                    table.submit(j.Withdrew(author="Ada"))
                length = table.match.entry_count
                play(table)
                await quiet(feeder)
            told.append((room.taken, room.marks))
            house.stop()
    assert length >= 18, "much went on"
    assert told[0] == told[1]


@pytest.mark.parametrize(
    "trouble",
    [
        [answer(500)] * 3, [answer(429, "retry-after: 0.01")], [answer(429, "retry-after: nonsense")], ["shut"] * 2,
        ["hang"], [b"HTTP/1.1 5"], [b"nonsense\r\n\r\n"], [answer(404), answer(302, "location: http://127.0.0.1:1/")],
        [answer(503, f"retry-after: {formatdate(0, usegmt=True)}"), "shut", answer(500)],
    ],
    ids=["500", "429", "429-nonsense", "shut", "hang", "half-a-status", "no-http", "gone-and-moved", "mixed"],
)  # fmt: skip
async def test_every_post_comes_once_and_in_order_through_all_kinds_of_trouble(trouble):
    async with ChatRoom(TAKEN, *trouble) as room:
        house, table = at_table(room)
        async with feeding(house, patience=2.0) as feeder:
            play(table)
            await quiet(feeder)
        assert gist(room.texts) == ALL
        assert len(set(room.marks)) == len(ALL), "what is tried again bears the same mark"
        assert len(room.asked) == len(ALL) + len(trouble)
        house.stop()


async def test_hosts_are_told_of_a_room_that_does_not_answer_until_it_does_again():
    async with ChatRoom(TAKEN, answer(404), answer(429, "retry-after: 0.01"), answer(404)) as room:
        house, table = at_table(room)
        async with feeding(house) as feeder:
            kept, seen = feeder.sender.send, []

            async def send(*given, **more):
                found = await kept(*given, **more)
                seen.append([(one.event, one.room) for one in feeder.silent()])
                return found

            feeder.sender.send = send
            play(table)
            await quiet(feeder)
            assert feeder.silent() == ()
        away = [("parley-open-1", "players")]
        assert seen == [[], [], away, away, away, [], [], []]  # what was known before each answer counted
        house.stop()


async def test_an_answer_that_breaks_off_after_its_status_counts():
    async with ChatRoom(b"HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n{") as room:
        house, table = at_table(room)
        async with feeding(house) as feeder:
            play(table)
            await quiet(feeder)
        assert gist(body["content"] for body in room.asked) == ALL
        house.stop()


async def test_what_a_room_refuses_for_good_keeps_nothing_else_back():
    async with ChatRoom(TAKEN, answer(400)) as room:
        house, table = at_table(room)
        async with feeding(house) as feeder:
            play(table)
            await quiet(feeder)
        assert gist(room.texts) == [told for told in ALL if told != "1 has closed"]
        house.stop()


async def test_waits_grow_and_what_the_room_asks_for_is_obeyed():
    feeder = Feeder(house_on(), pause=2.0)
    assert [feeder.sender.wait(n) for n in (1, 2, 3, 4, 100)] == [2.0, 4.0, 8.0, 16.0, 600.0]
    for asked, seconds in (("30", 30.0), ("7.5", 7.5), ("-1", 2.0), ("inf", 86_400.0), ("nan", None), ("soon", None)):
        assert asked_wait(asked, feeder.house.clock(), 2.0) == seconds
    assert asked_wait(formatdate(feeder.house.clock() + 90, usegmt=True), feeder.house.clock(), 2.0) == 90.0
    assert asked_wait("Mon, 01 Jan 99999999999999999999 00:00:00 GMT", feeder.house.clock(), 2.0) is None


async def test_a_post_that_was_taken_is_not_sent_again_for_nonsense_in_its_answer():
    nonsense = "x-ratelimit-reset-after: Mon, 01 Jan 99999999999999999999 00:00:00 GMT"
    async with ChatRoom(answer(204, "x-ratelimit-remaining: 0", nonsense), answer(200, "set-cookie: a=b")) as room:
        house, table = at_table(room)
        async with feeding(house) as feeder:
            play(table)
            await quiet(feeder)
            assert not feeder.sender._client.cookies, "what one room sets is told to no other"
        assert gist(room.texts) == ALL
        house.stop()


async def test_a_room_that_asked_to_be_left_alone_is_not_left_alone_for_longer_after_other_trouble():
    asked = []
    async with ChatRoom(*[answer(429, "retry-after: 0")] * 20, answer(500)) as room:
        house, table = at_table(room)
        async with feeding(house) as feeder:
            wait = feeder.sender.wait
            feeder.sender.wait = lambda failures: asked.append(failures) or wait(failures)
            play(table)
            await quiet(feeder)
        assert gist(room.texts) == ALL
        assert asked == [1]
        house.stop()


async def test_names_that_nobody_answers_for_hold_up_nothing_of_the_house(monkeypatch):
    asked, answered = threading.Semaphore(0), threading.Event()
    find = socket.getaddrinfo

    def silent(host, *more, **named):
        if not str(host).endswith(".example"):
            return find(host, *more, **named)
        asked.release()
        answered.wait(300)
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", silent)
    async with ChatRoom() as alive:
        house, table = at_table(alive)
        for number in range(6):
            other = house.make("parley-open", SEATS)
            Feeds(house.store).set(other.match, "players", f"https://room{number}.example/hook")
        try:
            async with feeding(house, patience=20.0):
                await asyncio.to_thread(lambda: [asked.acquire(timeout=300) for _ in range(sender.AT_ONCE)])
                play(table)
                await until(lambda: len(alive.texts) == len(ALL))
                names = [thread.name for thread in threading.enumerate()]
                assert names.count("lookup") == sender.AT_ONCE, "few at once, in threads of their own"
        finally:
            answered.set()
        house.stop()


async def test_a_room_that_hangs_holds_up_neither_the_match_nor_another_room():
    async with ChatRoom("hang") as dead, ChatRoom() as alive:
        house, table = at_table(dead)
        Feeds(house.store).set(table.match, "spectators", alive.url)
        async with feeding(house, patience=60.0):
            await until(lambda: bool(dead.asked))
            play(table)
            assert table.match.round == 3
            await until(lambda: len(alive.texts) >= 3)
        assert gist(alive.texts) == ["told here", "1 has closed", "Tea"]
        house.stop()


async def test_HH_18_the_spectators_room_is_one_round_behind_and_hears_the_end_at_once():
    async with ChatRoom() as room:
        house, table = at_table(room, which="spectators", round_seconds=600.0)
        async with feeding(house) as feeder:
            table.submit(j.Closed())
            await quiet(feeder)
            assert gist(room.texts) == ["told here"]
            table.submit(j.Announced(text="Tea at five."))
            table.submit(j.Closed())
            await quiet(feeder)
            assert gist(room.texts) == ["told here", "1 has closed", "Tea"]
            while table.match.phase != "finished":
                table.submit(j.Closed())
            await quiet(feeder)
        assert "winner" in room.texts[-1]
        assert not any("Deadline" in text for text in room.texts), "a deadline of the round before is no use to anybody"
        assert Feeds(house.store).all() == (), "there is nothing more to tell"
        house.stop()


async def test_what_an_outage_left_is_told_after_a_restart_and_nothing_twice():
    store, clock = MemoryStore(), Clock()
    async with ChatRoom(TAKEN, TAKEN, *["shut"] * 1000) as room:
        house, table = at_table(room, store)
        async with feeding(house):
            play(table)
            await until(lambda: len(room.asked) >= 4)
        house.stop()
        room.answers.clear()
        again = house_on(store, clock)
        async with feeding(again) as feeder:
            await quiet(feeder)
        assert gist(room.texts) == ALL
        again.stop()


async def test_what_no_feed_saw_happen_is_told_from_the_journal():
    """As after a kill between the input and its post."""
    async with ChatRoom() as room:
        house, table = at_table(room)
        play(table)
        async with feeding(house) as feeder:
            await quiet(feeder)
        assert gist(room.texts) == ALL
        house.stop()


async def test_a_long_outage_is_bounded_in_memory_and_loses_nothing(monkeypatch):
    monkeypatch.setattr(sending_of, "BACKLOG", 3)
    async with ChatRoom(*["shut"] * 2) as room:
        house, table = at_table(room)
        async with feeding(house, pause=0.2) as feeder:
            for number in range(20):
                table.submit(j.Announced(text=f"Number {number}."))
                await asyncio.sleep(0)
            assert all(len(line._steps) <= 2 * 3 for line in feeder._lines.values())
            await quiet(feeder)
        assert [text.rpartition(" ")[2] for text in room.texts[1:]] == [f"{number}." for number in range(20)]
        house.stop()


async def test_a_disk_that_is_full_for_a_while_makes_no_post_come_twice(monkeypatch):
    async with ChatRoom() as room:
        house, table = at_table(room)
        put = house.store.put

        def full(shelf, key, document):
            raise Refused("house_closed", "The disk is full.")

        async with feeding(house) as feeder:
            await quiet(feeder)
            monkeypatch.setattr(house.store, "put", full)
            table.submit(j.Closed())
            table.submit(j.Announced(text="Tea at five."))
            await quiet(feeder)
            monkeypatch.setattr(house.store, "put", put)
            table.submit(j.Closed())
            table.submit(j.Announced(text="Cake at six."))
            await quiet(feeder)
        async with feeding(house) as feeder:
            await quiet(feeder)
        assert gist(room.texts) == ALL
        assert Feeds(house.store).get(MATCH, "players").next == FeedPlace(table.match.entry_count + 1)
        house.stop()


async def test_a_feed_is_set_moved_and_taken_away_while_the_house_is_served():
    async with ChatRoom(*[answer(410)] * 1000) as gone, ChatRoom() as room:
        house, table = at_table(gone)
        feeds = Feeds(house.store)
        async with feeding(house, pause=60.0) as feeder:
            table.submit(j.Announced(text="Tea at five."))
            await until(lambda: bool(gone.asked))
            feeds.set(table.match, "players", room.url)
            feeder.changed(MATCH)
            await quiet(feeder)
            assert gist(room.texts) == ["told here", "Tea"], "the other address goes on where the first was left"
            assert feeds.set(table.match, "players", "none") is None
            feeder.changed(MATCH)
            await quiet(feeder)
            table.submit(j.Announced(text="Cake at six."))
            await quiet(feeder)
            assert len(room.texts) == 2
            feeds.set(table.match, "players", room.url)
            feeder.changed(MATCH)
            await quiet(feeder)
            assert gist(room.texts) == ["told here", "Tea", "told here"]
        house.stop()


async def test_how_far_a_room_is_goes_into_a_backup_and_back(tmp_path):
    async with ChatRoom() as room:
        with open_house(tmp_path / "house") as store:
            house, table = at_table(room, store)
            async with feeding(house) as feeder:
                play(table)
                await quiet(feeder)
            house.stop()
            backup(tmp_path / "house", tmp_path / "copy")
        restore(tmp_path / "copy", tmp_path / "other")
        with open_house(tmp_path / "other") as store:
            HouseSettings(store).unmute()
            house = house_on(store)
            async with feeding(house) as feeder:
                await quiet(feeder)
                house.table(MATCH).submit(j.Announced(text="Tea at five."))
                await quiet(feeder)
            house.stop()
        assert gist(room.texts) == [*ALL, "Tea"]


async def test_HH_50_a_room_is_told_that_an_end_was_taken_back_and_what_comes_after():
    async with ChatRoom() as room:
        house, table = at_table(room)
        async with feeding(house) as feeder:
            table.submit(j.Ended(reason="A slip."))
            await quiet(feeder)
            table.submit(j.Unended())
            table.submit(j.Closed())
            await quiet(feeder)
        told = "\n".join(room.texts)
        for words in ("ended the match without a result. A slip.", "took the end back", "Round 1 has closed"):
            assert words in told
        house.stop()


def test_a_finished_match_and_what_is_no_address_are_refused():
    house = house_on()
    table = house.make("parley-open", SEATS)
    with pytest.raises(Refused) as refusal:
        Feeds(house.store).set(table.match, "players", "chat.example")
    assert refusal.value.code == "bad_webhook"
    table.submit(j.Ended())
    with pytest.raises(Refused) as refusal:
        Feeds(house.store).set(table.match, "players", "https://chat.example/hook")
    assert refusal.value.code == "finished"
    assert Feeds(house.store).get(MATCH, "players") is None
    house.stop()


async def test_a_served_house_that_is_killed_posts_everything_once_and_in_order(tmp_path):
    async with ChatRoom() as room:
        house = Served(tmp_path / "house", tmp_path / "log", fresh=False)
        try:
            await house.start()
            made = await house.do("new", game="exodus", title="Tuesday", seconds="none")
            match = made["match"]
            told = await house.do("feed", match=match, url=room.url)
            assert told["feeds"] == {"players": room.url, "spectators": None}
            for number in range(4):
                if number == 2:
                    room.answers = ["shut"] * 1000
                await house.do("announce", match=match, text=f"Number {number}.")
                if number == 2:
                    await house.kill()
                    room.answers.clear()
                    await house.start()
            await until(lambda: len(room.texts) >= 5)
            said = [text.splitlines()[1].rpartition(" ")[2] for text in room.texts[1:]]
            assert said == [f"{number}." for number in range(4)]
            assert ["To the table: `ssh " in text for text in room.texts] == [True] + [False] * 4, "once a match"
            assert await house.stop() == 0
        finally:
            await house.end()
        with open_house(tmp_path / "house") as store:
            feed = Feeds(store).get(match, "players")
            assert feed is not None
            assert feed.next > FeedPlace(feed.since)


async def test_HH_48_a_copy_of_a_house_posts_nothing_until_it_is_unmuted_and_then_under_ids_of_its_own(tmp_path):
    async with ChatRoom() as room:
        with open_house(tmp_path / "live") as store:
            house, table = at_table(room, store)
            backup(tmp_path / "live", tmp_path / "copy")
            async with feeding(house) as feeder:
                play(table)
                await quiet(feeder)
            house.stop()
        live = list(room.marks)
        assert len(live) == 5
        with open_house(tmp_path / "copy") as store:
            house = house_on(store)
            async with feeding(house) as feeder, desk_of(house, feeder) as desk:
                table = house.table(MATCH)
                play(table)
                feeder.changed(MATCH)
                await quiet(feeder)
                assert room.marks == live, "a copy that is muted posts nothing"
                assert any("muted" in line for line in desk({"do": "feed", "match": MATCH})["told"])
                assert "its rooms are told" in desk({"do": "unmute"})["told"][0].lower()
                await quiet(feeder)
                assert gist(room.texts[5:]) == gist(room.texts[:5]), "nothing was lost meanwhile"
                assert not set(room.marks[5:]) & set(live)
                assert len(set(room.marks)) == len(room.marks) == 10
                assert all(body["id"] == mark for body, mark in zip(room.asked, room.marks, strict=True))
            house.stop()


@contextlib.asynccontextmanager
async def desk_of(house, feeder):
    """The host's commands at a house that is served."""
    people = People(house.store, house.clock, os.urandom)
    yield AdminCommands(house, people, Door(feed=feeder.changed, unmuted=feeder.start)).do
