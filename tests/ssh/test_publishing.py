"""The house publishes its archive by itself, and a room's result names a page that is there."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from core.match import journal as j
from core.narration.feed_shelf import Feeds
from core.table.host_controls import HostControls
from ssh_server.upkeep.publishing import Publisher
from tests.ssh.chat_room import ChatRoom
from tests.ssh.feeding import feeding, quiet
from tests.ssh.test_feed import at_table


def writes(path: Path) -> list[str]:
    return [sys.executable, "-c", f"import time; time.sleep(0.2); open({str(path)!r}, 'a').write('x')"]


async def test_HH_17_the_result_names_the_page_that_the_house_has_published(tmp_path: Path) -> None:
    page = tmp_path / "page.html"

    def address(kind: str, name: str) -> str:
        return f"https://play.example.org/archive/{kind}/{name}" if page.exists() else ""

    async with ChatRoom() as room:
        house, table = at_table(room)
        HostControls(table).publish()
        async with feeding(house, page=address) as feeder:
            publisher = Publisher(house, writes(page), calm=30.0)
            feeder.published = publisher.ready
            while table.match.phase != "finished":
                table.submit(j.Closed())
            await quiet(feeder)
            assert "https://play.example.org/archive/matches/" in room.texts[-1]
            assert page.read_text() == "x", "published once"
            await publisher.ready(partial(address, "matches", "parley-open-1"))
            assert page.read_text() == "x", "the page is there already"
            await publisher.stop()
        house.stop()
    assert Feeds(house.store).get("parley-open-1", "players") is None


async def test_a_publication_that_fails_delays_no_result(tmp_path: Path) -> None:
    async with ChatRoom() as room:
        house, table = at_table(room)
        HostControls(table).publish()
        async with feeding(house) as feeder:
            publisher = Publisher(house, [str(tmp_path / "missing")], calm=30.0)
            feeder.published = publisher.ready
            while table.match.phase != "finished":
                table.submit(j.Closed())
            await quiet(feeder)
            assert "Won by" in room.texts[-1] or "won" in room.texts[-1]
            assert "archive" not in room.texts[-1]
            await publisher.stop()
        house.stop()
