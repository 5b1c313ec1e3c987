"""The Drifting Ship, bound to the Game contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.bots import Move
from core.coach import Hint
from core.company.gist import Gist
from core.contract import Acted, Asks, Closing, Game, Pair
from core.dice import Dice
from core.games.drifting_ship import acting as channel
from core.games.drifting_ship import asking as asks
from core.games.drifting_ship import checking as orders
from core.games.drifting_ship import closing as resolve
from core.games.drifting_ship import coaching, ending, story, words
from core.games.drifting_ship import redealing as redeal
from core.games.drifting_ship import start as setup
from core.games.drifting_ship import structs as ship
from core.games.drifting_ship import views as view
from core.games.drifting_ship.bots import BOTS, make_bot
from core.games.drifting_ship.company import gist
from core.games.drifting_ship.spec import SPEC
from core.story.parts import Tale


class TheDriftingShip(Game[ship.State, ship.Orders, ship.View, ship.Report]):
    """Four seats, two crewmates each, 49 rooms, one Parasite a seat."""

    spec = SPEC
    positions = coaching.POSITIONS
    levels = tuple(BOTS)
    State = ship.State
    Orders = ship.Orders
    Action = ship.OpenChannel
    Options = ship.ShipOptions
    Given = ship.ShipGiven
    Report = ship.Report
    View = ship.View

    def setup(self, seats: tuple[str, ...], options: ship.ShipOptions, given: ship.ShipGiven, dice: Dice) -> ship.State:
        return setup.setup(seats, options, given, dice)

    def check(self, state: ship.State, seat: str, orders_: ship.Orders) -> None:
        orders.judge(view.view(state, seat), orders_)

    def close(
        self, state: ship.State, orders_: Mapping[str, ship.Orders], dice: Dice
    ) -> Closing[ship.State, ship.Report]:
        return resolve.close(state, orders_, dice)

    def asks(self, state: ship.State, seat: str, sealed: ship.Orders | None) -> Asks:
        return asks.asks(view.view(state, seat))

    def view(self, state: ship.State, seat: str | None) -> ship.View:
        return view.view(state, seat)

    def redeal(self, state: ship.State, seat: str | None, dice: Dice) -> ship.State:
        return redeal.redeal(state, seat, dice)

    def knows(self, state: ship.State, seat: str | None) -> object:
        return redeal.knows(state, seat)

    def host(self, state: ship.State) -> dict[str, Any]:
        return view.host(state)

    def act(
        self, state: ship.State, seat: str, action: ship.OpenChannel, sealed: ship.Orders | None
    ) -> Acted[ship.State]:
        return channel.open_channel(state, seat, action)

    def lines(self, state: ship.State) -> tuple[Pair, ...]:
        return state.lines

    def told_at_end(self, state: ship.State) -> dict[str, Any]:
        """`spent`, if a season lent the purses, once the match has finished: before, it is every seat's own secret."""
        return {"spent": ending.spent(state)} if state.lent and self.pending(state) is None else {}

    def restate(self, orders_: ship.Orders) -> Sequence[str]:
        return words.restate(orders_)

    def tell(self, report: ship.Report) -> Sequence[str]:
        return words.tell(report)

    def tell_public(self, public: object) -> Sequence[str]:
        return words.tell_public(public)

    def restate_to(self, orders_: ship.Orders, view_: ship.View) -> Sequence[str]:
        return words.restate(orders_, words.own_names(view_))

    def tell_to(self, report: ship.Report, view_: ship.View) -> Sequence[str]:
        verdict = words.planted(report, view_)
        return (*words.tell(report, words.own_names(view_)), *(() if verdict is None else (verdict,)))

    def tale(self, record: ship.Record) -> Tale:
        return story.tale(record)

    def own_tale(self, memory: ship.Memory) -> Tale:
        return story.own_tale(memory)

    def coach(self, lesson: coaching.Pupil) -> Hint | None:
        return coaching.coach(lesson)

    def reasons(self, lesson: coaching.Pupil, made: Sequence[Move]) -> Sequence[str]:
        return coaching.reasons(lesson, made)

    def bot(self, level: str, seat: str, seed: int) -> ship.Bot:
        return make_bot(level, seat, seed)

    def gist(self, sight: ship.Sight) -> Gist:
        return gist(sight)
