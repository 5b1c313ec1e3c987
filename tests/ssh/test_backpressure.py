"""What one connection may put through the server, who may stand at the door, and how many of them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import weakref
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import String

from ssh_server.door.connection import Connection
from ssh_server.door.guard import DEBT, Spacing
from ssh_server.door.startups import SETTLED_SECONDS, SILENT_SECONDS, Startups
from ssh_server.server import CONNECTIONS_A_PERSON
from ssh_server.session.terminal import Terminal
from ssh_server.upkeep import gc_policy
from ssh_server.upkeep.gc_policy import CROWD, KEYS, MOST_KEYS, GcPolicy
from tests.ssh.house import SOON, House, running, sit, until

IGNORE = 2


class Knock:
    """A stranger of whom only it is known whether they were turned away."""

    def __init__(self, name: str, *, authenticated: bool = False, greeted: bool = True) -> None:
        self.name = name
        self.greeted = greeted
        self.authenticated = authenticated
        self.turned_away = False

    def turn_away(self) -> None:
        self.turned_away = True


def test_whoever_holds_places_at_the_door_makes_room_for_the_newcomer() -> None:
    door = Startups(most=6, most_an_address=4)
    silent = [Knock(f"silent {number}") for number in range(4)]
    assert all(door.admit(one, "192.0.2.1", 0.0) for one in silent)
    assert not door.admit(Knock("too soon"), "192.0.2.1", SETTLED_SECONDS / 2)
    assert door.admit(Knock("later"), "192.0.2.1", SETTLED_SECONDS)
    assert [one.turned_away for one in silent] == [True, False, False, False]
    # A full door: the address with most of them makes room, at once.
    others = [Knock("a"), Knock("b"), Knock("c")]
    assert all(door.admit(one, "198.51.100.7", SETTLED_SECONDS) for one in others)
    assert [one.turned_away for one in silent] == [True, True, False, False]
    assert not any(one.turned_away for one in others)
    assert len(door) == 6


def test_who_says_nothing_makes_room_first_and_soon() -> None:
    door = Startups(most=9, most_an_address=3)
    logging_in, silent = Knock("logging in"), [Knock(f"silent {number}", greeted=False) for number in range(2)]
    assert all(door.admit(one, "192.0.2.1", 0.0) for one in (logging_in, *silent))
    assert not door.admit(Knock("too soon"), "192.0.2.1", SILENT_SECONDS / 2)
    assert door.admit(Knock("later"), "192.0.2.1", SILENT_SECONDS)
    assert [one.turned_away for one in (logging_in, *silent)] == [False, True, False]


def test_where_somebody_came_in_from_nobody_makes_room_for_strangers() -> None:
    door = Startups(most=6, most_an_address=4)
    players, strangers = [Knock("player") for _ in range(3)], [Knock("stranger") for _ in range(9)]
    assert all(door.admit(one, "192.0.2.1", 0.0, known=True) for one in players)
    for number, one in enumerate(strangers):
        assert door.admit(one, f"198.51.100.{number}", 1.0), "each from an address of its own"
    assert not any(one.turned_away for one in players)
    assert [one.turned_away for one in strangers] == [True] * 6 + [False] * 3
    assert len(door) == 6


def test_what_came_to_nothing_is_counted_by_address_and_bounded() -> None:
    door = Startups(most=2, most_an_address=2)
    for number in range(50):
        door.admit(Knock("stranger"), f"192.0.2.{number}", float(number))
    assert len(door.failures) == 2
    assert len(door) == 2


def test_a_whole_house_behind_one_address_comes_back_in_one_instant() -> None:
    door = Startups()
    players = [Knock(f"player {number}") for number in range(8 * 13)]
    assert all(door.admit(one, "192.0.2.1", 0.0) for one in players)
    assert not any(one.turned_away for one in players)


def test_who_has_proved_something_is_turned_away_last() -> None:
    door = Startups(most=9, most_an_address=2)
    joining, silent = Knock("joining", authenticated=True), Knock("silent")
    assert door.admit(joining, "192.0.2.1", 0.0)
    assert door.admit(silent, "192.0.2.1", 1.0)
    assert door.admit(Knock("new"), "192.0.2.1", 10.0)
    assert silent.turned_away
    assert not joining.turned_away


def test_all_who_send_too_much_share_a_part_of_the_time() -> None:
    pace = Spacing(share=0.2)
    waits = [pace.wait(100.0, 0.01) for _ in range(4)]
    assert waits == pytest.approx([0.05, 0.1, 0.15, 0.2])
    assert pace.wait(200.0, 0.01) == pytest.approx(0.05)


async def stranger(house: House) -> asyncssh.SSHClientConnection:
    return await house.connect("join", asyncssh.generate_private_key("ssh-ed25519"))


async def test_somebody_who_joins_stays_a_stranger_until_they_are_somebody(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        connection = await stranger(house)
        screen = await sit(connection)
        await screen.shows("Your code:")
        assert len(house.server.strangers) == 1, "else anybody with a key could fill the house"
        _, code = house.people.invite("host")
        screen.type(f"{code}\r")
        await screen.shows("The name you want")
        screen.type("Ada\r")
        await screen.shows("I am Ada")
        assert len(house.server.strangers) == 0
        connection.abort()


async def test_one_person_does_not_fill_the_house(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        key = house.newcomer("Ada")
        open_now = [await house.connect("Ada", key) for _ in range(CONNECTIONS_A_PERSON)]
        with contextlib.suppress(asyncssh.DisconnectError):
            one_more = await house.connect("ADA", key)
            async with asyncio.timeout(SOON):
                await one_more.wait_closed()
        assert len(house.server.connections) == CONNECTIONS_A_PERSON
        open_now.pop().abort()
        await until(lambda: len(house.server.connections) < CONNECTIONS_A_PERSON)
        open_now.append(await house.connect("Ada", key))
        await (await sit(open_now[-1])).shows("I am Ada")
        for connection in open_now:
            connection.abort()


def flood(connection: asyncssh.SSHClientConnection, packets: int) -> None:
    """Send what is to be ignored."""
    for _ in range(packets):
        connection.send_packet(IGNORE, String(b""))


async def test_a_flood_of_packets_takes_a_small_part_of_the_time(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        with_flood = await stranger(house)
        (one,) = house.server.connections
        flood(with_flood, 20_000)
        await until(lambda: one._backpressure is not None and "pace" in one._backpressure._reasons)
        assert one._backpressure is not None
        assert one._backpressure._debt._seconds < DEBT * 2, "what came at once is not gone through at once"
        async with await house.connect("Ada", house.newcomer("Ada")) as connection:
            screen = await sit(connection)
            await screen.shows("I am Ada")
            screen.type("k")
            await screen.shows("typed: k")
        assert one._backpressure._debt._seconds > DEBT, "the flood is still going on"
        with_flood.abort()


async def test_key_exchanges_without_end_are_slowed_down(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        connection = await stranger(house)
        (one,) = house.server.connections
        assert one._backpressure is not None
        private: Any = connection
        async with asyncio.timeout(SOON):
            while "pace" not in one._backpressure._reasons:
                if private._kex_complete:
                    private._send_kexinit()
                    private._kexinit_sent = True
                await asyncio.sleep(0.005)
        connection.abort()


async def test_exchanges_of_keys_that_cost_a_second_are_not_offered(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        for name in ("rsa2048-sha256", "diffie-hellman-group18-sha512", "diffie-hellman-group-exchange-sha256"):
            with pytest.raises(asyncssh.KeyExchangeFailed):
                await house.connect("join", asyncssh.generate_private_key("ssh-ed25519"), kex_algs=[name])


async def test_from_a_client_that_does_not_read_nothing_is_read_and_it_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Terminal, "patience", 0.5)
    async with running(tmp_path) as house:
        connection = await stranger(house)
        (one,) = house.server.connections
        assert one._backpressure is not None
        one._backpressure._pause_reading()
        assert not one.session_requested(), "no screen for somebody who does not read"
        asked = one._conn
        assert asked is not None
        sent = asked._recv_seq
        flood(connection, 500)
        await until(lambda: not house.server.connections)
        assert asked._recv_seq == sent
        connection.abort()


async def test_one_that_is_refused_after_its_proof_is_not_counted_for_ever(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        loop = asyncio.get_running_loop()
        for _ in range(3):
            one = Connection(house.server)
            one.address = "192.0.2.1"
            assert house.server.strangers.admit(one, "192.0.2.1", loop.time())
            house.server.connections.append(one)
            one._name = "Ada"
            one._offered_key = asyncssh.generate_private_key("ssh-ed25519").convert_to_public()
            one.auth_completed()  # nobody holds that key: refused
            one.connection_lost(None)
        assert len(house.server.strangers) == 0


class _Left:
    """What a key leaves: it is held by itself alone."""

    def __init__(self, knot: list[Any]) -> None:
        knot.append(self)
        self.knot = knot


async def test_keys_alone_make_the_collector_look_for_what_they_left(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.freeze()
    monkeypatch.setattr(gc, "unfreeze", lambda: None)  # the tests' own objects take it a second
    collector = GcPolicy(quiet=0.02)
    collector.start()
    try:
        for _ in range(KEYS):
            collector.key()
        await until(lambda: collector.sweeps == 1)
        knot: list[Any] = []
        knot.append(knot)
        left = weakref.ref(_Left(knot))
        del knot
        for _ in range(MOST_KEYS):
            collector.key()
        assert (collector.sweeps, left()) == (2, None)
    finally:
        collector.stop()


async def test_when_a_crowd_has_gone_what_it_filled_is_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    emptied: list[str] = []
    monkeypatch.setattr(gc_policy, "forget", lambda: emptied.append("caches"))
    monkeypatch.setattr(gc, "collect", lambda *_: 0)  # the tests' own objects take it a second
    policy = GcPolicy(quiet=0.0)
    policy._before = (700, 10, 10)
    policy.on_empty = lambda: emptied.append("positions")
    for crowd in (CROWD - 1, CROWD):
        for _ in range(crowd):
            policy.settled()
        for _ in range(crowd):
            policy.finished()
        await until(lambda: policy._timer is None)
        assert emptied == (["positions", "caches"] if crowd == CROWD else [])
    for _ in range(CROWD * 2):
        policy.settled()
    for _ in range(CROWD * 2 - 2):
        policy.finished()
    await until(lambda: policy._timer is None)
    assert (policy.alive, len(emptied)) == (2, 4), "an eighth may stay"
    policy.stop()
