"""The coach's adviser in both trading games.

It holds no memory of its round: agreements, open proposals and answers are read from the messages of either side.
It asks for no more than it has slots and goods for, takes up only what it will do, and keeps its word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.bots.contract import Move, Say, Seal
from core.dice import Draw
from core.games.trading.bots.judging import Judging
from core.games.trading.bots.taste import Pair
from core.games.trading.bots.trader import FULL, LATER, OFF, Bargaining, declined
from core.games.trading.company import terms
from core.games.trading.structs import Sight
from core.talk.acts import Decline, End, Withdraw
from core.talk.book import due_swaps, standing
from core.talk.channels import Message
from core.talk.deals import Bargain, answer_in, bargains, between_two

MOST_PROPOSALS = 8
"""Most proposals of its own in a round."""
MOST_TO_ONE = 2
"""Most proposals to one partner in a round."""
EXTRA_FOR_UNSURE = 1.0
"""How much more than the best open proposal an uncertain one must promise."""


class Adviser(Judging):
    """Plan for the round: ask for the best, take up the best that is offered, say no to the rest."""

    def shuns(self, partner: str) -> bool:
        return False  # a single seat that turns its partners down loses more by it than they do

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        deals = self.deals
        assert deals is not None
        for message in sight.heard:
            if message.round == sight.round:
                self.listen(sight, message)
        self.remember_pacts(sight)
        threads = between_two(sight.seat, sight.heard, sight.round)
        talks = bargains(sight.seat, sight.heard, sight.round)
        moves = self._keep_agreements(sight, deals, talks)
        self._read_threads(sight, deals, threads, talks)
        offers = {
            name: (bargain.give(sight.seat), bargain.get(sight.seat))
            for name, bargain in talks.items()
            if self._awaits_answer(sight.seat, bargain, threads[name]) and name not in deals.agreed
        }
        moves += self._propose_best(sight, deals, offers)
        if not deals.proposed:
            moves += self._accept_best(deals, offers)  # the rest goes without an answer: it would use up messages
        return [*moves, Seal({"offers": [{"to": to, "give": give} for to, give in deals.given.items()]})]

    # --- what stands ----------------------------------------------------------------------------------------------
    def _keep_agreements(self, sight: Sight, deals: Bargaining, talks: Mapping[str, Bargain]) -> list[Move]:
        deals.barred = frozenset(c.what for c in sight.due if c.who == sight.seat and c.term == "trade" and c.negated)
        agreed: dict[str, Pair] = due_swaps(sight.seat, sight.due)
        for name, bargain in talks.items():
            settled = bargain.settled_as(sight.seat)
            if settled is not None:
                agreed[name] = settled
        moves: list[Move] = []
        stands = standing(terms(self.goods), sight.seat, sight.heard, sight.round)
        for name, (give, want) in agreed.items():
            if deals.has_room(name, give):
                deals.agree(name, give, want)
                continue
            names = [entry.name for entry in stands if name in entry.offer.parties]
            moves += [Say((name,), OFF, act=End(of)) for of in names[-1:]]
        return moves

    def _read_threads(
        self, sight: Sight, deals: Bargaining, threads: Mapping[str, Sequence[Message]], talks: Mapping[str, Bargain]
    ) -> None:
        """Read own proposals, and the others' wishes and refusals."""
        for name, thread in threads.items():
            for message in thread:
                deal = message.deal
                if message.sender == name and self.is_deal(deal):
                    assert deal is not None
                    self.note(name, deal.give, sight.round)
                    deals.asked.setdefault(name, set()).add((deal.want, deal.give))
                elif message.sender == name:
                    full = message.text in (FULL, LATER, OFF) or message.occasion in ("full", "later", "off")
                    deals.full[name] = full or deals.full.get(name, False)
                elif deal is not None:
                    deals.tried.setdefault(name, []).append((deal.give, deal.want))
                elif isinstance(message.act, Withdraw):
                    deals.full[name] = True
            bargain = talks.get(name)
            if bargain is None or name in deals.agreed or bargain.message.sender != sight.seat or bargain.answer:
                continue
            if not any(isinstance(m.act, Withdraw) for m in thread[thread.index(bargain.message) :]):
                deals.proposed[name] = (bargain.deal.give, bargain.deal.want)

    @staticmethod
    def _awaits_answer(seat: str, bargain: Bargain, thread: Sequence[Message]) -> bool:
        after = thread[thread.index(bargain.message) + 1 :]
        if bargain.agreed or bargain.settled is not None:
            return False
        if bargain.message.sender == seat:
            return any(m.sender != seat and answer_in(m, thread) == "yes" for m in after)
        return not any(declined(m) or isinstance(m.act, Decline) or answer_in(m) == "no" for m in after)

    # --- what to say ----------------------------------------------------------------------------------------------
    def _free_slots(self, deals: Bargaining) -> int:
        return self.goods.limit - len(deals.agreed) - len(deals.proposed)

    def _worth(self, deals: Bargaining, name: str, pair: Pair) -> float:
        left = deals.free(pair[0]) - sum(give == pair[0] for give, _ in deals.proposed.values())
        if not deals.has_room(name, pair[0]) or left <= 0 or pair[1] not in self.goods.pool:
            return 0.0
        gain = deals.gain(name, *pair)
        return self.expected(gain, name, *pair) if gain >= self.LEAST else 0.0

    def _propose_best(self, sight: Sight, deals: Bargaining, offers: Mapping[str, Pair]) -> list[Move]:
        proposal_count = sum(map(len, deals.tried.values()))
        moves: list[Move] = []
        while self._free_slots(deals) > 0 and proposal_count + len(moves) < MOST_PROPOSALS:
            offered = max((self._worth(deals, name, pair) for name, pair in offers.items()), default=0.0)
            best = max(self._wishes(sight, deals, offers, offered), default=None)
            if best is None:
                break
            _, name, give, want = best
            deals.propose(name, give, want)
            moves.append(self.propose(name, give, want))
        return moves

    def _wishes(
        self, sight: Sight, deals: Bargaining, offers: Mapping[str, Pair], least: float
    ) -> Iterator[tuple[float, str, str, str]]:
        """Yield proposals that promise more than `least`, rated by their hope."""
        for name in sight.partners:
            tries = len(deals.tried.get(name, ()))
            if name in deals.agreed or name in deals.proposed or deals.full.get(name) or tries >= MOST_TO_ONE:
                continue
            best = self.best_deal(deals, name)
            if best is None or best[1:] == offers.get(name):
                continue
            hope, give, want = best
            if self._worth(deals, name, (give, want)) > least + (EXTRA_FOR_UNSURE if least else 0.0):
                yield (hope, name, give, want)

    def _accept_best(self, deals: Bargaining, offers: dict[str, Pair]) -> Iterator[Move]:
        while offers and self._free_slots(deals) > 0:
            name = max(offers, key=lambda name: self._worth(deals, name, offers[name]))
            if self._worth(deals, name, offers[name]) <= 0:
                break
            give, want = offers.pop(name)
            deals.agree(name, give, want)
            yield self.accept(name, give, want)
