"""What one seat may know of The Seven Years' Famine, what it may offer, and what the host knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from core.dice import Dice
from core.games.famine.rules import diamonds_told, lock, met, partners_of, score
from core.games.famine.scoring import LOCK_YEAR
from core.games.famine.spec import GOODS
from core.games.famine.structs import Diamond, State, Told, View
from core.games.trading.offers import Closed, Limits, Trade, swaps
from core.games.trading.structs import past
from core.games.trading.views import Rules
from core.games.trading.views import redeal as redealt
from core.json import Json


def limits(state: State, seat: str) -> Limits:
    """What this seat may offer: not to last year's partners, and no locked diamonds (FA-02, FA-08)."""
    last = partners_of(state.trades, state.seats, seat, state.round - 1)
    barred = {
        other: Closed(f"You traded with {other} last year; offer to {other} again next year.", "FA-02")
        for other in last
    }
    return Limits(seat, state.seats, state.held[seat], {"diamond": state.locked[seat]}, barred)


def view(state: State, seat: str | None) -> View:
    """The seat's own Favor, gemstones, trades and dossier; a spectator sees the year alone (FA-10)."""
    if seat is None:
        return View(seat=None, round=state.round)
    return View(
        seat=seat,
        round=state.round,
        score=state.score[seat],
        held=state.held[seat],
        past=past(state.trades, seat),
        accounts=state.accounts[seat],
        locked_diamonds=state.locked[seat],
        met=met(state.trades, state.seats, seat),
        last_year=partners_of(state.trades, state.seats, seat, state.round - 1),
        dossier=state.told[seat],
    )


def host(state: State) -> Json:
    """Everything, as the rulings list it under Host state."""
    return {
        "players": {
            seat: {"favor": state.score[seat], "gems": state.held[seat], "locked_diamonds": state.locked[seat]}
            for seat in state.seats
        }
    }


def tell_diamonds(diamonds: Sequence[Diamond]) -> list[str]:
    """What diamonds told, in words."""
    lines = []
    for told in diamonds:
        if told.gems is not None:
            lines.append(f"Your diamond tells: {told.about} holds {GOODS.hand(told.gems)}.")
        elif told.partners is not None:
            lines.append(
                f"Your diamond tells: {told.about} traded in year 1 with {', '.join(told.partners) or 'nobody'}."
            )
        elif told.rank is not None:
            lines.append(f"Your diamond tells: {told.about} has rank {told.rank} by Favor.")
        else:
            lines.append(f"Your diamond tells: {told.about} has {told.favor} Favor.")
    return lines


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
