"""The feed of a season: handed to its matches, and its own news once and in order between theirs."""

from __future__ import annotations

import asyncio

import pytest

from core.match import journal as j
from core.narration.feed_shelf import Feeds
from core.seasons import journal as seasons
from core.seasons.death_match import can_be_named, missing_role
from core.seasons.feeds import SEASON_SHELF, SeasonFeeds
from core.seasons.opening import EpisodeWish
from core.seasons.season_controls import SeasonControls
from tests.kit.house import open_house as house_on
from tests.ssh.chat_room import TAKEN, ChatRoom, answer
from tests.ssh.feeding import SEATS, feeding, gist, quiet


def a_season(store=None):
    house = house_on(store)
    house.seasons.start()
    live = house.seasons.make((*SEATS[:3], "Di"), title="Spring")
    return house, live


async def test_a_room_that_is_slow_hears_of_the_season_before_its_matches():
    async with ChatRoom(answer(500)) as room:
        house, live = a_season()
        SeasonFeeds(house.store).set(live.id, "players", room.url, ())
        async with feeding(house) as feeder:
            made = house.make("parley-open", SEATS, season=live.id)
            made.submit(j.Announced(text="Tea at five."))
            await quiet(feeder)
        assert ["This season is told here" in room.texts[0], *gist(room.texts[1:])] == [True, "told here", "Tea"]


async def test_a_season_hands_its_feed_to_its_matches_and_each_is_told_from_its_beginning():
    async with ChatRoom() as room:
        house, live = a_season()
        SeasonFeeds(house.store).set(live.id, "players", room.url, ())
        async with feeding(house) as feeder:
            made = house.make("parley-open", SEATS, season=live.id)
            apart = house.make("parley-open", SEATS)
            made.submit(j.Announced(text="Tea at five."))
            apart.submit(j.Announced(text="Nobody hears this."))
            await quiet(feeder)
            assert gist(room.texts) == ["told here", "told here", "Tea"]
            Feeds(house.store).set(made.match, "players", "none")  # a host ended it, and it is not begun again
            feeder.changed(made.match.header.match)
            made.submit(j.Announced(text="Cake at six."))
            await quiet(feeder)
        async with feeding(house) as feeder:
            made.submit(j.Closed())
            await quiet(feeder)
        assert gist(room.texts) == ["told here", "told here", "Tea"]


async def test_a_match_that_a_season_made_while_no_house_was_served_is_told_later():
    async with ChatRoom() as room:
        house, live = a_season()
        before = house.make("parley-open", SEATS, season=live.id)
        SeasonFeeds(house.store).set(live.id, "players", room.url, (before.match.header.match,))
        made = house.make("parley-open", SEATS, season=live.id, title="Second")
        made.submit(j.Announced(text="Tea at five."))
        async with feeding(house) as feeder:
            await quiet(feeder)
        assert gist(room.texts) == ["told here", "told here", "Tea"]
        assert "Second" in room.texts[1]


def told_of_season(texts):
    """The posts of the season, and the first of each match."""
    return [text.splitlines()[1] for text in texts if "spring-1" in text.splitlines()[0] or "told here" in text
            or "opens" in text.splitlines()[1]]  # fmt: skip


async def an_episode(house, live):
    """Opened, played, a correction, a Death Match: each at its own moment."""
    desk = SeasonControls(house.seasons, live)

    async def at(deed):
        house.clock.advance(10)
        deed()
        for _ in range(3):
            await asyncio.sleep(0)
        house.clock.advance(10)

    await at(lambda: desk.open(EpisodeWish("drifting_ship")))
    table = house.table("drifting-ship-1")
    while table.match.phase != "finished":
        await at(lambda: table.submit(j.Closed()))
    await at(lambda: desk.correct({"Ada": seasons.CastCorrection(purse=3)}, "a bet"))
    await at(lambda: desk.correct({"Ada": seasons.CastCorrection(purse=9)}, "a slip"))
    await at(desk.undo)
    while (due := missing_role(live.season)) is not None:
        await at(lambda: desk.name(due, can_be_named(live.season)[0]))
    await at(lambda: desk.death_match(live.season.episodes[-1].candidate))
    await at(desk.end)


WORDS = ("told here", "opens", "a bet", "a slip", "Undone")
"""Of the first posts of such a season, its match's first among them."""


@pytest.mark.parametrize("trouble", [[], [answer(500), "shut", "hang"]], ids=["well", "trouble"])
async def test_SE_22_the_news_of_a_season_come_once_and_in_order_between_its_matches(trouble):
    async with ChatRoom(TAKEN, *trouble) as room:
        house, live = a_season()
        SeasonFeeds(house.store).set(live.id, "players", room.url, ())
        async with feeding(house, patience=2.0) as feeder:
            await an_episode(house, live)
            await quiet(feeder)
            running = {task.get_coro().__qualname__ for task in asyncio.all_tasks()}
            assert "SeasonLine._run" not in running, "all news of a finished season are told: nothing waits for more"
        found = told_of_season(room.texts)
        assert [word in line for word, line in zip(WORDS, found, strict=False)] == [True] * len(WORDS)
        assert "The season has ended" in found[-1]
        assert len(found) == len(live.season.news), "the match tells its opening, and its result what was booked"
        (opened,) = [text for text in room.texts if "Episode 1 opens" in text]
        assert "is open" in opened or trouble, "a room that was away reads nothing that is past"
        (over,) = [text for text in room.texts if "episode 1 is over" in text]
        assert "came first." in over
        assert "GARNETS" in over, "the table stands below"
        assert "comes next" not in room.texts[-1]
        ends = [n for n, text in enumerate(room.texts) if "a bet" in text]
        matches = [n for n, body in enumerate(room.taken) if body.get("match") == "drifting-ship-1"]
        assert matches[-1] < ends[0], "the match is told to its end before what came later"
        assert len(set(room.marks)) == len(room.texts)


async def test_SE_22_what_a_season_did_while_no_house_was_served_is_told_later_and_nothing_twice():
    async with ChatRoom() as room:
        house, live = a_season()
        SeasonControls(house.seasons, live).correct({"Bo": seasons.CastCorrection(purse=1)}, "before")
        SeasonFeeds(house.store).set(live.id, "players", room.url, (), len(live.season.news))
        await an_episode(house, live)
        async with feeding(house) as feeder:
            await quiet(feeder)
        async with feeding(house) as feeder:
            await quiet(feeder)
        found = told_of_season(room.texts)
        assert [word in line for word, line in zip(WORDS, found, strict=False)] == [True] * len(WORDS)
        assert len(found) == len(live.season.news) - 1, "what was before is not told, nor what was booked"
        assert len(set(room.marks)) == len(room.texts)


async def test_SE_22_a_feed_that_was_set_when_news_were_not_told_yet_goes_on_from_now():
    async with ChatRoom() as room:
        house, live = a_season()
        desk = SeasonControls(house.seasons, live)
        desk.correct({"Bo": seasons.CastCorrection(purse=1)}, "before")
        house.store.put(SEASON_SHELF, f"{live.id} players", {"url": room.url, "handed": []})
        async with feeding(house) as feeder:
            await quiet(feeder)
            assert room.texts == []
            desk.correct({"Bo": seasons.CastCorrection(purse=2)}, "after")
            await asyncio.sleep(0)
            await quiet(feeder)
        assert len(room.texts) == 1
        assert "after" in room.texts[0]
