"""The other levels of the trading games, each by what sets it apart from `steady`."""

from __future__ import annotations

from math import inf

from core.bots.contract import Move, Seal
from core.dice import Draw
from core.games.trading.bots.bargain import Bargaining, Taste, recall
from core.games.trading.bots.steady import SteadyTrader
from core.games.trading.goods import Goods
from core.games.trading.structs import Sight
from core.talk.channels import Message


class TrustingTrader(SteadyTrader):
    """Simple and honest: looks at this round alone, proposes one thing after the other, and keeps every word."""

    TEMPERS: tuple[float, ...] = (1.0,)
    SPREAD = 0
    TRIES = 1
    NEXT = inf

    def __init__(self, goods: Goods, taste: Taste, seed: int) -> None:
        super().__init__(goods, taste.shortsighted(), seed)


class SharpTrader(SteadyTrader):
    """Asks everybody, takes only what is worth a slot, and keeps its word until the last close."""

    TEMPERS: tuple[float, ...] = (1.0,)
    LEAST = 1.2
    SHARE = 0.8
    SPREAD = 7
    TRIES = 4
    FLOOR = 0.25
    """The part of its hope with which it is content in the end."""
    PATIENCE = 8
    """After how many words from others it begins to give in, in a round, and in how many more it has done so."""
    LAST_WORTH = 0.5
    """What a broken word must bring at the last close, after which nobody remembers it."""

    def share(self) -> float:
        """Much at first, and less as the round goes on: who never gives in is left with empty slots."""
        spent = min(1.0, max(0, self.told - self.PATIENCE) / self.PATIENCE)
        return self.SHARE + (self.FLOOR - self.SHARE) * spent

    def scruple(self, deals: Bargaining) -> float:
        return self.LAST_WORTH if deals.view.round >= self.taste.rounds else inf

    def _agree(self, deals: Bargaining, by: str, give: str, want: str, draw: Draw) -> None:
        meant = self.gift(deals, by, give, want)[1]
        deals.agree(by, give, want)
        deals.given[by] = meant


class Adviser(SharpTrader):
    """Whose moves the coach proposes: a sharp bot that keeps its word at the last close, too, goes on from what was
    said in its seat, and offers nothing but what is agreed."""

    def begin(self, sight: Sight) -> None:
        super().begin(sight)
        assert self.deals is not None
        said = [message for message in sight.heard if message.round == sight.round]
        recall(self.deals, sight.seat, said)
        agreed, self.deals.agreed, self.deals.given = self.deals.agreed, {}, {}
        for partner, (give, got) in agreed.items():  # what came too late is answered so
            if self.deals.has_room(partner, give):
                self.deals.agree(partner, give, got)
        self.settled = False

    def scruple(self, deals: Bargaining) -> float:
        return inf

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        moves = [move for move in super().bargain(sight, news, draw) if not isinstance(move, Seal)]
        assert self.deals is not None
        return [*moves, Seal({"offers": [{"to": to, "give": give} for to, give in self.deals.given.items()]})]


class RogueTrader(SteadyTrader):
    """Charming, and breaks three promises in ten: not where it pays most, but as it comes."""

    BREAKS = 0.3

    def _agree(self, deals: Bargaining, by: str, give: str, want: str, draw: Draw) -> None:
        deals.agree(by, give, want)
        if draw.chance(self.BREAKS):
            others = [kind for kind in self.goods.kinds if kind != give and deals.free(kind, but=by) > 0]
            if others:
                deals.given[by] = max(others, key=lambda kind: deals.gain(by, kind, want))
