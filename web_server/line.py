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

ShortText = Annotated[str, msgspec.Meta(max_length=64)]


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


class PageAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="go"):
    """A press on the page beside the terminal."""

    kind: ShortText
    value: Annotated[str, msgspec.Meta(max_length=2_000)]


class Resize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="resize"):
    cells: Cells


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="ping"):
    """The house answers with the same word."""

    word: ShortText


class Focus(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="focus"):
    """Ignored."""


class Blur(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="blur"):
    """Ignored."""


PageMessage = Stdin | WordsTyped | PageAction | Resize | Ping | Focus | Blur
_decoder: msgspec.json.Decoder[PageMessage] = msgspec.json.Decoder(PageMessage)


def decode_message(text: str) -> PageMessage:
    """Refused: `not_understood`."""
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
PING_SECONDS: Final = 12.0
PONG_SECONDS: Final = 36.0
"""Seconds without the right answer to a ping after which the socket is cut."""
MESSAGE_COST: Final = 0.000_1
MOST_SENT: Final = 32 * 1024
SOCKET_ERRORS: Final = (ConnectionError, TimeoutError, RuntimeError)


def may_sleep(answered: float | None, spoke: float) -> bool:
    """True if a silent page may be a sleeping phone: it answered, and has sent nothing since. Both arguments are
    seconds of the loop's time."""
    return answered is not None and spoke - answered < 2 * PING_SECONDS


class SocketChannel:
    """Target of an output buffer, sent in order: bytes for the terminal, strings for the page, a number as close
    code."""

    def __init__(self) -> None:
        self._queue: deque[bytes | str | int] = deque()
        self._has_items = asyncio.Event()
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
        self._has_items.set()
        self.size += len(data) if isinstance(data, bytes) else 0
        if not self._full and self.size > self._high:
            self._full = True
            self.on_pause()

    def disconnect(self) -> None:
        self.away = True
        self._queue.clear()
        self._has_items.clear()
        self._note_sent(self.size)

    async def drain(self, socket: web.WebSocketResponse) -> None:
        with contextlib.suppress(*SOCKET_ERRORS):
            while True:
                await self._has_items.wait()
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
                self._has_items.clear()

    async def _send(self, socket: web.WebSocketResponse, joined: bytes) -> None:
        for at in range(0, len(joined), MOST_SENT):
            piece = joined[at : at + MOST_SENT]
            await socket.send_bytes(piece)
            self._note_sent(len(piece))

    def _note_sent(self, count: int) -> None:
        self.size = max(0, self.size - count)
        if self._full and self.size <= self._low:
            self._full = False
            self.on_resume()


class WebLine(Line):
    authenticated = greeted = True
    has_page = True

    def __init__(
        self, person_id: str | None, page: str, browser: str, address: str, variables: Mapping[str, str],
        pace: Spacing | None = None,
    ) -> None:  # fmt: skip
        """Create the line of a page.

        Args:
            person_id: Id of the person; None for a spectator without a name, for whom the line does not wait.
            page: Identifies the page when it reconnects.
            browser: Digest of the browser's secret.
            variables: Environment variables, as of an SSH client.
            pace: Shared by all connections over their share.
        """
        super().__init__()
        self.who = person_id
        self._pace = pace or Spacing()
        self.page = page
        self.browser = browser
        self.address = address
        self.term = "xterm-256color"
        self._variables = {"COLORTERM": "truecolor", **variables}
        self._channel = SocketChannel()
        self._request: web.BaseRequest | None = None
        self._input_open = asyncio.Event()
        self._input_open.set()
        self.gone = asyncio.Event()
        """Set once the page can no longer come back."""
        self._ended_for_good = False
        self._away_timer: asyncio.TimerHandle | None = None
        self._latest_messages: dict[str, Any] = {}
        """Latest messages to the page by kind, repeated after a reconnection."""
        self._tasks: list[asyncio.Task[None]] = []
        self._ponged_at: float | None = None
        """Loop time of the last right answer to a ping."""
        self._messaged_at = 0.0
        """Loop time of the last other message."""
        self._pings: set[bytes] = set()
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
        (self._input_open.clear if full else self._input_open.set)()

    def say(self, text: str, *, error: bool = False) -> None:
        self._channel.write(json.dumps(["say", text]))

    def tell(self, kind: str, value: Any) -> None:
        if self._latest_messages.get(kind) != value:
            self._latest_messages[kind] = value
            self._channel.write(json.dumps([kind, value]))

    def leave(self, status: int = 0, reason: LineEnd = LineEnd.LEFT) -> None:
        self.listen(lambda _: None)
        self._ended_for_good = True
        self._channel.write(CLOSES[reason])
        if self.away:
            self.lose()

    def cut(self) -> None:
        self._ended_for_good = True
        self._hang_up()

    # --- as one of the server's connections

    def close(self) -> None:
        self._ended_for_good = True
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
        if self._away_timer is not None:
            self._away_timer.cancel()
            self._away_timer = None
        self.away = self._channel.away = False
        self.resized(*size)
        for kind, value in self._latest_messages.items():
            self._channel.write(json.dumps([kind, value]))
        if self.on_return is not None:
            self.on_return()
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(self._channel.drain(socket)),
            loop.create_task(self._ping_regularly(request, socket)),
        ]
        try:
            await self._receive_all(request, socket)
        finally:
            if self._request is request:
                self._lose_socket()

    async def _receive_all(self, request: web.BaseRequest, socket: web.WebSocketResponse) -> None:
        loop = asyncio.get_running_loop()
        debt = Debt(loop.time, self._pace)
        async for message in socket:
            if self._request not in (request, None):
                return  # another socket has taken over; an old size must not come after a new one
            if message.type is not WSMsgType.PONG:
                self._messaged_at = loop.time()
            if message.type is WSMsgType.PONG:
                if bytes(message.data) in self._pings:
                    self._pings.clear()
                    self._ponged_at = asyncio.get_running_loop().time()
            elif message.type is WSMsgType.PING:
                with contextlib.suppress(*SOCKET_ERRORS):
                    await socket.pong(bytes(message.data))
            elif message.type is WSMsgType.TEXT:
                began = time.perf_counter()
                heard = self._handle(message.data)
                if not heard:
                    logger.warning("A browser from %s said what no page says, and was dropped.", self.address)
                    self._ended_for_good = True
                    await socket.close(code=NONSENSE)
                    return
                await asyncio.sleep(debt.note(time.perf_counter() - began + MESSAGE_COST))
                await self._input_open.wait()
            elif message.type is WSMsgType.ERROR and not isinstance(message.data, WebSocketError):
                return  # broken connection
            else:
                self._ended_for_good = True
                await socket.close(code=NONSENSE)
                return

    def _handle(self, text: str) -> bool:
        try:
            message = decode_message(text) if len(text) <= LONGEST else None
        except Refused:
            message = None
        if isinstance(message, Stdin):
            self.take(message.text.encode("utf-8", "replace"))
        elif isinstance(message, WordsTyped):
            if self.on_words is not None:
                self.on_words(message.number, message.to, without_controls(message.text))
        elif isinstance(message, PageAction):
            if self.on_go is not None:
                self.on_go(message.kind, message.value)
        elif isinstance(message, Resize):
            self.resized(message.cells.width, message.cells.height)
        elif isinstance(message, Ping):
            self._channel.write(json.dumps(["pong", message.word]))
        return message is not None

    async def _ping_regularly(self, request: web.BaseRequest, socket: web.WebSocketResponse) -> None:
        """Ping with new words, which a page that does not read cannot answer."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        self._ponged_at, self._pings = None, set()
        while self._request is request:
            word = secrets.token_bytes(8)
            self._pings.add(word)
            with contextlib.suppress(*SOCKET_ERRORS):
                await asyncio.wait_for(socket.ping(word), PING_SECONDS)
            await asyncio.sleep(PING_SECONDS)
            if not self._input_open.is_set():
                self._ponged_at = loop.time()  # the house is the side that does not listen
            answered = began if self._ponged_at is None else self._ponged_at
            if loop.time() - answered >= PONG_SECONDS and self._request is request:
                logger.info("A browser from %s does not answer any more.", self.address)
                self._ended_for_good = self._ended_for_good or not may_sleep(self._ponged_at, self._messaged_at)
                self._hang_up()

    def _hang_up(self) -> None:
        transport = self._transport
        self._lose_socket()
        if transport is not None:
            transport.abort()

    def _lose_socket(self) -> None:
        """The socket is gone; the line waits for another if the session does. Tasks of the socket are cancelled: they
        would consume output for the next one."""
        self._request = None
        for task in self._tasks:
            task.cancel()
        self._tasks = []
        self._channel.disconnect()
        self._input_open.set()
        if self._ended_for_good or self.who is None:
            self.lose()
        elif not self.away and not self.lost:
            self.away = True
            self._away_timer = asyncio.get_running_loop().call_later(AWAY_SECONDS, self.lose)

    def lose(self) -> None:
        if self._away_timer is not None:
            self._away_timer.cancel()
            self._away_timer = None
        if not self.lost:
            self._channel.on_pause = self._channel.on_resume = lambda: None
            super().lose()
            self.gone.set()

    def waits_for(self, page: str, browser: str) -> bool:
        """True if this page of this browser may take the line over."""
        return not (self._ended_for_good or self.lost or self.who is None) and (page, browser) == (
            self.page,
            self.browser,
        )
