"""The Drifting Ship: four seats, two crewmates each, 49 rooms, one Parasite a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.bots import Hope, Move, Say
from core.coach import Hint
from core.company.gist import Gist
from core.contract import Acted, Asks, Closing, Game, Pair
from core.dice import Dice
from core.games.drifting_ship import structs
from core.games.drifting_ship.acting import act
from core.games.drifting_ship.asking import asks
from core.games.drifting_ship.bots import LEVELS, bot
from core.games.drifting_ship.bots.sharp import hope
from core.games.drifting_ship.checking import judge
from core.games.drifting_ship.closing import close
from core.games.drifting_ship.coaching import POSITIONS, Pupil, coach, reasons
from core.games.drifting_ship.company import gist
from core.games.drifting_ship.ending import spent
from core.games.drifting_ship.reckoning import reckon
from core.games.drifting_ship.redealing import knows, redeal
from core.games.drifting_ship.spec import SPEC
from core.games.drifting_ship.start import setup
from core.games.drifting_ship.story import own_tale, tale
from core.games.drifting_ship.views import host, view
from core.games.drifting_ship.words import own_names, planted, restate, tell, tell_public
from core.story.parts import Tale
from core.story.reckoning import Reckoning


class TheDriftingShip(Game[structs.State, structs.Orders, structs.View, structs.Report]):
    """Four seats, two crewmates each, 49 rooms, one Parasite a seat."""

    spec = SPEC
    positions = POSITIONS
    levels = tuple(LEVELS)
    State = structs.State
    Orders = structs.Orders
    Action = structs.OpenChannel
    Options = structs.ShipOptions
    Given = structs.ShipGiven
    Report = structs.Report
    View = structs.View

    def setup(
        self, seats: tuple[str, ...], options: structs.ShipOptions, given: structs.ShipGiven, dice: Dice
    ) -> structs.State:
        return setup(seats, options, given, dice)

    def check(self, state: structs.State, seat: str, orders: structs.Orders) -> None:
        judge(view(state, seat), orders)

    def close(
        self, state: structs.State, orders: Mapping[str, structs.Orders], dice: Dice
    ) -> Closing[structs.State, structs.Report]:
        return close(state, orders, dice)

    def asks(self, state: structs.State, seat: str, sealed: structs.Orders | None) -> Asks:
        return asks(view(state, seat))

    def view(self, state: structs.State, seat: str | None) -> structs.View:
        return view(state, seat)

    def redeal(self, state: structs.State, seat: str | None, dice: Dice) -> structs.State:
        return redeal(state, seat, dice)

    def knows(self, state: structs.State, seat: str | None) -> object:
        return knows(state, seat)

    def host(self, state: structs.State) -> dict[str, Any]:
        return host(state)

    def act(
        self, state: structs.State, seat: str, action: structs.OpenChannel, sealed: structs.Orders | None
    ) -> Acted[structs.State]:
        return act(state, seat, action)

    def lines(self, state: structs.State) -> tuple[Pair, ...]:
        return state.lines

    def told_at_end(self, state: structs.State) -> dict[str, Any]:
        """`spent`, if a season lent the purses, once the match has finished: before, it is every seat's own secret."""
        return {"spent": spent(state)} if state.lent and self.pending(state) is None else {}

    def restate(self, orders: structs.Orders) -> Sequence[str]:
        return restate(orders)

    def tell(self, report: structs.Report) -> Sequence[str]:
        return tell(report)

    def tell_public(self, public: object) -> Sequence[str]:
        return tell_public(public)

    def restate_to(self, orders: structs.Orders, view: structs.View) -> Sequence[str]:
        return restate(orders, own_names(view))

    def tell_to(self, report: structs.Report, view: structs.View) -> Sequence[str]:
        verdict = planted(report, view)
        return (*tell(report, own_names(view)), *(() if verdict is None else (verdict,)))

    def tale(self, record: structs.Record) -> Tale:
        return tale(record)

    def own_tale(self, memory: structs.Memory) -> Tale:
        return own_tale(memory)

    def reckon(self, page: structs.Leaf) -> Reckoning:
        return reckon(page)

    def coach(self, lesson: Pupil) -> Hint | None:
        return coach(lesson)

    def reasons(self, lesson: Pupil, made: Sequence[Move]) -> Sequence[str]:
        return reasons(lesson, made)

    def bot(self, level: str, seat: str, seed: int) -> structs.Bot:
        return bot(level, seat, seed)

    def hope(self, sight: structs.Sight, orders: structs.Orders, said: Sequence[Say] = ()) -> Hope | None:
        """What both crewmates' courses promise over the next rounds."""
        value = hope(sight.view, orders)
        return None if value is None else Hope(value, " points' worth of rooms in this and the next rounds")

    def gist(self, sight: structs.Sight) -> Gist:
        return gist(sight)


GAME = TheDriftingShip()
