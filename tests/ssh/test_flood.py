"""A flood at the door: who comes from elsewhere gets in, who plays notices nothing, and it leaves no trace."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import struct
from pathlib import Path

import asyncssh
import pytest

from ssh_server import server as servers
from ssh_server.door.connection import UNREAD
from tests.ssh.house import SOON, House, running, sit, until

GREETING = b"SSH-2.0-Test\r\n"
AN_OFFER = struct.pack(">IBB", 12, 10, 2) + bytes(10)
"""A packet that is to be ignored, before keys are exchanged."""


def hold_turns(house: House) -> None:
    """From now on no stranger has a turn."""
    house.server.turns._free_at = float("inf")
    house.server.turns.stop()


async def knock(house: House, address: str, said: bytes = b"") -> socket.socket:
    """Connect from an address of the loopback."""
    line = socket.socket()
    line.setblocking(False)
    line.bind((address, 0))
    loop = asyncio.get_running_loop()
    await loop.sock_connect(line, ("127.0.0.1", house.port))
    await loop.sock_sendall(line, said)
    return line


async def hung_up_on(line: socket.socket) -> None:
    """Wait until the server has ended this connection."""
    with contextlib.suppress(ConnectionResetError):
        async with asyncio.timeout(SOON):
            while await asyncio.get_running_loop().sock_recv(line, 4096):
                pass


async def test_those_who_connect_and_hang_up_keep_nobody_waiting(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        key = house.newcomer("Ada")
        for number in range(1_000):
            (await knock(house, f"127.0.1.{number % 4}")).close()
        async with asyncio.timeout(SOON):
            async with await house.connect("Ada", key, local_addr=("127.0.0.2", 0)) as connection:
                await (await sit(connection)).shows("I am Ada")
        await until(lambda: not len(house.server.strangers))
        assert not len(house.server.turns)


@pytest.mark.parametrize("said", [b"", GREETING, GREETING + AN_OFFER * 20], ids=["silent", "greeted", "offered"])
async def test_one_who_hangs_up_before_their_turn_gives_back_the_place(tmp_path: Path, said: bytes) -> None:
    async with running(tmp_path) as house:
        hold_turns(house)
        lines = [await knock(house, "127.0.0.3", said) for _ in range(20)]
        await until(lambda: len(house.server.strangers) == 20)
        for line in lines:
            line.close()
        await until(lambda: len(house.server.strangers) == 0)
        assert len(house.server.turns) == 0


async def test_one_who_hangs_up_in_the_middle_of_a_login_gives_back_the_place(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        line = await knock(house, "127.0.0.3", GREETING)
        await until(lambda: len(house.server.connections) == 1)
        hold_turns(house)
        await asyncio.get_running_loop().sock_sendall(line, AN_OFFER * 20)
        await until(lambda: len(house.server.turns) == 1)
        line.close()
        await until(lambda: not house.server.connections)
        assert len(house.server.strangers) == len(house.server.turns) == 0


async def test_keys_of_players_wait_for_no_stranger(tmp_path: Path) -> None:
    async with running(tmp_path) as house, await house.connect("Ada", house.newcomer("Ada")) as connection:
        screen = await sit(connection)
        await screen.shows("I am Ada")
        hold_turns(house)
        lines = [await knock(house, f"127.0.0.{number + 3}", GREETING + AN_OFFER) for number in range(40)]
        await until(lambda: len(house.server.turns) == 40)
        screen.type("k")
        await screen.shows("typed: k")
        for line in lines:
            line.close()


async def test_a_stranger_who_says_more_than_anybody_does_is_turned_away(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        line = await knock(house, "127.0.0.3", GREETING)
        await until(lambda: len(house.server.connections) == 1)
        hold_turns(house)
        with contextlib.suppress(ConnectionError):
            await asyncio.get_running_loop().sock_sendall(line, AN_OFFER * (UNREAD // len(AN_OFFER) + 1_000))
        await hung_up_on(line)
        await until(lambda: not house.server.connections)


async def test_what_is_no_ssh_is_hung_up_on_without_a_turn(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        hold_turns(house)
        for said in (b"GET / HTTP/1.1\r\n", b"S" * 20, b"\x16\x03\x01", GREETING[:4] + b"x" * 20_000):
            await hung_up_on(await knock(house, "127.0.0.3", said))
        assert len(house.server.strangers) == 0


async def test_a_login_of_many_small_pieces_succeeds(tmp_path: Path) -> None:
    """A slow line: a few bytes at a time, in both directions."""
    async with running(tmp_path) as house:

        async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, piece: int) -> None:
            with contextlib.suppress(ConnectionError):
                while data := await reader.read(piece):
                    writer.write(data)
                    await writer.drain()
            writer.close()

        async def slow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            inward, outward = await asyncio.open_connection("127.0.0.1", house.port)
            await asyncio.gather(carry(reader, outward, 7), carry(inward, writer, 99))

        key = house.newcomer("Ada")
        async with await asyncio.start_server(slow, "127.0.0.1", 0) as line:
            async with asyncio.timeout(SOON):
                connection = await asyncssh.connect(
                    *line.sockets[0].getsockname(), username="Ada", client_keys=[key], known_hosts=None, config=None,
                    agent_path=None,
                )  # fmt: skip
            assert house.server.connections[0].who == "ada"
            connection.abort()
            await until(lambda: not house.server.connections)


async def test_eight_tables_behind_one_address_come_back_in_one_instant(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        keys = {f"Player{number}": house.newcomer(f"Player{number}") for number in range(8 * 13)}
        async with asyncio.timeout(SOON):
            connections = await asyncio.gather(*(house.connect(name, key) for name, key in keys.items()))
        await until(lambda: sum(one.who is not None for one in house.server.connections) == len(keys))
        assert len(house.server.strangers) == 0
        for connection in connections:
            connection.abort()


async def test_a_key_opens_from_an_address_that_guesses(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        key = house.newcomer("Ada")
        for _ in range(40):
            house.server.gate.guard.failed("127.0.0.1", "somebody")
        hashed = []
        house.server.gate._matches = lambda *given: hashed.append(given) or False  # type: ignore[method-assign]
        house.server.gate.guard.failed = lambda *_: 0.0  # type: ignore[method-assign]  # tells at once
        with pytest.raises(asyncssh.PermissionDenied):
            await house.connect("Ada", password="guess", client_keys=None)
        assert not hashed, "no arithmetic for those of whom nothing is accepted"
        async with await house.connect("Ada", key) as connection:
            await (await sit(connection)).shows("I am Ada")


async def test_guesses_from_one_address_are_checked_one_at_a_time(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        gate, now, most = house.server.gate, 0, 0
        release = asyncio.Event()

        async def checked(work: object) -> bool:
            nonlocal now, most
            now, most = now + 1, max(most, now + 1)
            await release.wait()
            now -= 1
            return False

        gate._in_thread = checked  # type: ignore[method-assign,assignment]
        gate.guard.failed = lambda *_: 0.0  # type: ignore[method-assign]
        guesses = [asyncio.ensure_future(gate.check_secret("Ada", "guess", "192.0.2.1")) for _ in range(9)]
        elsewhere = asyncio.ensure_future(gate.check_secret("Ada", "guess", "198.51.100.7"))
        await until(lambda: now == 2)
        for _ in range(5):
            await asyncio.sleep(0)
        assert now == 2, "one of each address"
        release.set()
        await asyncio.gather(*guesses, elsewhere)
        assert most == 2


async def test_a_house_that_closes_waits_for_no_stranger(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        lines = [await knock(house, "127.0.0.3", said) for said in (b"", GREETING, GREETING + AN_OFFER)]
        await until(lambda: len(house.server.connections) == 2)
        await house.server.stop(seconds=SOON)
        for line in lines:
            await hung_up_on(line)
        assert len(house.server.strangers) == 0


async def test_a_full_house_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "CONNECTIONS", 2)
    async with running(tmp_path) as house:
        inside = [await house.connect(name, house.newcomer(name)) for name in ("Ada", "Bo")]
        one_more = None
        with contextlib.suppress(asyncssh.DisconnectError):
            one_more = await house.connect("Cy", house.newcomer("Cy"))
            async with asyncio.timeout(SOON):
                await one_more.wait_closed()
        assert len(house.server.connections) == 2
        for connection in inside:
            connection.abort()


async def test_the_log_tells_of_a_flood_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with running(tmp_path) as house:
        with caplog.at_level(logging.WARNING, "garnet.server"):
            for _ in range(150):
                (await knock(house, "127.0.0.3")).close()
            await until(lambda: house.server.strangers.failures.total() == 150)
            assert not caplog.records
            house.server._log_failures()
            house.server._log_failures()
        assert [record.getMessage() for record in caplog.records] == [
            "150 connections came to nothing in 60 seconds, 150 of them from 127.0.0.3."
        ]


async def test_nothing_is_written_to_a_connection_that_broke(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with running(tmp_path) as house:
        line = await knock(house, "127.0.0.3", GREETING)
        await until(lambda: len(house.server.connections) == 1)
        conn = house.server.connections[0]._conn
        assert conn is not None
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.close()  # breaks it off; the server has not been told yet when it goes on writing
        for _ in range(20):
            conn._send(b"x" * 100)
        await until(lambda: not house.server.connections)
        assert "socket.send() raised exception" not in caplog.text
