"""One process a house: a lock that the kernel frees when its holder ends, however it ends."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import socket
import time
from pathlib import Path

from storage.errors import HouseClosed, mend, reason

NAME = "lock"
KNOCKS = 5


class Lock:
    """The lock of the house in `folder`, held from here to `release`. HouseClosed, naming the holder, if it is held.

    The file stays when the lock is gone: what counts is the kernel's lock (flock), not what the file says, so a
    process that was killed blocks nobody.
    """

    def __init__(self, folder: Path) -> None:
        try:
            self._fd = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise HouseClosed(f"The house in {folder} cannot be locked: {reason(error)}. {mend(error)}") from error
        try:
            self._take()
        except OSError as error:
            os.close(self._fd)
            if error.errno in (errno.EAGAIN, errno.EACCES):
                raise HouseClosed(
                    f"The house in {folder} is open already: {holder(folder)} holds it. "
                    "Close it there, or choose another folder with --data or GARNET_DATA."
                ) from None
            raise HouseClosed(f"The house in {folder} cannot be locked: {reason(error)}. {mend(error)}") from error
        self._sign()

    def _take(self) -> None:
        """Somebody who only asks (`is_held`) has the lock for an instant: knock a few times before giving up."""
        for left in reversed(range(KNOCKS)):
            try:
                fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.EACCES) or not left:
                    raise
                time.sleep(0.01)

    def _sign(self) -> None:
        """Say who we are, for the sentence that others get. On a full disk we are nameless, and hold the lock."""
        about = {"process": os.getpid(), "machine": socket.gethostname(), "since": time.time()}
        with contextlib.suppress(OSError):
            os.ftruncate(self._fd, 0)
            os.pwrite(self._fd, json.dumps(about).encode(), 0)

    def release(self) -> None:
        """Let the next one in."""
        os.close(self._fd)


def is_held(folder: Path) -> bool:
    """Does a living process hold the house in `folder`?"""
    try:
        fd = os.open(folder / NAME, os.O_RDONLY)
    except OSError:
        return False
    try:
        # A shared lock, and for an instant only: whoever opens the house meanwhile knocks again.
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(fd)
    return False


def holder(folder: Path) -> str:
    """Who signed the lock, in words. True of a lock that `is_held`."""
    try:
        about = json.loads((folder / NAME).read_bytes())
        since = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(about["since"]))
        where = "" if about["machine"] == socket.gethostname() else f" on {about['machine']}"
        who = "this very process" if about["process"] == os.getpid() and not where else f"process {about['process']}"
        return f"{who}{where}, since {since},"
    except (OSError, ValueError, TypeError, KeyError, OverflowError):
        return "another process"
