"""Whom a steady bot of the trading games trusts: by what came, by what others tell, and by a word of regret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from core.games.trading.offers import Swap
from core.games.trading.structs import TradingReport


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
    """What a tale still weighs for each word that the one it is about has kept to oneself."""
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

    def hear_tale(self, teller: str, about: str) -> None:
        """Somebody tells that another broke its word. It weighs once, and by how far the teller is trusted; less of one
        who kept its word to oneself, and less from somebody who tells so of everybody."""
        if teller == about or (teller, about) in self._told:
            return
        self._told.add((teller, about))
        others = sum(by == teller for by, _ in self._told)
        weight = (1 - self.BROKEN) * self.HEARSAY * self.of(teller) * self.SEEN ** self._kept[about] / others
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
