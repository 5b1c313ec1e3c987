"""What both levels of bots of the trading games have: the course of a turn, what is new, and how a deal is worded."""

from __future__ import annotations

from core.bots import Do, Done, Move, Say
from core.dice import Dice, Draw
from core.games.trading.goods import Goods
from core.games.trading.structs import Sight
from core.talk import Deal, Message


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
