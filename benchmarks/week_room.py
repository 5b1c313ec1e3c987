"""A chat room that has a bad day: it answers 500, refuses connections, asks to be left alone for a while, and takes a
post whose answer then never arrives."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import Literal, NamedTuple

Mood = Literal["well", "broken", "shut", "busy", "lossy"]
"""`broken` answers 500, `shut` refuses connections, `busy` answers 429, `lossy` takes a post and hangs up."""
ASKED = 2
"""Seconds that a busy room asks to be left alone."""
TAKEN = b"HTTP/1.1 204 No Content\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
BROKEN = b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
BUSY = (
    f"HTTP/1.1 429 Too Many Requests\r\nretry-after: {ASKED}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode()
)


class Asked(NamedTuple):
    """One request, and what became of it."""

    at: float
    """Seconds of the monotonic clock."""
    mark: str
    text: str
    body: str
    mood: Mood

    @property
    def shown(self) -> bool:
        """Did people in the room see it?"""
        return self.mood in ("well", "lossy")


class Room:
    """A webhook on a port of this machine that stays the same while nobody answers there."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.mood: Mood = "well"
        self.asked: list[Asked] = []
        self.too_soon: list[str] = []
        """Requests that came although the room had asked to be left alone."""
        self._quiet_until = 0.0
        self._port = 0
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/{self.name}"

    @property
    def shown(self) -> list[Asked]:
        """What people in the room have seen, doubles too."""
        return [one for one in self.asked if one.shown]

    async def open(self) -> None:
        """Listen; always on the same port."""
        if self._server is None:
            self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port)
            self._port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Refuse connections."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
            self._server = None

    async def feel(self, mood: Mood) -> None:
        """Answer like that from now on."""
        self.mood = mood
        await (self.close() if mood == "shut" else self.open())

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
            named = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
            body = (await reader.readexactly(int(named["content-length"]))).decode()
            self._take(body, named.get("idempotency-key", ""))
            if self.mood != "lossy":
                writer.write({"well": TAKEN, "busy": BUSY}.get(self.mood, BROKEN))
                await writer.drain()
        writer.close()

    def _take(self, body: str, mark: str) -> None:
        now, told = time.monotonic(), json.loads(body)
        if now < self._quiet_until - 0.1:
            self.too_soon.append(mark)
        if self.mood == "busy":
            self._quiet_until = now + ASKED
        self.asked.append(Asked(now, mark, told["content"], body, self.mood))
        if told["id"] != mark or told["text"] != told["content"]:
            raise ValueError(f"a post that contradicts itself: {body}")
