"""The gallery on the screen: everything of a match for those who were let in, and what its players are asked."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from core.match import journal as j
from core.table.galleries import GalleryPlace
from core.table.host_controls import HostControls
from tests.kit import NAMES
from tests.kit.depth import ends
from tests.kit.hall import Hall
from tui.screens import gallery
from tui.screens.gallery import GalleryScreen
from tui.screens.host.console import Console
from tui.screens.releasing import LetReadDialog
from tui.screens.table.screen import TableScreen
from tui.widgets.choices import Choices

SIZES = ends((40, 15), (80, 24), (120, 40), (160, 45))


def watched(*inside: str) -> tuple[Hall, object]:
    hall = Hall("Ada", "Bo", *inside)
    table = hall.match(gallery="live")
    for name in inside:
        HostControls(table).gallery(f"person:{name.lower()}", name)
    return hall, table


@pytest.mark.parametrize("size", SIZES)
async def test_HH_61_the_gallery_sees_orders_as_they_are_sealed_and_talks(size):
    hall, table = watched("Eve", "Fay")
    hall.seat(table, "Bo").let_read(talk=True, confessional=True)
    hall.seat(table, "Bo").say("confessional", "I will break my word")
    async with hall.enter("Eve", size) as at:
        await at.press("enter")
        await at.app.workers.wait_for_complete()
        await at.settle()
        assert isinstance(at.screen, GalleryScreen)
        assert "gallery" in at.text
        hall.seat(table, "Bo").seal({"number": 5})
        at.screen._repaint_soon()
        await at.settle()
        assert "Bo  person, sealed" in at.text
        wide = size[0] >= 120
        if not wide:
            await at.press("2")
        assert "Bo confides: I will break" in at.text.replace("\n", " ")
        if not wide:
            await at.press("3")
        await at.press("t")
        await at.type("he will")
        await at.press("enter")
        assert "Eve: he will" in at.text
        assert "Eve  everything" in at.text
        await at.press("e", "down", "enter")
        assert isinstance(at.screen, TableScreen)
        assert at.screen.seat.name == "Bo"
        await at.press("s")
        assert table.match.phase == "round"
        await at.press("q")
        assert isinstance(at.screen, GalleryScreen)
        HostControls(table).gallery("person:eve", "Eve", yes=False)
        await at.settle()
        assert not isinstance(at.screen, GalleryScreen), "whoever is taken out of it leaves"


async def test_HH_64_what_was_said_in_the_gallery_since_one_looked_is_marked():
    hall, table = watched("Eve", "Fay")
    match = table.match.header.match
    fay = hall.house.galleries.place(match, "person:fay")
    fay.remark("before Eve came")
    async with hall.enter("Eve", (80, 24)) as at:
        await at.press("enter")
        await at.app.workers.wait_for_complete()
        await at.settle()
        assert "3: 1 new in the gallery" in at.text
        await at.press("3")
        assert "new Fay: before Eve came" in at.text
        assert "1 new" not in at.text
        await at.press("1")
        fay.remark("while she looks elsewhere")
        at.screen._repaint_soon()
        await at.settle()
        assert "3: 1 new in the gallery" in at.text
        await at.press("3")
        assert "new Fay: while she looks elsewhere" in at.text
        assert "new Fay: before" not in at.text


async def test_HH_62_who_sits_down_is_asked_what_the_gallery_may_read():
    hall, table = watched("Eve")
    async with hall.enter("Ada") as at:
        assert isinstance(at.screen, LetReadDialog)
        await at.press("enter")
        assert "may be read" in at.text
        lets = hall.seat(table, "Ada").lets()
        assert (lets.talk, lets.confessional) == (True, False)
        await at.press("q")
        assert isinstance(at.screen, TableScreen)
    async with hall.enter("Ada") as at:
        assert isinstance(at.screen, TableScreen), "asked once"


async def test_HH_64_those_who_watch_talk_among_themselves():
    hall, table = watched("Eve")
    hall.join("Gil")
    hall.join("Hal")
    table.submit(j.Remarked(author="person:hal", name="Hal", text="Bo is lost", where="spectators"))
    async with hall.enter("Gil", (120, 40)) as at:
        at.app.spectate(table.match.header.match)
        await at.settle()
        assert "Hal: Bo is lost" in at.text
        await at.press("t")
        await at.type("not yet")
        await at.press("enter")
        await at.settle()
        assert "Gil: not yet" in at.text
    assert hall.seat(table, "Ada").remarks() == ()


async def test_HH_64_what_those_who_watch_said_since_one_looked_is_marked():
    hall, table = watched("Eve")
    match = table.match.header.match

    def say(words: str) -> None:
        table.submit(j.Remarked(author="person:hal", name="Hal", text=words, where="spectators"))

    hall.join("Gil")
    say("before Gil came")
    for size, first in (((120, 40), True), ((80, 24), False)):
        async with hall.enter("Gil", size) as at:
            at.app.spectate(match)
            await at.settle()
            assert ("new Hal: before Gil came" in at.text) == first
            assert "Hal: before Gil came" in at.text
            say(f"while Gil looks at {size}")
            await at.settle()
            assert f"new Hal: while Gil looks at {size}"[:24] in at.text
            await at.press("t")
            assert "Hal: while Gil looks" in at.text, "what is answered stands above the answer"
            await at.press("escape")
            await at.settle()
            assert "new Hal" not in at.text
    say("too small to be seen")
    async with hall.enter("Gil", (40, 15)) as at:
        at.app.spectate(match)
        await at.settle()
        assert "1 new in the lounge" in at.text


async def test_HH_61_a_host_lets_into_the_gallery_and_out_of_it_on_the_console():
    hall, table = watched("Eve")
    async with hall.enter("Ada", (120, 40)) as at:
        at.app.push_screen(Console(at.app, HostControls(table)))
        await at.settle()
        assert "1 in it" in at.text
        for there in (False, True):
            gallery = next(one for one in at.screen.commands() if one.word == "Gallery")
            gallery.do()
            await at.settle()
            at.screen.query_one(Choices).point("person:eve")
            await at.press("enter")
            assert "into the gallery?" in at.text if there else "out of the gallery?" in at.text
            await at.press("enter")
            assert ("person:eve" in table.match.audience.members) == there
        assert table.match.news[-1].text == "1 person is in the gallery of this match."


async def test_HH_61_in_the_gallery_a_close_moves_and_has_a_headline_and_a_deed():
    seats = NAMES[:9]
    hall = Hall(*seats, "Eve")
    hands = {"hands": {seat: ["red", "blue", "green", "white"] for seat in seats}}
    table = hall.match("exodus", seats=seats, gallery="live", setup=hands)
    HostControls(table).gallery("person:eve", "Eve")
    async with hall.enter("Eve", (120, 40)) as at:
        at.app.change_setting("motion", True)
        await at.press("enter")
        await at.app.workers.wait_for_complete()
        await at.settle()
        for by, to in (("Ada", "Bo"), ("Bo", "Ada")):
            hall.seat(table, by).seal({"offers": [{"to": to, "give": "red"}]})
        at.screen._repaint_soon()
        await at.settle()
        await at.app.workers.wait_for_complete()
        await at.settle()
        assert "If it closed now  2 of 9 sealed" in at.text
        assert "Ada +2, Bo +2 points" in at.text
        HostControls(table).close()
        at.screen._repaint_soon()
        await at.settle()
        await at.app.workers.wait_for_complete()
        await at.settle()
        seen = [at.text]
        while at.screen._step is not None:
            at.screen._move_on()
            await at.settle()
            seen.append(at.text)
        assert any("Round 1 closes." in page for page in seen)
        assert any("Ada gave Bo 1 red cube for 1 red cube" in page for page in seen)
        assert "Round 1, as it closed  Ada and Bo +2 points" in seen[-1]
        assert "\u2605 Ada 2  \u2605 Bo 2" in seen[-1]
        assert "If it closed now" not in seen[-1], "nothing is sealed in round 2"


@asynccontextmanager
async def swapped(size: tuple[int, int] = (120, 40)) -> AsyncIterator[tuple[Hall, object, object]]:
    """Eve in the gallery of an Exodus in whose open round two seats swap."""
    seats = NAMES[:9]
    hall = Hall(*seats, "Eve")
    hands = {"hands": {seat: ["red", "blue", "green", "white"] for seat in seats}}
    table = hall.match("exodus", seats=seats, gallery="live", setup=hands)
    HostControls(table).gallery("person:eve", "Eve")
    async with hall.enter("Eve", size) as at:
        at.app.change_setting("motion", True)
        await at.press("enter")
        await at.app.workers.wait_for_complete()
        for by, to in (("Ada", "Bo"), ("Bo", "Ada")):
            hall.seat(table, by).seal({"offers": [{"to": to, "give": "red"}]})
        at.screen._repaint_soon()
        await at.settle()
        await at.app.workers.wait_for_complete()
        yield hall, table, at


async def test_HH_61_a_close_that_moves_in_the_gallery_gives_way_to_the_next_one(monkeypatch):
    async with swapped() as (_, table, at):
        HostControls(table).close()
        at.screen._repaint_soon()
        await at.settle()
        await at.app.workers.wait_for_complete()
        at.screen._step = len(at.screen._story.scenes[-1].steps)
        assert at.screen._step > 0
        asked, answer = threading.Event(), threading.Event()

        def slow(place: GalleryPlace) -> None:
            asked.set()
            answer.wait(10)

        monkeypatch.setattr(GalleryPlace, "if_closed", slow)
        HostControls(table).close()
        at.screen._repaint_soon()
        await at.settle()
        assert await asyncio.to_thread(asked.wait, 10), "the new close is being told"
        at.screen._paint()
        answer.set()
        await at.app.workers.wait_for_complete()
        await at.settle()
        assert len(at.screen._story.scenes) == 2
        assert (at.screen._step or 0) <= len(at.screen._story.scenes[-1].steps) == 0
        assert "Round 2, as it closed" in at.text


async def test_HH_61_a_close_in_the_gallery_ends_on_a_busy_machine_too(monkeypatch):
    monkeypatch.setattr(gallery, "STEP", 0.3)
    async with swapped() as (hall, table, at):
        HostControls(table).close()
        at.screen._repaint_soon()
        await at.settle()
        for _ in range(200):
            if at.screen._step is not None:
                break
            await asyncio.sleep(0.005)
        else:
            pytest.fail("nothing moved")
        time.sleep(1.3)  # noqa: ASYNC251 - the ticks of the whole motion are missed
        for _ in range(100):
            if at.screen._step is None:
                break
            await asyncio.sleep(0.05)
        assert at.screen._step is None
        assert at.screen._timer is None
        hall.seat(table, "Ada").seal({"offers": []})
        at.screen._repaint_soon()
        await at.settle()
        await at.app.workers.wait_for_complete()
        await at.settle()
        assert "If it closed now  1 of 9 sealed" in at.text
