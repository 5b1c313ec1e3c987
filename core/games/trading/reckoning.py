"""What a close of a trading game brought one seat: what became of each offer, and of what was agreed; and who kept
which word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.games.trading.offers import Goods
from core.games.trading.structs import Account, Page, TradingReport
from core.story.reckoning import Counted, Deed, Reckoning, figure
from core.talk.channels import Message
from core.talk.deals import bargains


def reckon(goods: Goods, page: Page) -> Reckoning:
    """The round of `page` as its seat reads it."""
    report = page.report
    assert report is not None
    account = next((one for one in page.after.accounts if one.round == page.round), None)
    deeds = tuple(_deeds(goods, report))
    return Reckoning(
        said=() if deeds else ("You offered nothing, so nothing was swapped.",),
        deeds=deeds,
        befell=(f"You hold {goods.hand(report.held)}.",),
        counted=() if account is None else (_score(goods, account),),
    )


def _deeds(goods: Goods, report: TradingReport) -> list[Deed]:
    met = [
        Deed(text=f"{goods.counted(1, swap.gave)} to {swap.partner}", mark="done", came=goods.counted(1, swap.got))
        for swap in report.trades
    ]
    alone = [
        Deed(
            text=f"{goods.counted(1, offer.give)} to {offer.to}",
            mark="failed",
            came=f"{offer.to} sealed no offer to you",
        )
        for offer in report.failed
    ]
    return met + alone


def _score(goods: Goods, account: Account) -> Counted:
    """The sum, and of what it is made."""
    result = account.result
    parts = [f"{figure(one.amount, gain=True)} {one.why}" for one in (*result.gains, *result.losses, *result.bonuses)]
    parts += ["gains doubled"] * result.doubled + ["gains halved"] * result.halved
    parts += ["losses do not count"] if result.nullified and result.losses else []
    return Counted(
        what=goods.score.capitalize(), before=account.score - result.total, after=account.score, of=", ".join(parts)
    )


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
