"""Base of trading bots: turns, sentences, the valuation of trades, and a round's bargaining."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.contract import Do, Done, Move, Say, holds_back
from core.dice import Dice, Draw
from core.games.trading.bots.taste import Pair, Taste
from core.games.trading.offers import Goods, Orders, Swap
from core.games.trading.structs import Sight, TradingView
from core.json import Json
from core.talk.channels import CLOSING, Deal, Message
from core.talk.parsing.utterance import Tongue, Utterance, tongue, utterance


class Trader:
    """A bot of a trading game. A level defines the start of a round, and bargaining."""

    def __init__(self, goods: Goods, seed: int) -> None:
        self.goods = goods
        self.dice = Dice(seed)
        self.round = -1
        """The round of the last turn; -1 before the first."""
        self.read_count = 0
        self.holding_back = False
        """True while it settles nothing with other bots."""
        self.held_back = False
        self.opening = False
        """True until it has had a turn in which it could settle with other bots."""
        self.turns = 0
        """Turns in this round, with the present one."""
        self.messages_to_it = 0
        """Messages to it alone in this round."""

    def turn(self, sight: Sight) -> list[Move]:
        if sight.pending is not None:
            kind = sight.pending.kind
            chosen = self.draw(kind).pick(self.prefer(kind, sight.pending.among))
            return [Do({"kind": kind, "player": chosen})]
        if sight.phase != "round":
            return [] if sight.ready or sight.phase in ("decision", "finished") else [Done()]
        if sight.round != self.round or len(sight.heard) < self.read_count:
            self.begin(sight)
            self.round, self.turns = sight.round, 0
        self.holding_back = holds_back(sight)
        self.opening = self.held_back or self.holding_back
        if self.held_back and not self.holding_back:
            self.turns = 0
            # Messages of other bots meanwhile are news now.
            self.read_count = sum(m.round < sight.round for m in sight.heard)
        self.held_back = self.holding_back
        self.turns += 1
        self.messages_to_it = sum(m.of_two and m.sender != sight.seat and m.round == sight.round for m in sight.heard)
        news = self.take_news(sight)
        if self.holding_back:
            news = [m for m in news if m.sender in sight.people]
        moves = self.bargain(sight, news, self.draw(f"round {sight.round}, turn {self.turns}"))
        if self.holding_back:
            return moves  # not ready: it has not begun to trade with bots
        return moves if sight.ready and not moves else [*moves, Done()]

    def draw(self, name: str) -> Draw:
        return self.dice.draw(name)

    def take_news(self, sight: Sight) -> list[Message]:
        """Return others' messages since the last turn, in this round."""
        new = sight.heard[self.read_count :]
        self.read_count = len(sight.heard)
        return [m for m in new if m.sender != sight.seat and m.round == sight.round]

    def is_deal(self, deal: Deal | None) -> bool:
        return deal is not None and deal.give in self.goods.pool and deal.want in self.goods.pool

    def prefer(self, kind: str, among: tuple[str, ...]) -> tuple[str, ...]:
        return among

    def begin(self, sight: Sight) -> None:
        raise NotImplementedError

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        raise NotImplementedError

    def propose(self, to: str, give: str, want: str) -> Say:
        return Say((to,), f"My {self.goods.named(give)} for your {self.goods.named(want)}?", Deal(give, want))

    def accept(self, to: str, give: str, want: str) -> Say:
        return Say((to,), f"Agreed: my {self.goods.named(give)} for your {self.goods.named(want)}.", Deal(give, want))


NO = "No, thank you."
FULL = "Sorry, I am promised elsewhere this time."
KEEP = "I keep to what we agreed."
MEAGRE = "I hope for more than that this time."
OFF = "Sorry, I have to take my word back: our trade is off."
LATER = "We traded last time: not again before the one after this."
ENOUGH = "Let us leave it at that until the close."

PROVE = "Then show me: first a deal that pays me more than you, and kept."
DECLINES = (NO, FULL, MEAGRE, OFF, LATER, ENOUGH)
"""Sentences that close a proposal, besides occasions in `CLOSING`."""


def none_words(goods: Goods, kind: str) -> str:
    return f"I have {goods.none_of(kind)} to give."


def how_words(goods: Goods) -> str:
    own, other = (goods.named(kind) for kind in goods.kinds[:2])
    return f"I did not get all of that. Put it as \u201cmy {own} for your {other}\u201d, and I shall answer."


def reproach(goods: Goods, kind: str) -> str:
    named = goods.named(kind)
    return f"You had promised me {'an' if named[0] in 'aeiou' else 'a'} {named}. I shall remember that."


def declined(message: Message) -> bool:
    return message.text in DECLINES or message.occasion in CLOSING


def parse_talk(goods: Goods, seats: tuple[str, ...], message: Message) -> Utterance:
    return utterance(message, outside=tongue_of(goods, seats))


def tongue_of(goods: Goods, seats: tuple[str, ...] = ()) -> Tongue:
    plurals = {goods.plurals.get(kind, f"{kind}s"): kind for kind in goods.kinds}
    words = {kind: kind for kind in goods.kinds} | plurals
    return tongue((), seats, words=tuple(words.items()))


class Bargaining:
    def __init__(self, goods: Goods, taste: Taste, view: TradingView) -> None:
        self.goods = goods
        self.taste = taste
        self.view = view
        self.proposed: dict[str, Pair] = {}
        self.tried: dict[str, list[Pair]] = {}
        """Own proposals of this round, open or not, by partner."""
        self.asked: dict[str, set[Pair]] = {}
        """Deals that each partner has proposed in this round: it would like them."""
        self.answered: dict[str, int] = {}
        """Answers to proposals, by partner."""
        self.full: dict[str, bool] = {}
        """Partners that take no more deals in this round."""
        self.agreed: dict[str, Pair] = {}
        self.given: dict[str, str] = {}
        """Goods that will really be given, by partner; a broken promise differs."""
        self.barred: frozenset[str] = frozenset()
        """Seats that it has promised not to trade with in this round."""
        self._worth: dict[tuple[Pair, ...], float] = {}

    def worth(self, pairs: tuple[Pair, ...]) -> float:
        """Return the round's worth with these trades, in points; cached."""
        if pairs not in self._worth:
            self._worth[pairs] = self.taste.worth(self.view, pairs)
        return self._worth[pairs]

    def gain(self, partner: str, gave: str, got: str, without: str | None = None) -> float:
        so_far = tuple(pair for other, pair in self.agreed.items() if other not in (partner, without))
        return self.worth((*so_far, (gave, got))) - self.worth(so_far) + self.taste.bond(self.view, partner)

    def free(self, kind: str, without: str | None = None) -> int:
        """Return the pieces of a kind that are neither locked nor promised to others than `without`."""
        promised = sum(give == kind for partner, give in self.given.items() if partner != without)
        return int(self.view.free.get(kind, 0)) - promised

    def is_pledged(self, kind: str) -> bool:
        return sum(give == kind for give, _ in self.proposed.values()) >= self.free(kind)

    def has_room(self, partner: str, gave: str, without: str | None = None) -> bool:
        """True if this trade can still be agreed: a slot left, the good unpromised, the partner open. The deal with
        `without` does not count."""
        return (
            partner not in self.agreed
            and partner not in self.barred
            and len(self.agreed) - (without in self.agreed) < self.goods.limit
            and self.free(gave, without=without) > 0
            and partner not in self.view.closed_partners
        )

    def propose(self, partner: str, gave: str, got: str) -> None:
        self.proposed[partner] = (gave, got)
        self.tried.setdefault(partner, []).append((gave, got))

    def agree(self, partner: str, gave: str, got: str) -> None:
        """Record a promise, kept unless `given` is changed."""
        self.proposed.pop(partner, None)
        self.agreed[partner] = (gave, got)
        self.given[partner] = gave

    def drop(self, partner: str) -> None:
        self.proposed.pop(partner, None)
        self.agreed.pop(partner, None)
        self.given.pop(partner, None)

    def promises(self) -> tuple[Swap, ...]:
        return tuple(Swap(partner, gave, got) for partner, (gave, got) in self.agreed.items())

    def orders(self) -> Json:
        offers = [{"to": partner, "give": give} for partner, give in self.given.items()]
        left = {kind: self.free(kind) for kind in self.goods.kinds}
        hopes = sorted(self.proposed.items(), key=lambda hope: -self.gain(hope[0], *hope[1]))
        for partner, (give, _) in hopes:
            if len(offers) < self.goods.limit and left[give] > 0:
                offers.append({"to": partner, "give": give})
                left[give] -= 1
        return {"offers": offers}


def recall(deals: Bargaining, seat: str, messages: Sequence[Message]) -> None:
    """Restore `deals` from the private conversations of `seat` in one round."""
    open_proposals: dict[str, Pair] = {}
    for message in messages:
        if not message.of_two:
            continue
        other = next(reader for reader in message.readers if reader != seat)
        deal = message.deal
        if message.sender == seat:
            deals.answered[other] = deals.answered.get(other, 0) + (other in open_proposals)
            if deal is not None and open_proposals.get(other) == (deal.give, deal.want):
                deals.agree(other, deal.give, deal.want)
            elif deal is not None:
                deals.propose(other, deal.give, deal.want)
            elif declined(message):
                deals.drop(other)
                deals.full[other] = message.text == OFF
        elif deal is not None:
            open_proposals[other] = (deal.want, deal.give)
            deals.asked.setdefault(other, set()).add(open_proposals[other])
            if deals.proposed.get(other) == open_proposals[other]:
                deals.agree(other, *open_proposals[other])
        elif declined(message):
            deals.drop(other)
            deals.full[other] = message.text == FULL


def keep_sealed(deals: Bargaining, sealed: Orders | None) -> None:
    sealed_goods = {offer.to: offer.give for offer in sealed.offers} if sealed is not None else {}
    for partner in list(deals.agreed):
        if partner in sealed_goods:
            deals.given[partner] = sealed_goods[partner]
        else:
            deals.drop(partner)


def news_to_answer(seat: str, messages: Sequence[Message], news: Sequence[Message]) -> list[Message]:
    """Return the news after this seat's own last message in the same conversation, without withdrawn ones."""
    last = {m.key: index for index, m in enumerate(messages) if m.sender == seat or (m.of_two and declined(m))}
    return [m for index, m in enumerate(messages) if m in news and index > last.get(m.key, -1)]


def count_unanswered(seat: str, other: str, messages: Sequence[Message]) -> int:
    count = 0
    for message in messages:
        if message.of_two and other in message.readers:
            count = 0 if message.sender == other else count + (message.deal is not None)
    return count
