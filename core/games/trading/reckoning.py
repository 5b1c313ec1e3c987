"""What a close of a trading game brought one seat: what became of each offer, and of what its points are made.

What had been expected of it is not here: that rests on what was said and on what the player marked, and neither is any
part of the record of a round (CM-09). The page after a close adds it for its own player
(`tui/games/trade_form/words.py`)."""

from __future__ import annotations

from core.games.trading.goods import Goods
from core.games.trading.structs import Account, Page, TradingReport
from core.story.reckoning import Counted, Deed, Reckoning, figure


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
