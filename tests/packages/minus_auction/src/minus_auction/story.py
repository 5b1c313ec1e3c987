"""What happened: what cards cost, lot by lot, and who was left with what."""

from __future__ import annotations

from core.contract import NoOrders
from core.story.parts import Column, Reason, Series, Step, Tale
from core.story.past import Memory, Record
from minus_auction.closing import minus, points
from minus_auction.structs import Lot, Report, State, View

CHIPS = Column(id="chips", title="Chips", short="Chips", decides=True)
MINUS = Column(id="minus", title="Minus", short="Minus", decides=True)
POINTS = Column(id="points", title="Points", short="Points", decides=True)


def tale(record: Record[State, NoOrders, Report]) -> Tale:
    """From everyone's eyes."""
    final = record.final
    cells = {
        seat: {"chips": final.chips[seat], "minus": minus(final.cards[seat]), "points": points(final, seat)}
        for seat in record.seats
    }
    won = () if record.ending is None else record.ending.winners
    reasons = tuple(
        Reason(kind="winner", seats=(seat,), text=f"{seat} has {points(final, seat)} points.", ruling="MN-07")
        for seat in won
    )
    return Tale(
        columns=(POINTS, MINUS, CHIPS), cells=cells, reasons=reasons, series=(_curve(record.seats, final.past),),
        steps=_steps(final.past),
    )  # fmt: skip


def own_tale(memory: Memory[NoOrders, View, Report]) -> Tale:
    """From what is public: whoever sits or watches."""
    cells = {seat: {"minus": memory.now.minus[seat]} for seat in memory.seats}
    past = memory.now.past
    return Tale(columns=(MINUS,), cells=cells, series=(_curve(memory.seats, past),), steps=_steps(past))


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
            Step(kind="taken", seats=(lot.seat,), text=f"{lot.seat} took the {lot.card} with {lot.chips} on it."),
        )
        for lot in past
    }
