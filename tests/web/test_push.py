"""HH-68: people are called on their devices, against a push service of our own on loopback that decrypts what comes."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any

import http_ece
import pytest
from aiohttp import web
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec.structs import replace
from py_vapid import Vapid02

from core.games import MODULES
from core.games import game as find_game
from core.house.house import House
from core.kit import played
from core.kit.secrecy import redealt
from core.match.state import Match
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.table.seat import Seat
from core.table.table import Table
from core.talk.channels import Deal
from storage import open_house as open_disk
from tests.kit import NAMES
from tests.kit.depth import deep
from tests.kit.house import open_house
from tests.ssh.house import Clock, new_people
from tests.web.kit import Browser, alert, comes, entrance
from web_server.push import LENGTH, SERVICES, Device, Push, PushedState, PushSettings

AUTH = b"0123456789abcdef"


def text(given: bytes) -> str:
    return base64.urlsafe_b64encode(given).decode().rstrip("=")


class Service:
    """Takes what a push service would, and reads it as the browser would."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        form, kind = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        self.key = text(self.private.public_key().public_bytes(form, kind))
        self.told: list[dict[str, str]] = []
        self.heads: list[Any] = []
        self.lengths: set[int] = set()
        self.status = [201]
        """How it answers, one after the other; the last for ever."""

    async def take(self, request: web.Request) -> web.Response:
        body = await request.read()
        status = self.status.pop(0) if len(self.status) > 1 else self.status[0]
        if status == 201:
            self.lengths.add(len(body))
            self.heads.append(dict(request.headers))
            said = http_ece.decrypt(body, private_key=self.private, auth_secret=AUTH, version="aes128gcm")
            self.told.append(json.loads(said))
        return web.Response(status=status)

    @property
    def bodies(self) -> list[str]:
        return [one["body"] for one in self.told]


class Called:
    """Ada, with a browser that may be called, and two matches."""

    def __init__(self, house: House, browser: Browser, push: Push, service: Service, at: str) -> None:
        self.house, self.browser, self.push, self.service, self.endpoint = house, browser, push, service, at

    def match(self, game: str = "exodus", **how: Any) -> Table:
        count = find_game(game).spec.seats
        holders = {"Ada": "person:ada", NAMES[1]: "person:bo"}
        return self.house.make(game, NAMES[:count], seed=3, holders=holders, **how)

    async def allow(self, **wishes: Any) -> None:
        """As the page does: this browser, then the wishes."""
        status, told = await self.browser.post(
            "/call/device", endpoint=self.endpoint, key=self.service.key, auth=text(AUTH)
        )
        assert status == 204, told
        status, _ = await self.browser.post("/call/wishes", **wishes)
        assert status == 303


@pytest.fixture
async def called(tmp_path: Path) -> AsyncIterator[Called]:
    service, app = Service(), web.Application()
    app.router.add_post("/{tail:.*}", service.take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    house, people = open_house(), new_people()
    push = Push(house, people, lambda: "https://play.example.org", services=(f"127.0.0.1:{port}",), settle=0.0, pause=0)
    async with entrance(tmp_path, people=people, matches=house, push=push) as at, at.browser() as browser:
        await browser.join("Ada")
        yield Called(house, browser, push, service, f"http://127.0.0.1:{port}/for/ada")
    house.stop()
    await runner.cleanup()


def close(table: Table) -> None:
    HostControls(table).close()


async def test_HH_68_nobody_is_called_who_did_not_ask(called: Called) -> None:
    table = called.match()
    close(table)
    called.push.tell("ada", "A deadline is near.", table.match.header.match)
    await called.push.quiet()
    await called.allow()  # this browser, but no match
    close(table)
    called.push.tell("ada", "A deadline is near.", table.match.header.match)
    await called.push.quiet()
    assert called.service.told == []


async def test_HH_68_a_close_a_turn_a_proposal_and_a_reminder_are_told(called: Called) -> None:
    table = called.match()
    match = table.match.header.match
    await called.allow(match=match, shows="all")
    close(table)
    await comes(lambda: called.service.bodies)
    assert called.service.bodies == ["Round 1 has closed. Something is awaited from you."]
    seat = Seat(table, NAMES[1], "person:bo")
    seat.say(["Ada"], "Shall we?", Deal(give="green", want="red"))
    await comes(lambda: called.service.bodies[1:])
    assert called.service.bodies[1:] == ["Somebody proposes something to you."]
    called.push.tell("ada", "The deadline is near.", match)
    await called.push.quiet()
    assert called.service.bodies[2:] == ["The deadline is near."]
    assert NAMES[1] not in str(called.service.told)
    assert called.service.told[0]["at"] == f"/play/{match}"


async def test_HH_68_what_is_sent_is_signed_and_of_one_length(called: Called) -> None:
    table = called.match()
    await called.allow(every="yes", shows="all")
    for sentence in ("A.", "A longer sentence. " * 30):
        called.push.tell("ada", sentence, table.match.header.match)
        await called.push.quiet()
    assert len(called.service.lengths) == 1
    assert called.service.lengths.pop() > LENGTH
    head = called.service.heads[0]
    assert head["Content-Encoding"] == "aes128gcm"
    assert int(head["TTL"]) > 0
    assert Vapid02.verify(head["Authorization"])
    assert called.push.public_key in head["Authorization"]


@pytest.mark.parametrize(
    ("shows", "title", "body"),
    [("little", "Garnet House", "Something waits for you."), ("match", "By the door", "Something waits for you."),
     ("all", "By the door", "It is your turn.")],
)  # fmt: skip
async def test_HH_68_a_glance_shows_as_much_as_was_chosen(called: Called, shows: str, title: str, body: str) -> None:
    table = called.match(title="By the door")
    await called.allow(every="yes", shows=shows)
    called.push.tell("ada", "It is your turn.", table.match.header.match)
    await called.push.quiet()
    assert [(one["title"], one["body"]) for one in called.service.told] == [(title, body)]


async def test_HH_68_each_match_and_hour_is_chosen(called: Called) -> None:
    first, second = called.match(), called.match()
    one, other = first.match.header.match, second.match.header.match
    await called.allow(match=one, shows="all")
    for match in (one, other):
        called.push.tell("ada", match, match)
    await called.push.quiet()
    assert called.service.bodies == [one]
    status, page = await called.browser.post("/call/wishes", match=one, shows="all", quiet="25:00-99")
    assert status == 400
    assert "22:00-8:00" in alert(page)
    await called.allow(match=one, shows="all", quiet="0:00-23:59", zone="Europe/Berlin")
    called.push.tell("ada", "At night.", one)
    await called.push.quiet()
    assert called.service.bodies == [one]
    _, page = await called.browser.get("/call")
    assert 'value="0:00-23:59"' in page


async def test_what_others_hold_is_not_to_be_chosen(called: Called) -> None:
    theirs = called.house.make("exodus", NAMES[:9], holders={NAMES[1]: "person:bo"}, title="Not Ada's")
    await called.allow(match=theirs.match.header.match)
    assert called.push.wishes("ada").matches == ()
    assert "Not Ada" not in (await called.browser.get("/call"))[1]


async def test_HH_68_a_browser_that_was_revoked_is_told_nothing_more(called: Called) -> None:
    table = called.match()
    await called.allow(every="yes")
    people = called.browser.at.people
    people.set_password("Ada", "a hash")
    [browser] = people.find("Ada").browsers  # type: ignore[union-attr]
    people.drop_browser("Ada", browser.id)
    called.push.tell("ada", "Secret?", table.match.header.match)
    await called.push.quiet()
    assert called.service.told == []


@pytest.mark.parametrize(
    ("answers", "told", "left"), [([410], 0, 0), ([500, 429, 201], 1, 1), ([400], 0, 1), ([403], 0, 1)]
)
async def test_a_service_may_be_gone_or_busy(called: Called, answers: list[int], told: int, left: int) -> None:
    table = called.match()
    await called.allow(every="yes")
    called.service.status = answers
    called.push.tell("ada", "Something.", table.match.header.match)
    await called.push.quiet()
    assert len(called.service.told) == told
    assert len(called.push.wishes("ada").devices) == left


async def test_what_comes_together_is_told_together(called: Called) -> None:
    table = called.match()
    await called.allow(every="yes", shows="all")
    for sentence in ("One.", "One.", "Two.", "Three.", "Four."):
        called.push.tell("ada", sentence, table.match.header.match)
    await called.push.quiet()
    assert called.service.bodies == ["Two. Three. Four."]


@pytest.mark.parametrize(
    "endpoint",
    ["http://127.0.0.1:1/x", "https://127.0.0.1/", "https://fcm.googleapis.com.example.org/", "https://evil.example/x",
     "https://fcm.googleapis.com@evil.example/", "https://fcm.googleapis.com:99999/", "file:///etc/passwd", "",
     "http://fcm.googleapis.com/x", "https://x.push.apple.com/" + "y" * 2000],
    ids=range(10),
)  # fmt: skip
def test_only_known_services_are_written_to(endpoint: str) -> None:
    push = Push(open_house(), new_people(), lambda: "")
    with pytest.raises(Refused, match="push service"):
        push.add("ada", Device("d", endpoint, Service().key, text(AUTH)))
    for known in ("https://fcm.googleapis.com/fcm/send/x", "https://updates.push.services.mozilla.com/wpush/v2/x"):
        push.add("ada", Device("d", known, Service().key, text(AUTH)))
    assert all(one != "127.0.0.1" for one in SERVICES)


@pytest.mark.parametrize(("key", "auth"), [("", text(AUTH)), ("!!", text(AUTH)), ("", "x"), ("é", "é")], ids=range(4))
def test_keys_that_are_none_are_refused(key: str, auth: str) -> None:
    push = Push(open_house(), new_people(), lambda: "")
    with pytest.raises(Refused, match="keys"):
        push.add("ada", Device("d", "https://fcm.googleapis.com/x", key, auth))


async def test_nobody_else_s_browser_and_no_other_site_changes_anything(called: Called) -> None:
    async with called.browser.at.browser() as stranger:
        assert (await stranger.get("/call"))[0] == 303
        assert (await stranger.post("/call/wishes", every="yes"))[0] == 403
    assert (await called.browser.post("/call/nothing", every="yes"))[0] == 404
    status, _ = await called.browser.post("/call/wishes", headers={"Origin": "https://evil.example"}, every="yes")
    assert status == 403
    assert called.push.wishes("ada") == PushSettings()


def test_the_house_s_keys_are_made_once_and_kept(tmp_path: Path) -> None:
    people, keys = new_people(), set()
    for _ in range(2):
        with open_disk(tmp_path) as store:
            house = House(store, Clock(), lambda count: "0" * 2 * count)
            keys.add(Push(house, people, lambda: "").public_key)
    assert len(keys) == 1


# --- what a call tells


@cache
def a_table(game: str, seats: tuple[str, ...]) -> Table:
    return open_house().make(game, seats, seed=3)


def known(match: Match, seat: str) -> PushedState:
    table = a_table(match.header.game, match.seats)
    table.match = replace(match, header=replace(match.header, match=table.match.header.match))
    return PushedState.of(Seat(table, seat))


@pytest.mark.parametrize("game", MODULES)
def test_HH_15_a_call_comes_from_what_its_seat_may_know(game: str) -> None:
    for moment in played(find_game(game), 1).moments[:: deep(5, 10)]:
        for seat in moment.seats[:3]:
            assert known(moment, seat) == known(redealt(moment, seat, 1), seat)


def test_a_call_at_what_others_say_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    own = PushedState.of

    def leaks(seat: Seat) -> PushedState:
        return own(seat)._replace(offers=len(str(seat._table.match.messages)))

    monkeypatch.setattr(PushedState, "of", leaks)
    with pytest.raises(AssertionError):
        test_HH_15_a_call_comes_from_what_its_seat_may_know("exodus")
