"""Ninety-nine: a duel of nine bouts, in which 99 points are bid and only lights are seen."""

from __future__ import annotations

from core.coach import Advice, Hint
from core.games.duel import Duel, Rules
from core.games.duel.story import Teller, Words
from core.games.ninety_nine import structs
from core.games.ninety_nine.asking import asks
from core.games.ninety_nine.bots import MINDS, Sharp
from core.games.ninety_nine.checking import check
from core.games.ninety_nine.closing import close
from core.games.ninety_nine.coaching import POSITIONS, Pupil, advise, coach
from core.games.ninety_nine.redealing import determinize, redeal
from core.games.ninety_nine.spec import SPEC, colour
from core.games.ninety_nine.start import setup
from core.games.ninety_nine.views import host, view
from core.games.ninety_nine.words import restate, tell, tell_public


class NinetyNine(Duel[structs.State, structs.Orders, structs.View, structs.Report]):
    """Binds the rules of Ninety-nine."""

    spec = SPEC
    positions = POSITIONS
    State = structs.State
    Orders = structs.Orders
    Given = structs.Given
    Report = structs.Report
    View = structs.View
    rules = Rules(
        setup=setup,
        check=check,
        close=close,
        asks=asks,
        view=view,
        host=host,
        redeal=redeal,
        determinize=determinize,
        restate=restate,
        tell=tell,
        tell_public=tell_public,
        slot="bid",
        rule="The higher bid takes the bout, every bid is spent, and only its colour is shown.",
        minds=MINDS,
        reckons=Sharp,
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

    def coach(self, lesson: Pupil) -> Hint | None:
        return coach(lesson)

    def advise(self, lesson: Pupil) -> Advice | None:
        return advise(lesson)


GAME = NinetyNine()
