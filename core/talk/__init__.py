"""Talk at a match: messages, acts, promises, and plain sentences read for bots. Entries of a journal are applied in
`core.match`.

    acts.py      offers, answers, claims and other acts
    book.py      the book of agreements
    channels.py  channels, messages, policies
    deals.py     bargaining between two seats
    finding.py   finds what was said
    parsing/     plain sentences as acts
    voices/      lines of bots, by temper and occasion
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
    """Names that games from outside import from here."""
    if name not in NAMES:
        raise AttributeError(f"There is no {name} here.")
    return getattr(import_module("core.talk.channels"), name)
