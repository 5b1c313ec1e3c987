"""Somebody who no longer holds a seat hears nothing more of it, whatever was left running."""

from __future__ import annotations

import asyncio

from core import journal as j
from core.seat import Seat
from tests.ssh.house import SOON
from tests.ssh.test_commands import a_house


async def test_a_watch_ends_with_the_seat_that_it_was_for(tmp_path):
    async with a_house(tmp_path, "Ada", "Bo") as (_, table, [ada, _], _):
        watching = asyncio.ensure_future(ada("watch exodus-1 --json"))
        async with asyncio.timeout(SOON):
            while not any(one.seat == "Ada" for one in table._subscribers):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        table.submit(j.HandedOver(seat="Ada", holder="person:bo"))
        Seat(table, "Cy").say(["Ada"], "canary")
        done = await watching
    assert done.exit_status == 0
    assert '"change":"here"' in done.stdout
    assert "canary" not in done.stdout
