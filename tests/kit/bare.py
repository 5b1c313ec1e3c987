"""`garnet` under a Python that has only what every system has: `python -m tests.kit.bare WORDS`.

Taken away before anything of ours is imported: the locks, the opening of folders, the signal handlers of the event
loop, sockets in the file system, and the limits of the process. Serving needs them; nothing else may.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import warnings

MISSING = ("fcntl", "resource", "grp", "pwd")
"""Modules that Windows does not have."""


def take_away() -> None:
    """From here on this process has none of it."""
    for name in MISSING:
        sys.modules[name] = None  # type: ignore[assignment]
    for owner, name in (
        (os, "O_DIRECTORY"),
        (os, "pwrite"),
        (os, "fchmod"),
        (signal, "SIGHUP"),
        (signal, "SIGUSR1"),
        (asyncio, "start_unix_server"),
        (asyncio.SelectorEventLoop, "add_signal_handler"),  # what is left of it says that it is not there
    ):
        delattr(owner, name)


if __name__ == "__main__":
    take_away()
    warnings.filterwarnings("ignore", message="only soft file lock is available")
    from cli.main import main

    raise SystemExit(main(sys.argv[1:]))
