"""A small game with secrets, for tests of the tests. Each of three seats holds a secret number of chips. In a round
each seat bids up to that number; the single highest bid pays and scores a public point. The most points win."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from core.bots.contract import Done, Move, Seal, Sight
from core.contract import Asks, Choice, Closing, Game, GameState, Given, Options, Spec, Struct
from core.dice import Dice
from core.ledger import Ending, group
from core.refusal import Refused

MOST = 12


class ChipsState(GameState, frozen=True, kw_only=True):
    chips: dict[str, int]
    points: dict[str, int]


class ChipsOrders(Struct, frozen=True):
    bid: int = 0


class ChipsReport(Struct, frozen=True):
    chips: int
    winner: str | None


class ChipsView(Struct, frozen=True):
    chips: int | None
    points: dict[str, int]


class Chips(Game[ChipsState, ChipsOrders, ChipsView, ChipsReport]):
    spec = Spec(
        id="chips", title="Chips", blurb="A game for tests.", seats=3, rounds=4, policy="open", ruling_prefix="CH"
    )
    State, Orders, Report, View = ChipsState, ChipsOrders, ChipsReport, ChipsView

    def setup(self, seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> ChipsState:
        draw = dice.draw("chips")
        return ChipsState(
            seats=seats,
            round=given.round or 1,
            chips={s: 4 + draw.below(MOST - 3) for s in seats},
            points=dict.fromkeys(seats, 0),
        )

    def check(self, state: ChipsState, seat: str, orders: ChipsOrders) -> None:
        if not 0 <= orders.bid <= state.chips[seat]:
            raise Refused("too_much", f"You hold {state.chips[seat]} chips and bid {orders.bid}.", "CH-01")

    def close(
        self, state: ChipsState, orders: Mapping[str, ChipsOrders], dice: Dice
    ) -> Closing[ChipsState, ChipsReport]:
        bids = {s: orders[s].bid if s in orders else 0 for s in state.seats}
        most = max(bids.values())
        best = [s for s in state.seats if bids[s] == most and most]
        winner = best[0] if len(best) == 1 else None
        chips = {s: n - (bids[s] if s == winner else 0) for s, n in state.chips.items()}
        points = {s: n + (s == winner) for s, n in state.points.items()}
        reports = {s: ChipsReport(chips[s], winner) for s in state.seats}
        after = replace(state, chips=chips, points=points)
        if state.round < self.spec.rounds:
            return Closing(replace(after, round=state.round + 1), reports, {"winner": winner})
        ranking = group(state.seats, points)
        return Closing(replace(after, ending=Ending(ranking[0], ranking)), reports, {"winner": winner})

    def asks(self, state: ChipsState, seat: str, sealed: ChipsOrders | None) -> Asks:
        held = state.chips[seat]
        bids = [
            Choice("bid", n, closed=None if n <= held else f"You hold {held}.", ruling="CH-01", probe={"bid": n})
            for n in range(MOST + 1)
        ]
        return Asks(True, {"chips": held}, tuple(bids))

    def view(self, state: ChipsState, seat: str | None) -> ChipsView:
        return ChipsView(None if seat is None else state.chips[seat], state.points)

    def redeal(self, state: ChipsState, seat: str | None, dice: Dice) -> ChipsState:
        """Redeal secrets: the winner's payment and all holdings are unknown, except that a winner could pay."""
        draw = dice.draw("redeal: chips")
        return replace(
            state, chips={s: n if s == seat else draw.below(MOST - state.points[s] + 1) for s, n in state.chips.items()}
        )

    def host(self, state: ChipsState) -> dict[str, Any]:
        return {"players": {s: {"chips": state.chips[s], "points": state.points[s]} for s in state.seats}}

    def restate(self, orders: ChipsOrders) -> list[str]:
        return [f"Bid {orders.bid}."]

    def tell(self, report: ChipsReport) -> list[str]:
        return [f"You hold {report.chips}.", f"{report.winner or 'Nobody'} scored."]

    def bot(self, level: str, seat: str, seed: int) -> Bidder:
        return Bidder(seed)


class Bidder:
    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def turn(self, sight: Sight[ChipsOrders, ChipsView, ChipsReport]) -> list[Move]:
        if not sight.asks.orders or sight.ready:
            return []
        bids = sight.asks.open("bid")
        return [Seal(self.dice.draw(f"round {sight.round}").pick(bids).probe or {}), Done()]
