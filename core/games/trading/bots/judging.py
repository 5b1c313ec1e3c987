"""The steady trading bot's memory of others, and its judgement of deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from core.bots.company import pacts
from core.games.trading.bots.taste import Pair, Taste
from core.games.trading.bots.trader import Bargaining, Trader, keep_sealed, parse_talk, recall
from core.games.trading.company import terms
from core.games.trading.offers import Goods, Swap
from core.games.trading.structs import Sight, TradingReport, TradingView
from core.talk.acts import Apologise
from core.talk.channels import Message


class Trust:
    """Trust in each partner's word: 0 to 1."""

    START = 0.8
    KEPT = 0.1
    BROKEN = 0.3
    """Factor of a broken promise."""
    HEARSAY = 0.6
    """Weight of a tale of a broken promise, against an own experience, if its teller is trusted fully."""
    SEEN = 0.5
    """Factor of a tale for each promise that its subject has kept to this bot, with the whole match ahead."""
    SLANDER = 0.4
    """Factor of trust in a teller of false tales about this bot."""
    PACT = 0.15
    PROOF = 0.7
    """Trust in a proof deal, and in its partner once that was kept."""

    def __init__(self) -> None:
        self._trust: dict[str, float] = {}
        self._told: set[tuple[str, str]] = set()
        """Tales heard: teller and subject."""
        self._kept: Counter[str] = Counter()
        """Promises that each has kept to this bot."""
        self._sorry: set[str] = set()
        """Partners that have apologised and not yet proved it."""
        self._allies: set[str] = set()
        """Partners with a pact: each counts once."""
        self._forgiven: set[str] = set()
        """Partners with an accepted apology: each only once."""

    def of(self, partner: str) -> float:
        return self._trust.get(partner, self.START)

    def doubts(self, partner: str) -> bool:
        return self.of(partner) < self.START

    def owes_proof(self, partner: str) -> bool:
        """Return True if it has apologised, so that one deal in the other's favour can make up for it."""
        return partner in self._sorry

    def regret(self, partner: str) -> bool:
        """Take an apology. Return True if it is accepted: the partner is in doubt, and this is its first."""
        if not self.doubts(partner) or partner in self._forgiven:
            return False
        self._forgiven.add(partner)
        self._sorry.add(partner)
        return True

    def ally(self, partner: str) -> None:
        if partner not in self._allies:
            self._allies.add(partner)
            self._trust[partner] = min(1.0, self.of(partner) + self.PACT)

    def hear_tale(self, teller: str, about: str, left: float = 1.0) -> None:
        """Weigh a report of a broken promise, once, by the trust in its teller: less from a teller of many, and less
        about a partner that kept its word. `left`: share of rounds to come."""
        if teller == about or (teller, about) in self._told:
            return
        self._told.add((teller, about))
        others = sum(by == teller for by, _ in self._told)
        weight = (1 - self.BROKEN) * self.HEARSAY * self.of(teller) * self.SEEN ** (left * self._kept[about]) / others
        self._trust[about] = self.of(about) * (1 - weight)

    def hear_slander(self, teller: str, me: str) -> None:
        """Distrust the teller of a false report that this bot broke a promise, once."""
        if (teller, me) not in self._told:
            self._told.add((teller, me))
            self._trust[teller] = self.of(teller) * self.SLANDER

    def learn(self, agreed: Iterable[Swap], report: TradingReport) -> tuple[Swap, ...]:
        """Compare last round's agreements with the report; an unreturned offer is a broken promise too. Return the
        broken ones."""
        broken = []
        received = {swap.partner: swap.got for swap in report.trades}
        failed = {offer.to for offer in report.failed}
        for swap in agreed:
            partner = swap.partner
            if received.get(partner) == swap.got:
                self._kept[partner] += 1
                proved = self.PROOF if partner in self._sorry else 0.0
                self._trust[partner] = max(proved, min(1.0, self.of(partner) + self.KEPT))
            elif partner in received or partner in failed:
                self._trust[partner] = self.of(partner) * self.BROKEN
                broken.append(swap)
            self._sorry.discard(partner)
        return tuple(broken)


class Judging(Trader):
    """Trust, others' likely goods, and the worth of deals. A subclass adds the talk."""

    LEAST = 0.5
    """The least gain of a trade that is worth a slot."""
    SHARE = 0.25
    """The share of its best hope that it accepts."""
    BAIT = 1.0
    """How much less a doubtful partner's offer is believed, for each part of the best hope by which it pays this bot
    more than that partner."""
    ALLY = 1.3
    NEXT = 1.0
    """Worth of a kept promise for each round still to come, in points: its giver will be believed again."""
    HOLDS = 0.7
    """Chance that a partner holds what it would rather give than the promised good."""
    PLEDGED = 0.6
    """Factor for proposals of a good already proposed to another seat."""

    def __init__(self, goods: Goods, taste: Taste, seed: int) -> None:
        super().__init__(goods, seed)
        self.taste = taste
        self.trust = Trust()
        self.deals: Bargaining | None = None
        self.seen: dict[str, dict[str, int]] = {}
        """The last round in which each partner seemed to hold a kind."""
        self.lacking: dict[str, set[str]] = {}
        """Kinds that each partner says in this round it lacks."""
        self.allies: tuple[str, ...] = ()
        """Partners with a pact: they are asked first, and promises to them are kept."""
        self.let_down: dict[str, str] = {}
        """Partners that broke last round's agreement, and the promised kind."""
        self.failed: set[str] = set()
        """Partners to which it has broken its own word."""
        self._pacts_read = (0, 0)
        """Round and number of messages of the last look at its pacts."""
        self._tempting: dict[tuple[int, str, str], tuple[str, float]] = {}

    def prefer(self, kind: str, among: tuple[str, ...]) -> tuple[str, ...]:
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
        by_round: dict[int, list[Message]] = {}
        for message in sight.heard:
            by_round.setdefault(message.round, []).append(message)
        for past in sorted(sight.reports):
            for message in by_round.get(past, ()):
                self.listen(sight, message)
            past_deals = Bargaining(self.goods, self.taste, sight.view)
            recall(past_deals, sight.seat, by_round.get(past, ()))
            self.learn(past_deals, sight, past)
        self.let_down = {}
        if sight.sealed is not None:
            recall(deals, sight.seat, by_round.get(sight.round, ()))
            keep_sealed(deals, sight.sealed)

    def learn(self, deals: Bargaining, sight: Sight, past: int) -> None:
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
        """Apply a message to the trust in others, or in its author. Return True if an apology is accepted."""
        if message.sender == sight.seat:
            return False
        heard = parse_talk(self.goods, sight.seats, message)
        if message.of_two and message.round == sight.round and heard.lacks:
            self.lacking.setdefault(message.sender, set()).update(heard.lacks)
        about = heard.accuses
        if about == sight.seat:
            if message.sender not in self.failed:
                self.trust.hear_slander(message.sender, about)
        elif about:
            self.trust.hear_tale(message.sender, about, 1 - message.round / self.taste.rounds)
        sorry = message.of_two and message.sender in sight.people and self._regrets(sight, message)
        return sorry and self.trust.regret(message.sender)

    def _regrets(self, sight: Sight, message: Message) -> bool:
        """Return True if the message is an apology. A no with regret is only a no."""
        heard = parse_talk(self.goods, sight.seats, message)
        act = message.act or heard.act
        return heard.kind != "no" and not heard.lacks and (isinstance(act, Apologise) or heard.answer.sorry)

    def note(self, partner: str, kind: str, round_: int) -> None:
        self.seen.setdefault(partner, {})[kind] = round_
        self.lacking.get(partner, set()).discard(kind)

    def remember_pacts(self, sight: Sight) -> None:
        if (sight.round, len(sight.heard)) == self._pacts_read:
            return
        self._pacts_read = (sight.round, len(sight.heard))
        self.allies = pacts.allies(terms(self.goods), sight.seat, sight.heard, sight.round) if sight.people else ()
        for ally in self.allies:
            self.trust.ally(ally)

    def _best_hope(self, deals: Bargaining) -> float:
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
        """Return True if this gain is worth a slot. A doubtful partner gets no concession: a broken promise must not
        pay before the last round."""
        share = self.SHARE if self.shuns(partner) else self.share()
        return self.expected(gain, partner, give, want) >= max(self.LEAST, share * self.hope)

    def shuns(self, partner: str) -> bool:
        """Return True if it gives in to this partner in nothing. So a late liar is paid, and all liars pay for it
        together."""
        return self.trust.doubts(partner)

    def share(self) -> float:
        return self.SHARE

    def fancy(self, round_: int, give: str, want: str) -> float:
        """Return a factor for the hope of a deal of its own."""
        return 1.0

    def expected(self, gain: float, partner: str, give: str, want: str) -> float:
        """Return the gain weighed by the trust in the partner and by its temptation to give something else. The
        temptation counts against what the partner loses by breaking its word: less in later rounds."""
        assert self.deals is not None
        instead, more = self.temptation(self.deals.view, give, want)
        if more <= 0:
            return gain * self.belief(gain, partner, give, want)
        breaks = self.HOLDS * more / (more + self.NEXT * (self.taste.rounds - self.deals.view.round))
        broken = min(gain, self.deals.gain(partner, give, instead))
        return self.belief(gain, partner, give, want) * ((1 - breaks) * gain + breaks * broken)

    def temptation(self, view: TradingView, give: str, want: str) -> tuple[str, float]:
        """Return what a partner that owes `want` would rather give for `give`, and its extra points by it; 0 or less
        if `want` is its best reply."""
        key = (view.round, give, want)
        if key not in self._tempting:
            others = [kind for kind in self.goods.kinds if kind != want]
            best = max(others, key=lambda kind: self.taste.appeal(view, give, kind))
            self._tempting[key] = (best, self.taste.appeal(view, give, best) - self.taste.appeal(view, give, want))
        return self._tempting[key]

    def belief(self, gain: float, partner: str, give: str, want: str) -> float:
        """Return how far to believe a partner's word, 0 to 1. For a doubtful one: the better the offer sounds beside
        the partner's own gain, the less. A proof deal after an apology must sound good."""
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
        """Return the deal with the highest hope, by the chance that the partner holds the good and likes the deal.

        Exclude goods it says it lacks, and the last swap reversed. `give_only` and `want_only` restrict the deals.
        """
        seen, lacks = self.seen.get(partner, {}), self.lacking.get(partner, ())
        wished = deals.asked.get(partner, ())
        tried = (*deals.tried.get(partner, ()), *_swaps_back(deals.view, partner))
        best: tuple[float, str, str] | None = None
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
                pledged = self.PLEDGED if deals.is_pledged(give) else 1.0
                likes = min(0.95, max(0.02, 0.35 + 0.12 * self.taste.appeal(deals.view, give, want)))
                if (give, want) in wished:
                    has, likes = 1.0, 0.95
                hope = worth * has * likes * pledged * self.fancy(deals.view.round, give, want)
                hope *= self.ALLY if partner in self.allies else 1.0
                if best is None or hope > best[0]:
                    best = (hope, give, want)
        return best


def _swaps_back(view: TradingView, partner: str) -> list[Pair]:
    swaps = [swap for swap in view.past if swap.partner == partner and swap.round == view.round - 1]
    return [(swap.got, swap.gave) for swap in swaps if swap.gave is not None and swap.got is not None]
