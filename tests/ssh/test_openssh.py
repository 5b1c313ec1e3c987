"""With the real OpenSSH client on a pseudo-terminal, its screen read through a terminal emulator."""

from __future__ import annotations

import shutil
import termios
from pathlib import Path

import pytest

from tests.ssh.house import key_for, running, until
from tests.ssh.openssh import Person

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="the OpenSSH client is not installed")


async def test_join_play_and_come_back(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        person = Person(house, tmp_path / "home")
        person.key("id")
        _, code = house.people.invite("host")
        async with person.sit(person.command("join")) as terminal:
            await terminal.asks("Your code:")
            terminal.type(f"{code}\r")
            await terminal.shows("The name you want")
            terminal.type("Ada\r")
            await terminal.shows("I am Ada")
            terminal.type("\x1b[A")
            await terminal.shows("typed: up")
            terminal.resize(90, 30)
            await until(lambda: b"90x30" in terminal.raw)
            terminal.type("q")
            assert await terminal.ends() == 0
            assert b"\x1b[?1049l" in terminal.raw
            assert termios.tcgetattr(terminal._theirs)[3] & termios.ECHO, "the terminal echoes again"
        async with person.sit(person.command("ada")) as terminal:
            await terminal.shows("I am Ada")
            terminal.type("q")
            assert await terminal.ends() == 0


async def test_a_key_that_was_offered_but_could_not_be_proved_is_bound_to_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client asks about a key that it cannot use, is told that it would do, and proves another."""
    async with running(tmp_path) as house:
        person = Person(house, tmp_path / "home")
        offered = person.key("locked")
        (person.home / "locked").write_text("the private half is damaged")
        proved = person.key("id")
        _, code = house.people.invite("host")
        heard = []
        really = house.server.gate.accepts_key

        def offers(name: str, fingerprint: str) -> bool:
            heard.append(fingerprint)
            return really(name, fingerprint)

        monkeypatch.setattr(house.server.gate, "accepts_key", offers)
        command = person.command("join", keys=("locked", "id"), options=("BatchMode=yes",))
        async with person.sit(command) as terminal:
            await terminal.asks("Your code:")
            terminal.type(f"{code}\rAda\r")
            await terminal.shows("I am Ada")
        found = house.people.find("Ada")
        assert found is not None
        assert [key.fingerprint for key in found.keys] == [proved.convert_to_public().get_fingerprint()]
        assert heard[0] == offered.convert_to_public().get_fingerprint(), "it was offered, and first"
        assert house.people.holder(heard[0]) is None


async def test_a_password_is_asked_for_where_there_is_no_key(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        house.newcomer("Bo")
        house.people.set_password("Bo", await house.server.gate.hash("correct horse"))
        person = Person(house, tmp_path / "home")
        async with person.sit(person.command("Bo", keys=())) as terminal:
            await terminal.asks("Password of Bo:")
            terminal.type("correct horse\r")
            await terminal.shows("I am Bo")


async def test_no_shell_no_sftp_no_forwarding(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        person = Person(house, tmp_path / "home")
        _, code = house.people.invite("host")
        house.people.enrol(code, "Ada", key_for(person.key("id")), None)
        status, out, error = await person.run(person.command("Ada", "id; cat /etc/passwd"))
        assert (status, out) == (1, "")
        assert "takes no commands" in error
        sftp = person.command("Ada")
        status, out, error = await person.run([*sftp[:-1], "-s", sftp[-1], "sftp"])
        assert status != 0
        assert "subsystem request failed" in error
        forward = person.command("Ada", options=("ExitOnForwardFailure=yes",))
        status, _, error = await person.run([*forward[:-1], "-N", "-R", "0:127.0.0.1:9", forward[-1]])
        assert status != 0
        assert "remote port forwarding failed" in error
        status, out, error = await person.run([*forward[:-1], "-W", "127.0.0.1:9", forward[-1]])
        assert status != 0
        assert "forwarding failed" in error


async def test_without_a_terminal_the_client_is_told_how_to_connect(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        person = Person(house, tmp_path / "home")
        _, code = house.people.invite("host")
        house.people.enrol(code, "Ada", key_for(person.key("id")), None)
        status, out, error = await person.run(person.command("Ada", options=("RequestTTY=no",)))
        assert (status, out) == (1, "")
        assert "Connect with a terminal" in error


async def test_joining_without_a_terminal_or_leaving_in_the_middle_is_answered(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        person = Person(house, tmp_path / "home")
        key = person.key("id")
        status, out, _ = await person.run(person.command("join", options=("RequestTTY=no",)))
        assert status == 1
        assert "Connect again, with a terminal" in out
        for name, ending in (("Bo", "\n"), ("Cy", "")):  # code and name in one piece, and the end of input
            _, code = house.people.invite("host")
            person.key(name)
            command = person.command("join", keys=(name,), options=("RequestTTY=no",))
            _, out, _ = await person.run(command, typed=f"{code}\n{name}{ending}".encode())
            assert f"You are {name} here." in out
            assert house.people.find(name) is not None
        async with person.sit(person.command("join")) as terminal:
            await terminal.asks("Your code:")
            terminal.type("\x04")
            await terminal.shows("Nothing was done.")
            assert await terminal.ends() == 1
        _, code = house.people.invite("host")
        house.people.enrol(code, "Ada", key_for(key), None)
        status, out, _ = await person.run(person.command("join", options=("RequestTTY=no",)))
        assert status == 1
        assert "Welcome back, Ada." in out
        assert "Connect again, with a terminal" in out


async def test_a_client_that_is_killed_leaves_nothing_behind(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        person = Person(house, tmp_path / "home")
        _, code = house.people.invite("host")
        house.people.enrol(code, "Ada", key_for(person.key("id")), None)
        async with person.sit(person.command("Ada")) as terminal:
            await terminal.shows("I am Ada")
            terminal.process.kill()
            await until(lambda: house.server.present == () and not house.server.connections)
