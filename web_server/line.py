"""A browser's way to its session: a web socket as a `Line`; what a page may say over it is decoded strictly, with a
bound for each length."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import Annotated, Any, Final

import msgspec
from aiohttp import WebSocketError, WSMsgType, web

from core.refusal import Refused
from core.talk.channels import without_controls
from ssh_server.door.guard import Debt, Spacing
from ssh_server.session.line import Line, LineEnd
from ssh_server.session.output_buffer import Socket

LONGEST: Final = 16 * 1024
"""Bytes of a message. The page cuts what is pasted into pieces of a quarter of that."""

Short = Annotated[str, msgspec.Meta(max_length=64)]


class Cells(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A size of the terminal."""

    width: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    height: Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class Stdin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="stdin"):
    """Something was typed."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST)]


class WordsTyped(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="words"):
    """Words were written on the page, for where it said that they go."""

    number: Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
    """Another for each; the house answers by it."""
    to: Annotated[str, msgspec.Meta(max_length=2_000)]
    text: Annotated[str, msgspec.Meta(max_length=LONGEST)]


class Resize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="resize"):
    """The terminal has another size."""

    cells: Cells


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="ping"):
    """The page wants to know whether somebody is there; it is answered with the same word."""

    word: Short


class Focus(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="focus"):
    """The page is looked at. Nothing follows from it."""


class Blur(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="blur"):
    """The page is not looked at. Nothing follows from it."""


Said = Stdin | WordsTyped | Resize | Ping | Focus | Blur
_decoder: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)


def understood(text: str) -> Said:
    """What a page said. Refused: `not_understood`."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise Refused("not_understood", "Your browser said something that the house does not understand.") from None


logger = logging.getLogger("garnet.web")

CLOSES: Final = {
    LineEnd.LEFT: 4000,
    LineEnd.TAKEN_OVER: 4001,
    LineEnd.SEEN_OUT: 4002,
    LineEnd.CLOSING: 4003,
    LineEnd.FULL: 4004,
    LineEnd.FAILED: 4005,
}
"""The close code of each end, as `static/door.js` knows them: the page comes back by itself after 4003, 4004 and 4008,
and after a cut without any code. After the others it would fight another page, or ask in vain."""
STRANGER: Final = 4006
"""Nobody's browser, or nobody's any more."""
NONSENSE: Final = 4007
"""It said what no page says."""
SILENT: Final = 4008
"""It does not answer: it sleeps, or reads nothing."""

AWAY_SECONDS: Final = 600.0
"""How long a session waits for its page to come back."""
BEAT_SECONDS: Final = 12.0
"""Between two questions whether the page is still there."""
DEAF_SECONDS: Final = 36.0
"""Without the right answer to one of them for so long, it is not: whatever else it says."""
A_MESSAGE: Final = 0.000_1
"""Seconds of work that a message causes besides its reading."""
PIECE: Final = 32 * 1024
"""Bytes that are handed to the socket at once."""
GONE: Final = (ConnectionError, TimeoutError, RuntimeError)
"""What is met where the socket is gone in the middle of sending."""


def may_sleep(answered: float | None, spoke: float) -> bool:
    """Whether whoever does not answer any more may be a phone that sleeps, for which the line waits. Such a one
    `answered` before, and has been still since then. Of whoever never did, or talks on and reads nothing, the session
    ends with the socket. Both in seconds of the loop's time."""
    return answered is not None and spoke - answered < 2 * BEAT_SECONDS


class SocketChannel:
    """What an output buffer writes to: a queue, and one task that sends what is in it, in order.

    Bytes are for the terminal and are joined; a string is a message for the page; a number closes, with this code.
    """

    def __init__(self) -> None:
        self._queue: deque[bytes | str | int] = deque()
        self._some = asyncio.Event()
        self._high, self._low = 0, 0
        self._full = False
        self.size = 0
        """Bytes that wait."""
        self.away = True
        """Whether nobody is there to send to. What is written then is left out."""
        self.on_pause: Callable[[], None] = lambda: None
        self.on_resume: Callable[[], None] = lambda: None

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Bytes from which on a reader counts as behind, and below which it has caught up."""
        self._high, self._low = high or 0, low or 0

    def write(self, data: bytes | str | int) -> None:
        """Send soon."""
        if self.away:
            return
        self._queue.append(data)
        self._some.set()
        self.size += len(data) if isinstance(data, bytes) else 0
        if not self._full and self.size > self._high:
            self._full = True
            self.on_pause()

    def leave_out(self) -> None:
        """Nobody is there to read what waits, or will be written until somebody drains it."""
        self.away = True
        self._queue.clear()
        self._some.clear()
        self._sent(self.size)

    async def drain(self, socket: web.WebSocketResponse) -> None:
        """Send what is written, until it is closed."""
        with contextlib.suppress(*GONE):
            while True:
                await self._some.wait()
                while self._queue:
                    first = self._queue[0]
                    if isinstance(first, bytes):
                        run = list(takewhile(lambda one: isinstance(one, bytes), self._queue))
                        for _ in run:
                            self._queue.popleft()
                        await self._send(socket, b"".join(run))  # type: ignore[arg-type]
                        continue
                    self._queue.popleft()
                    if isinstance(first, int):
                        await socket.close(code=first)
                        return
                    await socket.send_str(first)
                self._some.clear()

    async def _send(self, socket: web.WebSocketResponse, joined: bytes) -> None:
        for at in range(0, len(joined), PIECE):
            piece = joined[at : at + PIECE]
            await socket.send_bytes(piece)
            self._sent(len(piece))

    def _sent(self, count: int) -> None:
        self.size = max(0, self.size - count)
        if self._full and self.size <= self._low:
            self._full = False
            self.on_resume()


class WebLine(Line):
    """One page of one browser."""

    authenticated = greeted = True
    has_page = True

    def __init__(
        self, who: str | None, page: str, browser: str, address: str, variables: Mapping[str, str],
        pace: Spacing | None = None,
    ) -> None:  # fmt: skip
        """`who`: the person's id, or None for nobody, for whom the line does not wait; `page`: by
        what the page is known when it comes back; `browser`: the digest of its
        browser's secret; `variables`: as a client of SSH would send them; `pace`: shared by all who send too much."""
        super().__init__()
        self.who = who
        self._pace = pace or Spacing()
        self.page = page
        self.browser = browser
        self.address = address
        self.term = "xterm-256color"
        self._variables = {"COLORTERM": "truecolor", **variables}
        self._channel = SocketChannel()
        self._request: web.BaseRequest | None = None
        self._held = asyncio.Event()
        self._held.set()
        self.gone = asyncio.Event()
        """Set once nobody can come back any more."""
        self._over = False
        """Whether the session has ended, so that nobody need come back to it."""
        self._leaving: asyncio.TimerHandle | None = None
        self._told: dict[str, Any] = {}
        """What the page was told last, by kind: whoever comes back is told it anew."""
        self._tasks: list[asyncio.Task[None]] = []
        """What sends to the socket that is there now, and asks whether somebody reads."""
        self._answered: float | None = None
        """When the socket last gave the right answer."""
        self._spoke = 0.0
        """When it last said something else."""
        self._words: set[bytes] = set()
        self.opened(self._channel)
        self._channel.on_pause, self._channel.on_resume = self.output.pause, self.output.resume

    # --- what a line is asked

    @property
    def variables(self) -> Mapping[str, str]:
        return self._variables

    @property
    def _transport(self) -> asyncio.Transport | None:
        return None if self._request is None else self._request.transport

    @property
    def socket(self) -> Socket | None:
        return None if self._transport is None else self._transport.get_extra_info("socket")

    def queued(self) -> int:
        return self._channel.size + (0 if self._transport is None else self._transport.get_write_buffer_size())

    def hold_input(self, full: bool) -> None:
        (self._held.clear if full else self._held.set)()

    def say(self, text: str, *, error: bool = False) -> None:
        """In a browser a sentence stands in the page, not among what the terminal shows."""
        self._channel.write(json.dumps(["say", text]))

    def tell(self, kind: str, value: Any) -> None:
        if self._told.get(kind) != value:
            self._told[kind] = value
            self._channel.write(json.dumps([kind, value]))

    def leave(self, status: int = 0, why: LineEnd = LineEnd.LEFT) -> None:
        self.listen(lambda _: None)
        self._over = True
        self._channel.write(CLOSES[why])
        if self.away:
            self.lose()

    def cut(self) -> None:
        self._over = True
        self._hang_up()

    # --- as one of the server's connections

    def close(self) -> None:
        """End it: its person may not be here any more."""
        self._over = True
        self._channel.write(CLOSES[LineEnd.SEEN_OUT])
        if self.away:
            self.lose()

    turn_away = close

    # --- a socket comes and goes

    async def serve(self, request: web.BaseRequest, socket: web.WebSocketResponse, size: tuple[int, int]) -> None:
        """Take this socket for the line's, in place of an earlier one, until it is gone."""
        if self._request is not None:
            self._hang_up()
        self._request = request
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None
        self.away = self._channel.away = False
        self.resized(*size)
        for kind, value in self._told.items():
            self._channel.write(json.dumps([kind, value]))
        if self.on_return is not None:
            self.on_return()
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._channel.drain(socket)), loop.create_task(self._beat(request, socket))]
        try:
            await self._hear_all(request, socket)
        finally:
            if self._request is request:
                self._gone()

    async def _hear_all(self, request: web.BaseRequest, socket: web.WebSocketResponse) -> None:
        loop = asyncio.get_running_loop()
        debt = Debt(loop.time, self._pace)
        async for message in socket:
            if self._request not in (request, None):
                return  # another has its place; an old size must not come after a new one
            if message.type is not WSMsgType.PONG:
                self._spoke = loop.time()
            if message.type is WSMsgType.PONG:
                self._pong(bytes(message.data))
            elif message.type is WSMsgType.PING:
                with contextlib.suppress(*GONE):
                    await socket.pong(bytes(message.data))
            elif message.type is WSMsgType.TEXT:
                began = time.perf_counter()
                heard = self._heard(message.data)
                if not heard:
                    logger.warning("A browser from %s said what no page says, and was dropped.", self.address)
                    self._over = True
                    await socket.close(code=NONSENSE)
                    return
                await asyncio.sleep(debt.note(time.perf_counter() - began + A_MESSAGE))
                await self._held.wait()
            elif message.type is WSMsgType.ERROR and not isinstance(message.data, WebSocketError):
                return  # the connection broke
            else:
                self._over = True
                await socket.close(code=NONSENSE)
                return

    def _heard(self, text: str) -> bool:
        try:
            said = understood(text) if len(text) <= LONGEST else None
        except Refused:
            said = None
        if isinstance(said, Stdin):
            self.take(said.text.encode("utf-8", "replace"))
        elif isinstance(said, WordsTyped):
            if self.on_words is not None:
                self.on_words(said.number, said.to, without_controls(said.text))
        elif isinstance(said, Resize):
            self.resized(said.cells.width, said.cells.height)
        elif isinstance(said, Ping):
            self._channel.write(json.dumps(["pong", said.word]))
        return said is not None

    async def _beat(self, request: web.BaseRequest, socket: web.WebSocketResponse) -> None:
        """Ask again and again whether somebody reads. Each question has a word of its own: whoever only talks, and
        reads nothing, cannot answer it."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        self._answered, self._words = None, set()
        while self._request is request:
            word = secrets.token_bytes(8)
            self._words.add(word)
            with contextlib.suppress(*GONE):
                await asyncio.wait_for(socket.ping(word), BEAT_SECONDS)
            await asyncio.sleep(BEAT_SECONDS)
            if not self._held.is_set():
                self._answered = loop.time()  # it is we who do not listen
            answered = began if self._answered is None else self._answered
            if loop.time() - answered >= DEAF_SECONDS and self._request is request:
                logger.info("A browser from %s does not answer any more.", self.address)
                self._over = self._over or not may_sleep(self._answered, self._spoke)
                self._hang_up()

    def _pong(self, word: bytes) -> None:
        if word in self._words:
            self._words.clear()
            self._answered = asyncio.get_running_loop().time()

    def _hang_up(self) -> None:
        """Cut the socket: nothing of what waits for it is kept."""
        transport = self._transport
        self._gone()
        if transport is not None:
            transport.abort()

    def _gone(self) -> None:
        """The socket is over; the line waits for the next, if the session does. Nothing that was made for this socket
        goes on: it would take from the queue what is meant for the next."""
        self._request = None
        for task in self._tasks:
            task.cancel()
        self._tasks = []
        self._channel.leave_out()
        self._held.set()
        if self._over or self.who is None:
            self.lose()
        elif not self.away and not self.lost:
            self.away = True
            self._leaving = asyncio.get_running_loop().call_later(AWAY_SECONDS, self.lose)

    def lose(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None
        if not self.lost:
            self._channel.on_pause = self._channel.on_resume = lambda: None
            super().lose()
            self.gone.set()

    def waits_for(self, page: str, browser: str) -> bool:
        """Whether this page of this browser may go on with the line."""
        return not (self._over or self.lost or self.who is None) and (page, browser) == (self.page, self.browser)
