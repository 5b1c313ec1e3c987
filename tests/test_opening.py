"""A command for a house that is just opening to be served waits for it."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from pathlib import Path

from cli.admin.socket import NAME, AdminSocket
from cli.commands import host
from cli.main import main
from core.house.people import People
from core.words.door import Door
from storage import open_house
from tests.kit.house import open_house as open_in_memory


def answer_once(folder: Path, asked: list[dict[str, object]]) -> threading.Thread:
    """The socket of a house, for one request."""
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(str(folder / NAME))
    listening.listen()

    def serve() -> None:
        with listening, listening.accept()[0] as line, line.makefile("rwb") as both:
            asked.append(json.loads(both.readline()))
            both.write(b'{"ok": true, "told": ["Done there."]}\n')

    thread = threading.Thread(target=serve)
    thread.start()
    return thread


class Clock:
    """Time that passes only by waiting; what is due then is done."""

    def __init__(self, due: object = None) -> None:
        self.now, self.due = 0.0, due

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        if self.due is not None and self.now > 2:
            due, self.due = self.due, None
            due()


def test_a_command_waits_for_the_socket_of_a_house_that_opens(tmp_path, monkeypatch, capsys) -> None:
    folder, asked, threads = tmp_path / "h", [], []
    clock = Clock(lambda: threads.append(answer_once(folder, asked)))
    monkeypatch.setattr(host, "time", clock)
    with open_house(folder, serves=True):
        assert main(["--data", str(folder), "host", "people"]) == 0
    threads[0].join()
    assert asked[0]["do"] == "people"
    found = capsys.readouterr()
    assert "Done there." in found.out
    assert "The house is opening; this waits for it." in found.err


def test_a_house_that_never_comes_to_its_socket_is_said_to_be_opening(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(host, "time", Clock())
    monkeypatch.setattr(host, "LOOK_AGAIN", host.OPENING / 4)
    with open_house(tmp_path, serves=True):
        assert main(["--data", str(tmp_path), "host", "people"]) == 1
    assert "still opening: this very process, since" in capsys.readouterr().err


def test_a_house_that_is_played_and_not_served_says_so_at_once(tmp_path, monkeypatch, capsys) -> None:
    clock = Clock()
    monkeypatch.setattr(host, "time", clock)
    with open_house(tmp_path):
        assert main(["--data", str(tmp_path), "host", "people"]) == 1
    assert "is open already" in capsys.readouterr().err
    assert clock.now == 0


async def test_of_a_house_without_a_socket_a_command_says_so_at_once(tmp_path, monkeypatch, capsys) -> None:
    async def no_room(*_: object, **__: object) -> None:
        raise OSError(95, "Operation not supported")

    clock, house = Clock(), open_in_memory()
    monkeypatch.setattr(host, "time", clock)
    monkeypatch.setattr(asyncio, "start_unix_server", no_room)
    people = People(house.store, house.clock, lambda n: bytes(n))
    with open_house(tmp_path, serves=True):
        await AdminSocket(tmp_path, house, people, Door(address="house.example.org", port=2222)).start()
        assert main(["--data", str(tmp_path), "host", "people"]) == 1
    assert "serves it without a socket, and its log says why" in capsys.readouterr().err
    assert clock.now == 0
