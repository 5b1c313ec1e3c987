"""Orders and reports in sentences for the player. Plain text, no markup."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from core.games.black_and_white.spec import colour
from core.games.black_and_white.structs import Orders, Report, Told
from core.games.duel.story import own_name, points, taken_words


def restate(orders: Orders) -> tuple[str, ...]:
    """The orders in words."""
    return (f"Play the {orders.tile}, a {colour(orders.tile)} tile.",)


def tell(report: Report) -> tuple[str, ...]:
    """A seat's report in words."""
    reader = own_name(report.by, report.tile is not None, report.score)
    if report.tile is None:
        return _told(report.part, report.by, report.colour, report.taken, report.score, reader)
    did = "led" if report.part == 1 else "answered with"
    played = f"You {did} the {report.tile}, a {report.colour} tile."
    return (played, *_told(report.part, report.by, report.colour, report.taken, report.score, reader)[1:])


def tell_public(public: object) -> tuple[str, ...]:
    """What everybody was told at a close."""
    told = msgspec.convert(public, Told)
    return _told(told.part, told.by, told.colour, told.taken, told.score, None)


def _told(
    part: int, by: str, colour_: str, taken: str | None, score: Mapping[str, int], reader: str | None
) -> tuple[str, ...]:
    """The public facts, for a reader."""
    played = f"{by} {'led' if part == 1 else 'answered with'} a {colour_} tile."
    return (played,) if part == 1 else (played, taken_words(taken, reader, "trick"), f"Points: {points(score)}.")
