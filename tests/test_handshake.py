"""`garnet doctor --server` comes as far as the question who is there, within a limit, and says what it found."""

from __future__ import annotations

import argparse
import contextlib
import socket
import threading
from collections.abc import Iterator

import pytest

from cli.commands import doctor
from cli.commands.doctor import LIMIT, Handshake, handshake

LONG_ENOUGH = 3.0
"""Seconds within which a busy machine connects, and hears a greeting."""


@contextlib.contextmanager
def answering(said: bytes, *, hang_up: bool = False) -> Iterator[int]:
    """Something that takes a connection and says so much."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        over = threading.Event()

        def serve() -> None:
            line, _ = server.accept()
            with line:
                line.sendall(said)
                if not hang_up:
                    over.wait()

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            over.set()
            thread.join()


def test_where_nothing_listens_there_is_no_connection() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        found = handshake("127.0.0.1", nobody.getsockname()[1])
    assert (found.connected, found.finished) == (False, False)
    assert found.trouble == "Connection refused"


def test_what_says_nothing_is_waited_for_up_to_the_limit() -> None:
    with answering(b"") as port:
        found = handshake("127.0.0.1", port, limit=LONG_ENOUGH)
    assert (found.connected, found.greeted, found.finished, found.trouble) == (True, False, False, "")
    assert found.seconds >= LONG_ENOUGH


def test_what_greets_and_then_says_nothing_lets_nobody_in() -> None:
    with answering(b"SSH-2.0-held\r\n") as port:
        found = handshake("127.0.0.1", port, limit=LONG_ENOUGH)
    assert (found.connected, found.greeted, found.finished) == (True, True, False)


def test_what_speaks_another_language_is_no_ssh_server() -> None:
    with answering(b"HTTP/1.1 400 Bad Request\r\n\r\n", hang_up=True) as port:
        found = handshake("127.0.0.1", port)
    assert (found.connected, found.greeted, found.finished) == (True, False, False)
    assert found.trouble


@pytest.mark.parametrize(
    ("found", "mark", "told"),
    [
        (Handshake(True, True, True, 0.034), "ok", "server answers at [::1]:22; it asks who is there after 0.03 s"),
        (Handshake(True, True, True, 4.0), "note", "asks who is there after 4.0 s only"),
        (Handshake(True, True, False, LIMIT), "BAD", "but nobody can log in: after 10 s it still has not asked"),
        (Handshake(True, True, False, 0.1, "Connection lost"), "BAD", "but nobody can log in: Connection lost."),
        (Handshake(True, False, False, LIMIT), "BAD", "answers at [::1]:22 is no SSH server: no greeting in 10 s."),
        (Handshake(False, False, False, LIMIT), "BAD", "Nothing answers at [::1]:22: no answer in 10 s."),
        (Handshake(False, False, False, 0.0, "No route to host"), "BAD", "[::1]:22: No route to host."),
    ],
)  # fmt: skip
def test_the_doctor_says_how_far_it_came(
    found: Handshake, mark: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(doctor, "handshake", lambda *where: asked.append(where) or found)
    (finding,) = doctor._server(argparse.Namespace(server="[::1]:22"))
    assert asked == [("::1", 22)]
    assert finding.mark == mark
    assert told in finding.what
    assert bool(finding.mend) == (mark != "ok")


@pytest.mark.parametrize("where", ["house", "house:", "house:0", "house:65536", "house:x"])
def test_what_is_no_address_is_not_asked(where: str) -> None:
    (finding,) = doctor._server(argparse.Namespace(server=where))
    assert finding.mark == "BAD"
    assert "is no address" in finding.what
