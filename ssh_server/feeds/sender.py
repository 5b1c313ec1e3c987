"""Sending to chat rooms: one post or one change of a message, and what the room answered. Names are looked up outside
of the event loop."""

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
from core.narration.feed import RoomFeed

AT_ONCE: Final = 4
"""Names that are looked up at the same time; more wait."""


class Lookups:
    """Looks names up in threads of their own, few at once, which keep no process from ending."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = asyncio.Semaphore(at_once)

    async def find(self, host: str) -> None:
        """Return once `host` can be found; OSError where it cannot. A thread that was given up keeps its place until it
        comes back."""
        with contextlib.suppress(ValueError):
            ipaddress.ip_address(host)
            return
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        found: asyncio.Future[OSError | UnicodeError | None] = loop.create_future()

        def done(trouble: OSError | UnicodeError | None) -> None:
            self._free.release()
            if not found.done():
                found.set_result(trouble)

        def look() -> None:
            trouble: OSError | UnicodeError | None = None
            try:
                socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
            except (OSError, UnicodeError) as error:  # a name that cannot be one
                trouble = error
            with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
                loop.call_soon_threadsafe(done, trouble)

        threading.Thread(target=look, name="lookup", daemon=True).start()
        trouble = await found
        if trouble is not None:
            raise OSError(f"{host} cannot be found") from trouble


_read = functools.cache(httpx.create_ssl_context)


async def trusted() -> ssl.SSLContext:
    """The one list for all that the house sends."""
    return await asyncio.to_thread(_read)


log = logging.getLogger("garnet.feed")

PATIENCE = 20.0
"""Seconds that a chat room may take for a whole answer."""
PAUSE = 2.0
"""Seconds before a post is tried again; each further wait is twice as long."""
LONGEST_PAUSE = 600.0
LONGEST_ASKED = 86_400.0
"""Seconds that a chat room may ask us to wait."""
TOPIC = 100
"""Characters that the title of a topic has."""
ANSWER_PATIENCE, LONGEST_ANSWER = 5.0, 65_536
"""Seconds, and bytes, that the room's answer about a message may take that is to be edited later."""
ARCHIVED, NO_TOPIC = 50_083, 10_003
"""What rooms call it where a message stands in an archived topic, and where a topic was deleted."""
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
AWAY = (401, 403, 404, 407, 408, 410, 425, 429)
"""Answers by which the room is not there (any more, or yet) or has no time: nothing is lost, it is tried again."""


class Sent(NamedTuple):
    """What became of a post."""

    told: bool
    """Is it settled: taken, or refused for good?"""
    wait: float | None = None
    """Seconds that the room asks us to wait; None where it says nothing."""
    message: str = ""
    """What the room calls it, where it says so."""
    thread: str = ""
    """The topic that it stands in, likewise."""
    gone: bool = False
    """Can the message that was to be edited not be changed any more: is it deleted, or its topic archived?"""
    closed: bool = False
    """Is the topic that it was for not there any more?"""


PICTURE: Final = "card.png"
"""What a picture that goes with a post is called."""


def _shown(rich: bool, text: str, *, pictured: bool = False) -> Json:
    """A post as rooms take it: a card with a title where they can show one, else text."""
    if not rich:
        return {"text": text, "content": text}
    title, _, rest = text.partition("\n")
    card: Json = {"title": title.removeprefix("**").removesuffix("**"), "description": rest}
    return {"content": "", "embeds": [card | ({"image": {"url": f"attachment://{PICTURE}"}} if pictured else {})]}


def _packed(body: Json, picture: bytes) -> dict[str, Any]:
    """A post as httpx sends it: with a picture as a form of two parts, as webhooks that take files read it."""
    if not picture:
        return {"json": body}
    told = json.dumps(body, ensure_ascii=False)
    return {"files": {"payload_json": (None, told), "files[0]": (PICTURE, picture, "image/png")}}


async def _read_answer(answer: httpx.Response) -> Json:
    """What a room answered, as far as it is a short JSON object; else empty."""
    read = b""
    with contextlib.suppress(httpx.HTTPError, TimeoutError, ValueError):
        async with asyncio.timeout(ANSWER_PATIENCE):
            async for piece in answer.aiter_bytes():
                read += piece
                if len(read) > LONGEST_ANSWER:
                    return {}
        found = json.loads(read)
        return found if isinstance(found, dict) else {}
    return {}


def _name(answer: Json, key: str) -> str:
    """A room's name for a message, or for the topic that it stands in; empty where it gives none."""
    value = answer.get(key)
    return value if isinstance(value, str) and _NAME.fullmatch(value) else ""


class Sender:
    """Posts to every chat room of a house, by one client that keeps no cookies."""

    def __init__(self, clock: Callable[[], float], pause: float = PAUSE, patience: float = PATIENCE) -> None:
        """`pause`: seconds before the second try; `patience`: for an answer."""
        self._clock = clock
        self._pause = pause
        self._patience = patience
        self.origin = ""
        """What goes before the id of each post: the other house, of which this is a copy, has the same ones."""
        self._client: httpx.AsyncClient | None = None
        """Made for the first post."""
        self._lookups = Lookups()

    async def stop(self) -> None:
        """Let go of the rooms."""
        if self._client is not None:
            await self._client.aclose()

    def wait(self, failures: int) -> float:
        """Seconds to wait after so many failures in a row."""
        return min(LONGEST_PAUSE, self._pause * 2.0 ** min(failures - 1, 20))

    def again(self, sent: Sent, failures: int) -> tuple[float, int] | None:
        """When to try it again, and after how many failures in a row, of which there were `failures` before; None
        where it is settled."""
        if sent.told:
            return None
        if sent.wait is not None:  # it is there, and said when to come again: no reason to stay away for longer
            return sent.wait, failures
        return self.wait(failures + 1), failures + 1

    def silent(self, sent: Sent, since: float | None) -> float | None:
        """Since when a room has not answered, after this, where it was `since` before; None while it does."""
        if sent.told or sent.wait is not None:
            return None if sent.told else since
        return since or self._clock()

    async def send(
        self, feed: RoomFeed, mark: str, about: dict[str, str], text: str, *, edit: str = "", title: str = "",
        called: tuple[str, ...] | None = None, picture: bytes = b"",
    ) -> Sent:  # fmt: skip
        """Post once, or change the message `edit`. `mark` is the post's own, the same when it is tried again; `about`
        says of which match or season it is; `title`: of the topic, in a forum; `called`: of a message that calls
        people, who they are there, and nobody else; `picture`: a PNG for a rich room, which gets the post without it
        where it refuses it so.

        As soon as the answer has begun it counts, whether or not it comes to its end."""
        mark = self.origin + mark
        mentions: Json = {"parse": []} | ({"users": list(called)} if called else {})
        shown = _shown(feed.rich and called is None, text, pictured=bool(picture))
        body: Json = {**shown, **about, "id": mark, "allowed_mentions": mentions}
        if title and not feed.thread:
            body["thread_name"] = title[:TOPIC]
        asked = ({"wait": "true"} if feed.rich else {}) | ({"thread_id": feed.thread} if feed.thread else {})
        try:
            client = await self._ready()
            async with asyncio.timeout(self._patience):
                url = httpx.URL(feed.url)
                url = url.copy_with(path=f"{url.path}/messages/{edit}") if edit else url
                request = client.build_request(
                    "PATCH" if edit else "POST", url.copy_merge_params(asked), **_packed(body, picture),
                    headers={"Idempotency-Key": mark},
                )  # fmt: skip
                await self._lookups.find(request.url.host)
                answer = await client.send(request, stream=True)
        except (httpx.HTTPError, OSError) as trouble:  # a time-out is an OSError too
            log.warning("the chat room of %s cannot be reached: %s", mark, type(trouble).__name__)
            return Sent(False)
        status = answer.status_code
        told = await _read_answer(answer) if (feed.rich and (not edit or status == 400)) or feed.thread else {}
        with contextlib.suppress(httpx.HTTPError, TimeoutError):
            async with asyncio.timeout(1.0):
                await answer.aclose()
        if edit and (status in (404, 405, 410) or told.get("code") == ARCHIVED):
            return Sent(True, gone=True)
        if feed.thread and status == 404 and told.get("code") == NO_TOPIC:
            return Sent(False, closed=True)
        if 400 <= status < 500 and status not in AWAY:  # it will never take this one, and the next posts wait
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
        return Sent(True, wait, _name(told, "id"), _name(told, "channel_id"))

    async def _ready(self) -> httpx.AsyncClient:
        """What sends, made once."""
        verify = await trusted()
        if self._client is None:
            # No cookies: what one room sets would be sent along to every room of that server, and grow without end.
            nothing_kept = CookieJar(DefaultCookiePolicy(allowed_domains=()))
            self._client = httpx.AsyncClient(
                timeout=self._patience, follow_redirects=False, cookies=nothing_kept, verify=verify
            )
        return self._client


def asked_wait(given: str | None, now: float, least: float) -> float | None:
    """Seconds that a chat room asks to wait, by a number or a date: `least` or more. None where it is neither."""
    if given is None:
        return None
    try:
        seconds = float(given)
    except ValueError:
        try:
            moment = parsedate_to_datetime(given)
        except (ValueError, OverflowError):  # an hour or year beyond all numbers, say
            return None
        seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() - now
    return min(max(seconds, least), LONGEST_ASKED) if seconds == seconds else None  # and never for NaN
