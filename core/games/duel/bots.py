"""Shared parts of both duels' bots and coaches: when they act, and what they say."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import exp, log
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

import msgspec

from core.bots.coach import Hint, Lesson, Step, looking_back, percent, steps
from core.bots.company.talk_facts import TalkFacts
from core.bots.contract import Done, Move, Say, Seal
from core.contract import Struct
from core.dice import Dice, Draw
from core.games.duel.course import DuelReport, DuelView, Sight
from core.games.duel.solving import Question, choice, value
from core.json import Json

CHATTER = ("Good luck.", "Take your time.", "Are you sure?", "Black or white, that is all I see.")


Seen = TypeVar("Seen", bound=Sight)
O = TypeVar("O", bound=Struct)  # noqa: E741 - the contract's own letter
V = TypeVar("V", bound=DuelView)
R = TypeVar("R", bound=DuelReport)
Seen_in = TypeVar("Seen_in", bound=Sight, contravariant=True)


class Duellist(Protocol[Seen_in]):
    def choose(self, sight: Seen_in, draw: Draw) -> Json | None:
        """Return its orders for this part, in which it is on turn; None to let the turn pass."""
        ...


class Evaluator(Duellist[Seen_in], Protocol[Seen_in]):
    def hope(self, sight: Seen_in, choice: int, /) -> float: ...


class Player(Generic[Seen]):
    """A bot of a duel. It acts once in each of its turns and declares ready in the others."""

    def __init__(self, mind: Duellist[Seen], seed: int) -> None:
        self._mind = mind
        self._dice = Dice(seed)
        self._done: int | None = None
        """The last round in which it acted."""

    def turn(self, sight: Seen) -> list[Move]:
        if sight.phase != "round":
            return [Done()] if sight.phase == "briefing" and not sight.ready else []
        if self._done == sight.round and (sight.sealed is not None or sight.ready):
            return []
        self._done = sight.round
        if not sight.asks.orders:
            return [Done()]
        orders = self._mind.choose(sight, self._dice.draw(f"round {sight.round}: choice"))
        return [Done()] if orders is None else [Seal(orders), Done()]


class Weighing(ABC, Generic[Seen]):
    """Mind that solves the open part as a small game, and mixes its choices so that they cannot be predicted."""

    slot: ClassVar[str]
    bluffs: ClassVar[float] = 0.0
    """Share of its choices that are bluffs."""

    def choose(self, sight: Seen, draw: Draw) -> Json | None:
        if self.bluffs:
            does, low = draw.chance(self.bluffs), draw.chance(0.5)
            if does:
                return {self.slot: self.bluff(sight, low)}
        return {self.slot: choice(self.question(sight, draw), draw.below(1000) / 1000)}

    @abstractmethod
    def question(self, sight: Seen, draw: Draw) -> Question:
        """Return the open part as a small game."""

    @abstractmethod
    def bluff(self, sight: Seen, low: bool) -> int: ...


class Reading(ABC, Generic[Seen]):
    """The coach's adviser: the best choice against a player of habit, and the chance to win among equals."""

    slot: ClassVar[str]
    equal: ClassVar[Weighing[Any]]
    """Mind that values the position as both sides play their best."""
    tilt: ClassVar[tuple[float, float]]
    """Factor and summand by which the log-odds of that value become those of duels that were won
    (`benchmarks.calibration`)."""

    _reckoned: ClassVar[tuple[bytes, dict[int, float], float]] = b"", {}, 0.0
    """The last view, with the hopes and the value of its position: a page of the coach asks several times."""

    def choose(self, sight: Seen, draw: Draw) -> Json | None:
        hopes = self._reckon(sight)[0]
        return {self.slot: max(hopes, key=lambda number: hopes[number])}

    def _reckon(self, sight: Seen) -> tuple[dict[int, float], float]:
        reckoned, key = self._reckoned, msgspec.json.encode(sight.view)
        if reckoned[0] != key:
            reckoned = key, self.hopes(sight), value(self.equal.question(sight, Dice(0).draw("hope")))
            type(self)._reckoned = reckoned  # bots think in another thread
        return reckoned[1:]

    def hope(self, sight: Seen, number: int) -> float:
        """Return the chance to win the duel with this choice, 0 to 1: that of the position among equals, less what the
        choice loses beside the best against a player of habit."""
        hopes, even = self._reckon(sight)
        lost = max(hopes.values()) - (hopes if number in hopes else self.hopes(sight, number))[number]
        if 0 < even < 1:
            factor, summand = self.tilt
            even = 1 / (1 + exp(-(factor * log(even / (1 - even)) + summand)))
        return min(1.0, max(0.0, even - lost))

    @abstractmethod
    def hopes(self, sight: Seen, only: int | None = None) -> dict[int, float]:
        """Return the chance to win with each choice, or with `only`."""


class Thoughtless:
    """Mind of random legal choices; sometimes it makes none."""

    def __init__(self, slot: str) -> None:
        """`slot`: of the choices, and the key of the orders."""
        self._slot = slot

    def choose(self, sight: Sight, draw: Draw) -> Json | None:
        if draw.chance(0.1):
            return None
        return {self._slot: draw.pick(sight.asks.open(self._slot)).value}


class Chatterer:
    """Thoughtless bot that sometimes sends a message."""

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


def opposite(lesson: Lesson[Any, DuelView, Any]) -> str:
    return next(seat for seat in lesson.sight.seats if seat != lesson.sight.seat)


def best_of(lesson: Lesson[Any, DuelView, Any], evaluator: Evaluator[Any], choice: int, others: tuple[int, ...]) -> str:
    left = sorted({*others} - {choice})
    beside = [f"with {other} you win the duel in {percent(evaluator.hope(lesson.sight, other))}" for other in left]
    best = f"It is the best against what {opposite(lesson)} may hold, if {opposite(lesson)} plays as most do"
    return f"{best}; {', '.join(beside)}." if beside else f"{best}."


def duel_hint(
    lesson: Lesson[O, V, R], noun: str, pair: str, now: Callable[[V], tuple[str, str]],
    lore: Callable[[V], tuple[str, ...]], after: Callable[[Lesson[O, V, R]], list[str]],
) -> Hint | None:  # fmt: skip
    """Return the coach's words in both duels. `now(view)`: the turn in words, and in brief; `lore(view)`: what the game
    is about; `after(lesson)`: what a finished pair shows beside its taker."""
    view, other = lesson.view, opposite(lesson)
    if lesson.sight.phase != "round" and not lesson.played:
        return None
    if lesson.played and view.past and view.table is None:
        past = view.past[-1]
        taker = "you take" if past.taken == lesson.sight.seat else f"{past.taken} takes"
        outcome = f"nobody takes the {pair}" if past.taken is None else f"{taker} it"
        own = "" if past.own is None else f"your {past.own} against a {past.colours[other]} {noun}: "
        return looking_back(f"What came of it: {own}{outcome}.", after(lesson))
    if view.turn != lesson.sight.seat:
        led = view.led is not None
        brief = f"{other} answers: wait." if led else f"{other} leads: wait."
        words = (
            f"Your {noun} lies there; {other} answers it."
            if led
            else f"{other} leads this {pair}: wait for the {noun}."
        )
        more = f"The winner of a {pair} leads the next. It is your turn when the header says so."
        return Hint(words, (more,), 1, 2, brief)
    words, brief = now(view)
    return steps(lesson, (Step(lesson.drafted(noun) is not None, words, lore(view), brief),))


def talk_facts(sight: Sight, rule: str) -> TalkFacts:
    score = sight.view.score
    most = max(score.values(), default=0)
    return TalkFacts(
        leaders=tuple(seat for seat in sight.seats if score.get(seat, 0) == most),
        own=f"I stand at {score.get(sight.seat, 0)} to {sum(score.values()) - score.get(sight.seat, 0)}",
        rule=rule,
        last=_last(sight),
    )


def _last(sight: Sight) -> Literal["", "took", "missed", "equal", "close"]:
    report = sight.reports.get(sight.round - 1)
    if report is None or report.part == 1:
        return ""
    first, second = (report.score[seat] for seat in sight.seats)
    if sight.round >= 13 and abs(first - second) <= 1:
        return "close"
    if report.taken is None:
        return "equal"
    return "took" if report.taken == sight.seat else "missed"
