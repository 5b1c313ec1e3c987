"""What a seat of The Exodus Game cannot know, drawn anew: see `core.games.trading.redealing`."""

from __future__ import annotations

from core.dice import Dice
from core.games.exodus.closing import score
from core.games.exodus.spec import GOODS
from core.games.exodus.structs import State
from core.games.trading.redealing import Rules
from core.games.trading.redealing import redeal as redealt

RULES = Rules(GOODS, score, alike=False)


def redeal(state: State, seat: str | None, dice: Dice) -> State:
    """`state` with other hands, trades and points of the others, dealt as by EX-01; own ones stay (EX-10)."""
    return redealt(RULES, state, seat, dice)
