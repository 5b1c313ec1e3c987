"""Hostile clients end their own session at most; the others notice nothing."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from textual.css.query import NoMatches
from textual.widgets import Static

from ssh_server.door import connection as connections
from ssh_server.door.connection import SESSIONS_A_CONNECTION
from ssh_server.door.startups import MOST_AN_ADDRESS
from ssh_server.session.input import PASTE_LIMIT
from ssh_server.session.terminal import Terminal
from tests.kit.depth import deep
from tests.ssh.fuzz import inputs, survive
from tests.ssh.house import SOON, InputApp, SmallApp, running, sit, until


@pytest.mark.parametrize("seed", deep([11, 12], [11]))
async def test_made_up_input_does_not_break_a_screen(seed: int) -> None:
    crashes, alive = await survive(inputs(seed, 1_500), seed)
    assert crashes == []
    assert alive


async def test_made_up_input_over_the_wire_leaves_the_others_alone(tmp_path: Path) -> None:
    async with running(tmp_path, InputApp) as house:
        keys = [house.newcomer(name) for name in ("Ada", "Eve")]
        async with await house.connect("Ada", keys[0]) as first, await house.connect("Eve", keys[1]) as second:
            ada, eve = await sit(first), await sit(second)
            await ada.shows("I am Ada")
            await eve.shows("I am Eve")
            for chunk in inputs(5, 400):
                eve.type(chunk)
            ada.type("\x1b[A")
            await ada.shows("typed: up")
            assert house.server.present[0] == "Ada"


async def test_a_giant_paste_is_cut_and_the_player_is_told(tmp_path: Path) -> None:
    made: list[SmallApp] = []

    def remembered(*given: Any) -> SmallApp:
        made.append(SmallApp(*given))
        return made[-1]

    async with running(tmp_path, remembered) as house, await house.connect("Ada", house.newcomer("Ada")) as connection:
        screen = await sit(connection)
        await screen.shows("I am Ada")
        screen.type(b"\x1b[200~" + b"spam \x1b[31m\x07" * 300_000 + b"\x1b[201~x")
        await until(lambda: bool(made[0].pasted) and made[0].typed == ["x"])
        assert [len(text) <= PASTE_LIMIT for text in made[0].pasted] == [True]
        assert "\x1b" not in made[0].pasted[0]
        await screen.shows("The paste was cut")


async def test_a_flood_of_keys_does_not_keep_the_others_waiting_for_its_end(tmp_path: Path) -> None:
    made: dict[str, SmallApp] = {}

    def remembered(size: Any, person: Any, environment: Any) -> SmallApp:
        made[person.name] = InputApp(size, person, environment)
        return made[person.name]

    async with running(tmp_path, remembered) as house:
        keys = [house.newcomer(name) for name in ("Ada", "Eve")]
        async with await house.connect("Ada", keys[0]) as first, await house.connect("Eve", keys[1]) as second:
            ada, eve = await sit(first), await sit(second)
            await ada.shows("I am Ada")
            await eve.shows("I am Eve")
            eve.type(b"\x1b[A" * 100_000)
            await until(lambda: len(made["Eve"].typed) > 50)
            ada.type("\x1b[B")
            await ada.shows("typed: down")
            assert len(made["Eve"].typed) < 100_000, "the flood is still going on"
            assert made["Eve"]._message_queue.qsize() < 500, "and it does not wait in the app"


async def test_a_client_that_never_reads_is_dropped_and_the_others_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Terminal, "patience", 0.3)
    made: dict[str, SmallApp] = {}

    def app(size: Any, person: Any, environment: Any) -> SmallApp:
        made[person.name] = SmallApp(size, person, environment)
        return made[person.name]

    async with running(tmp_path, app) as house:
        keys = [house.newcomer(name) for name in ("Ada", "Eve")]
        async with await house.connect("Ada", keys[0]) as first:
            second = await house.connect("Eve", keys[1])
            ada, eve = await sit(first), await sit(second, size=(300, 100), window=8192)
            await ada.shows("I am Ada")
            await until(lambda: house.server.present == ("Ada", "Eve"))
            eve.process.channel.pause_reading()
            for turn in range(12):  # sizes would not do: none is painted while a picture is on its way
                with contextlib.suppress(AttributeError, NoMatches):  # she may be gone by now
                    made["Eve"].query_one("#typed", Static).update("ab"[turn % 2] * 20_000)
                await asyncio.sleep(0.02)
            await until(lambda: house.server.present == ("Ada",))
            ada.type("k")
            await ada.shows("typed: k")
            second.abort()


async def test_a_reader_that_was_slow_gets_the_whole_screen_again(tmp_path: Path) -> None:
    async with running(tmp_path) as house, await house.connect("Ada", house.newcomer("Ada")) as connection:
        screen = await sit(connection, size=(200, 60))
        await screen.shows("I am Ada")
        session = house.server._sessions["ada"]
        output = session._terminal.output
        output.pause()
        screen.type("xyz")
        await until(lambda: output.left_out > 0)
        assert "typed: x" not in screen.text
        output.resume()
        await screen.shows("typed: x y z")


async def test_one_that_connects_and_says_nothing_is_hung_up_on(tmp_path: Path) -> None:
    async with running(tmp_path, login_seconds=0.3) as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.server.port)
        async with asyncio.timeout(SOON):
            assert (await reader.read()).startswith(b"SSH-2.0-GarnetHouse")
        writer.close()
        await until(lambda: not house.server.connections)


async def test_a_login_without_a_session_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "IDLE_SECONDS", 0.2)
    async with running(tmp_path) as house:
        connection = await house.connect("Ada", house.newcomer("Ada"))
        async with asyncio.timeout(SOON):
            await connection.wait_closed()
        assert not house.server.connections


async def test_a_flood_of_connections_is_bounded_and_forgotten(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        key = house.newcomer("Ada")
        async with await house.connect("Ada", key) as connection:
            screen = await sit(connection)
            await screen.shows("I am Ada")
            sockets = []
            for _ in range(1_000):
                knocking = socket.socket()
                knocking.setblocking(False)
                knocking.connect_ex(("127.0.0.1", house.server.port))
                sockets.append(knocking)
                if len(sockets) % 50 == 0:
                    await asyncio.sleep(0)
            screen.type("k")
            await screen.shows("typed: k")
            await until(lambda: len(house.server.strangers) == MOST_AN_ADDRESS)
            assert len(house.server.connections) <= MOST_AN_ADDRESS + 1
            for knocking in sockets:
                knocking.close()
            await until(lambda: not house.server.strangers)
        async with await house.connect("Ada", key) as connection:
            await (await sit(connection)).shows("I am Ada")


async def test_subsystems_forwards_agents_and_displays_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as house, await house.connect("Ada", house.newcomer("Ada")) as connection:
        with pytest.raises(asyncssh.Error):
            await connection.start_sftp_client()
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", house.server.port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection("/tmp/nothing")
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 9)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_path(str(tmp_path / "socket"), "127.0.0.1")
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_session(asyncssh.SSHClientSession, subsystem="netconf")
        process = await connection.create_process("help", x11_forwarding="ignore_failure")
        await process.wait()
        assert process.exit_status == 1


async def test_more_sessions_than_a_person_needs_are_refused(tmp_path: Path) -> None:
    async def commands(person: Any, line: str, terminal: Terminal) -> int:
        await asyncio.Event().wait()
        return 0

    async with (
        running(tmp_path, commands=commands) as house,
        await house.connect("Ada", house.newcomer("Ada")) as connection,
    ):
        for _ in range(SESSIONS_A_CONNECTION):
            await connection.create_process("watch")
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process("watch")


async def test_a_flood_of_environment_variables_is_not_kept(tmp_path: Path) -> None:
    seen = []

    def remembered(size: Any, person: Any, environment: Any) -> SmallApp:
        seen.append(environment)
        return SmallApp(size, person, environment)

    flood = {f"LC_{number}": "x" * 200 for number in range(500)} | {"SECRET": "y", "LC_LONG": "z" * 10_000}
    async with running(tmp_path, remembered) as house, await house.connect("Ada", house.newcomer("Ada")) as connection:
        screen = await sit(connection, env={"TZ": "Europe/Rome"} | flood)
        await screen.shows("I am Ada")
    assert seen[0].variables["TZ"] == "Europe/Rome"
    assert "SECRET" not in seen[0].variables
    assert sum(len(value) for value in seen[0].variables.values()) < 8_000


async def test_noise_instead_of_a_protocol_is_hung_up_on(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        for noise in (
            b"GET / HTTP/1.1\r\n\r\n",
            b"\x00" * 70_000,
            b"SSH-2.0-x\r\n" + b"\xff" * 5_000,
            b"SSH-1.5-old\r\n",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", house.server.port)
            writer.write(noise)
            writer.write_eof()
            with contextlib.suppress(ConnectionResetError):  # what it still had to say is not listened to
                async with asyncio.timeout(SOON):
                    await reader.read()
            writer.close()
        await until(lambda: not house.server.connections)
        async with await house.connect("Ada", house.newcomer("Ada")) as connection:
            await (await sit(connection)).shows("I am Ada")


async def test_a_command_that_breaks_says_so_and_costs_nobody_else_anything(tmp_path: Path) -> None:
    async def commands(person: Any, line: str, terminal: Terminal) -> int:
        raise RuntimeError("zqsecret")

    async with running(tmp_path, commands=commands) as house:
        keys = [house.newcomer(name) for name in ("Ada", "Eve")]
        async with await house.connect("Ada", keys[0]) as first, await house.connect("Eve", keys[1]) as second:
            ada = await sit(first)
            await ada.shows("I am Ada")
            done = await second.run("view")
            assert done.exit_status == 1
            assert "Something went wrong" in str(done.stderr)
            assert "zqsecret" not in str(done.stderr)
            ada.type("k")
            await ada.shows("typed: k")
