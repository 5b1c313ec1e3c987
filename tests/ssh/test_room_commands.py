"""docs/scripting_room.py: commands from a chat room, answered to whoever typed them alone, by real ssh."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sys
from pathlib import Path

import httpx
import pytest

from core.match import journal as j
from tests.ssh.callers import HANDS, a_house

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="needs the OpenSSH client")
SCRIPT = Path(__file__).parents[2] / "docs" / "scripting_room.py"


class FakeRoom:
    """A chat room that hands what its people type to the bridge, and keeps by person what each was shown."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.shown: dict[str, list[str]] = {}
        """What each saw; what everybody saw is under the room's own name, ``."""

    async def type(self, who: str, text: str, token: str = "secret") -> str:
        async with httpx.AsyncClient(timeout=300, trust_env=False) as client:
            body = {"token": token, "user_id": f"U-{who}", "user_name": who, "command": "/garnet", "text": text}
            found = await client.post(self._url, data=body)
        if found.status_code != 200:
            return str(found.status_code)
        told = found.json()
        seen = who if told["response_type"] == "ephemeral" else ""
        self.shown.setdefault(seen, []).append(told["text"])
        return told["text"]


@contextlib.asynccontextmanager
async def a_room(tmp_path, server):
    known = tmp_path / "known"
    settings = ("StrictHostKeyChecking=no", f"UserKnownHostsFile={known}", "LogLevel=ERROR")
    options = [word for setting in settings for word in ("-o", setting)]
    ssh = ["ssh", "-p", str(server.server.port), *options, "-F", "none", "127.0.0.1"]
    bridge = await asyncio.create_subprocess_exec(
        sys.executable, str(SCRIPT), "127.0.0.1:0", str(tmp_path / "keys"), *ssh,
        env={**os.environ, "ROOM_TOKEN": "secret"}, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        line = (await bridge.stdout.readline()).decode()
        yield FakeRoom(f"http://{line.split()[-1]}/")
    finally:
        bridge.kill()
        await bridge.wait()


async def test_whoever_has_linked_their_account_commands_from_the_room_and_is_answered_alone(tmp_path):
    at_table = a_house(tmp_path, "Ada", "Bo", setup={"hands": HANDS})
    async with at_table as (_, table, [ada, bo], server), a_room(tmp_path, server) as room:
        table.submit(j.Noted(author="Bo", text="BO-NOTE"))
        assert "Link your account first" in await room.type("ada", "matches")
        assert "did not take that code" in await room.type("ada", "link AAAA-BBBB-CCCC-DDDD")
        for caller, who in ((ada, "ada"), (bo, "bo")):
            code = (await caller.json("link"))["code"]
            assert f"You are {who.title()} of the house" in await room.type(who, f"link {code}")
            assert "did not take that code" in await room.type("eve", f"link {code}")  # once
        assert "exodus-1" in await room.type("ada", "matches")
        sealed = await room.type("ada", 'orders exodus-1 {"offers": [{"to": "Bo", "give": "red"}]}')
        assert "Sealed" in sealed
        assert "`ready exodus-1` says so" in sealed
        assert table.match.sealed.keys() == {"Ada"}
        assert "BO-NOTE" in await room.type("bo", "view exodus-1")
        assert "Link your account first" in await room.type("eve", "view exodus-1")
        assert (
            "no seat" in (await room.type("ada", "view exodus-1 --seat Bo")) or "not your seat" in room.shown["ada"][-1]
        )
        assert await room.type("ada", "matches", token="guessed") == "401"
        assert "There is no command" in await room.type("ada", "-oProxyCommand=true")
        assert "goes on for ever" in await room.type("ada", "watch exodus-1")
        assert "" not in room.shown  # nothing was said to all
        assert not any("BO-NOTE" in text for who in ("ada", "eve") for text in room.shown[who])
        assert (tmp_path / "keys").stat().st_mode & 0o077 == 0
        assert "opens the door no more" in await room.type("ada", "unlink")
        assert "Link your account first" in await room.type("ada", "matches")
        assert len((await ada.json("keys"))["keys"]) == 1
