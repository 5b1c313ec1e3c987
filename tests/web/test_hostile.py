"""What ssh withstood, at this door: whatever somebody sends, or does not read, ends at most their own line."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path

import aiohttp
import pytest

from ssh_server.session.output_buffer import HIGH_WATER
from tests.web.kit import Browser, Entrance, comes, entrance
from web_server import limits
from web_server import line as web_line
from web_server.door import BrowserDoorSettings


async def raw(at: Entrance) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", at.door.port)


async def upgraded(at: Entrance, browser: Browser) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A web socket by hand, of somebody who then does what they like."""
    reader, writer = await raw(at)
    head = [
        f"GET /line?page={'c' * 32}&width=80&height=24 HTTP/1.1", f"Host: 127.0.0.1:{at.door.port}",
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13", f"Origin: {at.url}", f"Cookie: garnet={browser.secret}",
    ]  # fmt: skip
    writer.write("\r\n".join([*head, "", ""]).encode())
    assert b" 101 " in await reader.readline()
    return reader, writer


async def drip(writer: asyncio.StreamWriter, head: str) -> None:
    """Say something, letter by letter."""
    async with asyncio.timeout(300):
        for letter in head:
            writer.write(letter.encode())
            await writer.drain()
            await asyncio.sleep(0.02)


NONSENSE = [
    "", "[]", "{}", "null", '["stdin"]', '["stdin", 5]', '["stdin", "x", "y"]', '["resize", {"width": "x"}]',
    '["resize", {"width": 0, "height": 5}]', '["resize", {"width": 80, "height": 24, "depth": 1}]',
    '["resize", {"width": 1e99, "height": 24}]', '["eval", "x"]', '["ping", "' + "x" * 100 + '"]', "[" * 9_000,
    json.dumps(["stdin", "x" * 17_000]), '["stdin", "\\ud800"]', "\u0000",
]  # fmt: skip


@pytest.mark.parametrize("said", NONSENSE, ids=range(len(NONSENSE)))
async def test_what_no_page_says_ends_the_line(said: str, tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser, at.browser() as neighbour:
        await browser.join("Ada")
        await neighbour.join("Bo")
        page, other = await browser.sit(), await neighbour.sit()
        await page.shows("I am Ada")
        await other.shows("I am Bo")
        await page.socket.send_str(said)
        assert await page.over() in (4007, 1007, 1009)
        await other.type("x")
        await other.shows("typed: x")


@pytest.mark.parametrize("kind", ["text", "binary"])
async def test_a_frame_of_a_megabyte_ends_the_line(kind: str, tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        page = await browser.sit()
        await page.shows("I am Ada")
        if kind == "text":
            await page.socket.send_str(json.dumps(["stdin", "x" * 1_000_000]))
        else:
            await page.socket.send_bytes(bytes(1_000_000))
        assert await page.over() in (1009, 1006, 4007)
        again = await browser.sit()
        await again.shows("I am Ada")


@pytest.mark.parametrize(
    "query",
    ["", "page=short&width=80&height=24", f"page={'a' * 32}&width=x&height=24",
     f"page={'a' * 32}&width=9999&height=99999",
     f"page={'a' * 32}&width=-1&height=24", f"page={'é' * 32}&width=80&height=24",
     f"page={'a' * 32}&width=80&height=24&zone={'Z' * 100}", f"page={'a' * 32}&width=²&height=24"],
)  # fmt: skip
async def test_a_line_that_is_asked_for_wrongly_is_refused(query: str, tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await browser.http.ws_connect(f"/line?{query}")
        assert refused.value.status == 400


async def test_sizes_that_storm_end_at_the_last(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        page = await browser.sit()
        await page.shows("I am Ada")
        for width in range(1, 2_000, 7):
            await page.say("resize", {"width": width, "height": 1 + width % 50})
        await page.say("resize", {"width": 70, "height": 22})
        await page.shows("size 70x22")


async def test_a_reader_that_never_reads_loses_its_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much it talks: it cannot know the words that it is asked for. Nothing waits for it to come back."""
    monkeypatch.setattr(web_line, "PING_SECONDS", 0.05)
    monkeypatch.setattr(web_line, "PONG_SECONDS", 0.2)
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        _, writer = await upgraded(at, browser)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        pong = bytes([0x8A, 0x88, 0, 0, 0, 0]) + b"whatever"
        await comes(lambda: at.house.server.present)
        async with asyncio.timeout(300):
            while at.house.server._sessions or at.door._lines:
                writer.write(pong)
                await asyncio.sleep(0.01)
        writer.close()


def test_who_falls_asleep_is_waited_for_and_who_only_talks_is_not() -> None:
    """A phone that sleeps answered before, and is still from then on."""
    a_beat = web_line.PING_SECONDS
    assert web_line.may_sleep(answered=100.0, spoke=90.0)
    assert web_line.may_sleep(answered=100.0, spoke=100.0 + a_beat)  # cut off between two questions
    assert not web_line.may_sleep(answered=100.0, spoke=100.0 + 2 * a_beat)
    assert not web_line.may_sleep(answered=None, spoke=0.0)


async def test_a_new_socket_is_sent_everything_though_the_old_one_still_stands(tmp_path: Path) -> None:
    """A phone that changes networks comes back before the house knows that the old way is gone."""
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        page = await browser.sit()
        await page.until(lambda: page.said("offer"))
        for _ in range(3):
            page.socket._response.connection.transport.pause_reading()
            page = await browser.sit()
            await page.shows("I am Ada")
            await page.until(lambda page=page: page.said("offer"))


async def test_a_reader_that_does_read_keeps_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_line, "PING_SECONDS", 0.02)
    monkeypatch.setattr(web_line, "PONG_SECONDS", 2.0)
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        page = await browser.sit()
        await page.shows("I am Ada")
        [line] = at.door._lines.values()
        first = line._ponged_at
        await comes(lambda: line._ponged_at != first)
        await page.type("x")
        await page.shows("typed: x")


async def test_output_that_nobody_reads_is_bounded(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        await browser.join("Ada")
        _, writer = await upgraded(at, browser)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        await comes(lambda: at.door._lines)
        [line] = at.door._lines.values()
        for _ in range(2_000):
            line.output.send(b"x" * 10_000)
            if line.output.behind:
                break
            await asyncio.sleep(0)
        assert line.output.behind
        assert line._channel.size <= HIGH_WATER + 10_000
        writer.close()


async def test_silent_connections_and_slow_heads_are_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.3)
    async with entrance(tmp_path) as at, at.browser() as browser:
        silent, slow = await raw(at), await raw(at)
        with pytest.raises(ConnectionError):
            await drip(slow[1], "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: " + "x" * 200)
        async with asyncio.timeout(300):
            assert await silent[0].read() == b""
        for _, writer in (silent, slow):
            writer.close()
        assert (await browser.get("/"))[0] == 200


async def test_too_many_connections_of_one_address_are_turned_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(limits, "MOST_AN_ADDRESS", 3)
    async with entrance(tmp_path) as at:
        open_ = [await raw(at) for _ in range(3)]
        reader, writer = await raw(at)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        async with asyncio.timeout(300):
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
        for _, one in [*open_, (reader, writer)]:
            one.close()
        await comes(lambda: not at.door._connections.open)
        async with at.browser() as browser:
            assert (await browser.get("/"))[0] == 200


HEADS = (
    "GET /" + "x" * 9_000 + " HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nX: " + "y" * 9_000 + "\r\n\r\n",
    "\x00\x01\x02\r\n\r\n",
    "GET / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
)


@pytest.mark.parametrize("head", HEADS, ids=range(len(HEADS)))
async def test_a_head_that_is_none_is_refused(head: str, tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        reader, writer = await raw(at)
        writer.write(head.encode())
        async with asyncio.timeout(300):
            answer = await reader.read()
        assert b" 400 " in answer.split(b"\r\n")[0]
        assert b"Server: garnet" in answer
        assert b"aiohttp" not in answer
        writer.close()
        assert (await browser.get("/"))[0] == 200


async def test_a_form_has_a_limit_and_a_shape(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        status, _ = await browser.post("/join", code="x", name="y" * 20_000)
        assert status == 413
        async with browser.http.post("/join", json={"code": "x"}, allow_redirects=False) as answer:
            assert answer.status == 400


async def test_names_with_markup_stay_text(tmp_path: Path) -> None:
    async with entrance(tmp_path) as at, at.browser() as browser:
        code = at.code()
        status, page = await browser.follow("/join", code=code, name='"><script>alert(1)</script>')
        assert status == 400
        assert "<script>alert" not in page


async def test_a_named_proxy_alone_is_believed(tmp_path: Path) -> None:
    headers = {"X-Forwarded-For": "203.0.113.9, 198.51.100.7"}
    async with entrance(tmp_path) as at, at.browser(**headers) as browser:
        await browser.get("/j/AAAA-BBBB-CCCC-DDDD")
        guard = at.house.server.gate.guard
        assert guard.addresses.count("127.0.0.1") > 0
        assert guard.addresses.count("198.51.100.7") == 0
    async with (
        entrance(tmp_path, web=BrowserDoorSettings(proxies=("127.0.0.1",))) as at,
        at.browser(**headers) as browser,
    ):
        await browser.get("/j/AAAA-BBBB-CCCC-DDDD")
        guard = at.house.server.gate.guard
        assert guard.addresses.count("198.51.100.7") > 0, "the last word is the proxy's own"
        assert guard.addresses.count("203.0.113.9") == guard.addresses.count("127.0.0.1") == 0
