"""Orders and reports in sentences; redeals by steps that the rules allow. A redeal keeps the seat's own hand, trades
and accounts, and so its partners' gifts (EX-10, FA-10); the number of every kind (EX-01, FA-01); trades of a set-up
with unknown kinds (FA-90)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec.structs import replace

from core.dice import Dice, Draw
from core.games.trading.offers import Goods, Orders, Trade, after_swaps, swaps
from core.games.trading.structs import TradingReport, TradingState

S = TypeVar("S", bound=TradingState)
Hands = dict[str, dict[str, int]]

STEPS = 60
"""Steps tried for one redeal: most of what can change has changed then."""


class Rules(Generic[S]):
    def __init__(
        self,
        goods: Goods,
        score: Callable[[S, tuple[Trade, ...]], S],
        *,
        least_gap: int = 0,
        may_hold_pairs: bool = True,
        locked_count: Callable[[int, Mapping[str, int], tuple[Trade, ...], str], int] = lambda *_: 0,
        private_knowledge: Callable[[S, str], object] = lambda state, seat: (),
        without_knowledge: Callable[[S], S] = lambda state: state,
    ) -> None:
        self.goods = goods
        self.score = score
        """`score(state, trades)`: the state after the trades of its round were processed."""
        self.least_gap = least_gap
        """Rounds that must pass before two seats can trade again (FA-02)."""
        self.may_hold_pairs = may_hold_pairs
        """True if a dealt hand may hold two of a kind; not in EX-01."""
        self.locked_count = locked_count
        """`locked(round, hand, trades before, seat)`: diamonds that cannot be given (FA-08)."""
        self.private_knowledge = private_knowledge
        """The seat's other information about the others: must stay (FA-07)."""
        self.without_knowledge = without_knowledge
        """The state before any such information."""


class History(Generic[S]):
    def __init__(self, rules: Rules[S], state: S, seat: str | None) -> None:
        self.rules, self.state, self.seat = rules, state, seat
        self.others = [other for other in state.seats if other != seat]
        self.rounds = [account.round for account in state.accounts[state.seats[0]]]
        self.given = tuple(trade for trade in state.trades if trade.a_gave is None)
        self.trades = tuple(trade for trade in state.trades if trade.a_gave is not None)
        self.dealt = {other_seat: self._dealt_hand(other_seat) for other_seat in state.seats}
        self.no_two = not rules.may_hold_pairs and all(max(hand.values()) <= 1 for hand in self.dealt.values())

    def _dealt_hand(self, seat: str) -> dict[str, int]:
        hand = dict(self.state.held[seat])
        for swap in swaps(self.trades, seat):
            hand[swap.gave] += 1
            hand[swap.got] -= 1
        return hand

    def is_legal(self, dealt: Hands, trades: tuple[Trade, ...]) -> bool:
        """True if every rule of dealing and offering holds (EX-01 to EX-03, FA-01 to FA-03, FA-08)."""
        goods = self.rules.goods
        if any(n < 0 or (self.no_two and n > 1) for hand in dealt.values() for n in hand.values()):
            return False
        hands = dealt
        for round_ in self.rounds:
            closed = tuple(trade for trade in trades if trade.round == round_)
            after = dict(hands)
            for seat in {seat for trade in closed for seat in (trade.a, trade.b)}:
                own = swaps(closed, seat)
                gives = [swap.gave for swap in own]
                locked = self.rules.locked_count(round_, hands[seat], trades, seat)
                if len(own) > goods.limit or len({swap.partner for swap in own}) < len(own):
                    return False
                for kind in set(gives):
                    if gives.count(kind) > hands[seat][kind] - (locked if kind == "diamond" else 0):
                        return False
                after[seat] = after_swaps(hands[seat], own)
            hands = after
        return self._keeps_distance(trades)

    def _keeps_distance(self, trades: tuple[Trade, ...]) -> bool:
        if not self.rules.least_gap:
            return True
        when: dict[tuple[str, str], list[int]] = {}
        for trade in (*self.given, *trades):
            when.setdefault((trade.a, trade.b), []).append(trade.round)
        return all(
            later - sooner > self.rules.least_gap
            for rounds in map(sorted, when.values())
            for sooner, later in itertools.pairwise(rounds)
        )

    def in_order(self, trades: list[Trade]) -> tuple[Trade, ...]:
        place = self.state.seats.index
        return tuple(sorted(trades, key=lambda trade: (trade.round, place(trade.a), place(trade.b))))

    # --- steps
    def step(self, draw: Draw) -> tuple[Hands, tuple[Trade, ...]] | None:
        """Return another history, or None if the drawn step cannot be taken."""
        hidden = [trade for trade in self.trades if self.seat not in (trade.a, trade.b)]
        change = draw.pick(("pieces", "pieces", "pieces", "make", "unmake", "change"))
        if change == "pieces":
            return self._swap_pieces(draw)
        if change == "make" and self.rounds and len(self.others) > 1:
            seat_a, seat_b = draw.sample(self.others, 2)
            a, b = sorted((seat_a, seat_b), key=self.state.seats.index)
            kinds = self.rules.goods.kinds
            added = Trade(draw.pick(self.rounds), a, b, draw.pick(kinds), draw.pick(kinds))
            return self.dealt, self.in_order([*self.trades, added])
        if change in ("unmake", "change") and hidden:
            chosen = draw.pick(hidden)
            left = [trade for trade in self.trades if trade is not chosen]
            if change == "change":
                kinds = self.rules.goods.kinds
                left.append(replace(chosen, a_gave=draw.pick(kinds), b_gave=draw.pick(kinds)))
            return self.dealt, self.in_order(left)
        return None

    def _swap_pieces(self, draw: Draw) -> tuple[Hands, tuple[Trade, ...]] | None:
        """Exchange the kinds of two pieces that the seat never held, from the deal on through every trade."""
        kinds = [kind for hand in self.dealt.values() for kind, n in hand.items() for _ in range(n)]
        dealt = [seat for seat, hand in self.dealt.items() for n in hand.values() for _ in range(n)]
        holders, given = list(dealt), list[tuple[int, int]]()
        for round_ in self.rounds:
            held = list(holders)
            for trade in (trade for trade in self.trades if trade.round == round_):
                sides = ((trade.a, trade.a_gave), (trade.b, trade.b_gave))
                a, b = (
                    draw.pick([n for n, kind in enumerate(kinds) if kind == gave and held[n] == seat])
                    for seat, gave in sides
                )
                held[a] = held[b] = ""
                holders[a], holders[b] = trade.b, trade.a
                given.append((a, b))
        seen = {
            n for pair, trade in zip(given, self.trades, strict=True) for n in pair if self.seat in (trade.a, trade.b)
        }
        free = [n for n, seat in enumerate(dealt) if seat != self.seat and n not in seen]
        if not free:
            return None
        first = draw.pick(free)
        others = [n for n in free if kinds[n] != kinds[first]]
        if self.no_two:
            others = [
                n for n in others if not self.dealt[dealt[first]][kinds[n]] and not self.dealt[dealt[n]][kinds[first]]
            ]
        if not others:
            return None
        two = draw.pick(others)
        kinds[first], kinds[two] = kinds[two], kinds[first]
        hands = {seat: dict.fromkeys(hand, 0) for seat, hand in self.dealt.items()}
        for seat, kind in zip(dealt, kinds, strict=True):
            hands[seat][kind] += 1
        trades = (
            replace(trade, a_gave=kinds[a], b_gave=kinds[b]) for trade, (a, b) in zip(self.trades, given, strict=True)
        )
        return hands, tuple(trades)

    # --- as a state
    def state_after(self, bases: Mapping[str, int]) -> S:
        state = replace(
            self.rules.without_knowledge(self.state) if self.rounds else self.state,
            held=self.dealt,
            score=dict(bases),
            trades=self.given,
            accounts=dict.fromkeys(self.state.seats, ()),
        )
        for round_ in self.rounds:
            closed = tuple(trade for trade in self.trades if trade.round == round_)
            state = self.rules.score(replace(state, round=round_), closed)
        return replace(state, round=self.state.round)


def redeal(rules: Rules[S], state: S, seat: str | None, dice: Dice) -> S:
    """Return `state` with another history that `seat` cannot tell from its own."""
    draw = dice.draw("redeal: trading")
    history = History(rules, state, seat)
    bases = _shuffled_first_scores(state, history.others, draw)
    if seat is not None and not _looks_same(rules, history.state_after(bases), state, seat):
        bases = {name: first_score(state, name) for name in state.seats}  # a rank or a score was told (FA-07)
    for _ in range(STEPS):
        step = history.step(draw)
        if step is None or not history.is_legal(*step):
            continue
        before = (history.dealt, history.trades)
        history.dealt, history.trades = step
        # Without a changed trade, an account changes only with the own hand.
        told_of_others = (
            rules.least_gap and seat is not None and (step[1] != before[1] or rules.private_knowledge(state, seat))
        )
        if told_of_others and not _looks_same(rules, history.state_after(bases), state, str(seat)):
            history.dealt, history.trades = before
    return history.state_after(bases)


def _looks_same(rules: Rules[S], first: S, second: S, seat: str) -> bool:
    return bool(
        first.held[seat] == second.held[seat]
        and first.accounts[seat] == second.accounts[seat]
        and rules.private_knowledge(first, seat) == rules.private_knowledge(second, seat)
    )


def _shuffled_first_scores(state: TradingState, others: list[str], draw: Draw) -> dict[str, int]:
    bases = {name: first_score(state, name) for name in state.seats}
    shuffled = list(others)
    draw.shuffle(shuffled)
    return bases | {other: bases[from_] for other, from_ in zip(others, shuffled, strict=True)}


def first_score(state: TradingState, seat: str) -> int:
    """Return a seat's first score: 0, unless set by a set-up."""
    return state.score[seat] - sum(account.result.total for account in state.accounts[seat])


def restate(goods: Goods, orders: Orders) -> Sequence[str]:
    if not orders.offers:
        return ["I offer nothing."]
    return [f"I offer {offer.to} {goods.counted(1, offer.give)}." for offer in orders.offers]


def tell(goods: Goods, report: TradingReport) -> Sequence[str]:
    lines = [
        f"Traded with {swap.partner}: gave {goods.counted(1, swap.gave)}, got {goods.counted(1, swap.got)}."
        for swap in report.trades
    ]
    lines += [
        f"Failed: {offer.to} sealed no offer to you, so you keep the {goods.named(offer.give)}."
        for offer in report.failed
    ]
    if not lines:
        lines.append("You offered nothing and traded nothing.")
    return [*lines, f"You hold {goods.hand(report.held)}.", f"You have {goods.scored(report.score)}."]
