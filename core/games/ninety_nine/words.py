"""Orders and reports in sentences for the player. Plain text, no markup."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from core.games.duel.story import own_name, points, taken_words
from core.games.ninety_nine.spec import colour, span
from core.games.ninety_nine.structs import Orders, Report, Told

DIGITS = {"black": "one digit", "white": "two digits"}


def restate(orders: Orders) -> tuple[str, ...]:
    """The orders in words."""
    return (f"Bid {orders.bid}: {colour(orders.bid)}, {DIGITS[colour(orders.bid)]}.",)


def tell(report: Report) -> tuple[str, ...]:
    """A seat's report in words."""
    reader = own_name(report.by, report.bid is not None, report.score)
    told = _told(report.part, report.by, report.colour, report.taken, report.score, report.lights, reader)
    if report.bid is None:
        return told
    did = "led with" if report.part == 1 else "answered with"
    return (f"You {did} a bid of {report.bid}: {report.colour}, {DIGITS[report.colour]}.", *told[1:])


def tell_public(public: object) -> tuple[str, ...]:
    """What everybody was told at a close."""
    told = msgspec.convert(public, Told)
    return _told(told.part, told.by, told.colour, told.taken, told.score, told.lights, None)


def _told(
    part: int, by: str, shown: str, taken: str | None, score: Mapping[str, int], lights: Mapping[str, int],
    reader: str | None,
) -> tuple[str, ...]:  # fmt: skip
    """The public facts, for a reader."""
    bid = f"{by} {'led' if part == 1 else 'answered'} with a {shown} bid: {DIGITS[shown]}."
    if part == 1:
        return (bid,)
    return (bid, taken_words(taken, reader, "bout"), f"Points: {points(score)}.", lit(lights))


def lit(lights: Mapping[str, int]) -> str:
    """`Lights: Ada 4 (60-79 left), Bo 3 (40-59 left).`"""
    each = [f"{seat} {number} ({span(number)[0]}-{span(number)[1]} left)" for seat, number in lights.items()]
    return f"Lights: {', '.join(each)}."
