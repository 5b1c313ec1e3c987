"""Who a browser is: a code used once, or a password; from then on by a secret in its cookie (HH-54)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from aiohttp import web

from core.house.people import DeviceLink, Invitation
from core.person import BROWSER_SECONDS, Person, fold
from core.refusal import Refused
from ssh_server.door.auth import JOIN, Gate
from ssh_server.door.join import TOO_MANY, Claims
from web_server.pages import ServedPages

COOKIES: Final = ("garnet", "__Host-garnet")
"""The cookie without and with TLS: a browser takes `__Host-` only over TLS."""
WRONG: Final = "That opens nothing: name or password is wrong. If they are lost, ask the host for a link."
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone|iPad", "iOS"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)
BROWSERS: Final = (
    ("Firefox|FxiOS", "Firefox"),
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Chrome|CriOS|Chromium", "Chrome"),
    ("Safari", "Safari"),
)
"""What stands in what a browser says of itself, and what people call it."""


def called(agent: str) -> str:
    """What people call a browser that says this of itself: `Firefox on Android`."""
    system = next((name for pattern, name in SYSTEMS if re.search(pattern, agent)), "")
    browser = next((name for pattern, name in BROWSERS if re.search(pattern, agent)), "A browser")
    return f"{browser} on {system}" if system else browser


class Login:
    """Lets browsers in, and gives them their cookies."""

    def __init__(
        self, gate: Gate, claims: Claims | None, pages: ServedPages, url: Callable[[], str], *, archive: bool
    ) -> None:
        """`url`: how people reach this door; `archive`: is there one to be read?"""
        self._gate = gate
        self._people = gate.people
        self._claims = claims
        self._pages = pages
        self._url = url
        self._archive = archive

    # --- the cookie

    @property
    def _secure(self) -> bool:
        return self._url().startswith("https://")

    @property
    def _cookie(self) -> str:

        return COOKIES[self._secure]

    def secret(self, request: web.BaseRequest) -> str:
        """What the browser's cookie says, or nothing."""
        found = request.cookies.get(self._cookie, "")
        return found if re.fullmatch(r"[0-9a-f]{64}", found) else ""

    def _entered(self, secret: str) -> web.Response:
        """In: from here on it is the cookie that opens the door, and no link stands in the address any more."""
        answer = web.Response(status=303, headers={"Location": "/play"})
        answer.set_cookie(
            self._cookie, secret, max_age=int(BROWSER_SECONDS), path="/", httponly=True, secure=self._secure,
            samesite="Lax",
        )  # fmt: skip
        return answer

    def forgotten(self) -> web.Response:
        """The cookie is taken back."""
        answer = web.Response(status=303, headers={"Location": "/"})
        answer.set_cookie(
            self._cookie, "", max_age=0, path="/", httponly=True, secure=self._secure, samesite="Lax"
        )  # fmt: skip
        return answer

    # --- pages and forms

    def front(self, person: Person | None, trouble: str = "") -> web.Response:
        """What this house is, and the ways in."""
        status = 403 if trouble else 200
        return self._pages.page(
            "house.html",
            status,
            origin=self._url(),
            person=person and person.name,
            trouble=trouble,
            archive=self._archive,
        )

    async def invited(self, code: str, person: Person | None, address: str) -> web.Response:
        """The page behind a link. Wrong ones count as guesses."""
        try:
            return self._ask(code, await self._examined(code, address), person)
        except Refused as refusal:
            return self._ask(code, None, person, refusal.message)

    def _ask(
        self, code: str, found: Invitation | DeviceLink | None, person: Person | None, trouble: str = "", name: str = ""
    ) -> web.Response:
        """Whom a code lets in, or why it opens nothing."""
        seat = found if isinstance(found, Invitation) else None
        linked = self._people.find(found.name) if isinstance(found, DeviceLink) else None
        return self._pages.page(
            "join.html", 400 if trouble else 200, origin=self._url(), code=code, closed=found is None, trouble=trouble,
            name=name, match=seat and seat.match, seat=seat and seat.seat, person=person and person.name,
            linked=linked and linked.name,
        )  # fmt: skip

    async def _examined(self, code: str, address: str) -> Invitation | DeviceLink:
        """What a code opens. Refused: `too_many_tries`, and as `People.examine`, after a while."""
        if self._gate.guard.distrusts(address):
            raise Refused("too_many_tries", TOO_MANY)
        try:
            return self._people.examine(code)
        except Refused:
            await self._gate.slow_down(JOIN, address)
            raise

    async def join(self, code: str, name: str, person: Person | None, agent: str, address: str) -> web.Response:
        """Use a code: whoever is known takes the seat, whoever is not gets a name, and another device its person."""
        found = None
        try:
            found = await self._examined(code, address)
            browser, secret = self._people.new_browser(called(agent))
            if isinstance(found, DeviceLink):
                self._people.bring(code, None, None, browser)
                return self._entered(secret)
            if self._claims is not None:
                self._claims.expects(found, person)
            if person is not None:
                joined, found = self._people.accept(code, person.name)
            else:
                joined, found = self._people.enrol(code, name.strip(), None, None, browser)
            if self._claims is not None:
                self._claims.arrived(joined, found)
        except Refused as refusal:
            return self._ask(code, found, person, refusal.message, name)
        return self._entered(secret) if person is None else web.Response(status=303, headers={"Location": "/play"})

    async def log_in(self, name: str, password: str, agent: str, address: str) -> web.Response:
        """A name and its password, with the limits of SSH. The answer is the same for every name."""
        visitor = None if fold(name) == JOIN else await self._gate.secret(name[:64], password, address)
        if visitor is None or visitor.person is None:
            return self.front(None, WRONG)
        browser, secret = self._people.new_browser(called(agent))
        self._people.let_browser_in(visitor.person.id, browser)
        return self._entered(secret)
