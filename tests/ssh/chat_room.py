"""A chat room's webhook on this machine: a real HTTP server that keeps what it is sent and fails as such servers do."""

from __future__ import annotations

import asyncio
import contextlib
import email
import json
from typing import Any

TAKEN = b"HTTP/1.1 204 No Content\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


def answer(status: int, *headers: str) -> bytes:
    """An answer with nothing in it."""
    return "\r\n".join([f"HTTP/1.1 {status} x", *headers, "content-length: 0", "connection: close", "", ""]).encode()


def _read(kind: str, body: bytes) -> tuple[dict[str, Any], bytes]:
    """What a webhook reads of a body: JSON, or a form with that and a file."""
    if not kind.startswith("multipart/"):
        return json.loads(body), b""
    form = email.message_from_bytes(f"content-type: {kind}\r\n\r\n".encode() + body)
    parts = {part.get_param("name", header="content-disposition"): part for part in form.get_payload()}
    told = json.loads(_bytes(parts["payload_json"]))
    (image,) = (embed["image"] for embed in told["embeds"])
    assert image == {"url": f"attachment://{parts['files[0]'].get_filename()}"}
    return told, _bytes(parts["files[0]"])


def _bytes(part: Any) -> bytes:
    return part.get_payload(decode=True)


class ChatRoom:
    """Answers in turn with what it was given, at the end as a good server: bytes to be written before it hangs up,
    `hang` to say nothing for ever, `shut` to hang up at once."""

    def __init__(self, *answers: bytes | str) -> None:
        self.answers = list(answers)
        self.asked: list[dict[str, Any]] = []
        """Every body that was sent."""
        self.pictures: list[bytes] = []
        """The file that came with each; empty where none did."""
        self.to_pictures: list[bytes | str] = []
        """What those that bring one are answered, before it answers as a good server."""
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

    def _answered(self, method: str, target: str, body: dict[str, Any]) -> bytes:
        """As a good server."""
        return TAKEN

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
            named = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
            body, picture = _read(named["content-type"], await reader.readexactly(int(named["content-length"])))
            self.pictures.append(picture)
            self.asked.append(body)
            self.marks.append(named.get("idempotency-key", ""))
            method, target, _ = head[0].split(" ")
            queue = self.to_pictures if picture else self.answers
            told = queue.pop(0) if queue else self._answered(method, target, body)
            if told == "hang":
                return  # the connection stands, and nothing comes
            if isinstance(told, bytes):
                if told.startswith(b"HTTP/1.1 2"):
                    self.taken.append(body)
                writer.write(told)
                await writer.drain()
            writer.close()
            self._writers.remove(writer)  # a long life would keep thousands


class RichRoom(ChatRoom):
    """A room that gives its messages names and lets them be edited, as the usual ones do; `forum`: each message stands
    in a topic, which its first message makes."""

    def __init__(self, *answers: bytes | str, forum: bool = False) -> None:
        super().__init__(*answers)
        self.forum = forum
        self.messages: dict[str, list[str]] = {}
        """Every message by its name, with all that it ever read."""
        self.topics: dict[str, str] = {}
        """Topic to its title."""
        self.stands: dict[str, str] = {}
        """Message to the topic that it stands in."""

    async def __aenter__(self) -> RichRoom:
        await super().__aenter__()
        self.url = self.url.replace("/hook", "/api/webhooks/1/secret")
        return self

    @property
    def now(self) -> list[str]:
        """What all messages read now, in the order in which they were posted."""
        return [texts[-1] for texts in self.messages.values()]

    def _answered(self, method: str, target: str, body: dict[str, Any]) -> bytes:
        path, _, query = target.partition("?")
        asked = dict(word.split("=") for word in query.split("&") if word)
        text = body["content"]
        for embed in body.get("embeds", ()):
            text = f"{embed['title']}\n{embed['description']}"
        if method == "PATCH":
            name = path.rpartition("/messages/")[2]
            if name not in self.messages:
                return answer(404)
            self.messages[name].append(text)
            return answer(200)
        topic = asked.get("thread_id", "")
        if self.forum and not topic:
            if "thread_name" not in body:
                return answer(400)
            topic = f"topic{len(self.topics) + 1}"
            self.topics[topic] = body["thread_name"]
        name = f"m{len(self.messages) + 1}"
        self.messages[name], self.stands[name] = [text], topic
        told = json.dumps({"id": name, "channel_id": topic or "room"}).encode()
        return b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%b" % (len(told), told)
