"""The coach: steps of a first round, a proposed move with reasons, and the result.

Equal lessons give equal words (HH-28). A game writes `Game.coach` with `steps` and `looking_back`; `usual_hint` serves
any game. A proposed move comes from a bot with that seat's Sight and a fixed seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic

import msgspec

from core.bots.contract import AnyBot, Do, Done, Hope, Move, Say, Seal, Sight
from core.decoding import decode, plain
from core.json import Json
from core.parts import Choice, O, O_co, R, R_co, Struct, V, V_co
from core.refusal import Refused
from core.story.parts import listed
from core.talk.acts import Term, Withdraw
from core.talk.book import entries
from core.talk.deals import bargains, between_two

KEYS = "C"
"""Key of the coach's page."""

FAREWELL = "From here on you play by yourself. C calls the coach again, for any round; R has the rules, ? the keys."


class Lesson(msgspec.Struct, Generic[O_co, V_co, R_co], frozen=True, kw_only=True):
    """Everything that the coach sees: what its pupil's seat may know."""

    sight: Sight[O_co, V_co, R_co]
    draft: Json | None
    """Draft orders (JSON), else those under seal, else None."""
    edited: bool
    """True if a draft stands beside or instead of a seal."""
    played: int
    """Rounds closed since the coach began, the pregame included; 0 or more."""
    ordered: O_co | None = None
    """The seat's orders in the last closed round, or None."""

    @property
    def view(self) -> V_co:
        return self.sight.view

    @property
    def sealed(self) -> bool:
        return self.sight.sealed is not None and not self.edited

    @property
    def report(self) -> R_co:
        """Report of the last close; only if `played` is above 0."""
        return self.sight.reports[max(self.sight.reports)]

    def drafted(self, key: str) -> Any:
        return (self.draft or {}).get(key)


BRIEF = 32
"""Longest brief words in characters: with step and key they fit 40 columns."""


class Step(Struct, frozen=True):
    """A step. `words` fit 80 columns; `more` is for the coach's page."""

    done: bool
    words: str
    more: tuple[str, ...] = ()
    brief: str = ""
    """Words in `BRIEF` characters for a narrow terminal; if empty, `words` are cut."""


class Hint(Struct, frozen=True):
    words: str
    """A line."""
    more: tuple[str, ...] = ()
    """Reasons in a few sentences."""
    step: int = 0
    """Present step from 1; 0 for words about the result."""
    of: int = 0
    brief: str = ""
    """Line in `BRIEF` characters, or empty."""


class Advice(Struct, frozen=True):
    """A proposed move with reasons; only the pupil can make it."""

    orders: Json | None = None
    """Orders (JSON) for the draft; None if something else comes first."""
    action: Json | None = None
    """Live action before any orders; then there are no orders."""
    say: tuple[Say, ...] = ()
    """Messages with it: proposals, answers, claims."""
    lies: tuple[Say, ...] = ()
    """Messages that it leaves out because they are not so (`Game.untrue`)."""
    why: tuple[str, ...] = ()
    waits: tuple[str, ...] = ()
    """Seats that should answer before anything is drafted or sealed."""
    deed: str = ""
    """The action in a sentence (`Game.deed`), or empty."""
    later: Json | None = None
    """Orders for the draft if nothing more is said or waited for; None if the draft stands."""


class Position(Struct, frozen=True):
    """A position to practise from (HH-31)."""

    id: str
    title: str
    given: Json
    """Set-up keys as in the rulings, with `$1` for the player and `$2`, `$3`, ... for the bots."""
    seed: int = 1
    """Seed of the dice, so that the position is the same each time."""


def steps(lesson: Lesson[Any, Any, Any], steps_: Sequence[Step]) -> Hint:
    """Return the first open step, then sealing, then waiting."""
    of = len(steps_) + 1
    if lesson.sealed and lesson.sight.ready:
        return Hint(
            "Sealed, and you are ready. The round closes when all are.",
            (REPLACE,),
            of,
            of,
            "Sealed and ready: wait for all.",
        )
    if lesson.sealed:
        return Hint(
            "Sealed. r says that you are ready; it closes when all are.",
            (REPLACE,),
            of,
            of,
            "Sealed. r says you are ready.",
        )
    for number, step in enumerate(steps_, 1):
        if not step.done:
            return Hint(step.words, step.more, number, of, step.brief)
    return Hint(
        "Press s: it says your orders in words, Enter seals them.",
        (REPLACE,),
        of,
        of,
        "s shows it in words, Enter seals",
    )


REPLACE = "Nobody sees what you seal. Until the close you may change it and seal again, or take it back with w."


def looking_back(words: str, more: Sequence[str] = ()) -> Hint:
    return Hint(words, (*more, FAREWELL), brief=words.removeprefix("What came of it: "))


def usual_hint(lesson: Lesson[Any, Any, Any], report: Sequence[str]) -> Hint | None:
    """Return the hint in a game without a coach of its own."""
    if lesson.played:
        return looking_back(report[0] if report else "The round is over.", report[1:])
    if not lesson.sight.asks.orders:
        if any(choice.closed is None for choice in lesson.sight.asks.choices):
            more = ("R tells how it is played, on one page.",)
            return Hint(
                "Choose on the table what to do: it counts at once.", more, step=1, of=1, brief="Choose: Enter."
            )
        return None
    words = "Choose on the table; what is closed says why when you go to it."
    return steps(
        lesson,
        (
            Step(
                lesson.draft is not None,
                words,
                ("R tells how it is played, on one page.",),
                "Choose on the table: Enter.",
            ),
        ),
    )


# --- a move to propose ------------------------------------------------------------------------------------------------
def moves(adviser: AnyBot, lesson: Lesson[Any, Any, Any]) -> list[Move]:
    """Return an adviser's moves in this seat with nothing sealed."""
    sight = msgspec.structs.replace(lesson.sight, sealed=None, ready=False)
    return [move for move in adviser.turn(sight) if not isinstance(move, Done)]


def from_moves(lesson: Lesson[O, V, R], kind: type[O], moves_: Sequence[Move]) -> Advice:
    """Return moves as advice: the first live action, else orders (of type `kind`) that change the draft; and all
    messages."""
    action = next((move.action for move in moves_ if isinstance(move, Do)), None)
    orders = next((move.orders for move in reversed(moves_) if isinstance(move, Seal)), None)
    says = tuple(
        msgspec.structs.replace(move, to=move.to if isinstance(move.to, str) else tuple(move.to))
        for move in moves_
        if isinstance(move, Say)
    )
    if action is not None or orders is None or _plainly(kind, orders) == _plainly(kind, lesson.draft or {}):
        orders = None
    return Advice(orders, action, says)


def choice_words(choices: Sequence[Choice], action: Json) -> str:
    """Return a live action in the words of the open choice that it takes; empty for none."""
    for choice in choices:
        field = choice.slot.rpartition(".")[2]
        entered = {field: action[field]} if choice.entry is not None and field in action else {}
        if choice.closed is None and choice.probe is not None and {**choice.probe, **entered} == action:
            return f"{choice.label}: {action[field]}" if entered else choice.label
    return ""


def seats_that_owe_an_answer(lesson: Lesson[Any, Any, Any], terms: Sequence[Term] = ()) -> tuple[str, ...]:
    seat = lesson.sight.seat
    threads = between_two(seat, lesson.sight.heard, lesson.sight.round)
    return tuple(
        name
        for name, bargain in bargains(seat, lesson.sight.heard, lesson.sight.round, terms).items()
        if bargain.message.sender == seat and not bargain.agreed and not bargain.answer
        if not any(isinstance(m.act, Withdraw) for m in threads[name][threads[name].index(bargain.message) :])
    )


def waiting_hint(waits: Sequence[str]) -> Advice:
    has = "has" if len(waits) == 1 else "have"
    return Advice(waits=tuple(waits), why=(f"{listed(list(waits))} {has} not answered yet: wait for it.",))


def taken_back(game_terms: Sequence[Term], lesson: Lesson[Any, Any, Any], waits: Sequence[str]) -> Advice:
    sight = lesson.sight
    open_ = [
        entry
        for entry in entries(game_terms, sight.heard, sight.round)
        if entry.proposer == sight.seat and entry.state == "offered" and {*entry.readers} & {*waits}
    ]
    say = tuple(
        Say((next(reader for reader in entry.readers if reader != sight.seat),), TAKEN_BACK, act=Withdraw(entry.name))
        for entry in open_
    )
    return Advice(say=say, why=(f"{listed(list(waits))} did not answer: taken back, so that you owe nothing.",))


TAKEN_BACK = "No answer, so I take my proposal back."


def expected_value_words(
    hope: Callable[[Any, Any, Sequence[Say]], Hope | None], lesson: Lesson[O, V, R], kind: type[O], advice: Advice
) -> tuple[str, ...]:
    """Return the value of the advised orders and of the draft, in words (`Game.hope`)."""
    if advice.orders is None:
        return ()
    hoped = hope(lesson.sight, decode(kind, advice.orders, "orders"), advice.say)
    if hoped is None:
        return ()
    text = f"By this reckoning it promises {figure(hoped.value)}{hoped.of}"
    drafted = _decoded(kind, lesson.draft)
    own = None if drafted is None else hope(lesson.sight, drafted, ())
    if not hoped.value and (own is None or not own.value):
        return ()  # a query without a lock, say
    return (f"{text}." if own is None else f"{text}; your draft {figure(own.value)}.",)


def figure(value: float) -> str:
    """Return one decimal, without a 0; from 100 on none."""
    return f"{value:.{int(abs(value) < 100)}f}".removesuffix(".0").replace("-0", "0" if round(value, 1) == 0 else "-0")


def percent(chance: float) -> str:
    """Return a chance, 0 to 1, as percent; 0% and 100% only if certain."""
    rounded = round(100 * chance)
    if rounded in (0, 100) and chance not in (0, 1):
        return "under 1%" if rounded == 0 else "over 99%"
    return f"{rounded}%"


def _decoded(kind: type[O], draft: Json | None) -> O | None:
    """None unless the draft is complete."""
    if draft is None:
        return None
    try:
        return decode(kind, draft, "orders")
    except Refused:
        return None


def _plainly(kind: type[O], orders: Json) -> object:
    decoded = _decoded(kind, orders)
    if decoded is None:
        return orders
    return {key: value for key, value in plain(decoded).items() if value not in (None, [], {})}


usual, waiting, promised, unanswered = usual_hint, waiting_hint, expected_value_words, seats_that_owe_an_answer
"""Old names, for games from outside."""
