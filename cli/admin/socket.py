"""The way to a running house for commands on its own machine: a socket in the data folder, for its owner alone.

A line is a JSON request, the next line its answer; see `deeds`. Who may open the socket may read the data folder
anyway, so nobody is asked who they are.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from pathlib import Path

from cli.admin.client import LONGEST, NAME, reachable
from cli.admin.commands import AdminCommands, refusal
from cli.admin.requests import Answer
from core.house.house import House
from core.house.people import People
from storage.lock import cut_off
from tui.words.door import Door

log = logging.getLogger("garnet.server")


class AdminSocket:
    """Takes commands on a socket in `folder` while the house is served."""

    def __init__(self, folder: Path, house: House, people: People, door: Door) -> None:
        self._folder = folder
        self._deeds = AdminCommands(house, people, door)
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen. Where the system has no room for such a socket the house is served without, and says so."""
        (self._folder / NAME).unlink(missing_ok=True)  # of a process that was killed: the folder's lock is ours
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
        """Listen no more."""
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
            return self._deeds.do(json.loads(line))
        except ValueError:
            return refusal("no_json", "A request is one line of JSON.")
        except Exception:  # a command's trouble never reaches the sessions
            log.exception("A command on this machine failed.")
            return refusal("trouble", "Something went wrong in the house; its log tells more.")
