"""`sharp`: hides its letters when asking, trusts by record, and infers others' letters from their queries.

It is ranked in its own realm. So it tells the other realm the truth about its rivals' letters, each of which loses
three points by every ally that finds it, and tells its rivals untruths.
"""

from __future__ import annotations

from core.bots.contract import Move, Say
from core.games.sinners_secret import words
from core.games.sinners_secret.belief import Belief, Sample
from core.games.sinners_secret.bots import steady
from core.games.sinners_secret.bots.steady import SteadyBot
from core.games.sinners_secret.rules import owners
from core.games.sinners_secret.spec import ATTRIBUTES, CORRECT_LOCK, SINS, VIRTUES, WRONG_LOCK
from core.games.sinners_secret.structs import Orders, Received, Sent, Sight, View
from core.games.sinners_secret.words import AnswersClaim, AttributeClaim, Claim, FactClaim
from core.talk.channels import Message

OWN_TRUTH = 0.4
"""Chance that a claim about the speaker's own letters is true: less than a coin."""
ASKS_OWN = 0.9
"""How strongly a query about an attribute suggests it in the asker's only letter."""
ASKS_ONE_OF = 0.66
"""The same for a sin and each of the three letters of a player in Heaven."""
RECORD = 6.0
"""Weight of an untested speaker's usual honesty, in claims."""
RIVALS_TRUTH = 0.6
"""Chance that a rival's word on letters across the realms is true, before it has a record."""
SURELY, HARDLY = 0.85, 0.12
"""The chance from which a fact is told as true, and up to which it is told as an untruth."""
TOLD = 4
BELIEF_SEED = 38
"""Seed for judging orders: always the same, so that two orders are judged alike."""
DECOYS = 0.4
"""How often a player with one letter asks about an attribute that this letter lacks."""


class SharpBot(SteadyBot):
    """Bot that samples more deals and remembers claims."""

    DEALS, APART = 150, 24
    RIVAL, WORTH = 1.3, 0.32
    DECOYS = DECOYS
    TEMPERS = ("open",)
    """The first speaker is answered."""

    def __init__(self, seat: str, seed: int) -> None:
        super().__init__(seat, seed)
        self._record: dict[str, tuple[float, float]] = {}
        """Claims of each speaker about others' letters that can be checked against the belief, and their apparent
        truth."""
        self._sample: Sample | None = None

    # --- what it thinks ---------------------------------------------------------------------------------------------
    def _think(self, sight: Sight, claims: list[Claim], liars: set[str]) -> Sample:
        self._sample = super()._think(sight, claims, liars)
        self._remember(sight.view, claims, self._sample)
        return self._sample

    def _read(self, belief: Belief, view: View, claim: Claim, liars: set[str]) -> None:
        trust = self._trust(claim.by, liars)
        if isinstance(claim, AttributeClaim):
            self._read_asker(belief, view, claim, trust)
            return
        if isinstance(claim, FactClaim) and view.realms[claim.by] == view.realm:
            trust = self._trust(claim.by, liars, RIVALS_TRUTH)
        for letter, attribute, has in facts(claim):
            if letter not in view.pairs:
                belief.fact(letter, attribute, has, OWN_TRUTH if letter in view.letters[claim.by] else trust)

    def _trust(self, speaker: str, liars: set[str], usual: float = steady.TRUST) -> float:
        """Return the chance that a speaker's claim is true, by its earlier ones; `usual` without any."""
        if speaker in liars:
            return steady.NO_TRUST
        count, fit = self._record.get(speaker, (0.0, 0.0))
        return min(0.97, max(0.3, (RECORD * usual + fit) / (RECORD + count)))

    def _remember(self, view: View, claims: list[Claim], sample: Sample) -> None:
        """Check every claim about others' letters against the current belief."""
        record: dict[str, tuple[float, float]] = {}
        for claim in claims:
            for letter, attribute, has in facts(claim):
                if letter not in view.pairs and letter not in view.letters[claim.by]:
                    chance = sample.having(letter, attribute).bit_count() / sample.count
                    count, fit = record.get(claim.by, (0.0, 0.0))
                    record[claim.by] = (count + 1, fit + (chance if has else 1 - chance))
        self._record = record

    def _read_asker(self, belief: Belief, view: View, claim: AttributeClaim, trust: float) -> None:
        own = view.letters[claim.by]
        strong = ASKS_OWN if len(own) == 1 else ASKS_ONE_OF if claim.attribute in SINS else 0.5
        for letter in own:
            belief.fact(letter, claim.attribute, True, 0.5 + (strong - 0.5) * (2 * trust - 1))

    # --- what it asks and says --------------------------------------------------------------------------------------
    def _claimed_attribute(self, sent: Sent) -> str:
        """Claim another attribute, which the listener cannot check: the true one would show its letters."""
        draw = self._dice.draw(f"{self._seat} {sent.round} claims an attribute")
        return draw.pick([name for name in ATTRIBUTES if name != sent.attribute])

    def _claimed_answers(self, received: Received, view: View) -> dict[str, bool]:
        return {letter: has != (letter in view.pairs) for letter, has in received.answers.items()}

    def _confide(self, sight: Sight) -> list[Move]:
        view, sample = sight.view, self._sample
        said = [m for m in sight.heard if m.sender == self._seat]
        if sample is None or not sight.asks.orders:
            return []
        moves: list[Move] = []
        for partner in view.lines:
            facts_said = {fact for m in said if partner in m.readers for fact in _claimed_facts(m, view)}
            facts = [fact for fact in self._truths(view, sample) if fact not in facts_said][:TOLD]
            if facts:
                moves.append(Say([partner], words.say_facts(facts)))
        untrue = self._untruths(sight, sample)
        if untrue and all(m.channel != "realm" or m.round != sight.round for m in said):
            moves.append(Say("realm", words.say_facts(untrue)))
        return moves

    def _truths(self, view: View, sample: Sample) -> list[tuple[str, str, bool]]:
        chances = [
            (sample.having(letter, name).bit_count() / sample.count, letter, name)
            for letter, owner in owners(view.letters).items()
            if view.realms[owner] == view.realm and letter not in view.pairs
            for name in ATTRIBUTES
        ]
        sure_claims = sorted((chance for chance in chances if chance[0] >= SURELY), reverse=True)
        return [(letter, name, True) for _, letter, name in sure_claims]

    def _untruths(self, sight: Sight, sample: Sample) -> list[tuple[str, str, bool]]:
        """Return virtues that letters across hardly have, which no player of its realm can check. A letter keeps its
        untruth while it is untrue."""
        view = sight.view
        untruths: list[tuple[str, str, bool]] = []
        across = [letter for letter, owner in owners(view.letters).items() if view.realms[owner] != view.realm]
        self._dice.draw(f"{self._seat} untruths, an order").shuffle(across)
        start = sight.round * TOLD % len(across)
        for letter in (*across[start:], *across[:start]):
            names = list(VIRTUES)
            self._dice.draw(f"{self._seat} an untruth of {letter}").shuffle(names)
            false = [name for name in names if sample.having(letter, name).bit_count() <= HARDLY * sample.count]
            if false and len(untruths) < TOLD:
                untruths.append((letter, false[0], True))
        return untruths


class Adviser(SharpBot):
    """The coach's adviser. It has just sat down, so it thinks twice before it speaks: its former belief tells which
    speakers to trust."""

    def __init__(self, seat: str, seed: int) -> None:
        super().__init__(seat, seed)
        self._known: tuple[Sight, Sample] | None = None

    def turn(self, sight: Sight) -> list[Move]:
        if sight.pending is None and sight.asks.orders:
            self.believed(sight)
        return super().turn(sight)

    def _claimed_attribute(self, sent: Sent) -> str:
        return sent.attribute

    def _claimed_answers(self, received: Received, view: View) -> dict[str, bool]:
        return received.answers

    def _think(self, sight: Sight, claims: list[Claim], liars: set[str]) -> Sample:
        if self._known is None or self._known[0] is not sight:
            super()._think(sight, claims, liars)
            self._known = sight, super()._think(sight, claims, liars)
        return self._known[1]


def untrue(sight: Sight, say: Say) -> bool:
    """Return True if a sentence of the adviser is known or strongly believed by its seat to be untrue."""
    view = sight.view
    if say.to == "realm":
        return True
    sent = {words.say_attribute(query, query.attribute) for query in view.sent}
    received = {words.say_answers(query, query.answers) for query in view.received}
    queries = say.text.startswith(("My query", "Your query"))
    return queries and say.text not in sent | received


def hope(sight: Sight, orders: Orders) -> float | None:
    """Return the average points of the locks of these orders, by a sharp bot's belief: 2 for a right one, -1 for a
    wrong one (SS-20). Queries bring no points. None before letters and pairs are known."""
    if not sight.view.pairs:
        return None
    chances = allied(sight, orders)
    return sum(CORRECT_LOCK * chance + WRONG_LOCK * (1 - chance) for chance in chances.values())


def allied(sight: Sight, orders: Orders) -> dict[str, float]:
    if not orders.locks:
        return {}
    sample = Adviser(sight.seat, BELIEF_SEED).believed(sight)
    return {own: sample.allied(sight.view.pairs[own], locked) for own, locked in orders.locks.items()}


def _claimed_facts(message: Message, view: View) -> list[tuple[str, str, bool]]:
    return [fact for claim in words.claims_in(message, view) if isinstance(claim, FactClaim) for fact in facts(claim)]


def facts(claim: Claim) -> list[tuple[str, str, bool]]:
    if isinstance(claim, AttributeClaim):
        return [(letter, claim.attribute, has) for letter, has in claim.query.answers.items()]
    if isinstance(claim, AnswersClaim):
        return [(letter, claim.query.attribute, has) for letter, has in claim.answers.items()]
    return [(claim.letter, claim.attribute, claim.has)]
