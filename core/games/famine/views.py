"""A seat's view of The Seven Years' Famine, its limits on offers, and the host's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from core.dice import Dice
from core.games.famine.rules import partners_of, play, trades_by_partner
from core.games.famine.scoring import LOCK_YEAR
from core.games.famine.spec import GOODS
from core.games.famine.structs import Diamond, State, View
from core.games.trading.offers import Closed, Limits, Trade, swaps
from core.games.trading.structs import past
from core.games.trading.views import Rules
from core.games.trading.views import redeal as redealt
from core.json import Json


def limits(state: State, seat: str) -> Limits:
    """Return a seat's limits: no offers to last year's partners, no locked diamonds (FA-02, FA-08)."""
    last = partners_of(state.trades, state.seats, seat, state.round - 1)
    barred = {
        other: Closed(f"You traded with {other} last year; offer to {other} again next year.", "FA-02")
        for other in last
    }
    return Limits(seat, state.seats, state.held[seat], {"diamond": state.locked[seat]}, barred)


def view(state: State, seat: str | None) -> View:
    """Return the seat's own Favor, gemstones, trades and dossier; a spectator sees the year alone (FA-10)."""
    if seat is None:
        return View(seat=None, round=state.round)
    return View(
        seat=seat, round=state.round, score=state.score[seat], held=state.held[seat], past=past(state.trades, seat),
        accounts=state.accounts[seat], locked_diamonds=state.locked[seat],
        met=trades_by_partner(state.trades, state.seats, seat),
        last_year=partners_of(state.trades, state.seats, seat, state.round - 1), dossier=state.told[seat],
    )  # fmt: skip


def host(state: State) -> Json:
    return {
        "players": {
            seat: {"favor": state.score[seat], "gems": state.held[seat], "locked_diamonds": state.locked[seat]}
            for seat in state.seats
        }
    }


def tell_diamonds(diamonds: Sequence[Diamond]) -> list[str]:
    lines = []
    for diamond in diamonds:
        if diamond.gems is not None:
            lines.append(f"Your diamond tells: {diamond.about} holds {GOODS.hand(diamond.gems)}.")
        elif diamond.partners is not None:
            lines.append(
                f"Your diamond tells: {diamond.about} traded in year 1 with {', '.join(diamond.partners) or 'nobody'}."
            )
        elif diamond.rank is not None:
            lines.append(f"Your diamond tells: {diamond.about} has rank {diamond.rank} by Favor.")
        else:
            lines.append(f"Your diamond tells: {diamond.about} has {diamond.favor} Favor.")
    return lines


def redeal(state: State, seat: str | None, dice: Dice) -> State:
    """Return `state` with redrawn hands, trades and Favor of the others. The seat's own stay (FA-10), as do the
    number of topaz in its accounts (FA-04) and its dossier (FA-07)."""
    return redealt(RULES, state, seat, dice)


def locked(year: int, hand: Mapping[str, int], trades: tuple[Trade, ...], seat: str) -> int:
    """Return the diamonds received in the year of locks, if this is the year after it (FA-08)."""
    if year != LOCK_YEAR + 1:
        return 0
    return sum(swap.got == "diamond" for swap in swaps(tuple(t for t in trades if t.round == LOCK_YEAR), seat))


RULES = Rules(
    GOODS, play, least_gap=1, locked_count=locked, private_knowledge=lambda state, seat: state.told[seat],
    without_knowledge=lambda state: replace(state, told=dict.fromkeys(state.seats, ())),
)  # fmt: skip
