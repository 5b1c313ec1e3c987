"""What the steady bot of the trading games remembers of the others, and how it judges deals by it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable
from typing import Self

from core.bots.company import pacts
from core.games.trading.bots.trader import Bargaining, Pair, Taste, Trader, hear, keep_sealed, recall
from core.games.trading.offers import Goods, Swap
from core.games.trading.structs import Sight, TradingReport, TradingView
from core.talk.acts import Apologise
from core.talk.channels import Message
from core.talk.parsing import apologises
from core.talk.parsing.asks import act_in, told_of


class Trust:
    """How far each partner is trusted to keep its word: 0 to 1."""

    START = 0.8
    """In whom nothing is known of."""
    KEPT = 0.1
    """Added for each word that was kept."""
    BROKEN = 0.3
    """What is left of it after a broken one."""
    HEARSAY = 0.6
    """The part of a broken word of one's own that another's tale of one weighs, if its teller is trusted fully."""
    SEEN = 0.5
    """What a tale still weighs for each word that the one it is about has kept to oneself, the whole match to come."""
    SLANDER = 0.4
    """What is left of the trust in a teller who says so of oneself, and it is not so."""
    PACT = 0.15
    """Added when a pact is made."""
    PROOF = 0.7
    """How far a proof deal is trusted, and its partner once that was kept."""

    def __init__(self) -> None:
        self._trust: dict[str, float] = {}
        self._told: set[tuple[str, str]] = set()
        """Tales that were heard: by whom, about whom."""
        self._kept: Counter[str] = Counter()
        """How many words each has kept to oneself."""
        self._sorry: set[str] = set()
        """Who has apologised and not yet shown that it is meant."""
        self._allies: set[str] = set()
        """With whom a pact was made: each counts once."""
        self._forgiven: set[str] = set()
        """Whose apology has been taken: each only once."""

    def of(self, partner: str) -> float:
        """How far this partner is trusted, 0 to 1."""
        return self._trust.get(partner, self.START)

    def doubts(self, partner: str) -> bool:
        """Is it trusted less than somebody of whom nothing is known?"""
        return self.of(partner) < self.START

    def owes_proof(self, partner: str) -> bool:
        """Has it apologised, so that one deal in the other's favour can make it good?"""
        return partner in self._sorry

    def regret(self, partner: str) -> bool:
        """It apologises. True if that is taken: it is in doubt, and this is its first apology."""
        if not self.doubts(partner) or partner in self._forgiven:
            return False
        self._forgiven.add(partner)
        self._sorry.add(partner)
        return True

    def ally(self, partner: str) -> None:
        """A pact with it begins: it is trusted more, once."""
        if partner not in self._allies:
            self._allies.add(partner)
            self._trust[partner] = min(1.0, self.of(partner) + self.PACT)

    def hear_tale(self, teller: str, about: str, left: float = 1.0) -> None:
        """Somebody tells that another broke its word. It weighs once, and by how far the teller is trusted; less from
        somebody who tells so of everybody, and of one who kept its word to oneself. That speaks for it as far as there
        is something to lose: the less, the smaller the part of the rounds that is still to come (`left`), for who means
        to lie at the end keeps its word until then."""
        if teller == about or (teller, about) in self._told:
            return
        self._told.add((teller, about))
        others = sum(by == teller for by, _ in self._told)
        weight = (1 - self.BROKEN) * self.HEARSAY * self.of(teller) * self.SEEN ** (left * self._kept[about]) / others
        self._trust[about] = self.of(about) * (1 - weight)

    def hear_slander(self, teller: str, me: str) -> None:
        """Somebody tells that oneself broke a word to it that was kept: it is trusted less, once."""
        if (teller, me) not in self._told:
            self._told.add((teller, me))
            self._trust[teller] = self.of(teller) * self.SLANDER

    def learn(self, agreed: Iterable[Swap], report: TradingReport) -> tuple[Swap, ...]:
        """Hold what was agreed last round against what came: an unreturned offer is a broken word too. Returns what
        was not kept."""
        broken = []
        came = {swap.partner: swap.got for swap in report.trades}
        failed = {offer.to for offer in report.failed}
        for swap in agreed:
            partner = swap.partner
            if came.get(partner) == swap.got:
                self._kept[partner] += 1
                proved = self.PROOF if partner in self._sorry else 0.0
                self._trust[partner] = max(proved, min(1.0, self.of(partner) + self.KEPT))
            elif partner in came or partner in failed:
                self._trust[partner] = self.of(partner) * self.BROKEN
                broken.append(swap)
            self._sorry.discard(partner)
        return tuple(broken)


class Judging(Trader):
    """Trust, what others seem to hold, and what a deal with them may bring. What to say of it is a subclass's."""

    LEAST = 0.5
    """The least that a trade must add to be worth a slot."""
    SHARE = 0.25
    """The part of the best it could hope for with which it is content."""
    BAIT = 1.0
    """How much less a doubtful partner's offer is believed for each part of the best hope by which it pays oneself
    more than that partner."""
    ALLY = 1.3
    """What a proposal to an ally counts for beside the same to another."""
    NEXT = 1.0
    """What a kept word is worth to its giver for each round still to come, in points: it will be believed again."""
    HOLDS = 0.7
    """How likely a partner holds what it would rather give than what it promised."""
    PLEDGED = 0.6
    """What a proposal counts for whose thing is already proposed to somebody else."""

    def __init__(self, goods: Goods, taste: Taste, seed: int) -> None:
        super().__init__(goods, seed)
        self.taste = taste
        self.trust = Trust()
        self.deals: Bargaining | None = None
        self.seen: dict[str, dict[str, int]] = {}
        """By partner, the last round in which it seemed to hold a kind."""
        self.lacking: dict[str, set[str]] = {}
        """By partner, the kinds of which it said in this round that it has none."""
        self.allies: tuple[str, ...] = ()
        """With whom it has a pact: they are asked first, and no promise to them is broken."""
        self.let_down: dict[str, str] = {}
        """Who did not do last round what was agreed, and the kind it had promised."""
        self.failed: set[str] = set()
        """To whom it has not kept its own word itself."""
        self._tempting: dict[tuple[int, str, str], tuple[str, float]] = {}
        """By round and deal, as `temptation` has it."""

    def prefer(self, kind: str, among: tuple[str, ...]) -> tuple[str, ...]:
        """Those it trusts least."""
        least = min(self.trust.of(seat) for seat in among)
        return tuple(seat for seat in among if self.trust.of(seat) == least)

    # --- a round begins
    def begin(self, sight: Sight) -> None:
        self.let_down, self.lacking = {}, {}
        deals = Bargaining(self.goods, self.taste, sight.view)
        if self.deals is None:
            self._sit_down(sight, deals)
        elif sight.round == self.round + 1:
            self.learn(self.deals, sight, sight.round - 1)
        self.deals = deals
        self.hope = self._best_hope(deals)

    def _sit_down(self, sight: Sight, deals: Bargaining) -> None:
        """The first look at this match, which may have been going on for long."""
        said: dict[int, list[Message]] = {}
        for message in sight.heard:
            said.setdefault(message.round, []).append(message)
        for past in sorted(sight.reports):
            for message in said.get(past, ()):
                self.listen(sight, message)
            then = Bargaining(self.goods, self.taste, sight.view)
            recall(then, sight.seat, said.get(past, ()))
            self.learn(then, sight, past)
        self.let_down = {}
        if sight.sealed is not None:
            recall(deals, sight.seat, said.get(sight.round, ()))
            keep_sealed(deals, sight.sealed)

    def learn(self, deals: Bargaining, sight: Sight, past: int) -> None:
        """What a closed round showed of those with whom something was agreed."""
        report = sight.reports.get(past)
        if report is None:
            return
        promises = deals.promises()
        broken = self.trust.learn(promises, report)
        gave = {swap.partner: swap.gave for swap in report.trades} | {offer.to: offer.give for offer in report.failed}
        self.failed |= {swap.partner for swap in promises if gave.get(swap.partner) != swap.gave}
        self.let_down = {swap.partner: swap.got for swap in broken}
        for swap in report.trades:
            self.note(swap.partner, swap.gave, past + 1)

    def listen(self, sight: Sight, message: Message) -> bool:
        """What somebody's words do to the trust in others, or in itself. True if an apology is taken."""
        if message.by == sight.seat:
            return False
        if message.of_two and message.round == sight.round and (lacks := hear(self.goods, message.text).lacks):
            self.lacking.setdefault(message.by, set()).update(lacks)
        about = told_of(sight.seats, message.text)
        if about == sight.seat:
            if message.by not in self.failed:
                self.trust.hear_slander(message.by, about)
        elif about is not None:
            self.trust.hear_tale(message.by, about, 1 - message.round / self.taste.rounds)
        sorry = message.of_two and message.by in sight.people and self._regrets(sight, message)
        return sorry and self.trust.regret(message.by)

    def _regrets(self, sight: Sight, message: Message) -> bool:
        """Does it say sorry for what it did? A no said with regret is a no, and was not promised."""
        heard = hear(self.goods, message.text, message.readers)
        others = [seat for seat in sight.seats if seat not in (sight.seat, message.by)]
        said = message.act or act_in(others, message.text, sight.seat)
        return heard.kind != "no" and not heard.lacks and (isinstance(said, Apologise) or apologises(message.text))

    def note(self, partner: str, kind: str, round_: int) -> None:
        """A partner seemed to hold something of a kind."""
        self.seen.setdefault(partner, {})[kind] = round_
        self.lacking.get(partner, set()).discard(kind)

    def remember_pacts(self, sight: Sight) -> None:
        """With whom it stands together, by what it said itself (core.bots.company): only people ask for that."""
        self.allies = pacts.standing(sight.seat, sight.heard) if sight.people else ()
        for ally in self.allies:
            self.trust.ally(ally)

    def _best_hope(self, deals: Bargaining) -> float:
        """What the best trade that a partner might like would add, weighed by what it would tempt that partner to, as
        every offer is."""
        return max(
            (
                self.expected(deals.gain("", give, want), "", give, want) / self.trust.START
                for give in self.goods.kinds
                if deals.free(give) > 0
                for want in self.goods.kinds
                if self.taste.appeal(deals.view, give, want) > 0
            ),
            default=0.0,
        )

    def content(self, gain: float, partner: str, give: str, want: str) -> bool:
        """Is this gain, from this partner, worth a slot? Nobody gives in to somebody in doubt: a word that was broken
        costs the swaps of the rounds to come, so that it does not pay before the last."""
        share = self.SHARE if self.shuns(partner) else self.share()
        return self.expected(gain, partner, give, want) >= max(self.LEAST, share * self.hope)

    def shuns(self, partner: str) -> bool:
        """Does it give in to that partner in nothing, and ask for nothing that is not worth it? So who lies late is
        paid, and all who do so pay for it together."""
        return self.trust.doubts(partner)

    def share(self) -> float:
        """With what part of the best that it could hope for it is content now."""
        return self.SHARE

    def expected(self, gain: float, partner: str, give: str, want: str) -> float:
        """What is left of a gain when it is weighed how far a partner is trusted, and how much it would have of giving
        something else. That counts against all that it has kept before, and the more the fewer rounds are to come: a
        promise is worth what its giver loses by breaking it."""
        assert self.deals is not None
        instead, more = self.temptation(self.deals.view, give, want)
        if more <= 0:
            return gain * self.belief(gain, partner, give, want)
        breaks = self.HOLDS * more / (more + self.NEXT * (self.taste.rounds - self.deals.view.round))
        broken = min(gain, self.deals.gain(partner, give, instead))
        return self.belief(gain, partner, give, want) * ((1 - breaks) * gain + breaks * broken)

    def temptation(self, view: TradingView, give: str, want: str) -> tuple[str, float]:
        """What a partner who is to give `want` would rather give to whoever gives it `give`, and how much more that
        would bring it, in points; 0 or less where what it is to give is its best reply."""
        key = (view.round, give, want)
        if key not in self._tempting:
            others = [kind for kind in self.goods.kinds if kind != want]
            best = max(others, key=lambda kind: self.taste.appeal(view, give, kind))
            self._tempting[key] = (best, self.taste.appeal(view, give, best) - self.taste.appeal(view, give, want))
        return self._tempting[key]

    def belief(self, gain: float, partner: str, give: str, want: str) -> float:
        """How far to believe that a partner will do what it says, 0 to 1. From one in doubt, the better an offer
        sounds beside what it can bring that partner, the less; but a proof deal after an apology must sound good."""
        trust = self.trust.of(partner)
        if not self.trust.doubts(partner) or self.deals is None:
            return trust
        bait = gain - self.taste.appeal(self.deals.view, give, want)
        if self.trust.owes_proof(partner):
            return self.trust.PROOF if bait > 0 else trust
        return trust * max(0.0, 1 - self.BAIT * max(0.0, bait) / max(1.0, self.hope))

    def best_deal(
        self, deals: Bargaining, partner: str, give_only: str | None = None, want_only: str | None = None
    ) -> tuple[float, str, str] | None:
        """The deal with the most to hope for, by the chance that the partner has the thing and likes the deal:
        never what it said it has not, nor the last swap backwards. With `give_only` or `want_only` among those in which
        this is given, or got."""
        seen, lacks = self.seen.get(partner, {}), self.lacking.get(partner, ())
        asked = deals.asked.get(partner, ())
        tried = (*deals.tried.get(partner, ()), *_backwards(deals.view, partner))
        found: tuple[float, str, str] | None = None
        for give in self.goods.kinds:
            if not deals.has_room(partner, give) or give_only not in (None, give):
                continue
            for want in self.goods.kinds if want_only is None else (want_only,):
                if want in lacks:
                    continue
                if (give, want) in tried or (gain := deals.gain(partner, give, want)) < self.LEAST:
                    continue
                worth = self.expected(gain, partner, give, want)
                if self.shuns(partner) and not self.content(gain, partner, give, want):
                    continue
                if worth / self.trust.START < self.LEAST:
                    continue
                has = 0.9 if want in seen else 0.6
                pledged = self.PLEDGED if deals.pledged(give) else 1.0
                likes = min(0.95, max(0.02, 0.35 + 0.12 * self.taste.appeal(deals.view, give, want)))
                if (give, want) in asked:
                    has, likes = 1.0, 0.95
                hope = worth * has * likes * pledged
                hope *= self.ALLY if partner in self.allies else 1.0
                if found is None or hope > found[0]:
                    found = (hope, give, want)
        return found


def _backwards(view: TradingView, partner: str) -> list[Pair]:
    """The reverse of what was swapped with a partner last round, from one's own side: nobody wants to hear of that."""
    swaps = [swap for swap in view.past if swap.partner == partner and swap.round == view.round - 1]
    return [(swap.got, swap.gave) for swap in swaps if swap.gave is not None and swap.got is not None]


Hand = tuple[int, ...]
"""How many of each kind, in the order of the kinds."""


class Tasting(ABC):
    """What the bots of one trading game think of later rounds; the game says what a hand is worth then."""

    goods: Goods
    shunned: tuple[str, ...]
    """A seat of which nothing is known is thought to have none of these kinds, and one of each other."""

    def __init__(self, looks_ahead: bool = True) -> None:
        self.looks_ahead = looks_ahead
        self._tastes: dict[tuple[int, str], float] = {}

    def shortsighted(self) -> Self:
        """The judgement of somebody who looks at this round alone."""
        return type(self)(looks_ahead=False)

    @abstractmethod
    def future(self, round_: int, hand: Hand) -> float:
        """What a hand is worth after the close of a round, in points."""

    def held_after(self, view: TradingView, done: tuple[Pair, ...]) -> dict[str, int]:
        """What the seat holds when these trades are made."""
        after = dict(view.held)
        for gave, got in done:
            after[gave] -= 1
            after[got] += 1
        return after

    def later(self, view: TradingView, held: dict[str, int]) -> float:
        """What a hand is worth after this round's close, to whoever looks ahead."""
        hand = tuple(max(0, held[kind]) for kind in self.goods.kinds)
        return self.future(view.round, hand) if self.looks_ahead else 0.0

    def taste_for(self, round_: int, one: str) -> float:
        """What one more of a kind is worth to a seat of which nothing is known, after the close of a round."""
        if (round_, one) not in self._tastes:
            kinds = self.goods.kinds
            hand = tuple(int(kind not in self.shunned) for kind in kinds)
            more = tuple(n + (kind == one) for n, kind in zip(hand, kinds, strict=True))
            less = tuple(max(0, n - (kind == one)) for n, kind in zip(hand, kinds, strict=True))
            self._tastes[round_, one] = (self.future(round_, more) - self.future(round_, less)) / 2
        return self._tastes[round_, one]
