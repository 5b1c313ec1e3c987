"""Schemes of people, played by somebody whom bots take for a person: a good trader in everything but the scheme.

`liar4` keeps its word until round 4, then gives what pays it most (likewise for each round); `flatterer` and `allied`
lie from round 5, after kind words to everybody, or after a pact with everybody; `slanderer` keeps its own word and
tells in each round that one seat broke theirs. In `king` a kingmaker gives its king what the king likes best.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from core.bots.contract import Move, Say, Seal
from core.dice import Draw
from core.games.trading.bots import SharpTrader
from core.games.trading.bots.taste import Taste
from core.games.trading.bots.trader import Bargaining
from core.games.trading.offers import Goods
from core.games.trading.structs import Sight
from core.talk.channels import Message
from core.talk.parsing.asks import tale

ROUNDS = 7
"""Of both trading games."""
FROM = 5
"""From which round flatterers and allies lie."""
KIND = "You play well, and I trust you."
PACT = "Let us make a pact and keep our word to each other."


class Liar(SharpTrader):
    """Keeps its word until a round, and from then on gives what pays it most."""

    def __init__(self, goods: Goods, taste: Taste, seed: int, first: int = FROM, words: str = "") -> None:
        super().__init__(goods, taste, seed)
        self._first, self._words = first, words

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        kind = [Say((seat,), self._words) for seat in sight.partners] if self._words and self.turns == 1 else []
        return [*(kind if sight.round in (1, 3, FROM) else []), *super().bargain(sight, news, draw)]

    @property
    def _lies(self) -> bool:
        return self.round >= self._first or (self.deals is not None and self.deals.view.round >= self._first)

    def _pays(self, deals: Bargaining, by: str, want: str) -> tuple[float, str]:
        """What it brings to get something for whatever is best to give, and what that is."""
        kinds = [kind for kind in self.goods.kinds if deals.free(kind, without=by) > 0]
        return max(((deals.gain(by, kind, want), kind) for kind in kinds), default=(0.0, want))

    def content(self, gain: float, partner: str, give: str, want: str) -> bool:
        if self._lies and self.deals is not None and partner:
            gain = self._pays(self.deals, partner, want)[0]
        return super().content(gain, partner, give, want)

    def best_deal(
        self, deals: Bargaining, partner: str, give_only: str | None = None, want_only: str | None = None
    ) -> tuple[float, str, str] | None:
        """While it lies: what brings most, for what the other likes best, meant or not."""
        if not self._lies:
            return super().best_deal(deals, partner, give_only, want_only)
        found = []
        for want in self.goods.kinds:
            gain = self._pays(deals, partner, want)[0]
            for give in self.goods.kinds:
                likes = self.taste.appeal(deals.view, give, want)
                if deals.has_room(partner, give) and (give, want) not in deals.tried.get(partner, ()) and likes > 0:
                    found.append((gain * min(1.0, 0.3 + 0.15 * likes), give, want))
        best = max(found, default=None)
        return best if best is not None and best[0] > 0 else None

    def _agree(self, deals: Bargaining, by: str, give: str, want: str, draw: Draw) -> None:
        deals.agree(by, give, want)
        if self._lies:
            deals.given[by] = self._pays(deals, by, want)[1]


class Slanderer(Liar):
    """Honest, but for what it tells of one seat."""

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        about = sight.seats[(sight.seats.index(sight.seat) + 1) % len(sight.seats)]
        slander = [Say("lounge", tale(about))] if self.turns == 1 and sight.round > 1 else []
        return [*slander, *super().bargain(sight, news, draw)]


class King(Liar):
    """Takes in each round, first of all, what its kingmaker gives: that was agreed on elsewhere. Else it lies in the
    end."""

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        moves = super().bargain(sight, news, draw)
        return [_with_offer(self.goods, sight, move, _other(sight, -1), self._spare) for move in moves]

    def _spare(self, sight: Sight, kinds: list[str]) -> str:
        """What costs the king least."""
        assert self.deals is not None
        return max(kinds, key=lambda kind: self.deals.worth(((kind, kind),)) if self.deals else 0.0)


class Kingmaker(Liar):
    """Gives the seat after its own, in each round, what is best for that one."""

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        moves = super().bargain(sight, news, draw)
        return [_with_offer(self.goods, sight, move, _other(sight, 1), self._gift) for move in moves]

    def _gift(self, sight: Sight, kinds: list[str]) -> str:
        return max(kinds, key=lambda kind: self.taste.appeal(sight.view, kind, kind))


def _other(sight: Sight, step: int) -> str:
    return sight.seats[(sight.seats.index(sight.seat) + step) % len(sight.seats)]


def _with_offer(goods: Goods, sight: Sight, move: Move, to: str, choose: Any) -> Move:
    """Orders with an offer to the ally in place of the last one, where there is room and something left to give."""
    if not isinstance(move, Seal) or to in sight.view.closed_partners:
        return move
    offers = [offer for offer in move.orders["offers"] if offer["to"] != to][: goods.limit - 1]
    spent = [offer["give"] for offer in offers]
    left = [kind for kind in goods.kinds if sight.view.free.get(kind, 0) > spent.count(kind)]
    return Seal({"offers": [*offers, {"to": to, "give": choose(sight, left)}]}) if left else move


SCHEMES: dict[str, Any] = {
    **{f"liar{first}": partial(Liar, first=first) for first in range(1, ROUNDS + 2)},
    "flatterer": partial(Liar, words=KIND),
    "allied": partial(Liar, words=PACT),
    "slanderer": partial(Slanderer, first=ROUNDS + 1),
    "king": King,
    "kingmaker": Kingmaker,
}
PAIRS = {"king": "kingmaker"}
"""Who wins, by whose help, who sits before it."""
