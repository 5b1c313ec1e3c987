"""The bots of Day of Mercury, by level. They use their seat's view alone. `random` plays legal orders of every kind
and is also used for fuzzing.

    adviser.py   the coach's adviser
    haggling.py  bargains of both levels
    planning.py  plans of a round
    sharp.py     `sharp`
    steady.py    `steady`
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from core.bots.contract import Move
from core.dice import Draw
from core.games.day_of_mercury.bots.haggling import TradingBot
from core.games.day_of_mercury.bots.sharp import SharpBot
from core.games.day_of_mercury.bots.steady import RogueBot, SteadyBot, TrustingBot, commit_from
from core.games.day_of_mercury.spec import ACTIONS_HERE, LOCATIONS, SHRINE, SINS, VISITS
from core.games.day_of_mercury.structs import Deed, Gather, Offer, Orders, Sight, Trade, View, Visit
from core.ledger import Pending

MISSES, EMPTY, TRADES, PROPOSES, ACCEPTS = 0.05, 0.03, 0.2, 0.4, 0.7
"""Shares of: no orders, empty orders, an unagreed trade, a proposal, an acceptance."""


class RandomBot(TradingBot):
    def write(self, sight: Sight, draw: Draw) -> Orders | None:
        if draw.chance(MISSES):
            return None
        if draw.chance(EMPTY):
            return Orders()
        return any_orders(sight.view, draw)

    def propose(self, sight: Sight, draw: Draw) -> list[Move]:
        if self.orders is None or not self.orders.visits or self.asked or not draw.chance(PROPOSES):
            return []
        owned = [s for s in SINS if sight.view.sin[s]] or list(SINS)
        place = draw.pick(self.orders.visits).location
        return self.offer_deal(draw.pick(sight.partners), draw.pick(owned), draw.pick(SINS), place)

    def consider(self, sight: Sight, trade: Trade, place: str | None, draw: Draw) -> Orders | None:
        """Accept most deals, and go to the named place if possible."""
        if self.orders is None or not self.orders.visits or not draw.chance(ACCEPTS):
            return None
        visits = list(self.orders.visits)
        if place is not None and place not in [v.location for v in visits]:
            free = [i for i, v in enumerate(visits) if v.location != sight.view.effects.forced]
            visits[draw.pick(free)] = Visit(place, (Gather(),))
        if sum(len(v.deeds) for v in visits) > sight.view.actions:
            return None
        return Orders(tuple(visits), trade)

    def pick(self, sight: Sight, pending: Pending, draw: Draw) -> Sequence[str]:
        return draw.sample(pending.among, pending.count)


def any_orders(view: View, draw: Draw) -> Orders:
    forced = view.effects.forced
    count = VISITS + draw.below(view.visits - VISITS + 1)
    certain = [] if forced is None else [forced]
    places = certain + draw.sample([p for p in LOCATIONS if p != forced], count - len(certain))
    draw.shuffle(places)
    deeds: dict[str, list[Deed]] = {place: [] for place in places}
    targets = list(view.targets)
    most = view.actions if draw.chance(0.8) else draw.below(view.actions + 1)
    for _ in range(most):
        room = [place for place in places if len(deeds[place]) < ACTIONS_HERE]
        if room:
            place = draw.pick(room)
            deeds[place].append(_any_deed(view, place, targets, draw))
    trade = None
    if draw.chance(TRADES):
        others = [s for s in view.seats if s != view.seat]
        trade = Trade(draw.pick(others), draw.pick(SINS), draw.pick(SINS))
    return structs.replace(Orders(tuple(Visit(place, tuple(deeds[place])) for place in places)), trade=trade)


def _any_deed(view: View, place: str, targets: list[str], draw: Draw) -> Deed:
    """Gather, commit or offer with the place's keys. A named target is removed from `targets`."""
    if draw.chance(0.25) and place != SHRINE and targets:
        return commit_from(place, targets.pop(draw.below(len(targets))), draw)
    if draw.chance(0.35):
        if place == "drowned_tower":
            return Offer(location=draw.pick(tuple(LOCATIONS)))
        if place == "lakeside_garden":
            others = [s for s in view.seats if s != view.seat]
            return Offer(player=draw.pick(others), sin=draw.pick(SINS))
        return Offer()
    return Gather()


LEVELS: dict[str, type[TradingBot]] = {
    "steady": SteadyBot,
    "sharp": SharpBot,
    "rogue": RogueBot,
    "trusting": TrustingBot,
    "random": RandomBot,
}
