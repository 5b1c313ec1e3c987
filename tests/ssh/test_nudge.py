"""Nudges to a webhook: a real HTTP server on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import json

import pytest

from core.house.settings import COPY, COPY_SHELF, HouseSettings
from core.match import journal as j
from core.refusal import Refused
from ssh_server.feeds.nudge import Nudger, make_nudge
from tests.kit import NAMES
from tests.kit.house import open_house

SEATS = NAMES[:9]


class Webhook:
    """An HTTP server that keeps what it was sent and answers with the statuses it was given, the last for ever."""

    def __init__(self, *statuses):
        self.statuses = list(statuses) or [200]
        self.bodies = []

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/hook"
        return self

    async def __aexit__(self, *_):
        self._server.close()
        await self._server.wait_closed()

    async def _answer(self, reader, writer):
        with contextlib.suppress(asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(int(h.split(b":")[1]) for h in head.split(b"\r\n") if h.lower().startswith(b"content-length"))
            self.bodies.append(json.loads(await reader.readexactly(length)))
        status = self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]
        writer.write(b"HTTP/1.1 %d x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" % status)
        await writer.drain()
        writer.close()


def match_with_secrets():
    house = open_house()
    table = house.make("exodus", SEATS, title="Tuesday", round_seconds=3600.0)
    table.submit(j.Sealed(author="Ada", orders={"offers": []}))
    table.submit(j.Said(author="Ada", to=("Bo",), text="canary"))
    return house, table


@contextlib.asynccontextmanager
async def sending(house, url, **more):
    nudger = Nudger(house, url, pause=0.01, **more)
    nudger.start()
    try:
        yield nudger
    finally:
        await nudger.stop()


async def test_a_nudge_says_how_many_are_missing_and_no_secret():
    house, _ = match_with_secrets()
    async with Webhook() as hook, sending(house, hook.url) as nudger:
        told = nudger.nudge("exodus-1")
        await nudger.wait_until_sent()
    assert len(hook.bodies) == 1
    body = hook.bodies[0]
    assert body["text"] == "Tuesday, round 1: orders are still missing from 8 of 9 seats. 60 minutes are left."
    assert body["text"] in told
    assert not any(word in json.dumps(body) for word in ("canary", *SEATS))
    house.stop()


async def test_a_title_that_calls_everybody_in_a_chat_room_calls_nobody():
    house, _ = match_with_secrets()
    made = house.make("exodus", SEATS, title="<!channel> @everyone <@U1> @here", round_seconds=3600.0)
    async with Webhook() as hook, sending(house, hook.url, names=True) as nudger:
        nudger.nudge(made.match.header.match)
        await nudger.wait_until_sent()
    body = hook.bodies[0]
    assert body["allowed_mentions"] == {"parse": []}
    for read in (body["text"], body["content"]):
        assert not any(called in read for called in ("<!channel", "@everyone", "<@U1", "@here"))
        assert "everyone" in read, "the title is there all the same"
    house.stop()


async def test_HH_48_a_copy_of_a_house_nudges_nobody_until_it_is_unmuted():
    house, _ = match_with_secrets()
    house.store.put(COPY_SHELF, COPY, {"id": "abcd", "made": 0.0})
    async with Webhook() as hook, sending(house, hook.url) as nudger:
        with pytest.raises(Refused, match="garnet host unmute") as caught:
            nudger.nudge("exodus-1")
        assert caught.value.code == "muted"
        HouseSettings(house.store).unmute()
        nudger.nudge("exodus-1")
        await nudger.wait_until_sent()
    assert len(hook.bodies) == 1
    house.stop()


async def test_with_names_the_missing_are_named():
    house, _ = match_with_secrets()
    async with Webhook() as hook, sending(house, hook.url, names=True) as nudger:
        nudger.nudge("exodus-1")
        await nudger.wait_until_sent()
    assert "from Bo, Cy, Di" in hook.bodies[0]["content"]
    assert "Ada" not in hook.bodies[0]["content"]
    house.stop()


async def test_no_doubles_also_after_a_restart():
    house, table = match_with_secrets()
    async with Webhook() as hook:
        async with sending(house, hook.url) as nudger:
            nudger.nudge("exodus-1")
            with pytest.raises(Refused, match="have been nudged"):
                nudger.nudge("exodus-1")
            await nudger.wait_until_sent()
        async with sending(house, hook.url) as nudger:
            with pytest.raises(Refused, match="have been nudged"):
                nudger.nudge("exodus-1")
            table.submit(j.Closed())
            nudger.nudge("exodus-1")
            await nudger.wait_until_sent()
    assert [body["round"] for body in hook.bodies] == [1, 2]
    house.stop()


async def test_as_many_others_who_are_missing_are_no_doubles():
    house, table = match_with_secrets()
    async with Webhook() as hook, sending(house, hook.url, names=True) as nudger:
        nudger.nudge("exodus-1")
        table.submit(j.Withdrew(author="Ada"))
        table.submit(j.Sealed(author="Bo", orders={"offers": []}))
        nudger.nudge("exodus-1")
        await nudger.wait_until_sent()
    assert ["Ada" in body["text"] for body in hook.bodies] == [False, True]
    house.stop()


def test_nobody_is_missed_at_a_free_seat_and_long_times_are_told_in_days():
    house, table = match_with_secrets()
    for seat in SEATS[3:]:
        table.submit(j.HandedOver(seat=seat, holder="open"))
    table.submit(j.DeadlineMoved(at=house.clock(), deadline=house.clock() + 961 * 3600.0))
    found = make_nudge(house, "exodus-1", names=False)
    assert found.text == "Tuesday, round 1: orders are still missing from 2 of 9 seats. About 40 days are left."
    assert make_nudge(house, "exodus-1", names=True).missing == ("Bo", "Cy")
    house.stop()


async def test_trouble_is_tried_again_and_then_given_up():
    house, table = match_with_secrets()
    async with Webhook(500, 429, 200) as hook, sending(house, hook.url) as nudger:
        nudger.nudge("exodus-1")
        await nudger.wait_until_sent()
        assert len(hook.bodies) == 3
    async with Webhook(404) as hook, sending(house, hook.url) as nudger:
        table.submit(j.Closed())
        nudger.nudge("exodus-1")
        await nudger.wait_until_sent()
        assert len(hook.bodies) == 1, "what the webhook refuses for good is not sent again"
    house.stop()


async def test_a_dead_webhook_never_hurts_the_match():
    house, table = match_with_secrets()
    async with sending(house, "http://127.0.0.1:1/nobody") as nudger:
        nudger.nudge("exodus-1")
        await nudger.wait_until_sent()
        table.submit(j.Closed())
        assert table.match.round == 2
        nudger.nudge("exodus-1")
        await nudger.wait_until_sent()
    house.stop()


async def test_nobody_missing_and_no_round_are_refused_in_words():
    house = open_house()
    house.make("parley-open", NAMES[:4], briefing=True)
    nudger = Nudger(house, "http://127.0.0.1:1/")
    with pytest.raises(Refused, match="No round is open"):
        nudger.nudge("parley-open-1")
    table = house.table("parley-open-1")
    table.submit(j.Closed())
    for name in NAMES[:4]:
        table.submit(j.Sealed(author=name, orders={}))
    with pytest.raises(Refused, match="no orders are awaited"):
        nudger.nudge("parley-open-1")
    house.stop()


async def test_the_webhook_is_a_setting_that_counts_at_once_and_the_command_line_goes_before_it():
    house, table = match_with_secrets()
    settings = HouseSettings(house.store)
    async with Webhook() as kept, Webhook() as given, sending(house, None) as nudger:
        with pytest.raises(Refused, match="No webhook is set"):
            nudger.nudge("exodus-1")
        settings.set_webhook(kept.url)
        nudger.nudge("exodus-1")
        await nudger.wait_until_sent()
        assert len(kept.bodies) == 1
        table.submit(j.Closed())
        async with sending(house, given.url) as overridden:
            overridden.nudge("exodus-1")
            await overridden.wait_until_sent()
        assert (len(kept.bodies), len(given.bodies)) == (1, 1)
        assert settings.set_webhook(" NONE ") is None
        table.submit(j.Closed())
        with pytest.raises(Refused, match="No webhook is set"):
            nudger.nudge("exodus-1")
    house.stop()


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "ftp://x/y", "http://", "https:///hook", "hook", "http://[::1", "http://x:99999/",
     "http://x/\x07", "http://x y/", "http://x/" + "y" * 2000],
)  # fmt: skip
def test_what_is_no_web_address_is_no_webhook(url):
    settings = HouseSettings(open_house().store)
    with pytest.raises(Refused, match="webhook"):
        settings.set_webhook(url)
    assert settings.webhook is None
    with pytest.raises(Refused, match="webhook"):
        Nudger(open_house(), url)
