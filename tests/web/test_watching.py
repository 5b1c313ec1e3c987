"""HH-65: a match watched by its link, without a name, and every other id alike."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from core.house.guest import WatchLinks
from core.house.house import House
from core.match.journal import WatchedBy
from core.seasons.options import SeasonOptions
from core.table.host_controls import HostControls
from core.table.table import Table
from core.training import practice
from ssh_server.session.session import AT
from tests.kit import NAMES
from tests.kit.house import open_house
from tests.ssh.house import new_people
from tests.web.kit import Browser, Entrance, comes, entrance
from tui.app.session import SessionApp
from web_server import watching


class Gate:
    """A house with matches of every kind."""

    def __init__(self, at: Entrance, house: House) -> None:
        self.at, self.house = at, house

    def match(self, who: WatchedBy, **how: Any) -> Table:
        table = self.house.make("exodus", NAMES[:9], seed=3, holders={"Ada": "person:ada"}, **how)
        HostControls(table).watched_by(who)
        return table

    def link(self, table: Table) -> str:
        """The code of a match's link."""
        return WatchLinks(self.house).code_of(table.match.header.match)


@pytest.fixture
async def gate(tmp_path: Path) -> AsyncIterator[Gate]:
    house, people = open_house(), new_people()

    def app(size: tuple[int, int], person: Any, environment: Any) -> SessionApp:
        return SessionApp(house, people, person, open_match=environment.variables.get(AT, ""))

    async with entrance(tmp_path, app, people=people, matches=house) as at:
        yield Gate(at, house)
    house.stop()


async def line(browser: Browser, match: str) -> int:
    """The status with which a line to a match is refused."""
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await browser.sit(path=f"/w/{match}/line")
    return refused.value.status


async def test_HH_65_whoever_has_the_link_watches_and_does_nothing_else(gate: Gate) -> None:
    table = gate.match("link")
    match, before = gate.link(table), table.match.entry_count
    async with gate.at.browser() as browser:
        status, page = await browser.get(f"/w/{match}")
        assert status == 200
        assert f'data-line="/w/{match}/line"' in page
        assert not browser.http.cookie_jar
        seen = await browser.sit(path=f"/w/{match}/line", size=(120, 40))
        await seen.shows("At the table")
        await seen.until(lambda: seen.said("offer"))
        offered = {word for _, word, _ in seen.said("offer")["keys"]}
        assert not offered & {"seal", "talk", "notes", "ready"}
        assert gate.at.house.server.present == ()
        for key in ("s", "r", "t", "n"):
            await seen.type(key)
        await seen.type("q")
        assert await seen.over() == 4000
        assert "stopped watching" in seen.said("say")
    assert table.match.entry_count == before


async def test_HH_65_every_other_match_answers_as_one_that_is_not_there(gate: Gate) -> None:
    hidden = [gate.match(who).match.header.match for who in ("house", "cast", "code")]
    own = practice.begin(gate.house, "exodus", "person:ada", "Ada")
    HostControls(own).watched_by("link")
    closed = gate.house.seasons.make(("Ada", "Cy"), season="closed-1", options=SeasonOptions(private=True))
    of_season = gate.match("link", season=closed.id)
    reads: list[str] = []
    read = gate.house.store.read
    gate.house.store.read = lambda match: (reads.append(match), read(match))[1]  # type: ignore[method-assign]
    async with gate.at.browser() as browser:
        answers = set()
        counted = gate.match("link")  # its id leads nowhere, nor does the link of before
        old = gate.link(counted)
        WatchLinks(gate.house).renew(counted.match.header.match)
        ids = [table.match.header.match for table in (own, of_season, counted)]
        codes = [gate.link(own), gate.link(of_season), old]
        for match in (*hidden, *ids, *codes, "unused-1", "", "x" * 300, "%00"):
            answers.add((await browser.get(f"/w/{match}"), await line(browser, match)))
    assert len(answers) == 1
    assert next(iter(answers))[0][0] == 404
    assert reads == []


async def test_HH_65_who_may_not_any_more_is_told_so_and_leaves(gate: Gate) -> None:
    table = gate.match("link")
    async with gate.at.browser() as browser:
        page = await browser.sit(path=f"/w/{gate.link(table)}/line")
        await page.until(lambda: page.said("offer"))
        HostControls(table).watched_by("house")
        assert await page.over() == 4002
        assert "may not watch" in page.said("say")


async def test_HH_65_spectators_by_a_renewed_link_leave_at_once(gate: Gate) -> None:
    table = gate.match("link")
    async with gate.at.browser() as browser:
        page = await browser.sit(path=f"/w/{gate.link(table)}/line")
        await page.until(lambda: page.said("offer"))
        WatchLinks(gate.house).renew(table.match.header.match)
        assert await page.over() == 4002


async def test_whoever_watches_has_limits_of_their_own(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "MOST_AN_ADDRESS", 2)
    path = f"/w/{gate.link(gate.match('link'))}/line"
    async with contextlib.AsyncExitStack() as stack:
        browsers = [await stack.enter_async_context(gate.at.browser()) for _ in range(4)]
        pages = [await one.sit(path=path) for one in browsers[:2]]
        for page in pages:
            await page.until(lambda page=page: page.said("offer"))
        third = await browsers[2].sit(path=path)
        assert await third.over() == 4004
        assert "Many are watching" in third.said("say")
        await browsers[3].join("Bo")
        player = await browsers[3].sit()
        await player.until(lambda: player.said("offer"))
        await pages[0].vanish()
        await comes(lambda: not len(gate.at.door._onlookers._homes) or gate.at.door._onlookers._homes.total() < 2)
        again = await browsers[2].sit(path=path)
        await again.until(lambda: again.said("offer"))


async def test_the_link_leads_whoever_is_of_the_house_to_their_own_seat(gate: Gate) -> None:
    first = gate.match("cast", title="By the window")
    second = gate.match("cast", title="By the door")
    async with gate.at.browser() as browser:
        await browser.join("Ada")
        match = second.match.header.match
        async with browser.http.get(f"/w/{match}", allow_redirects=False) as answer:
            assert (answer.status, answer.headers["Location"]) == (303, f"/play/{match}")
        _, told = await browser.get(f"/play/{match}")
        assert f'data-line="/line/{match}"' in told
        _, told = await browser.get("/play/a%3Fb")
        assert 'data-line="/line"' in told
        page = await browser.sit(path=f"/line/{match}")
        await page.until(lambda: "seal" in str(page.said("offer")))
        await page.shows("By the door")
        assert "By the window" not in page.text
        await page.say("go", "match", first.match.header.match)
        await page.shows("By the window")
        await page.say("go", "match", "nowhere-1")
        await page.shows("There is no match")
