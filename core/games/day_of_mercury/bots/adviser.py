"""The coach's adviser in Day of Mercury.

It plans like a sharp bot, equally for equal views. A seat has one trade a round, so it asks one seat after the other,
and what is agreed stands, whoever asked first: its place is visited, and no other trade is agreed.
"""

from __future__ import annotations

from msgspec import structs

from core.bots.contract import Move, Say, Seal
from core.dice import Draw
from core.games.day_of_mercury.bots.haggling import ELSEWHERE, FULL, NO, OFF, YES
from core.games.day_of_mercury.bots.sharp import SharpBot
from core.games.day_of_mercury.bots.steady import commit_from, expected_holding, swap_gain
from core.games.day_of_mercury.company import TERMS
from core.games.day_of_mercury.spec import SHRINE, SINS
from core.games.day_of_mercury.structs import Gather, Offer, Orders, Sight, Trade, Visit, json
from core.games.day_of_mercury.words import meeting, place_in
from core.talk.acts import Decline, End, Withdraw
from core.talk.book import standing
from core.talk.channels import DECLINING, Deal, Message
from core.talk.deals import Bargain, answer_in, bargains, between_two

TWICE = (Gather(), Gather())
ASKS = 5
"""Most proposals of its own in a round."""


class Adviser(SharpBot):
    def write(self, sight: Sight, draw: Draw) -> Orders | None:
        """Commit in place of a second gather where it has promised to."""
        orders = super().write(sight, draw)
        owed = [c.what for c in sight.due if c.who == self.seat and c.term == "commit" and not c.negated]
        owed = [target for target in owed if target in sight.view.targets]
        twice = [visit.location for visit in (orders.visits if orders else ()) if visit.deeds == TWICE]
        if orders is None or not owed or not twice:
            return orders
        commit = commit_from(twice[-1], owed[0], draw)
        visits = (Visit(v.location, (Gather(), commit)) if v.location == twice[-1] else v for v in orders.visits)
        return structs.replace(orders, visits=tuple(visits))

    def _open(self, sight: Sight, lost: bool) -> list[Move]:
        self.round = sight.round
        self._befriend(sight)
        orders = self.write(sight, self.draw("plan"))
        if orders is None:
            return []
        talks = bargains(self.seat, sight.heard, sight.round, TERMS)
        threads = between_two(self.seat, sight.heard, sight.round)
        moves, trade, place = self._agreed_trade(sight, orders, talks, threads)
        if trade is not None:
            orders = structs.replace(_with_visit(sight, orders, place), trade=trade)
        offers = {
            name: Trade(name, talk.give(self.seat), talk.get(self.seat))
            for name, talk in talks.items()
            if talk.message.sender != self.seat and talk.settled is None and not _has_declined(talk, threads[name])
        }
        awaited = any(
            bargain.message.sender == self.seat and not bargain.agreed and not bargain.answer
            and not _has_declined(bargain, threads[name])
            for name, bargain in talks.items()
        )  # fmt: skip
        sins = expected_holding(sight.view, orders)
        self.orders = orders
        if trade is None and not awaited:
            moves += self._say(sight, orders, sins, offers, talks, threads)
        return [*moves, Seal(json(orders))]

    def _agreed_trade(
        self, sight: Sight, orders: Orders, talks: dict[str, Bargain], threads: dict[str, list[Message]]
    ) -> tuple[list[Move], Trade | None, str | None]:
        """Return the agreed trade and its place, with notices of what cannot be kept beside it."""
        moves: list[Move] = []
        trade, place = None, None
        stands = standing(TERMS, self.seat, sight.heard, sight.round)
        for name, bargain in talks.items():
            settled = bargain.settled_as(self.seat)
            if settled is None or settled[0] not in SINS or settled[1] not in SINS:
                continue
            assert bargain.settled is not None
            spot = None if bargain.settled.sender == self.seat else place_in(bargain.settled.text)
            goes = spot is None or spot in [visit.location for visit in orders.visits]  # a yes may name another place
            if trade is None and goes:
                trade, place = Trade(name, *settled), bargain.place
                continue
            names = [entry.name for entry in stands if name in entry.offer.parties]
            moves += [Say((name,), OFF if goes else ELSEWHERE, act=End(of)) for of in names[-1:]]
        return moves, trade, place

    def _say(
        self, sight: Sight, orders: Orders, sins: dict[str, int], offers: dict[str, Trade],
        talks: dict[str, Bargain], threads: dict[str, list[Message]],
    ) -> list[Move]:  # fmt: skip
        """Take up the best that is offered here, or ask for better. The rest goes without an answer."""
        places = {visit.location for visit in orders.visits}

        def gain(trade: Trade) -> int:
            spot = place_in(talks[trade.partner].message.text)
            return swap_gain(sins, trade.give, trade.want) if spot is None or spot in places else -1

        offered = max(offers.values(), key=gain, default=None)
        least = 0 if offered is None else max(0, gain(offered))
        sent = [m for thread in threads.values() for m in thread if m.sender == self.seat and m.deal is not None]
        recipients = {reader for m in sent for reader in m.readers}
        spoken = {name for name, thread in threads.items() if any(m.sender == name and _is_no(m) for m in thread)}
        pairs = {(give, want): swap_gain(sins, give, want) for give in SINS for want in SINS}
        give, want = max(pairs, key=lambda pair: pairs[pair])
        left = [s for s in sight.partners if s not in recipients and s not in spoken and s not in offers]
        if len(sent) < ASKS and left and pairs[give, want] > least:
            draw = self.draw(f"partner {len(sent)}")
            friends = [s for s in left if self.friends.get(s, 0) > 0]
            place = orders.visits[len(sent) % len(orders.visits)].location
            return [Say((draw.pick(friends or left),), meeting(place, give, want), Deal(give, want))]
        if offered is not None and gain(offered) > 0:
            return [Say((offered.partner,), YES, Deal(offered.give, offered.want))]
        return []

    def _befriend(self, sight: Sight) -> None:
        for past, report in sight.reports.items():
            for other, bargain in bargains(self.seat, sight.heard, past, TERMS).items():
                if bargain.agreed and report.trade in ("done", "cancelled"):
                    more = 1 if report.trade == "done" else -1
                    self.friends[other] = self.friends.get(other, 0) + more

    def draw(self, name: str) -> Draw:
        return self.dice.draw(f"{self.seat}, round {self.round}: {name}")


def _with_visit(sight: Sight, orders: Orders, place: str | None) -> Orders:
    """Return the orders with a visit to the agreed place, in exchange for the one that matters least."""
    if place is None or place in [visit.location for visit in orders.visits] or place == SHRINE:
        return orders
    forced = sight.view.effects.forced
    free = [
        visit for visit in orders.visits
        if visit.location != forced and not any(isinstance(deed, Offer) for deed in visit.deeds)
    ]  # fmt: skip
    if not free:
        return orders
    least = min(free, key=lambda visit: len(visit.deeds))
    instead = Visit(place, tuple(Gather() for _ in least.deeds))
    return structs.replace(orders, visits=tuple(instead if visit is least else visit for visit in orders.visits))


def _is_no(message: Message) -> bool:
    return message.text in (NO, FULL, OFF, ELSEWHERE) or message.occasion in DECLINING or answer_in(message) == "no"


def _has_declined(bargain: Bargain, thread: list[Message]) -> bool:
    after = thread[thread.index(bargain.message) + 1 :]
    by_seat = [m for m in after if m.sender != bargain.message.sender or isinstance(m.act, Withdraw)]
    return any(isinstance(m.act, Withdraw | Decline) or _is_no(m) for m in by_seat)
