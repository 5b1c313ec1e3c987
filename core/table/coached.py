"""A seat that follows its coach: the next step, doing it, and a whole match of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from core.botplay.plan import BOT_SECONDS, PERSON_SECONDS, PlanStep, next_step, waited_since
from core.botplay.playing import entry_for
from core.bots.coach import Advice, Lesson
from core.match import journal as j
from core.match import views
from core.refusal import Refused
from core.table.seat import Seat
from core.table.table import Table


class CoachedSeat:
    """The coach's plan of one seat. It keeps no state between steps."""

    def __init__(
        self, seat: Seat, answering: tuple[str, ...] | None = None,
        guide: Callable[[Lesson[Any, Any, Any]], Advice | None] = lambda lesson: None,
    ) -> None:  # fmt: skip
        """`answering`: the only seats that answer, as in a lesson, so that no other is asked; None for all. `guide`
        returns a lesson's own advice; None leaves it to the game."""
        self.seat = seat
        self._answering = answering
        self._guide = guide

    def step(self, since: int = 0, hurry: bool = False) -> PlanStep | None:
        """Return the next step, or None if nothing is left to do in this round.

        Args:
            since: Number of closed rounds at which the coach began.
            hurry: True if the pupil waits no longer in this round: what cannot be said at once is left unsaid.
        """
        seat = self.seat
        if (queue := seat.waiting()) and not hurry:  # nothing is said in between, so that nothing is said too late
            return PlanStep("wait", seat.frame().round, seconds=max(0.0, queue[-1].due - seat.now), unsaid=len(queue))
        lesson = seat.lesson(since)
        if self._answering is not None:
            lesson = replace(lesson, sight=replace(lesson.sight, partners=self._answering))
        step = next_step(seat.game, lesson, guided=self._guide(lesson))
        if step is None:
            return None
        if step.kind == "wait":
            patience = PERSON_SECONDS if {*step.waits} & {*lesson.sight.people} else BOT_SECONDS
            left = waited_since(lesson, step.waits) + patience - seat.now
            if left > 0 and not hurry:
                return replace(step, seconds=left)
            step = next_step(seat.game, lesson, hurry=True)
        if step is not None and step.kind == "ready" and seat.frame().stage is not None:
            return None  # live moves need no readiness
        if step is None or not step.say:
            return step
        free, seconds = seat.may_say()
        if not free:
            if hurry or not any(say.deal or say.act for say in step.say):  # mere words are not worth a wait
                return next_step(seat.game, lesson, silent=True)
            return PlanStep("wait", step.round, seconds=seconds, unsaid=len(step.say))
        return step if step.action is not None else replace(step, say=step.say[:free])

    def do(self, step: PlanStep) -> None:
        """Do a step. Refused as by `Seat`: `too_late` in another round."""
        seat, round_ = self.seat, step.round
        seat.check_round(round_)
        for say in step.say:
            seat.say(say.to if isinstance(say.to, str) else list(say.to), say.text, say.deal, say.act)
        if step.kind == "act" and step.action is not None:
            if seat.sealed() is not None:  # sealed orders may hold what the action needs
                seat.withdraw(round_)
            seat.do(step.action, round_)
        elif step.kind == "draft":
            seat.keep_draft(step.orders)
        elif step.kind == "seal" and step.orders is not None:
            seat.seal(step.orders, round_)
        frame = seat.frame()
        if step.kind in ("seal", "ready") and not frame.ready and frame.round == round_ and frame.stage is None:
            seat.ready(round_=round_)


STEPS = 80
"""Steps after which a round counts as endless, and the clock closes it."""


def obey(
    table: Table,
    coached: CoachedSeat,
    advance: Callable[[float], None],
    *,
    seconds: float = 5.0,
    look: Callable[[], None] = lambda: None,
    refused: Callable[[PlanStep, Refused], None] = lambda step, refusal: None,
    waited: Callable[[PlanStep], None] = lambda step: None,
    hasty: bool = False,
) -> int:
    """Play a match to its end: one seat does every step of its coach, bots hold the others.

    Args:
        advance: Moves the table's clock on by seconds.
        seconds: Time between two keys.
        look: Called before each key.
        refused: Called with each step that was refused.
        waited: Called with each step that waits.
        hasty: True if the pupil never waits.

    Returns the number of endless rounds."""
    moment, steps, endless = ("", 0), 0, 0
    table.start()
    table.play_bots()
    while table.match.phase != "finished":
        look()
        advance(seconds)
        if (table.match.phase, table.match.round) != moment:
            moment, steps = (table.match.phase, table.match.round), 0
        steps += 1
        endless += steps == STEPS
        sight = views.sight(table.match, coached.seat.you)
        step = coached.step(hurry=hasty) if steps < STEPS else None
        if sight.pending is not None:
            for move in coached.seat.game.adviser(sight.seat).turn(sight):
                table.submit(entry_for(move, sight.seat))
        elif step is None:
            table.submit(j.Lapsed(author="house") if table.match.turns else j.Closed(cause="early"))
        elif step.kind == "wait":
            waited(step)
            advance(step.seconds)
        else:
            try:
                coached.do(step)
            except Refused as refusal:
                refused(step, refusal)
                steps += STEPS // 8
        table.catch_up()
        table.play_bots()
    return endless
