"""The coach's plan of a round: the pupil's next step, from its Lesson alone, for the coach's page, the level `coach`
and `benchmarks.obey`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from msgspec.structs import replace

from core.bots.coach import Advice, Lesson
from core.bots.contract import Say
from core.contract import AnyGame
from core.json import Json
from core.parts import Struct
from core.refusal import Refused
from core.story.parts import listed

StepKind = Literal["say", "act", "wait", "draft", "seal", "ready"]

BOT_SECONDS: Final = 10.0
"""Seconds that the plan waits for the answer of a bot."""
PERSON_SECONDS: Final = 120.0
"""The same for a person."""


class PlanStep(Struct, frozen=True):
    """Step of the plan; the pupil does it with one key."""

    kind: StepKind
    round: int
    why: tuple[str, ...] = ()
    say: tuple[Say, ...] = ()
    """Messages that belong to the step."""
    lies: tuple[Say, ...] = ()
    """Messages that could be said now and are not so; the step leaves them out."""
    action: Json | None = None
    orders: Json | None = None
    """Orders to draft or to seal."""
    waits: tuple[str, ...] = ()
    """Seats that owe an answer."""
    seconds: float = 0.0
    """Seconds that a `wait` lasts at most; 0 if unknown."""
    unsaid: int = 0
    """Own messages for which a `wait` is (HH-34)."""
    deed: str = ""
    """The action in a sentence (`Game.deed`), or empty."""

    @property
    def recipients(self) -> list[str]:
        return list(dict.fromkeys(audience(say) for say in self.say))


def audience(say: Say) -> str:
    return f"the {say.to}" if isinstance(say.to, str) else listed(list(say.to))


def next_step(
    game: AnyGame, lesson: Lesson[Any, Any, Any], *, hurry: bool = False, silent: bool = False,
    guided: Advice | None = None,
) -> PlanStep | None:  # fmt: skip
    """Return the pupil's next step in this round; None if nothing is left to do.

    Args:
        hurry: True if the pupil has waited long enough: open proposals are taken back.
        silent: True if the pupil says nothing more in this round, and waits no longer.
        guided: Advice in place of the game's, as in a lesson."""
    sight = lesson.sight
    if sight.pending is not None or sight.phase not in ("briefing", "pregame", "round"):
        return None
    ready = None if sight.ready else PlanStep("ready", sight.round)
    if not sight.asks.orders and not any(choice.closed is None for choice in sight.asks.choices):
        return None if sight.phase == "round" else ready  # a round does not wait for a seat that cannot act
    if silent:  # no seat can be asked, but what others propose can be taken up without a word
        lesson = replace(lesson, sight=replace(sight, partners=()))
    try:
        advice: Advice | None = guided or game.advise(lesson)
    except Refused:
        return ready
    if advice is None:
        return ready
    if silent:
        advice = replace(advice, say=(), lies=(), waits=(), orders=advice.orders or advice.later)
    step = _step_of(lesson, advice)
    if step is not None and step.kind == "wait" and hurry:
        back: Advice | None = game.takes_back(lesson, advice.waits)
        return None if back is None else _step_of(lesson, back)
    return step or ready


def _step_of(lesson: Lesson[Any, Any, Any], advice: Advice) -> PlanStep | None:
    round_, why = lesson.sight.round, advice.why
    if advice.action is not None:
        return PlanStep("act", round_, why, advice.say, advice.lies, advice.action, deed=advice.deed)
    if advice.say:
        return PlanStep("say", round_, why, advice.say, advice.lies)
    if advice.waits:
        return PlanStep("wait", round_, why, waits=advice.waits)
    if advice.orders is not None:
        return PlanStep("draft", round_, why, lies=advice.lies, orders=advice.orders)
    if lesson.edited:
        return PlanStep("seal", round_, why, orders=lesson.draft)
    return None if lesson.sight.ready else PlanStep("ready", round_, why)


def waited_since(lesson: Lesson[Any, Any, Any], waits: Sequence[str]) -> float:
    """Return when the pupil last wrote to one of these seats in this round, in seconds since the epoch."""
    sight = lesson.sight
    mine = [m.at for m in sight.heard if m.sender == sight.seat and m.round == sight.round and {*m.readers} & {*waits}]
    return max(mine, default=0.0)
