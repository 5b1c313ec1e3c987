"""Every partner and every kind as a choice, the closed ones with the reason."""

from __future__ import annotations

from core.contract import Choice
from core.games.trading.goods import Goods
from core.games.trading.offers import Closed, Limits, Orders
from core.refusal import Refused, quoted


def check(goods: Goods, limits: Limits, orders: Orders) -> None:
    """Refused unless every offer may be made: one that may not be made refuses them all."""
    offers = orders.offers
    if len(offers) > goods.limit:
        raise Refused(
            "too_many_offers",
            f"You made {len(offers)} offers; at most {goods.limit} are allowed. Take some out.",
            goods.limit_ruling,
        )
    for place, offer in enumerate(offers):
        check_partner(goods, limits, offer.to)
        if any(offer.to == earlier.to for earlier in offers[:place]):
            raise Refused(
                "partner_twice",
                f"You made {offer.to} two offers; make each partner at most one.",
                goods.limit_ruling,
            )
    for offer in offers:
        check_given(goods, limits, offer.give, sum(other.give == offer.give for other in offers))


def check_partner(goods: Goods, limits: Limits, to: str) -> None:
    """Refused unless `to` can be named as a partner."""
    if to not in limits.seats:
        raise Refused("not_seated", f"Nobody called {quoted(to)} is seated here.", goods.limit_ruling)
    if to == limits.seat:
        raise Refused("to_oneself", "You cannot trade with yourself; name another player.", goods.limit_ruling)
    if to in limits.barred:
        raise Refused("partner_closed", limits.barred[to].why, limits.barred[to].ruling)


def check_given(goods: Goods, limits: Limits, kind: str, offered: int) -> None:
    """Refused unless `offered` of `kind` can be given now."""
    if kind not in goods.pool:
        raise Refused(
            "unknown_kind",
            f"There is no {goods.one} called {quoted(kind)}. There are: {', '.join(goods.kinds)}.",
            goods.hold_ruling,
        )
    if offered > limits.free(kind):
        held, locked = limits.held.get(kind, 0), limits.locked.get(kind, 0)
        if locked and offered <= held:
            raise Refused(
                "locked",
                f"You hold {goods.counted(held, kind)}, of which {locked} cannot be given away this year, and "
                f"offered {offered}.",
                "FA-08",
            )
        have = goods.counted(held, kind) if held else goods.none_of(kind)
        raise Refused(
            "not_enough",
            f"You hold {have} and offered {offered}. Offer only what you hold, each {goods.one} once.",
            goods.hold_ruling,
        )


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
