"""Files that only grow: created whole, then extended line by line, each line fsynced before it counts."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

from core.refusal import Refused


class HouseClosed(Refused):
    """The house cannot be opened, or cannot store something; nothing was changed.

    Sentences name files relative to the house; those about opening name the folder.
    """

    def __init__(self, message: str) -> None:
        super().__init__("house_closed", message)


FULL = (errno.ENOSPC, errno.EDQUOT)
"""Errors after which a file can be used again once there is space."""

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
    """Reason of the system, as the second half of a sentence."""
    return _REASONS.get(error.errno or 0) or f"the system says: {error.strerror or error}"


def mend(error: OSError) -> str:
    if error.errno in FULL:
        return "Free some space, then try again."
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return "Make it writable for you, or choose another folder with --data or GARNET_DATA."
    return "Look at the disk with `garnet doctor`, then try again."


def read_regular(path: Path) -> bytes:
    """Read a file. Raises OSError also for a pipe, a socket or a device, on which a reader would wait for ever."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(errno.EINVAL, "it is no regular file", str(path))
    return path.read_bytes()


@contextlib.contextmanager
def refused_by_disk(what: str) -> Iterator[None]:
    """Raise HouseClosed, with the reason, for an OSError in the block."""
    try:
        yield
    except OSError as error:
        raise HouseClosed(f"{what}: {reason(error)}. {mend(error)}") from error


_MATCH = re.compile(r"[a-z0-9-]{1,64}")
_SHELF = re.compile(r"[a-z0-9_-]{1,64}")
_TAKEN = ("file", "header", "sum")


def is_match(match: str) -> bool:
    """True if a match may have this id: 1 to 64 of a-z, digits and hyphens, since it becomes a file name."""
    return _MATCH.fullmatch(match) is not None


def require_match(match: str) -> None:
    if not is_match(match):
        raise ValueError(f"A match id has 1 to 64 of a-z, 0-9 and '-'; {match[:80]!r} is none.")


def require_shelf(shelf: str) -> None:
    """Raises ValueError unless a shelf may have this name: 1 to 64 of a-z, digits, hyphens and underscores."""
    if shelf in _TAKEN or _SHELF.fullmatch(shelf) is None:
        raise ValueError(f"A shelf's name has 1 to 64 of a-z, 0-9, '-' and '_'; {shelf[:80]!r} is none.")


BINARY: int = getattr(os, "O_BINARY", 0)
"""Flag of `os.open` that keeps Windows from changing line breaks; 0 elsewhere."""
FOLDERS: int | None = getattr(os, "O_DIRECTORY", None)
"""Flag of `os.open` for folders to be synced; None where that is impossible and names last by themselves."""
NEW = ".new"
"""Ending of unfinished files. The next opening sweeps up those that a kill left."""


def write_all(fd: int, data: bytes) -> None:
    """Write every byte; the system may accept parts. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def settle(folder: Path) -> None:
    """Make new names in `folder` durable, where the system needs that."""
    if FOLDERS is None:
        return
    fd = os.open(folder, os.O_RDONLY | FOLDERS)
    try:
        os.fsync(fd)
    except OSError as error:
        # Some network disks cannot sync a folder and need not.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(fd)


def write_whole(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Replace `path` by a new file (0600) in one step: a kill leaves the old file or the new. Unless `durable`, the
    disk is not waited for, and a power cut may leave a part."""
    new = path.with_name(path.name + NEW)
    try:
        fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
        try:
            write_all(fd, data)
            if durable:
                os.fsync(fd)
        finally:
            os.close(fd)
        os.replace(new, path)
        if durable:
            settle(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def delete(*paths: Path) -> None:
    """Delete existing files of a folder, durably. Raises HouseClosed if the disk fails."""
    with refused_by_disk(f"{paths[0].name} cannot be deleted"):
        for path in paths:
            path.unlink(missing_ok=True)
        if paths[0].parent.is_dir():
            settle(paths[0].parent)


class AppendFile:
    """End of a file, in the process that owns the house.

    `size` is the end of the last good line. A failed append is undone. If that fails, or the disk leaves its contents
    unknown, the file accepts nothing until the house is opened again.
    """

    def __init__(self, path: Path, name: str, size: int, torn: int = 0) -> None:
        """`name`: the file in sentences; `torn`: bytes after `size` to cut off before the first append."""
        self._path = path
        self._name = name
        self.size = size
        self._torn = torn
        self._fd: int | None = None
        self._spoilt = False

    def append(self, data: bytes) -> None:
        """Append `data`, durably. Raises HouseClosed, with the file unchanged, if that fails."""
        if self._spoilt:
            raise HouseClosed(f"{self._name} keeps nothing more since the disk failed: open the house again.")
        with refused_by_disk(f"{self._name} cannot be opened"):
            fd = self._wake()
        try:
            write_all(fd, data)
            self._sync(fd)
            self.size += len(data)
        except BaseException as error:
            self._undo(fd, error)

    @property
    def torn(self) -> bool:
        return self._torn > 0

    def rest(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def _wake(self) -> int:
        if self._fd is None:
            self._fd = os.open(self._path, os.O_WRONLY | os.O_APPEND | BINARY)
        now = os.fstat(self._fd)
        if now.st_nlink == 0 or now.st_size != self.size + self._torn:
            # An editor replaces the file: what we append to the old one would be lost.
            raise HouseClosed(f"{self._name} was changed by something else since it was read: open the house again.")
        if self._torn:
            os.ftruncate(self._fd, self.size)
            self._torn = 0
            os.fsync(self._fd)
        return self._fd

    def _sync(self, fd: int) -> None:
        try:
            os.fsync(fd)
        except OSError as error:
            # After a failed fsync the kernel may drop the bytes and still call them written.
            self._spoilt = error.errno not in FULL
            raise

    def _undo(self, fd: int, error: BaseException) -> None:
        """Cut the file back to its last good line and raise the error."""
        try:
            os.ftruncate(fd, self.size)
            os.fsync(fd)
        except OSError:
            self._spoilt = True
        if not isinstance(error, OSError):
            raise error
        raise HouseClosed(
            f"{self._name}: {reason(error)}, so this was not kept and nothing has changed. {mend(error)}"
        ) from error
