"""Every partner and every kind as a choice, the closed ones with the reason."""

from __future__ import annotations

from core.contract import Choice
from core.games.trading.checking import check_given
from core.games.trading.goods import Goods
from core.games.trading.offers import Closed, Limits
from core.refusal import Refused


def choices(goods: Goods, limits: Limits) -> tuple[Choice, ...]:
    """Every partner and every kind as choices, the closed ones with the reason."""
    others = [seat for seat in limits.seats if seat != limits.seat]
    givable = [kind for kind in goods.kinds if limits.free(kind)]
    open_partners = [seat for seat in others if seat not in limits.barred]
    found = []
    for seat in others:
        closed = limits.barred.get(seat)
        if closed is None and not givable:
            closed = Closed(f"You hold no {goods.one} that you could offer.", goods.hold_ruling)
        give = givable[0] if givable else goods.kinds[0]
        found.append(_choice("offer.to", seat, "", closed, seat, give))
    for kind in goods.kinds:
        reason = _why_not_given(goods, limits, kind)
        if reason is None and not open_partners:
            reason = Closed("There is nobody with whom you may trade now.", goods.limit_ruling)
        to = open_partners[0] if open_partners else others[0]
        found.append(_choice("offer.give", kind, goods.named(kind), reason, to, kind))
    return tuple(found)


def _choice(slot: str, value: str, label: str, closed: Closed | None, to: str, give: str) -> Choice:
    probe = {"offers": [{"to": to, "give": give}]}
    if closed is None:
        return Choice(slot, value, label, probe=probe)
    return Choice(slot, value, label, closed.why, closed.ruling, probe)


def _why_not_given(goods: Goods, limits: Limits, kind: str) -> Closed | None:
    try:
        check_given(goods, limits, kind, 1)
    except Refused as refusal:
        if refusal.code == "locked":
            return Closed(refusal.message, "FA-08")
        return Closed(f"You hold {goods.none_of(kind)}.", goods.hold_ruling)
    return None
