"""What people and bots say at a match: channels and who may use them, deals, words kept apart from all talk, how fast
somebody may talk, and what may be published afterwards.

`parsing` reads plain sentences for bots. What bots answer stands in `core.bots.company`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.talk.channels import Deal as Deal
    from core.talk.channels import Message as Message
    from core.talk.channels import Phase as Phase

NAMES = ("Deal", "Message", "Phase")


def __getattr__(name: str) -> Any:
    """What bots read and say, for games from outside, which import it from here."""
    if name not in NAMES:
        raise AttributeError(f"There is no {name} here.")
    return getattr(import_module("core.talk.channels"), name)
