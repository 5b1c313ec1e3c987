"""What one seat may know of The Exodus Game, and what the host knows."""

from __future__ import annotations

from core.dice import Dice
from core.games.exodus.rules import score
from core.games.exodus.spec import GOODS
from core.games.exodus.structs import State, View
from core.games.trading.redealing import Rules
from core.games.trading.redealing import redeal as redealt
from core.games.trading.structs import past
from core.json import Json


def view(state: State, seat: str | None) -> View:
    """The seat's own points, cubes and trades; a spectator sees the round alone (EX-10)."""
    if seat is None:
        return View(seat=None, round=state.round)
    return View(
        seat=seat,
        round=state.round,
        score=state.score[seat],
        held=state.held[seat],
        past=past(state.trades, seat),
        accounts=state.accounts[seat],
    )


def host(state: State) -> Json:
    """Everything, as the rulings list it under Host state."""
    return {"players": {seat: {"points": state.score[seat], "cubes": state.held[seat]} for seat in state.seats}}


RULES = Rules(GOODS, score, alike=False)


def redeal(state: State, seat: str | None, dice: Dice) -> State:
    """`state` with other hands, trades and points of the others, dealt as by EX-01; own ones stay (EX-10)."""
    return redealt(RULES, state, seat, dice)
