"""What the bots of both duels share: when they act, and the little that they say.

A bot's talk never follows from its tiles or points, nor from what it thinks the other holds.
"""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

from core.bots import Done, Move, Say, Seal
from core.dice import Dice, Draw
from core.games.duel.structs import Sight

CHATTER = ("Good luck.", "Take your time.", "Are you sure?", "Black or white, that is all I see.")
GREETINGS = ("Good luck, {other}. May the better nerve win.", "So it is you and me, {other}.", "Ready when you are.")
TOOK = ("That one is mine.", "Thank you.", "You held back there, did you not?", "One more.")
LOST = ("Yours. It cost you something, I hope.", "Well played.", "I can live without that one.", "Hm.")
EQUAL = ("Equal! Two with one thought.", "Nobody's. Once more.")
CLOSE = ("It is close now.", "Now every one counts.")
REPLIES = ("You will see soon enough.", "Would I tell you?", "Perhaps. Perhaps not.", "Nice try, {other}.")
NODS = ("We shall see.", "I hear you.", "If you say so, {other}.")


Seen = TypeVar("Seen", bound=Sight)
Seen_in = TypeVar("Seen_in", bound=Sight, contravariant=True)


class Duellist(Protocol[Seen_in]):
    """How one kind of bot chooses."""

    def choose(self, sight: Seen_in, draw: Draw) -> dict[str, Any] | None:
        """Its orders for this part, in which it is on turn; None to let the turn pass."""
        ...


class Reckoner(Duellist[Seen_in], Protocol[Seen_in]):
    """One that can also say what a choice promises."""

    def hope(self, sight: Seen_in, choice: int, /) -> float:
        """The chance to win the duel with it, 0 to 1."""
        ...


class Player(Generic[Seen]):
    """A bot at a duel: it acts once in each of its turns, and says ready in the others."""

    def __init__(self, mind: Duellist[Seen], seed: int, *, talks: bool) -> None:
        """`talks`: has something to say to a person opposite."""
        self._mind = mind
        self._dice = Dice(seed)
        self._talks = talks
        self._done: int | None = None
        """The round for which it has acted."""
        self._heard = 0

    def turn(self, sight: Seen) -> list[Move]:
        """What to do now. It answers what a person says at any time, and acts once a round."""
        moves: list[Move] = self._answers(sight) if self._talks and sight.people else []
        if sight.phase != "round":
            return [*moves, Done()] if sight.phase == "briefing" and not sight.ready else moves
        if self._done == sight.round and (sight.sealed is not None or sight.ready):
            return moves
        self._done = sight.round
        if self._talks and sight.people:
            moves += self._remarks(sight)
        if sight.asks.orders:
            orders = self._mind.choose(sight, self._draw(f"round {sight.round}: choice"))
            moves += [] if orders is None else [Seal(orders)]
        return [*moves, Done()]

    def _draw(self, name: str) -> Draw:
        return self._dice.draw(name)

    def _remarks(self, sight: Sight) -> list[Move]:
        """A greeting, and now and then a word on the trick or bout that is just over."""
        draw = self._draw(f"round {sight.round}: remark")
        last = sight.reports.get(sight.round - 1)
        if last is None:
            return [self._say(sight, draw.pick(GREETINGS))] if not any(m.by == sight.seat for m in sight.heard) else []
        if last.part == 1 or not draw.chance(0.4):
            return []
        mine, other = last.score[sight.seat], max(n for seat, n in last.score.items() if seat != sight.seat)
        if sight.round >= 13 and abs(mine - other) <= 1 and draw.chance(0.5):
            return [self._say(sight, draw.pick(CLOSE))]
        among = EQUAL if last.taken is None else TOOK if last.taken == sight.seat else LOST
        return [self._say(sight, draw.pick(among))]

    def _answers(self, sight: Sight) -> list[Move]:
        """One answer to whatever people have said since it last looked, and no promises."""
        fresh = [m for m in sight.heard[self._heard :] if m.by in sight.people]
        self._heard = len(sight.heard)
        if not fresh:
            return []
        draw = self._draw(f"answer {len(sight.heard)}")
        return [self._say(sight, draw.pick(REPLIES if fresh[-1].text.rstrip().endswith("?") else NODS))]

    def _say(self, sight: Sight, words: str) -> Say:
        other = next(seat for seat in sight.seats if seat != sight.seat)
        return Say("lounge", words.format(other=other))


class Thoughtless:
    """Anything that is legal, now and then nothing at all."""

    def __init__(self, slot: str) -> None:
        """`slot`: of the choices, and the key of the orders."""
        self._slot = slot

    def choose(self, sight: Sight, draw: Draw) -> dict[str, Any] | None:
        if draw.chance(0.1):
            return None
        return {self._slot: draw.pick(sight.asks.open(self._slot)).value}


class Chatterer:
    """A thoughtless bot that says something now and then, whoever listens."""

    def __init__(self, slot: str, seed: int) -> None:
        self._player: Player[Sight] = Player(Thoughtless(slot), seed, talks=False)
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
