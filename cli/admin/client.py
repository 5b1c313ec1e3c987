"""The way for a command to a house that is served here: a request through the socket in the data folder."""

from __future__ import annotations

import contextlib
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cli.admin.requests import Answer
from core.json import Json
from core.refusal import Refused

NAME: Final = "desk"
"""The socket's file in the data folder."""
LONGEST: Final = 64 * 1024
"""Bytes of a request."""
PATIENCE: Final = 30.0
"""Seconds that a command waits for its answer."""
LONGEST_PATH: Final = 100
"""Bytes of a socket's path that every system takes."""


@contextlib.contextmanager
def reachable(folder: Path) -> Iterator[str]:
    """A path to the socket that is short enough. OSError where there is none."""
    path = folder / NAME
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield str(path)
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{handle}/{NAME}"
    finally:
        os.close(handle)


def ask(folder: Path, request: Json) -> Answer | None:
    """The answer of the house that is served from `folder`; None where none is served. Refused if it is silent."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    line.settimeout(PATIENCE)
    with line:
        try:
            with reachable(folder) as path:
                line.connect(path)
        except OSError:
            return None
        try:
            line.sendall(json.dumps(request).encode() + b"\n")
            with line.makefile("rb") as answers:
                answer: Answer = json.loads(answers.readline())
        except (OSError, ValueError):
            raise Refused("no_answer", "The house that is served here did not answer. Its log may tell why.") from None
    return answer
