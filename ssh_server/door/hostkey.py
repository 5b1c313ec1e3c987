"""The key by which players recognise the house."""

from __future__ import annotations

import os
from pathlib import Path

import asyncssh


def host_key(path: Path) -> asyncssh.SSHKey:
    """The key in this file, made on the first start and readable by its owner alone (0600).

    Raises OSError where the file cannot be read or made, and asyncssh.KeyImportError where it holds no key.
    """
    try:
        return _read(path)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    made = asyncssh.generate_private_key("ssh-ed25519", comment="garnet-house")
    # Written aside and linked into place: there is never half a key, and an existing one is never overwritten.
    aside = path.with_name(f"{path.name}.{os.getpid()}.new")
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(made.export_private_key("openssh"))
            file.flush()
            os.fsync(file.fileno())
        os.link(aside, path)
    except FileExistsError:
        pass
    finally:
        aside.unlink(missing_ok=True)
    return _read(path)


def _read(path: Path) -> asyncssh.SSHKey:
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)
    return asyncssh.read_private_key(path)


def fingerprint(key: asyncssh.SSHKey) -> str:
    """What players compare on their first visit: `SHA256:...`."""
    return key.get_fingerprint()
