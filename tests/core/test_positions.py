"""What a position comes to for a seat is reckoned once, and never for another position."""

from __future__ import annotations

from core.table.host_controls import HostControls
from core.table.seat import Seat
from tests.core.test_counts import SEATS, at_table


def test_a_view_holds_for_as_long_as_the_game_stands_and_no_longer():
    _, table, seats = at_table()
    before, watched = seats["Ada"].view(), Seat(table, None).view()
    assert seats["Ada"].view() is before
    assert seats["Bo"].view() is not before
    assert watched is not before
    seats["Ada"].say("lounge", "hello")
    assert seats["Ada"].view() is before
    HostControls(table).close()
    assert seats["Ada"].view() is not before
    HostControls(table).rewind(1)
    assert seats["Ada"].view() == before


def test_what_may_be_ordered_follows_what_is_sealed():
    _, table, seats = at_table()
    ada, bo = seats["Ada"], seats["Bo"]
    free = ada.asks()
    assert ada.asks() is free
    bo.seal({"number": 3})
    assert ada.asks() is free
    ada.seal({"number": 3})
    sealed = ada.asks()
    assert sealed is not free
    ada.seal({"number": 4})
    assert ada.asks() is not sealed
    HostControls(table).pause()
    assert ada.asks() == table.asks("Ada")
    HostControls(table).resume()
    HostControls(table).end("for today")
    assert not ada.asks().orders
    assert not any(table.can_act(seat) for seat in SEATS)


def test_in_an_empty_house_nothing_is_kept_that_can_be_reckoned_anew():
    house, table, seats = at_table()
    before = seats["Ada"].view()
    house.forget()
    assert seats["Ada"].view() is not before
    assert seats["Ada"].view() == before
    assert seats["Ada"].asks() == table.asks("Ada")
