"""Where the keys of a replay lead: pure, so that every corner of it is tried."""

from __future__ import annotations

from tui.screens.result.stage import ReplaySpot

STEPS = (2, 0, 1)
"""Three rounds, of so many steps."""


def walked(spot: ReplaySpot, by: int) -> list[tuple[int, int]]:
    """Every stop on the way to the end, as round and steps."""
    found = [spot]
    while (on := found[-1].stepped_by(by, STEPS)) != found[-1]:
        found.append(on)
    return [(one.place, one.at) for one in found]


def test_steps_lead_through_every_moment_to_the_result_and_back_the_same_way():
    there = walked(ReplaySpot(), 1)
    assert there == [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1), (3, 0)]
    assert walked(ReplaySpot(*there[-1]), -1) == there[::-1]


def test_in_words_a_step_is_a_whole_round():
    assert walked(ReplaySpot(told=True), 1) == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert ReplaySpot(3, told=True).stepped_by(-1, STEPS) == ReplaySpot(2, 0, told=True)


def test_rounds_are_gone_through_from_before_their_close_and_both_ends_stop():
    assert ReplaySpot(0, 2).moved_by(1, 3) == ReplaySpot(1, 0)
    assert ReplaySpot(2).moved_by(5, 3) == ReplaySpot(3)
    assert ReplaySpot(1, 1).moved_by(-5, 3) == ReplaySpot(0)


def test_through_one_seat_each_table_is_followed_by_what_came_of_it():
    pages = [ReplaySpot()]
    while (on := pages[-1].paged_by(1, 2)) != pages[-1]:
        pages.append(on)
    assert pages == [ReplaySpot(0), ReplaySpot(0, told=True), ReplaySpot(1), ReplaySpot(1, told=True), ReplaySpot(2)]
    back = [pages[-1]]
    while (on := back[-1].paged_by(-1, 2)) != back[-1]:
        back.append(on)
    assert back == pages[::-1]
