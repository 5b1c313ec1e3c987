"""The adviser's orders after a match, knowing what the seat knew at the time (HH-38).

Equal sights give equal words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from core.bots.contract import Do, Say, Seal, Sight
from core.contract import AnyGame
from core.decoding import decode
from core.json import Json
from core.story.turning import number


def would_have(game: AnyGame, sight: Sight[Any, Any, Any], in_force: Any = None) -> tuple[str, ...]:
    """Return what an adviser in this seat would do before the close, a line each, and how much more it hopes for than
    from `in_force`, the Orders sealed (None: nothing sealed). May take half a second.

    Live actions are listed only before orders; proposals in its own words.
    """
    bot = game.adviser(sight.seat)
    rows: list[str] = []
    sealed: Json | None = None
    says: list[Say] = []
    for move in bot.turn(replace(sight, sealed=None, ready=False)):
        if isinstance(move, Seal):
            sealed = move.orders
        elif isinstance(move, Say):
            says.append(move)
            to = move.to if isinstance(move.to, str) else ", ".join(move.to)
            rows.append(f"say to {to}: {move.text}")
        elif isinstance(move, Do) and not rows:
            rows.append(f"first {move.action.get('kind', 'act')}, at the table")
    if sealed is None:
        return tuple(rows) or ("order nothing",)
    orders = decode(game.Orders, sealed, "orders")
    rows += [f"order: {line}" for line in game.restate_to(orders, sight.view)]
    return (*(rows or ["order nothing"]), *compare_orders(game, sight, orders, says, in_force))


def compare_orders(
    game: AnyGame, sight: Sight[Any, Any, Any], orders: Any, says: Sequence[Say], in_force: Any
) -> tuple[str, ...]:
    hope = game.hope(sight, orders, says)
    if hope is None:
        return ("No figure says by how much it hoped for more.",)
    hoped = f"It hoped for {number(round(hope.value, 1))}{hope.of}."
    if in_force is None:
        return (hoped, "Nothing was sealed to set beside it.")
    own = game.hope(sight, in_force)
    if own is None:
        return (hoped, "For what was sealed nothing of the kind can be reckoned.")
    more = round(hope.value, 1) - round(own.value, 1)
    less = "as much" if not more else f"{number(round(abs(more), 1))} {'less' if more > 0 else 'more'}"
    return (hoped, f"What was sealed promised {number(round(own.value, 1))} by the same reckoning: {less}.")
