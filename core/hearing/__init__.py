"""The old name of `core.talk.parsing`, for games from outside that were written to it; nothing in the house uses it. It
goes with the next number of the contract (`CONTRACT` in core/contract.py), which every game has to name anyway."""

from core.talk.parsing import (
    Heard,
    Kind,
    apologises,
    hear,
    lays,
)

__all__ = ["Heard", "Kind", "apologises", "hear", "lays"]
