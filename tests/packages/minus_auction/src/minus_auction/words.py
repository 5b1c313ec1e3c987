"""Reports in sentences."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from minus_auction.structs import Lot, Report


def counted(chips: int) -> str:
    return f"{chips or 'no'} chip{'s' * (chips != 1)}"


def tell(report: Report) -> Sequence[str]:
    return [
        f"{report.seat} took the {report.card} with {counted(report.chips)} on it.",
        f"You have {counted(report.held)}.",
    ]


def tell_public(public: object) -> Sequence[str]:
    lot = msgspec.convert(public, Lot)
    return [f"Lot {lot.lot}: {lot.seat} took the {lot.card} with {counted(lot.chips)} on it."]
