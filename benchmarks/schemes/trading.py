"""Schemes for the trading games: they know what each trade is worth, and differ in what they say and deliver."""

from __future__ import annotations

from core.bots.contract import Move, Say, Seal
from core.dice import Draw
from core.games.trading.bots.steady import SteadyTrader
from core.games.trading.bots.taste import Pair, Taste
from core.games.trading.bots.trader import Bargaining, Trader
from core.games.trading.offers import Goods
from core.games.trading.structs import Sight
from core.talk.channels import Message
from core.talk.parsing.asks import tale


class Schemer(Trader):
    """What the exploiters have in common: they know what each trade is worth, and seal what brings most."""

    def __init__(self, goods: Goods, taste: Taste, seed: int) -> None:
        super().__init__(goods, seed)
        self.taste = taste
        self.deals: Bargaining

    def begin(self, sight: Sight) -> None:
        self.deals = Bargaining(self.goods, self.taste, sight.view)
        self.promised: dict[str, str] = {}
        """What each partner is thought to give."""

    def seal(self, sight: Sight, gives: dict[str, tuple[str, ...]]) -> list[Move]:
        """The offers that bring most, one after the other; `gives` is what each partner may get."""
        done: list[Pair] = []
        offers: dict[str, str] = {}
        for _ in range(self.goods.limit):
            best = max(
                (
                    (self.deals.worth((*done, (give, self.promised[to]))) - self.deals.worth(tuple(done)), to, give)
                    for to, kinds in gives.items()
                    if to not in offers and to not in sight.view.closed_partners
                    for give in kinds
                    if sight.view.free.get(give, 0) > list(offers.values()).count(give)
                ),
                default=None,
            )
            if best is None or best[0] <= 0:
                break
            offers[best[1]] = best[2]
            done.append((best[2], self.promised[best[1]]))
        was = {} if sight.sealed is None else {offer.to: offer.give for offer in sight.sealed.offers}
        orders = {"offers": [{"to": to, "give": give} for to, give in offers.items()]}
        return [] if sight.sealed is not None and was == offers else [Seal(orders)]


class Overpromiser(Schemer):
    """Promises everything to everybody, and delivers two."""

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        moves: list[Move] = []
        for message in news:
            deal, by = message.deal, message.sender
            if deal is None or not message.of_two or not self.is_deal(deal):
                continue
            mine = self.deals.proposed.get(by) == (deal.want, deal.give)
            if by not in self.promised and not mine:
                moves.append(self.accept(by, deal.want, deal.give))
            self.promised[by] = deal.give
        if self.turns == 1:
            moves += self.ask_everybody(sight)
        return [*moves, *self.seal(sight, dict.fromkeys(self.promised, self.goods.kinds))]

    def ask_everybody(self, sight: Sight) -> list[Move]:
        """Of each the deal that pays oneself most among those that pay the other, whether one has the thing or not."""
        pairs = [(give, want) for give in self.goods.kinds for want in self.goods.kinds]
        liked = [pair for pair in pairs if self.taste.appeal(sight.view, *pair) > 0]
        if not liked:
            return []
        best = max(liked, key=lambda pair: self.deals.worth((pair,)))
        found: list[Move] = []
        for partner in sight.partners:
            if partner not in self.promised and partner not in sight.view.closed_partners:
                self.deals.propose(partner, *best)
                found.append(self.propose(partner, *best))
        return found


class Mute(Schemer):
    """Answers nothing, and offers what was asked of it to those whose proposals it likes best."""

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        for message in news:
            if message.deal is not None and message.of_two and self.is_deal(message.deal):
                self.promised[message.sender] = message.deal.give
                self.deals.proposed[message.sender] = (message.deal.want, message.deal.give)
        return self.seal(sight, {by: (self.deals.proposed[by][0],) for by in self.promised})


class Parrot(Schemer):
    """Says yes to everything that it is asked, in the other's own words, and keeps the first words that it can keep."""

    def begin(self, sight: Sight) -> None:
        super().begin(sight)
        self.given: dict[str, str] = {}

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        moves: list[Move] = []
        for message in news:
            deal, by = message.deal, message.sender
            if deal is not None and message.of_two and self.is_deal(deal) and by not in self.promised:
                moves.append(self.accept(by, deal.want, deal.give))
                self.promised[by], self.given[by] = deal.give, deal.want
        offers: dict[str, str] = {}
        for by, give in self.given.items():
            free = sight.view.free.get(give, 0) > list(offers.values()).count(give)
            if free and len(offers) < self.goods.limit and by not in sight.view.closed_partners:
                offers[by] = give
        was = {} if sight.sealed is None else {offer.to: offer.give for offer in sight.sealed.offers}
        if sight.sealed is None or was != offers:
            moves.append(Seal({"offers": [{"to": to, "give": give} for to, give in offers.items()]}))
        return moves


class Greedy(Overpromiser):
    """Honest and greedy: asks everybody for what pays it most, agrees to what pays it, and keeps its word."""

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        moves: list[Move] = []
        for message in news:
            deal, by = message.deal, message.sender
            if deal is None or not message.of_two or not self.is_deal(deal) or by in self.deals.agreed:
                continue
            give, want = deal.want, deal.give
            mine = self.deals.proposed.get(by) == (give, want)
            if self.deals.has_room(by, give) and self.deals.gain(by, give, want) > 0:
                self.deals.agree(by, give, want)
                moves += [] if mine else [self.accept(by, give, want)]
        if self.turns == 1:
            moves += self.ask_everybody(sight)
        offers = {by: give for by, (give, _) in self.deals.agreed.items()}
        was = None if sight.sealed is None else {offer.to: offer.give for offer in sight.sealed.offers}
        if was != offers:
            moves.append(Seal({"offers": [{"to": to, "give": give} for to, give in offers.items()]}))
        return moves


class Saboteur(Overpromiser):
    """Agrees with everybody and gives each what is worst for it, whatever that brings."""

    def seal(self, sight: Sight, gives: dict[str, tuple[str, ...]]) -> list[Move]:
        offers: dict[str, str] = {}
        for to in gives:
            free = [k for k in self.goods.kinds if sight.view.free.get(k, 0) > list(offers.values()).count(k)]
            if free and len(offers) < self.goods.limit and to not in sight.view.closed_partners:
                offers[to] = min(free, key=lambda kind: self.taste.appeal(sight.view, kind, self.promised[to]))
        was = None if sight.sealed is None else {offer.to: offer.give for offer in sight.sealed.offers}
        return [] if was == offers else [Seal({"offers": [{"to": to, "give": give} for to, give in offers.items()]})]


class Claimer(SteadyTrader):
    """Trades like a steady bot, tells in the lounge of everybody in turn that it broke its word, and claims to every
    partner that it has nothing left of what it would rather keep."""

    TEMPERS = (1.0,)

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        moves = super().bargain(sight, news, draw)
        if self.turns > 1:
            return moves
        others = [seat for seat in sight.seats if seat != sight.seat]
        about = others[(sight.round - 1) % len(others)]
        held = [kind for kind in self.goods.kinds if sight.view.free.get(kind)]
        dearest = max(held, key=lambda kind: self.taste.appeal(sight.view, kind, self.goods.kinds[0]), default="")
        claims = [Say((seat,), f"I have {self.goods.none_of(dearest)} left.") for seat in sight.partners if dearest]
        return [Say("lounge", tale(about)), *claims, *moves]


SCHEMES: dict[str, type[Schemer] | type[Claimer]] = {
    "overpromiser": Overpromiser,
    "mute": Mute,
    "parrot": Parrot,
    "greedy": Greedy,
    "saboteur": Saboteur,
    "claimer": Claimer,
}
