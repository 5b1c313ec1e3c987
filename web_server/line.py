"""A web socket as a `Line`. The page's messages are decoded strictly, with bounds."""

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
"""Most bytes of a message. The page cuts pasted text into pieces of a quarter of that."""

Short = Annotated[str, msgspec.Meta(max_length=64)]


class Cells(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    width: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    height: Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class Stdin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="stdin"):
    text: Annotated[str, msgspec.Meta(max_length=LONGEST)]


class WordsTyped(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="words"):
    """Words written on the page, for the target that it showed."""

    number: Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
    to: Annotated[str, msgspec.Meta(max_length=2_000)]
    text: Annotated[str, msgspec.Meta(max_length=LONGEST)]


class Go(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="go"):
    """A press on the page beside the terminal."""

    kind: Short
    value: Annotated[str, msgspec.Meta(max_length=2_000)]


class Resize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="resize"):
    cells: Cells


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="ping"):
    """The house answers with the same word."""

    word: Short


class Focus(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="focus"):
    """Ignored."""


class Blur(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="blur"):
    """Ignored."""


Said = Stdin | WordsTyped | Go | Resize | Ping | Focus | Blur
_decoder: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)


def understood(text: str) -> Said:
    """Decode a message. Refused: `not_understood`."""
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
"""Close codes by end, as in `static/door.js`. The page reconnects after 4003, 4004, 4008, and a cut without a code."""
STRANGER: Final = 4006
NONSENSE: Final = 4007
"""Close code for a message that no page sends."""
SILENT: Final = 4008
"""Close code for a page that sleeps or does not read."""

AWAY_SECONDS: Final = 600.0
"""Seconds for which a session waits for its page."""
BEAT_SECONDS: Final = 12.0
DEAF_SECONDS: Final = 36.0
"""Seconds without the right answer to a ping after which the socket is cut."""
A_MESSAGE: Final = 0.000_1
PIECE: Final = 32 * 1024
GONE: Final = (ConnectionError, TimeoutError, RuntimeError)


def may_sleep(answered: float | None, spoke: float) -> bool:
    """True if a silent page may be a sleeping phone: it answered, and has sent nothing since. Both arguments are
    seconds of the loop's time."""
    return answered is not None and spoke - answered < 2 * BEAT_SECONDS


class SocketChannel:
    """Target of an output buffer, sent in order: bytes for the terminal, strings for the page, a number as close
    code."""

    def __init__(self) -> None:
        self._queue: deque[bytes | str | int] = deque()
        self._some = asyncio.Event()
        self._high, self._low = 0, 0
        self._full = False
        self.size = 0
        self.away = True
        """True while there is no socket; writes are dropped."""
        self.on_pause: Callable[[], None] = lambda: None
        self.on_resume: Callable[[], None] = lambda: None

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Set the bytes from which on a reader counts as behind, and below which it has caught up."""
        self._high, self._low = high or 0, low or 0

    def write(self, data: bytes | str | int) -> None:
        if self.away:
            return
        self._queue.append(data)
        self._some.set()
        self.size += len(data) if isinstance(data, bytes) else 0
        if not self._full and self.size > self._high:
            self._full = True
            self.on_pause()

    def leave_out(self) -> None:
        self.away = True
        self._queue.clear()
        self._some.clear()
        self._sent(self.size)

    async def drain(self, socket: web.WebSocketResponse) -> None:
        with contextlib.suppress(*GONE):
            while True:
                await self._some.wait()
                while self._queue:
                    first = self._queue[0]
                    if isinstance(first, bytes):
                        run = list(takewhile(lambda item: isinstance(item, bytes), self._queue))
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
    authenticated = greeted = True
    has_page = True

    def __init__(
        self, who: str | None, page: str, browser: str, address: str, variables: Mapping[str, str],
        pace: Spacing | None = None,
    ) -> None:  # fmt: skip
        """Create the line of a page.

        Args:
            who: Id of the person; None for a spectator without a name, for whom the line does not wait.
            page: Identifies the page when it reconnects.
            browser: Digest of the browser's secret.
            variables: Environment variables, as of an SSH client.
            pace: Shared by all connections over their share.
        """
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
        """Set once the page can no longer come back."""
        self._over = False
        self._leaving: asyncio.TimerHandle | None = None
        self._told: dict[str, Any] = {}
        """Latest messages to the page by kind, repeated after a reconnection."""
        self._tasks: list[asyncio.Task[None]] = []
        self._answered: float | None = None
        """Loop time of the last right answer to a ping."""
        self._spoke = 0.0
        """Loop time of the last other message."""
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
        """Show a sentence in the page, not in the terminal."""
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
        self._over = True
        self._channel.write(CLOSES[LineEnd.SEEN_OUT])
        if self.away:
            self.lose()

    turn_away = close

    # --- a socket comes and goes

    async def serve(self, request: web.BaseRequest, socket: web.WebSocketResponse, size: tuple[int, int]) -> None:
        """Use this socket for the line until it is gone."""
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
                return  # another socket has taken over; an old size must not come after a new one
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
                return  # broken connection
            else:
                self._over = True
                await socket.close(code=NONSENSE)
                return

    def _heard(self, text: str) -> bool:
        try:
            message = understood(text) if len(text) <= LONGEST else None
        except Refused:
            message = None
        if isinstance(message, Stdin):
            self.take(message.text.encode("utf-8", "replace"))
        elif isinstance(message, WordsTyped):
            if self.on_words is not None:
                self.on_words(message.number, message.to, without_controls(message.text))
        elif isinstance(message, Go):
            if self.on_go is not None:
                self.on_go(message.kind, message.value)
        elif isinstance(message, Resize):
            self.resized(message.cells.width, message.cells.height)
        elif isinstance(message, Ping):
            self._channel.write(json.dumps(["pong", message.word]))
        return message is not None

    async def _beat(self, request: web.BaseRequest, socket: web.WebSocketResponse) -> None:
        """Ping with new words, which a page that does not read cannot answer."""
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
                self._answered = loop.time()  # the house is the side that does not listen
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
        transport = self._transport
        self._gone()
        if transport is not None:
            transport.abort()

    def _gone(self) -> None:
        """The socket is gone; the line waits for another if the session does. Tasks of the socket are cancelled: they
        would consume output for the next one."""
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
        """True if this page of this browser may take the line over."""
        return not (self._over or self.lost or self.who is None) and (page, browser) == (self.page, self.browser)
