"""Day of Mercury: thirteen seats, nine rounds, seven sins. Rulings: docs/rulings/day_of_mercury.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.bots import Move
from core.coach import Hint
from core.company.gist import Gist
from core.contract import Asks, Closing, Game, Options
from core.dice import Dice
from core.games.day_of_mercury import asking as asks
from core.games.day_of_mercury import bots, coaching, ending, redealing, story, words
from core.games.day_of_mercury import checking as orders
from core.games.day_of_mercury import closing as resolve
from core.games.day_of_mercury import start as setup
from core.games.day_of_mercury import structs as kinds
from core.games.day_of_mercury import views as view
from core.games.day_of_mercury.company import gist
from core.games.day_of_mercury.spec import SPEC
from core.games.day_of_mercury.structs import Bot, Memory, Record, Sight
from core.ledger import Pending
from core.story.parts import Tale


class DayOfMercury(Game[kinds.State, kinds.Orders, kinds.View, kinds.Report]):
    """The game, bound together from its modules."""

    spec = SPEC
    positions = coaching.POSITIONS
    levels = tuple(bots.LEVELS)
    State = kinds.State
    Orders = kinds.Orders
    Given = kinds.Given
    Report = kinds.Report
    View = kinds.View

    def setup(self, seats: tuple[str, ...], options: Options, given: kinds.Given, dice: Dice) -> kinds.State:
        return setup.setup(seats, given)

    def check(self, state: kinds.State, seat: str, given: kinds.Orders) -> None:
        orders.check(state, seat, given)

    def close(
        self, state: kinds.State, given: Mapping[str, kinds.Orders], dice: Dice
    ) -> Closing[kinds.State, kinds.Report]:
        return resolve.close(state, given, dice)

    def asks(self, state: kinds.State, seat: str, sealed: kinds.Orders | None) -> Asks:
        return asks.asks(state, seat)

    def view(self, state: kinds.State, seat: str | None) -> kinds.View:
        return view.view(state, seat)

    def redeal(self, state: kinds.State, seat: str | None, dice: Dice) -> kinds.State:
        return redealing.redeal(state, seat, dice)

    def knows(self, state: kinds.State, seat: str | None) -> object:
        """The view, and what each round taught the seat of itself (DM-60)."""
        keys = ("struck", "results", "traded", "readings", "gains")
        own = [[getattr(past, key).get(seat) for key in keys] for past in state.past]
        return [self.view(state, seat), own if seat is not None else []]

    def host(self, state: kinds.State) -> dict[str, Any]:
        return view.host(state)

    def pending(self, state: kinds.State) -> Pending | None:
        return ending.pending(state)

    def decide(self, state: kinds.State, kind: str, chosen: tuple[str, ...]) -> kinds.State:
        return ending.decide(state, kind, chosen)

    def restate(self, given: kinds.Orders) -> Sequence[str]:
        return words.restate(given)

    def tell(self, report: kinds.Report) -> Sequence[str]:
        return words.tell(report)

    def tell_to(self, report: kinds.Report, view: kinds.View) -> Sequence[str]:
        return words.tell_to(report, view)

    def tale(self, record: Record) -> Tale:
        return story.tale(record)

    def own_tale(self, memory: Memory) -> Tale:
        return story.own_tale(memory)

    def coach(self, lesson: coaching.Pupil) -> Hint | None:
        return coaching.coach(lesson)

    def reasons(self, lesson: coaching.Pupil, made: Sequence[Move]) -> Sequence[str]:
        return coaching.reasons(lesson, made)

    def bot(self, level: str, seat: str, seed: int) -> Bot:
        return bots.make(level, seat, seed)

    def gist(self, sight: Sight) -> Gist:
        return gist(sight)


GAME = DayOfMercury()
