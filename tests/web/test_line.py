"""The line through a web socket: the same session, cut and taken up again, and each end with a code of its own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.person import Person
from ssh_server.session.colours import Colours, key_sequence
from ssh_server.session.session import Environment
from tests.kit import NAMES
from tests.kit.house import open_house
from tests.ssh.house import SmallApp, new_people, sit
from tests.web.kit import comes, entrance
from tui.app.session import SessionApp
from web_server import line as web_line


async def test_what_a_browser_is_shown_ssh_is_shown(tmp_path: Path) -> None:
    """The same bytes of the same app."""
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        page = await browser.sit()
        await page.shows("size 80x24")
        await page.say("resize", {"width": 64, "height": 20})
        await page.shows("size 64x20")
        await page.type("x")
        await page.shows("typed: x")
        key = at.house.newcomer("Bo")
        async with await at.house.connect("Bo", key, env={"COLORTERM": "truecolor"}) as connection:
            screen = await sit(connection, env={"COLORTERM": "truecolor"})
            text = await screen.shows("I am Bo")
            assert text.replace("Bo", "Ada").split()[:3] == page.text.split()[:3]


async def test_the_app_is_told_of_colours_and_time_zone(tmp_path: Path) -> None:
    told: list[Environment] = []

    def app(size: tuple[int, int], person: Person, environment: Environment) -> SmallApp:
        told.append(environment)
        return SmallApp(size, person, environment)

    async with entrance(tmp_path, app) as at, at.browser() as browser:
        await browser.join("Ada")
        await (await browser.sit()).shows("I am Ada")
    assert told[0].variables["TZ"] == "Europe/Berlin"
    assert told[0].colours is Colours.FULL


LONG = b'["stdin","' + b"y" * 200 + b'"]'
"""A message of the page with more bytes than the short form of a length holds."""


@pytest.mark.parametrize("words", [b'["stdin","y"]', LONG])
async def test_a_frame_without_a_mask_closes_the_socket(tmp_path: Path, words: bytes) -> None:
    def frame(mask: bytes) -> bytes:
        length = bytes([len(words)]) if len(words) < 126 else b"\x7e" + len(words).to_bytes(2)
        content = bytes(byte ^ mask[n % 4] for n, byte in enumerate(words)) if mask else words
        return b"\x81" + bytes([length[0] | (0x80 if mask else 0)]) + length[1:] + mask + content

    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        page = await browser.sit()
        await page.shows("I am Ada")
        masked = frame(b"\x11\x22\x33\x44")
        for part in (masked[:1], masked[1:3], masked[3:], masked):
            page.send_raw(part)
            await asyncio.sleep(0)
        await page.shows("typed: y" if words is not LONG else "y")
        page.send_raw(frame(b""))
        assert await page.over() == 1002


async def test_a_cut_line_comes_back_to_the_same_screen(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        page = await browser.sit()
        await page.shows("I am Ada")
        await page.type("x")
        await page.shows("typed: x")
        await page.vanish()
        [line] = at.door._lines.values()
        await comes(lambda: line.away)
        assert at.house.server.present == ()
        back = await browser.sit(size=(60, 20))
        await back.shows("typed: x")
        await back.shows("size 60x20")
        assert b"\x1b[?1049h" in back.raw
        assert at.house.server.present == ("Ada",)
        await back.type("y")
        await back.shows("typed: x y")


async def test_another_page_takes_over_and_the_first_is_told_not_to_come_back(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        first = await browser.sit()
        await first.shows("I am Ada")
        second = await browser.sit(page="b" * 32)
        assert await first.over() == 4001
        assert "another terminal" in first.said("say")
        await second.shows("I am Ada")


async def test_ssh_and_a_browser_take_over_from_each_other(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        key = at.house.newcomer("Ada")
        await browser.post("/join", code=at.people.link("ada"), name="")
        page = await browser.sit()
        await page.shows("I am Ada")
        async with await at.house.connect("Ada", key) as connection:
            screen = await sit(connection)
            await screen.shows("I am Ada")
            assert await page.over() == 4001
            again = await browser.sit()
            await again.shows("I am Ada")
            assert await screen.ends() == 0


async def test_a_line_that_stays_away_is_over_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_line, "AWAY_SECONDS", 0.0)
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        page = await browser.sit()
        await page.shows("I am Ada")
        [line] = at.door._lines.values()
        await page.vanish()
        async with asyncio.timeout(300):
            await line.gone.wait()
        await comes(lambda: not at.house.server._sessions)


async def test_another_browser_does_not_get_a_line_by_its_page(tmp_path: Path) -> None:
    """Not even of the same person: a page is known by both."""
    async with entrance(tmp_path) as at, at.browser() as browser, at.browser() as other:
        await browser.join("Ada")
        await other.post("/join", code=at.people.link("ada"), name="")
        page = await browser.sit()
        await page.shows("I am Ada")
        await page.type("x")
        await page.shows("typed: x")
        await page.vanish()
        theirs = await other.sit()
        await theirs.shows("I am Ada")
        assert "typed: x" not in theirs.text


@pytest.mark.parametrize(("key", "code"), [("q", 4000), ("!", 4005)])
async def test_each_end_has_its_code(key: str, code: int, tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        page = await browser.sit()
        await page.shows("I am Ada")
        await page.type(key)
        assert await page.over() == code
        again = await browser.sit()
        await again.shows("I am Ada")


async def test_a_house_that_closes_says_so_and_pages_come_back_by_themselves(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        page = await browser.sit()
        await page.shows("I am Ada")
        at.door.close()
        await at.house.server.stop()
        assert await page.over() == 4003
        assert "closes for a moment" in page.said("say")


async def test_the_page_is_told_the_keys_and_the_theme(tmp_path: Path) -> None:
    house, people = open_house(), new_people()
    apps = lambda size, person, _: SessionApp(house, people, person)  # noqa: E731
    async with entrance(tmp_path, apps, people=people) as at, at.browser() as browser:
        await browser.join("Ada")
        page = await browser.sit()
        await page.until(lambda: page.said("offer"))
        keys = {word: sent for _, word, sent in page.said("offer")["keys"]}
        assert keys["help"] == "?"
        assert page.said("offer")["to"] is None
        theme = page.said("theme")
        assert theme["dark"] is True
        assert theme["colours"]["paper"] == "#16131a"
    house.stop()


def test_signs_of_the_bar_are_sent_as_a_terminal_sends_them() -> None:
    assert [key_sequence(key) for key in ("plus", "minus", "slash", "home", "7")] == ["+", "-", "/", "\x1b[H", "7"]


async def test_words_of_the_page_are_said_where_it_showed_that_they_go(tmp_path: Path) -> None:
    """Each to the conversation that was shown as they were sent; the page hears what became of them."""
    house, people = open_house(), new_people()
    seats = NAMES[:9]
    table = house.make("exodus", seats, holders=dict.fromkeys(seats, "open") | {"Ada": "person:ada"})
    apps = lambda size, person, _: SessionApp(house, people, person)  # noqa: E731
    async with entrance(tmp_path, apps, people=people) as at, at.browser() as browser:
        await browser.join("Ada")
        page = await browser.sit(size=(40, 30))

        def to() -> list[str]:
            return (page.said("offer") or {}).get("to") or ["", ""]

        async def answer(number: int) -> str:
            await page.until(lambda: (page.said("said") or {}).get("number") == number)
            return str(page.said("said")["how"])

        def heard(name: str) -> list[str]:
            return [message.text for message in house.seat(table.match.header.match, name).messages()]

        await page.until(lambda: any(word == "talk" for _, word, _ in (page.said("offer") or {"keys": []})["keys"]))
        await page.say("words", 1, "", "to nobody")
        assert await answer(1) == "kept"
        await page.type("t")
        await page.until(lambda: to()[1] == "to Lounge (everyone)")
        lounge = to()[0]
        await page.type("\x1b[B")
        await page.until(lambda: to()[1] == "to Bo")
        await page.say("words", 2, to()[0], "Bo alone")
        assert await answer(2) == "said"
        assert heard("Bo") == ["Bo alone"]
        assert heard("Cy") == []
        shown = to()[0]
        await page.type("\x1b[B")
        await page.until(lambda: to()[1] == "to Cy")
        await page.say("words", 3, shown, "still for Bo")
        assert await answer(3) == "kept"
        assert heard("Bo") == ["Bo alone"]
        await page.say("words", 4, lounge, "for the lounge")
        assert await answer(4) == "kept"
        await page.say("words", 5, to()[0], "my red for your blue every round")
        assert await answer(5) == "asked"
        await page.type("w")
        await page.until(lambda: page.said("said")["how"] == "said")
        assert heard("Cy") == ["my red for your blue every round"]
        await page.until(lambda: to()[1] == "to Cy")
        await page.say("words", 6, to()[0], " ")
        assert await answer(6) == "kept"
        assert "nothing to see" in page.said("said")["why"]
        assert heard(seats[3]) == []
    house.stop()
