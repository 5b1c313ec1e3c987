"""The coach: the steps of a first round, the move it would make at a seat and why, and afterwards how that went.

Pure functions of a `Lesson`, which holds what the seat itself may know and nothing else: the same Lesson gives the same
words (HH-28). A game writes `Game.coach` with `steps` and `looking_back`; what a game does not say is said here for any
game. A proposed move comes from a bot in that seat, shown that seat's Sight alone, with a seed that is always the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic

import msgspec

from core.bots.contract import AnyBot, Do, Done, Hope, Move, Say, Seal, Sight
from core.decoding import decode, plain
from core.json import Json
from core.parts import O, O_co, R, R_co, Struct, V, V_co
from core.refusal import Refused

KEYS = "C"
"""The key that opens the coach's page, as its words name it."""

FAREWELL = "From here on you play by yourself. C calls the coach again, for any round; R has the rules, ? the keys."


class Lesson(msgspec.Struct, Generic[O_co, V_co, R_co], frozen=True, kw_only=True):
    """All that the coach is shown: what its pupil's seat may know."""

    sight: Sight[O_co, V_co, R_co]
    draft: Json | None
    """The orders in the making (JSON), else those under seal, else None."""
    edited: bool
    """Is there a draft beside what is sealed, or instead of it?"""
    played: int
    """Rounds that have closed since the coach began, the pregame among them; 0 or more."""
    ordered: O_co | None = None
    """The seat's own orders in the round that closed last, or None."""

    @property
    def view(self) -> V_co:
        """The game's View."""
        return self.sight.view

    @property
    def sealed(self) -> bool:
        """Is what is on the table under seal?"""
        return self.sight.sealed is not None and not self.edited

    @property
    def report(self) -> R_co:
        """What the seat was told at the last close; only where one was (`played` above 0)."""
        return self.sight.reports[max(self.sight.reports)]

    def drafted(self, key: str) -> Any:
        """One key of the draft; None if there is none."""
        return (self.draft or {}).get(key)


BRIEF = 32
"""Characters that brief words have at most: with the step and the key they fit into a line of 40 columns."""


class Step(Struct, frozen=True):
    """One thing to do. `words` fit into a line of 80 columns; `more` stands on the coach's page."""

    done: bool
    words: str
    more: tuple[str, ...] = ()
    brief: str = ""
    """The same in `BRIEF` characters, for a terminal too narrow for `words`; none: those are cut there."""


class Hint(Struct, frozen=True):
    """What the coach says now."""

    words: str
    """One line."""
    more: tuple[str, ...] = ()
    """Why, in a few sentences."""
    step: int = 0
    """The step one is at, from 1; 0 for words about what came of it."""
    of: int = 0
    brief: str = ""
    """The line in `BRIEF` characters, or empty."""


class Advice(Struct, frozen=True):
    """A move for the pupil to make, and why: it is never made for them."""

    orders: Json | None = None
    """Orders (JSON) for the draft; None where the advice is to do something else first."""
    action: Json | None = None
    """A live action to make at the table, before anything is ordered; there are no orders beside it."""
    say: tuple[Say, ...] = ()
    """What to say with it: proposals, answers, claims."""
    why: tuple[str, ...] = ()


class Position(Struct, frozen=True):
    """A position to practise from (HH-31)."""

    id: str
    title: str
    """A few words for a list."""
    given: Json
    """Set-up keys as in the rulings, with `$1` for whoever practises and `$2`, `$3`, ... for the bots."""
    seed: int = 1
    """Of the dice, so that it is the same position each time."""


def steps(lesson: Lesson[Any, Any, Any], found: Sequence[Step]) -> Hint:
    """The first of these that is not done, then sealing, then waiting for the others."""
    of = len(found) + 1
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
    for number, step in enumerate(found, 1):
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
    """Afterwards: what came of it."""
    return Hint(words, (*more, FAREWELL), brief=words.removeprefix("What came of it: "))


def usual(lesson: Lesson[Any, Any, Any], told: Sequence[str]) -> Hint | None:
    """The coach of a game that has none of its own; `told` is the last report in words."""
    if lesson.played:
        return looking_back(told[0] if told else "The round is over.", told[1:])
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
    """What an adviser that has just sat down in this seat would do, with nothing sealed yet."""
    sight = msgspec.structs.replace(lesson.sight, sealed=None, ready=False)
    return [move for move in adviser.turn(sight) if not isinstance(move, Done)]


def from_moves(lesson: Lesson[O, V, R], kind: type[O], made: Sequence[Move]) -> Advice:
    """The advice that these moves are: the first live action, else the orders (a `kind`) where they change what is
    drafted, with all that is said."""
    action = next((move.action for move in made if isinstance(move, Do)), None)
    orders = next((move.orders for move in reversed(made) if isinstance(move, Seal)), None)
    says = tuple(
        msgspec.structs.replace(move, to=move.to if isinstance(move.to, str) else tuple(move.to))
        for move in made
        if isinstance(move, Say)
    )
    if action is not None or orders is None or _plainly(kind, orders) == _plainly(kind, lesson.draft or {}):
        orders = None
    return Advice(orders, action, says)


def promised(
    hope: Callable[[Any, Any, Sequence[Say]], Hope | None], lesson: Lesson[O, V, R], kind: type[O], advice: Advice
) -> tuple[str, ...]:
    """What the orders of an advice promise, and what the draft does by the same measure (`Game.hope`)."""
    if advice.orders is None:
        return ()
    found = hope(lesson.sight, decode(kind, advice.orders, "orders"), advice.say)
    if found is None:
        return ()
    told = f"By this reckoning it promises {figure(found.value)}{found.of}"
    drafted = _decoded(kind, lesson.draft)
    own = None if drafted is None else hope(lesson.sight, drafted, ())
    if not found.value and (own is None or not own.value):
        return ()  # as of a query without a lock
    return (f"{told}." if own is None else f"{told}; your draft {figure(own.value)}.",)


def figure(value: float) -> str:
    """To one decimal, without one where it is 0."""
    return f"{value:.1f}".removesuffix(".0").replace("-0", "0" if round(value, 1) == 0 else "-0")


def percent(chance: float) -> str:
    """A chance, 0 to 1; never a certainty where it is none."""
    rounded = round(100 * chance)
    if rounded in (0, 100) and chance not in (0, 1):
        return "under 1%" if rounded == 0 else "over 99%"
    return f"{rounded}%"


def _decoded(kind: type[O], draft: Json | None) -> O | None:
    """A draft as orders; None where it is none yet."""
    if draft is None:
        return None
    try:
        return decode(kind, draft, "orders")
    except Refused:
        return None


def _plainly(kind: type[O], orders: Json) -> object:
    """Orders as they are compared: what says nothing is left out."""
    found = _decoded(kind, orders)
    if found is None:
        return orders
    return {key: value for key, value in plain(found).items() if value not in (None, [], {})}
