"""Day of Mercury: thirteen seats, nine rounds, seven sins. Rulings: docs/rulings/day_of_mercury.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.bots import Hope, Move, Say
from core.coach import Hint
from core.company.gist import Gist
from core.contract import Asks, Closing, Game, Options
from core.dice import Dice
from core.games.day_of_mercury import structs
from core.games.day_of_mercury.asking import asks
from core.games.day_of_mercury.bots import LEVELS, bot
from core.games.day_of_mercury.bots.sharp import hope
from core.games.day_of_mercury.checking import check
from core.games.day_of_mercury.closing import close
from core.games.day_of_mercury.coaching import POSITIONS, Pupil, coach, reasons
from core.games.day_of_mercury.company import gist
from core.games.day_of_mercury.ending import decide, pending
from core.games.day_of_mercury.reckoning import reckon
from core.games.day_of_mercury.redealing import redeal
from core.games.day_of_mercury.spec import SPEC
from core.games.day_of_mercury.start import setup
from core.games.day_of_mercury.story import own_tale, tale
from core.games.day_of_mercury.structs import Bot, Memory, Page, Record, Sight
from core.games.day_of_mercury.views import host, view
from core.games.day_of_mercury.words import restate, tell, tell_to
from core.ledger import Pending
from core.story.parts import Tale
from core.story.reckoning import Reckoning


class DayOfMercury(Game[structs.State, structs.Orders, structs.View, structs.Report]):
    """The game, bound together from its modules."""

    spec = SPEC
    positions = POSITIONS
    levels = tuple(LEVELS)
    State = structs.State
    Orders = structs.Orders
    Given = structs.Given
    Report = structs.Report
    View = structs.View

    def setup(self, seats: tuple[str, ...], options: Options, given: structs.Given, dice: Dice) -> structs.State:
        return setup(seats, given)

    def check(self, state: structs.State, seat: str, orders: structs.Orders) -> None:
        check(state, seat, orders)

    def close(
        self, state: structs.State, orders: Mapping[str, structs.Orders], dice: Dice
    ) -> Closing[structs.State, structs.Report]:
        return close(state, orders, dice)

    def asks(self, state: structs.State, seat: str, sealed: structs.Orders | None) -> Asks:
        return asks(state, seat)

    def view(self, state: structs.State, seat: str | None) -> structs.View:
        return view(state, seat)

    def redeal(self, state: structs.State, seat: str | None, dice: Dice) -> structs.State:
        return redeal(state, seat, dice)

    def knows(self, state: structs.State, seat: str | None) -> object:
        """The view, and what each round taught the seat of itself (DM-60)."""
        keys = ("struck", "results", "traded", "readings", "gains")
        own = [[getattr(past, key).get(seat) for key in keys] for past in state.past]
        return [self.view(state, seat), own if seat is not None else []]

    def host(self, state: structs.State) -> dict[str, Any]:
        return host(state)

    def pending(self, state: structs.State) -> Pending | None:
        return pending(state)

    def decide(self, state: structs.State, kind: str, chosen: tuple[str, ...]) -> structs.State:
        return decide(state, kind, chosen)

    def restate(self, orders: structs.Orders) -> Sequence[str]:
        return restate(orders)

    def tell(self, report: structs.Report) -> Sequence[str]:
        return tell(report)

    def tell_to(self, report: structs.Report, view: structs.View) -> Sequence[str]:
        return tell_to(report, view)

    def tale(self, record: Record) -> Tale:
        return tale(record)

    def own_tale(self, memory: Memory) -> Tale:
        return own_tale(memory)

    def reckon(self, page: Page) -> Reckoning:
        return reckon(page)

    def coach(self, lesson: Pupil) -> Hint | None:
        return coach(lesson)

    def reasons(self, lesson: Pupil, made: Sequence[Move]) -> Sequence[str]:
        return reasons(lesson, made)

    def bot(self, level: str, seat: str, seed: int) -> Bot:
        return bot(level, seat, seed)

    def hope(self, sight: Sight, orders: structs.Orders, said: Sequence[Say] = ()) -> Hope | None:
        """Points at the end of the match, by a sharp bot's reckoning of the rounds that follow."""
        return Hope(hope(sight.view, orders), " points at the end of the match")

    def gist(self, sight: Sight) -> Gist:
        return gist(sight)


GAME = DayOfMercury()
