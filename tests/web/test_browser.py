"""The browser door in a real Chromium: by a link to a sealed order, cut and taken up again, on a phone and a laptop."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.house.people import People
from core.table.table import Table
from ssh_server.door.join import SeatClaims
from tests.archive.browser import HERE, MISSING, Browser
from tests.kit import NAMES
from tests.kit.depth import DEEP
from tests.kit.house import open_house
from tests.ssh.house import new_people
from tests.web.kit import Entrance, entrance
from tui.app.session import SessionApp

pytestmark = pytest.mark.skipif(not HERE, reason=MISSING)
in_the_deep_run = pytest.mark.skipif(not DEEP, reason="some of these fail now and then on a busy machine: make deep")

PAINTED = "const on = document.body.classList; return on.contains('shown') && !on.contains('cut')"
OVER = "return !document.getElementById('over').hidden && document.getElementById('told').textContent"
ASKED = "return ![...document.querySelectorAll('#offered button')].some((one) => one.textContent === 'sseal')"
OFFERED = "return [...document.querySelectorAll('#offered button')].map((one) => one.textContent)"
REFUSED_STYLE = re.compile(r"Applying inline style|software WebGL|task queue exceeded|DEPRECATED_ENDPOINT")
"""What the console may say: textual.js has two style elements, which the page's policy refuses and nobody misses."""

PRESS = """
const all = [...document.querySelectorAll('#bar button')];
all.find((one) => one.dataset.type === arguments[0] || one.textContent === arguments[0]).click();
"""

PHONE, LAPTOP = (360, 640, True), (1280, 800, False)


class Played:
    """A match with a seat for Ada, whose browser is real."""

    def __init__(self, at: Entrance, table: Table, people: People, window: tuple[int, int, bool], folder: Path) -> None:
        self.at, self.table, self.people = at, table, people
        width, height, touch = window
        self.touch = touch
        self.browser = Browser(folder, width, height, touch=touch)

    async def do(self, doing: Callable[..., Any], *given: Any) -> Any:
        """In a thread: the house runs in this one."""
        return await asyncio.to_thread(doing, *given)

    async def until(self, script: str, *given: Any) -> Any:
        return await self.do(self.browser.until, script, *given)

    async def run(self, script: str, *given: Any) -> Any:
        return await self.do(self.browser.run, script, *given)

    def link(self) -> str:
        match = self.table.match
        _, code = self.people.invite("host", match.header.match, "Ada")
        return f"{self.at.url}/j/{code}"

    async def join(self) -> None:
        """By a link, as anybody does."""
        await self.do(self.browser.open, self.link())
        assert await self.run("return location.pathname") == "/j", "the link stands in no address any more"
        await self.run("document.getElementById('name').value = 'Ada'; document.getElementById('join').requestSubmit()")
        await self.until("return location.pathname === '/play'")
        await self.until(PAINTED)
        await self.until("return document.querySelectorAll('#offered button').length > 3")

    async def press(self, key: str) -> None:
        """A key of the bar, as a thumb does, whether the bar is seen or not."""
        await self.run(PRESS, key)

    async def seal(self) -> None:
        """As it is: the question is there before it is answered."""
        async with asyncio.timeout(40):
            while "Ada" not in self.table.match.sealed:  # on a slow machine a key may come before its screen stands
                await self.press("Enter" if await self.run(ASKED) else "s")
                await asyncio.sleep(1)

    async def comes(self, true: Callable[[], object]) -> None:
        async with asyncio.timeout(30):
            for _ in iter(lambda: bool(true()), True):
                await asyncio.sleep(0.02)


@pytest.fixture
def windows() -> Iterator[list[Browser]]:
    opened: list[Browser] = []
    yield opened
    for one in opened:
        one.__exit__(None, None, None)


@pytest.fixture(params=[PHONE, LAPTOP], ids=["phone", "laptop"])
async def played(request: pytest.FixtureRequest, tmp_path: Path, windows: list[Browser]) -> AsyncIterator[Played]:
    house, people = open_house(), new_people()
    seats = ("Ada", *NAMES[1:9])
    holders = dict.fromkeys(seats, "bot:random") | {"Ada": "open", seats[1]: "open"}
    table = house.make("exodus", seats, holders=holders, seed=3, round_seconds=3600.0)

    def app(size: tuple[int, int], person: Any, _: Any) -> SessionApp:
        return SessionApp(house, people, person)

    async with entrance(tmp_path, app, people=people, claims=SeatClaims(house)) as at:
        one = Played(at, table, people, request.param, tmp_path)
        await one.do(one.browser.__enter__)
        windows.append(one.browser)
        yield one
    house.stop()


async def test_by_a_link_to_a_sealed_order_by_thumb(played: Played) -> None:
    await played.join()
    assert "Ada" not in played.table.match.sealed
    await played.seal()
    told = await played.do(played.browser.errors)
    assert [one for one in told if not REFUSED_STYLE.search(one)] == []
    cookies = await played.do(played.browser.cookies)
    assert [(one["httpOnly"], one["sameSite"]) for one in cookies] == [(True, "Lax")]
    asked = await played.run("return performance.getEntriesByType('resource').map((one) => new URL(one.name).origin)")
    assert set(asked) <= {played.at.url, played.at.url.replace("http", "ws")}


@in_the_deep_run
async def test_the_window_changes_its_size_and_the_table_with_it(played: Played) -> None:
    await played.join()
    [line] = played.at.door._lines.values()
    before = line.size
    assert before[0] >= (40 if played.touch else 80)
    assert before[1] >= (28 if played.touch else 24)
    metrics = {"width": 360, "height": 340, "deviceScaleFactor": 1, "mobile": played.touch}
    await played.do(lambda: played.browser.devtools("Emulation.setDeviceMetricsOverride", **metrics))
    await played.comes(lambda: line.size[1] < before[1])
    if played.touch:
        assert line.size[0] == before[0], "the keyboard takes height alone"
        await played.run("document.querySelector('[data-do=write]').click()")
        await played.comes(lambda: line.size[1] >= 15)


@in_the_deep_run
async def test_a_cut_line_comes_back_by_itself_to_the_same_screen(played: Played) -> None:
    await played.join()
    [line] = played.at.door._lines.values()
    session = played.at.house.server._sessions["ada"]
    line._hang_up()
    await played.comes(lambda: not line.away and line._request is not None)
    assert played.at.house.server._sessions["ada"] is session
    await played.until(PAINTED)
    await played.seal()


@in_the_deep_run
async def test_a_second_tab_takes_over_and_the_first_does_not_fight(played: Played) -> None:
    await played.join()
    first = await played.do(lambda: played.browser.tab)
    await played.do(played.browser.new_tab)
    await played.do(played.browser.open, f"{played.at.url}/play")
    await played.until(PAINTED)
    second = await played.do(lambda: played.browser.tab)
    session = played.at.house.server._sessions["ada"]
    await played.do(played.browser.switch, first)
    assert "another terminal" in await played.until(OVER)
    assert played.at.house.server._sessions["ada"] is session
    await played.run("document.getElementById('again').click()")
    await played.until(PAINTED)
    await played.comes(lambda: played.at.house.server._sessions.get("ada") not in (None, session))
    await played.do(played.browser.switch, second)
    await played.until(OVER)


@in_the_deep_run
async def test_a_revoked_browser_is_shown_the_door(played: Played) -> None:
    await played.join()
    played.people.set_password("Ada", "a hash")
    played.people.drop_browser("Ada", played.people.find("Ada").browsers[0].id)  # type: ignore[union-attr]
    assert "taken off your list" in await played.until(OVER)
    await played.until("return location.pathname === '/' || !document.getElementById('again').click()")
    await played.until("return location.pathname === '/' && document.getElementById('password') !== null")


@in_the_deep_run
async def test_what_is_written_on_the_phone_is_said(played: Played) -> None:
    await played.join()
    await played.run("document.querySelector('[data-do=write]').click()")
    await played.run(
        "document.getElementById('line').value = 'A word by thumb'; document.getElementById('words').requestSubmit()"
    )
    match = played.table
    await played.comes(lambda: "A word by thumb" in str(match.match.said))
