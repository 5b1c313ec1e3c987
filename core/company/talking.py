"""How much bots talk to people: a setting of the match (HH-32)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Talk = Literal["talkative", "sparing", "silent"]

TALKS: Final[Mapping[Talk, str]] = {
    "talkative": "they also begin to talk",
    "sparing": "only when spoken to",
    "silent": "nothing beside their deals",
}
"""With what each means, the usual one first."""
