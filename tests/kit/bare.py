"""Runs `garnet` on a Python reduced to what every system has: `python -m tests.kit.bare WORDS`.

Locks, opening of folders, signal handlers of the event loop, Unix sockets and process limits are removed before
anything is imported. Only serving may need them.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import warnings

MISSING = ("fcntl", "resource", "grp", "pwd")
"""Modules that Windows lacks."""


def take_away() -> None:
    """Remove all of it from this process."""
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
