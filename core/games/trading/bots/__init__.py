"""The bots of both trading games. They see a Sight like anyone, and bargain with proposals (`Deal`) like anyone.

`random` offers and accepts without a thought. `steady` (its own module) reads the payoff of the round, proposes deals,
answers proposals, and keeps its word or not by a seeded temper.

    adviser.py  the coach's adviser
    judging.py  judgements of deals and partners
    steady.py   `steady`
    taste.py    the worth of trades in one game
    trader.py   base of both levels
"""

from __future__ import annotations

from math import inf

from core.bots.contract import Move, Say, Seal
from core.dice import Draw
from core.games.trading.bots.steady import SteadyTrader
from core.games.trading.bots.taste import Pair, Taste
from core.games.trading.bots.trader import Bargaining, Trader
from core.games.trading.offers import Goods
from core.games.trading.structs import Sight
from core.talk.channels import Message


class TrustingTrader(SteadyTrader):
    """Simple, honest bot: looks at this round alone, makes one proposal at a time, and keeps every promise."""

    TEMPERS: tuple[float, ...] = (1.0,)
    SPREAD = 0
    TRIES = 1
    NEXT = inf

    def __init__(self, goods: Goods, taste: Taste, seed: int) -> None:
        super().__init__(goods, taste.shortsighted(), seed)

    def fancy(self, round_: int, give: str, want: str) -> float:
        """Vary its first wish: if all ask for the best kind, a seat without it has nothing to say yes to."""
        return 1.0 if round_ > 1 else 0.4 + self.draw(f"fancy {give} {want}").below(120) / 100


class SharpTrader(SteadyTrader):
    """Bot that asks all seats, takes only what is worth a slot, and keeps its word until the last close."""

    TEMPERS: tuple[float, ...] = (1.0,)
    LEAST = 1.2
    TRIES = 4
    PATIENCE = 8
    """Number of others' messages in a round after which it begins to give in, and in which it has done so."""
    LAST_WORTH = 0.5
    """Least gain of a broken promise at the last close, which has no later consequences."""

    def __init__(self, goods: Goods, taste: Taste, seed: int) -> None:
        super().__init__(goods, taste, seed)
        self.SHARE, self.FLOOR, self.SPREAD = taste.holds_out

    def share(self) -> float:
        """Return a high share at first, lower as the round goes on: a bot that never gives in is left with empty
        slots."""
        spent = min(1.0, max(0, self.messages_to_it - self.PATIENCE) / self.PATIENCE)
        return self.SHARE + (self.FLOOR - self.SHARE) * spent

    def _agree(self, deals: Bargaining, by: str, give: str, want: str, draw: Draw) -> None:
        super()._agree(deals, by, give, want, draw)
        if deals.view.round < self.taste.rounds:
            return
        kinds = [kind for kind in self.goods.kinds if kind == give or deals.free(kind, without=by) > 0]
        better = max(kinds, key=lambda kind: deals.gain(by, kind, want))
        if deals.gain(by, better, want) - deals.gain(by, give, want) >= self.LAST_WORTH:
            deals.given[by] = better


class RogueTrader(SteadyTrader):
    """Charming bot that breaks three promises in ten, regardless of gain."""

    BREAKS = 0.3

    def _agree(self, deals: Bargaining, by: str, give: str, want: str, draw: Draw) -> None:
        deals.agree(by, give, want)
        if draw.chance(self.BREAKS):
            others = [kind for kind in self.goods.kinds if kind != give and deals.free(kind, without=by) > 0]
            if others:
                deals.given[by] = max(others, key=lambda kind: deals.gain(by, kind, want))


MINDS: dict[str, type[SteadyTrader]] = {
    "trusting": TrustingTrader,
    "steady": SteadyTrader,
    "sharp": SharpTrader,
    "rogue": RogueTrader,
}
CHAT = ("Anyone for a swap?", "Good luck, all.", "Who needs green?", "I keep my word.")


class RandomTrader(Trader):
    """Bot that plays random legal offers, chats, and sometimes proposes or accepts a deal and keeps it."""

    def begin(self, sight: Sight) -> None:
        self.offers: dict[str, str] = {}
        self.proposals: dict[str, Pair] = {}
        self.silent = self.draw(f"round {sight.round}: silent").chance(0.1)  # a seat may also seal nothing

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        moves: list[Move] = []
        if self.silent:
            return moves
        if self.turns == 1:
            for _ in range(draw.below(self.goods.limit + 1)):
                partners, left = self._open(sight), self._unoffered(sight)
                if partners and left:
                    self.offers[draw.pick(partners)] = draw.pick(left)
            moves += self._propose_anything(sight, draw)
        for message in [m for m in news if m.of_two]:
            moves += self._answer(sight, message, draw)
        offers = {"offers": [{"to": to, "give": give} for to, give in self.offers.items()]}
        moves.append(Seal(offers))
        if draw.chance(0.02):
            moves.append(Say("lounge", draw.pick(CHAT)))
        return moves

    def _unoffered(self, sight: Sight) -> list[str]:
        spent = list(self.offers.values())
        free = sight.view.free
        return [k for k in self.goods.kinds for _ in range(free.get(k, 0) - spent.count(k))]

    def _open(self, sight: Sight) -> list[str]:
        return [str(c.value) for c in sight.asks.open("offer.to") if c.value not in self.offers]

    def _propose_anything(self, sight: Sight, draw: Draw) -> list[Move]:
        partners, left = self._open(sight), self._unoffered(sight)
        if not partners or not left or not draw.chance(0.6):
            return []
        to, give, want = draw.pick(partners), draw.pick(left), draw.pick(self.goods.kinds)
        self.proposals[to] = (give, want)
        return [self.propose(to, give, want)]

    def _answer(self, sight: Sight, message: Message, draw: Draw) -> list[Move]:
        deal, by = message.deal, message.sender
        if deal is None or not self.is_deal(deal) or by in self.offers:
            return []
        answers_own = self.proposals.pop(by, None) == (deal.want, deal.give)
        if by not in self._open(sight) or not (answers_own or draw.chance(0.5)):
            return []
        while self.offers and (len(self.offers) >= self.goods.limit or deal.want not in self._unoffered(sight)):
            self.offers.pop(next(iter(self.offers)))
        if deal.want not in self._unoffered(sight):
            return []
        self.offers[by] = deal.want
        return [] if answers_own else [self.accept(by, deal.want, deal.give)]
