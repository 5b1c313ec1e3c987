"""The command in a real terminal: what a signal or a closed window leaves behind."""

from __future__ import annotations

import ast
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pyte
import pytest

import storage
from core.match import journal
from storage import visit_house
from tests.kit.depth import deep
from tests.kit.emulator import EmulatedScreen
from tests.kit.house import open_house
from tests.kit.script import NAMES
from tests.kit.source import statements, tree
from tui.textual_seam import terminal_gone

LONGEST = 300.0
"""Seconds until a program that does not answer fails the test."""


class Terminal:
    """`garnet` in a pseudo-terminal of 80 x 24."""

    def __init__(self, *words, program=None, environment=None):
        self.shown, self.sent = EmulatedScreen(80, 24), b""
        self._stream = pyte.ByteStream(self.shown)
        self.process, self.line = pty.fork()
        if self.process == 0:
            os.environ.update(environment or {}, TERM="xterm-256color", LANG="C.UTF-8")
            command = [program] if program else [sys.executable, "-m", "cli.main"]
            os.execv(command[0], [str(word) for word in (*command, *words)])
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def read_until(self, wanted, again=""):
        """Read until the screen shows `wanted`, wherever its lines are broken; type `again` where it says that a ready
        mark is gone, and once more if it still does after a while: another proposal may have come."""
        until, typed = time.monotonic() + LONGEST, 0.0
        while wanted.replace(" ", "") not in "".join((shown := "\n".join(self.shown.display)).split()):
            if again and "not ready any more (r)" in shown and time.monotonic() > typed + 1:
                self.type(again)
                typed = time.monotonic()
            came = self.read(min(until, time.monotonic() + 1) if again else until)
            assert came or (again and time.monotonic() < until), shown

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
    assert b"\x1b[H\x1b[J" in left[: left.index(b"\x1b[?1049l")], "and empty: tmux may move lines of it elsewhere"
    assert b"half a thought" not in left[left.index(b"\x1b[?1049l") :]
    with visit_house(tmp_path) as store:
        notes = [entry["text"] for entry in store.read("exodus-1").entries if entry["kind"] == "noted"]
    assert notes[-1] == "half a thought"


@pytest.mark.parametrize("command", deep(["hotseat", "practice", "watch", "replay"], ["hotseat", "watch"]))
def test_a_program_ends_when_its_terminal_is_closed(command, tmp_path):
    if command in ("watch", "replay"):
        with storage.open_house(tmp_path) as store:
            table = open_house(store).make("exodus", NAMES[:9], match="exodus-1")
            while command == "replay" and table.match.phase != "finished":
                table.submit(journal.Closed())
    words = {"hotseat": ("exodus", "--seat", "Ada", "--seat", "Bo"), "practice": ("exodus",)}
    terminal = Terminal(command, *words.get(command, ("exodus-1",)), "--data", tmp_path)
    terminal.read_until("Exodus")
    os.close(terminal.line)
    until = time.monotonic() + LONGEST
    while (ended := os.waitpid(terminal.process, os.WNOHANG))[0] == 0 and time.monotonic() < until:
        time.sleep(0.1)
    if ended[0] == 0:
        os.kill(terminal.process, signal.SIGKILL)
        os.waitpid(terminal.process, 0)
    assert ended[0], "still running"
    assert os.waitstatus_to_exitcode(ended[1]) == 129


def test_a_terminal_that_hung_up_without_a_word_is_noticed(monkeypatch):
    """Where SIGHUP is ignored; the screens would read its end for ever."""
    far, near = os.openpty()
    with open(near) as at:
        monkeypatch.setattr(sys, "__stdin__", at)
        assert not terminal_gone()
        os.close(far)
        assert terminal_gone()


def bare(*words):
    """`garnet` where the system is not of the Unix kind, as far as that can be taken away from one that is."""
    return Terminal("-m", "tests.kit.bare", *words, program=sys.executable)


def answer(*words):
    """What such a `garnet` answers to a command."""
    words = [str(word) for word in words]
    return subprocess.run(
        [sys.executable, "-m", "tests.kit.bare", *words], capture_output=True, text=True, timeout=LONGEST, check=False
    )


def test_the_table_needs_no_unix_to_be_played_at_killed_and_taken_up_again(tmp_path):
    first = bare("hotseat", "exodus", "--seat", "Ada", "--bots", "8", "--data", tmp_path)
    first.read_until("Offers 0/2")
    first.type("H", "s")  # without the coach, who has the line for answers here
    first.read_until("Enter seals them")
    first.type("\r")
    first.read_until("what happened", "r")  # a proposal that came meanwhile asks to say ready once more
    bare("hotseat", "exodus-1", "--data", tmp_path).read_until(f"is open already: process {first.process}")
    assert first.end(signal.SIGKILL) == -signal.SIGKILL
    again = bare("hotseat", "exodus-1", "--data", tmp_path)
    again.read_until("what happened")  # it was not read to its end
    again.type("\r")
    again.read_until("round 2/7")
    assert again.end(signal.SIGTERM) == 143
    assert "exodus-1" in answer("matches", "--data", tmp_path).stdout
    assert answer("export", "exodus-1", "--data", tmp_path).returncode in (0, 1)
    assert "FA-01" in answer("rules", "famine").stdout


def test_practice_scenarios_and_bots_need_no_unix_either(tmp_path):
    alone = bare("practice", "black_and_white", "--from", "start", "--seat", "Ada", "--data", tmp_path)
    script = tmp_path / "script.json"
    script.write_text('{"game": "exodus", "players": ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy"]}')
    assert '"phase"' in answer("scenario", script).stdout
    assert "steady" in answer("bots", "black_and_white", "--level", "steady", "--matches", "2").stdout
    alone.read_until("Practice: Black and White")
    assert alone.end(signal.SIGTERM) == 143


@pytest.mark.parametrize("command", [("serve",), ("host", "people")])
def test_serving_says_in_a_sentence_where_it_runs(command, tmp_path):
    done = answer(*command, "--data", tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("garnet: A house is served on Linux or macOS")


def test_only_the_serving_side_imports_what_a_single_system_has():
    """Modules of one kind of system, wherever in a file they are imported."""
    known = {"fcntl", "resource", "pwd", "grp", "termios", "pty", "msvcrt", "winreg"}
    root = Path(__file__).parents[1]
    serving = {root / "cli" / "commands" / "serve.py", root / "cli" / "commands" / "host.py"}
    for package in ("core", "storage", "tui", "themes", "cli"):
        for path in set((root / package).rglob("*.py")) - serving:
            text = path.read_text(encoding="utf-8")
            for node in statements(tree(path)) if any(name in text for name in known) else ():
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                assert not known & {name.split(".")[0] for name in names}, path
