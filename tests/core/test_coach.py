"""The coach: what it says step by step, and that it knows no more than its pupil."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from core.bots.coach import BRIEF, Hint, choice_words
from core.bots.contract import Say, Seal
from core.decoding import decode
from core.games import MODULES, game
from core.games.one_file import build
from core.kit import Script, begin_match, played
from core.kit.played import spread
from core.kit.secrecy import coached, redealt
from core.match import views
from core.match.records import Draft
from core.match.state import Match
from core.talk.acts import Deal
from tests.kit.depth import deep

WIDEST = 64
"""Columns that the words of a step may have: all of them are read on a terminal of 80, beside step and key."""


def drafting(match: Match, seat: str, orders: dict[str, Any]) -> Match:
    return replace(match, drafts={**match.drafts, seat: Draft(orders=orders, counts=False, round=match.round)})


def hint(match: Match, seat: str, since: int = 0) -> Hint:
    found = match.game.coach(views.lesson(match, seat, since))
    assert found is not None
    return found


def first_round(name: str) -> Match:
    """The first moment of a match of bots at which orders are taken in a round."""
    return next(m for m in played(game(name), 1).moments if m.phase == "round" and not m.sealed)


@pytest.mark.parametrize("name", MODULES)
def test_every_step_fits_a_line_and_every_close_is_looked_back_at(name):
    steps, closes = set(), set()
    for moment in played(game(name), 1).moments:
        if moment.phase not in ("pregame", "round") or len(moment.rounds) > 4:
            continue
        for seat in moment.seats[:3]:
            found = moment.game.coach(views.lesson(moment, seat, 0))
            if found is not None:
                (steps if found.step else closes).add(found)
    assert len(steps) > 2
    assert closes
    assert [found.words for found in steps if len(found.words) > WIDEST] == []
    assert [found for found in steps if not found.brief or len(found.brief) > BRIEF] == []
    assert all(found.words.startswith("What came of it: ") and found.more for found in closes)


@pytest.mark.parametrize("name", MODULES)
def test_the_move_it_proposes_can_be_sealed_and_has_a_reason(name):
    tried = 0
    early = [m for m in played(game(name), 1).moments if m.phase == "round" and len(m.rounds) <= 3]
    for moment in spread(early):  # thinking takes long
        for seat in moment.seats[:2]:
            if tried == deep(len(early), 4):
                return
            lesson = views.lesson(moment, seat, 0)
            advice = moment.game.advise(lesson) if lesson.sight.asks.orders else None
            if advice is None:
                continue
            assert advice.why
            assert advice == moment.game.advise(lesson)
            tried += 1
            if advice.orders is not None:
                moment.game.check(moment.state, seat, decode(moment.game.Orders, advice.orders, "orders"))
    assert tried > 2


@pytest.mark.parametrize("name", MODULES)
def test_HH_28_the_coach_says_the_same_whatever_its_pupil_cannot_know(name):
    moments = [m for m in played(game(name), 2).moments if m.phase in ("pregame", "round")]
    for number, moment in enumerate(moments[:: max(1, len(moments) // 5)]):
        seat = moment.seats[number % len(moment.seats)]
        told = coached(moment, seat)
        assert told == coached(redealt(moment, seat, number), seat)


def test_a_coach_that_saw_what_others_sealed_would_be_caught():
    moment = next(m for m in reversed(played(game("exodus"), 1).moments) if len(m.sealed) > 3)

    def leaky(match: Match) -> list[str]:
        return [str(order.orders) for seat, order in match.sealed.items() if seat != moment.seats[0]]

    assert leaky(moment) != leaky(redealt(moment, moment.seats[0], 1))


# --- the steps of the games -------------------------------------------------------------------------------------------
def test_mercury_counts_places_then_asks_for_deeds_then_for_the_seal():
    match = first_round("day_of_mercury")
    places = [{"location": "ringed_city", "actions": []}, {"location": "catacombs", "actions": []}]
    assert "Choose two places" in hint(match, "Ada").words
    assert "another place" in hint(drafting(match, "Ada", {"visits": places[:1]}), "Ada").words
    assert hint(drafting(match, "Ada", {"visits": places}), "Ada").step == 2
    gathering = [{"location": "ringed_city", "actions": [{"do": "gather"}]}, places[1]]
    done = hint(drafting(match, "Ada", {"visits": gathering}), "Ada")
    assert (done.step, done.of, "Press s" in done.words) == (3, 3, True)


def test_mercury_says_what_the_crowd_made_of_a_gather():
    at = Script.of(game("day_of_mercury"))
    two = [{"location": "ringed_city", "actions": [{"do": "gather"}]}, {"location": "catacombs", "actions": []}]
    for seat in ("Ada", "Bo"):
        at.seal(seat, {"visits": two})
    at.close()
    found = hint(at.match, "Ada")
    there = len(at.match.rounds[-1].reports["Ada"].visits["ringed_city"]) + 1
    worth = 4 if there < 3 else 2 if there > 6 else 3
    assert found.words.startswith(f"What came of it: +{worth} sin.")
    assert any(f"a crowd of {there}, so each gather there was worth {worth}" in words for words in found.more)


def test_the_trading_games_count_what_met_and_name_who_did_not_answer():
    hands = {seat: ["red", "white"] for seat in Script.of(game("exodus")).match.seats}
    at = Script.of(game("exodus"), given={"hands": hands})
    at.seal("Ada", {"offers": [{"to": "Bo", "give": "red"}, {"to": "Cy", "give": "white"}]})
    at.seal("Bo", {"offers": [{"to": "Ada", "give": "white"}]})
    at.close()
    found = hint(at.match, "Ada")
    assert "1 of 2 offers met" in found.words
    assert "Bo gave you white for your red." in found.more
    assert "Cy sealed no offer to you, so you keep the white." in found.more


def test_an_offer_that_was_never_talked_of_is_to_be_told():
    match = drafting(first_round("exodus"), "Ada", {"offers": [{"to": "Bo", "give": "red"}]})
    quiet = replace(match, messages=())
    assert hint(quiet, "Ada").words.startswith("Tell Bo:")


def test_the_ship_is_guided_through_placing_and_walking():
    at = Script.of(game("drifting_ship"))
    assert "your two crewmates" in hint(at.match, "Ada").words
    one = {"crew": [{"name": "One", "start": "1A"}, {"name": "Two"}]}
    assert "your other crewmate" in hint(drafting(at.match, "Ada", one), "Ada").words
    at.close()
    assert hint(at.match, "Ada").words.startswith("Walk a crewmate")
    at.close()
    assert hint(at.match, "Ada").words == "What came of it: you bid for nothing."


@pytest.mark.parametrize("name", ["black_and_white", "ninety_nine"])
def test_a_duel_is_guided_on_turn_and_told_whose_turn_it_is(name):
    match = first_round(name)
    leader = match.state.leader
    other = next(seat for seat in match.seats if seat != leader)
    assert hint(match, leader).words.startswith("You lead: ")
    assert hint(match, other).words.startswith(f"{leader} leads this")


def test_a_sure_ten_beats_a_black_lead():
    at = Script.of(game("ninety_nine"), given={"leader": "Ada"})
    at.seal("Ada", {"bid": 7})
    at.close()
    other = next(seat for seat in at.match.seats if seat != "Ada")
    advice = at.match.game.advise(views.lesson(at.match, other, 0))
    assert advice is not None
    assert advice.orders == {"bid": 10}


def test_a_game_without_a_coach_of_its_own_has_the_usual_one():
    from tests.kit.chips import Chips

    match = played(Chips(), 1).moments[0]
    lesson = views.lesson(match, match.seats[0], 0)
    if lesson.sight.asks.orders:
        assert Chips().coach(lesson) is not None
    closed = next(m for m in played(Chips(), 1).moments if m.rounds)
    assert hint(closed, closed.seats[0]).step == 0


def test_SH_41_the_coach_counts_pieces_and_says_which_room_completes_a_sequence():
    letters = {f"{number}B": "Ada" if number % 2 else "Bo" for number in range(1, 14) if number != 10}
    mate = {"room": "1A", "energy": 6, "bonuses": [], "parasite": False}
    crew = {
        seat: [{**mate, "name": f"{seat[0]}1", "room": "10B"}, {**mate, "name": f"{seat[0]}2"}]
        for seat in ("Ada", "Bo", "Cy", "Di")
    }
    at = Script.of(game("drifting_ship"), given={"round": 5, "claimed": letters, "crew": crew})
    orders = {"crew": [{"activate": 4}, {}]}
    lesson = views.lesson(at.match, "Ada", 0)
    words = " ".join(at.match.game.reasons(lesson, [Seal(orders)]))
    assert "you have 7 pieces, sum 49; it adds 10." in words
    assert "10B completes the" in words
    assert "ends the match: you have 8 of its 13 pieces then; most pieces win" in words
    idle = " ".join(at.match.game.reasons(lesson, [Seal({"crew": [{}, {}]})]))
    assert "Only 10B is free" in idle
    assert "this close may end the match" in idle


def test_SH_32_the_coach_says_that_a_right_plant_wins_once_a_parasite_is_about():
    mate = {"room": "1A", "energy": 6, "bonuses": [], "parasite": False}
    crew = {
        seat: [{**mate, "name": f"{seat[0]}1", "room": room}, {**mate, "name": f"{seat[0]}2"}]
        for seat, room in (("Ada", "10B"), ("Bo", "P"), ("Cy", "2A"), ("Di", "3A"))
    }
    claimed = {f"{number}B": "Ada" for number in range(1, 14) if number != 10}
    at = Script.of(game("drifting_ship"), given={"round": 5, "claimed": claimed, "crew": crew})
    orders = {"crew": [{"activate": 4}, {}]}

    def advised() -> str:
        return " ".join(at.match.game.reasons(views.lesson(at.match, "Ada", 0), [Seal(orders)]))

    assert "ends the match" in advised()
    assert "Parasite" not in advised()
    at.seal("Bo", {"crew": [{"activate": 3}, {}]})
    at.close()
    assert "a Parasite planted for it at this close would win before that" in advised()


@pytest.mark.parametrize(("name", "risk", "other"), [("famine", "onyx", "ruby"), ("exodus", "black", "red")])
def test_the_coach_says_what_the_risky_kind_can_cost_where_a_swap_takes_it(name, risk, other):
    seats = Script.of(game(name)).match.seats
    at = Script.of(game(name), given={"hands": {seat: [risk, other, other] for seat in seats}})
    lesson = views.lesson(at.match, seats[0], 0)

    def words(give: str, want: str) -> str:
        return " ".join(at.match.game.reasons(lesson, [Say((seats[1],), "?", Deal(give, want))]))

    assert f"You may hold 2 {risk}" in words(other, risk)
    assert "the Elimination Candidate" in words(other, risk)
    assert "Elimination Candidate" not in words(risk, other)


def test_HH_28_a_live_action_is_told_in_the_words_of_the_choice_that_it_takes():
    """A game without sentences of its own for its actions, as one of a file, says what it would do."""
    rules = build("cups_and_lies", Path("cli/shelf/cups_and_lies.py").read_text("utf-8"), "cups_and_lies.py")
    match = begin_match(rules, seed=3)
    sight = views.sight(match, match.seats[0])
    (move,) = rules.adviser(match.seats[0]).turn(sight)
    assert choice_words(sight.asks.choices, move.action) == f"Bid fours: how many: {move.action['count']}"
    assert choice_words(sight.asks.choices, {"kind": "bid", "face": 99, "count": 1}) == ""
    assert rules.advise(views.lesson(match, match.seats[0], 0)).deed.startswith("Bid fours")
