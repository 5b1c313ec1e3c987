"""`steady`: reads the round's payoff, proposes deals, answers proposals, and keeps its word by a seeded temper.

Bots agree before a person can react. So a deal of two bots may give way to a person, and the abandoned bot is told at
once; a deal with a person never does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.bots.contract import Move, Say, Seal
from core.dice import Draw
from core.games.trading.bots import trader
from core.games.trading.bots.judging import Judging
from core.games.trading.bots.taste import Pair, Taste
from core.games.trading.bots.trader import (
    ENOUGH,
    FULL,
    KEEP,
    LATER,
    MEAGRE,
    NO,
    OFF,
    Bargaining,
    count_unanswered,
    news_to_answer,
)
from core.games.trading.company import terms
from core.games.trading.offers import Goods
from core.games.trading.structs import Sight
from core.talk.acts import Decline, End, Offer
from core.talk.book import standing
from core.talk.channels import Deal, Message
from core.talk.deals import ends_deal, says_yes
from core.talk.parsing import replies
from core.talk.parsing.asks import tale
from core.talk.parsing.offers import Wish
from core.talk.parsing.utterance import Utterance

ANSWERS = 3
"""Most answers to one partner in one round, so that every bargaining ends."""
ANSWERS_TO_PEOPLE = 9
"""The same for people, who do not answer automatically; the last answer says so."""


class SteadyTrader(Judging):
    """Bot that reads the round's payoff, proposes mutual gains, answers by its gain, and mostly keeps its word."""

    TEMPERS: tuple[float, ...] = (1.0, 0.9, 0.8, 0.65, 0.5)
    """The chances to keep a promise that would pay to break."""
    WORTH_BREAKING = 2.0
    """Least gain of a broken promise, since it is told to all."""
    SPREAD = 1
    """Open proposals in excess of the slots."""
    TRIES = 2
    """Most proposals to a partner in one round."""
    GIVES_WAY = 1.35
    """Factor by which a person's proposal must exceed a bot's deal to replace it. A late person has the choice among
    all, and would win by that alone (docs/bots.md)."""
    TALES = 2
    """Most tellers of the same tale in one round."""
    UNHEARD = 3
    """Unanswered proposals to a person before it stops proposing."""
    AT_FIRST = 0.85
    """The share of its best hope that it accepts before it has dealt with any bot."""
    FAIR = 0.7
    """The share of the partner's gain for which it accepts less."""
    SPEAKS_UP = 0.5
    """How often it answers a liked offer made to several at once."""

    def __init__(self, goods: Goods, taste: Taste, seed: int) -> None:
        super().__init__(goods, taste, seed)
        self.keeps = self.draw("temper").pick(self.TEMPERS)
        self.people: tuple[str, ...] = ()
        self.heard: Sequence[Message] = ()
        self.seats: tuple[str, ...] = ()
        self.lacked: set[int] = set()
        """Rounds in which it had nothing to give of what was due."""
        self.terms_to: set[str] = set()
        """People with a pending offer of terms beyond a swap of this round: a yes of theirs is to these."""
        self.explained_to: set[str] = set()
        """People who have been told how to put a proposal."""
        self.asked_back: set[str] = set()
        """People who were asked this round for their meaning."""
        self.settled = False
        """True after the first turn of this round: people are bargaining, so that it proposes nothing more to them
        unasked."""

    def begin(self, sight: Sight) -> None:
        self.settled = self.deals is None and sight.sealed is not None
        self.asked_back = set()
        super().begin(sight)

    def content(self, gain: float, partner: str, give: str, want: str) -> bool:
        """Return True if it takes the deal. Before its first turn with bots it asks for more, and of people as the
        game's taste has it: else a person would win by the choice among all. A deal that pays it nearly as much as the
        partner is fair at once."""
        if not super().content(gain, partner, give, want):
            return False
        fair = max(self.FAIR * self.opening, self.taste.fair_to_people * (partner in self.people))
        if not fair or self.deals is None:
            return True
        theirs = fair * self.taste.appeal(self.deals.view, give, want)
        return self.expected(gain, partner, give, want) >= min(self.AT_FIRST * self.hope, theirs)

    # --- a turn
    def keep_terms(self, sight: Sight) -> list[Move]:
        """Keep terms beyond a swap of this round (Sight.due). Due swaps stand, as long as there is something to
        give; else it gives notice. It deals with no seat that it has promised to avoid."""
        assert self.deals is not None
        own = [clause for clause in sight.due if clause.who == sight.seat]
        self.deals.barred = frozenset(c.what for c in own if c.term == "trade" and c.negated)
        if sight.round in self.lacked:
            return []
        for clause in own:
            theirs = [c.what for c in sight.due if (c.term, c.who, c.to) == ("give", clause.to, sight.seat)]
            if clause.term != "give" or not theirs or clause.to in self.deals.agreed:
                continue
            way = self._deals_in_the_way(self.deals, clause.to, clause.what, theirs[0], True)
            if way is None:
                self.lacked.add(sight.round)
                return self.notice(sight, clause.to)
            moves = self._call_off(self.deals, way)
            self.deals.agree(clause.to, clause.what, theirs[0])
            return moves
        return []

    def notice(self, sight: Sight, partner: str) -> list[Move]:
        """Tell the partner before the close that it cannot do what is due; the partner is free then."""
        stands = standing(terms(self.goods), sight.seat, sight.heard, sight.round)
        names = [
            terms_.name
            for terms_ in stands
            if any((c.term, c.to) == ("give", partner) for c in terms_.due(sight.round))
        ]
        return [Say((partner,), OFF, act=End(name)) for name in names[-1:]]

    def bargain(self, sight: Sight, news: list[Message], draw: Draw) -> list[Move]:
        assert self.deals is not None
        self.people, self.heard, self.seats = sight.people, sight.heard, sight.seats
        self.settled = self.settled or (self.opening and not self.holding_back)
        self.remember_pacts(sight)
        latest: dict[str, Message] = {}
        for message in sight.heard:
            if (message.deal or message.act) and message.of_two:
                latest |= dict.fromkeys(message.readers, message)
        self.terms_to = {
            reader for reader in sight.people if reader in latest and isinstance(latest[reader].act, Offer)
        }
        moves: list[Move] = [*self.keep_terms(sight), *self._listen(sight, news)]
        if self.turns == 1:
            news = [m for m in news_to_answer(sight.seat, sight.heard, news) if not self._is_still_good(self.deals, m)]
            moves += self._open(sight)
        self.settled = self.settled or any(message.sender in sight.people for message in news)
        for message in news:
            if message.of_two:
                moves += self._answer(self.deals, message, draw)
            elif message.sender in sight.people:
                moves += self._invited(self.deals, message, draw)
        if sight.sealed is None or (self.opening and not self.holding_back) or any(message.of_two for message in news):
            moves += self._propose(self.deals, sight, draw)
        orders = self.deals.orders()
        sealed = None if sight.sealed is None else {(o.to, o.give) for o in sight.sealed.offers}
        if sealed is None or sealed != {(o["to"], o["give"]) for o in orders["offers"]}:
            moves.append(Seal(orders))
        return moves

    def _is_still_good(self, deals: Bargaining, message: Message) -> bool:
        deal = message.deal
        return deal is not None and deals.agreed.get(message.sender) == (deal.want, deal.give)

    def _open(self, sight: Sight) -> list[Move]:
        moves: list[Move] = [
            Say((by,), trader.reproach(self.goods, kind)) for by, kind in self.let_down.items() if by in sight.people
        ]
        moves += self._warn(sight)
        return moves

    def _listen(self, sight: Sight, news: Sequence[Message]) -> list[Move]:
        sorry = [message.sender for message in news if self.listen(sight, message)]
        asked = {m.readers for m in sight.heard if m.sender == sight.seat and m.text == trader.PROVE}
        return [Say((by,), trader.PROVE) for by in sorry if not any(by in readers for readers in asked)]

    def _warn(self, sight: Sight) -> Iterator[Move]:
        """Tell all, people included, about a broken promise: once a match for each offender, and not after several
        others."""
        for about in self.let_down:
            text = tale(about)
            lounge = [m for m in sight.heard if m.channel == "lounge"]
            tales_told = [m for m in lounge if about in trader.parse_talk(self.goods, self.seats, m).accused]
            warned = any(m.sender == sight.seat for m in tales_told)
            if not warned and sum(m.round == sight.round for m in tales_told) < self.TALES:
                yield Say("lounge", text)

    # --- answering
    def _answer(self, deals: Bargaining, message: Message, draw: Draw) -> list[Move]:
        by, person = message.sender, message.sender in self.people
        deal = message.deal
        if message.act is not None:  # terms are weighed elsewhere; a no to a swap of this round is handled here
            if isinstance(message.act, Decline | End) and by in deals.agreed | deals.proposed:
                deals.drop(by)
            return []
        if deal is None and person:
            parsed = trader.parse_talk(self.goods, self.seats, message)
            deal = self._meant(deals, message, parsed)
            if deal is None:
                return self._heed(deals, by, parsed, message)
        if deal is None:
            return self._hear_bot(deals, message)
        if not self.is_deal(deal):
            return self._explain(by) if person else []
        self.note(by, deal.give, self.round)
        give, want = deal.want, deal.give  # from this side
        deals.asked.setdefault(by, set()).add((give, want))
        if self._is_still_good(deals, message):
            return []
        deals.answered[by] = deals.answered.get(by, 0) + 1
        if by in deals.agreed:
            return self._renegotiate(deals, by, give, want)
        taken_up = deals.proposed.get(by) == (give, want)
        way = self._deals_in_the_way(deals, by, give, want, taken_up)
        if way is not None:
            moves = self._call_off(deals, way)
            self._agree(deals, by, give, want, draw)
            return [*moves, *([] if taken_up and message.deal is not None else [self.accept(by, give, want)])]
        if deals.answered[by] > (ANSWERS_TO_PEOPLE if person else ANSWERS) and not taken_up:
            return []  # an acceptance of its own proposal is always answered, even too late
        return self._decline(deals, by, give, want, taken_up)

    def _invited(self, deals: Bargaining, message: Message, draw: Draw) -> list[Move]:
        heard = trader.parse_talk(self.goods, self.seats, message)
        by, deal = message.sender, message.deal or heard.deal
        wish = heard.wish if deal is None else None
        if wish not in (None, Wish()) and by not in deals.proposed and by not in deals.agreed:
            return self._grant(deals, by, wish) if draw.chance(self.SPEAKS_UP) else []
        if deal is None or not self.is_deal(deal) or by in deals.proposed or by in deals.agreed:
            return []
        likes = self._deals_in_the_way(deals, by, deal.want, deal.give, False) is not None
        return self._put(deals, by, deal.want, deal.give) if likes and draw.chance(self.SPEAKS_UP) else []

    def _grant(self, deals: Bargaining, by: str, wish: Wish) -> list[Move]:
        deal = self.best_deal(deals, by, give_only=wish.wants, want_only=wish.gives)
        return [] if deal is None else self._put(deals, by, deal[1], deal[2])

    def _meant(self, deals: Bargaining, message: Message, heard: Utterance) -> Deal | None:
        by = message.sender
        if by in deals.proposed and by not in self.terms_to and says_yes(heard, message, self.heard):
            give, want = deals.proposed[by]
            return Deal(want, give)
        return heard.deal

    def _hear_bot(self, deals: Bargaining, message: Message) -> list[Move]:
        if trader.declined(message):
            deals.drop(message.sender)
            deals.full[message.sender] = message.text == FULL
            self.settled = self.settled or message.text == OFF
        return []

    def _heed(self, deals: Bargaining, by: str, heard: Utterance, message: Message) -> list[Move]:
        """Read a person's message without a deal: a no, something unclear, or talk, which changes nothing."""
        agreed, text = deals.agreed.get(by), message.text
        give, want = agreed or deals.proposed.get(by, ("", ""))
        ends = ends_deal(message, self.heard, want) if agreed else heard.kind == "no" or want in heard.lacks
        if text in trader.DECLINES or ends:
            deals.drop(by)
            deals.full[by] = text == FULL
            return [Say((by,), replies.off(give, want), occasion="off")] if agreed else []
        wish = heard.wish if heard.kind in ("unclear", "talk") and not agreed else None
        if (
            wish is not None
            and deals.answered.get(by, 0) < ANSWERS_TO_PEOPLE
            and not (by in deals.proposed and wish == Wish())
        ):
            deals.answered[by] = deals.answered.get(by, 0) + 1
            granted = self._grant(deals, by, wish)
            lacks = wish.wants is not None and not deals.view.free.get(wish.wants)
            if granted or lacks:
                return granted or [Say((by,), trader.none_words(self.goods, str(wish.wants)), occasion="none")]
            if wish != Wish():
                return self._explain(by)
        if heard.kind == "no":
            return [Say((by,), replies.stands(*agreed))] if agreed else self._ask_back(by, None, None)
        if heard.kind == "unclear":
            if heard.question is not None:
                return []  # a question about the goods it names, not half a proposal
            return self._ask_back(by, agreed, deals.proposed.get(by) if heard.wavers else None)
        return [] if agreed or heard.kind == "yes" or heard.answer.sorry else self._explain(by)

    def _ask_back(self, by: str, agreed: Pair | None, proposed: Pair | None) -> list[Move]:
        if by in self.asked_back:
            return []
        self.asked_back.add(by)
        if agreed:
            return [Say((by,), replies.stands(*agreed))]
        if proposed:
            return [Say((by,), replies.A_YES.format(*map(self.goods.named, proposed)))]
        return self._explain(by) or [Say((by,), replies.WHICH)]

    def _explain(self, by: str) -> list[Move]:
        if by in self.explained_to:
            return []
        self.explained_to.add(by)
        return [Say((by,), trader.how_words(self.goods))]

    def _decline(self, deals: Bargaining, by: str, give: str, want: str, taken_up: bool) -> list[Move]:
        if by in self.people:
            last = deals.answered[by] == ANSWERS_TO_PEOPLE
            counter = None if taken_up or last else self._counter(deals, by, want)
            why = ENOUGH if last else self._reason(deals, by, give, want)
        else:
            full = taken_up or len(deals.agreed) >= self.goods.limit
            counter = None if full or by in deals.proposed else self._counter(deals, by, want)
            why = FULL if full else NO
        if counter is not None:
            return self._put(deals, by, counter, want)
        deals.proposed.pop(by, None)
        return [Say((by,), why, occasion="" if why in trader.DECLINES else "none")]

    def _reason(self, deals: Bargaining, by: str, give: str, want: str) -> str:
        if by in deals.view.closed_partners:
            return LATER
        if not deals.view.free.get(give):
            return trader.none_words(self.goods, give)
        alone = deals.worth(((give, want),)) - deals.worth(()) + self.taste.bond(deals.view, by)
        if self.content(alone, by, give, want):
            return FULL
        return MEAGRE if alone >= self.LEAST else NO

    def _put(self, deals: Bargaining, by: str, give: str, want: str) -> list[Move]:
        deals.propose(by, give, want)
        return [self.propose(by, give, want)]

    def _renegotiate(self, deals: Bargaining, by: str, give: str, want: str) -> list[Move]:
        if deals.free(give, without=by) > 0 and deals.gain(by, give, want) >= deals.gain(by, *deals.agreed[by]):
            pair = deals.agreed[by]
            deals.agree(by, give, want)
            if by not in self.people:
                return [self.accept(by, give, want)]
            own, other = self.goods.named(give), self.goods.named(want)
            return [Say((by,), replies.replaced(own, other, pair), Deal(give, want))]
        return [Say((by,), KEEP)] if deals.answered[by] <= ANSWERS else []

    def _deals_in_the_way(
        self, deals: Bargaining, by: str, give: str, want: str, taken_up: bool
    ) -> tuple[str, ...] | None:
        """Return the partners of deals to call off for this one, mostly none. None if it is impossible or not worth
        it. Its own proposals stand if possible."""
        if deals.has_room(by, give):
            return () if taken_up or self.content(deals.gain(by, give, want), by, give, want) else None
        if by not in self.people:
            return None
        dropped: list[tuple[float, str]] = []
        for other, pair in deals.agreed.items():
            if other in self.people or not deals.has_room(by, give, without=other):
                continue
            gain, lost = deals.gain(by, give, want, without=other), deals.gain(other, *pair)
            fair = self.expected(gain, by, give, want) >= self.GIVES_WAY * self.expected(lost, other, *pair)
            if gain >= self.LEAST if taken_up else fair and self.content(gain, by, give, want):
                dropped.append((gain - lost, other))
        return (max(dropped)[1],) if dropped else None

    def _call_off(self, deals: Bargaining, partners: Sequence[str]) -> list[Move]:
        for partner in partners:
            deals.drop(partner)
            deals.full[partner] = True
            self.failed.add(partner)
        return [Say((partner,), OFF) for partner in partners]

    def _agree(self, deals: Bargaining, by: str, give: str, want: str, draw: Draw) -> None:
        promised = deals.gain(by, give, want)
        better = give
        if not draw.chance(1.0 if by in self.allies else self.keeps):
            better = max(
                (kind for kind in self.goods.kinds if kind == give or deals.free(kind) > 0),
                key=lambda kind: deals.gain(by, kind, want),
            )
        breaks = better != give and deals.gain(by, better, want) - promised >= self.WORTH_BREAKING
        deals.agree(by, give, want)
        if breaks:
            deals.given[by] = better

    def _counter(self, deals: Bargaining, by: str, want: str) -> str | None:
        """Return another good to give for `want`, or None."""
        kinds = [
            kind
            for kind in self.goods.kinds
            if self._deals_in_the_way(deals, by, kind, want, False) is not None
            and (kind, want) not in deals.tried.get(by, ())
            and self.taste.appeal(deals.view, kind, want) > 0
        ]
        return max(kinds, key=lambda kind: self.taste.appeal(deals.view, kind, want), default=None)

    def would_take(self, partner: str) -> str:
        deals = self.deals
        if deals is None:
            return ""
        if partner in deals.proposed:
            give, want = deals.proposed[partner]
            return f"my {want} for your {give}"
        kinds, lacks = self.goods.kinds, self.lacking.get(partner, ())
        pairs = [(give, want) for give in kinds for want in kinds if give != want and want not in lacks]
        taken = [pair for pair in pairs if self._deals_in_the_way(deals, partner, *pair, False) is not None]
        best = max(taken, key=lambda pair: self.taste.appeal(deals.view, *pair), default=None)
        return "" if best is None else f"my {best[1]} for your {best[0]}"

    # --- proposing
    def _propose(self, deals: Bargaining, sight: Sight, draw: Draw) -> Iterator[Move]:
        wanted = self.goods.limit - len(deals.agreed)
        if not wanted:
            return
        wanted += self.SPREAD - len(deals.proposed)
        partners = [
            p
            for p in sight.partners
            if p not in deals.proposed and not deals.full.get(p) and len(deals.tried.get(p, ())) < self.TRIES
            if p not in deals.barred
            if not (
                p in sight.people and (self.settled or count_unanswered(sight.seat, p, sight.heard) >= self.UNHEARD)
            )
        ]
        if self.holding_back:
            partners = [p for p in partners if p in sight.people]
        draw.shuffle(partners)
        for _ in range(wanted):
            best = [(deal, partner) for partner in partners if (deal := self.best_deal(deals, partner)) is not None]
            if not best:
                break
            (_, give, want), partner = max(best, key=lambda ranked: ranked[0][0])
            partners.remove(partner)
            deals.propose(partner, give, want)
            yield self.propose(partner, give, want)
