"""Black and White: a duel of nine tricks, in which only colours are seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.bots import Move
from core.coach import Hint
from core.contract import Asks, Closing, Game, Options
from core.dice import Dice
from core.games.black_and_white import coach as coaching
from core.games.black_and_white import orders, resolve, words
from core.games.black_and_white import state as structs
from core.games.black_and_white import view as sight
from core.games.black_and_white.bot import make_bot
from core.games.black_and_white.redeal import determinize, redeal
from core.games.black_and_white.spec import SPEC, colour
from core.games.black_and_white.state import Bot, Memory, Record
from core.games.duel.story import Teller, Words
from core.story.parts import Tale

TELLER: Teller[structs.State, structs.Report] = Teller(
    Words(
        one="tile", pair="trick", ruling="BW-05", rest="Tiles in hand, added up", rest_unit="in tiles",
        most="{name} took more tricks: {score} to {other}.",
    ),
    numbers=lambda state: state.tricks[-1].tiles if state.tricks else None,
    table=lambda state: state.table,
    rest=lambda state, seat: sum(state.hands[seat]),
    colour=colour,
    own=lambda report: report.tile,
)  # fmt: skip


class BlackAndWhite(Game[structs.State, structs.Orders, structs.View, structs.Report]):
    """Binds the rules of Black and White."""

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

    def reasons(self, lesson: coaching.Pupil, made: Sequence[Move]) -> Sequence[str]:
        return coaching.reasons(lesson, made)

    def bot(self, level: str, seat: str, seed: int) -> Bot:
        return make_bot(level, seat, seed)


GAME = BlackAndWhite()
