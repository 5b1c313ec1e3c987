"""The deal, offers, partners of last year and locked diamonds: FA-01 to FA-03 and FA-08."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.famine.structs import View
from core.match.views import asks, game_view
from core.refusal import NotAMatch
from tests.kit import play, the
from tests.kit.depth import examples
from tests.kit.swaps import offers, trade
from tests.rulings.famine.hands import ALL_BUT_EACH_OTHER, GEMS, SEATS, start

POOL = {"ruby": 7, "sapphire": 7, "emerald": 7, "topaz": 7, "diamond": 6, "onyx": 6}


def test_FA_01_five_each_and_all_forty() -> None:
    for seed in range(60):
        players = play("famine", seed=seed).host["players"]
        assert all(sum(players[seat]["gems"].values()) == 5 for seat in SEATS)
        assert {gem: sum(players[seat]["gems"][gem] for seat in SEATS) for gem in GEMS} == POOL


def test_FA_01_hands_with_and_without_repeats_are_dealt() -> None:
    most = set()
    for seed in range(60):
        players = play("famine", seed=seed).host["players"]
        most |= {max(players[seat]["gems"].values()) for seat in SEATS}
    assert most >= {1, 2, 3}


def test_FA_02_three_offers_to_different_seats() -> None:
    match = start(Ada="ruby ruby ruby ruby")
    match.seal("Ada", offers("Bo ruby", "Cy ruby", "Di ruby"))
    refused = match.refused("Ada", offers("Bo ruby", "Cy ruby", "Di ruby", "Ed ruby"))
    assert (refused.code, refused.ruling) == ("too_many_offers", "FA-02")
    assert "at most 3" in refused.message
    assert match.refused("Ada", offers("Bo ruby", "Bo ruby")).code == "partner_twice"
    assert match.refused("Ada", offers("Ada ruby")).code == "to_oneself"
    assert match.refused("Ada", offers("Zoe ruby")).code == "not_seated"
    match.seal("Ada", {"offers": []})
    assert match.refused("Ada", {}).code == "wrong_form"


def test_FA_02_a_partner_of_last_year_is_closed_for_one_year() -> None:
    match = start(1, Ada="ruby ruby ruby", Bo="topaz topaz topaz", Cy="onyx onyx")
    trade(match, "Ada ruby Bo topaz")
    refused = match.refused("Ada", offers("Cy ruby", "Bo ruby"))
    assert (refused.code, refused.ruling) == ("partner_closed", "FA-02")
    assert refused.message == "You traded with Bo last year; offer to Bo again next year."
    match.refused("Bo", offers("Ada topaz"))
    trade(match, "Ada ruby Cy onyx")
    match.seal("Ada", offers("Bo ruby"))
    match.refused("Ada", offers("Cy ruby"))


def test_FA_02_an_offer_that_failed_closes_nobody() -> None:
    match = start(1, Ada="ruby", Bo="topaz")
    match.seal("Ada", offers("Bo ruby"))
    match.close()
    assert trade(match, "Ada ruby Bo topaz")["Ada"]["trades"] == [{"with": "Bo", "gave": "ruby", "got": "topaz"}]


def test_FA_02_partners_of_the_set_up_count() -> None:
    match = start(4, partners=[["Bo", "Ada", 3], ["Ada", "Cy", 2]], Ada="ruby")
    assert match.refused("Ada", offers("Bo ruby")).code == "partner_closed"
    match.seal("Ada", offers("Cy ruby"))
    found = asks(match.match, "Ada")
    closed = [c for c in found.choices if c.closed is not None and c.slot == "offer.to"]
    assert [(c.value, c.ruling) for c in closed] == [("Bo", "FA-02")]
    assert the(View, game_view(match.match, "Ada")).closed_partners == ("Bo",)


def test_FA_03_only_what_is_held_and_each_once() -> None:
    match = start(Ada="ruby onyx")
    refused = match.refused("Ada", offers("Bo ruby", "Cy ruby"))
    assert (refused.code, refused.ruling) == ("not_enough", "FA-03")
    assert refused.message == "You hold 1 ruby and offered 2. Offer only what you hold, each gemstone once."
    assert match.refused("Ada", offers("Bo emerald")).message.startswith("You hold no emeralds and offered 1.")
    assert match.refused("Ada", offers("Bo opal")).code == "unknown_kind"


def test_FA_03_an_offer_is_processed_when_it_is_returned() -> None:
    match = start(Ada="ruby onyx", Bo="topaz", Cy="topaz")
    match.seal("Ada", offers("Bo ruby", "Cy onyx"))
    match.seal("Bo", offers("Ada topaz"))
    reports = match.close()
    assert reports["Ada"]["trades"] == [{"with": "Bo", "gave": "ruby", "got": "topaz"}]
    assert reports["Ada"]["failed"] == [{"to": "Cy", "give": "onyx"}]
    assert reports["Ada"]["gems"] == {**dict.fromkeys(GEMS, 0), "onyx": 1, "topaz": 1}


@settings(max_examples=examples(25))
@given(st.data())
def test_FA_03_gemstones_are_conserved(data: st.DataObject) -> None:
    match = play("famine", seed=data.draw(st.integers(0, 10_000)))
    for _ in range(7):
        for seat in SEATS:
            view = the(View, game_view(match.match, seat))
            loose = [gem for gem in GEMS for _ in range(view.free[gem])]
            open_seats = [str(choice.value) for choice in asks(match.match, seat).open("offer.to")]
            partners = data.draw(st.permutations(open_seats))[:3]
            gives = data.draw(st.permutations(loose))[:3]
            match.seal(seat, offers(*(f"{to} {give}" for to, give in zip(partners, gives, strict=False))))
        match.close()
        players = match.host["players"]
        assert all(sum(players[seat]["gems"].values()) == 5 for seat in SEATS)
        assert {gem: sum(players[seat]["gems"][gem] for seat in SEATS) for gem in GEMS} == POOL
        assert all(players[seat]["gems"]["diamond"] >= players[seat]["locked_diamonds"] for seat in SEATS)


# --- the lock of year 6 (FA-08) -------------------------------------------------------------------------------------
def test_FA_08_a_diamond_received_in_year_5_cannot_be_given_in_year_6() -> None:
    match = start(5, Ada="ruby ruby", Bo="diamond diamond", Cy="topaz", Di="topaz")
    trade(match, "Ada ruby Bo diamond")
    assert match.host["players"]["Ada"]["locked_diamonds"] == 1
    assert match.host["players"]["Bo"]["locked_diamonds"] == 0
    refused = match.refused("Ada", offers("Cy diamond"))
    assert (refused.code, refused.ruling) == ("locked", "FA-08")
    assert "1 diamond, of which 1 cannot be given" in refused.message
    closed = {c.value: c.ruling for c in asks(match.match, "Ada").choices if c.closed and c.slot == "offer.give"}
    assert closed["diamond"] == "FA-08"
    match.seal("Bo", offers("Cy diamond"))
    match.close()
    assert match.host["players"]["Ada"]["locked_diamonds"] == 0
    match.seal("Ada", offers("Cy diamond"))


def test_FA_08_diamonds_held_beyond_the_locked_can_be_given() -> None:
    match = start(5, Ada="diamond ruby", Bo="diamond", Cy="topaz", Di="topaz")
    trade(match, "Ada ruby Bo diamond")
    match.seal("Ada", offers("Cy diamond"))
    assert match.refused("Ada", offers("Cy diamond", "Di diamond")).code == "locked"
    assert match.refused("Ada", offers("Cy diamond", "Di diamond", "Ed diamond")).code == "not_enough"


def test_FA_08_a_diamond_given_and_another_received_in_year_5() -> None:
    match = start(5, Ada="diamond", Bo="diamond")
    trade(match, "Ada diamond Bo diamond")
    assert [match.host["players"][seat]["locked_diamonds"] for seat in ("Ada", "Bo")] == [1, 1]
    match.refused("Ada", offers("Cy diamond"))


@pytest.mark.parametrize("year", [1, 2, 3, 4, 6])
def test_FA_08_no_other_year_locks_diamonds(year: int) -> None:
    match = start(year, Ada="ruby", Bo="diamond")
    trade(match, "Ada ruby Bo diamond")
    assert match.host["players"]["Ada"]["locked_diamonds"] == 0
    match.seal("Ada", offers("Cy diamond"))


def test_FA_08_a_start_in_year_6_with_locked_diamonds() -> None:
    match = start(6, locked={"Ada": 1}, Ada="diamond diamond")
    match.seal("Ada", offers("Bo diamond"))
    assert match.refused("Ada", offers("Bo diamond", "Cy diamond")).code == "locked"
    assert the(View, game_view(match.match, "Ada")).free["diamond"] == 1


# --- set-up ---------------------------------------------------------------------------------------------------------
EMPTY: dict[str, list[str]] = {seat: [] for seat in SEATS}


@pytest.mark.parametrize(
    "setup",
    [
        {"hands": {"Ada": ["ruby"]}},
        {"hands": {**EMPTY, "Zoe": []}},
        {"hands": {**EMPTY, "Ada": ["opal"]}},
        {"favor": {"Zoe": 1}},
        {"points": {"Ada": 1}},
        {"round": 8},
        {"round": 4, "partners": [["Ada", "Bo", 4]]},
        {"round": 4, "partners": [["Ada", "Bo", 0]]},
        {"partners": [["Ada", "Bo", 1]]},
        {"round": 4, "partners": [["Ada", "Ada", 1]]},
        {"round": 4, "partners": [["Ada", "Zoe", 1]]},
        {"round": 4, "partners": [["Ada", "Bo"]]},
        {"round": 4, "partners": [["Ada", "Bo", 1], ["Bo", "Ada", 1]]},
        {"round": 4, "partners": [["Ada", "Bo", 1], ["Bo", "Ada", 2]]},
        {"round": 5, "hands": {**EMPTY, "Ada": ["diamond"]}, "locked_diamonds": {"Ada": 1}},
        {"round": 6, "hands": {**EMPTY, "Ada": ["diamond"]}, "locked_diamonds": {"Ada": 2}},
        {"round": 6, "hands": {**EMPTY, "Ada": ["diamond"]}, "locked_diamonds": {"Ada": -1}},
        {"round": 6, "hands": EMPTY, "locked_diamonds": {"Zoe": 0}},
    ],
)
def test_FA_02_FA_08_FA_90_CM_26_a_set_up_that_the_rules_exclude_is_no_match(setup: dict[str, Any]) -> None:
    with pytest.raises(NotAMatch) as caught:
        play("famine", setup=setup)
    assert caught.value.message


def test_FA_90_a_position_in_which_everybody_was_traded_with_twice() -> None:
    by_year = {1: "BCD", 2: "EFG", 3: "BCH", 4: "EFG", 5: "DH"}
    names = {seat[0]: seat for seat in SEATS}
    twice = [["Ada", names[other], year] for year, others in by_year.items() for other in others]
    match = play("famine", setup={"round": 6, "partners": twice})
    assert match.close()["Ada"]["favor"] == 25


@pytest.mark.parametrize("first", [True, False])
def test_FA_90_FA_02_four_trades_of_one_seat_in_a_year_are_no_position(first: bool) -> None:
    four = [["Ada", other, 2] if first else [other, "Ada", 2] for other in SEATS[1:5]]
    assert play("famine", setup={"round": 4, "partners": four[:3]}).phase == "round"
    with pytest.raises(NotAMatch, match="Ada cannot have made more than 3 trades in year 2") as error:
        play("famine", setup={"round": 4, "partners": four})
    assert (error.value.code, error.value.ruling) == ("impossible_trades", "FA-02")


def test_FA_01_a_set_up_may_hold_any_gemstones_favor_year_and_partners() -> None:
    hands = {**EMPTY, "Ada": ["onyx"] * 8}
    match = play("famine", setup={"hands": hands, "favor": {"Bo": -7}, "round": 3, "partners": ALL_BUT_EACH_OTHER})
    assert match.host["players"]["Ada"] == {
        "favor": 0,
        "gems": {**dict.fromkeys(GEMS, 0), "onyx": 8},
        "locked_diamonds": 0,
    }
    assert match.host["players"]["Bo"]["favor"] == -7
    assert the(View, game_view(match.match, "Ada")).strangers == ("Bo",)
