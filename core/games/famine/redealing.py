"""What a seat of The Seven Years' Famine cannot know, drawn anew: see `core.games.trading.redealing`."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from core.dice import Dice
from core.games.famine.closing import diamonds_told, lock, score
from core.games.famine.spec import GOODS
from core.games.famine.structs import State, Told
from core.games.famine.tables import LOCK_YEAR
from core.games.trading.offers import Trade, swaps
from core.games.trading.redealing import Rules
from core.games.trading.redealing import redeal as redealt


def redeal(state: State, seat: str | None, dice: Dice) -> State:
    """`state` with other hands, trades and Favor of the others; what is the seat's own stays (FA-10), the number of
    topaz that its accounts show (FA-04) and what its diamonds told it (FA-07) too."""
    return redealt(RULES, state, seat, dice)


def play(state: State, trades: tuple[Trade, ...]) -> State:
    """The state after the trades of its year, with all that `close` does about them."""
    own = {seat: swaps(trades, seat) for seat in state.seats}
    after = lock(score(state, trades, own), own)
    told = {s: (*state.told[s], *(Told(state.round, d) for d in diamonds_told(after, own[s]))) for s in state.seats}
    return replace(after, told=told)


def locked(year: int, hand: Mapping[str, int], trades: tuple[Trade, ...], seat: str) -> int:
    """How many diamonds came in the year of locks, if this is the year after it (FA-08)."""
    if year != LOCK_YEAR + 1:
        return 0
    return sum(swap.got == "diamond" for swap in swaps(tuple(t for t in trades if t.round == LOCK_YEAR), seat))


def untold(state: State) -> State:
    """Before any diamond told anything (FA-07)."""
    return replace(state, told=dict.fromkeys(state.seats, ()))


RULES = Rules(GOODS, play, apart=1, locked=locked, told=lambda state, seat: state.told[seat], untold=untold)
