"""The adviser of Pantheic Runes: seats that obey it do not all want one piece; nothing is picked in the last round."""

from __future__ import annotations

from core.table.coached import CoachedSeat
from core.table.seat import Seat
from tests.kit import NAMES
from tests.kit.house import Clock, open_house

SEATS = NAMES[:5]


def obeyed(round_: int) -> dict[str, tuple[int, ...]]:
    """Temple picks of five people who obey the page one after the other."""
    clock = Clock()
    table = open_house(clock=clock).make("pantheic_runes", SEATS, seed=4, setup={"round": round_})
    table.start()
    for name in SEATS:
        plan = CoachedSeat(Seat(table, name))
        for _ in range(40):
            step = plan.step()
            if step is None:
                break
            if step.kind == "wait":
                clock.advance(step.seconds)
            elif step.kind == "ready":
                break
            elif step.kind == "seal":
                plan.seat.seal(step.orders)  # not ready, so that the round stays open
                break
            else:
                plan.do(step)
    return {name: tuple(table.match.sealed[name].orders.temple or ()) for name in SEATS}


def test_five_seats_that_obey_the_coach_do_not_want_one_piece() -> None:
    picks = obeyed(1)
    assert all(picks.values()), "every free pick is used"
    assert len({places[0] for places in picks.values()}) >= 4


def test_in_the_last_round_nothing_is_picked_for_a_next_one() -> None:
    assert set(obeyed(6).values()) == {()}
