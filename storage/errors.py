"""Errors of the store in words, and which names may become files."""

from __future__ import annotations

import errno
import re

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
