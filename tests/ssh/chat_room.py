"""A chat room's webhook on this machine: a real HTTP server that keeps what it is sent and fails as such servers do."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

TAKEN = b"HTTP/1.1 204 No Content\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


def answer(status: int, *headers: str) -> bytes:
    """An answer with nothing in it."""
    return "\r\n".join([f"HTTP/1.1 {status} x", *headers, "content-length: 0", "connection: close", "", ""]).encode()


class ChatRoom:
    """Answers in turn with what it was given, at the end as a good server: bytes to be written before it hangs up,
    `hang` to say nothing for ever, `shut` to hang up at once."""

    def __init__(self, *answers: bytes | str) -> None:
        self.answers = list(answers)
        self.asked: list[dict[str, Any]] = []
        """Every body that was sent."""
        self.taken: list[dict[str, Any]] = []
        """Those that were answered with a success."""
        self.marks: list[str] = []
        self._writers: list[asyncio.StreamWriter] = []

    @property
    def texts(self) -> list[str]:
        return [body["content"] for body in self.taken]

    async def __aenter__(self) -> ChatRoom:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/hook"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for writer in self._writers:
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
            named = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
            body = json.loads(await reader.readexactly(int(named["content-length"])))
            self.asked.append(body)
            self.marks.append(named.get("idempotency-key", ""))
            told = self.answers.pop(0) if self.answers else TAKEN
            if told == "hang":
                return  # the connection stands, and nothing comes
            if isinstance(told, bytes):
                if told.startswith(b"HTTP/1.1 2"):
                    self.taken.append(body)
                writer.write(told)
                await writer.drain()
            writer.close()
