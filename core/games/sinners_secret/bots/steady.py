"""The steady bot: samples deals, asks the most splitting query, trades answers by its temper, locks likely allies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

from core.bots.contract import Do, Done, Move, Say, Seal
from core.dice import Dice
from core.games.sinners_secret import words
from core.games.sinners_secret.belief import Belief, Sample
from core.games.sinners_secret.rules import letter_closed, owners
from core.games.sinners_secret.spec import ATTRIBUTES, LETTERS, LETTERS_ASKED, MOST_LOCKS, SPEC
from core.games.sinners_secret.structs import Received, Sent, Sight, View
from core.games.sinners_secret.words import AnswersClaim, AttributeClaim, Claim, FactClaim
from core.json import Json

Temper = Literal["open", "wary", "sly"]
TEMPERS: tuple[Temper, ...] = ("open", "open", "wary", "sly")
"""`open` speaks first and truly, except about its own letters; `wary` only answers; `sly` mostly lies."""

TRUST = 0.85
"""Chance that a claim is true while its maker has no proven lie."""
NO_TRUST = 0.5
TRUST_OF_OWN = 0.55
"""Chance that a claim about the speaker's own letters is true."""
DEALS, APART = 90, 22
"""Deals sampled, and steps between them: the cost of a round's thinking."""
SURE = 0.8
"""A chance at which a lock does not wait for better knowledge."""
WORTH = 0.36
"""The least chance at which a lock pays: it wins 2 or loses 1."""
RIVAL = 1.1
"""Factor for letters of the own realm: a right lock also costs a rival 3 points."""
DECOYS = 0.25
"""How often a player with one letter asks about an attribute that this letter lacks."""
SHORTLIST = 7
"""Letters considered for a query, for each attribute."""


class SteadyBot:
    """Bot that believes fitting claims, and talks by its temper."""

    DEALS, APART = DEALS, APART
    RIVAL, WORTH = RIVAL, WORTH
    DECOYS = DECOYS
    TEMPERS: tuple[Temper, ...] = TEMPERS

    def __init__(self, seat: str, seed: int) -> None:
        self._seat = seat
        self._dice = Dice(seed)
        self._temper = self._dice.draw(f"{seat} temper").pick(self.TEMPERS)
        self._belief: Belief | None = None
        self._thought: tuple[int, int] = (0, 0)

    def turn(self, sight: Sight) -> list[Move]:
        """Talk on the open lines; think and seal at the start of a round and after every new claim."""
        if sight.pending is not None:
            return [Do({"kind": sight.pending.kind, "player": self._choose(sight)})]
        if not sight.asks.orders:
            return [] if sight.ready or sight.phase in ("decision", "finished") else [Done()]
        claims = [claim for m in sight.heard if m.sender != self._seat for claim in words.claims_in(m, sight.view)]
        liars = disproved_claimants(claims, sight.view)
        says = self._talk(sight, liars)
        thought = (sight.round, len(claims))
        if sight.ready and thought == self._thought:
            return says
        self._thought = thought
        sample = self._think(sight, claims, liars)
        return [*says, Seal(self._orders(sight, sample, claims, liars)), Done()]

    # --- what it thinks ---------------------------------------------------------------------------------------------
    def believed(self, sight: Sight) -> Sample:
        claims = [claim for m in sight.heard if m.sender != self._seat for claim in words.claims_in(m, sight.view)]
        return self._think(sight, claims, disproved_claimants(claims, sight.view))

    def _think(self, sight: Sight, claims: list[Claim], liars: set[str]) -> Sample:
        view: View = sight.view
        if self._belief is None:
            self._belief = Belief(view.letters, view.pairs, self._dice.draw(f"{self._seat} belief"))
        belief = self._belief
        belief.forget()
        claimed_attributes: dict[tuple[int, str], str] = {}
        for claim in claims:
            if isinstance(claim, AttributeClaim):
                claimed_attributes[(claim.query.round, claim.by)] = claim.attribute
            self._read(belief, view, claim, liars)
        for query in view.received:
            belief.answers(query.answers, claimed_attributes.get((query.round, query.by)), self._trust(query.by, liars))
        return belief.sample(self.DEALS, self.APART)

    def _read(self, belief: Belief, view: View, claim: Claim, liars: set[str]) -> None:
        """Note what a claim says of letters."""
        trust, own = self._trust(claim.by, liars), view.letters[claim.by]
        if isinstance(claim, AnswersClaim):
            for letter, has in claim.answers.items():
                belief.fact(letter, claim.query.attribute, has, min(trust, TRUST_OF_OWN) if letter in own else trust)
        elif isinstance(claim, FactClaim) and claim.letter not in view.pairs:
            belief.fact(claim.letter, claim.attribute, claim.has, NO_TRUST if claim.letter in own else trust)

    def _trust(self, speaker: str, liars: set[str]) -> float:
        """Return the chance that a speaker's claim is true."""
        return NO_TRUST if speaker in liars else TRUST

    # --- what it orders ---------------------------------------------------------------------------------------------
    def _orders(self, sight: Sight, sample: Sample, claims: list[Claim], liars: set[str]) -> Json:
        orders: Json = {"locks": self._locks(sight, sample)}
        recipients = [str(choice.value) for choice in sight.asks.open("query.to")]
        if recipients:
            # Ask earlier talkers first, liars last; the rest in random order.
            talked = {claim.by for claim in claims}
            self._dice.draw(f"{self._seat} {sight.round} to").shuffle(recipients)
            to = min(recipients, key=lambda name: (name in liars) - (name in talked))
            letters, attribute = best_query(sight.view, sample, to, self._about(sight))
            orders["query"] = {"letters": letters, "attribute": attribute, "to": to}
        return orders

    def _about(self, sight: Sight) -> list[str]:
        """Return attributes for the next query: those of its own letters. With one letter it sometimes asks about
        the others: that letter would otherwise be known to readers of its queries."""
        own = sorted({name for pair in sight.view.pairs.values() for name in pair}, key=ATTRIBUTES.index)
        decoy = len(sight.view.pairs) == 1 and self._dice.draw(f"{self._seat} {sight.round} decoy").chance(self.DECOYS)
        return [name for name in ATTRIBUTES if name not in own] if decoy else own

    def _locks(self, sight: Sight, sample: Sample) -> dict[str, str]:
        view: View = sight.view
        owner, locks = owners(view.letters), {}
        for own, pair in view.pairs.items():
            before = [lock.locked for lock in view.locks[own]]
            chances = {
                letter: sample.allied(pair, letter)
                for letter in LETTERS
                if letter not in before and letter not in view.letters[self._seat]
            }
            rivals = {letter for letter in chances if view.realms[owner[letter]] == view.realm}
            best = max(chances, key=lambda letter: chances[letter] * (self.RIVAL if letter in rivals else 1))
            presses = SPEC.rounds - sight.round < MOST_LOCKS - len(before)
            if len(before) < MOST_LOCKS and (chances[best] >= SURE or (presses and chances[best] >= self.WORTH)):
                locks[own] = best
        return locks

    # --- what it says -----------------------------------------------------------------------------------------------
    def _talk(self, sight: Sight, liars: set[str]) -> list[Move]:
        view: View = sight.view
        moves: list[Move] = []
        messages = [m for m in sight.heard if m.round == sight.round]
        for partner in view.lines:
            speakers = {m.sender for m in messages if set(m.readers) == {self._seat, partner}}
            if self._seat in speakers or partner in liars or (self._temper == "wary" and partner not in speakers):
                continue
            last = sight.round - 1
            for sent in view.sent:
                if sent.to == partner and sent.round == last:
                    moves.append(Say([partner], words.say_attribute(sent, self._claimed_attribute(sent))))
            for received in view.received:
                if received.by == partner and received.round == last:
                    moves.append(Say([partner], words.say_answers(received, self._claimed_answers(received, view))))
        return [*moves, *self._confide(sight)]

    def _claimed_attribute(self, sent: Sent) -> str:
        draw = self._dice.draw(f"{self._seat} {sent.round} claims an attribute")
        return draw.pick(ATTRIBUTES) if self._temper == "sly" and draw.chance(0.7) else sent.attribute

    def _claimed_answers(self, received: Received, view: View) -> dict[str, bool]:
        """Return the answers. Those on its own letters are inverted half of the time or, for a sly bot, always; a
        sly bot also inverts others at times."""
        draw = self._dice.draw(f"{self._seat} {received.round} claims answers to {received.by}")
        own, other = (1.0, 0.5) if self._temper == "sly" else (0.5, 0.0)
        return {
            letter: has != draw.chance(own if letter in view.pairs else other)
            for letter, has in received.answers.items()
        }

    def _confide(self, sight: Sight) -> list[Move]:
        view: View = sight.view
        mates = [seat for seat in sight.seats if view.realms[seat] == view.realm and seat != self._seat]
        friend = self._dice.draw(f"{self._seat} friend").pick(mates)
        between = [m for m in sight.heard if set(m.readers) == {self._seat, friend}]
        sent = [m for m in between if m.sender == self._seat]
        if self._temper != "open" or len(sent) > 1 + len(between) - len(sent):
            return []
        if any(m.round == sight.round for m in sent):
            return []
        facts = [
            (letter, claim.query.attribute, has)
            for m in sight.heard
            if m.round == sight.round and m.sender != self._seat
            for claim in words.claims_in(m, view)
            if isinstance(claim, AnswersClaim)
            for letter, has in claim.answers.items()
        ]
        return [Say([friend], words.say_facts(facts))] if facts else []

    # --- what it decides --------------------------------------------------------------------------------------------
    def _choose(self, sight: Sight) -> str:
        assert sight.pending is not None
        among, orders = sight.pending.among, sight.view.orders
        if sight.pending.kind == "choose_ascendant":
            return max(among, key=lambda seat: sum(m.sender == seat and m.channel == "seats" for m in sight.heard))
        assert orders is not None
        order = (*orders.heaven, *orders.hell)
        return max(among, key=order.index)


def disproved_claimants(claims: list[Claim], view: View) -> set[str]:
    """Return the seats with claims that the seat's own letters disprove. For membership only, never for an order."""
    liars = set()
    for claim in claims:
        if isinstance(claim, AttributeClaim):
            claimed = {letter: (claim.attribute, has) for letter, has in claim.query.answers.items()}
        elif isinstance(claim, AnswersClaim):
            claimed = {letter: (claim.query.attribute, has) for letter, has in claim.answers.items()}
        else:
            claimed = {claim.letter: (claim.attribute, claim.has)}
        if any(letter in view.pairs and (name in view.pairs[letter]) != has for letter, (name, has) in claimed.items()):
            liars.add(claim.by)
    return liars


def best_query(view: View, sample: Sample, to: str, names: Sequence[str]) -> tuple[list[str], str]:
    """Return the letters and attribute with the most splitting answers, among the attributes `names`. Exclude own
    letters and the recipient's, who would lie about them."""
    owner = owners(view.letters)
    best: tuple[int, list[str], str] | None = None
    for name in names:
        having = {
            letter: sample.having(letter, name)
            for letter in LETTERS
            if letter not in view.pairs and letter not in view.letters[to]
        }
        for three in combinations(_shortlist(view, owner, having, sample.count), LETTERS_ASKED):
            if any(letter_closed(owner, view.realms, three[:n], letter) for n, letter in enumerate(three)):
                continue
            alike = _count_alike(sample.count, *(having[letter] for letter in three))
            if best is None or alike < best[0]:
                best = (alike, sorted(three), name)
    assert best is not None
    return best[1], best[2]


def _shortlist(view: View, owner: dict[str, str], having: dict[str, int], count: int) -> list[str]:
    doubtful = sorted(having, key=lambda letter: abs(2 * having[letter].bit_count() - count))
    first: dict[str, str] = {}
    for letter in doubtful:
        first.setdefault(owner[letter], letter)
    by_realm = {
        realm: [x for x in first.values() if view.realms[owner[x]] == realm][:2] for realm in ("heaven", "hell")
    }
    names = [*by_realm["heaven"], *by_realm["hell"]]
    return [*names, *(letter for letter in first.values() if letter not in names)][:SHORTLIST]


def _count_alike(count: int, first: int, second: int, third: int) -> int:
    every = (1 << count) - 1
    total = 0
    for a in (first, every ^ first):
        for b in (second, every ^ second):
            ab = a & b
            yes = (ab & third).bit_count()
            total += yes * yes + (ab.bit_count() - yes) ** 2
    return total


class TrustingBot(SteadyBot):
    """Bot that tells the truth, about its own letters too, believes all speakers, and samples few deals."""

    DEALS, APART = 12, 12
    DECOYS = 0.0
    TEMPERS = ("open",)

    def _claimed_answers(self, received: Received, view: View) -> dict[str, bool]:
        return dict(received.answers)


class RogueBot(SteadyBot):
    """Bot that tells everything to all, and lies three times in ten."""

    LIES = 0.3
    TEMPERS = ("open",)

    def _claimed_attribute(self, sent: Sent) -> str:
        draw = self._dice.draw(f"{self._seat} {sent.round} claims an attribute")
        others = [name for name in ATTRIBUTES if name != sent.attribute]
        return draw.pick(others) if draw.chance(self.LIES) else sent.attribute

    def _claimed_answers(self, received: Received, view: View) -> dict[str, bool]:
        draw = self._dice.draw(f"{self._seat} {received.round} claims answers to {received.by}")
        lies = draw.chance(self.LIES)
        return {letter: has != lies for letter, has in received.answers.items()}
