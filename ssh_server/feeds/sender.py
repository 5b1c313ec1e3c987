"""Posts and edits of messages in chat rooms, and the rooms' answers. Host names are looked up off the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import ipaddress
import json
import logging
import re
import socket
import ssl
import threading
from collections.abc import Callable
from datetime import UTC
from email.utils import parsedate_to_datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, Final, NamedTuple

import httpx

from core.json import Json
from core.narration.feed_shelf import RoomFeed

AT_ONCE: Final = 4


class Lookups:
    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = asyncio.Semaphore(at_once)

    async def find(self, host: str) -> None:
        """Return once `host` resolves; OSError if it does not. An abandoned thread keeps its slot until it returns."""
        with contextlib.suppress(ValueError):
            ipaddress.ip_address(host)
            return
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[OSError | UnicodeError | None] = loop.create_future()

        def done(trouble: OSError | UnicodeError | None) -> None:
            self._free.release()
            if not answer.done():
                answer.set_result(trouble)

        def look() -> None:
            trouble: OSError | UnicodeError | None = None
            try:
                socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
            except (OSError, UnicodeError) as error:  # UnicodeError: no valid host name
                trouble = error
            with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
                loop.call_soon_threadsafe(done, trouble)

        threading.Thread(target=look, name="lookup", daemon=True).start()
        trouble = await answer
        if trouble is not None:
            raise OSError(f"{host} cannot be found") from trouble


_read = functools.cache(httpx.create_ssl_context)


async def trusted() -> ssl.SSLContext:
    """Certificate authorities for all that the house sends; read once."""
    return await asyncio.to_thread(_read)


log = logging.getLogger("garnet.feed")

PATIENCE = 20.0
PAUSE = 2.0
"""Seconds before a second try; each further wait is twice as long."""
LONGEST_PAUSE = 600.0
LONGEST_ASKED = 86_400.0
"""Longest wait in seconds that a chat room may ask for."""
TOPIC = 100
ANSWER_PATIENCE, LONGEST_ANSWER = 5.0, 65_536
"""Seconds, and bytes, for reading the room's answer."""
ARCHIVED, NO_TOPIC = 50_083, 10_003
"""Error codes of chat rooms: the message is in an archived topic; the topic is unknown."""
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
AWAY = (401, 403, 404, 407, 408, 410, 425, 429)
"""Statuses of a room that is absent or busy: the post is tried again."""


class Sent(NamedTuple):
    settled: bool
    """True if the post was accepted, or refused for good."""
    wait: float | None = None
    """Seconds that the room asks to wait; None if it asks nothing."""
    message: str = ""
    thread: str = ""
    gone: bool = False
    """True if the edited message is deleted or in an archived topic."""
    closed: bool = False


PICTURE: Final = "card.png"


def _payload(rich: bool, text: str, mention: str, *, pictured: bool = False) -> Json:
    if not rich or (mention and "\n" not in text):  # a reminder is one sentence
        return {"text": mention + text, "content": mention + text}
    title, _, rest = text.partition("\n")
    card: Json = {"title": title.removeprefix("**").removesuffix("**"), "description": rest}
    image: Json = {"image": {"url": f"attachment://{PICTURE}"}} if pictured else {}
    return {"content": mention.strip(), "embeds": [card | image]}


def _request_body(body: Json, picture: bytes) -> dict[str, Any]:
    if not picture:
        return {"json": body}
    payload = json.dumps(body, ensure_ascii=False)
    return {"files": {"payload_json": (None, payload), "files[0]": (PICTURE, picture, "image/png")}}


async def _read_answer(answer: httpx.Response) -> Json:
    read = b""
    with contextlib.suppress(httpx.HTTPError, TimeoutError, ValueError):
        async with asyncio.timeout(ANSWER_PATIENCE):
            async for piece in answer.aiter_bytes():
                read += piece
                if len(read) > LONGEST_ANSWER:
                    return {}
        document = json.loads(read)
        return document if isinstance(document, dict) else {}
    return {}


def _name(answer: Json, key: str) -> str:
    value = answer.get(key)
    return value if isinstance(value, str) and _NAME.fullmatch(value) else ""


class Sender:
    """Posts to every chat room of a house, without cookies."""

    def __init__(self, clock: Callable[[], float], pause: float = PAUSE, patience: float = PATIENCE) -> None:
        self._clock = clock
        self._pause = pause
        self._patience = patience
        self.origin = ""
        """Prefix for the id of each post: a copy of a house must not repeat the ids of the original."""
        self._client: httpx.AsyncClient | None = None
        self._lookups = Lookups()

    async def stop(self) -> None:
        if self._client is not None:
            await self._client.aclose()

    def wait(self, failures: int) -> float:
        return min(LONGEST_PAUSE, self._pause * 2.0 ** min(failures - 1, 20))

    def retry_after(self, sent: Sent, failures: int) -> tuple[float, int] | None:
        """Seconds until the next try and the failures in a row by then; None if the post is settled."""
        if sent.settled:
            return None
        if sent.wait is not None:  # the room answers and names a time: no longer wait
            return sent.wait, failures
        return self.wait(failures + 1), failures + 1

    def silence_start(self, sent: Sent, since: float | None) -> float | None:
        """Since when the room has not answered; None while it does. `since`: the value before this outcome."""
        if sent.settled or sent.wait is not None:
            return None if sent.settled else since
        return since or self._clock()

    async def send(
        self, feed: RoomFeed, mark: str, about: dict[str, str], text: str, *, edit: str = "", title: str = "",
        called: tuple[str, ...] = (), picture: bytes = b"",
    ) -> Sent:  # fmt: skip
        """Post, or change the message `edit`. The answer counts as soon as its head has arrived.

        Args:
            mark: Id of the post, the same for each try.
            about: Match or season of the post, for programs.
            edit: Id of the message to change; empty for a new one.
            title: Title of a new topic, in a forum.
            called: Ids of the people that the message mentions above its text.
            picture: A PNG for a rich room. A room that refuses it gets the post without.
        """
        mark = self.origin + mark
        mentions: Json = {"parse": []} | ({"users": list(called)} if called else {})
        shown = _payload(feed.rich, text, "".join(f"<@{name}> " for name in called), pictured=bool(picture))
        body: Json = {**shown, **about, "id": mark, "allowed_mentions": mentions}
        if title and not feed.thread:
            body["thread_name"] = title[:TOPIC]
        query = ({"wait": "true"} if feed.rich else {}) | ({"thread_id": feed.thread} if feed.thread else {})
        try:
            client = await self._ready()
            async with asyncio.timeout(self._patience):
                url = httpx.URL(feed.url)
                url = url.copy_with(path=f"{url.path}/messages/{edit}") if edit else url
                request = client.build_request(
                    "PATCH" if edit else "POST", url.copy_merge_params(query), **_request_body(body, picture),
                    headers={"Idempotency-Key": mark},
                )  # fmt: skip
                await self._lookups.find(request.url.host)
                answer = await client.send(request, stream=True)
        except (httpx.HTTPError, OSError) as trouble:  # includes time-outs
            log.warning("the chat room of %s cannot be reached: %s", mark, type(trouble).__name__)
            return Sent(False)
        status = answer.status_code
        reply = await _read_answer(answer) if (feed.rich and (not edit or status == 400)) or feed.thread else {}
        with contextlib.suppress(httpx.HTTPError, TimeoutError):
            async with asyncio.timeout(1.0):
                await answer.aclose()
        if edit and (status in (404, 405, 410) or reply.get("code") == ARCHIVED):
            return Sent(True, gone=True)
        if feed.thread and status == 404 and reply.get("code") == NO_TOPIC:
            return Sent(False, closed=True)
        if 400 <= status < 500 and status not in AWAY:  # the room will never accept this post, and others wait
            if picture:
                given = mark.removeprefix(self.origin)
                return await self.send(feed, given, about, text, edit=edit, title=title, called=called)
            log.warning("a chat room refused a post for good (%d): %s", status, mark)
            return Sent(True)
        if not 200 <= status < 300:
            log.warning("the chat room of %s answered %d", mark, status)
            return Sent(False, asked_wait(answer.headers.get("retry-after"), self._clock(), self._pause))
        spent = answer.headers.get("x-ratelimit-remaining") == "0"
        wait = asked_wait(answer.headers.get("x-ratelimit-reset-after"), self._clock(), self._pause) if spent else None
        return Sent(True, wait, _name(reply, "id"), _name(reply, "channel_id"))

    async def _ready(self) -> httpx.AsyncClient:
        verify = await trusted()
        if self._client is None:
            # No cookies: a cookie of one room would go to every room of that server.
            nothing_kept = CookieJar(DefaultCookiePolicy(allowed_domains=()))
            self._client = httpx.AsyncClient(
                timeout=self._patience, follow_redirects=False, cookies=nothing_kept, verify=verify
            )
        return self._client


def asked_wait(given: str | None, now: float, least: float) -> float | None:
    """Seconds that a chat room asks to wait, as a number or a date; at least `least`. None if it is neither."""
    if given is None:
        return None
    try:
        seconds = float(given)
    except ValueError:
        try:
            moment = parsedate_to_datetime(given)
        except (ValueError, OverflowError):  # such as an hour or year out of range
            return None
        seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() - now
    return min(max(seconds, least), LONGEST_ASKED) if seconds == seconds else None  # the comparison excludes NaN
