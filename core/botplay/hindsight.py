"""After a match: what the coach's adviser would have done in a seat, knowing what that seat knew at the moment (HH-38).

Pure functions of a `Sight`, which holds what the seat itself may know and nothing else: the same Sight gives the same
words, whatever the dice held and whoever the others were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from core.bots.contract import Do, Hope, Say, Seal, Sight
from core.contract import AnyGame
from core.decoding import decode
from core.json import Json
from core.story.turning import number


def would_have(game: AnyGame, sight: Sight[Any, Any, Any], made: Any = None) -> tuple[str, ...]:
    """What an adviser that sat down in this seat now would do before the close, a line each, and by how much it hopes
    for more than `made` promises, the Orders that were in force (None: nothing was sealed). It may think half a second.

    Its live actions are told only where they come before anything is sealed; proposals as it would have said them.
    """
    bot = game.adviser(sight.seat)
    rows: list[str] = []
    sealed: Json | None = None
    said: list[Say] = []
    for move in bot.turn(replace(sight, sealed=None, ready=False)):
        if isinstance(move, Seal):
            sealed = move.orders
        elif isinstance(move, Say):
            said.append(move)
            to = move.to if isinstance(move.to, str) else ", ".join(move.to)
            rows.append(f"say to {to}: {move.text}")
        elif isinstance(move, Do) and not rows:
            rows.append(f"first {move.action.get('kind', 'act')}, at the table")
    if sealed is None:
        return tuple(rows) or ("order nothing",)
    orders = decode(game.Orders, sealed, "orders")
    rows += [f"order: {line}" for line in game.restate_to(orders, sight.view)]
    return (*(rows or ["order nothing"]), *compared(game, sight, orders, said, made))


def compared(
    game: AnyGame, sight: Sight[Any, Any, Any], orders: Any, said: Sequence[Say], made: Any
) -> tuple[str, ...]:
    """What a bot hopes for from its orders, and what those that were made promise by the same reckoning."""
    hope = game.hope(sight, orders, said)
    if hope is None:
        return ("No figure says by how much it hoped for more.",)
    told = f"It hoped for {_figure(hope)}."
    if made is None:
        return (told, "Nothing was sealed to set beside it.")
    own = game.hope(sight, made)
    if own is None:
        return (told, "For what was sealed nothing of the kind can be reckoned.")
    more = round(hope.value, 1) - round(own.value, 1)
    less = "as much" if not more else f"{number(round(abs(more), 1))} {'less' if more > 0 else 'more'}"
    return (told, f"What was sealed promised {number(round(own.value, 1))} by the same reckoning: {less}.")


def _figure(hope: Hope) -> str:
    return f"{number(round(hope.value, 1))}{hope.of}"
