"""A match that a host judges, by hand; and the same game judged by dice, for the kit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from msgspec.structs import replace

from core.decoding import plain
from core.dice import Dice, Draw
from core.games import game as find_game
from core.games import register
from core.games.refereed import Refereed
from core.games.refereed.rules import judge
from core.games.refereed.structs import (
    Column,
    Finish,
    FormField,
    Forms,
    Given,
    Options,
    Orders,
    Points,
    Report,
    State,
    Value,
    Verdict,
)
from core.kit import Script
from core.match import journal as j
from core.match import views
from core.parts import Closing

FORM: list[dict[str, Any]] = [
    {"id": "request", "ask": "How much do you request?", "kind": "number", "least": 0, "most": 5000},
    {"id": "plan", "ask": "Fight or hide?", "kind": "choice", "options": ["fight", "hide"]},
    {"id": "ally", "ask": "With whom?", "kind": "seats", "need": False},
    {"id": "spies", "ask": "On whom?", "kind": "seats", "need": False, "least": 1, "most": 2},
    {"id": "order", "ask": "Who is strongest?", "kind": "ranking", "need": False},
    {"id": "why", "ask": "Why?", "kind": "text", "need": False, "most": 40},
]
FULL = {"request": 700, "plan": "hide"}


class Judged(Script):
    """A match whose closes wait for results."""

    @classmethod
    def begun(cls, seats: tuple[str, ...] = ("Ada", "Bo", "Cy"), form: Any = FORM, **more: Any) -> Judged:
        options = {"form": form, **more.pop("options", {})}
        return cls.of(find_game("refereed"), seats=seats, options=options, judged=True, **more)

    def shut(self, cause: Any = "host") -> None:
        self.apply(j.Closed(cause=cause))

    def publish(self, **verdict: Any) -> None:
        self.apply(j.Judged(verdict=verdict))

    def direct(self, form: list[dict[str, Any]], seat: str = "") -> None:
        self.apply(j.Directed(direction={"form": form, "seat": seat}))

    def sees(self, seat: str | None) -> Any:
        return views.game_view(self.match, seat)

    def sealed(self, seat: str) -> Any:
        return plain(self.match.sealed[seat].orders)["answers"]

    def asked(self, seat: str | None) -> list[str]:
        return list(self.sees(seat).questions)

    def told(self, seat: str) -> list[str]:
        return list(self.match.game.tell(self.match.rounds[-1].reports[seat]))

    def public(self) -> list[str]:
        return list(self.match.game.tell_public(plain(self.match.rounds[-1].public)))


class JudgedByDice(Refereed):
    """Every close brings results by lot, other forms and at last an end: for what the kit promises."""

    def __init__(self, shown: Points, columns: tuple[Column, ...] = (), rule: str = "") -> None:
        # in two letters, so that "secret" is still a part of one game's title only
        short = shown[:2] + "c" * bool(columns)
        self.spec = replace(Refereed.spec, id=f"refereed-{short}", title=f"Judged by dice ({short})", rounds=6)  # type: ignore[misc]
        self.shown, self.columns, self.rule = shown, columns, rule

    def setup(self, seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
        fields = FORM + BOUNDED * bool(self.columns)
        form = tuple(FormField(**{**field, "options": tuple(field.get("options", ()))}) for field in fields)
        options = replace(options, form=form, points=self.shown, columns=self.columns, places=self.rule, purse=5)
        state = Refereed.setup(seats, options, given, dice)
        apart = FormField(id="apart", ask="What do you alone do?", kind="text", need=False)
        return replace(state, forms=Forms(form, {seats[1]: (apart,), seats[2]: ()}), later=Forms(form))

    def close(self, state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
        draw = dice.draw(f"round {state.round}: the host")
        rooms = tuple(tuple(s for s in state.seats if s in draw.sample(state.seats, 3)) for _ in range(draw.below(3)))
        state = replace(state, rooms=rooms if draw.chance(0.5) else None)
        finish = Finish(candidate=state.seats[-1], winners=(state.seats[0],)) if state.round == 6 else None
        verdict = Verdict(
            points={} if self.columns else by_lot(state.seats, draw, 300, -100),
            columns={column.id: by_lot_of(column, state.seats, draw) for column in self.columns},
            words={seat: f"Word {draw.below(1000)}.\nTo you." for seat in state.seats if draw.chance(0.6)},
            public=f"Some of you gain.\n{draw.below(9)}" if draw.chance(0.7) else "",
            tokens=by_lot(state.seats, draw, 2) if draw.chance(0.2) else {},
            garnets=by_lot(state.seats, draw, 4),
            finish=finish,
        )
        return judge(state, orders, verdict, dice)


def by_lot(seats: tuple[str, ...], draw: Draw, below: int, more: int = 0) -> dict[str, int]:
    return {seat: draw.below(below) + more for seat in seats if draw.chance(0.7)}


def by_lot_of(column: Column, seats: tuple[str, ...], draw: Draw) -> dict[str, Value]:
    amounts = by_lot(seats, draw, 9, -2)
    if isinstance(column.start, int):
        return {**amounts}
    listed = isinstance(column.start, tuple)
    return {seat: (f"thing {n}",) if listed else f"at {n}" for seat, n in amounts.items()}


COLUMNS = (
    Column(id="power", see="all"), Column(id="debts", see="seat", start=3), Column(id="rank", see="place"),
    Column(id="trick", see="host"), Column(id="room", label="Where you are", start="hall"),
    Column(id="bag", start=()), Column(id="plot", see="host", start=""),
)  # fmt: skip
BOUNDED: list[dict[str, Any]] = [
    {"id": "deal", "ask": "Which deals?", "kind": "choice", "options": ["a", "b", "c"], "need": False, "most": 2,
     "least": 1, "once": "option"},
    {"id": "with_whom", "ask": "With whom?", "kind": "seats", "when": "deal = a, b"},
    {"id": "stake", "ask": "How many garnets?", "kind": "number", "least": 0, "most": "garnets"},
    {"id": "push", "ask": "How hard?", "kind": "number", "least": 1, "most": "debts", "when": "plan = fight"},
    {"id": "last", "ask": "Your only word?", "kind": "text", "need": False, "once": "match"},
]  # fmt: skip
BY_DICE = [JudgedByDice(shown) for shown in get_args(Points)]
BY_DICE += [JudgedByDice("place", COLUMNS, "nearest 3 debts, fewest rank"), JudgedByDice("secret", COLUMNS, "power")]
for by_dice in BY_DICE:
    register(by_dice)
