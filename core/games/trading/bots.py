"""The bots of both trading games. They see a Sight like anyone, and bargain with proposals (`Deal`) like anyone.

`random` offers and accepts without a thought. `steady` reads the payoff of the round, proposes deals, answers
proposals, and keeps its word or not by a seeded temper.
"""

from __future__ import annotations

from core.bots import Bot, Do, Done, Move, Say, Seal, Sight
from core.dice import Dice, Draw
from core.games.trading.bargain import Ledger, Pair, Table, Taste
from core.games.trading.goods import Goods
from core.talk import Deal, Message

NO = "No, thank you."
FULL = "Sorry, I am promised elsewhere this time."
KEEP = "I keep to what we agreed."
CHAT = ("Anyone for a swap?", "Good luck, all.", "Who needs green?", "I keep my word.")
ANSWERS = 3
"""How often one partner is answered in one round, so that every bargaining ends."""


def make_bot(goods: Goods, taste: Taste, level: str, seat: str, seed: int) -> Bot:
    """The bot of that level. ValueError for a level there is not."""
    if level == "random":
        return RandomTrader(goods, seed)
    if level == "steady":
        return SteadyTrader(goods, taste, seed)
    raise ValueError(f"there is no bot of level {level!r}")


class _Trader:
    """What both have: hearing what is new, and the choices after the match."""

    def __init__(self, goods: Goods, seed: int) -> None:
        self.goods = goods
        self.dice = Dice(seed)
        self.round = -1
        self.heard = 0
        self.turns = 0

    def turn(self, sight: Sight) -> list[Move]:
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
        return self.dice.draw(name)

    def fresh(self, sight: Sight) -> list[Message]:
        """What others said to this seat alone since the last turn, in this round."""
        new = sight.heard[self.heard :]
        self.heard = len(sight.heard)
        return [m for m in new if m.by != sight.seat and m.round == sight.round and len(m.readers) == 2]

    def is_deal(self, deal: Deal | None) -> bool:
        """A deal in the goods of this game; people can propose anything."""
        return deal is not None and deal.give in self.goods.pool and deal.want in self.goods.pool

    def prefer(self, kind: str, among: tuple[str, ...]) -> tuple[str, ...]:
        return among

    def begin(self, sight: Sight) -> None:
        raise NotImplementedError

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        raise NotImplementedError

    def propose(self, to: str, give: str, want: str) -> Say:
        a, b = self.goods.named(give), self.goods.named(want)
        return Say((to,), f"My {a} for your {b}?", Deal(give, want))

    def accept(self, to: str, give: str, want: str) -> Say:
        a, b = self.goods.named(give), self.goods.named(want)
        return Say((to,), f"Agreed: my {a} for your {b}.", Deal(give, want))


class RandomTrader(_Trader):
    """Plays whatever is legal, chats, and now and then proposes or accepts a deal and keeps to it."""

    def begin(self, sight: Sight) -> None:
        self.offers: dict[str, str] = {}
        self.proposals: dict[str, Pair] = {}
        self.silent = self.draw(f"round {sight.round}: silent").chance(0.1)  # a seat may also seal nothing

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        moves: list[Move] = []
        if self.silent:
            return moves
        if self.turns == 1:
            self._offer_anything(sight, draw)
            moves += self._propose_anything(sight, draw)
        for message in news:
            moves += self._answer(sight, message, draw)
        orders = {"offers": [{"to": to, "give": give} for to, give in self.offers.items()]}
        moves.append(Seal(orders))
        if draw.chance(0.02):
            moves.append(Say("lounge", draw.pick(CHAT)))
        return moves

    def _left(self, sight: Sight) -> list[str]:
        """What it can still give, one entry for each piece."""
        spent = list(self.offers.values())
        free = sight.view.free
        return [k for k in self.goods.kinds for _ in range(free.get(k, 0) - spent.count(k))]

    def _open(self, sight: Sight) -> list[str]:
        """With whom it can still trade."""
        return [str(c.value) for c in sight.asks.open("offer.to") if c.value not in self.offers]

    def _offer_anything(self, sight: Sight, draw: Draw) -> None:
        for _ in range(draw.below(self.goods.limit + 1)):
            partners, left = self._open(sight), self._left(sight)
            if partners and left:
                self.offers[draw.pick(partners)] = draw.pick(left)

    def _propose_anything(self, sight: Sight, draw: Draw) -> list[Move]:
        partners, left = self._open(sight), self._left(sight)
        if not partners or not left or not draw.chance(0.6):
            return []
        to, give, want = draw.pick(partners), draw.pick(left), draw.pick(self.goods.kinds)
        self.proposals[to] = (give, want)
        return [self.propose(to, give, want)]

    def _answer(self, sight: Sight, message: Message, draw: Draw) -> list[Move]:
        deal, by = message.deal, message.by
        if deal is None or not self.is_deal(deal) or by in self.offers:
            return []
        mine = self.proposals.pop(by, None) == (deal.want, deal.give)
        if by not in self._open(sight) or not (mine or draw.chance(0.5)):
            return []
        while self.offers and (len(self.offers) >= self.goods.limit or deal.want not in self._left(sight)):
            self.offers.pop(next(iter(self.offers)))
        if deal.want not in self._left(sight):
            return []
        self.offers[by] = deal.want
        return [] if mine else [self.accept(by, deal.want, deal.give)]


class SteadyTrader(_Trader):
    """Reads the round's payoff, proposes what pays both, answers by what it gains, and mostly keeps its word."""

    TEMPERS = (1.0, 1.0, 0.9, 0.75, 0.5)
    """The chances to keep a promise that it would pay to break."""
    WORTH_BREAKING = 2.5
    """How much a broken word must bring."""
    LEAST = 0.5
    """The least that a trade must add to be worth a slot."""
    SHARE = 0.25
    """The part of the best it could hope for with which it is content."""
    SPREAD = 1
    """How many more proposals than slots are open at a time."""
    PLEDGED = 0.6
    """What a proposal counts for whose thing is already proposed to somebody else."""
    TRIES = 2
    """How many different proposals a partner gets in one round."""

    def __init__(self, goods: Goods, taste: Taste, seed: int) -> None:
        super().__init__(goods, seed)
        self.taste = taste
        self.keeps = self.draw("temper").pick(self.TEMPERS)
        self.ledger = Ledger()
        self.table: Table | None = None
        self.seen: dict[str, dict[str, int]] = {}
        """By partner, the last round in which it seemed to hold a kind."""

    def prefer(self, kind: str, among: tuple[str, ...]) -> tuple[str, ...]:
        """Those it trusts least."""
        least = min(self.ledger.of(seat) for seat in among)
        return tuple(seat for seat in among if self.ledger.of(seat) == least)

    def begin(self, sight: Sight) -> None:
        report = sight.reports.get(sight.round - 1)
        if self.table is not None and report is not None and sight.round == self.round + 1:
            self.ledger.learn(self.table.promises(), report)
            for swap in report.trades:
                self._note(swap.partner, swap.gave, sight.round)
        self.table = Table(self.goods, self.taste, sight.view)
        self.hope = self._best_hope(self.table)

    def _note(self, partner: str, kind: str, round_: int) -> None:
        self.seen.setdefault(partner, {})[kind] = round_

    def _best_hope(self, table: Table) -> float:
        """What the best trade that a partner might like would add."""
        return max(
            (
                table.gain("", give, want)
                for give in self.goods.kinds
                if table.free(give) > 0
                for want in self.goods.kinds
                if self.taste.appeal(table.view, give, want) > 0
            ),
            default=0.0,
        )

    def content(self, gain: float, partner: str) -> bool:
        """Is this gain, from this partner, worth a slot?"""
        return gain * self.ledger.of(partner) >= max(self.LEAST, self.SHARE * self.hope)

    # --- a turn
    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        assert self.table is not None
        moves: list[Move] = []
        for message in news:
            moves += self._answer(self.table, message, draw)
        moves += self._propose(self.table, sight, draw)
        orders = self.table.orders()
        sealed = None if sight.sealed is None else [(o.to, o.give) for o in sight.sealed.offers]
        if sealed is None or sealed != [(o["to"], o["give"]) for o in orders["offers"]]:
            moves.append(Seal(orders))
        return moves

    def _answer(self, table: Table, message: Message, draw: Draw) -> list[Move]:
        by, deal = message.by, message.deal
        if deal is None:
            if message.text in (NO, FULL):
                table.drop(by)
                table.full[by] = message.text == FULL
            return []
        if not self.is_deal(deal):
            return []
        self._note(by, deal.give, self.round)
        give, want = deal.want, deal.give  # from this side
        if table.agreed.get(by) == (give, want):
            return []
        table.answered[by] = table.answered.get(by, 0) + 1
        if by in table.agreed:
            return self._renegotiate(table, by, give, want)
        taken_up = table.proposed.get(by) == (give, want)
        if table.has_room(by, give) and (taken_up or self.content(table.gain(by, give, want), by)):
            self._agree(table, by, give, want, draw)
            return [] if taken_up else [self.accept(by, give, want)]
        if table.answered[by] > ANSWERS:
            return []
        if taken_up or len(table.agreed) >= self.goods.limit:
            table.proposed.pop(by, None)
            return [Say((by,), FULL)]
        counter = None if by in table.proposed else self._counter(table, by, want)
        if counter is None:
            table.proposed.pop(by, None)
            return [Say((by,), NO)]
        table.propose(by, counter, want)
        return [self.propose(by, counter, want)]

    def _renegotiate(self, table: Table, by: str, give: str, want: str) -> list[Move]:
        """Somebody with whom there is a deal offers another: taken if it is no worse, and then meant honestly."""
        if table.free(give, but=by) > 0 and table.gain(by, give, want) >= table.gain(by, *table.agreed[by]):
            table.agree(by, give, want)
            return [self.accept(by, give, want)]
        return [Say((by,), KEEP)] if table.answered[by] <= ANSWERS else []

    def _agree(self, table: Table, by: str, give: str, want: str, draw: Draw) -> None:
        """Promise; and decide at once, by temper, whether the promise will be kept."""
        promised = table.gain(by, give, want)
        better = give
        if not draw.chance(self.keeps):
            better = max(
                (kind for kind in self.goods.kinds if kind == give or table.free(kind) > 0),
                key=lambda kind: table.gain(by, kind, want),
            )
        breaks = better != give and table.gain(by, better, want) - promised >= self.WORTH_BREAKING
        table.agree(by, give, want)
        if breaks:
            table.given[by] = better

    def _counter(self, table: Table, by: str, want: str) -> str | None:
        """What else to give for what the partner evidently holds, or None."""
        found = [
            kind
            for kind in self.goods.kinds
            if table.has_room(by, kind)
            and self.taste.appeal(table.view, kind, want) > 0
            and self.content(table.gain(by, kind, want), by)
        ]
        return max(found, key=lambda kind: self.taste.appeal(table.view, kind, want), default=None)

    # --- proposing
    def _propose(self, table: Table, sight: Sight, draw: Draw) -> list[Move]:
        """Open new proposals while there are slots to fill."""
        wanted = self.goods.limit - len(table.agreed)
        if not wanted:
            return []
        wanted += self.SPREAD - len(table.proposed)
        partners = [
            p
            for p in sight.partners
            if p not in table.proposed and not table.full.get(p) and len(table.tried.get(p, ())) < self.TRIES
        ]
        draw.shuffle(partners)
        moves: list[Move] = []
        for _ in range(wanted):
            best = [(found, partner) for partner in partners if (found := self._best_deal(table, partner)) is not None]
            if not best:
                break
            (_, give, want), partner = max(best, key=lambda one: one[0][0])
            table.propose(partner, give, want)
            partners.remove(partner)
            moves.append(self.propose(partner, give, want))
        return moves

    def _best_deal(self, table: Table, partner: str) -> tuple[float, str, str] | None:
        """The deal with the most to hope for, by the chance that the partner has the thing and likes the deal."""
        seen, tried = self.seen.get(partner, {}), table.tried.get(partner, ())
        found: tuple[float, str, str] | None = None
        for give in self.goods.kinds:
            if not table.has_room(partner, give):
                continue
            for want in self.goods.kinds:
                gain = table.gain(partner, give, want)
                if gain < self.LEAST or (give, want) in tried:
                    continue
                has = 0.9 if want in seen else 0.6
                pledged = self.PLEDGED if table.pledged(give) else 1.0
                likes = min(0.95, max(0.02, 0.35 + 0.12 * self.taste.appeal(table.view, give, want)))
                hope = gain * has * likes * pledged * self.ledger.of(partner)
                if found is None or hope > found[0]:
                    found = (hope, give, want)
        return found
