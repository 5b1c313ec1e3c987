"""What a bot at a duel may say: what both see, and nothing of tiles or points left."""

from __future__ import annotations

from typing import Literal, TypeVar

from core.bots.company.gist import Gist
from core.bots.contract import Sight
from core.contract import Struct
from core.games.duel.structs import DuelTold, DuelView

O = TypeVar("O", bound=Struct)  # noqa: E741 - the contract's own letter
V = TypeVar("V", bound=DuelView)
R = TypeVar("R", bound=DuelTold)


def gist(sight: Sight[O, V, R], rule: str) -> Gist:
    """From one seat's Sight."""
    score = sight.view.score
    most = max(score.values(), default=0)
    return Gist(
        leaders=tuple(seat for seat in sight.seats if score.get(seat, 0) == most),
        own=f"I stand at {score.get(sight.seat, 0)} to {sum(score.values()) - score.get(sight.seat, 0)}",
        rule=rule,
        last=_last(sight),
    )


def _last(sight: Sight[O, V, R]) -> Literal["", "took", "missed", "equal", "close"]:
    """What became of the trick or bout that is just over; nothing in the middle of one."""
    told = sight.reports.get(sight.round - 1)
    if told is None or told.part == 1:
        return ""
    first, second = (told.score[seat] for seat in sight.seats)
    if sight.round >= 13 and abs(first - second) <= 1:
        return "close"
    if told.taken is None:
        return "equal"
    return "took" if told.taken == sight.seat else "missed"
