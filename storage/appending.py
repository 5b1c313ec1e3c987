"""Files that only grow: written whole or not at all at first, then line by line, each fsynced before it counts; what
went wrong, in words."""

from __future__ import annotations

import contextlib
import errno
import os
import re
from pathlib import Path

from core.refusal import Refused


class HouseClosed(Refused):
    """The house cannot be opened, or cannot keep something; nothing was changed.

    A Refused, so that an order which cannot be kept is refused to the player like any other, in the same sentence.
    Sentences about a single file name it relative to the house; only those about opening name the folder.
    """

    def __init__(self, message: str) -> None:
        super().__init__("house_closed", message)


FULL = (errno.ENOSPC, errno.EDQUOT)
"""What the system says when there is no room; the file can be used again once there is."""

_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file has reached the largest size allowed here",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "it is not yours to write",
    errno.EPERM: "it is not yours to write",
    errno.EIO: "the disk reports an error",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ELOOP: "its links lead in a circle",
}


def reason(error: OSError) -> str:
    """Why the system refused, as the second half of a sentence."""
    return _REASONS.get(error.errno or 0) or f"the system says: {error.strerror or error}"


def mend(error: OSError) -> str:
    """What a person can do about it, as a sentence."""
    if error.errno in FULL:
        return "Free some space, then try again."
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return "Make it writable for you, or choose another folder with --data or GARNET_DATA."
    return "Look at the disk with `garnet doctor`, then try again."


_MATCH = re.compile(r"[a-z0-9-]{1,64}")
_SHELF = re.compile(r"[a-z0-9_-]{1,64}")
_TAKEN = ("file", "header", "sum")
"""Names with a meaning of their own in every file."""


def is_match(match: str) -> bool:
    """Can there be a match of this id? 1 to 64 of the letters a-z, digits and hyphens: it becomes a file name."""
    return _MATCH.fullmatch(match) is not None


def require_match(match: str) -> None:
    """ValueError unless `is_match`."""
    if not is_match(match):
        raise ValueError(f"A match id has 1 to 64 of a-z, 0-9 and '-'; {match[:80]!r} is none.")


def require_shelf(shelf: str) -> None:
    """ValueError unless a shelf can have this name: 1 to 64 of a-z, digits, hyphens and underscores."""
    if shelf in _TAKEN or _SHELF.fullmatch(shelf) is None:
        raise ValueError(f"A shelf's name has 1 to 64 of a-z, 0-9, '-' and '_'; {shelf[:80]!r} is none.")


BINARY: int = getattr(os, "O_BINARY", 0)
"""For `os.open`: bytes as they are. Windows would make two of every line break; other systems know no such thing."""
FOLDERS: int | None = getattr(os, "O_DIRECTORY", None)
"""For `os.open` of a folder, to sync it; None where folders cannot be opened and their names last by themselves."""
NEW = ".new"
"""Ending of a file that is not finished. What a kill leaves of it is swept away at the next opening."""


def write_all(fd: int, data: bytes) -> None:
    """Write every byte; the system may take them in parts. OSError if it does not take them."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def settle(folder: Path) -> None:
    """Make names that were just given in `folder` durable, where the system leaves that to us."""
    if FOLDERS is None:
        return
    fd = os.open(folder, os.O_RDONLY | FOLDERS)
    try:
        os.fsync(fd)
    except OSError as error:
        # Some network disks cannot sync a folder and do not need it.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(fd)


def write_whole(path: Path, data: bytes) -> None:
    """Put a file (0600) in place of `path` at one stroke: after a kill there is the old one or the new one."""
    new = path.with_name(path.name + NEW)
    try:
        fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
        try:
            write_all(fd, data)
            os.fsync(fd)
        finally:
            os.close(fd)
        os.replace(new, path)
        settle(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def delete(*paths: Path) -> None:
    """Delete files of one folder, those that are there; durable on return. HouseClosed if the disk does not let us."""
    try:
        for path in paths:
            path.unlink(missing_ok=True)
        if paths[0].parent.is_dir():
            settle(paths[0].parent)
    except OSError as error:
        raise HouseClosed(f"{paths[0].name} cannot be deleted: {reason(error)}. {mend(error)}") from error


class AppendFile:
    """The end of one file, held by the process that owns the house.

    `size` is where its last good line ends. If an append fails the file is cut back to there, so that a later one
    works; if even that fails, or the disk fails in a way after which nobody can say what it holds, the file takes
    nothing more until the house is opened again and has read it anew.
    """

    def __init__(self, path: Path, name: str, size: int, torn: int = 0) -> None:
        """`name` is the file in sentences; `torn` the bytes after `size` to cut off before the first append."""
        self._path = path
        self._name = name
        self._size = size
        self._torn = torn
        self._fd: int | None = None
        self._spoilt = False

    def append(self, data: bytes) -> None:
        """Add `data`; durable on return. HouseClosed, with the file as before, if it cannot be kept."""
        if self._spoilt:
            raise HouseClosed(f"{self._name} keeps nothing more since the disk failed: open the house again.")
        try:
            fd = self._wake()
        except OSError as error:
            raise HouseClosed(f"{self._name} cannot be opened: {reason(error)}. {mend(error)}") from error
        try:
            write_all(fd, data)
            self._sync(fd)
            self._size += len(data)
        except BaseException as error:
            self._undo(fd, error)

    @property
    def size(self) -> int:
        """Bytes of its whole lines."""
        return self._size

    @property
    def torn(self) -> bool:
        """Is there something to cut off before the first append?"""
        return self._torn > 0

    def rest(self) -> None:
        """Give the file descriptor back; the next append takes a new one."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def _wake(self) -> int:
        """The descriptor, with the file's end where it belongs."""
        if self._fd is None:
            self._fd = os.open(self._path, os.O_WRONLY | os.O_APPEND | BINARY)
        now = os.fstat(self._fd)
        if now.st_nlink == 0 or now.st_size != self._size + self._torn:
            # An editor puts a new file under the old name; what we added to the old one would be lost with it.
            raise HouseClosed(f"{self._name} was changed by something else since it was read: open the house again.")
        if self._torn:
            os.ftruncate(self._fd, self._size)
            self._torn = 0
            os.fsync(self._fd)
        return self._fd

    def _sync(self, fd: int) -> None:
        try:
            os.fsync(fd)
        except OSError as error:
            # After a failed fsync the kernel may have thrown the bytes away and call them written all the same.
            self._spoilt = error.errno not in FULL
            raise

    def _undo(self, fd: int, error: BaseException) -> None:
        """Cut the file back to its last good line and raise what the caller is to hear."""
        try:
            os.ftruncate(fd, self._size)
            os.fsync(fd)
        except OSError:
            self._spoilt = True
        if not isinstance(error, OSError):
            raise error
        raise HouseClosed(
            f"{self._name}: {reason(error)}, so this was not kept and nothing has changed. {mend(error)}"
        ) from error
