"""The `steady` level: gathers for tiers and the visit bonus, offers while interest pays, commits cheaply against
leaders, and trades surplus."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from core.bots.contract import Move
from core.dice import Draw
from core.games.day_of_mercury.bots.haggling import TradingBot
from core.games.day_of_mercury.bots.planning import RoundPlan, best_plan
from core.games.day_of_mercury.shrine import worth
from core.games.day_of_mercury.spec import ACTIONS, ACTIONS_HERE, LOCATIONS, SHRINE, SIN_LOCATIONS, SINS, VISITS
from core.games.day_of_mercury.structs import Commit, Deed, Gather, Offer, Orders, Sight, Sin, Trade, View, Visit
from core.ledger import Pending

COMMIT_CHANCE = 0.25
"""Share of Catacombs gathers given up for a commit."""
COMMIT_PLACES = (
    "ringed_city",
    "catacombs",
    "abigails_quarters",
    "drowned_tower",
    "lost_district",
    "weeping_cathedral",
    "lakeside_garden",
)
"""Places for a commit with a spare action, the best first."""
REPLACING_SHARE = 0.7
"""Share of a bot trade's gain that a person's trade must bring to replace it."""
MOST_PROPOSALS = 3
"""Seats asked for a trade in one round, one after the other."""


class SteadyBot(TradingBot):
    def __init__(self, seat: str, seed: int) -> None:
        super().__init__(seat, seed)
        self.friends: dict[str, int] = {}
        """Kept trades minus broken ones, by seat."""

    def _open(self, sight: Sight, lost: bool) -> list[Move]:
        self._note_delivered(sight)
        return super()._open(sight, lost)

    def _note_delivered(self, sight: Sight) -> None:
        """Count kept and broken trades. A trade destroyed by a commit counts as neither (DM-40)."""
        report = sight.reports.get(self.round)
        trade = self.orders.trade if self.orders is not None else None
        if trade is None or report is None or sight.round != self.round + 1:
            return
        if report.trade == "done" or (report.trade == "cancelled" and self.agreed):
            more = 1 if report.trade == "done" else -1
            self.friends[trade.partner] = self.friends.get(trade.partner, 0) + more

    def write(self, sight: Sight, draw: Draw) -> Orders | None:
        view: View = sight.view
        stand = best_plan(view, draw)
        return Orders(tuple(planned_visits(view, stand, draw)))

    # --- trades ----------------------------------------------------------------------------------------------

    def propose(self, sight: Sight, draw: Draw) -> list[Move]:
        if self.orders is None or self.agreed or len(self.asked) >= MOST_PROPOSALS:
            return []
        idle = self.settled or not sight.reports  # in the first round no seat holds what a person could give
        shut = {*self.asked, *self.elsewhere(sight), *(sight.people if idle else ())}
        left = [s for s in sight.partners if s not in shut]
        swap = best_swap(expected_holding(sight.view, self.orders))
        if swap is None or not left:
            return []
        friends = [s for s in left if self.friends.get(s, 0) > 0]
        partner = draw.pick(friends) if friends else draw.pick(left)
        if self.holding_back and partner not in sight.people:
            return []
        return self.offer_deal(partner, *swap, draw.pick(self.orders.visits).location)

    def consider(self, sight: Sight, trade: Trade, place: str | None, draw: Draw) -> Orders | None:
        """Accept a trade that lifts its tiers, if it will be in the place anyway; from a person also a free one."""
        if self.orders is None or (place is not None and place not in [v.location for v in self.orders.visits]):
            return None
        least = 0 if trade.partner in sight.people else 1
        if swap_gain(expected_holding(sight.view, self.orders), trade.give, trade.want) < least:
            return None
        return structs.replace(self.orders, trade=trade)

    def prefers(self, sight: Sight, trade: Trade, agreed: Trade) -> bool:
        assert self.orders is not None
        sins = expected_holding(sight.view, self.orders)
        gain, lost = (swap_gain(sins, swap.give, swap.want) for swap in (trade, agreed))
        return gain > 0 and gain >= REPLACING_SHARE * lost

    def counter(self, sight: Sight, trade: Trade, draw: Draw) -> tuple[Trade, str] | None:
        """Return what it would rather give for the person's sin, or the same trade, and its own place."""
        assert self.orders is not None
        sins = expected_holding(sight.view, self.orders)
        gains = {give: swap_gain(sins, give, trade.want) for give in SINS}
        give = trade.give if gains[trade.give] >= 0 else max(gains, key=lambda sin: gains[sin])
        if gains[give] < 0 or (give != trade.give and not gains[give]):
            return None
        return Trade(trade.partner, give, trade.want), draw.pick(self.orders.visits).location

    # --- the end ---------------------------------------------------------------------------------------------

    def pick(self, sight: Sight, pending: Pending, draw: Draw) -> Sequence[str]:
        among = list(pending.among)
        draw.shuffle(among)
        good = pending.kind == "give_tokens"
        among.sort(key=lambda s: -self.friends.get(s, 0) if good else self.friends.get(s, 0))
        return among[: pending.count]


# --- where to go, what to do ---------------------------------------------------------------------------------


def planned_visits(view: View, stand: RoundPlan, draw: Draw) -> list[Visit]:
    deeds: dict[str, list[Deed]] = {p: [Gather()] * stand.gathers.get(p, 0) for p in stand.places}
    if stand.offer:
        deeds[SHRINE] = [Offer()]
    place = commit_place(view, deeds, draw)
    if place is not None:
        deeds[place] = [*deeds[place][: ACTIONS_HERE - 1], commit_from(place, likely_leader(view, draw), draw)]
    return [Visit(place, tuple(deeds_there)) for place, deeds_there in deeds.items()]


def commit_place(view: View, deeds: dict[str, list[Deed]], draw: Draw) -> str | None:
    """Return the place for a commit, or None: with a spare action, or sometimes for the second gather in the
    Catacombs, since a third of an active player's gain next round is worth about as much."""
    if not view.targets:
        return None
    if sum(map(len, deeds.values())) < view.actions:
        return next((p for p in COMMIT_PLACES if p in deeds and len(deeds[p]) < ACTIONS_HERE), None)
    early = view.round < view.rounds and draw.chance(COMMIT_CHANCE)
    return "catacombs" if early and len(deeds.get("catacombs", ())) == ACTIONS_HERE else None


def commit_from(place: str, target: str, draw: Draw) -> Commit:
    if place == "abigails_quarters":
        return Commit(target, sins=tuple(draw.sample(SINS, 2)))
    if place == "lost_district":
        return Commit(target, location=draw.pick(SIN_LOCATIONS))
    return Commit(target)


def likely_leader(view: View, draw: Draw) -> str:
    """Return the possible target that seems to do best: seen at the Shrine before the end, and in many places."""
    score = {s: draw.below(100) / 100 for s in view.targets}
    places_seen: dict[str, set[str]] = {}
    for sighting in view.sightings:
        for place, others in sighting.places.items():
            for s in others:
                places_seen.setdefault(s, set()).add(place)
    for s in score:
        met = places_seen.get(s, set())
        score[s] += len(met) * 0.3 + (1.0 if SHRINE in met else 0.0)
    return max(view.targets, key=lambda s: score[s])


# --- trades --------------------------------------------------------------------------------------------------


def expected_holding(view: View, orders: Orders) -> Sin:
    sins = dict(view.sin)
    for visit in orders.visits:
        gathered = LOCATIONS[visit.location].sin
        if gathered is not None:
            sins[gathered] += 3 * sum(isinstance(deed, Gather) for deed in visit.deeds)
    return sins


def swap_gain(sins: Sin, give: str, want: str) -> int:
    """Return what a swap would add to an offering; negative without anything to give."""
    if not sins[give] or give == want:
        return -1
    return worth({**sins, give: sins[give] - 1, want: sins[want] + (give != want)}) - worth(sins)


def best_swap(sins: Sin) -> tuple[str, str] | None:
    """Return the swap that adds most, or None."""
    pairs = [(give, want) for give in SINS for want in SINS if swap_gain(sins, give, want) > 0]
    return max(pairs, key=lambda pair: swap_gain(sins, *pair), default=None)


class TrustingBot(SteadyBot):
    """Gathers where it holds least, and keeps the Shrine for the end of the match."""

    def write(self, sight: Sight, draw: Draw) -> Orders | None:
        view = sight.view
        forced = view.effects.forced
        places = list(SIN_LOCATIONS)
        draw.shuffle(places)
        chosen = [*([forced] if forced is not None else []), *(place for place in places if place != forced)][:VISITS]
        first = min(2, ACTIONS)
        gathers = {chosen[0]: first, chosen[1]: ACTIONS - first}
        return Orders(tuple(planned_visits(view, RoundPlan(False, tuple(chosen), gathers, 0.0), draw)))


class RogueBot(SteadyBot):
    """Agrees to every good trade, and breaks three in ten."""

    BREAKS = 0.3

    def consider(self, sight: Sight, trade: Trade, place: str | None, draw: Draw) -> Orders | None:
        agreed = super().consider(sight, trade, place, draw)
        breaks = agreed is not None and self.draw(f"breaks with {trade.partner}").chance(self.BREAKS)
        return structs.replace(agreed, trade=None) if breaks and agreed is not None else agreed
