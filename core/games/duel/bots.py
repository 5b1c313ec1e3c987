"""What the bots of both duels share: when they act. What they say is company's (`company.py`), but for the words of
thoughtless ones."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from core.bots.contract import Done, Move, Say, Seal
from core.dice import Dice, Draw
from core.games.duel.structs import Sight
from core.json import Json

CHATTER = ("Good luck.", "Take your time.", "Are you sure?", "Black or white, that is all I see.")


Seen = TypeVar("Seen", bound=Sight)
Seen_in = TypeVar("Seen_in", bound=Sight, contravariant=True)


class Duellist(Protocol[Seen_in]):
    """How one kind of bot chooses."""

    def choose(self, sight: Seen_in, draw: Draw) -> Json | None:
        """Its orders for this part, in which it is on turn; None to let the turn pass."""
        ...


class Reckoner(Duellist[Seen_in], Protocol[Seen_in]):
    """One that can also say what a choice promises."""

    def hope(self, sight: Seen_in, choice: int, /) -> float:
        """The chance to win the duel with it, 0 to 1."""
        ...


class Player(Generic[Seen]):
    """A bot at a duel: it acts once in each of its turns, and says ready in the others."""

    def __init__(self, mind: Duellist[Seen], seed: int) -> None:
        self._mind = mind
        self._dice = Dice(seed)
        self._done: int | None = None
        """The round for which it has acted."""

    def turn(self, sight: Seen) -> list[Move]:
        """What to do now: it acts once a round."""
        if sight.phase != "round":
            return [Done()] if sight.phase == "briefing" and not sight.ready else []
        if self._done == sight.round and (sight.sealed is not None or sight.ready):
            return []
        self._done = sight.round
        if not sight.asks.orders:
            return [Done()]
        orders = self._mind.choose(sight, self._dice.draw(f"round {sight.round}: choice"))
        return [Done()] if orders is None else [Seal(orders), Done()]


class Thoughtless:
    """Anything that is legal, now and then nothing at all."""

    def __init__(self, slot: str) -> None:
        """`slot`: of the choices, and the key of the orders."""
        self._slot = slot

    def choose(self, sight: Sight, draw: Draw) -> Json | None:
        if draw.chance(0.1):
            return None
        return {self._slot: draw.pick(sight.asks.open(self._slot)).value}


class Chatterer:
    """A thoughtless bot that says something now and then, whoever listens."""

    def __init__(self, slot: str, seed: int) -> None:
        self._player: Player[Sight] = Player(Thoughtless(slot), seed)
        self._dice = Dice(seed)
        self._spoke: int | None = None

    def turn(self, sight: Sight) -> list[Move]:
        moves = self._player.turn(sight)
        if sight.phase != "round" or self._spoke == sight.round:
            return moves
        self._spoke = sight.round
        draw = self._dice.draw(f"round {sight.round}: chatter")
        if not draw.chance(0.1):
            return moves
        return [Say(draw.pick(["lounge", sight.partners]), draw.pick(CHATTER)), *moves]
