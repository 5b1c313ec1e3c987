"""Rooms that can edit: one message a round, a trick of a duel in one, an opening in one, topics by episode."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

from core.match import journal as j
from core.match import views
from core.narration.feed_shelf import Feeds
from core.seasons import journal as seasons
from core.seasons.feeds import SeasonFeeds
from core.seasons.opening import EpisodeWish
from core.seasons.outcome import Outcome
from core.seasons.season_controls import SeasonControls
from tests.kit.house import open_house as house_on
from tests.ssh.chat_room import ChatRoom, RichRoom, answer
from tests.ssh.feeding import MATCH, SEATS, at_table, feeding, quiet


def rounds(room):
    """The messages about rounds, as they read now."""
    return [text for text in room.now if "ound" in text.splitlines()[1]]


async def test_a_round_is_one_message_that_goes_from_open_over_so_many_sealed_to_closed():
    async with RichRoom() as room:
        house, table = at_table(room, round_seconds=600.0)
        async with feeding(house) as feeder:
            await quiet(feeder)
            table.submit(j.Sealed(author="Ada", orders={"number": 1}))
            await quiet(feeder)
            table.submit(j.Announced(text="Tea at five."))
            table.submit(j.Closed())
            await quiet(feeder)
        first, tea, second = room.messages.values()
        assert [next(w for w in ("has closed", "0 of 4", "1 of 4") if w in text) for text in first] == [
            "0 of 4", "1 of 4", "has closed",
        ]  # fmt: skip
        assert f"Deadline: <t:{int(house.clock()) + 600}:F> (<t:{int(house.clock()) + 600}:R>)." in first[0]
        assert "is open" not in first[-1]
        assert tea == ["Tuesday (Parley (open))\nThe host: Tea at five."]
        assert "Round 2 of 3 is open" in second[0]
        assert all(body["allowed_mentions"] == {"parse": []} for body in room.asked)
        house.stop()


async def test_HH_18_where_counts_are_kept_back_nothing_of_a_message_changes_until_the_close():
    async with RichRoom() as room:
        house, table = at_table(room, counts=False)
        async with feeding(house) as feeder:
            await quiet(feeder)
            for seat in SEATS[:3]:
                table.submit(j.Sealed(author=seat, orders={"number": 1}))
                await quiet(feeder)
        assert len(room.asked) == 1
        house.stop()


async def test_HH_18_the_spectators_room_is_told_a_round_behind_and_of_no_counts():
    async with RichRoom() as room:
        house, table = at_table(room, which="spectators")
        async with feeding(house) as feeder:
            table.submit(j.Sealed(author="Ada", orders={"number": 1}))
            table.submit(j.Closed())
            table.submit(j.Closed())
            await quiet(feeder)
        assert [len(texts) for texts in room.messages.values()] == [1, 1]
        assert not any("sealed" in text for text in room.now)
        house.stop()


@pytest.mark.parametrize("gone", [404, 410])
async def test_a_message_that_somebody_deleted_is_told_anew(gone):
    async with RichRoom() as room:
        house, table = at_table(room)
        async with feeding(house) as feeder:
            await quiet(feeder)
            room.answers = [answer(gone)]
            table.submit(j.Closed())
            await quiet(feeder)
        assert [text.splitlines()[1].partition(".")[0] for text in room.now] == [
            "This match is told here from now on", "Round 1 has closed", "Round 2 of 3 is open",
        ]  # fmt: skip
        house.stop()


async def test_after_a_restart_the_same_message_is_edited():
    async with RichRoom() as room:
        house, table = at_table(room)
        async with feeding(house) as feeder:
            await quiet(feeder)
        table.submit(j.Sealed(author="Ada", orders={"number": 1}))
        async with feeding(house) as feeder:
            await quiet(feeder)
            assert len(room.messages) == 1
            assert "1 of 4 have sealed" in room.now[0]
            table.submit(j.Closed())
            await quiet(feeder)
        assert len(room.messages) == 2
        assert Feeds(house.store).get(MATCH, "players").message == "m2"
        house.stop()


async def test_a_room_in_trouble_reads_in_the_end_as_if_there_had_been_none():
    async with RichRoom(answer(500), "shut") as room:
        house, table = at_table(room)
        async with feeding(house, patience=2.0) as feeder:
            await quiet(feeder)
            room.answers = [answer(500), "hang", answer(429, "retry-after: 0.01")]
            table.submit(j.Sealed(author="Ada", orders={"number": 1}))
            table.submit(j.Closed())
            await quiet(feeder)
        assert ["has closed" in text for text in room.now] == [True, False]
        house.stop()


async def test_a_room_that_says_no_name_of_a_message_is_told_in_new_ones():
    async with ChatRoom() as room:
        house, table = at_table(room)
        Feeds(house.store).set(table.match, "players", room.url, kind="rich")
        async with feeding(house) as feeder:
            table.submit(j.Closed())
            await quiet(feeder)
        told = [body["embeds"][0]["description"].partition(".")[0] for body in room.taken]
        assert told == ["This match is told here from now on", "Round 1 has closed", "Round 2 of 3 is open"]
        house.stop()


def lay(table):
    """Whoever is on turn lays a tile."""
    told = views.host(table.match)
    table.submit(j.Sealed(author=told["turn"], orders={"tile": told["hands"][told["turn"]][0]}))
    table.submit(j.Closed())


@pytest.mark.parametrize("kind", [RichRoom, ChatRoom])
async def test_a_trick_of_a_duel_is_one_post(kind):
    async with kind() as room:
        house = house_on()
        table = house.make("black_and_white", ("Ada", "Bo"), title="Duel")
        Feeds(house.store).set(table.match, "players", room.url)
        async with feeding(house) as feeder:
            for _ in range(5):
                await quiet(feeder)
                lay(table)
            await quiet(feeder)
        if kind is ChatRoom:
            assert [text.splitlines()[1] for text in room.texts] == [
                "This match is told here from now on.", "Trick 1:", "Trick 2:",
            ]  # fmt: skip
            assert "led a" in room.texts[1]
            assert "answered with" in room.texts[1]
        else:
            first, second, third = room.messages.values()
            assert ["led" in text for text in first] == [False, True, True]
            assert ["answered" in text for text in second] == [False, False, True]
            assert "Trick 3 of 9 is open" in third[-1]
            assert "led a" in third[-1]
        house.stop()


async def test_an_opening_is_one_post_with_its_times_and_a_hand_over_is_told_once_before_the_result():
    async with RichRoom() as room:
        house, _, desk = a_season(room)
        async with feeding(house) as feeder:
            await quiet(feeder)
            assert len(room.messages) == 1
            now = house.clock()
            times = seasons.Times(moments=tuple(now + 3600 * n for n in range(1, 20)), rule="every hour")
            desk.open(EpisodeWish("drifting_ship"), seasons.Seating(times=times))
            await quiet(feeder)
            assert len(room.messages) == 2
            opened = room.now[1]
            assert "Episode 1 opens: The Drifting Ship." in opened
            assert "The rounds close every hour." in opened
            assert f"<t:{int(now) + 3600}:F>" in opened
            desk.hand_over("Ada", "bot:random")
            await quiet(feeder)
            table = house.table("drifting-ship-1")
            while table.match.phase != "finished":
                table.submit(j.Closed())
            await quiet(feeder)
            over = [n for n, text in enumerate(room.now) if "is now played by a bot" in text]
            result = [n for n, text in enumerate(room.now) if "Won by" in text or "won the match" in text]
            assert len(over) == 1
            assert over[0] < result[-1]
            assert not any("is booked" in text for text in room.now), "the result has told it all"
        house.stop()


def a_season(room, **how):
    house = house_on()
    house.seasons.start()
    live = house.seasons.make((*SEATS[:3], "Di"), title="Spring", holders={"Ada": "person:ada"})
    SeasonFeeds(house.store).set(live.id, "players", room.url, (), **how)
    return house, live, SeasonControls(house.seasons, live)


async def test_in_a_forum_an_episode_has_a_topic_with_its_duel():
    async with RichRoom(forum=True) as room:
        house, live, desk = a_season(room, threads=True)
        async with feeding(house) as feeder:
            await quiet(feeder)
            desk.open(EpisodeWish("drifting_ship"))
            table = house.table("drifting-ship-1")
            while table.match.phase != "finished":
                table.submit(j.Closed())
            await quiet(feeder)
            episode = live.season.episodes[-1]
            if episode.candidate is None or episode.opponent is None:
                desk.unbook()
                desk.book(Outcome(ranking=(episode.seats,), elimination_candidate="Ada", death_match_opponent="Bo"))
            desk.duel("black_and_white")
            await quiet(feeder)
            house.table("black-and-white-1").submit(j.Closed())
            await quiet(feeder)
        assert list(room.topics.values()) == ["Spring (spring-1)", "Spring 1"]
        duel = [name for name, texts in room.messages.items() if "Trick 1 of 9" in texts[0]]
        assert [room.stands[name] for name in duel] == ["topic2"]
        house.stop()


def pictured(match):
    return b"a picture of " + match.header.match.encode()


async def over(room, **more):
    """A match that has ended, told to a room: the last thing that it reads."""
    house, table = at_table(room)
    table.submit(j.Published())
    async with feeding(
        house, draw=pictured, page=lambda kind, name: f"https://a.example/{kind}/{name}.html", **more
    ) as f:
        await quiet(f)
        assert not any(room.pictures)
        while table.match.phase != "finished":
            table.submit(j.Closed())
        await quiet(f)
    house.stop()


async def test_the_picture_of_a_match_goes_with_its_last_post_and_the_address_of_its_page():
    async with RichRoom() as room:
        await over(room)
        assert room.pictures[-1] == b"a picture of parley-open-1"
        assert not any(room.pictures[:-1])
        assert room.now[-1].splitlines()[-1] == "https://a.example/matches/parley-open-1.html"
        assert "a.example" not in "".join(room.now[:-1])


async def test_a_room_of_plain_text_gets_the_address_alone():
    async with ChatRoom() as room:
        await over(room)
        assert not any(room.pictures)
        assert room.texts[-1].splitlines()[-1] == "https://a.example/matches/parley-open-1.html"


@pytest.mark.parametrize("trouble", [[answer(413)], [answer(400)], [answer(500), answer(503)], ["shut", "shut"]])
async def test_where_a_picture_does_not_go_through_its_words_do(trouble):
    async with RichRoom() as room:
        house, table = at_table(room)
        async with feeding(house, draw=pictured) as feeder:
            room.to_pictures = list(trouble)
            while table.match.phase != "finished":
                table.submit(j.Closed())
            await quiet(feeder)
        assert [bool(picture) for picture in room.pictures[-len(trouble) - 1 :]] == [*[True] * len(trouble), False]
        assert "won" in room.now[-1]
        assert len(set(room.marks[-len(trouble) - 1 :])) == 1
        house.stop()


async def test_what_cannot_be_drawn_is_told():
    def torn(match):
        raise OSError("no font")

    async with RichRoom() as room:
        house, table = at_table(room)
        async with feeding(house, draw=torn) as feeder:
            while table.match.phase != "finished":
                table.submit(j.Closed())
            await quiet(feeder)
        assert "won" in room.now[-1]
        house.stop()


async def test_HH_17_no_address_is_told_of_a_match_that_is_not_public():
    async with RichRoom() as room:
        house, table = at_table(room)
        async with feeding(house, page=lambda kind, name: f"https://a.example/{name}") as feeder:
            while table.match.phase != "finished":
                table.submit(j.Closed())
            await quiet(feeder)
        assert "a.example" not in "".join(room.now)
        house.stop()


async def test_the_end_of_a_public_season_leads_to_its_page():
    async with RichRoom() as room:
        house, _, desk = a_season(room)
        desk.publish()
        async with feeding(house, page=lambda kind, name: f"https://a.example/{kind}/{name}.html") as feeder:
            await quiet(feeder)
            desk.end()
            await asyncio.sleep(0)  # who listens to it hears of it
            await quiet(feeder)
        assert room.now[-1].splitlines()[-1] == "https://a.example/seasons/spring-1.html"
        house.stop()


def refused(status, code):
    """An answer that says what is wrong, as rooms do."""
    told = json.dumps({"message": "x", "code": code}).encode()
    return b"HTTP/1.1 %d x\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%b" % (status, len(told), told)


async def test_what_closed_in_an_archived_topic_is_told_anew():
    """A change of its message is refused; a post opens the topic."""
    async with RichRoom(forum=True) as room:
        house, table = at_table(room)
        Feeds(house.store).set(table.match, "players", room.url, threads=True)
        async with feeding(house) as feeder:
            await quiet(feeder)
            room.answers = [refused(400, 50083)]
            table.submit(j.Closed())
            await quiet(feeder)
        assert [text.splitlines()[1].partition(".")[0] for text in room.now] == [
            "This match is told here from now on", "Round 1 has closed", "Round 2 of 3 is open",
        ]  # fmt: skip
        assert set(room.stands.values()) == {"topic1"}
        house.stop()


@pytest.mark.parametrize("by_hand", [False, True])
async def test_where_a_topic_was_deleted_or_the_address_is_set_again_a_new_one_begins(by_hand):
    async with RichRoom(forum=True) as room:
        house, table = at_table(room)
        Feeds(house.store).set(table.match, "players", room.url, threads=True)
        async with feeding(house) as feeder:
            await quiet(feeder)
            if by_hand:
                Feeds(house.store).set(table.match, "players", room.url)
                feeder.changed(MATCH)
            else:
                room.answers = [refused(404, 10003), refused(404, 10003)]
            table.submit(j.Closed())
            await quiet(feeder)
        assert {room.stands[name] for name, texts in room.messages.items() if "has closed" in texts[-1]} == {"topic2"}
        assert Feeds(house.store).get(MATCH, "players").thread == "topic2"
        house.stop()


HOSTILE = ("*Bo*", "# Gus", "_x_ `y`", "> Di ||")


@pytest.mark.parametrize("rich", [True, False])
async def test_names_and_titles_act_upon_nothing_in_a_room(rich):
    title = "[prize](http://evil.test) **"
    async with (RichRoom if rich else ChatRoom)() as room:
        house = house_on()
        table = house.make("parley-open", HOSTILE, title=title)
        Feeds(house.store).set(table.match, "players", room.url)
        async with feeding(house) as feeder:
            await quiet(feeder)
            while table.match.phase != "finished":
                table.submit(j.Closed())
                for choice in [table.match.game.pending(table.match.state)] if table.match.phase == "decision" else []:
                    for by in choice.by:
                        table.submit(j.Voted(by=by, choice=choice.among[0]))
            await quiet(feeder)
        texts = [*room.now] if rich else room.texts
        told = "\n".join(texts)
        assert "](" not in told, "nothing becomes a link"
        if not rich:
            assert "\\" not in told, "a plain room would show it"
            assert all(text.startswith("**[prize]\u200b(http://evil.test) **") for text in texts)
            return
        assert all(text.startswith(r"\[prize\]\(http://evil.test\) \*\*") for text in texts)
        assert r"\*Bo\*" in told
        for name in HOSTILE:
            assert re.search(r"(?<!\\)" + re.escape(name), told) is None
        house.stop()
