"""What happened: what cards cost, lot by lot, and who was left with what."""

from __future__ import annotations

from collections.abc import Mapping

from core.contract import NoOrders
from core.json import Json
from core.story.parts import Column, GameStory, Memory, Reason, Record, Series, Step
from core.story.turning import number
from minus_auction.closing import minus, points
from minus_auction.structs import Lot, Report, State, View

CHIPS = Column(id="chips", title="Chips", short="Chips", decides=True)
MINUS = Column(id="minus", title="Minus", short="Minus", decides=True)
POINTS = Column(id="points", title="Points", short="Points", decides=True)


def full_story(record: Record[State, NoOrders, Report]) -> GameStory:
    """From everyone's eyes."""
    final = record.final
    cells = {
        seat: {"chips": final.chips[seat], "minus": minus(final.cards[seat]), "points": points(final, seat)}
        for seat in record.seats
    }
    won = () if record.ending is None else record.ending.winners
    reasons = tuple(
        Reason(kind="winner", seats=(seat,), text=f"{seat} has {number(points(final, seat))} points.", ruling="MN-07")
        for seat in won
    )
    return GameStory(
        columns=(POINTS, MINUS, CHIPS), cells=cells, reasons=reasons, series=(_curve(record.seats, final.past),),
        steps=_steps(final.past),
        pictures={-1: _picture(record.start.cards, record.start.chips)}
        | {one.round: _picture(one.after.cards, one.after.chips) for one in record.chapters},
    )  # fmt: skip


def own_story(memory: Memory[NoOrders, View, Report]) -> GameStory:
    """From what is public: whoever sits or watches."""
    cells = {seat: {"minus": memory.now.minus[seat]} for seat in memory.seats}
    past = memory.now.past
    views = {-1: memory.start} | {page.round: page.after for page in memory.pages}
    pictures = {
        lot: _picture(view.cards, {} if view.chips is None or memory.seat is None else {memory.seat: view.chips})
        for lot, view in views.items()
    }
    return GameStory(columns=(MINUS,), cells=cells, series=(_curve(memory.seats, past),), steps=_steps(past),
                pictures=pictures)  # fmt: skip


def _picture(cards: Mapping[str, tuple[int, ...]], chips: Mapping[str, int]) -> Json:
    """What `drawing` needs: cards and what they cost, chips as far as the reader knows them."""
    return {"cards": {seat: list(own) for seat, own in cards.items()}, "chips": dict(chips),
            "minus": {seat: minus(own) for seat, own in cards.items()}}  # fmt: skip


def _curve(seats: tuple[str, ...], past: tuple[Lot, ...]) -> Series:
    cards: dict[str, list[int]] = {seat: [] for seat in seats}
    curves: dict[str, list[float]] = {seat: [0] for seat in seats}
    for lot in past:
        cards[lot.seat].append(lot.card)
        for seat in seats:
            curves[seat].append(minus(cards[seat]))
    first = past[0].lot - 1 if past else 0
    rounds = (first, *(lot.lot for lot in past))
    return Series(id="minus", title="Minus", unit="minus points", rounds=rounds,
                  curves={seat: tuple(curve) for seat, curve in curves.items()}, column="minus")  # fmt: skip


def _steps(past: tuple[Lot, ...]) -> dict[int, tuple[Step, ...]]:
    return {
        lot.lot: (
            Step(
                kind="taken",
                seats=(lot.seat,),
                text=f"{lot.seat} took the {lot.card} with {lot.chips} on it.",
                data={"card": lot.card, "chips": lot.chips},
            ),
        )
        for lot in past
    }
