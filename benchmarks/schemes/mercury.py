"""Schemes for Day of Mercury: a steady player in everything but what the scheme is about."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from core.bots.contract import Move, Say
from core.dice import Draw
from core.games.day_of_mercury.bots.steady import SteadyBot, best_swap, commit_from, expected_holding, swap_gain
from core.games.day_of_mercury.spec import SHRINE
from core.games.day_of_mercury.structs import Commit, Gather, Orders, Sight, Trade, Visit


class Mute(SteadyBot):
    """Never says a word, and so never trades."""

    def turn(self, sight: Sight) -> list[Move]:
        return [move for move in super().turn(sight) if not isinstance(move, Say)]

    def propose(self, sight: Sight, draw: Draw) -> list[Move]:
        return []

    def consider(self, sight: Sight, trade: Trade, place: str | None, draw: Draw) -> Orders | None:
        return None


class Overpromiser(SteadyBot):
    """Agrees to every trade and asks everybody, and orders only what lifts its own tiers most."""

    def propose(self, sight: Sight, draw: Draw) -> list[Move]:
        swap = None if self.orders is None else best_swap(expected_holding(sight.view, self.orders))
        if swap is None or self.orders is None or self.asked:
            return []
        moves: list[Move] = []
        for partner in sight.partners:
            moves += self.offer_deal(partner, *swap, draw.pick(self.orders.visits).location)
        return moves

    def consider(self, sight: Sight, trade: Trade, place: str | None, draw: Draw) -> Orders | None:
        if self.orders is None:
            return None
        better = swap_gain(expected_holding(sight.view, self.orders), trade.give, trade.want) > 0
        return structs.replace(self.orders, trade=trade) if better else self.orders


class Parrot(SteadyBot):
    """Says yes to everything and keeps it."""

    def propose(self, sight: Sight, draw: Draw) -> list[Move]:
        return []

    def consider(self, sight: Sight, trade: Trade, place: str | None, draw: Draw) -> Orders | None:
        return None if self.orders is None else structs.replace(self.orders, trade=trade)


class Greedy(SteadyBot):
    """Honest, and does nothing but gather, offer and trade for itself."""

    def write(self, sight: Sight, draw: Draw) -> Orders | None:
        orders = super().write(sight, draw)
        if orders is None:
            return None
        return Orders(tuple(Visit(visit.location, _gathers(visit)) for visit in orders.visits), orders.trade)


def _gathers(visit: Visit) -> tuple[object, ...]:
    return tuple(Gather() if isinstance(deed, Commit) else deed for deed in visit.deeds)


class Saboteur(SteadyBot):
    """Commits against somebody in every place where it gathers, whatever that costs it."""

    def write(self, sight: Sight, draw: Draw) -> Orders | None:
        orders = super().write(sight, draw)
        if orders is None:
            return None
        named = [deed.target for visit in orders.visits for deed in visit.deeds if isinstance(deed, Commit)]
        targets = [seat for seat in sight.view.targets if seat not in named]
        draw.shuffle(targets)
        visits = []
        for visit in orders.visits:
            deeds: Sequence[object] = visit.deeds
            if visit.location != SHRINE and targets and len(deeds) > 1 and isinstance(deeds[-1], Gather):
                deeds = (*deeds[:-1], commit_from(visit.location, targets.pop(), draw))
            visits.append(Visit(visit.location, tuple(deeds)))
        return Orders(tuple(visits), orders.trade)


SCHEMES = {"overpromiser": Overpromiser, "mute": Mute, "parrot": Parrot, "greedy": Greedy, "saboteur": Saboteur}
