"""Black and White: a duel of nine tricks, in which only colours are seen."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots import Move
from core.coach import Hint
from core.games.black_and_white import structs
from core.games.black_and_white.asking import asks
from core.games.black_and_white.bots import MINDS, Sharp
from core.games.black_and_white.checking import check
from core.games.black_and_white.closing import close
from core.games.black_and_white.coaching import POSITIONS, Pupil, coach, reasons
from core.games.black_and_white.redealing import determinize, redeal
from core.games.black_and_white.spec import SPEC, colour
from core.games.black_and_white.start import setup
from core.games.black_and_white.views import host, view
from core.games.black_and_white.words import restate, tell, tell_public
from core.games.duel import Duel, Rules
from core.games.duel.story import Teller, Words


class BlackAndWhite(Duel[structs.State, structs.Orders, structs.View, structs.Report]):
    """Binds the rules of Black and White."""

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
        slot="tile",
        rule="The higher tile takes the trick, each is played once, and only its colour is ever shown.",
        minds=MINDS,
        reckons=Sharp,
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

    def coach(self, lesson: Pupil) -> Hint | None:
        return coach(lesson)

    def reasons(self, lesson: Pupil, made: Sequence[Move]) -> Sequence[str]:
        return reasons(lesson, made)


GAME = BlackAndWhite()
