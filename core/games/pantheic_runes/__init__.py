"""Pantheic Runes: five seats, six rounds of live runes and sealed rituals, thirteen gods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.bots import Hope, Move, Say
from core.coach import Hint
from core.company.gist import Gist
from core.contract import Acted, Asks, Closing, Game
from core.dice import Dice
from core.games.pantheic_runes import structs, views
from core.games.pantheic_runes.acting import act
from core.games.pantheic_runes.asking import asks
from core.games.pantheic_runes.bots import LEVELS, bot
from core.games.pantheic_runes.bots.plan import gain, outlook
from core.games.pantheic_runes.checking import check
from core.games.pantheic_runes.closing import close
from core.games.pantheic_runes.coaching import POSITIONS, Pupil, coach, reasons
from core.games.pantheic_runes.company import gist
from core.games.pantheic_runes.reckoning import reckon
from core.games.pantheic_runes.redealing import redeal
from core.games.pantheic_runes.spec import SPEC
from core.games.pantheic_runes.start import setup
from core.games.pantheic_runes.story import own_tale, tale
from core.games.pantheic_runes.views import Bot, Memory, Page, Record, Sight, host, view
from core.games.pantheic_runes.words import LATER_PAGES, restate, tell
from core.story.parts import Tale
from core.story.reckoning import Reckoning


class PantheicRunes(Game[structs.State, structs.Orders, views.View, structs.Report]):
    """The game, bound together from its modules."""

    spec = SPEC
    positions = POSITIONS
    levels = tuple(LEVELS)
    State = structs.State
    Orders = structs.Orders
    Action = structs.Action
    Options = structs.RunesOptions
    Given = structs.RunesGiven
    Report = structs.Report
    View = views.View
    unforeseen = frozenset({"partner_cannot_pay"})  # PR-12

    def setup(
        self, seats: tuple[str, ...], options: structs.RunesOptions, given: structs.RunesGiven, dice: Dice
    ) -> structs.State:
        return setup(seats, options, given, dice)

    def check(self, state: structs.State, seat: str, orders: structs.Orders) -> None:
        check(state, seat, orders)

    def act(
        self, state: structs.State, seat: str, action: structs.Action, sealed: structs.Orders | None
    ) -> Acted[structs.State]:
        return act(state, seat, action, sealed)

    def close(
        self, state: structs.State, orders: Mapping[str, structs.Orders], dice: Dice
    ) -> Closing[structs.State, structs.Report]:
        return close(state, orders, dice)

    def asks(self, state: structs.State, seat: str, sealed: structs.Orders | None) -> Asks:
        return asks(state, seat, sealed)

    def view(self, state: structs.State, seat: str | None) -> views.View:
        return view(state, seat)

    def briefing_view(self, state: structs.State, seat: str | None) -> views.View:
        return view(state, seat, open_now=False)

    def redeal(self, state: structs.State, seat: str | None, dice: Dice) -> structs.State:
        return redeal(state, seat, dice)

    def host(self, state: structs.State) -> dict[str, Any]:
        return host(state)

    def restate(self, orders: structs.Orders) -> Sequence[str]:
        return restate(orders)

    def tell(self, report: structs.Report) -> Sequence[str]:
        return tell(report)

    def later_pages(self, view: views.View) -> Mapping[str, str]:
        return {} if view.deities else LATER_PAGES

    def tale(self, record: Record) -> Tale:
        return tale(record)

    def own_tale(self, memory: Memory) -> Tale:
        return own_tale(memory)

    def reckon(self, page: Page) -> Reckoning | None:
        return reckon(page)

    def coach(self, lesson: Pupil) -> Hint | None:
        return coach(lesson)

    def reasons(self, lesson: Pupil, made: Sequence[Move]) -> Sequence[str]:
        return reasons(lesson, made)

    def bot(self, level: str, seat: str, seed: int) -> Bot:
        return bot(level, seat, seed)

    def hope(self, sight: Sight, orders: structs.Orders, said: Sequence[Say] = ()) -> Hope | None:
        """What the rituals are worth together, blessings begun and mana included."""
        if sight.view.own is None:
            return None
        laid = tuple(ritual.tableau for ritual in orders.rituals)
        return Hope(gain(outlook(sight.view), laid), " points' worth of rituals and blessings, if none fails")

    def gist(self, sight: Sight) -> Gist:
        return gist(sight)


GAME = PantheicRunes()
