"""A house with a browser door on a free port, and pages that talk to it as `door.js` does, without a browser."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pyte

from core.house.house import House as MatchHouse
from ssh_server.session.session import AppFactory
from tests.kit.emulator import EmulatedScreen
from tests.kit.house import open_house
from tests.ssh.house import SOON, House, SmallApp, emulated, running
from web_server.door import BrowserDoorSettings, WebDoor
from web_server.login import COOKIES
from web_server.push import Push

PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


class Entrance:
    """The door, and the house behind it."""

    def __init__(self, house: House, door: WebDoor) -> None:
        self.house, self.door = house, door
        self.people = house.people

    @property
    def url(self) -> str:
        return self.door.url

    def code(self) -> str:
        """An invitation to the house."""
        return self.people.invite("host")[1]

    def browser(self, **headers: str) -> Browser:
        """A browser that nobody knows yet."""
        return Browser(self, headers)


class Browser:
    """Keeps its cookies, and says where its requests come from. A context manager."""

    def __init__(self, at: Entrance, headers: dict[str, str]) -> None:
        self.at = at
        self._headers = {"Origin": at.url, "User-Agent": PHONE, **headers}

    async def __aenter__(self) -> Browser:
        self.http = aiohttp.ClientSession(
            self.at.url, cookie_jar=aiohttp.CookieJar(unsafe=True), headers=self._headers,
            timeout=aiohttp.ClientTimeout(total=SOON),
        )  # fmt: skip
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.close()

    async def get(self, path: str, **more: Any) -> tuple[int, str]:
        """A page: its status, and what it says."""
        async with self.http.get(path, allow_redirects=False, **more) as answer:
            return answer.status, await answer.text()

    async def post(self, path: str, headers: dict[str, str] | None = None, **fields: str) -> tuple[int, str]:
        """A form, sent: the status, and what comes."""
        async with self.http.post(path, data=fields, allow_redirects=False, headers=headers) as answer:
            return answer.status, await answer.text()

    async def follow(self, path: str, **fields: str) -> tuple[int, str]:
        """A form, sent, and the page that it leads to."""
        async with self.http.post(path, data=fields) as answer:
            return answer.status, await answer.text()

    async def join(self, name: str) -> Browser:
        """In, by a new invitation."""
        status, told = await self.post("/join", code=self.at.code(), name=name)
        assert status == 303, told
        return self

    @property
    def secret(self) -> str:
        """What its cookie says."""
        return next((one.value for one in self.http.cookie_jar if one.key in COOKIES), "")

    def carry(self, secret: str) -> None:
        """Take a cookie from elsewhere."""
        self.http.cookie_jar.update_cookies({COOKIES[0]: secret})

    async def sit(self, page: str = "a" * 32, size: tuple[int, int] = (80, 24), path: str = "/line") -> Page:
        """Open a page's line."""
        socket = await self.http.ws_connect(
            f"{path}?page={page}&width={size[0]}&height={size[1]}&zone=Europe/Berlin", autoping=True, max_msg_size=0
        )
        return Page(socket, size)


class Page:
    """What a page is sent: a screen, read through a terminal emulator, and what it is told beside that."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, size: tuple[int, int]) -> None:
        self.socket = socket
        self.raw = bytearray()
        self.told: list[list[Any]] = []
        self._screen = EmulatedScreen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._changed = asyncio.Event()
        self.code: int | None = None
        """With which the house closed it."""
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionError):
            async for message in self.socket:
                if message.type is aiohttp.WSMsgType.BINARY:
                    self.raw += message.data
                    self._stream.feed(emulated(message.data))
                elif message.type is aiohttp.WSMsgType.TEXT:
                    self.told.append(json.loads(message.data))
                self._changed.set()
        self.code = self.socket.close_code
        self._changed.set()

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    def said(self, kind: str) -> Any:
        """What it was told last of a kind."""
        return next((value for one, value in reversed(self.told) if one == kind), None)

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until something is so."""
        try:
            async with asyncio.timeout(SOON):
                while not true():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"in vain; closed with {self.code}, told {self.told}, sees:\n{self.text}") from None

    async def shows(self, wanted: str) -> None:
        await self.until(lambda: wanted in self.text)

    async def over(self) -> int | None:
        """Wait until the house closes it; with which code."""
        await self.until(self._reader.done)
        return self.code

    async def say(self, *words: Any) -> None:
        await self.socket.send_str(json.dumps(words))

    async def type(self, keys: str) -> None:
        await self.say("stdin", keys)

    def send_raw(self, frame: bytes) -> None:
        """Send bytes past the client's own frames."""
        self.socket._response.connection.transport.write(frame)

    async def vanish(self) -> None:
        """The line is cut without a word."""
        transport = self.socket._response.connection.transport
        transport.abort()
        await self._reader


@contextlib.asynccontextmanager
async def entrance(
    folder: Path,
    app: AppFactory = SmallApp,
    *,
    web: BrowserDoorSettings | None = None,
    matches: MatchHouse | None = None,
    push: Push | None = None,
    **options: Any,
) -> AsyncIterator[Entrance]:
    """A house with both doors, for as long as the block lasts. `matches`: what is played there."""
    async with running(folder, app, **options) as house:
        door = WebDoor(web or BrowserDoorSettings(), house.server, matches or open_house(), options.get("claims"), push)
        await door.start()
        try:
            yield Entrance(house, door)
        finally:
            door.close()
            await house.server.stop(seconds=2.0)
            await door.stop()


async def comes(true: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(SOON):
        for _ in iter(lambda: bool(true()), True):
            await asyncio.sleep(0)


def alert(page: str) -> str:
    """The sentence in which a page says what is wrong."""
    found = re.search(r'role="alert">(.*?)</p>', page)
    return found[1] if found else ""
