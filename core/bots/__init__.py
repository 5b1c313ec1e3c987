"""Bots and coach of a game: the data and the talk that a game needs. The bots of one game stand in that game's folder.
Bots at a match stand in `core.botplay`.

    coach.py     lessons, advice and positions of the coach
    contract.py  the bot contract: Sight, moves, hopes
    company/     answers and pacts of bots in talk
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.bots.contract import Bot as Bot
    from core.bots.contract import Do as Do
    from core.bots.contract import Done as Done
    from core.bots.contract import Move as Move
    from core.bots.contract import Say as Say
    from core.bots.contract import Seal as Seal
    from core.bots.contract import Sight as Sight

NAMES = ("Bot", "Do", "Done", "Move", "Say", "Seal", "Sight")


def __getattr__(name: str) -> Any:
    """What a bot is made of, for games from outside, which import it from here; the levels' words, which help lists,
    must not wait for it."""
    if name not in NAMES:
        raise AttributeError(f"There is no {name} here.")
    return getattr(import_module("core.bots.contract"), name)
