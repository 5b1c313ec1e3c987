"""Black and White: a duel of nine tricks, in which only colours are seen."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots import Move
from core.coach import Hint
from core.games.black_and_white import asking as orders
from core.games.black_and_white import closing as resolve
from core.games.black_and_white import coaching, structs, words
from core.games.black_and_white import views as sight
from core.games.black_and_white.bots import Steady
from core.games.black_and_white.redealing import determinize, redeal
from core.games.black_and_white.spec import SPEC, colour
from core.games.duel.game import Duel, Rules
from core.games.duel.story import Teller, Words


class BlackAndWhite(Duel[structs.State, structs.Orders, structs.View, structs.Report]):
    """Binds the rules of Black and White."""

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
        slot="tile",
        rule="The higher tile takes the trick, each is played once, and only its colour is ever shown.",
        steady=Steady,
        teller=Teller(
            Words(
                one="tile",
                pair="trick",
                ruling="BW-05",
                rest="Tiles in hand, added up",
                rest_unit="in tiles",
                most="{name} took more tricks: {score} to {other}.",
            ),
            numbers=lambda state: state.tricks[-1].tiles if state.tricks else None,
            table=lambda state: state.table,
            rest=lambda state, seat: sum(state.hands[seat]),
            colour=colour,
            own=lambda report: report.tile,
        ),
    )

    def coach(self, lesson: coaching.Pupil) -> Hint | None:
        return coaching.coach(lesson)

    def reasons(self, lesson: coaching.Pupil, made: Sequence[Move]) -> Sequence[str]:
        return coaching.reasons(lesson, made)


GAME = BlackAndWhite()
