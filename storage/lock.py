"""One process a house: a lock that the system frees when its holder ends, however it ends."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import socket
import time
from pathlib import Path

from filelock import SoftFileLock, Timeout, lock_descriptor

from storage.appending import BINARY
from storage.errors import HouseClosed, mend, reason

NAME = "lock"
MARKER = "lock.held"
"""Stands for the lock where the system has none of its own."""
KNOCKS = 5


class Lock:
    """The lock of the house in `folder`, held from here to `release`. HouseClosed, naming the holder, if it is held.

    The file stays when the lock is gone: what counts is the system's lock, not what the file says, so a process that
    was killed blocks nobody. Where a system has no such locks a second file stands for it, and one whose process is
    gone counts for nothing.
    """

    def __init__(self, folder: Path) -> None:
        try:
            self._fd = os.open(folder / NAME, os.O_RDWR | os.O_CREAT | BINARY, 0o600)
        except OSError as error:
            raise HouseClosed(f"The house in {folder} cannot be locked: {reason(error)}. {mend(error)}") from error
        self._marker: SoftFileLock | None = None
        try:
            taken = self._take(folder)
        except OSError as error:
            os.close(self._fd)
            raise HouseClosed(f"The house in {folder} cannot be locked: {reason(error)}. {mend(error)}") from error
        if not taken:
            os.close(self._fd)
            raise HouseClosed(
                f"The house in {folder} is open already: {holder(folder)} holds it. "
                "Close it there, or choose another folder with --data or GARNET_DATA."
            )
        self._sign()

    def _take(self, folder: Path) -> bool:
        """Somebody who only asks (`is_held`) has the lock for an instant: knock a few times before giving up."""
        try:
            return _knock(self._fd)
        except OSError as error:
            if error.errno != errno.ENOSYS:
                raise
        self._marker = SoftFileLock(folder / MARKER)
        try:
            self._marker.acquire(timeout=0)
        except Timeout:
            return False
        return True

    def _sign(self) -> None:
        """Say who we are, for the sentence that others get. On a full disk we are nameless, and hold the lock."""
        about = {"process": os.getpid(), "machine": socket.gethostname(), "since": time.time()}
        with contextlib.suppress(OSError):
            os.ftruncate(self._fd, 0)
            os.lseek(self._fd, 0, os.SEEK_SET)
            os.write(self._fd, json.dumps(about).encode())

    def release(self) -> None:
        """Let the next one in."""
        os.close(self._fd)
        if self._marker is not None:
            self._marker.release()


def _knock(fd: int) -> bool:
    """Take the system's lock on an open file; False if another has it. OSError: ENOSYS where there are none."""
    for left in reversed(range(KNOCKS)):
        if lock_descriptor(fd, blocking=False):
            return True
        if left:
            time.sleep(0.01)
    return False


def is_held(folder: Path) -> bool:
    """Does a living process hold the house in `folder`?"""
    try:
        fd = os.open(folder / NAME, os.O_RDONLY | BINARY)
    except OSError:
        return False
    try:
        # For an instant only, and knocking like whoever opens the house meanwhile.
        return not _knock(fd)
    except OSError as error:
        return error.errno != errno.ENOSYS or _marked(folder)
    finally:
        os.close(fd)


def _marked(folder: Path) -> bool:
    marker = SoftFileLock(folder / MARKER)
    try:
        with marker.acquire(timeout=0):
            return False
    except (Timeout, OSError):
        return True


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
