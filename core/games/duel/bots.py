"""Shared parts of both duels' bots and coaches: when they act, and what they say."""

from __future__ import annotations

from typing import Any, Generic, Literal, Protocol, TypeVar

from core.bots.coach import Hint, Lesson, percent
from core.bots.company.talk_facts import TalkFacts
from core.bots.contract import Done, Move, Say, Seal
from core.dice import Dice, Draw
from core.games.duel.course import DuelPast, DuelView, Sight
from core.json import Json

CHATTER = ("Good luck.", "Take your time.", "Are you sure?", "Black or white, that is all I see.")


Seen = TypeVar("Seen", bound=Sight)
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


def came_of_it(lesson: Lesson[Any, DuelView, Any], past: DuelPast, noun: str, pair: str) -> str:
    taker = "you take" if past.taken == lesson.sight.seat else f"{past.taken} takes"
    outcome = f"nobody takes the {pair}" if past.taken is None else f"{taker} it"
    own = "" if past.own is None else f"your {past.own} against a {past.colours[opposite(lesson)]} {noun}: "
    return f"What came of it: {own}{outcome}."


def best_of(lesson: Lesson[Any, DuelView, Any], evaluator: Evaluator[Any], choice: int, others: tuple[int, ...]) -> str:
    left = sorted({*others} - {choice})
    beside = [f"with {other} you win the duel in {percent(evaluator.hope(lesson.sight, other))}" for other in left]
    best = f"It is the best against what {opposite(lesson)} may hold, if {opposite(lesson)} plays as most do"
    return f"{best}; {', '.join(beside)}." if beside else f"{best}."


def waiting_hint(lesson: Lesson[Any, DuelView, Any], noun: str, pair: str) -> Hint:
    other = opposite(lesson)
    led = lesson.view.led is not None
    brief = f"{other} answers: wait." if led else f"{other} leads: wait."
    words = (
        f"Your {noun} lies there; {other} answers it." if led else f"{other} leads this {pair}: wait for the {noun}."
    )
    return Hint(
        words, (f"The winner of a {pair} leads the next. It is your turn when the header says so.",), 1, 2, brief
    )


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
