"""Logins of browsers by a code, once, or a password; later by a secret in the cookie (HH-54)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final
from urllib.parse import quote, urlencode

from aiohttp import web

from core.house.house import House
from core.house.league import named_rows
from core.house.people import LINK_SECONDS
from core.person import BROWSER_SECONDS, DeviceLink, Invitation, Person, fold
from core.refusal import Refused
from core.words.rulebook import book
from core.words.wording import counted, span
from ssh_server.door.auth import JOIN, Gate
from ssh_server.door.join import TOO_MANY, Claims
from web_server.pages import ServedPages

COOKIES: Final = ("garnet", "__Host-garnet")
"""Name of the cookie without and with TLS: browsers accept `__Host-` over TLS alone."""
NAME_SENT: Final = 64
"""Most characters of a refused name that are shown again."""
ELSEWHERE: Final = (
    "If it was you, open the browser that you came in with: it still opens the door, and K in the lobby, then l, makes "
    "a link for this browser. With a password you come in at the door."
)
IN_BROWSERS: Final = {
    "code_used": f"This link has been used. {ELSEWHERE}",
    "code_expired": "This link's ten minutes are over. K in the lobby, then l, makes a new one on your other device.",
}
"""Refusals in a browser's words, by code."""
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


def browser_name(agent: str) -> str:
    """Common name of a user agent: `Firefox on Android`."""
    system = next((name for pattern, name in SYSTEMS if re.search(pattern, agent)), "")
    browser = next((name for pattern, name in BROWSERS if re.search(pattern, agent)), "A browser")
    return f"{browser} on {system}" if system else browser


def to_play(match: str | None) -> web.Response:
    return web.Response(status=303, headers={"Location": f"/play/{match}" if match else "/play"})


def drawn_link(link: str) -> str:
    """Return the QR code of a link as an element of SVG; empty without the library (`garnet-house[web]`)."""
    try:
        import segno
    except ModuleNotFoundError:
        return ""
    return str(segno.make_qr(link, error="l").svg_inline(scale=6, light="#fff"))


class Login:
    def __init__(
        self, gate: Gate, house: House, claims: Claims | None, pages: ServedPages, url: Callable[[], str], *,
        archive: bool,
    ) -> None:  # fmt: skip
        """`url`: returns the door's public address; `archive`: whether there is an archive to read."""
        self._gate = gate
        self._house = house
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
        secret = request.cookies.get(self._cookie, "")
        return secret if re.fullmatch(r"[0-9a-f]{64}", secret) else ""

    def _redirect_home(self, secret: str, match: str | None = None) -> web.Response:
        """Set the cookie and redirect, so that no code stays in the address."""
        answer = to_play(match)
        answer.set_cookie(
            self._cookie, secret, max_age=int(BROWSER_SECONDS), path="/", httponly=True, secure=self._secure,
            samesite="Lax",
        )  # fmt: skip
        return answer

    def forget_browser(self) -> web.Response:
        answer = web.Response(status=303, headers={"Location": "/"})
        answer.set_cookie(
            self._cookie, "", max_age=0, path="/", httponly=True, secure=self._secure, samesite="Lax"
        )  # fmt: skip
        return answer

    # --- pages and forms

    def front(self, person: Person | None, trouble: str = "", code: str = "") -> web.Response:
        """`code`: opens another device to this person, who has no other way in."""
        link = code and f"{self._url()}/j/{code}"
        return self._pages.page(
            "house.html", 403 if trouble else 200, origin=self._url(), person=person and person.name, trouble=trouble,
            archive=self._archive, link=link, drawn=link and drawn_link(link), minutes=round(LINK_SECONDS / 60),
        )  # fmt: skip

    async def show_invitation(
        self, code: str, person: Person | None, address: str, name: str | None = None
    ) -> web.Response:
        """The page behind a link; a used one leads the person who used it to the seat. A wrong code counts as a guess.
        `name`: refused just now; the page says why."""
        opened = None
        try:
            opened = await self._examine_code(code, address)
            if name is not None and person is None and isinstance(opened, Invitation):
                self._people.check_free(name)
            return self._ask(code, opened, person)
        except Refused as refusal:
            return self._refuse(refusal, code, opened, person, name or "")

    def _refuse(
        self, refusal: Refused, code: str, opened: Invitation | DeviceLink | None, person: Person | None, name: str
    ) -> web.Response:
        used = None if person is None else self._people.used_by(code, person.name)
        if used is not None and refusal.code == "code_used":
            return to_play(used.match)
        return self._ask(code, opened, person, IN_BROWSERS.get(refusal.code, refusal.message), name)

    def _ask(
        self,
        code: str,
        opened: Invitation | DeviceLink | None,
        person: Person | None,
        trouble: str = "",
        name: str = "",
    ) -> web.Response:
        seat = opened if isinstance(opened, Invitation) else None
        facts, begins = self._introduce(seat)
        linked = self._people.find(opened.name) if isinstance(opened, DeviceLink) else None
        return self._pages.page(
            "join.html", 400 if trouble else 200, origin=self._url(), code=code, closed=opened is None, trouble=trouble,
            name=name, match=seat and seat.match, seat=seat and seat.seat, person=person and person.name,
            linked=linked and linked.name, facts=facts, begins=begins,
        )  # fmt: skip

    def _introduce(self, invitation: Invitation | None) -> tuple[dict[str, str], str]:
        """Return facts about the match by their words, and the first sentences of its rule book."""
        match = None if invitation is None else self._house.find(invitation.match or "")
        if invitation is None or match is None:
            return {}, ""
        taken = sum(holder != "open" for holder in match.holders.values())
        closes = "" if match.deadline is None else f"the next closes in {span(match.deadline - self._house.clock())}"
        rounds = ("at most " if match.at_most else "") + counted(match.rounds, match.round_word)
        begins = next((paragraph.words for paragraph in book(match.game) if paragraph.kind == "text"), "")
        return {
            "Game": match.game_title if match.title == match.game_title else f"{match.title}: {match.game_title}",
            "Host": named_rows(self._people)(match.host, invitation.inviter),
            "Length": ", ".join(filter(None, (rounds, closes))),
            "Seats": f"{len(match.seats)}, of which {taken} are taken",
        }, begins  # fmt: skip

    async def _examine_code(self, code: str, address: str) -> Invitation | DeviceLink:
        if self._gate.guard.distrusts(address):
            raise Refused("too_many_tries", TOO_MANY)
        try:
            return self._people.examine(code)
        except Refused as refusal:
            if refusal.code == "code_unknown":  # a code that opened something once was not guessed
                await self._gate.slow_down(JOIN, address)
            raise

    async def join(self, code: str, name: str, person: Person | None, agent: str, address: str) -> web.Response:
        """Use a code: a known person takes the seat, a newcomer gets a name, a device its person."""
        opened = None
        try:
            opened = await self._examine_code(code, address)
            browser, secret = self._people.new_browser(browser_name(agent))
            if isinstance(opened, DeviceLink):
                self._people.bring(code, None, None, browser)
                return self._redirect_home(secret)
            if self._claims is not None:
                self._claims.expects(opened, person)
            if person is not None:
                joined, opened = self._people.accept(code, person.name)
            else:
                joined, opened = self._people.enrol(code, name.strip(), None, None, browser)
            if self._claims is not None:
                self._claims.arrived(joined, opened)
        except Refused as refusal:
            if opened is not None and refusal.code.startswith("name_"):  # so that no form is sent again
                query = urlencode({"name": name.strip()[:NAME_SENT]})
                return web.Response(status=303, headers={"Location": f"/j/{quote(code, safe='')}?{query}"})
            return self._refuse(refusal, code, opened, person, name)
        return self._redirect_home(secret, opened.match) if person is None else to_play(opened.match)

    async def log_in(self, name: str, password: str, agent: str, address: str) -> web.Response:
        """Log in by name and password, with the limits of SSH. The answer is the same for every name."""
        visitor = None if fold(name) == JOIN else await self._gate.check_secret(name[:64], password, address)
        if visitor is None or visitor.person is None:
            return self.front(None, WRONG)
        browser, secret = self._people.new_browser(browser_name(agent))
        self._people.let_browser_in(visitor.person.id, browser)
        return self._redirect_home(secret)
