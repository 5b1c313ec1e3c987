"""The door: keys, passwords, codes, and what nobody may find out there."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import asyncssh
import pytest

from core.house.people import LINK_SECONDS
from core.refusal import Refused
from ssh_server.door.auth import Gate, fingerprint, host_key
from ssh_server.door.connection import KEYS_A_CONNECTION
from ssh_server.door.guard import ADDRESS_LIMIT, LEAST_DELAY, MOST_DELAY, NAME_LIMIT, REMEMBERED, Guard, network
from storage import HouseClosed
from tests.ssh.house import Clock, cheap_hasher, key_for, new_people, running, sit, until


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Delays are proved of the guard itself; here nobody waits for them."""

    async def at_once(self: Gate, name: str, address: str) -> None:
        self.guard.failed(address, name)

    monkeypatch.setattr(Gate, "slow_down", at_once)


def new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


async def test_join_binds_the_key_that_was_proved(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        _, code = house.people.invite("host")
        key = new_key()
        async with await house.connect("join", key) as connection:
            screen = await sit(connection)
            await screen.shows("Your code:")
            screen.type(code.lower() + "\r")
            await screen.shows("The name you want")
            screen.type("host\r")
            await screen.shows("keeps the name host for itself")
            screen.type("Adx\x7fa\r")
            await screen.shows("I am Ada")
        person = house.people.find("ada")
        assert person is not None
        assert [kept.fingerprint for kept in person.keys] == [key.convert_to_public().get_fingerprint()]
        async with await house.connect("Ada", key) as connection:
            await (await sit(connection)).shows("I am Ada")


async def test_without_a_key_the_code_opens_and_a_password_is_chosen(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        _, code = house.people.invite("host")
        async with await house.connect("join", password=code) as connection:
            screen = await sit(connection)
            await screen.shows("The name you want")
            screen.type("Bo\r")
            await screen.shows("A password")
            screen.type("short\r")
            await screen.shows("10 to 128 characters")
            screen.type("correct horse\r")
            await screen.shows("Once more")
            screen.type("correct horse\r")
            await screen.shows("I am Bo")
            assert b"correct horse" not in screen.raw
        person = house.people.find("Bo")
        assert person is not None
        assert person.password is not None
        assert "correct horse" not in person.password
        async with await house.connect("bo", password="correct horse") as connection:
            await (await sit(connection)).shows("I am Bo")
        with pytest.raises(asyncssh.PermissionDenied):
            await house.connect("bo", password="wrong horse")


async def test_a_link_code_brings_a_second_device(tmp_path: Path) -> None:
    clock = Clock()
    async with running(tmp_path, people=new_people(clock)) as house:
        house.newcomer("Ada")
        key = new_key()
        late = house.people.link("Ada")
        clock.now += LINK_SECONDS
        async with await house.connect("join", key) as connection:
            screen = await sit(connection)
            await screen.shows("Your code:")
            screen.type(late + "\r")
            await screen.shows("ten minutes are over")
            screen.type(house.people.link("Ada") + "\r")
            await screen.shows("I am Ada")
        async with await house.connect("Ada", key) as connection:
            await (await sit(connection)).shows("I am Ada")


async def test_a_known_key_at_join_is_greeted_and_may_bring_another_code(tmp_path: Path) -> None:
    arrived = []

    class Claims:
        def expects(self, invitation: object, known: object = None) -> None: ...

        def arrived(self, person: object, invitation: object) -> None:
            arrived.append((person, invitation))

    async with running(tmp_path, claims=Claims()) as house:
        key = house.newcomer("Ada")
        _, code = house.people.invite("host", "m9", "Cy")
        async with await house.connect("join", key) as connection:
            screen = await sit(connection)
            await screen.shows("Welcome back, Ada.")
            screen.type(code + "\r")
            await screen.shows("I am Ada")
        assert [(person.name, invitation.seat) for person, invitation in arrived] == [("Ada", "Cy")]


async def test_a_seat_that_is_gone_leaves_the_invitation_unused(tmp_path: Path) -> None:
    class Full:
        def expects(self, invitation: object, known: object = None) -> None:
            raise Refused("seat_taken", "The seat of Cy is taken.")

        def arrived(self, person: object, invitation: object) -> None:
            raise AssertionError

    async with running(tmp_path, claims=Full()) as house:
        made, code = house.people.invite("host", "m9", "Cy")
        async with await house.connect("join", new_key()) as connection:
            screen = await sit(connection)
            await screen.shows("Your code:")
            screen.type(code + "\rAda\r")
            assert await screen.ends() == 1
            assert b"The seat of Cy is taken." in screen.raw
        assert house.people.find("Ada") is None
        assert [kept.open for kept in house.people.invitations() if kept.id == made.id] == [True]


async def test_two_people_racing_for_one_code_and_one_name(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        _, one = house.people.invite("host")
        _, two = house.people.invite("host")
        screens = []
        connections = [await house.connect("join", new_key()) for _ in range(3)]
        for connection, code in zip(connections, (one, one, two), strict=True):
            screen = await sit(connection)
            await screen.shows("Your code:")
            screen.type(code + "\r")
            await screen.shows("The name you want")
            screens.append(screen)
        for screen in screens:
            screen.type("Ada\r")
        await until(lambda: sum(b"I am Ada" in screen.raw for screen in screens) == 1)
        await until(lambda: sum(b"is taken" in screen.raw for screen in screens) >= 1)
        assert len(house.people.everyone()) == 1
        for connection in connections:
            connection.abort()


async def test_wrong_codes_by_the_dozen_open_nothing_and_then_no_code_does(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        key, (_, code) = house.newcomer("Ada"), house.people.invite("host")
        for _ in range(8):
            async with await house.connect("join", new_key()) as connection:
                screen = await sit(connection)
                screen.type("AAAA-BBBB-CCCC-DDDD\r" * 5)
                assert await screen.ends() == 1
            if house.server.gate.guard.distrusts("127.0.0.1"):
                break
        assert house.server.gate.guard.distrusts("127.0.0.1")
        async with await house.connect("join", new_key()) as connection:
            screen = await sit(connection)
            screen.type(code + "\r")
            await screen.shows("Too many wrong codes")
        with pytest.raises((asyncssh.Error, OSError)):
            await house.connect("join", password=code)
        async with await house.connect("Ada", key) as connection:  # a key cannot be guessed: it is let in all the same
            await (await sit(connection)).shows("I am Ada")


async def test_nothing_reveals_whether_a_name_exists(tmp_path: Path) -> None:
    """A name with a key, one with a password, and one that nobody has: the same methods, questions and answers, and
    the same number of hashes."""
    hashed = []

    class Counting(Gate):
        def _matches(self, hashed_password: str, password: str) -> bool:
            hashed.append(hashed_password)
            return super()._matches(hashed_password, password)

    async with running(tmp_path) as house:
        house.newcomer("Ada")
        house.people.take("Bo", key_for(new_key()))
        house.people.set_password("Bo", await house.server.gate.hash("correct horse"))
        house.server.gate.__class__ = Counting
        seen = []
        for name in ("Ada", "Bo", "Nobody7", "guest", "x" * 60):
            hashed.clear()
            asked: list[object] = []

            class Curious(asyncssh.SSHClient):
                def __init__(self, name: str, asked: list[object]) -> None:
                    self._name, self._asked = name, asked

                def kbdint_auth_requested(self) -> str:
                    return ""

                def kbdint_challenge_received(self, *given: object) -> list[str] | None:
                    self._asked.append(str(given).replace(self._name, "NAME"))
                    return None

            with pytest.raises(asyncssh.PermissionDenied) as refusal:
                await house.connect(
                    name, new_key(), password="wrong horse", client_factory=lambda n=name, a=asked: Curious(n, a)
                )
            methods = await asyncssh.get_server_auth_methods("127.0.0.1", house.server.port, username=name)
            seen.append((str(refusal.value).replace(name, "NAME"), tuple(methods), tuple(map(str, asked)), len(hashed)))
        assert len(set(seen)) == 1, seen
        assert seen[0][3] == 1


async def test_open_house_a_free_name_belongs_to_the_first_key(tmp_path: Path) -> None:
    async with running(tmp_path, open_house=True) as house:
        key, other = new_key(), new_key()
        async with await house.connect("Ada", key) as connection:
            await (await sit(connection)).shows("I am Ada")
        with pytest.raises(asyncssh.PermissionDenied):
            await house.connect("ADA", other)
        with pytest.raises(asyncssh.PermissionDenied):
            await house.connect("root", other)
        with pytest.raises(asyncssh.PermissionDenied):
            await house.connect("Bo", password="whatever it is")
        async with await house.connect("Ada", key) as connection:
            await (await sit(connection)).shows("I am Ada")


async def test_in_a_closed_house_no_key_opens_a_free_name(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        with pytest.raises(asyncssh.PermissionDenied):
            await house.connect("Ada", new_key())
        assert house.people.everyone() == ()


async def test_an_agent_full_of_keys_is_heard_and_a_flood_of_keys_is_not(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        mine = house.newcomer("Ada")
        async with await house.connect("Ada", *[new_key() for _ in range(10)], mine) as connection:
            await (await sit(connection)).shows("I am Ada")
        flood = [new_key() for _ in range(KEYS_A_CONNECTION + 1)]
        with pytest.raises((asyncssh.DisconnectError, OSError)):
            await house.connect("Ada", *flood, mine)


async def test_a_removed_person_or_key_does_not_get_in_again(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        key = house.newcomer("Ada")
        house.people.add_key("Ada", key_for(new_key()))
        house.people.drop_key("Ada", key_for(key).fingerprint)
        with pytest.raises(asyncssh.PermissionDenied):
            await house.connect("Ada", key)


def test_the_host_key_is_made_once_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "host_key"
    made = host_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert fingerprint(host_key(path)) == fingerprint(made)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["host_key"]


def test_failures_are_slowed_down_more_and_more_and_forgiven_with_time() -> None:
    clock = Clock()
    guard = Guard(clock)
    delays = [guard.failed("192.0.2.1", "Ada") for _ in range(12)]
    assert delays[0] == LEAST_DELAY
    assert delays == sorted(delays)
    assert delays[-1] == MOST_DELAY
    assert guard.failed("192.0.2.2", "Bo") == LEAST_DELAY, "another address and another name are not slowed down"
    clock.now += 3_600
    assert guard.failed("192.0.2.1", "Ada") == LEAST_DELAY


def test_an_address_and_a_name_are_limited_but_nobody_is_locked_out_from_where_they_entered() -> None:
    guard = Guard(Clock())
    guard.entered("198.51.100.7", "Ada")
    for number in range(max(ADDRESS_LIMIT, NAME_LIMIT)):
        assert not guard.distrusts("192.0.2.1") or number >= ADDRESS_LIMIT
        guard.failed("192.0.2.1", "Ada")
    assert guard.distrusts("192.0.2.1")
    assert not guard.distrusts("198.51.100.7")
    assert guard.refuses("203.0.113.5", "ada")
    assert not guard.refuses("198.51.100.7", "Ada")


def test_the_guard_remembers_only_so_many() -> None:
    guard = Guard(Clock())
    for number in range(REMEMBERED * 2):
        guard.failed(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", f"name{number}")
        guard.entered("192.0.2.1", f"name{number}")
    assert len(guard.addresses) == len(guard.names) == REMEMBERED
    assert len(guard._familiar) == REMEMBERED


def test_a_household_counts_as_one_address() -> None:
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::1")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1")
    assert network("nonsense") == "nonsense"


async def test_a_refused_name_costs_as_many_hashes_as_any_other() -> None:
    people = new_people()
    gate = Gate(people, Guard(Clock()), hasher=cheap_hasher())
    people.take("Ada", key_for(new_key()))
    people.set_password("Ada", await gate.hash("correct horse"))
    for _ in range(NAME_LIMIT):
        gate.guard.failed("192.0.2.9", "Ada")
    assert await gate.check_secret("Ada", "correct horse", "192.0.2.10") is None
    gate.guard.entered("192.0.2.10", "Ada")
    visitor = await gate.check_secret("Ada", "correct horse", "192.0.2.10")
    assert visitor is not None
    assert await asyncio.wait_for(gate.check_secret("Ada", "x" * 1_000_000, "192.0.2.10"), 300) is None
    gate.close()


def _full(*_: object) -> None:
    raise HouseClosed("house.jsonl: the disk is full, so this was not kept and nothing has changed. Free some space.")


async def test_a_newcomer_on_a_full_disk_is_told_and_nothing_is_used_up(tmp_path: Path, monkeypatch) -> None:
    people, key = new_people(), new_key()
    async with running(tmp_path, people=people, open_house=True) as house:
        _, code = people.invite("host")
        with monkeypatch.context() as full:
            for change in ("put", "drop", "put_all"):
                full.setattr(people._store, change, _full)
            async with await house.connect("Ada", key) as connection:  # whoever takes a free name
                screen = await sit(connection)
                await screen.shows("cannot keep anybody new")
                await screen.shows("of yours is used up")
            async with await house.connect("join", key) as connection:
                screen = await sit(connection)
                await screen.shows("Your code:")
                screen.type(code + "\r")
                await screen.shows("The name you want")
                screen.type("Ada\r")
                await screen.shows("cannot keep anybody new")
        assert people.find("Ada") is None
        async with await house.connect("Ada", key) as connection:
            await (await sit(connection)).shows("I am Ada")
