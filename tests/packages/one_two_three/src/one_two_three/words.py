"""Orders and reports in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from one_two_three.structs import Met, Orders, Report


def restate(orders: Orders) -> Sequence[str]:
    return ["Play your lowest card."] if orders.card is None else [f"Play a {orders.card[0]}."]


def told(met: Met) -> str:
    own, theirs = (met.own or "-")[0], (met.theirs or "-")[0]
    return f"Your {own} met the {theirs} of {met.other}: {f'{met.won} points' if met.won else 'nothing'}."


def tell(report: Report) -> Sequence[str]:
    return [told(report.met), f"You have {report.points} points."]


def tell_public(public: object) -> Sequence[str]:
    points = dict(public)  # type: ignore[call-overload]
    return ["Points: " + ", ".join(f"{seat} {n}" for seat, n in points.items()) + "."]
