"""What both levels of bots of the trading games have: the course of a turn, what is new, and how a deal is worded."""

from __future__ import annotations

from core.bots.company.voices import DECLINING, occasion_of
from core.bots.contract import Do, Done, Move, Say
from core.dice import Dice, Draw
from core.games.trading.goods import Goods
from core.games.trading.structs import Sight
from core.talk import parsing
from core.talk.channels import Deal, Message
from core.talk.parsing import Heard
from core.talk.parsing.replies import is_off
from core.talk.parsing.wishes import Wish, wish_in


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
    return f"Tell me as \u201cmy {a} for your {b}\u201d, and I shall answer."


def reproach(goods: Goods, kind: str) -> str:
    """To somebody who did not do what was agreed."""
    named = goods.named(kind)
    return f"You had promised me {'an' if named[0] in 'aeiou' else 'a'} {named}. I shall remember that."


def declined(text: str) -> bool:
    """Is this one of the sentences with which a bot declines, or says that an agreement has ended?"""
    start, end = _NONE.split("{}")
    has_none = text.startswith(f"{start}no ") and text.endswith(end)
    return text in DECLINES or has_none or is_off(text) or occasion_of(text) in DECLINING


def hear(goods: Goods, text: str) -> Heard:
    """What plain words mean, in these goods."""
    return parsing.hear(_words(goods), text)


def wish(goods: Goods, text: str) -> Wish | None:
    """Half a proposal in plain words, in these goods."""
    return wish_in(_words(goods), text)


def _words(goods: Goods) -> dict[str, str]:
    plurals = {goods.plurals.get(kind, f"{kind}s"): kind for kind in goods.kinds}
    return {kind: kind for kind in goods.kinds} | plurals
