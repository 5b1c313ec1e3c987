"""The browser door: where it listens, its paths, and their rights."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import re
import ssl
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

import msgspec
from aiohttp import ClientConnectionResetError, web

from core.house.house import House
from core.person import Browser, Person
from core.refusal import Refused
from ssh_server.door.guard import network
from ssh_server.door.join import Claims
from ssh_server.server import Server
from ssh_server.session.line import LineEnd
from ssh_server.session.session import AT, BROWSER
from web_server.limits import BODY_BYTES, BODY_SECONDS, HEADER_BYTES, IDLE_SECONDS, Connections, Costs, Listener
from web_server.line import LONGEST, STRANGER, WebLine
from web_server.login import Login
from web_server.pages import HEADERS, ServedPages, archive_file
from web_server.push import Calls, Device, Push, Shows
from web_server.watching import Onlookers

logger = logging.getLogger("garnet.web")
_unheard = logging.getLogger("garnet.web.protocol")
_unheard.setLevel(logging.CRITICAL + 1)  # aiohttp would log data of unknown clients, links included

BACKLOG: Final = 512
A_REQUEST: Final = 0.000_5
GOODBYE_SECONDS: Final = 2.0
GLANCES: Final[tuple[tuple[Shows, str], ...]] = (
    ("little", "that something waits"),
    ("match", "also at which match"),
    ("all", "also what it is: my turn, a proposal, a close"),
)
NO_PAGE: Final = "There is no such page in this house."
MATCH: Final = re.compile(r"[a-z0-9_-]{1,64}")
OTHER_SITE: Final = "Another site sent you here to do something in your name. Nothing was done; open the house itself."


class BrowserDoorSettings(msgspec.Struct, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: int = 0
    """0 lets the system choose."""
    url: str = ""
    """Public address without a path: `https://play.example.org`; empty for the address that it listens on."""
    certificate: Path | None = None
    """Certificate for TLS; None behind a proxy with TLS."""
    key: Path | None = None
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose `X-Forwarded-For` is trusted."""
    archive: Path | None = None


class BrowserSession(msgspec.Struct, frozen=True):
    person: Person
    browser: Browser


Handler = Callable[[web.BaseRequest, list[str]], Awaitable[web.StreamResponse]]


class WebDoor:
    def __init__(
        self,
        settings: BrowserDoorSettings,
        server: Server,
        house: House,
        claims: Claims | None = None,
        push: Push | None = None,
    ) -> None:
        self.settings = settings
        self.url = settings.url.rstrip("/")
        self._server = server
        self._people = server.people
        self._pages = ServedPages()
        proxies = frozenset(map(network, settings.proxies))
        self._connections = Connections(proxies)
        self._onlookers = Onlookers(house, server, proxies)
        self._house = house
        self.push = push or Push(house, server.people, lambda: self.url)
        self._calls = Calls(house, self.push)
        self._costs = Costs(asyncio.get_running_loop().time, server.pace)
        self._lines: dict[str, WebLine] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Server | None = None
        self._listener: Listener | None = None
        self._login = Login(
            server.gate, house, claims, self._pages, lambda: self.url, archive=settings.archive is not None
        )
        self._people.revoked = self._drop_browser
        self._paths: dict[tuple[str, str], Handler] = {
            ("GET", ""): self._show_front,
            ("GET", "j"): self._show_invitation,
            ("GET", "play"): self._show_terminal,
            ("GET", "line"): self._line,
            ("GET", "w"): self._show_watched,
            ("GET", "static"): self._static_file,
            ("GET", "archive"): self._archive,
            ("GET", "worker.js"): self._worker,
            ("GET", "offline"): self._show_offline,
            ("GET", "manifest.webmanifest"): self._manifest,
            ("GET", "call"): self._show_calls,
            ("POST", "call"): self._change_calls,
            ("POST", "join"): self._join,
            ("POST", "login"): self._log_in,
            ("POST", "logout"): self._log_out,
        }

    # --- listening

    async def start(self) -> None:
        """Listen. Raises OSError if the port is taken or a certificate cannot be read."""
        loop = asyncio.get_running_loop()
        context = None
        if self.settings.certificate is not None:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(self.settings.certificate, self.settings.key)
        self._listener = Listener(
            self._connections, self._answer, access_log=None, logger=_unheard, keepalive_timeout=IDLE_SECONDS,
            max_line_size=HEADER_BYTES, max_field_size=HEADER_BYTES, lingering_time=0.0, read_bufsize=2 * LONGEST,
        )  # fmt: skip
        host = self.settings.host or None
        self._listening = await loop.create_server(
            self._listener, host, self.settings.port, ssl=context, backlog=BACKLOG
        )
        if not self.url:
            shown = f"[{host}]" if host and ":" in host else host or "localhost"
            self.url = f"{'https' if context else 'http'}://{shown}:{self.port}"
        self._calls.start()
        logger.info("Browsers are let in on port %s.", self.port)

    @property
    def port(self) -> int:
        return 0 if self._listening is None else int(self._listening.sockets[0].getsockname()[1])

    @property
    def secure(self) -> bool:
        return self.url.startswith("https://")

    def close(self) -> None:
        """Accept no more connections; present ones stay until `stop`."""
        if self._listening is not None:
            self._listening.close()

    async def stop(self) -> None:
        """Wait until the pages know that the house closes, then cut the rest."""
        self.close()
        self._calls.stop()
        await self.push.stop()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=GOODBYE_SECONDS)
        for task in tuple(self._tasks):
            task.cancel()
        if self._listener is not None:
            await self._listener.shutdown(GOODBYE_SECONDS)

    # --- a request

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer a request. Nothing that a browser sent is logged."""
        request.protocol.stop_waiting()  # type: ignore[attr-defined]
        address = self.address_of(request)
        await asyncio.sleep(self._costs.note(address, A_REQUEST))
        try:
            first, *rest = request.path.strip("/").split("/")
            method = "GET" if request.method == "HEAD" else request.method
            if method != "GET":
                self._check_origin(request)
            handler = self._paths.get((method, first))
            if handler is None:
                raise Refused("no_such_page", NO_PAGE)
            answer = await handler(request, rest)
        except Refused as refusal:
            status = {"other_site": 403, "no_such_page": 404, "too_large": 413}.get(refusal.code, 400)
            answer = self._say(refusal.message, status)
        except (ConnectionError, ClientConnectionResetError):
            raise
        except Exception as error:
            logger.error("A request from %s failed.", address, exc_info=error)
            answer = self._say("Something went wrong in the house. Nothing that was kept is lost.", 500)
        if not answer.prepared:
            for name, value in HEADERS.items():
                answer.headers.setdefault(name, value)
            if self.secure:
                answer.headers["Strict-Transport-Security"] = "max-age=31536000"
        return answer

    def _say(self, sentence: str, status: int) -> web.Response:
        return self._pages.page("said.html", status, origin=self.url, sentence=sentence)

    def address_of(self, request: web.BaseRequest) -> str:
        """Address of a client; of a named proxy's header the last entry, since clients may invent the others."""
        peer = str(((request.transport and request.transport.get_extra_info("peername")) or ("",))[0])
        if network(peer) not in map(network, self.settings.proxies):
            return peer
        last = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        try:
            return str(ipaddress.ip_address(last))
        except ValueError:
            return peer

    def _check_origin(self, request: web.BaseRequest) -> None:
        if request.headers.getall("Origin", []) != [self.url]:
            raise Refused("other_site", OTHER_SITE)

    async def _form(self, request: web.BaseRequest, *names: str) -> list[str]:
        """Fields of a form, in order. Refused: `too_large`, or `no_form`."""
        if request.content_type != "application/x-www-form-urlencoded":
            raise Refused("no_form", "That is no form of this house.")
        try:
            async with asyncio.timeout(BODY_SECONDS):
                if (request.content_length or 0) > BODY_BYTES or len(await _read_body(request)) > BODY_BYTES:
                    raise Refused("too_large", f"A form has at most {BODY_BYTES:,} bytes.")
                fields = await request.post()
        except TimeoutError:
            raise Refused("no_form", "The form took too long to arrive. Send it again.") from None
        return [str(fields.get(name, "")) for name in names]

    def _person_of(self, request: web.BaseRequest) -> Person | None:
        known = self.session_of(request)
        return None if known is None else known.person

    def session_of(self, request: web.BaseRequest) -> BrowserSession | None:
        secret = self._login.secret(request)
        session = self._people.by_browser(secret) if secret else None
        return None if session is None else BrowserSession(*session)

    # --- pages

    async def _show_front(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        return self._login.front(self._person_of(request))

    async def _show_invitation(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        """The page behind a link. Chat rooms open links too: it consumes nothing."""
        code = segments[0] if segments else request.query.get("code", "")
        name = request.query.get("name")
        return await self._login.show_invitation(code, self._person_of(request), self.address_of(request), name)

    async def _join(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        code, name = await self._form(request, "code", "name")
        agent = request.headers.get("User-Agent", "")
        return await self._login.join(code, name, self._person_of(request), agent, self.address_of(request))

    async def _log_in(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        name, password = await self._form(request, "name", "password")
        agent = request.headers.get("User-Agent", "")
        return await self._login.log_in(name, password, agent, self.address_of(request))

    async def _log_out(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        """Forget this browser. Where it is its person's only way in, offer a link for another device first."""
        session = self.session_of(request)
        if session is None:
            return self._login.forget_browser()
        try:
            self._people.drop_browser(session.person.id, session.browser.id)
        except Refused as refusal:
            return self._login.front(session.person, refusal.message, self._people.link(session.person.id))
        return self._login.forget_browser()

    async def _show_calls(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        session = self.session_of(request)
        if session is None:
            return web.Response(status=303, headers={"Location": "/"})
        return self._call_page(session, is_kept=request.query_string == "kept")

    def _call_page(self, session: BrowserSession, *, is_kept: bool = False, trouble: str = "") -> web.Response:
        wishes = self.push.wishes(session.person.id)
        on = any(device.browser == session.browser.digest for device in wishes.devices)
        return self._pages.page(
            "call.html", 400 if trouble else 200, origin=self.url, key=self.push.public_key, on=on, wishes=wishes,
            others=len(wishes.devices) - on, matches=self._seats_page(session), glances=GLANCES, kept=is_kept,
            trouble=trouble,
        )  # fmt: skip

    def _seats_page(self, session: BrowserSession) -> list[tuple[str, str]]:
        held = dict.fromkeys(match for match, _ in self._house.seats_of(f"person:{session.person.id}"))
        return [(match, self._house.summary(match).title) for match in held if not self._house.is_finished(match)]

    async def _change_calls(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        session = self.session_of(request)
        if session is None:
            raise Refused("other_site", "This browser is nobody's here. Come in at the door first.")
        person_id = session.person.id
        if segments == ["device"]:
            endpoint, key, auth = await self._form(request, "endpoint", "key", "auth")
            self.push.add(person_id, Device(session.browser.digest, endpoint, key, auth))
            return web.Response(status=204)
        if segments == ["off"]:
            self.push.drop(person_id, session.browser.digest)
        elif segments == ["wishes"]:
            every, shows, quiet, zone = await self._form(request, "every", "shows", "quiet", "zone")
            chosen = {str(choice) for choice in (await request.post()).getall("match", ())}
            try:
                self.push.keep(person_id, msgspec.structs.replace(
                    self.push.wishes(person_id), every=bool(every), quiet=quiet.strip(), zone=zone[:64],
                    matches=tuple(match for match, _ in self._seats_page(session) if match in chosen),
                    shows=next((choice for choice, _ in GLANCES if choice == shows), "little"),
                ))  # fmt: skip
            except Refused as refusal:
                return self._call_page(session, trouble=refusal.message)
        else:
            raise Refused("no_such_page", NO_PAGE)
        return web.Response(status=303, headers={"Location": "/call?kept"})

    async def _show_terminal(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        session = self.session_of(request)
        if session is None:
            return web.Response(status=303, headers={"Location": "/"})
        line = f"/line/{segments[0]}" if segments and MATCH.fullmatch(segments[0]) else "/line"
        return self._pages.page("door.html", origin=self.url, title=session.person.name, line=line, watches=False)

    async def _show_watched(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        """The link of a match: people of the house go to it, others may watch. `/line` after the code is their web
        socket."""
        code, *line = segments or [""]
        if line == ["line"]:
            return await self._watch(request, code)
        if self.session_of(request) is not None and not line:
            match = self._onlookers.match(code)
            return web.Response(status=303, headers={"Location": f"/play/{quote(match)}"})
        summary = self._onlookers.find(code)
        return self._pages.page("door.html", origin=self.url, title=summary.title, line=f"/w/{code}/line", watches=True)

    async def _watch(self, request: web.BaseRequest, code: str) -> web.StreamResponse:
        self._check_origin(request)
        asked_socket = parse_socket_request(request)
        self._onlookers.find(code)
        socket = await self._open_socket(request)
        line = WebLine(None, asked_socket.page, "", self.address_of(request), asked_socket.variables, self._server.pace)
        line.by_thumb = asked_socket.by_thumb
        self._keep(self._onlookers.seat(line, code))
        await line.serve(request, socket, asked_socket.size)
        return socket

    async def _static_file(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        if len(segments) != 2 or segments[1] not in self._pages.files:
            raise Refused("no_such_page", "There is no such file in this house.")
        return self._file(request, segments[1], cacheable=segments[0] == self._pages.version)

    async def _archive(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        if self.settings.archive is None:
            raise Refused("no_such_page", "This house shows no archive here.")
        if not segments and not request.path.endswith("/"):
            return web.Response(status=303, headers={"Location": "/archive/"})
        return await asyncio.to_thread(archive_file, self.settings.archive, segments)

    async def _worker(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        """The service worker; its path must be at the top to cover the whole house."""
        return self._file(request, "worker.js", cacheable=False)

    async def _show_offline(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        """The page that a browser keeps for when it has no network."""
        return self._pages.page("offline.html", origin=self.url)

    def _file(self, request: web.BaseRequest, name: str, *, cacheable: bool) -> web.Response:
        return self._pages.file(name, packed="gzip" in request.headers.get("Accept-Encoding", ""), cacheable=cacheable)

    async def _manifest(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        at = f"/static/{self._pages.version}"
        icons = [
            {"src": f"{at}/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": f"{at}/icon.png", "sizes": "512x512", "type": "image/png"},
            {"src": f"{at}/mask.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ]
        manifest = {
            "id": "/play",
            "name": "Garnet House", "short_name": "Garnet", "start_url": "/play", "scope": "/", "display": "standalone",
            "background_color": "#16131a", "theme_color": "#16131a", "icons": icons,
        }  # fmt: skip
        return web.json_response(manifest, content_type="application/manifest+json")

    # --- the terminal

    async def _line(self, request: web.BaseRequest, segments: list[str]) -> web.StreamResponse:
        """Web socket of a page. Requires the browser's secret, and a page of this house."""
        self._check_origin(request)
        session = self.session_of(request)
        asked_socket = parse_socket_request(request)
        socket = await self._open_socket(request)
        if session is None:
            await socket.close(code=STRANGER)
            return socket
        line = self._find_line(session, asked_socket, self.address_of(request), *segments[:1])
        await line.serve(request, socket, asked_socket.size)
        return socket

    async def _open_socket(self, request: web.BaseRequest) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(
            max_msg_size=2 * LONGEST, compress=False, autoping=False, timeout=GOODBYE_SECONDS, receive_timeout=None
        )
        socket.headers.update(HEADERS)
        await socket.prepare(request)
        return socket

    def _keep(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _find_line(self, session: BrowserSession, request: SocketRequest, address: str, match: str = "") -> WebLine:
        """Line that this page had, or a new one that opens `match`."""
        person_id = session.person.id
        line = self._lines.get(person_id)
        if line is not None and line.waits_for(request.page, session.browser.digest):
            return line
        variables = {**request.variables, BROWSER: session.browser.digest, **({AT: match} if match else {})}
        line = self._lines[person_id] = WebLine(
            person_id, request.page, session.browser.digest, address, variables, self._server.pace
        )  # fmt: skip
        line.by_thumb = request.by_thumb
        self._keep(self._seat(line, session.person))
        return line

    async def _seat(self, line: WebLine, person: Person) -> None:
        try:
            self._server.entered(line, person)
            await self._server.welcome(line, person, line.address)
        except Refused as refusal:
            line.say(refusal.message)
            line.leave(1, LineEnd.FULL)
        finally:
            await line.gone.wait()
            self._server.forget(line)
            if self._lines.get(person.id) is line:
                del self._lines[person.id]

    def _drop_browser(self, digest: str) -> None:
        for line in [candidate for candidate in self._lines.values() if candidate.browser == digest]:
            line.say("This browser was taken off your list. Come in again by a link or with your password.")
            line.close()


class SocketRequest(msgspec.Struct, frozen=True):
    page: str
    size: tuple[int, int]
    zone: str
    by_thumb: bool = False

    @property
    def variables(self) -> dict[str, str]:
        return {"TZ": self.zone} if self.zone else {}


def parse_socket_request(request: web.BaseRequest) -> SocketRequest:
    """Parameters of a web socket. Refused: `not_understood`."""
    page, zone = request.query.get("page", ""), request.query.get("zone", "")
    width, height = request.query.get("width", ""), request.query.get("height", "")
    sizes = all(number.isascii() and number.isdigit() and 0 < len(number) <= 4 for number in (width, height))
    if not sizes or not (16 <= len(page) <= 64 and page.isascii() and page.isalnum()) or len(zone) > 64:
        raise Refused("not_understood", "That is no page of this house.")
    thumbs = request.query.get("thumbs", "") == "1"
    return SocketRequest(page, (int(width), int(height)), zone if zone.isprintable() else "", thumbs)


async def _read_body(request: web.BaseRequest) -> bytes:
    with contextlib.suppress(web.HTTPRequestEntityTooLarge):
        return await request.read()
    return bytes(BODY_BYTES + 1)


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check_url(url: str) -> str:
    """A public address. Refused (`bad_url`) if it has a path or is invalid."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/") or parts.query:
        raise Refused("bad_url", f"--web-url is {url!r}; write it as https://play.example.org, without a path.")
    return f"{parts.scheme}://{parts.netloc}"
