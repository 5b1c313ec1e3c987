"""After a match: what a sharp bot would have done in a seat, knowing what that seat knew at the moment (HH-38).

Pure functions of a `Sight`, which holds what the seat itself may know and nothing else: the same Sight gives the same
words, whatever the dice held and whoever the others were.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from core.bots import Do, Say, Seal, Sight
from core.contract import AnyGame
from core.decoding import decode
from core.levels import USUAL

BEST: Final = "sharp"
SEED: Final = 38
"""Of its temper: always the same, so that it tells nothing of the match's dice."""


def level_of(game: AnyGame) -> str:
    """The best level that a game has."""
    return BEST if BEST in game.levels else USUAL


def would_have(game: AnyGame, sight: Sight[Any, Any, Any]) -> tuple[str, ...]:
    """What a bot that sat down in this seat now would do before the close, a line each; it may think half a second.

    Its live actions are told only where they come before anything is sealed; proposals as it would have said them.
    """
    bot = game.bot(level_of(game), sight.seat, SEED)
    rows: list[str] = []
    sealed: dict[str, Any] | None = None
    for move in bot.turn(replace(sight, sealed=None, ready=False)):
        if isinstance(move, Seal):
            sealed = move.orders
        elif isinstance(move, Say):
            to = move.to if isinstance(move.to, str) else ", ".join(move.to)
            rows.append(f"say to {to}: {move.text}")
        elif isinstance(move, Do) and not rows:
            rows.append(f"first {move.action.get('kind', 'act')}, at the table")
    if sealed is not None:
        rows += [f"order: {line}" for line in game.restate_to(decode(game.Orders, sealed, "orders"), sight.view)]
    return tuple(rows) or ("order nothing",)
