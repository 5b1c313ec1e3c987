"""The folder of the house: where it is, its permissions, and the lock by which a single process holds it."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import socket
import time
from pathlib import Path

import platformdirs
from filelock import SoftFileLock, Timeout, lock_descriptor

from storage.appending import BINARY, FOLDERS, HouseClosed, read_regular, refused_by_disk, settle

VARIABLE = "GARNET_DATA"
HOUSE = "house.jsonl"
"""File of the shelves; every house has it before its first match."""
MATCHES = "matches"
SEASONS = "seasons"
"""Folder of the seasons' journals; missing without seasons."""
PRIVATE = 0o700


def data_folder(option: str | os.PathLike[str] | None = None) -> Path:
    """Absolute path of the house's folder, which need not exist: `option` (`--data`), else GARNET_DATA, else the
    system's usual place. Raises HouseClosed for an impossible name."""
    path = option if option is not None else os.environ.get(VARIABLE) or None
    if path is None:
        return platformdirs.user_data_path("garnet-house", appauthor=False)
    source = "--data" if option is not None else VARIABLE
    if not os.fspath(path).strip() or "\0" in os.fspath(path):
        raise HouseClosed(f"{source} names no folder: give the folder that holds the house, or leave it out.")
    try:
        return Path(path).expanduser().absolute()
    except RuntimeError:
        raise HouseClosed(f"{source} begins with ~, and it is not known whose home that is: write it out.") from None


def prepare(folder: Path) -> None:
    """Create `folder` if needed, private and writable, with its folder of matches. Raises HouseClosed if that fails.

    An existing folder with other contents keeps its permissions; files of the house are private anyway.
    """
    with refused_by_disk(f"The folder {folder} cannot be used"):
        try:
            if not folder.exists():
                _make(folder)
            if not folder.is_dir():
                raise NotADirectoryError
            if not writable(folder):
                raise PermissionError(errno.EACCES, "Permission denied")
            if (folder / HOUSE).exists() or not any(folder.iterdir()):
                _close_to_others(folder)
            make_inside(folder, MATCHES)
        except (FileExistsError, NotADirectoryError):
            raise HouseClosed(
                f"{folder} cannot hold the house: a file is where a folder should be. "
                "Choose another with --data or GARNET_DATA, or move the file away."
            ) from None


def make_inside(folder: Path, name: str) -> None:
    """Create a folder in the house `folder`, private and durable, if needed. Raises OSError."""
    inner = folder / name
    if not inner.exists():
        inner.mkdir(PRIVATE, exist_ok=True)
        settle(folder)
    _close_to_others(inner)


def writable(folder: Path) -> bool:
    effective = os.access in os.supports_effective_ids
    return os.access(folder, os.R_OK | os.W_OK | os.X_OK, effective_ids=effective)


def _make(folder: Path) -> None:
    above = folder.parent
    if not above.exists():
        _make_plain(above)
    folder.mkdir(PRIVATE, exist_ok=True)
    settle(above)


def _make_plain(folder: Path) -> None:
    if not folder.parent.exists():
        _make_plain(folder.parent)
    folder.mkdir(exist_ok=True)
    settle(folder.parent)


def _close_to_others(folder: Path) -> None:
    if not folder.is_dir():
        raise NotADirectoryError
    if folder.stat().st_mode & 0o077:
        folder.chmod(PRIVATE)


NAME = "lock"
MARKER = "lock.held"
KNOCKS = 5
CUT_OFF = "without a socket"


class Lock:
    """The lock of the house in `folder`, held until `release`. Raises HouseClosed, naming the holder, if it is held.

    The system's lock counts, not the file, so a killed process blocks no other. Systems without locks use a second
    file.
    """

    def __init__(self, folder: Path, *, serves: bool = False) -> None:
        self._serves = serves
        self._marker: SoftFileLock | None = None
        self._fds = [] if (folder_fd := _open_folder(folder)) is None else [folder_fd]
        try:
            with refused_by_disk(f"The house in {folder} cannot be locked"):
                if taken := folder_fd is None or _knock_at_folder(folder_fd):
                    self._fd = os.open(folder / NAME, os.O_RDWR | os.O_CREAT | BINARY, 0o600)
                    self._fds.append(self._fd)
                    taken = self._take_lock(folder)
            if not taken:
                raise HouseClosed(
                    f"The house in {folder} is open already: {holder(folder)} holds it. "
                    "Close it there, or choose another folder with --data or GARNET_DATA."
                )
        except HouseClosed:
            self.release()
            raise
        machine = socket.gethostname()
        about = {"process": os.getpid(), "machine": machine, "since": time.time(), "serves": self._serves}
        with contextlib.suppress(OSError):
            os.ftruncate(self._fd, 0)
            os.lseek(self._fd, 0, os.SEEK_SET)
            os.write(self._fd, json.dumps(about).encode())

    def _take_lock(self, folder: Path) -> bool:
        """Take the lock. Several tries, because `is_held` holds it for an instant."""
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

    def release(self) -> None:
        while self._fds:
            os.close(self._fds.pop())
        if self._marker is not None:
            self._marker.release()


def _knock(fd: int) -> bool:
    """Take the system's lock on an open file; False if another process has it. OSError ENOSYS: there are no locks."""
    for left in reversed(range(KNOCKS)):
        if lock_descriptor(fd, blocking=False):
            return True
        if left:
            time.sleep(0.01)
    return False


def _open_folder(folder: Path) -> int | None:
    if FOLDERS is None:
        return None
    try:
        return os.open(folder, os.O_RDONLY | FOLDERS)
    except OSError:
        return None


def _knock_at_folder(fd: int) -> bool:
    try:
        return _knock(fd)
    except OSError:
        return True


def is_held(folder: Path) -> bool:
    """True if a living process holds the house in `folder`."""
    fd = _open_folder(folder)
    if fd is not None:
        try:
            if not _knock_at_folder(fd):
                return True
        finally:
            os.close(fd)
    try:
        fd = os.open(folder / NAME, os.O_RDONLY | BINARY)
    except OSError:
        return False
    try:
        # for an instant, with several tries, since another process may be opening the house
        return not _knock(fd)
    except OSError as error:
        return error.errno != errno.ENOSYS or _is_marked(folder)
    finally:
        os.close(fd)


def _is_marked(folder: Path) -> bool:
    marker = SoftFileLock(folder / MARKER)
    try:
        with marker.acquire(timeout=0):
            return False
    except (Timeout, OSError):
        return True


def is_opening(folder: Path) -> bool:
    """True if a process holds the house in `folder` to serve it, so that its socket will appear."""
    return _purpose_of(folder) is True and is_held(folder)


def is_cut_off(folder: Path) -> bool:
    """True if a process serves the house in `folder` without a socket."""
    return _purpose_of(folder) == CUT_OFF and is_held(folder)


def cut_off(folder: Path) -> None:
    """Note that this process serves the house in `folder` without a socket."""
    with contextlib.suppress(OSError, ValueError, TypeError):
        about = json.loads(read_regular(folder / NAME))
        (folder / NAME).write_text(json.dumps({**about, "serves": CUT_OFF}), encoding="utf-8")


def _purpose_of(folder: Path) -> object:
    try:
        return json.loads(read_regular(folder / NAME))["serves"]
    except (OSError, ValueError, TypeError, KeyError):
        return None


def holder(folder: Path) -> str:
    """Holder of the lock, in words. Meaningful while `is_held`."""
    try:
        about = json.loads(read_regular(folder / NAME))
        since = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(about["since"]))
        where = "" if about["machine"] == socket.gethostname() else f" on {about['machine']}"
        who = "this very process" if about["process"] == os.getpid() and not where else f"process {about['process']}"
        return f"{who}{where}, since {since},"
    except (OSError, ValueError, TypeError, KeyError, OverflowError):
        return "another process"
