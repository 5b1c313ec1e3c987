"""Who has which temper: drawn when the match is made, the same for as long as it lasts."""

from __future__ import annotations

import hashlib

from core.bots.company.voices import TEMPERS


def temper_of(nonce: str, place: int) -> str:
    """The temper of the bot at a place of a match (0 is the first seat). It follows from the nonce and not from the
    dice, so that it shows nothing of them; among five neighbours every temper is met once."""
    told = hashlib.sha256(f"tempers:{nonce}".encode()).digest()
    order = sorted(range(len(TEMPERS)), key=lambda at: told[at : at + 4])
    return TEMPERS[order[place % len(TEMPERS)]]
