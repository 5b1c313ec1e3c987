"""Review of a close for one seat: its offers and agreements; and kept promises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.games.trading.offers import Goods
from core.games.trading.structs import Account, Page, TradingReport
from core.story.reviewing import Counted, Deed, RoundReview, figure
from core.talk.channels import Message
from core.talk.deals import bargains


def review(goods: Goods, page: Page) -> RoundReview:
    report = page.told
    account = next((account_ for account_ in page.after.accounts if account_.round == page.round), None)
    deeds = tuple(_deeds(goods, report))
    return RoundReview(
        said=() if deeds else ("You offered nothing, so nothing was swapped.",),
        deeds=deeds,
        befell=(f"You hold {goods.hand(report.held)}.",),
        counted=() if account is None else (_score_count(goods, account),),
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


def _score_count(goods: Goods, account: Account) -> Counted:
    result = account.result
    parts = [
        f"{figure(item.amount, gain=True)} {item.why}" for item in (*result.gains, *result.losses, *result.bonuses)
    ]
    parts += ["gains doubled"] * result.doubled + ["gains halved"] * result.halved
    parts += ["losses do not count"] if result.nullified and result.losses else []
    return Counted(
        what=goods.score.capitalize(), before=account.score - result.total, after=account.score, of=", ".join(parts)
    )


class PromiseRecord(NamedTuple):
    """A partner's record of promises to this seat."""

    agreed: int = 0
    kept: int = 0
    """The agreed kind was received."""
    broken: int = 0
    """Something else was received, or nothing, though this seat had offered what it promised."""


class Outcome(NamedTuple):
    """An agreement of a closed round from one seat's side, and what changed hands."""

    round: int
    partner: str
    give: str
    get: str
    gave: str
    """Good that really went over; empty if nothing changed hands."""
    got: str
    offered: bool
    """True if this seat offered the partner something."""
    latest: bool
    """True if no proposal followed the agreement."""

    @property
    def broken(self) -> bool:
        return self.offered and self.got != self.get


def outcomes(you: str, messages: Sequence[Message], reports: Mapping[int, TradingReport]) -> list[Outcome]:
    """Return the agreements of the closed rounds of `reports` (round to this seat's report) with their outcome."""
    known = []
    for round_, report in reports.items():
        swaps = {swap.partner: (swap.gave, swap.got) for swap in report.trades}
        offered = {*swaps, *(offer.to for offer in report.failed)}
        for name, bargain in bargains(you, messages, round_).items():
            if (settled := bargain.settled_as(you)) is not None:
                (give, get), (gave, got) = settled, swaps.get(name, ("", ""))
                known.append(Outcome(round_, name, give, get, gave, got, name in offered, bargain.agreed))
    return known


def broken_promises(you: str, messages: Sequence[Message], round_: int, report: TradingReport) -> dict[str, str]:
    """Return the agreed kind by partner that broke an agreement in a closed round. `report` is this seat's."""
    known = outcomes(you, messages, {round_: report})
    return {outcome.partner: outcome.get for outcome in known if outcome.latest and outcome.broken}


def promise_records(
    you: str, messages: Sequence[Message], reports: Mapping[int, TradingReport]
) -> dict[str, PromiseRecord]:
    """Return each partner's agreements, kept and broken, in the closed rounds of `reports` (round to this seat's
    report). An agreement without this seat's offer counts as agreed only."""
    return records_of(outcomes(you, messages, reports))


def records_of(known: Sequence[Outcome]) -> dict[str, PromiseRecord]:
    records: dict[str, PromiseRecord] = {}
    for outcome in known:
        if outcome.latest:
            agreed, kept, broken = records.get(outcome.partner, PromiseRecord())
            record = PromiseRecord(agreed + 1, kept + (outcome.got == outcome.get), broken + outcome.broken)
            records[outcome.partner] = record
    return records
