"""Files that only their owner may read."""

from __future__ import annotations

import os


def owners_alone(path: str, flags: int) -> int:
    """An opener for `open`: a file that it makes is its owner's alone. One that was there keeps its permissions."""
    return os.open(path, flags, 0o600)
