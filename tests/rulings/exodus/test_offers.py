"""The deal, offers and how they meet: EX-01 to EX-04, and the forms of CM-01 and CM-25 where they touch offers."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dice import Dice
from core.games.exodus.rules import deal
from core.refusal import NotAMatch
from tests.kit import play
from tests.kit.depth import examples
from tests.kit.swaps import offers, trade
from tests.rulings.exodus.hands import SEATS, start

CUBES = ("red", "blue", "yellow", "green", "white", "black")


def test_EX_01_four_different_colours_each_and_all_36_cubes() -> None:
    for seed in range(60):
        hands = deal(SEATS, Dice(seed))
        assert all(sorted(hand.values()) == [0, 0, 1, 1, 1, 1] for hand in hands.values())
        assert all(sum(hand[cube] for hand in hands.values()) == 6 for cube in CUBES)


def test_EX_01_every_hand_comes_up_at_every_seat_about_equally_often() -> None:
    """15 possible hands, 1,500 deals: about 100 each. Two seats may be dealt the same hand."""
    hands = [deal(SEATS, Dice(seed)) for seed in range(1500)]
    for seat in SEATS:
        seen = Counter(tuple(cube for cube in CUBES if dealt[seat][cube]) for dealt in hands)
        assert set(seen) == set(combinations(CUBES, 4))
        assert all(50 < times < 160 for times in seen.values())
    assert any(len({tuple(hand.values()) for hand in dealt.values()}) <= 5 for dealt in hands), "shared hands"
    assert any(len({tuple(hand.values()) for hand in dealt.values()}) == 9 for dealt in hands), "all different hands"


def test_EX_01_the_seed_decides_the_deal() -> None:
    assert play("exodus", seed=1).host["players"] == play("exodus", seed=1).host["players"]
    assert play("exodus", seed=1).host["players"] != play("exodus", seed=2).host["players"]


def test_EX_02_two_offers_are_legal_a_third_is_refused() -> None:
    match = start(Ada="red red red")
    match.seal("Ada", offers("Bo red", "Cy red"))
    refused = match.refused("Ada", offers("Bo red", "Cy red", "Di red"))
    assert (refused.code, refused.ruling) == ("too_many_offers", "EX-02")
    assert "3 offers" in refused.message
    assert "at most 2" in refused.message


def test_EX_02_no_two_offers_to_one_seat() -> None:
    refused = start(Ada="red blue").refused("Ada", offers("Bo red", "Bo blue"))
    assert (refused.code, refused.ruling) == ("partner_twice", "EX-02")
    assert "Bo" in refused.message


def test_EX_02_not_to_oneself_and_not_to_a_stranger() -> None:
    match = start(Ada="red")
    assert match.refused("Ada", offers("Ada red")).code == "to_oneself"
    refused = match.refused("Ada", offers("Zoe red"))
    assert refused.code == "not_seated"
    assert "Zoe" in refused.message


def test_EX_02_no_offers_are_legal_and_mean_nothing() -> None:
    match = start(Ada="red", Bo="blue")
    match.seal("Ada", {"offers": []})
    assert match.close()["Ada"] == {
        "points": 0,
        "cubes": {"red": 1, "blue": 0, "yellow": 0, "green": 0, "white": 0, "black": 0},
        "trades": [],
        "failed": [],
    }


@pytest.mark.parametrize(
    "orders",
    [
        {},
        {"offers": None},
        {"offers": {"to": "Bo", "give": "red"}},
        {"offers": [{"to": "Bo"}]},
        {"offers": [{"to": "Bo", "give": 1}]},
        {"offers": [{"to": "Bo", "give": "red", "want": "blue"}]},
        {"offers": [], "note": "hello"},
    ],
)
def test_EX_02_CM_25_orders_of_the_wrong_form_are_refused(orders: dict[str, object]) -> None:
    refused = start(Ada="red").refused("Ada", orders)
    assert refused.code == "wrong_form"


def test_EX_03_only_cubes_held_and_each_once() -> None:
    match = start(Ada="red blue")
    refused = match.refused("Ada", offers("Bo red", "Cy red"))
    assert (refused.code, refused.ruling) == ("not_enough", "EX-03")
    assert refused.message == "You hold 1 red cube and offered 2. Offer only what you hold, each cube once."
    refused = match.refused("Ada", offers("Bo green"))
    assert refused.message.startswith("You hold no green cube and offered 1.")
    match = start(Ada="red red")
    match.seal("Ada", offers("Bo red", "Cy red"))


def test_EX_03_an_unknown_cube_is_refused_by_name() -> None:
    refused = start(Ada="red").refused("Ada", offers("Bo purple"))
    assert refused.code == "unknown_kind"
    assert "'purple'" in refused.message
    assert "red, blue" in refused.message


def test_EX_03_CM_01_one_bad_offer_refuses_all_and_the_earlier_orders_stay() -> None:
    match = start(Ada="red blue", Bo="white")
    match.seal("Ada", offers("Bo red"))
    match.refused("Ada", offers("Bo blue", "Cy green"))
    match.seal("Bo", offers("Ada white"))
    assert match.close()["Ada"]["trades"] == [{"with": "Bo", "gave": "red", "got": "white"}]


def test_EX_03_EX_04_a_cube_received_can_be_given_from_the_next_round_on() -> None:
    match = start(Ada="red", Bo="blue", Cy="white")
    match.refused("Ada", offers("Cy blue"))
    trade(match, "Ada red Bo blue")
    match.refused("Ada", offers("Cy red"))
    assert trade(match, "Ada blue Cy white")["Ada"]["cubes"]["white"] == 1


def test_EX_04_an_offer_that_is_not_returned_fails() -> None:
    match = start(Ada="red blue", Bo="white", Cy="green")
    match.seal("Ada", offers("Bo red", "Cy blue"))
    match.seal("Bo", offers("Ada white"))
    reports = match.close()
    assert reports["Ada"]["trades"] == [{"with": "Bo", "gave": "red", "got": "white"}]
    assert reports["Ada"]["failed"] == [{"to": "Cy", "give": "blue"}]
    assert reports["Bo"]["failed"] == []
    assert reports["Cy"] == {**reports["Cy"], "trades": [], "failed": []}


def test_EX_04_all_trades_of_a_round_are_simultaneous() -> None:
    match = start(Ada="red", Bo="blue white", Cy="green", Di="yellow")
    reports = trade(match, "Ada red Bo blue", "Bo white Cy green")
    assert reports["Bo"]["cubes"] == {"red": 1, "blue": 0, "yellow": 0, "green": 1, "white": 0, "black": 0}
    assert reports["Bo"]["trades"] == [
        {"with": "Ada", "gave": "blue", "got": "red"},
        {"with": "Cy", "gave": "white", "got": "green"},
    ]


def test_EX_04_a_withdrawn_offer_meets_nothing() -> None:
    match = start(Ada="red", Bo="blue")
    match.seal("Ada", offers("Bo red"))
    match.seal("Bo", offers("Ada blue"))
    match.withdraw("Ada")
    reports = match.close()
    assert reports["Bo"]["failed"] == [{"to": "Ada", "give": "blue"}]
    assert reports["Ada"]["failed"] == []


@settings(max_examples=examples(25))
@given(st.data())
def test_EX_04_cubes_are_conserved_and_hands_stay_as_large(data: st.DataObject) -> None:
    match = play("exodus", seed=data.draw(st.integers(0, 10_000)))
    for _ in range(7):
        for seat in SEATS:
            held = match.host["players"][seat]["cubes"]
            loose = [cube for cube in CUBES for _ in range(held[cube])]
            partners = data.draw(st.permutations([s for s in SEATS if s != seat]))[:2]
            gives = data.draw(st.permutations(loose))[:2]
            match.seal(seat, offers(*(f"{to} {give}" for to, give in zip(partners, gives, strict=False))))
        match.close()
        players = match.host["players"]
        assert all(sum(players[seat]["cubes"].values()) == 4 for seat in SEATS)
        assert all(sum(players[seat]["cubes"][cube] for seat in SEATS) == 6 for cube in CUBES)
        assert all(n >= 0 for seat in SEATS for n in players[seat]["cubes"].values())


# --- set-up -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "setup",
    [
        {"hands": {"Ada": ["red"]}},
        {"hands": {**{seat: [] for seat in SEATS}, "Zoe": []}},
        {"hands": {**{seat: [] for seat in SEATS}, "Ada": ["purple"]}},
        {"hands": {**{seat: [] for seat in SEATS}, "Ada": "red"}},
        {"points": {"Zoe": 1}},
        {"points": {"Ada": 1.5}},
        {"points": {"Ada": True}},
        {"points": {"Ada": 10**30}},
        {"round": 0},
        {"round": 8},
        {"favor": {"Ada": 1}},
    ],
)
def test_EX_01_CM_26_a_set_up_that_the_rules_exclude_is_no_match(setup: dict[str, object]) -> None:
    with pytest.raises(NotAMatch) as caught:
        play("exodus", setup=setup)
    assert caught.value.message


def test_EX_01_a_set_up_may_hold_any_cubes_points_and_round() -> None:
    hands = {**{seat: [] for seat in SEATS}, "Ada": ["black"] * 7}
    match = play("exodus", setup={"hands": hands, "points": {"Bo": -4}, "round": 4})
    assert match.round == 4
    assert match.phase == "round"
    assert match.host["players"]["Ada"]["cubes"]["black"] == 7
    assert match.host["players"]["Bo"]["points"] == -4
    assert match.host["players"]["Cy"] == {"points": 0, "cubes": dict.fromkeys(CUBES, 0)}
    points_only = play("exodus", setup={"points": {"Ada": 3}}, seed=3)
    assert points_only.host["players"]["Ada"]["cubes"] == play("exodus", seed=3).host["players"]["Ada"]["cubes"]
