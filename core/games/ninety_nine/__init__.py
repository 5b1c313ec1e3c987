"""Ninety-nine: a duel of nine bouts, in which 99 points are bid and only lights are seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.coach import Advice, Hint
from core.contract import Asks, Closing, Game, Options
from core.dice import Dice
from core.games.duel.story import Teller, Words
from core.games.ninety_nine import coach as coaching
from core.games.ninety_nine import orders, resolve, words
from core.games.ninety_nine import state as structs
from core.games.ninety_nine import view as sight
from core.games.ninety_nine.bot import make_bot
from core.games.ninety_nine.redeal import determinize, redeal
from core.games.ninety_nine.spec import SPEC, colour
from core.games.ninety_nine.state import Bot, Memory, Record
from core.story.parts import Tale

TELLER: Teller[structs.State, structs.Report] = Teller(
    Words(
        one="bid", pair="bout", ruling="NN-05", rest="Points left to spend", rest_unit="points to spend",
        most="{name} took more bouts: {score} to {other}.",
    ),
    numbers=lambda state: state.bouts[-1].bids if state.bouts else None,
    table=lambda state: state.table,
    rest=lambda state, seat: state.left[seat],
    colour=colour,
    own=lambda report: report.bid,
)  # fmt: skip


class NinetyNine(Game[structs.State, structs.Orders, structs.View, structs.Report]):
    """Binds the rules of Ninety-nine."""

    spec = SPEC
    State = structs.State
    Orders = structs.Orders
    Given = structs.Given
    Report = structs.Report
    View = structs.View

    def setup(self, seats: tuple[str, ...], options: Options, given: structs.Given, dice: Dice) -> structs.State:
        return resolve.setup(seats, given, dice)

    def check(self, state: structs.State, seat: str, orders_: structs.Orders) -> None:
        orders.check(state, seat, orders_)

    def close(
        self, state: structs.State, orders_: Mapping[str, structs.Orders], dice: Dice
    ) -> Closing[structs.State, structs.Report]:
        return resolve.close(state, orders_)

    def asks(self, state: structs.State, seat: str, sealed: structs.Orders | None) -> Asks:
        return orders.asks(state, seat)

    def view(self, state: structs.State, seat: str | None) -> structs.View:
        return sight.view(state, seat)

    def redeal(self, state: structs.State, seat: str | None, dice: Dice) -> structs.State:
        return redeal(state, seat, dice)

    def determinize(self, sight: structs.Sight, dice: Dice) -> structs.State | None:
        return determinize(sight, dice)

    def host(self, state: structs.State) -> dict[str, Any]:
        return sight.host(state)

    def restate(self, orders_: structs.Orders) -> Sequence[str]:
        return words.restate(orders_)

    def tell(self, report: structs.Report) -> Sequence[str]:
        return words.tell(report)

    def tell_public(self, public: object) -> Sequence[str]:
        return words.tell_public(public)

    def tale(self, record: Record) -> Tale:
        return TELLER.tale(record)

    def own_tale(self, memory: Memory) -> Tale:
        return TELLER.own_tale(memory)

    def coach(self, lesson: coaching.Pupil) -> Hint | None:
        return coaching.coach(lesson)

    def advise(self, lesson: coaching.Pupil) -> Advice | None:
        return coaching.advise(lesson)

    def bot(self, level: str, seat: str, seed: int) -> Bot:
        return make_bot(level, seat, seed)


GAME = NinetyNine()
