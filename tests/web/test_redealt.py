"""HH-15 through a browser: of two matches that a seat cannot tell apart its page is sent the same, terminal and bar."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from core.games import game as find_game
from core.house.guest import WatchLinks
from core.kit import played
from core.kit.secrecy import redealt
from core.match.state import Match
from tests.kit.depth import games
from tests.kit.house import open_house
from tests.kit.quiet import loop_is_quiet
from tests.ssh.house import SOON, new_people
from tests.web.kit import Page, comes, entrance
from tui.app.session import SessionApp


async def sent(folder: Path, match: Match, seat: str | None) -> tuple[bytes, dict[str, Any]]:
    """Every byte that the terminal of one seat's page is sent, and what the page is told last of each kind (a busy
    machine tells the keys once more before the panel stands); None: of a reader by the link (HH-65)."""
    house, people = open_house(), new_people()
    holders = {name: f"person:{name.casefold()}" for name in match.seats}
    table = house.make(match.header.game, match.seats, holders=holders, seed=3)
    table.match = replace(
        match, header=replace(match.header, match=table.match.header.match), holders=holders, watch="link"
    )

    def app(size: tuple[int, int], person: Any, _: Any) -> SessionApp:
        return SessionApp(house, people, person)

    async with entrance(folder, app, people=people, matches=house) as at, at.browser() as browser:
        if seat is not None:
            await browser.join(seat)
        path = "/line" if seat is not None else f"/w/{WatchLinks(house).code_of(table.match.header.match)}/line"
        page = await browser.sit(size=(42, 30), path=path)
        await page.until(lambda: page.said("offer") and page.said("theme"))
        if seat is not None:  # the panel takes the keyboard once it stands: its keys are told then
            await comes(lambda: at.house.server._sessions[seat.casefold()]._app.focused)  # type: ignore[union-attr]
        server = at.house.server
        await is_still(page, [*server._sessions.values(), *server._nameless])
        raw, told = bytes(page.raw), {kind: value for kind, value in page.told if kind != "pong"}
        if seat is not None:
            told["talk"] = await talk(page)
    house.stop()
    return raw, told


async def is_still(page: Page, sessions: Iterable[Any]) -> None:
    """Wait until nothing more is sent to a page, the keys of its last frame included."""
    before, now = -1, 0
    while before != now or any(one._page_timer for one in sessions):
        before = now
        await asyncio.sleep(0.01)
        await loop_is_quiet(max_sleep=SOON)
        now = len(page.raw) + len(page.told)


async def talk(page: Page) -> Any:
    """The conversation that the page shows, from the lobby or the table."""
    for key in "\r", "t":
        if not any(word.startswith("talk") for _, word, _ in page.said("offer")["keys"]) or key == "t":
            await page.type(key)
            await page.until(lambda: any(word.startswith("talk") for _, word, _ in page.said("offer")["keys"]))
    await page.until(lambda: page.said("talk"))
    return page.said("talk")


@pytest.mark.parametrize("seated", [True, False], ids=["seated", "watching"])
@pytest.mark.parametrize("game", games("exodus", "drifting_ship", "sinners_secret", "refereed"))
async def test_HH_15_a_page_is_sent_only_what_its_reader_may_know(game: str, seated: bool, tmp_path: Path) -> None:
    moments = [moment for moment in played(find_game(game), 1).moments if moment.phase == "round"]
    match = moments[len(moments) * 3 // 5]
    seat = match.seats[1] if seated else None
    raw, told = await sent(tmp_path, match, seat)
    assert raw
    assert told
    assert (raw, told) == await sent(tmp_path, redealt(match, seat, 1), seat)
