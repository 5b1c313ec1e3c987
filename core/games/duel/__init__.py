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

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from core.bots.company.talk_facts import TalkFacts
from core.bots.contract import Bot, Hope, Say, Sight
from core.contract import Game
from core.games.duel.bots import Chatterer, Duellist, Evaluator, O, Player, R, V, talk_facts
from core.games.duel.course import DuelState
from core.games.duel.story import draw
from core.levels import LEVELS

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

    draw = staticmethod(draw)

    def bot(self, level: str, seat: str, seed: int) -> Bot[O, V, R]:
        return Chatterer(self.slot, seed) if level == "random" else Player(self.minds[level](), seed)

    def adviser(self, seat: str) -> Bot[O, V, R]:
        return Player(self.evaluator(), 0)

    def hope(self, sight: Sight[O, V, R], orders: O, said: Sequence[Say] = ()) -> Hope | None:
        played: int = getattr(orders, self.slot)
        return Hope(100 * self.evaluator().hope(sight, played), "% to win the duel")

    def talk_facts(self, sight: Sight[O, V, R]) -> TalkFacts:
        return talk_facts(sight, self.rule)
