"""The command in a real terminal: what a signal or a closed window leaves behind."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

import pyte
import pytest

from storage import visit_house

LONGEST = 30.0
"""Seconds until a program that does not answer fails the test."""


class Terminal:
    """`garnet` in a pseudo-terminal of 80 x 24."""

    def __init__(self, *words, program=None, environment=None):
        self.shown, self.sent = pyte.Screen(80, 24), b""
        self._stream = pyte.ByteStream(self.shown)
        self.process, self.line = pty.fork()
        if self.process == 0:
            os.environ.update(environment or {}, TERM="xterm-256color", LANG="C.UTF-8")
            command = [program] if program else [sys.executable, "-m", "cli.main"]
            os.execv(command[0], [str(word) for word in (*command, *words)])
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def read_until(self, wanted):
        """Read until the screen shows `wanted`."""
        until = time.monotonic() + LONGEST
        while wanted not in "\n".join(self.shown.display):
            assert self.read(until), "\n".join(self.shown.display)

    def read(self, until):
        """Read what comes; False at the end, or when it has taken too long."""
        if not select.select([self.line], [], [], max(0.0, until - time.monotonic()))[0]:
            return False
        try:
            data = os.read(self.line, 65536)
        except OSError:
            return False
        self.sent += data
        self._stream.feed(data)
        return bool(data)

    def type(self, *keys):
        for key in keys:
            os.write(self.line, key.encode())

    def end(self, number):
        """Send a signal; the exit status, once it has gone."""
        os.kill(self.process, number)
        until = time.monotonic() + LONGEST
        while self.read(until):
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_keeps_what_is_being_written_and_restores_the_terminal(number, status, tmp_path):
    terminal = Terminal("hotseat", "exodus", "--seat", "Ada", "--seat", "Bo", "--data", tmp_path)
    terminal.read_until("The keyboard is free")
    before = termios.tcgetattr(terminal.line)[3] & (termios.ECHO | termios.ICANON)
    assert not before, "the screens read single keys"
    terminal.type("\r")
    terminal.read_until("Everybody else looks away")
    terminal.type("\r")
    terminal.read_until("Offers 0/2")
    terminal.type("n")
    terminal.read_until("Notes (only you)")
    terminal.type("half a thought")
    terminal.read_until("half a thought")
    assert terminal.end(number) == status
    left = terminal.sent[terminal.sent.rindex(b"\x1b[?1049h") :]
    assert b"\x1b[?1049l" in left, "the private screen is gone from the terminal"
    assert b"half a thought" not in left[left.index(b"\x1b[?1049l") :]
    with visit_house(tmp_path) as store:
        notes = [entry["text"] for entry in store.read("exodus-1").entries if entry["kind"] == "noted"]
    assert notes[-1] == "half a thought"
