"""A small game with secrets, for the tests of the tests: each of three seats holds chips that nobody else sees.

Each round a seat bids up to what it holds; the single highest bid pays, and scores a point that everybody hears of.
The most points win.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from core.bots import Done, Seal
from core.contract import Asks, Choice, Closing, Game, GameState, Spec, Struct
from core.dice import Dice
from core.ledger import Ending, group
from core.refusal import Refused

MOST = 12


class State(GameState, frozen=True, kw_only=True):
    chips: dict[str, int]
    points: dict[str, int]


class Orders(Struct, frozen=True):
    bid: int = 0


class Report(Struct, frozen=True):
    chips: int
    winner: str | None


class View(Struct, frozen=True):
    chips: int | None
    points: dict[str, int]


class Chips(Game[State, Orders]):
    spec = Spec(
        id="chips", title="Chips", blurb="A game for tests.", seats=3, rounds=4, policy="open", ruling_prefix="CH"
    )
    State, Orders, Report, View = State, Orders, Report, View

    def setup(self, seats, options, given, dice):
        draw = dice.draw("chips")
        return State(
            seats=seats,
            round=given.round or 1,
            chips={s: 4 + draw.below(MOST - 3) for s in seats},
            points=dict.fromkeys(seats, 0),
        )

    def check(self, state, seat, orders):
        if not 0 <= orders.bid <= state.chips[seat]:
            raise Refused("too_much", f"You hold {state.chips[seat]} chips and bid {orders.bid}.", "CH-01")

    def close(self, state, orders, dice):
        bids = {s: orders[s].bid if s in orders else 0 for s in state.seats}
        most = max(bids.values())
        best = [s for s in state.seats if bids[s] == most and most]
        winner = best[0] if len(best) == 1 else None
        chips = {s: n - (bids[s] if s == winner else 0) for s, n in state.chips.items()}
        points = {s: n + (s == winner) for s, n in state.points.items()}
        reports = {s: Report(chips[s], winner) for s in state.seats}
        after = replace(state, chips=chips, points=points)
        if state.round < self.spec.rounds:
            return Closing(replace(after, round=state.round + 1), reports, {"winner": winner})
        ranking = group(state.seats, points)
        return Closing(replace(after, ending=Ending(ranking[0], ranking)), reports, {"winner": winner})

    def asks(self, state, seat, sealed):
        held = state.chips[seat]
        bids = [
            Choice("bid", n, closed=None if n <= held else f"You hold {held}.", ruling="CH-01", probe={"bid": n})
            for n in range(MOST + 1)
        ]
        return Asks(True, {"chips": held}, tuple(bids))

    def view(self, state, seat):
        return View(None if seat is None else state.chips[seat], state.points)

    def redeal(self, state, seat, dice):
        """What a round's winner paid is not told, nor what anybody holds: only that a winner had something to pay."""
        draw = dice.draw("redeal: chips")
        return replace(
            state, chips={s: n if s == seat else draw.below(MOST - state.points[s] + 1) for s, n in state.chips.items()}
        )

    def host(self, state):
        return {"players": {s: {"chips": state.chips[s], "points": state.points[s]} for s in state.seats}}

    def restate(self, orders):
        return [f"Bid {orders.bid}."]

    def tell(self, report: Any):
        return [f"You hold {report.chips}.", f"{report.winner or 'Nobody'} scored."]

    def bot(self, level, seat, seed):
        return Bidder(seed)


class Bidder:
    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def turn(self, sight):
        if not sight.asks.orders or sight.ready:
            return []
        bids = sight.asks.open("bid")
        return [Seal(self.dice.draw(f"round {sight.round}").pick(bids).probe), Done()]
