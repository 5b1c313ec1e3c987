"""Web Push: sentences to the devices of people who asked for them, through their browsers' push services (HH-68).

Messages are encrypted for the browser (RFC 8291, `http_ece`), signed with the house's key (RFC 8292, `py_vapid`), and
of one length. Addresses come from browsers, so only known services are contacted.

A message depends on its seat's knowledge alone. `ssh_server.feeds.nudge` adds reminders.
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
"""Hosts of push services; an entry with a leading dot covers all subdomains."""
SHELF: Final = "push"
KEYS: Final = "push-keys"
LENGTH: Final = 800
"""Bytes of every message before encryption: the length reveals nothing."""
KEPT_SECONDS: Final = 12 * 3600
"""Seconds for which a service keeps an undelivered message."""
SETTLE_SECONDS: Final = 3.0
"""Seconds within which news of a match is gathered into a message."""
POST_SECONDS: Final = 20.0
PAUSE: Final = 5.0
TRIES: Final = 4
MOST_POSTS: Final = 50
LONGEST: Final = 1000
MOST_SENTENCES: Final = 3
"""Latest sentences of a match that a message has."""
LITTLE_TEXT: Final = "Something waits for you."

Shows = Literal["little", "match", "all"]
"""Detail on a locked phone: that something waits, also the match, also the news."""


class Device(msgspec.Struct, frozen=True):
    browser: str
    """Digest of the browser's secret; a revoked browser receives nothing."""
    endpoint: str
    key: str
    auth: str


class PushSettings(msgspec.Struct, frozen=True):
    devices: tuple[Device, ...] = ()
    every: bool = False
    """True for all matches of the person; False for those named."""
    matches: tuple[str, ...] = ()
    shows: Shows = "little"
    quiet: str = ""
    """Quiet hours: `22:00-8:00`."""
    zone: str = ""

    def wants(self, match: str) -> bool:
        return bool(self.devices) and (self.every or match in self.matches)


class Push:
    def __init__(
        self, house: House, people: People, url: Callable[[], str], *, services: tuple[str, ...] = SERVICES,
        settle: float = SETTLE_SECONDS, pause: float = PAUSE,
    ) -> None:  # fmt: skip
        """`url`: returns the public address of the browser door; `settle` and `pause` in seconds."""
        self._house, self._people, self._url = house, people, url
        self._services, self._settle, self._pause = services, settle, pause
        self._gathered: dict[tuple[str, str], list[str]] = {}
        self._sending: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(MOST_POSTS)
        self._lookups = Lookups()
        self._client: httpx.AsyncClient | None = None
        # Keys of the house, created once: browsers accept messages of no other sender.
        keys = self._house.store.get(KEYS, "house")
        if keys is None:
            vapid = Vapid02()
            vapid.generate_keys()
            keys = {"private": vapid.private_pem().decode()}
            self._house.store.put(KEYS, "house", keys)
        self._vapid = Vapid02.from_pem(keys["private"].encode())
        self.changed: Callable[[str], None] = lambda who: None
        """Called with the id of a person whose settings changed."""

    @property
    def public_key(self) -> str:
        form, kind = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        key = self._vapid.public_key.public_bytes(form, kind)
        return base64.urlsafe_b64encode(key).decode().rstrip("=")

    # --- wishes

    def wishes(self, person_id: str) -> PushSettings:
        return msgspec.convert(self._house.store.get(SHELF, person_id) or {}, PushSettings)

    def everyone(self) -> tuple[str, ...]:
        return tuple(self._house.store.all(SHELF))

    def keep(self, person_id: str, wishes: PushSettings) -> None:
        """Store settings. Refused: `bad_quiet`."""
        read_quiet(wishes.quiet)
        self._house.store.put(SHELF, person_id, msgspec.to_builtins(wishes))
        self.changed(person_id)

    def add(self, person_id: str, device: Device) -> None:
        """Add a browser, which has a single address. Refused: `bad_endpoint`."""
        if not self._is_service(device.endpoint):
            raise Refused("bad_endpoint", "Your browser's push service is none that this house knows.", "HH-68")
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _from_base64(device.key))
            if len(_from_base64(device.auth)) != 16:
                raise ValueError("not 16 bytes")
        except ValueError:
            raise Refused("bad_endpoint", "Your browser's keys for being told are none.", "HH-68") from None
        wishes = self.wishes(person_id)
        others = tuple(
            known_device
            for known_device in wishes.devices
            if known_device.browser != device.browser and self._people.opens(person_id, known_device.browser)
        )
        self.keep(person_id, msgspec.structs.replace(wishes, devices=(*others, device)))

    def drop(self, person_id: str, browser: str) -> None:
        wishes = self.wishes(person_id)
        left = tuple(device for device in wishes.devices if device.browser != browser)
        if left != wishes.devices:
            self.keep(person_id, msgspec.structs.replace(wishes, devices=left))

    def _is_service(self, endpoint: str) -> bool:
        if len(endpoint) > LONGEST or not endpoint.isprintable():
            return False
        try:
            parts = urlsplit(endpoint)
            at = f"{parts.hostname}:{parts.port}" if parts.port else parts.hostname or ""
        except ValueError:
            return False
        known = any(at == service or (service[0] == "." and at.endswith(service)) for service in self._services)
        return known and parts.username is None and (parts.scheme == "https" or self._services is not SERVICES)

    # --- telling

    def tell(self, person_id: str, sentence: str, match: str = "") -> None:
        """Send a sentence to a person's devices. Failures are logged.

        Args:
            sentence: Public text without secrets, as for a chat room.
            match: Id of the match, for people who asked for that match alone. News that follow soon are joined.
        """
        wishes = self.wishes(person_id)
        if not wishes.devices or (match and not wishes.wants(match)) or self._is_muted(wishes):
            return
        key = person_id, match
        if key in self._gathered:
            self._gathered[key].append(sentence)
            return
        self._gathered[key] = [sentence]
        self._start_task(self._send_gathered(person_id, match))

    def _is_muted(self, wishes: PushSettings) -> bool:
        """True for a copy of a house (HH-48), and in quiet hours."""
        now = datetime.fromtimestamp(self._house.clock(), zone_of(wishes.zone))
        return HouseSettings(self._house.store).muted or in_quiet(wishes.quiet, now.hour, now.minute)

    def _start_task(self, coroutine: Any) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send_gathered(self, person_id: str, match: str) -> None:
        await asyncio.sleep(self._settle)
        sentences = list(dict.fromkeys(self._gathered.pop((person_id, match))))[-MOST_SENTENCES:]
        wishes = self.wishes(person_id)
        for device in wishes.devices:
            if self._people.opens(person_id, device.browser):
                self._start_task(self._send(person_id, device, self.words(wishes.shows, match, sentences)))

    def words(self, shows: Shows, match: str, sentences: list[str]) -> dict[str, str]:
        """Message with the detail that a glance may show."""
        summary = self._house.find(match) if match else None
        title = summary.title if summary is not None and shows != "little" else "Garnet House"
        body = " ".join(sentences) if shows == "all" else LITTLE_TEXT
        # The address is opened by a press and never shown.
        return {"title": title[:120], "body": body[:400], "tag": "garnet", "at": f"/play/{match}" if match else "/play"}

    async def _send(self, person_id: str, device: Device, words: dict[str, str]) -> None:
        async with self._room:
            for number in range(TRIES):
                if number:
                    await asyncio.sleep(self._pause * 2.0 ** (number - 1))
                status = await self._post(device, words)
                if status in (404, 410):  # gone; a 403 may be a fault of the service that passes
                    self._forget(person_id, device)
                    return
                if 200 <= status < 300:
                    return
                if 400 <= status < 500 and status != 429:
                    break
            log.warning("a push service would not take a message (%d)", status)

    def _forget(self, person_id: str, device: Device) -> None:
        wishes = self.wishes(person_id)
        left = tuple(known_device for known_device in wishes.devices if known_device != device)
        try:
            self.keep(person_id, msgspec.structs.replace(wishes, devices=left))
        except (Refused, OSError):
            log.exception("a device that is gone could not be forgotten")

    async def _post(self, device: Device, words: dict[str, str]) -> int:
        """Try once. Returns the status; 0 without an answer."""
        parts = urlsplit(device.endpoint)
        url = self._url()
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(self._house.clock()) + KEPT_SECONDS,
            "sub": url if url.startswith("https://") else "mailto:house@localhost.localdomain",
        }
        body = http_ece.encrypt(
            msgspec.json.encode(words).ljust(LENGTH), private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_from_base64(device.key), auth_secret=_from_base64(device.auth), version="aes128gcm",
        )  # fmt: skip
        headers = {
            **self._vapid.sign(claims), "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS), "Urgency": "high",
        }  # fmt: skip
        try:
            verify = await trusted()
            if self._client is None:
                self._client = httpx.AsyncClient(timeout=POST_SECONDS, follow_redirects=False, verify=verify)
            client = self._client
            await self._lookups.find(parts.hostname or "")
            answer = await client.post(device.endpoint, content=body, headers=headers)
        except (httpx.HTTPError, OSError) as trouble:
            log.warning("a push service cannot be reached: %s", type(trouble).__name__)
            return 0
        return answer.status_code

    async def quiet(self) -> None:
        while self._sending:
            await asyncio.gather(*self._sending, return_exceptions=True)

    async def stop(self) -> None:
        for task in tuple(self._sending):
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()


def _from_base64(text: str) -> bytes:
    """Decode base64url, padded or not. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


class PushedState(NamedTuple):
    closed: int
    awaited: tuple[str, int, int | None] | None
    """Phase, round and turn for which the seat owes something."""
    offers: int
    over: bool

    @classmethod
    def of(cls, seat: Seat) -> PushedState:
        frame = seat.frame()
        awaited = (frame.phase, frame.round, frame.turn) if owes(seat) else None
        offers = sum(
            message.sender != seat.name
            and message.channel != "lounge"
            and (message.deal is not None or isinstance(message.act, Offer))
            for message in seat.messages()
        )
        return cls(len(seat.closed_rounds()), awaited, offers, frame.phase == "finished")

    def news(self, before: PushedState, seat: Seat) -> list[str]:
        """Sentences about changes, without names or contents."""
        frame, sentences = seat.frame(), []
        if self.closed > before.closed:
            sentences.append(f"{frame.when(self.closed).capitalize()} has closed.")
        if self.awaited is not None and self.awaited != before.awaited:
            sentences.append("It is your turn." if frame.stage is not None else "Something is awaited from you.")
        if self.offers > before.offers:
            sentences.append("Somebody proposes something to you.")
        if self.over and not before.over:
            sentences.append("The match is over.")
        return sentences


class Calls:
    def __init__(self, house: House, push: Push) -> None:
        self._house, self._push = house, push
        self._seats: dict[Place, tuple[str, Seat, PushedState]] = {}
        self._changed_places: set[Place] = set()
        self._leave = house.listen(self._match_changed)
        push.changed = self._wishes_changed

    def start(self) -> None:
        for who in self._push.everyone():
            self._wishes_changed(who)

    def stop(self) -> None:
        self._leave()
        for place in tuple(self._seats):
            self._give_up(place)

    def _wishes_changed(self, person_id: str) -> None:
        wishes = self._push.wishes(person_id)
        wanted = {place for place in self._house.seats_of(f"person:{person_id}") if wishes.wants(place[0])}
        for place in [at for at, (whose, _, _) in self._seats.items() if whose == person_id and at not in wanted]:
            self._give_up(place)
        for place in wanted - self._seats.keys():
            self._follow(person_id, place)

    def _match_changed(self, match: str) -> None:
        """Seats may have changed hands, and a match may be new."""
        holders = self._house.holders(match)
        for place in [at for at, (who, _, _) in self._seats.items() if at[0] == match]:
            if holders.get(place[1]) != f"person:{self._seats[place][0]}":
                self._give_up(place)
        for name, holder in holders.items():
            who = holder.removeprefix("person:")
            if (match, name) not in self._seats and who != holder and self._push.wishes(who).wants(match):
                self._follow(who, (match, name))

    def _follow(self, person_id: str, place: Place) -> None:
        try:
            seat = Seat(self._house.table(place[0]), place[1], f"person:{person_id}")
        except Refused:
            return
        self._seats[place] = person_id, seat, PushedState.of(seat)
        seat.listen(lambda change: self._note_change(place))

    def _give_up(self, place: Place) -> None:
        self._seats.pop(place)[1].depart()

    def _note_change(self, place: Place) -> None:
        if not self._changed_places:
            asyncio.get_running_loop().call_soon(self._look_at_changed)
        self._changed_places.add(place)

    def _look_at_changed(self) -> None:
        stirred, self._changed_places = self._changed_places, set()
        for place in sorted(stirred & self._seats.keys()):
            who, seat, before = self._seats[place]
            if seat.gone() is not None:
                continue
            now = PushedState.of(seat)
            self._seats[place] = who, seat, now
            for sentence in now.news(before, seat):
                self._push.tell(who, sentence, place[0])
