"""Bots and coach: data and talk for every game; each game's own bots are in its folder. Bots at a match are in
`core.botplay`.

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
    """Names that games from outside import from here. Lazy, so that lists with the levels' words open fast."""
    if name not in NAMES:
        raise AttributeError(f"There is no {name} here.")
    return getattr(import_module("core.bots.contract"), name)
