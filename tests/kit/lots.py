"""A small game with turns, for tests of the house: four seats, and six lots of a hidden deck. The seat on turn pays a
chip, or takes the card with all chips on it; the last taker begins the next lot. A nod is free."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from core.bots.contract import Do, Move, Sight
from core.contract import (
    ActionResult,
    Asks,
    Choice,
    Closing,
    Game,
    GameState,
    Given,
    Hidden,
    NoOrders,
    Notice,
    Options,
    Spec,
    Stage,
    Struct,
)
from core.dice import Dice
from core.ledger import Ending, group
from core.refusal import Refused

CARDS = tuple(range(1, 13))
CHIPS = 3


class LotsState(GameState, frozen=True, kw_only=True):
    chips: dict[str, int]
    cards: dict[str, tuple[int, ...]]
    turn: str
    up: int
    deck: tuple[int, ...]
    removed: tuple[int, ...]
    pot: int = 0
    over: bool = False


class Pay(Struct, frozen=True, tag="pay", tag_field="kind"):
    pass


class Take(Struct, frozen=True, tag="take", tag_field="kind"):
    pass


class Nod(Struct, frozen=True, tag="nod", tag_field="kind"):
    pass


class LotsReport(Struct, frozen=True):
    chips: int
    card: int
    seat: str


class LotsView(Struct, frozen=True):
    turn: str
    up: int
    pot: int
    left: int
    chips: int | None
    cards: dict[str, tuple[int, ...]]


class Lots(Game[LotsState, NoOrders, LotsView, LotsReport]):
    spec = Spec(id="lots", title="Lots", blurb="A game for tests.", seats=4, rounds=6, policy="open",
                round_word="lot", ruling_prefix="LO")  # fmt: skip
    State, Report, View = LotsState, LotsReport, LotsView
    Action = Pay | Take | Nod
    hidden = (Hidden("deck"), Hidden("removed"))

    def setup(self, seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> LotsState:
        cards = list(CARDS)
        dice.draw("deck").shuffle(cards)
        return LotsState(
            seats=seats,
            round=given.round or 1,
            chips=dict.fromkeys(seats, CHIPS),
            cards=dict.fromkeys(seats, ()),
            turn=seats[0],
            up=cards[0],
            deck=tuple(cards[1:6]),
            removed=tuple(cards[6:]),
        )

    def stage(self, state: LotsState) -> Stage | None:
        return Stage("pay a chip, or take", () if state.over else (state.turn,), free=("nod",))

    def default(self, state: LotsState, seat: str) -> Pay | Take:
        return Pay() if state.chips[seat] else Take()

    def act(
        self, state: LotsState, seat: str, action: Any, sealed: NoOrders | None, dice: Dice
    ) -> ActionResult[LotsState]:
        if isinstance(action, Nod):
            return ActionResult(state, {other: [Notice("nod", f"{seat} nodded.")] for other in state.seats})
        if isinstance(action, Take):
            return ActionResult(replace(state, over=True))
        if not state.chips[seat]:
            raise Refused("no_chips", "You have no chips left: take the card.", "LO-01")
        after = state.seats[(state.seats.index(seat) + 1) % len(state.seats)]
        chips = {**state.chips, seat: state.chips[seat] - 1}
        return ActionResult(replace(state, chips=chips, pot=state.pot + 1, turn=after))

    def close(self, state: LotsState, orders: Mapping[str, NoOrders], dice: Dice) -> Closing[LotsState, LotsReport]:
        taker = state.turn
        chips = {**state.chips, taker: state.chips[taker] + state.pot}
        cards = {**state.cards, taker: (*state.cards[taker], state.up)}
        reports = {seat: LotsReport(chips[seat], state.up, taker) for seat in state.seats}
        after = replace(state, chips=chips, cards=cards, pot=0, over=False)
        facts = {"seat": taker, "card": state.up}
        if state.deck:
            after = replace(after, round=state.round + 1, up=state.deck[0], deck=state.deck[1:])
            return Closing(after, reports, facts)
        ranking = group(state.seats, {seat: chips[seat] - sum(cards[seat]) for seat in state.seats})
        return Closing(replace(after, ending=Ending(ranking[0], ranking)), reports, facts)

    def asks(self, state: LotsState, seat: str, sealed: NoOrders | None) -> Asks:
        broke = None if state.chips[seat] else "You have no chips left: take the card."
        return Asks(False, {"chips": state.chips[seat]}, (
            Choice("action", "pay", "pay a chip", broke, "LO-01" if broke else None, {"kind": "pay"}),
            Choice("action", "take", f"take the {state.up}", probe={"kind": "take"}),
            Choice("action", "nod", "nod", probe={"kind": "nod"}),
        ))  # fmt: skip

    def view(self, state: LotsState, seat: str | None) -> LotsView:
        own = None if seat is None else state.chips[seat]
        return LotsView(state.turn, state.up, state.pot, len(state.deck), own, state.cards)

    def host(self, state: LotsState) -> dict[str, Any]:
        return {"chips": state.chips, "cards": state.cards, "deck": state.deck, "removed": state.removed}

    def tell(self, report: LotsReport) -> list[str]:
        return [f"{report.seat} took the {report.card}.", f"You have {report.chips} chips."]

    def bot(self, level: str, seat: str, seed: int) -> Any:
        return Taker(seed)


class Taker:
    """Pays or takes at random; never says that it is done."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def turn(self, sight: Sight[NoOrders, LotsView, LotsReport]) -> list[Move]:
        may = [choice for choice in sight.asks.open("action") if choice.value != "nod"]
        if not may:
            return []
        return [Do(self.dice.draw(f"{sight.round} {sight.view.pot}").pick(may).probe or {})]
