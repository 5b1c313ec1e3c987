"""What may become a file name or a table name. Both twins check it here, so that they refuse the same."""

from __future__ import annotations

import re

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
