"""Pantheic Runes: five seats, six rounds of live runes and sealed rituals, thirteen gods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.bots import Move
from core.coach import Hint
from core.company.gist import Gist
from core.contract import Acted, Asks, Closing, Game
from core.dice import Dice
from core.games.pantheic_runes import acting as actions
from core.games.pantheic_runes import asking as orders
from core.games.pantheic_runes import bots, coaching, redealing, story, views, words
from core.games.pantheic_runes import closing as resolve
from core.games.pantheic_runes import start as setups
from core.games.pantheic_runes import structs as kinds
from core.games.pantheic_runes.company import gist
from core.games.pantheic_runes.spec import SPEC
from core.games.pantheic_runes.views import Bot, Memory, Record, Sight
from core.story.parts import Tale


class PantheicRunes(Game[kinds.State, kinds.Orders, views.View, kinds.Report]):
    """The game, bound together from its modules."""

    spec = SPEC
    positions = coaching.POSITIONS
    levels = tuple(bots.BOTS)
    State = kinds.State
    Orders = kinds.Orders
    Action = kinds.Action
    Options = kinds.RunesOptions
    Given = kinds.RunesGiven
    Report = kinds.Report
    View = views.View
    unforeseen = frozenset({"partner_cannot_pay"})  # PR-12

    def setup(
        self, seats: tuple[str, ...], options: kinds.RunesOptions, given: kinds.RunesGiven, dice: Dice
    ) -> kinds.State:
        return setups.set_up(seats, options, given, dice)

    def check(self, state: kinds.State, seat: str, given: kinds.Orders) -> None:
        orders.check(state, seat, given)

    def act(
        self, state: kinds.State, seat: str, action: kinds.Action, sealed: kinds.Orders | None
    ) -> Acted[kinds.State]:
        return actions.act(state, seat, action, sealed)

    def close(
        self, state: kinds.State, given: Mapping[str, kinds.Orders], dice: Dice
    ) -> Closing[kinds.State, kinds.Report]:
        return resolve.close(state, given, dice)

    def asks(self, state: kinds.State, seat: str, sealed: kinds.Orders | None) -> Asks:
        return orders.asks(state, seat, sealed)

    def view(self, state: kinds.State, seat: str | None) -> views.View:
        return views.view(state, seat)

    def briefing_view(self, state: kinds.State, seat: str | None) -> views.View:
        return views.view(state, seat, open_now=False)

    def redeal(self, state: kinds.State, seat: str | None, dice: Dice) -> kinds.State:
        return redealing.redeal(state, seat, dice)

    def host(self, state: kinds.State) -> dict[str, Any]:
        return views.host(state)

    def restate(self, given: kinds.Orders) -> Sequence[str]:
        return words.restate(given)

    def tell(self, report: kinds.Report) -> Sequence[str]:
        return words.tell(report)

    def later_pages(self, view: views.View) -> Mapping[str, str]:
        return {} if view.deities else words.LATER_PAGES

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


GAME = PantheicRunes()
