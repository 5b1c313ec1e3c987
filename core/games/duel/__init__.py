"""What Black and White and Ninety-nine share: two seats, who is on turn, colours, points, and how a duel ends.

A round is one part: in an odd round the leader orders, in the even round after it the other seat. Both parts make one
trick (Black and White) or bout (Ninety-nine), here called a pair of parts. Nothing is done live, nothing is drawn after
the set-up, and nothing in this folder is a game by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from core.bots import Bot, Hope, Say, Sight
from core.company.gist import Gist
from core.contract import Asks, Closing, Game, Options, Struct
from core.dice import Dice
from core.games.duel.bots import Chatterer, Duellist, Player, Reckoner
from core.games.duel.company import gist
from core.games.duel.story import Teller
from core.games.duel.structs import DuelState, DuelTold, DuelView
from core.levels import LEVELS
from core.story.parts import Tale
from core.story.past import Memory, Record

S = TypeVar("S", bound=DuelState)
O = TypeVar("O", bound=Struct)  # noqa: E741 - the contract's own letter
V = TypeVar("V", bound=DuelView)
R = TypeVar("R", bound=DuelTold)


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[S, O, V, R]):
    """What one of the duels is made of: its pure functions, each as `core.contract.Game` describes the method."""

    setup: Callable[[tuple[str, ...], Any, Dice], S]
    check: Callable[[S, str, O], None]
    close: Callable[[S, Mapping[str, O]], Closing[S, R]]
    asks: Callable[[S, str], Asks]
    view: Callable[[S, str | None], V]
    host: Callable[[S], dict[str, Any]]
    redeal: Callable[[S, str | None, Dice], S]
    determinize: Callable[[Sight[O, V, R], Dice], S | None]
    restate: Callable[[O], Sequence[str]]
    tell: Callable[[R], Sequence[str]]
    tell_public: Callable[[object], Sequence[str]]
    teller: Teller[S, R]
    slot: str
    """Of the choices, and the one key of the orders."""
    minds: Mapping[str, Callable[[], Duellist[Sight[O, V, R]]]]
    """How its bots choose, by level; thoughtless ones are the same in both duels."""
    reckons: Callable[[], Reckoner[Sight[O, V, R]]]
    """Its best bot, which says what a choice promises."""
    rule: str
    """What people ask for first, as a sentence that its bots say."""


class Duel(Game[S, O, V, R]):
    """What is common; a game adds its types, its rules and its coach."""

    rules: Rules[S, O, V, R]
    levels = LEVELS

    def setup(self, seats: tuple[str, ...], options: Options, given: Any, dice: Dice) -> S:
        return self.rules.setup(seats, given, dice)

    def check(self, state: S, seat: str, orders: O) -> None:
        self.rules.check(state, seat, orders)

    def close(self, state: S, orders: Mapping[str, O], dice: Dice) -> Closing[S, R]:
        return self.rules.close(state, orders)

    def asks(self, state: S, seat: str, sealed: O | None) -> Asks:
        return self.rules.asks(state, seat)

    def view(self, state: S, seat: str | None) -> V:
        return self.rules.view(state, seat)

    def redeal(self, state: S, seat: str | None, dice: Dice) -> S:
        return self.rules.redeal(state, seat, dice)

    def determinize(self, sight: Sight[O, V, R], dice: Dice) -> S | None:
        return self.rules.determinize(sight, dice)

    def host(self, state: S) -> dict[str, Any]:
        return self.rules.host(state)

    def restate(self, orders: O) -> Sequence[str]:
        return self.rules.restate(orders)

    def tell(self, report: R) -> Sequence[str]:
        return self.rules.tell(report)

    def tell_public(self, public: object) -> Sequence[str]:
        return self.rules.tell_public(public)

    def tale(self, record: Record[S, O, R]) -> Tale:
        return self.rules.teller.tale(record)

    def own_tale(self, memory: Memory[O, V, R]) -> Tale:
        return self.rules.teller.own_tale(memory)

    def bot(self, level: str, seat: str, seed: int) -> Bot[O, V, R]:
        """ValueError for a level there is not."""
        if level == "random":
            return Chatterer(self.rules.slot, seed)
        if level in self.rules.minds:
            return Player(self.rules.minds[level](), seed)
        raise ValueError(f"there is no bot of level {level!r}")

    def hope(self, sight: Sight[O, V, R], orders: O, said: Sequence[Say] = ()) -> Hope | None:
        """The chance to win the duel, against somebody who plays mostly without a plan."""
        played: int = getattr(orders, self.rules.slot)
        return Hope(100 * self.rules.reckons().hope(sight, played), "% to win the duel")

    def gist(self, sight: Sight[O, V, R]) -> Gist:
        return gist(sight, self.rules.rule)
