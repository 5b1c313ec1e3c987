"""Rooms that are told what happens at a table, for the tests of the feed."""

from __future__ import annotations

import asyncio
import contextlib

from core.match import journal as j
from core.narration.feed_shelf import Feeds
from ssh_server.feeds.feed import Feeder
from tests.kit.house import open_house as house_on

SEATS = ("Ada", "Bo", "Cy", "Di")
MATCH = "parley-open-1"


def at_table(room, store=None, which="players", **more):
    """A match that tells a chat room what happens."""
    house = house_on(store)
    table = house.make("parley-open", SEATS, title="Tuesday", **more)
    Feeds(house.store).set(table.match, which, room.url)
    return house, table


@contextlib.asynccontextmanager
async def feeding(house, *, pause=0.01, patience=5.0, **more):
    feeder = Feeder(house, pause=pause, patience=patience, **more)
    feeder.start()
    try:
        yield feeder
    finally:
        await feeder.stop()


async def quiet(feeder):
    async with asyncio.timeout(300):
        await feeder.quiet()


def play(table):
    """Two rounds and what a host says between them: four posts after the first."""
    table.submit(j.Closed())
    table.submit(j.Announced(text="Tea at five."))
    table.submit(j.Closed())
    table.submit(j.Announced(text="Cake at six."))


def gist(texts):
    """Of what each post is."""
    words = ("told here", "1 has closed", "Tea", "2 has closed", "Cake")
    return [next(word for word in words if word in text) for text in texts]
