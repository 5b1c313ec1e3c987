"""Ninety-nine: a duel of nine bouts, in which 99 points are bid and only lights are seen."""

from __future__ import annotations

from core.coach import Advice, Hint
from core.games.duel.game import Duel, Rules
from core.games.duel.story import Teller, Words
from core.games.ninety_nine import asking as orders
from core.games.ninety_nine import closing as resolve
from core.games.ninety_nine import coaching, structs, words
from core.games.ninety_nine import views as sight
from core.games.ninety_nine.bots import Steady
from core.games.ninety_nine.redealing import determinize, redeal
from core.games.ninety_nine.spec import SPEC, colour


class NinetyNine(Duel[structs.State, structs.Orders, structs.View, structs.Report]):
    """Binds the rules of Ninety-nine."""

    spec = SPEC
    positions = coaching.POSITIONS
    State = structs.State
    Orders = structs.Orders
    Given = structs.Given
    Report = structs.Report
    View = structs.View
    rules = Rules(
        setup=resolve.setup,
        check=orders.check,
        close=resolve.close,
        asks=orders.asks,
        view=sight.view,
        host=sight.host,
        redeal=redeal,
        determinize=determinize,
        restate=words.restate,
        tell=words.tell,
        tell_public=words.tell_public,
        slot="bid",
        rule="The higher bid takes the bout, every bid is spent, and only its colour is shown.",
        steady=Steady,
        teller=Teller(
            Words(
                one="bid",
                pair="bout",
                ruling="NN-05",
                rest="Points left to spend",
                rest_unit="points to spend",
                most="{name} took more bouts: {score} to {other}.",
            ),
            numbers=lambda state: state.bouts[-1].bids if state.bouts else None,
            table=lambda state: state.table,
            rest=lambda state, seat: state.left[seat],
            colour=colour,
            own=lambda report: report.bid,
        ),
    )

    def coach(self, lesson: coaching.Pupil) -> Hint | None:
        return coaching.coach(lesson)

    def advise(self, lesson: coaching.Pupil) -> Advice | None:
        return coaching.advise(lesson)


GAME = NinetyNine()
