"""What both levels of bots share: when they seal, and how they haggle. They see a Sight, and nothing else.

A bot writes its orders once a round, may propose one trade at a time to another seat, and answers proposals made to
it alone. A proposal is a message with a deal whose text names the place to meet; agreeing is sending the same deal
the other way round; any other answer declines.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from msgspec import structs

from core.bots import Do, Done, Move, Say, Seal, Sight
from core.dice import Dice, Draw
from core.games.day_of_mercury.spec import SINS
from core.games.day_of_mercury.state import Orders, Trade, json
from core.games.day_of_mercury.words import meeting, place_in
from core.ledger import Pending
from core.talk import Deal, Message


class TradingBot(ABC):
    """A bot that seals orders, haggles, and says when it is done."""

    def __init__(self, seat: str, seed: int) -> None:
        self.seat = seat
        self.dice = Dice(seed)
        self.round = -1
        self.turns = 0
        self.read = 0
        """How many messages it has dealt with."""
        self.orders: Orders | None = None
        """What it has sealed this round."""
        self.agreed = False
        """Has it shaken hands on this round's trade?"""
        self.asked: list[str] = []
        """To whom it has proposed a trade this round."""

    def turn(self, sight: Sight) -> list[Move]:
        """Orders and a proposal when a round opens; answers when someone speaks; choices when they are due."""
        if sight.pending is not None:
            return [Do(self.choose(sight, sight.pending))]
        if sight.phase in ("decision", "finished"):
            return []
        if not sight.asks.orders:
            return [] if sight.ready else [Done()]
        lost = self.orders is not None and sight.sealed is None  # the host went back to the start of the round
        if sight.round != self.round or lost:
            self._open(sight)
            draw = self.draw("plan")
            self.orders = self.write(sight, draw)
            return [*self._seal(), *self.propose(sight, draw), Done()]
        self.turns += 1
        fresh = sight.heard[self.read :]
        self.read = len(sight.heard)
        moves: list[Move] = []
        for message in fresh:
            if message.by != self.seat and message.round == sight.round and len(message.readers) == 2:
                moves += self._answer(sight, message)
        return [*moves, Done()] if moves or not sight.ready else []

    def _open(self, sight: Sight) -> None:
        self.round, self.turns, self.read = sight.round, 0, len(sight.heard)
        self.orders, self.agreed, self.asked = None, False, []

    def _seal(self) -> list[Move]:
        return [] if self.orders is None else [Seal(json(self.orders))]

    def draw(self, what: str) -> Draw:
        """Its own dice for this moment."""
        return self.dice.draw(f"{self.seat}, round {self.round}, turn {self.turns}: {what}")

    # --- haggling --------------------------------------------------------------------------------------------

    def offer_deal(self, partner: str, give: str, want: str, place: str) -> list[Move]:
        """Propose a trade to a seat, and order it."""
        assert self.orders is not None
        self.asked.append(partner)
        self.orders = structs.replace(self.orders, trade=Trade(partner, give, want))
        text = meeting(place, give, want)
        return [*self._seal(), Say([partner], text, Deal(give, want))]

    def _answer(self, sight: Sight, message: Message) -> list[Move]:
        """To a message meant for this seat alone: agree, decline, or note the answer to its own proposal."""
        deal, other = message.deal, message.by
        mine = self.orders.trade if self.orders is not None else None
        if deal is not None and mine is not None and _same(mine, other, deal):
            self.agreed = True
            return []
        if self.asked and self.asked[-1] == other and deal is None:
            return [] if self.agreed else self.propose(sight, self.draw("another"))
        if deal is None:
            return []
        draw = self.draw(f"answer to {other}")
        if self.orders is None or self.agreed or deal.give not in SINS or deal.want not in SINS:
            return [Say([other], "Not this round.")]
        changed = self.consider(sight, Trade(other, deal.want, deal.give), place_in(message.text), draw)
        if changed is None:
            return [Say([other], "Not for me.")]
        self.orders, self.agreed = changed, True
        return [*self._seal(), Say([other], "Agreed.", Deal(deal.want, deal.give))]

    # --- what a level decides --------------------------------------------------------------------------------

    @abstractmethod
    def write(self, sight: Sight, draw: Draw) -> Orders | None:
        """The orders of the round, or None to send none."""

    @abstractmethod
    def propose(self, sight: Sight, draw: Draw) -> list[Move]:
        """The next proposal of the round, by `offer_deal`, or nothing."""

    @abstractmethod
    def consider(self, sight: Sight, trade: Trade, place: str | None, draw: Draw) -> Orders | None:
        """The orders with a trade that someone proposed, meeting in `place` if one was named; None to decline."""

    @abstractmethod
    def pick(self, sight: Sight, pending: Pending, draw: Draw) -> Sequence[str]:
        """Its answer to a choice after the last round: `pending.count` different seats of `pending.among`."""

    def choose(self, sight: Sight, pending: Pending) -> dict[str, Any]:
        """The action that answers a pending choice."""
        named = list(self.pick(sight, pending, self.dice.draw(f"{self.seat}: {pending.kind}")))
        if pending.kind == "give_tokens":
            return {"kind": pending.kind, "players": named}
        return {"kind": pending.kind, "player": named[0]}


def _same(mine: Trade, other: str, deal: Deal) -> bool:
    """Is this deal of the other seat the mirror of the trade that one has ordered?"""
    return (mine.partner, mine.want, mine.give) == (other, deal.give, deal.want)
