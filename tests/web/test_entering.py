"""Who is let in at the browser door, by what, and what each of the ways costs whoever tries."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from pathlib import Path

import pytest

from core.person import BROWSER_SECONDS, BROWSERS_LIMIT
from core.refusal import Refused
from ssh_server.door.guard import ADDRESS_LIMIT
from tests.kit import NAMES
from tests.kit.house import open_house
from tests.ssh.house import Clock, new_people
from tests.web.kit import alert, entrance
from web_server.door import BrowserDoorSettings, check_url
from web_server.login import browser_name


async def test_HH_54_a_link_a_name_and_the_browser_is_somebodys(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        code = at.code()
        status, page = await browser.get(f"/j/{code}")
        assert status == 200
        assert "The name you want to be known by" in page
        assert (await browser.post("/join", code=code, name="Ada"))[0] == 303
        [known] = at.people.find("Ada").browsers
        assert known.name == "Firefox on Android"
        assert known.digest == hashlib.sha256(browser.secret.encode()).hexdigest()
        assert len(bytes.fromhex(browser.secret)) == 32
        page = await browser.sit()
        await page.shows("I am Ada")
        assert (await browser.get("/play"))[0] == 200


async def test_HH_54_a_cookie_is_of_this_house_alone_and_no_script_reads_it(tmp_path: Path) -> None:
    web = BrowserDoorSettings(url="https://play.example.org")
    async with entrance(tmp_path, web=web) as at, at.browser() as browser:
        where = f"http://127.0.0.1:{at.door.port}"
        async with browser.http.post(
            f"{where}/join", data={"code": at.code(), "name": "Ada"}, allow_redirects=False
        ) as answer:  # fmt: skip
            cookie = answer.headers["Set-Cookie"]
            assert "Strict-Transport-Security" in answer.headers
    name, _, rest = cookie.partition("=")
    assert name == "__Host-garnet"
    assert {"HttpOnly", "Secure", "SameSite=Lax", "Path=/"} <= set(rest.split("; "))
    assert "Domain" not in rest


async def test_HH_55_a_link_is_used_up_by_a_form_and_not_by_looking(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as room, at.browser() as ada, at.browser() as late:
        code = at.code()
        for _ in range(3):
            assert (await room.get(f"/j/{code}"))[0] == 200
        async with room.http.head(f"/j/{code}") as answer:
            assert answer.status == 200
        assert (await ada.post("/join", code=code, name="Ada"))[0] == 303
        status, page = await late.post("/join", code=code, name="Bo")
        assert status == 400
        assert "has been used" in alert(page)
        assert at.people.find("Bo") is None


async def test_an_invitation_says_game_host_length_and_seat_on_its_page_and_in_a_preview(tmp_path: Path) -> None:
    house = open_house()
    match = house.make(
        "exodus", NAMES[:9], host="person:bo", title="Friday night", round_seconds=3600.0
    ).match.header.match
    async with entrance(tmp_path, matches=house) as at, at.browser() as browser:
        at.people.enrol(at.code(), "Bo", None, "a hash")
        _, page = await browser.get(f"/j/{at.people.invite('host', match, 'Ada')[1]}")
        preview = "".join(re.findall(r'<meta property="og:.*', page))
        for part in (preview, page.partition("<main>")[2]):
            assert "You are invited to sit as Ada" in part
            for words in (
                "Friday night: The Exodus Game",
                "7 rounds, the next closes in 1h 00m",
                "Bo",
                "Nine players, seven",
            ):
                assert words in part


async def test_a_refused_name_is_answered_by_a_page_that_sends_no_form_again(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        at.people.enrol(at.code(), "Bo", None, "a hash")
        code = at.code()
        for name, why in (("Zoé", "without accents"), ("bo", "is taken"), ("", "1 to 24 characters")):
            async with browser.http.post("/join", data={"code": code, "name": name}, allow_redirects=False) as answer:
                assert (answer.status, answer.headers["Location"].split("?")[0]) == (303, f"/j/{code}")
            status, page = await browser.follow("/join", code=code, name=name)
            assert (status, why in alert(page)) == (400, True), page
        assert 'value="' in page
        assert (await browser.post("/join", code=code, name="Zoe"))[0] == 303
        assert at.people.find("Zoe") is not None


async def test_a_used_link_leads_home_where_it_is_known_and_says_what_to_do_where_not(tmp_path: Path) -> None:
    house = open_house()
    match = house.make("exodus", NAMES[:9]).match.header.match
    async with entrance(tmp_path, matches=house) as at, at.browser() as ada, at.browser() as other, at.browser() as bo:
        code = at.people.invite("host", match, "Ada")[1]
        assert (await ada.post("/join", code=code, name="Ada"))[0] == 303
        for answer in (await ada.http.get(f"/j/{code}", allow_redirects=False),
                       await ada.http.post("/join", data={"code": code}, allow_redirects=False)):  # fmt: skip
            assert (answer.status, answer.headers["Location"]) == (303, f"/play/{match}")
        await bo.join("Bo")
        status, page = await bo.get(f"/j/{code}")
        assert (status, "Go in as Bo" in page) == (400, True)
        for _ in range(ADDRESS_LIMIT + 1):
            status, page = await other.get(f"/j/{code}")
            assert (status, "makes a link for this browser" in alert(page)) == (400, True), "never a guess"
        assert "place of join" not in page
        assert "Ada" not in page, "whose link it was is told to that person alone"


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "", "http://127.0.0.1:1"])
async def test_HH_55_another_site_can_do_nothing_in_somebodys_name(origin: str, tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser(Origin=origin) as browser:
        code = at.code()
        for path in ("/join", "/login", "/logout", "/push"):
            assert (await browser.post(path, code=code, name="Ada"))[0] == 403
        status, _ = await browser.get(f"/line?page={'a' * 32}&width=80&height=24")
        assert status == 403
        assert at.people.find("Ada") is None


async def test_without_an_origin_nothing_is_changed(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        del browser.http.headers["Origin"]
        assert (await browser.post("/join", code=at.code(), name="Ada"))[0] == 403
        assert (await browser.get("/join"))[0] == 404


async def test_HH_54_a_second_device_comes_in_by_a_link_of_ones_own(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as first, at.browser() as second:
        await first.join("Ada")
        code = at.people.link("ada")
        assert "Welcome back, Ada" in (await second.get(f"/j/{code}"))[1]
        assert (await second.post("/join", code=code, name=""))[0] == 303
        assert len(at.people.find("Ada").browsers) == 2
        assert (await second.post("/join", code=code, name=""))[0] == 400
        page = await second.sit()
        await page.shows("I am Ada")


async def test_HH_54_the_only_way_in_is_forgotten_after_another_device_has_a_link(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as first, at.browser() as second:
        await first.join("Ada")
        status, page = await first.post("/logout")
        assert (status, "only way in" in alert(page), "<svg" in page) == (403, True, True)
        [code] = re.findall(r"/j/([-A-Z0-9]+)</code>", page)
        assert (await second.post("/join", code=code, name=""))[0] == 303
        assert (await first.post("/logout"))[0] == 303
        assert (await first.get("/play"))[0] == 303
        assert (await second.get("/play"))[0] == 200


async def test_HH_54_whoever_is_known_takes_the_seat_as_themselves(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        code = at.code()
        assert "Go in as Ada" in (await browser.get(f"/j/{code}"))[1]
        assert (await browser.post("/join", code=code, name="Somebody"))[0] == 303
        assert [one.name for one in at.people.everyone()] == ["Ada"]
        assert len(at.people.find("Ada").browsers) == 1


async def test_HH_54_a_password_opens_the_door_with_the_limits_of_ssh(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        at.people.set_password("Ada", await at.house.server.gate.hash("a long password"))
        async with at.browser() as other:
            for name in ("Ada", "Nobody", "join"):
                status, page = await other.post("/login", name=name, password="wrong password")
                assert (status, alert(page).split(":")[0]) == (403, "That opens nothing")
            status, _ = await other.post("/login", name="ada", password="a long password")
            assert status == 303
        guard = at.house.server.gate.guard
        for _ in range(ADDRESS_LIMIT):
            guard.failed("127.0.0.1", "Ada")
        monkey = at.house.server.gate.slow_down
        at.house.server.gate.slow_down = lambda name, address: asyncio.sleep(0)  # type: ignore[method-assign]
        async with at.browser() as other:
            assert (await other.post("/login", name="ada", password="a long password"))[0] == 403
            assert "Too many wrong codes" in alert((await other.get(f"/j/{at.code()}"))[1])
        at.house.server.gate.slow_down = monkey  # type: ignore[method-assign]
        assert (await browser.get("/play"))[0] == 200, "whoever has a key is not locked out by those who guess"


async def test_guessed_links_count_as_failures_and_say_nothing(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        first = alert((await browser.get("/j/AAAA-BBBB-CCCC-DDDD"))[1])
        assert first == alert((await browser.get("/j/x"))[1])
        assert at.house.server.gate.guard.addresses.count("127.0.0.1") > 1


async def test_HH_54_a_browser_taken_off_the_list_is_out_at_once(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser, at.browser() as other:
        await browser.join("Ada")
        code = at.people.link("ada")
        await other.post("/join", code=code, name="")
        page = await other.sit()
        await page.shows("I am Ada")
        gone = at.people.find("Ada").browsers[-1]
        at.people.drop_browser("Ada", gone.id)
        assert await page.over() == 4002
        assert "taken off your list" in page.said("say")
        assert await (await other.sit(page="b" * 32)).over() == 4006
        assert (await other.get("/play"))[0] == 303
        with pytest.raises(Refused, match="only way in"):
            at.people.drop_browser("Ada", at.people.find("Ada").browsers[0].id)


async def test_HH_54_a_browser_that_is_not_used_for_ninety_days_opens_nothing(tmp_path: Path) -> None:
    clock = Clock()
    async with entrance(tmp_path, people=new_people(clock)) as at, at.browser() as browser:
        await browser.join("Ada")
        clock.now += BROWSER_SECONDS - 60
        assert (await browser.get("/play"))[0] == 200
        clock.now += BROWSER_SECONDS - 60
        assert (await browser.get("/play"))[0] == 200, "it was used in between"
        clock.now += BROWSER_SECONDS
        assert (await browser.get("/play"))[0] == 303


def test_HH_54_one_browser_more_takes_the_place_of_the_one_longest_unused() -> None:
    clock = Clock()
    people = new_people(clock)
    people.enrol(people.invite("host")[1], "Ada", None, None, people.new_browser("first")[0])
    for number in range(BROWSERS_LIMIT):
        clock.now += 60
        people.let_browser_in("Ada", people.new_browser(f"browser {number}")[0])
    names = [one.name for one in people.find("Ada").browsers]  # type: ignore[union-attr]
    assert len(names) == BROWSERS_LIMIT
    assert "first" not in names


@pytest.mark.parametrize("how", ["block", "remove"])
async def test_HH_54_whoever_is_kept_out_is_kept_out_here_too(how: str, tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        page = await browser.sit()
        await page.shows("I am Ada")
        getattr(at.people, how)("Ada")
        assert await page.over() == 4002
        assert await (await browser.sit(page="b" * 32)).over() == 4006


async def test_a_stolen_cookie_is_worth_nothing_once_the_thief_is_seen(tmp_path: Path) -> None:
    """It opens the door until it is revoked: so does a stolen key. A made-up one opens nothing."""
    async with entrance(tmp_path) as at, at.browser() as ada, at.browser() as thief:
        await ada.join("Ada")
        thief.carry(ada.secret)
        assert (await thief.get("/play"))[0] == 200
        await ada.post("/join", code=at.people.link("ada"), name="")
        at.people.drop_browser("Ada", at.people.find("Ada").browsers[0].id)
        assert (await thief.get("/play"))[0] == 303
        for made_up in ("0" * 64, "x", "", "0" * 5000):
            thief.carry(made_up)
            assert (await thief.get("/play"))[0] == 303


async def test_the_log_holds_neither_links_nor_cookies(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with entrance(tmp_path) as at, at.browser() as browser:
        code = at.code()
        await browser.get(f"/j/{code}")
        await browser.post("/join", code=code, name="Ada")
        page = await browser.sit()
        await page.shows("I am Ada")
        reader, writer = await asyncio.open_connection("127.0.0.1", at.door.port)
        writer.write(f"GET /j/{code} HTTP/9.9\r\nCookie: garnet={browser.secret}\r\n\x00\r\n\r\n".encode())
        await reader.read()
        writer.close()
    said = "\n".join(
        f"{one.getMessage()} {one.exc_text or ''}" for one in caplog.records if "aiohttp.client" not in one.name
    )
    assert code not in said
    assert browser.secret not in said
    assert "a" * 32 not in said


async def test_every_answer_lets_a_page_load_nothing_from_elsewhere(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        for path in ("/", f"/j/{at.code()}", "/no/such/page", "/play", "/manifest.webmanifest", "/worker.js"):
            async with browser.http.get(path, allow_redirects=False) as answer:
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"], path
                assert "unsafe" not in answer.headers["Content-Security-Policy"]
                assert "Access-Control-Allow-Origin" not in answer.headers
                text = await answer.text()
                assert re.findall(r"https?://(?!127[.]0[.]0[.]1)", text) == []
                assert " style=" not in text
                assert " onclick=" not in text


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1", "Safari on iOS"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("", "A browser"),
        ("<script>\x1b[2J", "A browser"),
    ],
)  # fmt: skip
def test_a_browser_is_called_as_people_call_it(agent: str, name: str) -> None:
    assert browser_name(agent) == name


@pytest.mark.parametrize("url", ["play.example.org", "ftp://play.example.org", "https://play.example.org/garnet", ""])
def test_an_address_is_given_whole_and_without_a_path(url: str) -> None:
    with pytest.raises(Refused, match="--web-url"):
        check_url(url)
