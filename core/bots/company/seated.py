"""The bot that holds a seat of a live match, in company."""

from __future__ import annotations

import hashlib

from core.bots.company.companion import Companion
from core.bots.company.tempers import temper_of
from core.bots.playing import make_bot
from core.match.state import Match


def in_company(match: Match, seat: str, level: str) -> Companion:
    """The bot for a seat at a table where people may sit."""
    nonce = match.header.nonce
    told = hashlib.sha256(f"talk:{nonce}:{seat}".encode()).digest()
    return Companion(
        match.game,
        make_bot(match, seat, level),
        temper_of(nonce, match.seats.index(seat)),
        level,
        int.from_bytes(told[:8], "big"),
        match.header.bot_talk,
    )
