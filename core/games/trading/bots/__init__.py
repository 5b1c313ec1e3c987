"""The bots of both trading games. They see a Sight like anyone, and bargain with proposals (`Deal`) like anyone.

`random` offers and accepts without a thought. `steady` (its own module) reads the payoff of the round, proposes deals,
answers proposals, and keeps its word or not by a seeded temper.
"""

from __future__ import annotations

from core.bots.contract import Move, Say, Seal
from core.dice import Draw
from core.games.trading.bots.bargain import Pair, Taste
from core.games.trading.bots.levels import Adviser, RogueTrader, SharpTrader, TrustingTrader
from core.games.trading.bots.steady import SteadyTrader
from core.games.trading.bots.trader import Trader
from core.games.trading.goods import Goods
from core.games.trading.structs import Bot, Sight
from core.talk.channels import Message

MINDS: dict[str, type[SteadyTrader]] = {
    "trusting": TrustingTrader,
    "steady": SteadyTrader,
    "sharp": SharpTrader,
    "rogue": RogueTrader,
}
CHAT = ("Anyone for a swap?", "Good luck, all.", "Who needs green?", "I keep my word.")


def bot(goods: Goods, taste: Taste, level: str, seat: str, seed: int) -> Bot:
    """The bot of that level. ValueError for a level there is not."""
    if level == "random":
        return RandomTrader(goods, seed)
    if level in MINDS:
        return MINDS[level](goods, taste, seed)
    raise ValueError(f"there is no bot of level {level!r}")


def adviser(goods: Goods, taste: Taste) -> Bot:
    """Whose moves the coach proposes."""
    return Adviser(goods, taste, 0)


class RandomTrader(Trader):
    """Plays whatever is legal, chats, and now and then proposes or accepts a deal and keeps to it."""

    def begin(self, sight: Sight) -> None:
        self.offers: dict[str, str] = {}
        self.proposals: dict[str, Pair] = {}
        self.silent = self.draw(f"round {sight.round}: silent").chance(0.1)  # a seat may also seal nothing

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        moves: list[Move] = []
        if self.silent:
            return moves
        if self.turns == 1:
            self._offer_anything(sight, draw)
            moves += self._propose_anything(sight, draw)
        for message in [m for m in news if m.of_two]:
            moves += self._answer(sight, message, draw)
        orders = {"offers": [{"to": to, "give": give} for to, give in self.offers.items()]}
        moves.append(Seal(orders))
        if draw.chance(0.02):
            moves.append(Say("lounge", draw.pick(CHAT)))
        return moves

    def _left(self, sight: Sight) -> list[str]:
        """What it can still give, one entry for each piece."""
        spent = list(self.offers.values())
        free = sight.view.free
        return [k for k in self.goods.kinds for _ in range(free.get(k, 0) - spent.count(k))]

    def _open(self, sight: Sight) -> list[str]:
        """With whom it can still trade."""
        return [str(c.value) for c in sight.asks.open("offer.to") if c.value not in self.offers]

    def _offer_anything(self, sight: Sight, draw: Draw) -> None:
        for _ in range(draw.below(self.goods.limit + 1)):
            partners, left = self._open(sight), self._left(sight)
            if partners and left:
                self.offers[draw.pick(partners)] = draw.pick(left)

    def _propose_anything(self, sight: Sight, draw: Draw) -> list[Move]:
        partners, left = self._open(sight), self._left(sight)
        if not partners or not left or not draw.chance(0.6):
            return []
        to, give, want = draw.pick(partners), draw.pick(left), draw.pick(self.goods.kinds)
        self.proposals[to] = (give, want)
        return [self.propose(to, give, want)]

    def _answer(self, sight: Sight, message: Message, draw: Draw) -> list[Move]:
        deal, by = message.deal, message.by
        if deal is None or not self.is_deal(deal) or by in self.offers:
            return []
        mine = self.proposals.pop(by, None) == (deal.want, deal.give)
        if by not in self._open(sight) or not (mine or draw.chance(0.5)):
            return []
        while self.offers and (len(self.offers) >= self.goods.limit or deal.want not in self._left(sight)):
            self.offers.pop(next(iter(self.offers)))
        if deal.want not in self._left(sight):
            return []
        self.offers[by] = deal.want
        return [] if mine else [self.accept(by, deal.want, deal.give)]
