"""Authentication by keys, passwords and codes that does not reveal which names exist; the house's host key."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import sys
import threading
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar
from weakref import WeakValueDictionary

import argon2
import asyncssh
import msgspec

from core.house.people import People
from core.person import PASSWORD_LEAST, PASSWORD_MOST, Key, Person, check_name, fold
from core.refusal import Refused
from ssh_server.door.guard import Guard, network

T = TypeVar("T")

JOIN: Final = "join"
NOT_KEPT: Final = (
    "The house cannot keep anybody new just now: its disk is full, or fails. Nothing of yours is used up. Tell its "
    "host, and come again."
)
"""Refusal for newcomers; names no file."""
_HASHING_THREADS: Final = 2
_HASHING_NICENESS: Final = 10


@contextlib.contextmanager
def newcomer_refusal() -> Iterator[None]:
    """Turn the refusal of a failing disk into one that a newcomer understands: `not_kept`."""
    try:
        yield
    except Refused as refusal:
        if refusal.code == "house_closed":
            raise Refused("not_kept", NOT_KEPT) from refusal
        raise


class Visitor(msgspec.Struct, frozen=True):
    person: Person | None
    """None after a login as `join`."""
    key: Key | None = None
    code: str | None = None


class Gate:
    """Checks keys, passwords and codes against the people of the house. The server has a single gate."""

    def __init__(
        self, people: People, guard: Guard, *, open_house: bool = False, hasher: argon2.PasswordHasher | None = None
    ) -> None:
        self.people = people
        self.guard = guard
        self.open_house = open_house
        # 19 MiB and two passes: enough for passwords, little enough for two at once beside a hundred sessions.
        self._hasher = hasher or argon2.PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._dummy_hash = self._hasher.hash("nobody has this password")
        self._threads = ThreadPoolExecutor(_HASHING_THREADS, thread_name_prefix="password", initializer=_lower_priority)
        self._address_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def accepts_key(self, name: str, fingerprint: str) -> bool:
        """True if this key may log in under this name. Asked for every key offered, before any proof."""
        if fold(name) == JOIN:
            return self.people.admits(fingerprint)
        return self.people.knows(name, fingerprint) or self._may_take_name(name, fingerprint)

    def admit_key(self, name: str, key: Key) -> Visitor:
        """Admit the owner of a proved key. In an open house a free name now belongs to the key. Raises Refused as
        `People.take` does if another client took the name first."""
        if not self.people.admits(key.fingerprint):
            raise Refused("key_blocked", "This key opens nothing here.", "HH-35")
        if fold(name) == JOIN:
            return Visitor(None, key)
        person = self.people.find(name)
        if person is None:
            with newcomer_refusal():
                person = self.people.take(name, key)
        elif not self.people.knows(name, key.fingerprint):
            raise Refused("name_taken", f"The name {name} has just been taken; choose another.")
        return Visitor(person, key)

    def _may_take_name(self, name: str, fingerprint: str) -> bool:
        if (
            not self.open_house
            or not self.people.admits(fingerprint)
            or self.people.find(name) is not None
            or self.people.holder(fingerprint) is not None
        ):
            return False
        try:
            check_name(name)
        except Refused:
            return False
        return True

    def refusal_words(self, name: str) -> str:
        """Explain why a name could not be taken in an open house. Empty in other houses, which never reveal whether a
        name exists."""
        if not self.open_house or fold(name) == JOIN:
            return ""
        person = self.people.find(name)
        if person is not None:
            return (
                f"The name {person.name} is taken here. If it is yours, use the key or the password that you came "
                "with; if not, connect with another name."
            )
        try:
            check_name(name)
        except Refused as refusal:
            return f"{refusal.message} Connect with another name."
        return "A free name belongs to the first key that takes it and has no name here yet; ssh-keygen makes one."

    async def check_secret(self, name: str, secret: str, address: str) -> Visitor | None:
        """Check a password of a name, or a code for `join`. None, after a delay, if it is wrong."""
        if self.guard.distrusts(address):  # nothing from there is accepted, so nothing is checked, whatever the name
            await self.slow_down(name, address)
            return None
        if fold(name) == JOIN:
            visitor = self._check_code(secret)
        else:
            visitor = await self._check_password(name, secret, address)
        if visitor is None:
            await self.slow_down(name, address)
            return None
        self.guard.entered(address, name)
        return visitor

    async def slow_down(self, name: str, address: str) -> None:
        await asyncio.sleep(self.guard.failed(address, name))

    def _check_code(self, code: str) -> Visitor | None:
        try:
            self.people.examine(code)
        except Refused:
            return None
        return Visitor(None, None, code)

    async def _check_password(self, name: str, password: str, address: str) -> Visitor | None:
        """Check a password. Unknown names and names without a password cost the same hash, against timing."""
        person = self.people.find(name)
        hashed = self._dummy_hash if person is None or person.password is None else person.password
        lock = self._address_locks.setdefault(network(address), asyncio.Lock())
        async with lock:  # serial for each address: guesses must not delay logins from elsewhere
            matches = await self._in_thread(functools.partial(self._matches, hashed, _normalised(password)))
        refused = self.guard.refuses(address, name)
        if person is None or person.password is None or person.blocked or refused or not matches:
            return None
        return Visitor(person)

    def _matches(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
            return False

    async def hash(self, password: str) -> str:
        """Refused: `password_length`."""
        if not PASSWORD_LEAST <= len(password) <= PASSWORD_MOST:
            raise Refused(
                "password_length",
                f"A password has {PASSWORD_LEAST} to {PASSWORD_MOST} characters; this one has {len(password)}.",
            )
        return await self._in_thread(functools.partial(self._hasher.hash, _normalised(password)))

    async def _in_thread(self, work: functools.partial[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _lower_priority() -> None:
    """Lower this thread's priority on Linux: a hash takes longer than a key press should wait."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _HASHING_NICENESS)


def _normalised(password: str) -> str:
    return unicodedata.normalize("NFKC", password[: PASSWORD_MOST * 2])


def read_key(line: str, now: float) -> Key:
    try:
        return key_of(asyncssh.import_public_key(line.strip()), now)
    except (asyncssh.KeyImportError, ValueError):
        raise Refused(
            "no_key", "That is no public key. It is one line, as in ~/.ssh/id_ed25519.pub: ssh-ed25519 AAAA..."
        ) from None


def key_of(key: asyncssh.SSHKey, now: float) -> Key:
    public = " ".join(key.export_public_key("openssh").decode().split()[:2])
    return Key(public, key.get_fingerprint(), now)


def host_key(path: Path) -> asyncssh.SSHKey:
    """Load the key in this file; the first start creates it, readable by its owner alone (0600).

    Raises OSError where the file cannot be read or written, and asyncssh.KeyImportError where it holds no key.
    """
    try:
        return _read_private_key(path)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    key = asyncssh.generate_private_key("ssh-ed25519", comment="garnet-house")
    # Linked into place when written: the file never holds half a key, and an existing key is never overwritten.
    temporary = path.with_name(f"{path.name}.{os.getpid()}.new")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key.export_private_key("openssh"))
            file.flush()
            os.fsync(file.fileno())
        os.link(temporary, path)
    except FileExistsError:
        pass
    finally:
        temporary.unlink(missing_ok=True)
    return _read_private_key(path)


def _read_private_key(path: Path) -> asyncssh.SSHKey:
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)
    return asyncssh.read_private_key(path)


def fingerprint(key: asyncssh.SSHKey) -> str:
    """Return the fingerprint that players compare on their first visit: `SHA256:...`."""
    return key.get_fingerprint()
