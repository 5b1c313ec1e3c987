"""Defaults that most games share, for authors: choices from refusals, the ending, simple bots.

All of it is optional; the contract (`core.contract`) asks for none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic

from core.bots.contract import Do, Done, Move, Seal, Sight
from core.contract import Choice, O, R, V
from core.dice import Dice, Draw
from core.json import Json
from core.ledger import Coin, Ending, LedgerEntry, Lots, group
from core.refusal import Refused


def choice(slot: str, value: str | int, probe: Json, trial: Callable[[], None], label: str = "") -> Choice:
    """Return a choice of `asks`: open if `trial()` raises nothing, else closed with the sentence and ruling of its
    Refused."""
    try:
        trial()
    except Refused as refusal:
        return Choice(slot, value, label, refusal.message, refusal.ruling, probe)
    return Choice(slot, value, label, probe=probe)


def ending(seats: Sequence[str], standing: Mapping[str, Any], dice: Dice) -> Ending:
    """Return an ending: the best seats win; the last of the others is the Elimination Candidate, by lot among equals
    (CM-05). There is none if all have won. `standing` compares seats, greater is better."""
    ranking = group(seats, standing)
    if len(ranking) == 1:
        return Ending(winners=ranking[0], ranking=ranking, has_opponent=False)
    last = ranking[-1]
    candidate = dice.draw("elimination candidate").pick(last)
    text = f"{candidate} is the Elimination Candidate, drawn by lot among {', '.join(last)}."
    lots = (Lots(text, last),) if len(last) > 1 else ()
    return Ending(ranking[0], ranking, candidate=candidate, lots=lots)


def prizes(coin: Coin, amounts: Mapping[str, int], reason: str) -> tuple[LedgerEntry, ...]:
    """Return the ledger's lines for prizes, in the order of `amounts`; none for 0 (CM-06)."""
    return tuple(LedgerEntry(seat, coin, amount, reason) for seat, amount in amounts.items() if amount)


class OnceARound(Generic[O, V, R]):
    """A bot that seals once a round and is ready, and names a seat when it has to choose.

    `plan(sight, draw)` returns orders as JSON, or None to seal nothing. Draws of a seat, round and seed are the same,
    so that matches can be replayed.
    """

    def __init__(self, seat: str, seed: int, plan: Callable[[Sight[O, V, R], Draw], Json | None]) -> None:
        self._dice = Dice(seed)
        self._seat = seat
        self._plan = plan

    def turn(self, sight: Sight[O, V, R]) -> list[Move]:
        draw = self._dice.draw(f"{self._seat}, round {sight.round}")
        if sight.pending is not None:
            named = draw.sample(sight.pending.among, sight.pending.count)
            several = sight.pending.kind == "give_tokens"
            return [Do({"kind": sight.pending.kind, **({"players": named} if several else {"player": named[0]})})]
        if sight.ready or not sight.asks.orders:
            return []
        orders = self._plan(sight, draw)
        return [Done()] if orders is None else [Seal(orders), Done()]
