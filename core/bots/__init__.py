"""Bots: what one is (`contract`), how well they play (`levels`), matches among them, the coach of a person, practice,
lessons, hindsight, and how they talk (`company`). The bots of one game stand in that game's folder.
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
