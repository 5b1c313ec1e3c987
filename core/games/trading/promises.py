"""Who kept which word: what was agreed with a seat, held against what came. From that seat's messages and reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.games.trading.structs import TradingReport
from core.talk.channels import Message
from core.talk.deals import bargains


class Kept(NamedTuple):
    """How one partner has kept its word to this seat, round by round."""

    agreed: int = 0
    kept: int = 0
    """What came was what had been agreed."""
    broken: int = 0
    """Something else came, or nothing, though this seat had offered what it promised."""


def broken_words(you: str, messages: Sequence[Message], round_: int, report: TradingReport) -> dict[str, str]:
    """By partner who broke an agreement in a closed round, the kind that had been agreed. `report` is this seat's."""
    came = {swap.partner: swap.got for swap in report.trades}
    offered = {*came, *(offer.to for offer in report.failed)}
    found = {}
    for name, bargain in bargains(you, messages, round_).items():
        promised = bargain.get(you)
        if bargain.agreed and name in offered and came.get(name) != promised:
            found[name] = promised
    return found


def keeping(you: str, messages: Sequence[Message], reports: Mapping[int, TradingReport]) -> dict[str, Kept]:
    """By partner, how often something was agreed, kept and broken in the closed rounds of `reports` (round to this
    seat's report). An agreement that this seat did not offer for is counted as agreed alone."""
    found: dict[str, Kept] = {}
    for round_, report in reports.items():
        came = {swap.partner: swap.got for swap in report.trades}
        broken = broken_words(you, messages, round_, report)
        for name, bargain in bargains(you, messages, round_).items():
            if bargain.agreed:
                was = found.get(name, Kept())
                kept = came.get(name) == bargain.get(you)
                found[name] = Kept(was.agreed + 1, was.kept + kept, was.broken + (name in broken))
    return found
