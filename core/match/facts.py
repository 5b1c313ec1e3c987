"""The public facts of a match that never change: id, title, game, seats."""

from __future__ import annotations

import msgspec

from core.talk.channels import Phase


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """The head of whatever is told of a match: lists, the frame of a screen, stories."""

    match: str
    """Its id in the house."""
    title: str
    """What the host calls it, or else the game's title."""
    game: str
    game_title: str
    phase: Phase
    rounds: int
    """How many rounds the game has at the most."""
    round_word: str
    """What players call a round."""
    seats: tuple[str, ...]
