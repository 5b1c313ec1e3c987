"""Bargaining: what a trade is worth to a bot, and what it has proposed and agreed this round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.games.trading.bots.trader import FULL, OFF, declined
from core.games.trading.goods import Goods
from core.games.trading.offers import Orders, Swap
from core.games.trading.structs import TradingView
from core.json import Json
from core.talk.channels import Message

Pair = tuple[str, str]
"""(gave, got), from one's own side."""


class Taste(Protocol):
    """What one game's trades are worth, as far as a seat can tell from its View."""

    rounds: int
    """How many rounds the game has."""

    def shortsighted(self) -> Taste:
        """The judgement of somebody who looks at this round alone."""
        ...

    def worth(self, view: TradingView, done: tuple[Pair, ...]) -> float:
        """What the round and the hand after it are worth with these trades, in points."""
        ...

    def bond(self, view: TradingView, partner: str) -> float:
        """What it is worth beyond that to have traded with this partner."""
        ...

    def appeal(self, view: TradingView, gave: str, got: str) -> float:
        """What the partner of such a trade may think it worth: it gets `gave` and gives `got`."""
        ...


class Bargaining:
    """The bargaining of one seat in one round."""

    def __init__(self, goods: Goods, taste: Taste, view: TradingView) -> None:
        self.goods = goods
        self.taste = taste
        self.view = view
        self.proposed: dict[str, Pair] = {}
        """Own proposals that are still open, by partner."""
        self.tried: dict[str, list[Pair]] = {}
        """Own proposals of this round, open or not, by partner."""
        self.asked: dict[str, set[Pair]] = {}
        """By partner, what it has proposed itself in this round: that it would have."""
        self.answered: dict[str, int] = {}
        """How many proposals of each partner were answered this round."""
        self.full: dict[str, bool] = {}
        """Partners that have no slot left."""
        self.agreed: dict[str, Pair] = {}
        """What was promised, by partner."""
        self.given: dict[str, str] = {}
        """What will really be given, by partner; a broken word differs from the promise."""
        self.barred: frozenset[str] = frozenset()
        """With whom it has promised not to trade in this round."""
        self._worth: dict[tuple[Pair, ...], float] = {}

    def worth(self, done: tuple[Pair, ...]) -> float:
        """What the round is worth with these trades, in points; worked out once each."""
        if done not in self._worth:
            self._worth[done] = self.taste.worth(self.view, done)
        return self._worth[done]

    def gain(self, partner: str, gave: str, got: str, but: str | None = None) -> float:
        """What this trade adds to those already agreed (with others than `but`)."""
        so_far = tuple(pair for other, pair in self.agreed.items() if other not in (partner, but))
        return self.worth((*so_far, (gave, got))) - self.worth(so_far) + self.taste.bond(self.view, partner)

    def free(self, kind: str, but: str | None = None) -> int:
        """How many of a kind are neither locked nor promised (to others than `but`)."""
        promised = sum(give == kind for partner, give in self.given.items() if partner != but)
        return int(self.view.free.get(kind, 0)) - promised

    def pledged(self, kind: str) -> bool:
        """Is every free one of a kind already part of an open proposal?"""
        return sum(give == kind for give, _ in self.proposed.values()) >= self.free(kind)

    def has_room(self, partner: str, gave: str, but: str | None = None) -> bool:
        """Can this trade still be agreed: a slot left, the thing unpromised, the partner open? With `but`: if there
        were no deal with that one."""
        return (
            partner not in self.agreed
            and partner not in self.barred
            and len(self.agreed) - (but in self.agreed) < self.goods.limit
            and self.free(gave, but=but) > 0
            and partner not in self.view.closed_partners
        )

    def propose(self, partner: str, gave: str, got: str) -> None:
        """Note a proposal of one's own, in place of an earlier one to this partner."""
        self.proposed[partner] = (gave, got)
        self.tried.setdefault(partner, []).append((gave, got))

    def agree(self, partner: str, gave: str, got: str) -> None:
        """Note a promise, meant honestly unless `given` is changed."""
        self.proposed.pop(partner, None)
        self.agreed[partner] = (gave, got)
        self.given[partner] = gave

    def drop(self, partner: str) -> None:
        """Forget what was proposed to or agreed with a partner: one of the two said no."""
        self.proposed.pop(partner, None)
        self.agreed.pop(partner, None)
        self.given.pop(partner, None)

    def promises(self) -> tuple[Swap, ...]:
        """What was agreed, to be held against the report."""
        return tuple(Swap(partner, gave, got) for partner, (gave, got) in self.agreed.items())

    def orders(self) -> Json:
        """The offers to seal: what was agreed, then the best proposals that are still open."""
        offers = [{"to": partner, "give": give} for partner, give in self.given.items()]
        left = {kind: self.free(kind) for kind in self.goods.kinds}
        hopes = sorted(self.proposed.items(), key=lambda hope: -self.gain(hope[0], *hope[1]))
        for partner, (give, _) in hopes:
            if len(offers) < self.goods.limit and left[give] > 0:
                offers.append({"to": partner, "give": give})
                left[give] -= 1
        return {"offers": offers}


def recall(deals: Bargaining, seat: str, said: Sequence[Message]) -> None:
    """Take up in `deals` what `seat` said and heard in conversations of two, in one round."""
    standing: dict[str, Pair] = {}
    for message in said:
        if not message.of_two:
            continue
        other = next(reader for reader in message.readers if reader != seat)
        deal = message.deal
        if message.by == seat:
            deals.answered[other] = deals.answered.get(other, 0) + (other in standing)
            if deal is not None and standing.get(other) == (deal.give, deal.want):
                deals.agree(other, deal.give, deal.want)
            elif deal is not None:
                deals.propose(other, deal.give, deal.want)
            elif declined(message.text):
                deals.drop(other)
                deals.full[other] = message.text == OFF
        elif deal is not None:
            standing[other] = (deal.want, deal.give)
            deals.asked.setdefault(other, set()).add(standing[other])
            if deals.proposed.get(other) == standing[other]:
                deals.agree(other, *standing[other])
        elif declined(message.text):
            deals.drop(other)
            deals.full[other] = message.text == FULL


def keep_sealed(deals: Bargaining, sealed: Orders | None) -> None:
    """Of what was agreed, only what was then sealed stands, and with what was sealed for it."""
    given = {offer.to: offer.give for offer in sealed.offers} if sealed is not None else {}
    for partner in list(deals.agreed):
        if partner in given:
            deals.given[partner] = given[partner]
        else:
            deals.drop(partner)


def unanswered(seat: str, said: Sequence[Message], news: Sequence[Message]) -> list[Message]:
    """Of the news, what came after this seat's own last word in the same conversation, and was not taken back."""
    last = {m.key: at for at, m in enumerate(said) if m.by == seat or (m.of_two and declined(m.text))}
    return [m for at, m in enumerate(said) if m in news and at > last.get(m.key, -1)]


def unheard(seat: str, other: str, said: Sequence[Message]) -> int:
    """How many proposals in a row `seat` has made to somebody who said nothing to it since."""
    count = 0
    for message in said:
        if message.of_two and other in message.readers:
            count = 0 if message.by == other else count + (message.deal is not None)
    return count
