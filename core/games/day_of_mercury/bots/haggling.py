"""Sealing and haggling of all levels, from a Sight alone. One proposal at a time; the mirrored deal accepts, any other
answer declines.

Bots agree before a person looks up. So a trade of two bots may give way to a person; one with a person never does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from msgspec import structs

from core.bots.contract import Do, Done, Move, Say, Seal, holds_back
from core.dice import Dice, Draw
from core.games.day_of_mercury.spec import SINS
from core.games.day_of_mercury.structs import Commit, Gather, Orders, Sight, Trade, Visit, json
from core.games.day_of_mercury.words import BESIDE, meeting, place_in
from core.json import Json
from core.ledger import Pending
from core.talk.acts import Term
from core.talk.channels import Deal, Message
from core.talk.deals import ends_deal, says_yes
from core.talk.parsing import replies
from core.talk.parsing.utterance import Utterance, tongue, utterance

YES = "Agreed."
NO = "Not for me."
FULL = "I am promised elsewhere this round."
KEEP = "I keep to what we agreed."
OFF = "Sorry, I have to take my word back: our trade is off."
ELSEWHERE = "I will not be there: our trade is off."
ENOUGH = "Let us leave it at that this round."
HOW = f"I did not get all of that. Put it as \u201cmy {SINS[0]} for your {SINS[1]}\u201d, and say where we meet."
ANSWERS = 9
"""Answers to one seat in one round; the last answer says so."""

_OUTSIDE = tongue((Term(id="give", says="give {to} {what}", among=SINS, swaps=True, beside=BESIDE),))


class TradingBot(ABC):
    def __init__(self, seat: str, seed: int) -> None:
        self.seat = seat
        self.dice = Dice(seed)
        self.round = -1
        self.turns = 0
        self.read_count = 0
        self.orders: Orders | None = None
        self.agreed = False
        """True once this round's trade is agreed."""
        self.asked: list[str] = []
        self.offered: dict[str, Trade] = {}
        """Latest proposal by seat."""
        self.answers: dict[str, int] = {}
        self.explained_to: set[str] = set()
        """People who were told how to phrase a proposal."""
        self.holding_back = False
        """True while it settles nothing with other bots."""
        self.postponed: list[Message] = []
        """Messages of bots, answered when it stops holding back."""
        self.settled = False
        """True after its first turn of this round: it proposes no more to people unasked."""

    def turn(self, sight: Sight) -> list[Move]:
        """Return orders, answers and a proposal when a round opens; answers when a seat speaks; decisions when they
        are due."""
        if sight.pending is not None:
            return [Do(self.choose(sight, sight.pending))]
        if sight.phase in ("decision", "finished"):
            return []
        if not sight.asks.orders:
            return [] if sight.ready else [Done()]
        # A rewind to the start of this round; a new round begins without sealed orders, too.
        lost = sight.round == self.round and self.orders is not None and sight.sealed is None
        held_back, self.holding_back = self.holding_back, holds_back(sight)
        ending: list[Move] = [] if self.holding_back else [Done()]
        if sight.round != self.round or lost:
            return [*self._open(sight, lost), *self._spare(sight), *ending]
        self.turns += 1
        self.settled = self.settled or (held_back and not self.holding_back)
        moves = [*self._read(sight), *self._spare(sight)]
        if held_back and not self.holding_back and not self.asked and not self.agreed:
            moves += self.propose(sight, self.draw("partner"))
        return [*moves, *ending] if moves or not sight.ready else []

    def _open(self, sight: Sight, lost: bool) -> list[Move]:
        if lost or sight.round < self.round:
            self.read_count = len(sight.heard)  # talk survives a rewind, and was answered
        resumes = self.round < 0 and sight.sealed is not None
        self.round, self.turns = sight.round, 0
        self.orders, self.agreed, self.settled = None, False, resumes
        self.asked, self.offered, self.answers = [], {}, {}
        if resumes:
            return self._resume(sight)
        draw = self.draw("plan")
        self.orders = self.write(sight, draw)
        return [*self._seal(), *self._read(sight), *self.propose(sight, draw)]

    def _resume(self, sight: Sight) -> list[Move]:
        self.orders = sight.sealed
        own_trade = None if sight.sealed is None else sight.sealed.trade
        last = {m.key: index for index, m in enumerate(sight.heard) if m.sender == self.seat}
        left = []
        for index, message in enumerate(sight.heard):
            deal, others = message.deal, [s for s in message.readers if s != self.seat]
            if message.round != sight.round or len(others) != 1 or deal is None:
                continue
            if message.sender == self.seat:
                self.asked.append(others[0])
                self.offered[others[0]] = Trade(others[0], deal.give, deal.want)
            elif own_trade is not None and _is_same_swap(own_trade, others[0], deal) and self._goes_there(message):
                self.agreed = True
            elif index > last.get(message.key, -1):
                left.append(message)
        self.read_count = len(sight.heard)
        return [move for message in left for move in self._answer(sight, message)]

    def _read(self, sight: Sight) -> list[Move]:
        fresh = [m for m in sight.heard[self.read_count :] if m.sender != self.seat and m.round == sight.round]
        self.read_count = len(sight.heard)
        fresh = [m for m in (*self.postponed, *fresh) if m.round == sight.round]
        self.postponed = [m for m in fresh if m.sender not in sight.people] if self.holding_back else []
        fresh = [m for m in fresh if m not in self.postponed]
        self.settled = self.settled or any(message.sender in sight.people for message in fresh)
        return [move for m in fresh if m.of_two for move in self._answer(sight, m)]

    def _seal(self) -> list[Move]:
        return [] if self.orders is None else [Seal(json(self.orders))]

    def _spare(self, sight: Sight) -> list[Move]:
        """Gather in place of commits against seats that it has promised to spare."""
        spared = {c.what for c in sight.due if c.who == self.seat and c.term == "commit" and c.negated}
        before = () if self.orders is None else self.orders.visits
        visits = tuple(
            Visit(v.location, tuple(Gather() if isinstance(d, Commit) and d.target in spared else d for d in v.deeds))
            for v in before
        )
        if self.orders is None or not spared or visits == before:
            return []
        self.orders = structs.replace(self.orders, visits=visits)
        return self._seal()

    def draw(self, name: str) -> Draw:
        return self.dice.draw(f"{self.seat}, round {self.round}, turn {self.turns}: {name}")

    # --- haggling --------------------------------------------------------------------------------------------

    def offer_deal(self, partner: str, give: str, want: str, place: str) -> list[Move]:
        assert self.orders is not None
        self.asked.append(partner)
        self.offered[partner] = Trade(partner, give, want)
        self.orders = structs.replace(self.orders, trade=self.offered[partner])
        text = meeting(place, give, want)
        return [*self._seal(), Say([partner], text, Deal(give, want))]

    def _answer(self, sight: Sight, message: Message) -> list[Move]:
        deal, other = message.deal, message.sender
        own_trade = self.orders.trade if self.orders is not None else None
        if deal is None and other in sight.people:
            parsed = utterance(message, outside=_OUTSIDE)
            deal = self._meant(message, parsed, sight.heard)
            if deal is None:
                return self._heed(sight, message, parsed)
        if deal is None:
            return self._hear_bot(sight, message)
        meets = self._goes_there(message)
        if own_trade is not None and _is_same_swap(own_trade, other, deal) and meets:
            repeated = self.agreed or message.deal is not None
            self.agreed = True
            return [] if repeated else [Say([other], YES, Deal(deal.want, deal.give))]
        self.answers[other] = self.answers.get(other, 0) + 1
        if self.answers[other] >= ANSWERS:
            return [Say([other], ENOUGH)] if self.answers[other] == ANSWERS else []
        if self.orders is None or deal.give not in SINS or deal.want not in SINS:
            return [Say([other], NO)]
        if not meets and own_trade is not None and _is_same_swap(own_trade, other, deal):
            return self._settle_place(sight, own_trade, message)
        return self._consider(sight, Trade(other, deal.want, deal.give), place_in(message.text))

    def _consider(self, sight: Sight, trade: Trade, place: str | None) -> list[Move]:
        assert self.orders is not None
        other, own_trade = trade.partner, self.orders.trade
        bound = own_trade if self.agreed else None
        if bound is not None and bound.partner == other:
            return self._renegotiate(sight, trade, bound, place)
        is_there = self._will_be_in(place)
        stands = is_there and other in sight.people and self.offered.get(other) == trade
        if bound is not None:
            free = other in sight.people and bound.partner not in sight.people
            if not free or not (stands or self.prefers(sight, trade, bound)):
                return [Say([other], FULL)]
        draw = self.draw(f"answer to {other}")
        changed = structs.replace(self.orders, trade=trade) if stands else self.consider(sight, trade, place, draw)
        if changed is None:
            asks = bound is None and other in sight.people and (other not in self.asked or not is_there)
            counter = self.counter(sight, trade, draw) if asks else None
            if counter is None:
                return [Say([other], NO)]
            rather, own_place = counter
            return self.offer_deal(other, rather.give, rather.want, own_place)
        self.orders, self.agreed = changed, True
        off: list[Move] = [] if bound is None else [Say([bound.partner], OFF)]
        return [*off, *self._seal(), Say([other], YES, Deal(trade.give, trade.want))]

    def _renegotiate(self, sight: Sight, trade: Trade, agreed: Trade, place: str | None) -> list[Move]:
        draw = self.draw(f"answer to {trade.partner}")
        changed = self.consider(sight, trade, place, draw) if self.prefers(sight, trade, agreed) else None
        if changed is None:
            return [Say([trade.partner], KEEP)]
        self.orders = changed
        text = replies.replaced(trade.give, trade.want, (agreed.give, agreed.want))
        return [*self._seal(), Say([trade.partner], text, Deal(trade.give, trade.want))]

    def _will_be_in(self, place: str | None) -> bool:
        return place is None or self.orders is None or place in [visit.location for visit in self.orders.visits]

    def _goes_there(self, message: Message) -> bool:
        return self._will_be_in(place_in(message.text))

    def elsewhere(self, sight: Sight) -> set[str]:
        deals = [m for m in sight.heard if m.round == sight.round and m.of_two and m.deal is not None]
        return {m.sender for m in deals if m.sender != self.seat and not self._goes_there(m)}

    def _settle_place(self, sight: Sight, trade: Trade, message: Message) -> list[Move]:
        """The same trade as ordered, but in a place where it will not be (DM-40). A person is told its place;
        between bots the trade is dropped."""
        assert self.orders is not None
        if message.sender in sight.people:
            place = self.draw(f"where to meet {message.sender}").pick(self.orders.visits).location
            return self.offer_deal(trade.partner, trade.give, trade.want, place)
        return [Say([message.sender], NO), *self._dropped(sight, message.sender)]

    def _meant(self, message: Message, heard: Utterance, messages: Sequence[Message]) -> Deal | None:
        if (offered := self.offered.get(message.sender)) is not None and says_yes(heard, message, messages):
            return Deal(offered.want, offered.give)
        return heard.deal

    def _hear_bot(self, sight: Sight, message: Message) -> list[Move]:
        if message.text in (OFF, ELSEWHERE):
            return self._dropped(sight, message.sender)
        if self.asked and self.asked[-1] == message.sender and not self.agreed:
            return self.propose(sight, self.draw("another"))
        return []

    def _heed(self, sight: Sight, message: Message, heard: Utterance) -> list[Move]:
        """A person's words without a deal: a no, something unclear, or talk without effect."""
        other, own_trade = message.sender, self.orders.trade if self.orders is not None else None
        ours = own_trade if own_trade is not None and own_trade.partner == other else None
        agreed = ours if self.agreed else None
        want = "" if ours is None else ours.want
        if ends_deal(message, sight.heard, want) if agreed else heard.kind == "no" or want in heard.lacks:
            off: list[Move] = (
                [] if agreed is None else [Say([other], replies.off(agreed.give, agreed.want), occasion="off")]
            )
            return [*off, *self._dropped(sight, other)]
        if agreed is not None:
            return [Say([other], replies.stands(agreed.give, agreed.want))] if heard.kind in ("unclear", "no") else []
        if heard.kind == "yes" or other in self.explained_to:
            return []
        self.explained_to.add(other)
        return [Say([other], HOW)]

    def _dropped(self, sight: Sight, other: str) -> list[Move]:
        self.settled = True
        if self.orders is None or self.orders.trade is None or self.orders.trade.partner != other:
            return []
        self.orders, self.agreed = structs.replace(self.orders, trade=None), False
        self.asked.insert(0, other)  # not to be asked again
        return [*self._seal(), *self.propose(sight, self.draw("another"))]

    # --- what a level decides --------------------------------------------------------------------------------

    @abstractmethod
    def write(self, sight: Sight, draw: Draw) -> Orders | None:
        """Return the orders of the round, or None to send none."""

    @abstractmethod
    def propose(self, sight: Sight, draw: Draw) -> list[Move]:
        """Return the next proposal of the round, by `offer_deal`, or nothing."""

    @abstractmethod
    def consider(self, sight: Sight, trade: Trade, place: str | None, draw: Draw) -> Orders | None:
        """Return the orders with a proposed trade, meeting in `place` if one was named; None to decline."""

    def prefers(self, sight: Sight, trade: Trade, agreed: Trade) -> bool:
        """Return True if it would break its word to a bot for this trade with a person."""
        return False

    def counter(self, sight: Sight, trade: Trade, draw: Draw) -> tuple[Trade, str] | None:
        return None

    @abstractmethod
    def pick(self, sight: Sight, pending: Pending, draw: Draw) -> Sequence[str]:
        """Return its decision after the last round: `pending.count` different seats of `pending.among`."""

    def choose(self, sight: Sight, pending: Pending) -> Json:
        named = list(self.pick(sight, pending, self.dice.draw(f"{self.seat}: {pending.kind}")))
        if pending.kind == "give_tokens":
            return {"kind": pending.kind, "players": named}
        return {"kind": pending.kind, "player": named[0]}


def _is_same_swap(trade: Trade, other: str, deal: Deal) -> bool:
    return (trade.partner, trade.want, trade.give) == (other, deal.give, deal.want)
