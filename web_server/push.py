"""Web Push: a sentence onto the devices of whoever asked for it, by the push service of their browser (HH-68).

What is sent is encrypted for the one browser (RFC 8291, `http_ece`), signed with the house's own key (RFC 8292,
`py_vapid`), and of one length whatever it says. The service learns that this house tells this browser something, and
when. Addresses come from browsers, so only those of known services are written to.

People are called back at their turn, at a proposal to them, at a close; of deadlines `ssh_server.feeds.nudge` reminds,
through the same `Push`. Each seat is followed as its own person would follow it, so that when they are told, and what,
comes from what that seat may know alone.
"""

from __future__ import annotations

import asyncio
import base64
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

import http_ece  # type: ignore[import-untyped]
import httpx
import msgspec
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02  # type: ignore[import-untyped]

from core.house.house import House
from core.house.people import People
from core.house.settings import HouseSettings
from core.match.reminder_times import in_quiet, read_quiet
from core.refusal import Refused
from core.table.seat import Seat
from core.talk.acts import Offer
from core.words.moments import zone_of
from ssh_server.feeds.sender import Lookups, trusted
from tui.app.followed_seats import Place, owes

log = logging.getLogger("garnet.push")

SERVICES: Final = (
    "fcm.googleapis.com", ".push.services.mozilla.com", "web.push.apple.com", ".push.apple.com", ".notify.windows.com",
)  # fmt: skip
"""Hosts of the push services of today's browsers; those that begin with a dot, with whatever stands before it."""
SHELF: Final = "push"
KEYS: Final = "push-keys"
LENGTH: Final = 800
"""Bytes of every message before it is encrypted: its length says nothing."""
LIVES: Final = 12 * 3600
"""Seconds for which a service keeps what it cannot deliver."""
SETTLE_SECONDS: Final = 3.0
"""What comes within this time about one match is told together."""
PATIENCE: Final = 20.0
PAUSE: Final = 5.0
"""Seconds before a message is tried again; each further wait is twice as long."""
TRIES: Final = 4
AT_ONCE: Final = 50
"""Messages under way; what is more waits."""
LONGEST: Final = 1000
"""Characters of an address."""
ENOUGH: Final = 3
"""Sentences about one match that are told together, the latest."""
LITTLE: Final = "Something waits for you."

Shows = Literal["little", "match", "all"]
"""What a glance at a locked phone may show: that something waits, also at which match, also what it is."""


class Device(msgspec.Struct, frozen=True):
    """One browser that may be told."""

    browser: str
    """The digest of its secret: it is told nothing once that opens nothing any more."""
    endpoint: str
    key: str
    """Its public key, in base64url."""
    auth: str


class Wishes(msgspec.Struct, frozen=True):
    """What one person wants to be told, and where. Nothing, until they say so."""

    devices: tuple[Device, ...] = ()
    every: bool = False
    """Of all their matches; else of those named."""
    matches: tuple[str, ...] = ()
    shows: Shows = "little"
    quiet: str = ""
    """Hours in which they are told nothing: `22:00-8:00`."""
    zone: str = ""
    """By whose clock."""

    def wants(self, match: str) -> bool:
        return bool(self.devices) and (self.every or match in self.matches)


class Push:
    """Who is told what, and the sending of it. `tell` is for whoever in the house has something to say."""

    def __init__(
        self, house: House, people: People, url: Callable[[], str], *, services: tuple[str, ...] = SERVICES,
        settle: float = SETTLE_SECONDS, pause: float = PAUSE,
    ) -> None:  # fmt: skip
        """`url`: of the browser door, as people type it; `settle` and `pause` in seconds."""
        self._house, self._people, self._url = house, people, url
        self._services, self._settle, self._pause = services, settle, pause
        self._waiting: dict[tuple[str, str], list[str]] = {}
        self._sending: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(AT_ONCE)
        self._lookups = Lookups()
        self._client: httpx.AsyncClient | None = None
        self._vapid = self._own_keys()
        self.changed: Callable[[str], None] = lambda who: None
        """Called with the id of a person who wants something else."""

    def _own_keys(self) -> Vapid02:
        """Made at the first start: browsers that know them take messages from nobody else."""
        kept = self._house.store.get(KEYS, "house")
        if kept is None:
            made = Vapid02()
            made.generate_keys()
            kept = {"private": made.private_pem().decode()}
            self._house.store.put(KEYS, "house", kept)
        return Vapid02.from_pem(kept["private"].encode())

    @property
    def public_key(self) -> str:
        """What a browser is given to know the house by, in base64url."""
        form, kind = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        return _text(self._vapid.public_key.public_bytes(form, kind))

    # --- what somebody wants

    def wishes(self, who: str) -> Wishes:
        """Of a person, by id."""
        return msgspec.convert(self._house.store.get(SHELF, who) or {}, Wishes)

    def everyone(self) -> tuple[str, ...]:
        """Everybody who wants to be told something."""
        return tuple(self._house.store.all(SHELF))

    def keep(self, who: str, wishes: Wishes) -> None:
        """From now on so. Refused: `bad_quiet`."""
        read_quiet(wishes.quiet)
        self._house.store.put(SHELF, who, msgspec.to_builtins(wishes))
        self.changed(who)

    def add(self, who: str, device: Device) -> None:
        """Tell this browser, too; each has one address. Refused: `bad_endpoint`."""
        if not self._is_service(device.endpoint):
            raise Refused("bad_endpoint", "Your browser's push service is none that this house knows.", "HH-68")
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(device.key))
            if len(_bytes(device.auth)) != 16:
                raise ValueError("not 16 bytes")
        except ValueError:
            raise Refused("bad_endpoint", "Your browser's keys for being told are none.", "HH-68") from None
        kept = self.wishes(who)
        others = tuple(
            one for one in kept.devices if one.browser != device.browser and self._people.opens(who, one.browser)
        )
        self.keep(who, msgspec.structs.replace(kept, devices=(*others, device)))

    def drop(self, who: str, browser: str) -> None:
        """Tell this browser nothing any more."""
        kept = self.wishes(who)
        left = tuple(one for one in kept.devices if one.browser != browser)
        if left != kept.devices:
            self.keep(who, msgspec.structs.replace(kept, devices=left))

    def _is_service(self, endpoint: str) -> bool:
        if len(endpoint) > LONGEST or not endpoint.isprintable():
            return False
        try:
            parts = urlsplit(endpoint)
            at = f"{parts.hostname}:{parts.port}" if parts.port else parts.hostname or ""
        except ValueError:
            return False
        known = any(at == one or (one[0] == "." and at.endswith(one)) for one in self._services)
        return known and parts.username is None and (parts.scheme == "https" or self._services is not SERVICES)

    # --- telling

    def tell(self, who: str, sentence: str, match: str = "") -> None:
        """Tell a person, by id, a sentence on the devices that they chose; nothing where they did not ask for it. It
        says what may stand in a chat room, and nothing that is secret. `match`: the id of the match that it is about;
        then whoever wants to hear of that one alone is told, and what comes soon after is told with it. Returns at
        once; what cannot be sent is the log's."""
        wishes = self.wishes(who)
        if not wishes.devices or (match and not wishes.wants(match)) or self._muted(wishes):
            return
        key = who, match
        if key in self._waiting:
            self._waiting[key].append(sentence)
            return
        self._waiting[key] = [sentence]
        self._begin(self._tell_soon(who, match))

    def _muted(self, wishes: Wishes) -> bool:
        """A copy of a house tells nobody (HH-48), and at night nobody is told."""
        now = datetime.fromtimestamp(self._house.clock(), zone_of(wishes.zone))
        return HouseSettings(self._house.store).muted or in_quiet(wishes.quiet, now.hour, now.minute)

    def _begin(self, doing: Any) -> None:
        task = asyncio.get_running_loop().create_task(doing)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _tell_soon(self, who: str, match: str) -> None:
        await asyncio.sleep(self._settle)
        said = list(dict.fromkeys(self._waiting.pop((who, match))))[-ENOUGH:]
        wishes = self.wishes(who)
        for device in wishes.devices:
            if self._people.opens(who, device.browser):
                self._begin(self._send(who, device, self.words(wishes.shows, match, said)))

    def words(self, shows: Shows, match: str, said: list[str]) -> dict[str, str]:
        """What the device is to show, as far as a glance may."""
        told = self._house.find(match) if match else None
        title = told.title if told is not None and shows != "little" else "Garnet House"
        body = " ".join(said) if shows == "all" else LITTLE
        # The address is opened by a press, and shown nowhere.
        return {"title": title[:120], "body": body[:400], "tag": "garnet", "at": f"/play/{match}" if match else "/play"}

    async def _send(self, who: str, device: Device, words: dict[str, str]) -> None:
        async with self._room:
            for number in range(TRIES):
                if number:
                    await asyncio.sleep(self._pause * 2.0 ** (number - 1))
                status = await self._post(device, words)
                if status in (404, 410, 403):  # it is gone, or takes nothing from this house
                    self._forget(who, device)
                    return
                if 200 <= status < 300:
                    return
                if 400 <= status < 500 and status != 429:
                    break
            log.warning("a push service would not take a message (%d)", status)

    def _forget(self, who: str, device: Device) -> None:
        kept = self.wishes(who)
        left = tuple(one for one in kept.devices if one != device)
        try:
            self.keep(who, msgspec.structs.replace(kept, devices=left))
        except (Refused, OSError):
            log.exception("a device that is gone could not be forgotten")

    async def _post(self, device: Device, words: dict[str, str]) -> int:
        """One try: the status of the answer, 0 where there was none."""
        parts = urlsplit(device.endpoint)
        url = self._url()
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(self._house.clock()) + LIVES,
            "sub": url if url.startswith("https://") else "mailto:house@localhost.localdomain",
        }
        body = http_ece.encrypt(
            msgspec.json.encode(words).ljust(LENGTH), private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_bytes(device.key), auth_secret=_bytes(device.auth), version="aes128gcm",
        )  # fmt: skip
        headers = {
            **self._vapid.sign(claims), "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream",
            "TTL": str(LIVES), "Urgency": "high",
        }  # fmt: skip
        try:
            client = await self._ready()
            await self._lookups.find(parts.hostname or "")
            answer = await client.post(device.endpoint, content=body, headers=headers)
        except (httpx.HTTPError, OSError) as trouble:
            log.warning("a push service cannot be reached: %s", type(trouble).__name__)
            return 0
        return answer.status_code

    async def _ready(self) -> httpx.AsyncClient:
        verify = await trusted()
        if self._client is None:
            self._client = httpx.AsyncClient(timeout=PATIENCE, follow_redirects=False, verify=verify)
        return self._client

    async def quiet(self) -> None:
        """Wait until everything is sent or given up."""
        while self._sending:
            await asyncio.gather(*self._sending, return_exceptions=True)

    async def stop(self) -> None:
        """No more; what waits is dropped."""
        for task in tuple(self._sending):
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()


def _bytes(text: str) -> bytes:
    """What base64url says, with or without its ending. ValueError where it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _text(given: bytes) -> str:
    return base64.urlsafe_b64encode(given).decode().rstrip("=")


class PushedState(NamedTuple):
    """What is compared from one change to the next."""

    closed: int
    awaited: tuple[str, int, int | None] | None
    """What is awaited of the seat: phase, round and turn; None while nothing is."""
    offers: int
    over: bool

    @classmethod
    def of(cls, seat: Seat) -> PushedState:
        """As the seat stands."""
        frame = seat.frame()
        awaited = (frame.phase, frame.round, frame.turn) if owes(seat) else None
        offers = sum(
            one.by != seat.name and one.channel != "lounge" and (one.deal is not None or isinstance(one.act, Offer))
            for one in seat.messages()
        )
        return cls(len(seat.closed_rounds()), awaited, offers, frame.phase == "finished")

    def news(self, before: PushedState, seat: Seat) -> list[str]:
        """What has come since, in sentences that name nobody and tell nothing."""
        frame, said = seat.frame(), []
        if self.closed > before.closed:
            said.append(f"{frame.when(self.closed).capitalize()} has closed.")
        if self.awaited is not None and self.awaited != before.awaited:
            said.append("It is your turn." if frame.stage is not None else "Something is awaited from you.")
        if self.offers > before.offers:
            said.append("Somebody proposes something to you.")
        if self.over and not before.over:
            said.append("The match is over.")
        return said


class Calls:
    """Follows the seats of everybody who wants to be called."""

    def __init__(self, house: House, push: Push) -> None:
        self._house, self._push = house, push
        self._seats: dict[Place, tuple[str, Seat, PushedState]] = {}
        self._stirred: set[Place] = set()
        self._leave = house.listen(self._match_changed)
        push.changed = self._wishes_changed

    def start(self) -> None:
        """From now on; what is so already is no news."""
        for who in self._push.everyone():
            self._wishes_changed(who)

    def stop(self) -> None:
        """Nobody is followed any more."""
        self._leave()
        for place in tuple(self._seats):
            self._give_up(place)

    def _wishes_changed(self, who: str) -> None:
        wishes = self._push.wishes(who)
        wanted = {place for place in self._house.seats_of(f"person:{who}") if wishes.wants(place[0])}
        for place in [at for at, (whose, _, _) in self._seats.items() if whose == who and at not in wanted]:
            self._give_up(place)
        for place in wanted - self._seats.keys():
            self._follow(who, place)

    def _match_changed(self, match: str) -> None:
        """Something public: seats may have changed hands, and a match may be new."""
        holders = self._house.holders(match)
        for place in [at for at, (who, _, _) in self._seats.items() if at[0] == match]:
            if holders.get(place[1]) != f"person:{self._seats[place][0]}":
                self._give_up(place)
        for name, holder in holders.items():
            who = holder.removeprefix("person:")
            if (match, name) not in self._seats and who != holder and self._push.wishes(who).wants(match):
                self._follow(who, (match, name))

    def _follow(self, who: str, place: Place) -> None:
        try:
            seat = Seat(self._house.table(place[0]), place[1], f"person:{who}")
        except Refused:
            return
        self._seats[place] = who, seat, PushedState.of(seat)
        seat.listen(lambda change: self._stir(place))

    def _give_up(self, place: Place) -> None:
        self._seats.pop(place)[1].depart()

    def _stir(self, place: Place) -> None:
        """Look at it once the table stands; at changes that come together, once."""
        if not self._stirred:
            asyncio.get_running_loop().call_soon(self._look)
        self._stirred.add(place)

    def _look(self) -> None:
        stirred, self._stirred = self._stirred, set()
        for place in sorted(stirred & self._seats.keys()):
            who, seat, before = self._seats[place]
            if seat.gone() is not None:
                continue
            now = PushedState.of(seat)
            self._seats[place] = who, seat, now
            for sentence in now.news(before, seat):
                self._push.tell(who, sentence, place[0])
