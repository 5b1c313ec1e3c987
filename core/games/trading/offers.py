"""Goods, offers, trades and hands; partners and kinds as choices, closed ones with the reason."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from core.contract import Choice, Struct
from core.refusal import Refused, quoted


class Offer(Struct, frozen=True):
    """An offer: the partner, and the kind given. The wish is no part of it (EX-02, FA-02)."""

    to: str
    give: str


class Orders(Struct, frozen=True):
    """A round's offers; none is legal and means no trade."""

    offers: tuple[Offer, ...]


class Trade(Struct, frozen=True):
    """A processed trade. `a` comes before `b` in seat order; a kind given is None if set-up does not tell."""

    round: int
    a: str
    b: str
    a_gave: str | None = None
    b_gave: str | None = None


class Swap(Struct, frozen=True):
    """A trade as one of its two seats sees it; also an imagined one, in previews."""

    partner: str = msgspec.field(name="with")
    gave: str
    got: str


class Closed(Struct, frozen=True):
    """The reason why a partner is closed, with the ruling."""

    why: str
    ruling: str


class Limits(Struct, frozen=True):
    """Limits of a seat's offers now; the seat knows all of them."""

    seat: str
    seats: tuple[str, ...]
    held: Mapping[str, int]
    locked: Mapping[str, int] = {}
    """Pieces of a kind that are held but cannot be given this round (FA-08)."""
    barred: Mapping[str, Closed] = {}

    def free(self, kind: str) -> int:
        return max(0, self.held.get(kind, 0) - self.locked.get(kind, 0))


def meet(
    seats: tuple[str, ...], round_: int, orders: Mapping[str, Orders]
) -> tuple[tuple[Trade, ...], dict[str, tuple[Offer, ...]]]:
    """Return the trades of a round in seat order, and each seat's failed offers, by partner in seat order.

    An offer is processed when its partner has an offer back to this seat; all at once.
    """
    gives = {seat: {offer.to: offer.give for offer in orders[seat].offers} if seat in orders else {} for seat in seats}
    trades = tuple(
        Trade(round_, a, b, gives[a][b], gives[b][a])
        for place, a in enumerate(seats)
        for b in seats[place + 1 :]
        if b in gives[a] and a in gives[b]
    )
    failed = {
        seat: tuple(Offer(to, gives[seat][to]) for to in seats if to in gives[seat] and seat not in gives[to])
        for seat in seats
    }
    return trades, failed


def swaps(trades: tuple[Trade, ...], seat: str) -> tuple[Swap, ...]:
    """Return the trades of `seat`, as it sees them, in seat order of its partners. Those of set-up are left out."""
    own = []
    for trade in trades:
        if trade.a_gave is None or trade.b_gave is None:
            continue
        if trade.a == seat:
            own.append(Swap(trade.b, trade.a_gave, trade.b_gave))
        elif trade.b == seat:
            own.append(Swap(trade.a, trade.b_gave, trade.a_gave))
    return tuple(own)


def after_swaps(hand: Mapping[str, int], swaps: tuple[Swap, ...]) -> dict[str, int]:
    after = dict(hand)
    for swap in swaps:
        after[swap.gave] = after.get(swap.gave, 0) - 1
        after[swap.got] = after.get(swap.got, 0) + 1
    return after


class Goods(Struct, frozen=True, kw_only=True):
    """The goods of a game, with its limit of offers and the rulings of refusals."""

    one: str
    many: str
    pool: dict[str, int]
    """Every kind with the number dealt, in the order of all lists."""
    plurals: dict[str, str] = {}
    """`ruby` to `rubies`; kinds that are adjectives (red) have none and are followed by `one` or `many`."""
    score: str
    """`points` or `Favor`."""
    risk: str
    """The kind that decides the Elimination Candidate."""
    limit: int
    limit_ruling: str
    hold_ruling: str

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.pool)

    def counted(self, number: int, kind: str) -> str:
        """`1 red cube`, `2 rubies`."""
        if kind in self.plurals:
            return f"{number} {kind if number == 1 else self.plurals[kind]}"
        return f"{number} {kind} {self.one if number == 1 else self.many}"

    def scored(self, number: int) -> str:
        """`1 point`, `12 points`, `1 Favor`."""
        return f"{number} {self.score[:-1] if number == 1 and self.score.endswith('s') else self.score}"

    def named(self, kind: str) -> str:
        """`red cube`, `ruby`."""
        return kind if kind in self.plurals else f"{kind} {self.one}"

    def none_of(self, kind: str) -> str:
        """`no red cube`, `no rubies`, for sentences about an empty hand."""
        return f"no {self.plurals.get(kind, f'{kind} {self.one}')}"

    def hand(self, held: Mapping[str, int]) -> str:
        """`2 red cubes, 1 white cube`; `nothing` for an empty hand."""
        return ", ".join(self.counted(held[kind], kind) for kind in self.kinds if held.get(kind)) or "nothing"

    def count(self, kinds: tuple[str, ...]) -> dict[str, int]:
        return {kind: kinds.count(kind) for kind in self.kinds}


def check(goods: Goods, limits: Limits, orders: Orders) -> None:
    """Refused unless every offer may be made."""
    offers = orders.offers
    if len(offers) > goods.limit:
        raise Refused(
            "too_many_offers",
            f"You made {len(offers)} offers; at most {goods.limit} are allowed. Take some out.",
            goods.limit_ruling,
        )
    for place, offer in enumerate(offers):
        to = offer.to
        if to not in limits.seats:
            raise Refused("not_seated", f"Nobody called {quoted(to)} is seated here.", goods.limit_ruling)
        if to == limits.seat:
            raise Refused("to_oneself", "You cannot trade with yourself; name another player.", goods.limit_ruling)
        if to in limits.barred:
            raise Refused("partner_closed", limits.barred[to].why, limits.barred[to].ruling)
        if any(offer.to == earlier.to for earlier in offers[:place]):
            raise Refused(
                "partner_twice", f"You made {offer.to} two offers; make each partner at most one.", goods.limit_ruling
            )
    for offer in offers:
        check_given(goods, limits, offer.give, sum(other.give == offer.give for other in offers))


def check_given(goods: Goods, limits: Limits, kind: str, offered: int) -> None:
    """Refused unless `offered` of `kind` can be given now."""
    if kind not in goods.pool:
        raise Refused(
            "unknown_kind",
            f"There is no {goods.one} called {quoted(kind)}. There are: {', '.join(goods.kinds)}.",
            goods.hold_ruling,
        )
    if offered > limits.free(kind):
        count, locked = limits.held.get(kind, 0), limits.locked.get(kind, 0)
        if locked and offered <= count:
            raise Refused(
                "locked",
                f"You hold {goods.counted(count, kind)}, of which {locked} cannot be given away this year, and "
                f"offered {offered}.",
                "FA-08",
            )
        have = goods.counted(count, kind) if count else goods.none_of(kind)
        raise Refused(
            "not_enough",
            f"You hold {have} and offered {offered}. Offer only what you hold, each {goods.one} once.",
            goods.hold_ruling,
        )


def choices(goods: Goods, limits: Limits) -> tuple[Choice, ...]:
    others = [seat for seat in limits.seats if seat != limits.seat]
    givable = [kind for kind in goods.kinds if limits.free(kind)]
    open_partners = [seat for seat in others if seat not in limits.barred]
    options = []
    for seat in others:
        closed = limits.barred.get(seat)
        if closed is None and not givable:
            closed = Closed(f"You hold no {goods.one} that you could offer.", goods.hold_ruling)
        give = givable[0] if givable else goods.kinds[0]
        options.append(_choice("offer.to", seat, "", closed, seat, give))
    for kind in goods.kinds:
        reason = _why_not_given(goods, limits, kind)
        if reason is None and not open_partners:
            reason = Closed("There is nobody with whom you may trade now.", goods.limit_ruling)
        to = open_partners[0] if open_partners else others[0]
        options.append(_choice("offer.give", kind, goods.named(kind), reason, to, kind))
    return tuple(options)


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
