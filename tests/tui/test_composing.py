"""Orders put together from choices, for any game: what one choice makes of a draft. No screens."""

import pytest

from core.refusal import Refused
from core.table.seat import Seat
from tests.kit.screens import position
from tui.games.filling import chosen, merge, value_path, with_choice

ROUND = {"round": 4}
CASES = [
    ("exodus", {"offers": []}, [("offer.to", "Bo")], {"offers": [{"to": "Bo", "give": "red"}]}),
    ("exodus", {"offers": []}, [("offer.to", "Bo"), ("offer.to", "Bo")], {"offers": []}),
    ("exodus", {"offers": []}, [("offer.to", "Bo"), ("offer.give", "red")], {"offers": [{"to": "Bo", "give": "red"}]}),
    (
        "drifting_ship", {},
        [("crew.0.move", "2A"), ("crew.1.activate", "1B"), ("crew.0.move", "13B")],
        {"crew": [{"move": "13B"}, {"move": "1B", "activate": 1}]},
    ),
    (
        "sinners_secret", {},
        [("query.attribute", "greed"), ("query.letter", "K"), ("query.letter", "L"), ("lock.F", "A"), ("lock.F", "B")],
        {"query": {"letters": ["C", "K", "L"], "attribute": "greed", "to": "Di"}, "locks": {"F": "B"}},
    ),
    (
        "pantheic_runes", {},
        [("temple", 0), ("temple", 1), ("rituals", "oooo"), ("rituals", "++++"), ("rituals", "oooo")],
        {"temple": [1], "rituals": [{"tableau": "++++"}]},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("game", "start", "picks", "expected"), CASES)
def test_choices_one_after_another_make_orders_that_can_be_sealed(game, start, picks, expected):
    _, table = position(game, setup=ROUND)
    seat = Seat(table, "Ada")

    def legal(orders):
        try:
            seat.check(orders)
        except Refused:
            return False
        return True

    orders = start
    for slot, value in picks:
        choice = next(c for c in seat.asks().choices if (c.slot, c.value) == (slot, value))
        was_in = chosen(choice, orders)
        orders = with_choice(orders, choice, legal)
        assert legal(orders)
        if value_path(choice) is not None and not was_in:
            assert chosen(choice, orders)
    assert orders == expected


def test_what_is_numbered_is_merged_number_by_number():
    assert merge({"crew": [{"move": "2A"}, {}]}, {"crew": [{}, {"move": "1B"}]}) == {
        "crew": [{"move": "2A"}, {"move": "1B"}]
    }
