"""The socket in the data folder through which commands on the machine reach a served house."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cli.admin.commands import AdminCommands, refusal
from cli.admin.requests import Answer
from core.house.house import House
from core.house.people import People
from core.json import Json
from core.refusal import Refused
from core.words.door import Door
from storage.folder import cut_off

NAME: Final = "desk"
LONGEST: Final = 1024 * 1024
"""Bytes of a request: results with words to 26 seats fit."""
PATIENCE: Final = 30.0
LONGEST_PATH: Final = 100
"""Bytes of a socket's path that every system accepts."""


@contextlib.contextmanager
def reachable(folder: Path) -> Iterator[str]:
    """A short enough path to the socket. Raises OSError if there is none."""
    path = folder / NAME
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield str(path)
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{handle}/{NAME}"
    finally:
        os.close(handle)


def ask(folder: Path, request: Json) -> Answer | None:
    """The answer of the house served from `folder`; None if none is served. Refused if it is silent."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    line.settimeout(PATIENCE)
    with line:
        try:
            with reachable(folder) as path:
                line.connect(path)
        except OSError:
            return None
        try:
            line.sendall(json.dumps(request).encode() + b"\n")
            with line.makefile("rb") as answers:
                answer: Answer = json.loads(answers.readline())
        except (OSError, ValueError):
            raise Refused("no_answer", "The house that is served here did not answer. Its log may tell why.") from None
    return answer


log = logging.getLogger("garnet.server")


class AdminSocket:
    def __init__(self, folder: Path, house: House, people: People, door: Door) -> None:
        self._folder = folder
        self._deeds = AdminCommands(house, people, door)
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen. If the system has no room for the socket, the house is served without it."""
        (self._folder / NAME).unlink(missing_ok=True)  # left by a killed process: the folder's lock is held
        mask = os.umask(0o177)
        try:
            with reachable(self._folder) as path:
                self._server = await asyncio.start_unix_server(self._serve, path, limit=LONGEST)
        except OSError as trouble:
            log.warning("Commands on this machine cannot reach the house: %s.", trouble.strerror or trouble)
            cut_off(self._folder)
        finally:
            os.umask(mask)

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        (self._folder / NAME).unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                writer.write(json.dumps(self._answer(line), ensure_ascii=False).encode() + b"\n")
                await writer.drain()
        except (ValueError, ConnectionError):
            log.warning("A command on this machine was longer than %d bytes, or hung up.", LONGEST)
        finally:
            writer.close()

    def _answer(self, line: bytes) -> Answer:
        try:
            request = json.loads(line)
        except ValueError:
            return refusal("no_json", "A request is one line of JSON.")
        try:
            return self._deeds.do(request)
        except Exception:  # a failing command must not disturb sessions
            log.exception("A command on this machine failed.")
            return refusal("trouble", "Something went wrong in the house; its log tells more.")
