"""What both levels of bots of the trading games have: the course of a turn, what is new, how a deal is worded, what a
trade is worth, and what was proposed and agreed this round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.bots.contract import Do, Done, Move, Say
from core.dice import Dice, Draw
from core.games.trading.offers import Goods, Orders, Swap
from core.games.trading.structs import Sight, TradingView
from core.json import Json
from core.talk import parsing
from core.talk.channels import Deal, Message
from core.talk.parsing import Heard
from core.talk.parsing.offers import Wish, wish_in
from core.talk.parsing.replies import is_off
from core.talk.voices import DECLINING, occasion_of


class Trader:
    """A bot of a trading game. A level says what to do when a round begins, and how to bargain in it."""

    def __init__(self, goods: Goods, seed: int) -> None:
        self.goods = goods
        self.dice = Dice(seed)
        self.round = -1
        """The round of the last turn; -1 before the first."""
        self.heard = 0
        """How many messages it has dealt with."""
        self.turns = 0
        """Turns in this round, this one included."""
        self.told = 0
        """What others have told it alone in this round, so many times."""

    def turn(self, sight: Sight) -> list[Move]:
        """The contract of `Bot`."""
        if sight.pending is not None:
            named = self.draw(f"{sight.pending.kind}").pick(self.prefer(sight.pending.kind, sight.pending.among))
            return [Do({"kind": sight.pending.kind, "player": named})]
        if sight.phase != "round":
            return [] if sight.ready or sight.phase in ("decision", "finished") else [Done()]
        if sight.round != self.round or len(sight.heard) < self.heard:
            self.begin(sight)
            self.round, self.turns = sight.round, 0
        self.turns += 1
        self.told = sum(m.of_two and m.by != sight.seat and m.round == sight.round for m in sight.heard)
        moves = self.bargain(sight, self.fresh(sight), self.draw(f"round {sight.round}, turn {self.turns}"))
        return moves if sight.ready and not moves else [*moves, Done()]

    def draw(self, name: str) -> Draw:
        """Its own dice, by what they are for."""
        return self.dice.draw(name)

    def fresh(self, sight: Sight) -> list[Message]:
        """What others said since the last turn, in this round."""
        new = sight.heard[self.heard :]
        self.heard = len(sight.heard)
        return [m for m in new if m.by != sight.seat and m.round == sight.round]

    def is_deal(self, deal: Deal | None) -> bool:
        """A deal in the goods of this game; people can propose anything."""
        return deal is not None and deal.give in self.goods.pool and deal.want in self.goods.pool

    def prefer(self, kind: str, among: tuple[str, ...]) -> tuple[str, ...]:
        """Whom it would name in a choice of this kind, as far as it cares: some of `among`."""
        return among

    def begin(self, sight: Sight) -> None:
        """A round begins, or this one begins again, or the bot has just sat down."""
        raise NotImplementedError

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        """What to say and seal in this turn; `news` is what `fresh` gives."""
        raise NotImplementedError

    def propose(self, to: str, give: str, want: str) -> Say:
        """The words of a proposal."""
        a, b = self.goods.named(give), self.goods.named(want)
        return Say((to,), f"My {a} for your {b}?", Deal(give, want))

    def accept(self, to: str, give: str, want: str) -> Say:
        """The words of a yes: the other's deal, from this side."""
        a, b = self.goods.named(give), self.goods.named(want)
        return Say((to,), f"Agreed: my {a} for your {b}.", Deal(give, want))


NO = "No, thank you."
FULL = "Sorry, I am promised elsewhere this time."
KEEP = "I keep to what we agreed."
MEAGRE = "I hope for more than that this time."
OFF = "Sorry, I have to take my word back: our trade is off."
LATER = "We traded last time: not again before the one after this."
ENOUGH = "Let us leave it at that until the close."

PROVE = "Then show me: first a deal that pays me more than you, and kept."
DECLINES = (NO, FULL, MEAGRE, OFF, LATER, ENOUGH)
"""What closes a proposal when another says it; so does `none`."""
_NONE = "I have {} to give."


def none(goods: Goods, kind: str) -> str:
    """Why one cannot: there is nothing of the kind to give."""
    return _NONE.format(goods.none_of(kind))


def how(goods: Goods) -> str:
    """What to say so that a bot understands."""
    a, b = (goods.named(kind) for kind in goods.kinds[:2])
    return f"I did not get all of that. Put it as \u201cmy {a} for your {b}\u201d, and I shall answer."


def reproach(goods: Goods, kind: str) -> str:
    """To somebody who did not do what was agreed."""
    named = goods.named(kind)
    return f"You had promised me {'an' if named[0] in 'aeiou' else 'a'} {named}. I shall remember that."


def declined(text: str) -> bool:
    """Is this one of the sentences with which a bot declines, or says that an agreement has ended?"""
    start, end = _NONE.split("{}")
    has_none = text.startswith(f"{start}no ") and text.endswith(end)
    return text in DECLINES or has_none or is_off(text) or occasion_of(text) in DECLINING


def hear(goods: Goods, text: str, names: Sequence[str] = ()) -> Heard:
    """What plain words to those `names` mean, in these goods."""
    return parsing.hear(_words(goods), text, names)


def wish(goods: Goods, text: str) -> Wish | None:
    """Half a proposal in plain words, in these goods."""
    return wish_in(_words(goods), text)


def _words(goods: Goods) -> dict[str, str]:
    plurals = {goods.plurals.get(kind, f"{kind}s"): kind for kind in goods.kinds}
    return {kind: kind for kind in goods.kinds} | plurals


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
