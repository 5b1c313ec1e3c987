"""What one seat may know of The Seven Years' Famine, what it may offer, and what the host knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.games.famine.closing import met, partners_of
from core.games.famine.spec import GOODS
from core.games.famine.structs import Diamond, State, View
from core.games.trading.offers import Closed, Limits
from core.games.trading.structs import past


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


def host(state: State) -> dict[str, Any]:
    """Everything, as the rulings list it under Host state."""
    return {
        "players": {
            seat: {
                "favor": state.score[seat],
                "gems": state.held[seat],
                "locked_diamonds": state.locked[seat],
            }
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
