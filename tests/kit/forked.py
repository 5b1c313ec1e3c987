"""`garnet` as a process forked from this one, with its own memory, files and end. A fork saves the imports, a third of
a second of processor time for each of hundreds. Tests of the start itself use a fresh Python (tests/test_cli.py,
tests/test_terminal.py, tests/test_service.py)."""

from __future__ import annotations

import array
import contextlib
import functools
import importlib
import json
import logging
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from cli.main import HANDLERS, build_parser, main
from core.table.table_bots import THINKING
from tests.kit import quiet

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE)


def fork(
    words: Sequence[str], files: Sequence[int], *, env: Mapping[str, str] | None = None, cwd: str | None = None,
    program: Callable[[list[str]], int] = main,
) -> int:  # fmt: skip
    """Fork `garnet`, or another program, with these arguments. Returns its process id. `files`: input, output and
    errors."""
    _import_commands()
    pid = os.fork()
    if pid:
        return pid
    status = 70
    try:  # nothing of the tests may go on in the child, whatever happens
        status = _run(words, files, env, cwd, program)
    finally:
        os._exit(status)


@functools.cache
def _import_commands() -> None:
    """Import every command and declare its arguments, which takes a child as long as most of what it does."""
    for handler in HANDLERS.values():
        importlib.import_module(handler.partition(":")[0])
    build_parser().parse_args(["host", "todo"])


def _run(
    words: Sequence[str], files: Sequence[int], env: Mapping[str, str] | None, cwd: str | None,
    program: Callable[[list[str]], int],
) -> int:  # fmt: skip
    for number, file in enumerate(files):
        os.dup2(file, number)
    os.closerange(len(files), 4096)  # whatever the tests have open is not the command's
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN if number == signal.SIGPIPE else signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    logging.getLogger().handlers.clear()
    thinking: Any = THINKING
    thinking._threads.clear()  # they stayed with the parent: others are begun when there is something to think
    thinking._idle_semaphore = threading.Semaphore(0)
    quiet.paint_as_served()
    if env is not None:
        os.environ.clear()
        os.environ.update(env)
    if cwd is not None:
        os.chdir(cwd)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False, buffering=1)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False, buffering=1)
    sys.argv = ["garnet", *words]
    try:
        status = program(list(words))
    except SystemExit as asked:
        status = asked.code if isinstance(asked.code, int) else int(asked.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        status = 1
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    return status


def services(
    *words: object, given: str = "", env: Mapping[str, str] | None = None, program: Callable[[list[str]], int] = main
) -> subprocess.CompletedProcess[str]:
    """Run a command, or another program, to its end. `given`: its input; `env`: its whole environment."""
    typed = [str(word) for word in words]
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        stdin.write(given.encode())
        stdin.seek(0)
        pid = fork(typed, (stdin.fileno(), stdout.fileno(), stderr.fileno()), env=env, program=program)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return subprocess.CompletedProcess(typed, status, _read(stdout), _read(stderr))


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode().replace("\r\n", "\n")


# --- for what is typed in a shell -------------------------------------------------------------------------------------
CLIENT = """\
import array, json, os, socket, sys
line = socket.socket(socket.AF_UNIX)
line.connect({at!r})
files = array.array("i", [0, 1, 2]).tobytes()
asked = json.dumps([sys.argv[1:], dict(os.environ), os.getcwd()]).encode()
line.sendmsg([len(asked).to_bytes(4, "big")], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
line.sendall(asked)
told = line.recv(4)
sys.exit(int.from_bytes(told, "big", signed=True) if told else 71)
"""
"""A shell's stand-in for `garnet`: it passes its files on and waits. Signals do not reach the command."""


class Forks:
    """Forks `garnet` for shells that ask at a socket."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._at = Path(self._folder.name, "door")  # the name of a socket must be short
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(self._at))
        self._door.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def command(self) -> str:
        """Words that a script executes before the arguments."""
        client = self._at.with_suffix(".py")
        client.write_text(CLIENT.format(at=str(self._at)), encoding="utf-8")
        return f"{shlex.quote(sys.executable)} -I -S {shlex.quote(str(client))}"

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self._folder.cleanup()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._door.accept()
            except OSError:
                return
            threading.Thread(target=self._one, args=(line,), daemon=True).start()

    def _one(self, line: socket.socket) -> None:
        with line:
            size, rights, _, _ = line.recvmsg(4, socket.CMSG_SPACE(3 * array.array("i").itemsize))
            files = array.array("i", rights[0][2])
            try:
                words, env, cwd = json.loads(_exactly(line, int.from_bytes(size, "big")))
                pid = fork(words, files, env=env, cwd=cwd)
            finally:
                for file in files:
                    os.close(file)
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            with contextlib.suppress(OSError):
                line.sendall(status.to_bytes(4, "big", signed=True))


def _exactly(line: socket.socket, size: int) -> bytes:
    received = b""
    while len(received) < size:
        received += line.recv(size - len(received))
    return received
