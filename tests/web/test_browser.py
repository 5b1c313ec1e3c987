"""The browser door in a real Chromium, on a phone and a laptop: one visit each, from the link to the last goodbye."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from core.house.people import People
from core.table.seat import Seat
from core.table.table import Table
from core.talk.acts import Accept
from ssh_server.door.join import SeatClaims
from tests.archive.browser import HERE, MISSING, Browser
from tests.kit import NAMES
from tests.kit.depth import DEEP
from tests.kit.house import open_house
from tests.ssh.house import new_people
from tests.web.kit import Entrance, entrance
from tui.app.session import SessionApp
from tui.screens.help import HelpScreen, Palette
from tui.widgets.choices import Choices
from web_server.line import WebLine

pytestmark = pytest.mark.skipif(not HERE, reason=MISSING)

ALLOWED = """
Notification.requestPermission = async () => 'granted';
PushManager.prototype.subscribe = async (asked) => ({ toJSON: () => {
  sessionStorage.asked = asked.applicationServerKey;
  const keys = { p256dh: '%s', auth: 'MDEyMzQ1Njc4OWFiY2RlZg' };
  return { endpoint: 'https://fcm.googleapis.com/fcm/send/ada', keys };
} });
"""
"""A push service that says yes at once, which a browser without the network has none of."""
PAINTED = "const on = document.body.classList; return on.contains('shown') && !on.contains('cut')"
OVER = "return !document.getElementById('over').hidden && document.getElementById('told').textContent"
OFFERED = "return [...document.querySelectorAll('#offered button')].map((one) => one.textContent)"
SEALS = "return [...document.querySelectorAll('#offered button')].some((one) => one.textContent === 'sseal')"
PRESENT = "return document.querySelector(arguments[0]) !== null"
PRESS = """
const found = [...document.querySelectorAll('#offered button')].find((one) => one.dataset.type === arguments[0]);
if (found) found.click();
return Boolean(found);
"""
MIDDLE = """
const all = [...document.querySelectorAll('button, a.button, input')].filter((one) => one.getClientRects().length);
const said = (one) => [one.id, one.textContent, one.dataset.type, one.dataset.value];
const found = all.find((one) => said(one).includes(arguments[0]));
if (!found) return null;
found.scrollIntoView({ block: 'nearest', inline: 'center' });
const at = found.getBoundingClientRect();
return [at.left + at.width / 2, at.top + at.height / 2];
"""
LOADED = "return performance.getEntriesByType('resource').map((one) => one.name.split('/').pop())"
AT_ONCE = "document.fonts.load = () => Promise.resolve([]);"
"""A font that is there before the page is: the terminal begins before all has loaded, and must not begin again then."""
OF_THE_MACHINE = re.compile(r"software WebGL|task queue exceeded|DEPRECATED_ENDPOINT")
"""What the console may say of a machine without a graphics card or a push service."""
TOO_LONG = 120.0
"""Seconds after which a test is told why it hangs, and not a bound of anything."""


class Visit:
    """A match with a seat for Ada, whose browser is real."""

    def __init__(self, at: Entrance, table: Table, people: People, browser: Browser, *, touch: bool) -> None:
        self.at, self.table, self.people, self.browser, self.touch = at, table, people, browser, touch

    async def do(self, doing: Callable[..., Any], *given: Any) -> Any:
        """In a thread: the house runs in this one."""
        return await asyncio.to_thread(doing, *given)

    async def until(self, script: str, *given: Any) -> Any:
        return await self.do(self.browser.until, script, *given)

    async def run(self, script: str, *given: Any) -> Any:
        return await self.do(self.browser.run, script, *given)

    async def press(self, what: str) -> None:
        """What somebody sees on the page, by thumb or mouse: an id, the words on it, or what it types."""
        x, y = await self.until(MIDDLE, what)
        if self.touch:
            await self.do(self.browser.tap, x, y)
            return
        for kind in ("mousePressed", "mouseReleased"):
            await self.do(
                lambda kind=kind: self.browser.devtools(
                    "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1
                )
            )

    async def key(self, key: str) -> None:
        """A key that works now: on a phone the bar's, else the keyboard's. The bar may change between a look and a
        touch, so its keys are pressed from within the page."""
        await (self.until(PRESS, key) if self.touch else self.do(self.browser.key, key))

    async def enter(self) -> None:
        await (self.press("\r") if self.touch else self.do(self.browser.key, "Enter"))

    async def comes(self, true: Callable[[], object]) -> None:
        async with asyncio.timeout(TOO_LONG):
            for _ in iter(lambda: bool(true()), True):
                await asyncio.sleep(0.02)

    @property
    def line(self) -> WebLine:
        [line] = self.at.door._lines.values()
        return line

    @property
    def session(self) -> Any:
        return self.at.house.server._sessions.get("ada")

    # --- what somebody does

    async def join(self) -> None:
        """By a link, as anybody does."""
        _, code = self.people.invite("host", self.table.match.header.match, "Ada")
        await self.do(self.browser.open, f"{self.at.url}/j/{code}")
        await self.until("return location.pathname === '/j'")  # the link stands in no address any more
        await self.press("name")
        await self.do(lambda: self.browser.devtools("Input.insertText", text="Ada"))
        await self.press("Sit down")
        await self.until("return location.pathname.startsWith('/play')")
        await self.until(PAINTED)

    async def seal(self) -> None:
        """The question is there before it is answered."""
        await self.until(SEALS)
        await self.key("s")
        await self.until(SEALS.replace("return", "return !"))
        await self.enter()
        await self.comes(lambda: "Ada" in self.table.match.sealed)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One for all: it takes longer to start than a visit lasts."""
    with Browser(tmp_path_factory.mktemp("chromium"), 1280, 800) as one:
        yield one


@pytest.fixture(params=[(360, 640, True), (1280, 800, False)], ids=["phone", "laptop"])
async def visit(request: pytest.FixtureRequest, tmp_path: Path, browser: Browser) -> AsyncIterator[Visit]:
    house, people = open_house(), new_people()
    seats = ("Ada", *NAMES[1:9])
    holders = dict.fromkeys(seats, "bot:random") | {"Ada": "open", seats[1]: "open"}
    table = house.make("exodus", seats, holders=holders, seed=3, round_seconds=3600.0)
    width, height, touch = request.param

    def app(size: tuple[int, int], person: Any, _: Any) -> SessionApp:
        return SessionApp(house, people, person)

    await asyncio.to_thread(browser.open, "about:blank")
    await asyncio.to_thread(browser.errors)  # what pages of the test before say of a house that is closed
    await asyncio.to_thread(browser.devtools, "Network.clearBrowserCookies")
    await asyncio.to_thread(browser.seem, width, height, touch=touch)
    async with entrance(tmp_path, app, people=people, claims=SeatClaims(house)) as at:
        yield Visit(at, table, people, browser, touch=touch)
    house.stop()


async def test_a_visit_from_the_link_to_the_door(visit: Visit) -> None:
    """Joined by a link, sealed, resized, cut and taken up again, taken over by a second tab and back, revoked."""
    await visit.join()
    least = (40, 26) if visit.touch else (80, 24)
    assert visit.line.size >= least
    assert "Ada" not in visit.table.match.sealed
    await visit.seal()
    told = await visit.do(visit.browser.errors)
    assert [one for one in told if not OF_THE_MACHINE.search(one)] == []
    cookies = await visit.do(visit.browser.cookies)
    assert [(one["httpOnly"], one["sameSite"]) for one in cookies] == [(True, "Lax")]
    loaded = await visit.run(LOADED)
    assert "letters.woff2" in loaded
    assert "font.ttf" not in loaded, "the whole font is for letters that are seldom seen"
    asked = await visit.run("return performance.getEntriesByType('resource').map((one) => new URL(one.name).origin)")
    assert set(asked) <= {visit.at.url, visit.at.url.replace("http", "ws")}

    await resized(visit)
    await cut_and_back(visit)
    await taken_over_and_back(visit)

    visit.people.set_password("Ada", "a hash")
    visit.people.drop_browser("Ada", visit.people.find("Ada").browsers[0].id)  # type: ignore[union-attr]
    assert "taken off your list" in await visit.until(OVER)
    await visit.press("again")
    await visit.until("return location.pathname === '/'")
    await visit.until(PRESENT, "#password")


async def resized(visit: Visit) -> None:
    """A window takes height, and gives it back; a phone's keyboard changes no row; letters fit where they are few."""
    columns, rows = visit.line.size
    if visit.touch:
        await visit.press("Write")
        await visit.do(lambda: visit.browser.seem(360, 340, touch=True))
        await visit.until("return innerHeight === 340")
        await visit.press("×")
        await visit.comes(lambda: 15 <= visit.line.size[1] < rows)
        assert visit.line.size[0] >= columns
        for width, height in ((844, 330), (750, 300), (667, 331), (360, 640)):
            await visit.do(lambda width=width, height=height: visit.browser.seem(width, height, touch=True))
            await visit.until("return innerWidth === arguments[0]", width)
            for _ in range(12):
                await visit.run("document.querySelector('[data-do=larger]').click(); return true")
            await visit.comes(lambda width=width: (visit.line.size[0] < 60) == (width < 600))
            assert visit.line.size >= (40, 15)
            assert visit.line.size[1] >= 15
            assert await visit.run("return document.body.classList.contains('larger')") == (width < 600)
            await reads_what_is_shown(visit)
        await visit.run(
            "localStorage.removeItem('size'); visualViewport.dispatchEvent(new Event('resize')); return true"
        )
    else:
        await visit.do(lambda: visit.browser.seem(900, 340, touch=False))
        await visit.comes(lambda: visit.line.size[1] < rows)
    width, height = (360, 640) if visit.touch else (1280, 800)
    await visit.do(lambda: visit.browser.seem(width, height, touch=visit.touch))
    await visit.comes(lambda: visit.line.size == (columns, rows))


async def reads_what_is_shown(visit: Visit) -> None:
    """The text for a reader of screens is that of the screen, row by row, also after it became smaller."""
    rows, shown = [""], ["-"]
    for _ in range(100):
        if rows == shown:
            return
        await asyncio.sleep(0.2)
        text = await visit.run("return document.getElementById('text').textContent")
        rows = [row.rstrip() for row in text.split("\n")]
        strips = visit.session._app.screen._compositor.render_strips()
        shown = ["".join(part.text for part in strip).rstrip() for strip in strips]
    assert rows == shown


async def cut_and_back(visit: Visit) -> None:
    """By itself, to the same screen, with nothing left of the sentence that says so; and keys arrive again."""
    session, cut = visit.session, visit.line._request
    visit.line._hang_up()
    await visit.comes(lambda: visit.line._request not in (None, cut))
    await visit.until(PAINTED)
    assert visit.session is session
    await visit.until("return document.getElementById('note').hidden")
    await visit.key("?")
    await visit.until("return document.getElementById('offered').textContent.includes('back')")
    await visit.key("q")
    await visit.until(SEALS)


async def taken_over_and_back(visit: Visit) -> None:
    """By a second tab: the first does not fight, and takes it back when it is told to."""
    first = await visit.do(lambda: visit.browser.tab)
    session = visit.session
    second = await visit.do(visit.browser.new_tab)
    await visit.do(lambda: visit.browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=AT_ONCE))
    await visit.do(visit.browser.open, f"{visit.at.url}/play")
    await visit.until(PAINTED)
    assert await visit.run("return document.readyState + document.querySelectorAll('.xterm').length") == "complete1"
    await visit.comes(lambda: visit.session not in (None, session))
    session = visit.session
    await visit.do(visit.browser.switch, first)
    assert "another terminal" in await visit.until(OVER)
    assert visit.session is session
    await visit.press("again")
    await visit.until(PAINTED)
    await visit.comes(lambda: visit.session not in (None, session))
    await visit.do(visit.browser.switch, second)
    assert "another terminal" in await visit.until(OVER)
    await visit.do(visit.browser.close_tab)
    await visit.do(visit.browser.switch, first)


async def test_the_page_for_when_there_is_no_network_is_kept_with_its_style(visit: Visit) -> None:
    if not visit.touch:
        pytest.skip("once is enough")
    await visit.join()
    await visit.until("return navigator.serviceWorker.ready.then(() => true)")
    kept = "return caches.match('/offline').then((one) => one ? one.text() : '')"
    assert "No network" in await visit.until(kept)
    style = "return caches.open('house').then((one) => one.keys()).then((all) => all.map((each) => each.url))"
    assert [url for url in await visit.until(style) if url.endswith("house.css")] != []


async def test_a_key_stays_under_the_thumb_that_presses_it(visit: Visit) -> None:
    """What is offered may change between a finger's touch and its going; the press counts."""
    if not visit.touch:
        pytest.skip("the bar is a phone's")
    await visit.join()
    await visit.until(SEALS)
    x, y = await visit.until(MIDDLE, "s")
    touch = {"touchPoints": [{"x": x, "y": y}]}
    await visit.do(lambda: visit.browser.devtools("Input.dispatchTouchEvent", type="touchStart", **touch))
    visit.line.tell("offer", {"keys": [["?", "help", "?"]], "to": None})
    visit.line.say("Something else is offered.")
    await visit.until("return document.getElementById('note').textContent.startsWith('Something')")
    await visit.do(lambda: visit.browser.devtools("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[]))
    await visit.until("return document.getElementById('offered').textContent.includes('back')")
    await visit.enter()
    await visit.comes(lambda: "Ada" in visit.table.match.sealed)


TO = "return document.getElementById('to').textContent === arguments[0]"
SHOWN = "return document.getElementById('to').textContent"
FIELD = "return document.getElementById('line').value"


async def write(visit: Visit, words: str) -> None:
    """Into the field of the phone."""
    await visit.until("const line = document.getElementById('line'); line.focus(); return !line.readOnly")
    await visit.do(lambda: visit.browser.devtools("Input.insertText", text=words))


async def test_what_is_written_on_the_phone_is_said_to_whom_it_shows(visit: Visit) -> None:
    """To three players in turn; words that were not sent stay with their conversation; each player reads their own."""
    if not visit.touch:
        pytest.skip("the field is a phone's")
    await visit.join()
    await visit.until(SEALS)
    await visit.press("Write")
    await visit.until(TO, "to Lounge (everyone)")
    await write(visit, "A word by thumb")
    await visit.press("Send")
    await visit.comes(lambda: "A word by thumb" in str(visit.table.match.messages))
    await visit.until("return document.getElementById('line').value === ''")
    others: list[str] = []
    for number in range(3):
        before = await visit.run(SHOWN)
        visit.line.take(b"\x1b[B")
        await visit.until(SHOWN + " !== arguments[0]", before)
        name = (await visit.run(SHOWN)).removeprefix("to ")
        others.append(name)
        await write(visit, f"for {name} alone")
        await visit.press("Send")
        await visit.comes(lambda name=name: f"for {name} alone" in str(visit.table.match.messages))
        await visit.until("return document.getElementById('line').value === ''")
        await write(visit, f"unsent {number}")
    for number, name in reversed(list(enumerate(others))):
        await visit.until(TO, f"to {name}")
        assert await visit.run(FIELD) == f"unsent {number}"
        visit.line.take(b"\x1b[A")
    await visit.until(TO, "to Lounge (everyone)")
    assert await visit.run(FIELD) == ""
    for name in others:
        read = [one.text for one in visit.table.match.messages if one.sender == "Ada" and name in one.readers]
        assert read == ["A word by thumb", f"for {name} alone"]


BUBBLES = "return [...document.querySelectorAll('#said li:not(.title) > p')].map((one) => one.textContent)"


async def test_talk_on_a_phone_is_a_conversation(visit: Visit) -> None:
    """One tap from a partner's row to it; unread counts; bubbles, the newest above the field; terms with buttons."""
    if not visit.touch:
        pytest.skip("a laptop has the terminal's own talk")
    await visit.join()
    await visit.until(SEALS)
    bo = Seat(visit.table, visit.table.match.seats[1])
    for words in ("Good morning", "Blue this round?"):
        bo.say(("Ada",), words)
    bo.say(
        ("Ada",),
        "I give you white for your blue in round 2",
        act=bo.terms_in("Ada", "I give you white for your blue in round 2"),
    )
    while "talk to Bo" not in str(await visit.run(OFFERED)):
        visit.line.take(b"\t")
        await asyncio.sleep(0.1)
    await visit.press("t")
    await visit.until("return document.getElementById('say').textContent === 'Say something to Bo'")
    assert (await visit.run(BUBBLES))[:2] == ["Good morning", "Blue this round?"]
    low = "const said = document.getElementById('said'); return said.scrollTop + said.clientHeight"
    assert await visit.run(f"{low} + 2 >= said.scrollHeight")
    bo.say((visit.table.match.seats[0], visit.table.match.seats[2]), "A word to two")
    await visit.until("return [...document.querySelectorAll('#threads b')].some((one) => one.textContent === '1')")
    rows = visit.line.size[1]
    await visit.press("Agree")
    await visit.comes(
        lambda: any(isinstance(one.act, Accept) and one.sender == "Ada" for one in visit.table.match.messages)
    )
    await visit.until(PRESENT + " === false", "#said button")
    await visit.press("say")
    await visit.until(TO, "to Bo")
    await write(visit, "Thank you")
    await visit.press("Send")
    await visit.until(BUBBLES.replace("return ", "return (") + ").at(-1) === 'Thank you'")
    assert visit.line.size[1] == rows
    await visit.press("×")
    await visit.press("lounge")
    await visit.until("return document.getElementById('say').textContent.includes('Lounge')")
    await visit.run("history.back(); return true")  # the browser's own: back to the table, and not out of the house
    await visit.until("return document.getElementById('talk').hidden")
    await visit.run("history.back(); return true")
    await visit.comes(lambda: visit.session._app.screen.id == "lobby")
    assert await visit.run("return location.pathname") == "/play"


SCREEN = """
const box = document.querySelector('#terminal .xterm-screen').getBoundingClientRect();
return [box.left, box.top, box.width, box.height];
"""


async def at_words(visit: Visit, words: str) -> tuple[float, float]:
    """Where the terminal shows these words, in pixels of the page."""
    place: list[tuple[int, int]] = []

    def seen() -> bool:
        rows = ["".join(part.text for part in strip) for strip in visit.session._app.screen._compositor.render_strips()]
        place[:] = [(row.index(words) + 1, number) for number, row in enumerate(rows) if words in row]
        return bool(place)

    await visit.comes(seen)
    left, top, width, height = await visit.run(SCREEN)
    columns, lines = visit.line.size
    return left + (place[0][0] + 0.5) * width / columns, top + (place[0][1] + 0.5) * height / lines


PRESSED_NOTICE = """
navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: arguments[0] }));
return true;
"""


async def test_what_is_seen_on_a_phone_is_tapped(visit: Visit) -> None:
    """The tabs, the last line, and rows of forty pixels; keys of 44; a swipe moves the list under it; a notification
    leads to its match."""
    if not visit.touch:
        pytest.skip("fingers")
    await visit.join()
    await visit.until(SEALS)
    heights = "return [...document.querySelectorAll('#keys button, #fixed button')].map((one) => one.offsetHeight)"
    assert min(await visit.run(heights)) >= 44
    assert min(await visit.run(heights.replace("#keys button, ", "").replace("offsetHeight", "offsetWidth"))) >= 44
    assert await visit.run("return document.body.scrollWidth") <= 360
    await visit.do(visit.browser.tap, *await at_words(visit, "Talk"))
    await visit.until("return !document.getElementById('talk').hidden")
    await visit.do(visit.browser.tap, *await at_words(visit, "Table"))
    await visit.until("return document.getElementById('talk').hidden")
    await visit.do(visit.browser.tap, *await at_words(visit, "? help"))
    await visit.comes(lambda: isinstance(visit.session._app.screen, HelpScreen))
    await visit.until(SEALS.replace("return", "return !"))  # the page's keys follow the screen a moment later
    await visit.press("\x1b")
    await visit.until(SEALS)
    await visit.press("q")
    await visit.until(SEALS.replace("return", "return !"))
    await visit.run(PRESSED_NOTICE, f"/play/{visit.table.match.header.match}")
    await visit.until(SEALS)
    await visit.run("document.querySelector('#fixed [data-type=\":\"]').click(); return true")
    await visit.comes(lambda: isinstance(visit.session._app.screen, Palette))
    await visit.until(PRESENT, "#fixed [data-do=write].strong")
    x, y = await at_words(visit, "Choose:")
    below = await at_words(visit, "Agree:")
    assert below[1] - y >= 39
    choices = visit.session._app.screen.query_one(Choices)
    before = choices.cursor
    await visit.do(visit.browser.swipe, x, y + 100, x, y)
    await visit.comes(lambda: choices.cursor > before)


PASTED = """
const data = new DataTransfer();
data.setData('text/plain', arguments[0]);
const field = document.querySelector('#terminal textarea');
field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
return true;
"""


async def test_what_is_pasted_into_the_terminal_presses_no_key(visit: Visit) -> None:
    if visit.touch and not DEEP:
        pytest.skip("once is enough")
    await visit.join()
    await visit.until(SEALS)
    visit.line.take(b"t\r")
    await visit.until("return document.getElementById('to').textContent !== ''")
    await visit.run(PASTED, "hello\x1b[201~\r")
    await visit.comes(lambda: "hello" in str(getattr(visit.session._app.focused, "value", "")))
    visit.line.take(b"x\r")
    said = lambda: [one.text for one in visit.table.match.messages if one.sender == "Ada"]  # noqa: E731
    await visit.comes(said)
    assert said() == ["hellox"]


CONTROL = """
const event = new KeyboardEvent('keydown', { key: arguments[0], ctrlKey: true, bubbles: true, cancelable: true });
Object.defineProperty(event, 'keyCode', { value: arguments[0].toUpperCase().charCodeAt(0) });
document.querySelector('#terminal textarea').dispatchEvent(event);
return event.defaultPrevented;
"""
SPOKEN = "return [...document.querySelectorAll('#spoken p')].map((part) => part.textContent)"


async def test_a_laptop_copies_and_pastes_names_the_turn_and_speaks(visit: Visit) -> None:
    if visit.touch:
        pytest.skip("keys of a laptop")
    await visit.join()
    await visit.until("return document.title.endsWith('Your turn · The Exodus Game')")
    row, _, keys = await visit.run(SPOKEN)
    assert (row, "s seal" in keys) == ("1, to, -", True)
    await visit.until("return document.getElementById('text').textContent.includes('Partners')")
    visit.line.take(b"\x1b[C")
    await visit.until(SPOKEN + "[0] === '1, give, -'")
    assert await visit.run(CONTROL, "v") is False, "the browser pastes"
    assert await visit.run(CONTROL, "c") is True, "the terminal has nothing to copy"
    permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
    await visit.do(lambda: visit.browser.devtools("Browser.grantPermissions", permissions=permissions))
    await visit.key("y")
    await visit.until("return navigator.clipboard.readText().then((words) => words.includes('Keep in mind'))")
    await visit.until(SPOKEN + "[1] === 'Copied, if your terminal allows it.'")
    x, y = await at_words(visit, "The Exodus Game")
    for kind, at in (("mousePressed", x - 16), ("mouseMoved", x + 80), ("mouseReleased", x + 80)):
        await visit.do(
            lambda kind=kind, at=at: visit.browser.devtools(
                "Input.dispatchMouseEvent", type=kind, x=at, y=y, button="left", buttons=1, clickCount=1
            )
        )
    await visit.comes(lambda: visit.session._app.screen.get_selected_text())
    await visit.run(CONTROL, "c")
    await visit.until("return navigator.clipboard.readText().then((words) => words === ' The Exodus ')")
    await visit.seal()
    await visit.until("return !document.title.includes('turn')")


NOTES = """
window.notes = [];
const seen = () => notes.push(document.getElementById('note').textContent);
const all = { childList: true, characterData: true, subtree: true };
new MutationObserver(seen).observe(document.getElementById('note'), all);
return true;
"""
NOTED = "return window.notes.some((one) => one.startsWith(arguments[0]))"


async def test_a_network_that_falls_silent_is_noticed_and_so_is_a_tap_that_nothing_answers(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not visit.touch and not DEEP:
        pytest.skip("once is enough")
    await visit.join()
    await visit.until(SEALS)
    await visit.run(NOTES)

    async def swallow(*_: object, **__: object) -> None:
        """Nothing comes back."""

    with monkeypatch.context() as patch:
        patch.setattr(WebLine, "_handle", lambda line, text: True)
        for way in ("send_str", "send_bytes"):
            patch.setattr(web.WebSocketResponse, way, swallow)
        await visit.key("s")
        await visit.until(NOTED, "The house has not answered")
        await visit.until(NOTED, "The line is cut")
    await visit.until(PAINTED)


async def test_a_phone_lets_the_house_call_it(visit: Visit) -> None:
    """By a button, after its worker stands; and no more by another."""
    if not visit.touch:
        pytest.skip("once is enough")
    await visit.join()
    push, key = visit.at.door.push, visit.at.door.push.public_key  # any key will do for theirs
    stub = await visit.do(lambda: visit.browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=ALLOWED % key))
    await visit.do(visit.browser.open, f"{visit.at.url}/")
    await visit.press("Call me back")
    await visit.press("allow")
    await visit.until("return document.getElementById('device').textContent.includes('It is told.')")
    assert await visit.run("return sessionStorage.asked") == key
    assert [one.endpoint for one in push.wishes("ada").devices] == ["https://fcm.googleapis.com/fcm/send/ada"]
    assert (
        await visit.run("return navigator.serviceWorker.getRegistration().then((one) => one.scope)")
        == f"{visit.at.url}/"
    )
    await visit.press("Tell it nothing more")
    await visit.until(PRESENT, "#allow")
    assert push.wishes("ada").devices == ()
    told = await visit.do(visit.browser.errors)
    assert [one for one in told if not OF_THE_MACHINE.search(one)] == []
    await visit.do(lambda: visit.browser.devtools("Page.removeScriptToEvaluateOnNewDocument", **stub))
