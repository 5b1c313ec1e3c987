"""The bots. They see a Sight and nothing else."""

from __future__ import annotations

from core.bots import contract as bots
from core.bots.contract import Do, Done, Move, Seal
from core.dice import Dice, Draw
from one_two_three.spec import number
from one_two_three.structs import Orders, Report, View

Sight = bots.Sight[Orders, View, Report]


def bot(level: str, seat: str, seed: int) -> bots.Bot[Orders, View, Report]:
    """The bot of that level."""
    return Player(seed, level)


class Player:
    """`random` plays and shows by lot; `steady` beats what it was shown by as little as it can, and plays by
    lot where it was shown nothing."""

    def __init__(self, seed: int, level: str) -> None:
        self._dice, self._level = Dice(seed), level

    def turn(self, sight: Sight) -> list[Move]:
        draw = self._dice.draw(f"{sight.phase} {sight.round}")
        if sight.pending is not None:
            return [Do({"kind": sight.pending.kind, "player": draw.pick(sight.pending.among)})]
        if sight.ready or not sight.asks.orders:
            return []
        shows = [one for one in sight.asks.choices if one.slot.startswith("action") and one.closed is None]
        if self._level == "random":
            shown: list[Move] = [Do(draw.pick(shows).probe or {})] if shows and draw.chance(0.4) else []
            card = draw.pick(sight.view.hand)
            return [*shown, *([] if draw.chance(0.1) else [Seal({"card": card})]), Done()]
        return [Seal({"card": self._best(sight.view, draw)}), Done()]

    def _best(self, view: View, draw: Draw) -> str:
        seen = [number(card) for card in view.seen.get(view.other or "", ())]
        hand = sorted(view.hand, key=number)
        if not seen:
            return draw.pick(hand)
        over = [card for card in hand if number(card) > max(seen)]
        return over[0] if over else hand[0]
