"""Base of Black and White and Ninety-nine: two seats, a turn each, colours, points, and how a duel ends.

A round is one part: in an odd round the leader orders, in the even round after it the other seat. Both parts make one
trick (Black and White) or bout (Ninety-nine), called a pair of parts. Nothing is done live, nothing is drawn after the
set-up. It is no game by itself.

    bots.py     the bots
    course.py   tricks and bouts of a duel
    solving.py  a trick or bout as a small game
    story.py    the game's part of a story
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

import msgspec

from core.bots.company.talk_facts import TalkFacts
from core.bots.contract import Bot, Hope, Say, Sight
from core.contract import Asks, Choice, Game
from core.games.duel.bots import Chatterer, Duellist, Evaluator, O, Player, R, V, talk_facts
from core.games.duel.course import DuelReport, DuelState, not_on_turn
from core.games.duel.story import Words, draw, own_name, points, taken_words
from core.levels import LEVELS
from core.refusal import Refused

S = TypeVar("S", bound=DuelState)


class Duel(Game[S, O, V, R]):
    """Base of both duels. A game adds its types, rules and coach."""

    levels = LEVELS
    slot: ClassVar[str]
    """Slot of the choices, and the only key of the orders."""
    minds: ClassVar[Mapping[str, Callable[[], Duellist[Any]]]]
    """Bots' minds by level; thoughtless bots are the same in both duels."""
    evaluator: ClassVar[type[Evaluator[Any]]]
    """The coach's adviser, which also values choices."""
    rule: ClassVar[str]
    """The main rule, as a sentence for bots."""

    words: ClassVar[Words]
    ruling: ClassVar[str]
    """Ruling on turns and on the numbers that can be chosen."""
    numbers: ClassVar[Sequence[int]]
    """Every tile or bid."""
    public_report: ClassVar[type[DuelReport]]
    draw = staticmethod(draw)

    @abstractmethod
    def refusal(self, state: S, seat: str, number: int, /) -> Refused | None:
        """Return why this number cannot be chosen, on turn or not; None if it can."""

    def label(self, number: int) -> str:
        return ""

    def limits(self, state: S, seat: str) -> dict[str, int]:
        return {}

    def also_told(self, report: DuelReport) -> tuple[str, ...]:
        """Return public sentences about a finished pair of parts, beside its taker and the points."""
        return ()

    def check(self, state: S, seat: str, orders: O) -> None:
        refusal = not_on_turn(state, seat, self.spec, self.ruling)
        refusal = refusal or self.refusal(state, seat, getattr(orders, self.slot))
        if refusal is not None:
            raise refusal

    def asks(self, state: S, seat: str, sealed: O | None = None) -> Asks:
        waiting, choices = not_on_turn(state, seat, self.spec, self.ruling), []
        for number in self.numbers:
            refusal = waiting or self.refusal(state, seat, number)
            closed, ruling = (None, None) if refusal is None else (refusal.message, refusal.ruling)
            probe = {self.slot: number}
            choices.append(Choice(self.slot, number, self.label(number), closed=closed, ruling=ruling, probe=probe))
        return Asks(orders=waiting is None, limits=self.limits(state, seat), choices=tuple(choices))

    def tell(self, report: R) -> tuple[str, ...]:
        number = getattr(report, self.slot)
        lines = self._public_lines(report, own_name(report.by, number is not None, report.score))
        return lines if number is None else (self._played(self.words.own, report, number), *lines[1:])

    def tell_public(self, public: object) -> tuple[str, ...]:
        return self._public_lines(msgspec.convert(public, self.public_report), None)

    def _public_lines(self, report: DuelReport, reader: str | None) -> tuple[str, ...]:
        played = self._played(self.words.seen, report)
        if report.part == 1:
            return (played,)
        taken = taken_words(report.taken, reader, self.words.pair)
        return (played, taken, f"Points: {points(report.score)}.", *self.also_told(report))

    def _played(self, sentence: str, report: DuelReport, number: int | None = None) -> str:
        digits, did = self.words.digits.get(report.colour, ""), self.words.did[0 if report.part == 1 else 1]
        return sentence.format(by=report.by, did=did, number=number, colour=report.colour, digits=digits)

    def bot(self, level: str, seat: str, seed: int) -> Bot[O, V, R]:
        return Chatterer(self.slot, seed) if level == "random" else Player(self.minds[level](), seed)

    def adviser(self, seat: str) -> Bot[O, V, R]:
        return Player(self.evaluator(), 0)

    def hope(self, sight: Sight[O, V, R], orders: O, said: Sequence[Say] = ()) -> Hope | None:
        played: int = getattr(orders, self.slot)
        return Hope(100 * self.evaluator().hope(sight, played), "% to win the duel")

    def talk_facts(self, sight: Sight[O, V, R]) -> TalkFacts:
        return talk_facts(sight, self.rule)
