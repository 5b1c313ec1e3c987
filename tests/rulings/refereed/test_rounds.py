"""Forms, answers, results, the end, one test a ruling."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from core.games import game as find_game
from core.kit import begin_match
from core.match import journal as j
from core.match import views
from core.match.corrections import what_if
from core.narration.feed import EntryStep, posts
from core.refusal import NotAMatch, Refused
from core.table.host_controls import HostControls
from core.table.seat import Seat
from tests.kit.house import Clock, open_house
from tests.kit.screens import position
from tests.rulings.refereed.hosted import FORM, FULL, Judged

ONE = [{"id": "bid", "ask": "Your bid?", "kind": "number", "least": 0, "most": 9}]


def code(doing: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        doing()
    return refused.value.code


def test_RF_03_the_coach_seals_nothing_before_each_needed_question_has_an_answer() -> None:
    more = [{"id": "why", "ask": "Why?", "kind": "text"}, {"id": "more", "ask": "More?", "kind": "text", "need": False}]
    _, table = position("refereed", players=("Ada", "Bo"), options={"form": [*ONE, *more]}, judged=True)
    ada, steps = Seat(table, "Ada"), []
    for answers in ({}, {"bid": 3}, {"bid": 3, "why": "so"}):
        ada.keep_draft({"answers": answers})
        hint = table.match.game.coach(views.lesson(table.match, "Ada", 0))
        assert hint is not None
        steps.append((hint.step, hint.more))
    assert steps[:2] == [(1, ("Your bid?", "Why?")), (1, ("Why?",))]
    assert steps[2][0] == 2


# --- forms ------------------------------------------------------------------------------------------------------------
def test_RF_01_a_form_holds_from_the_next_round_on_for_all_or_for_one_seat() -> None:
    at = Judged.begun()
    at.direct(ONE)
    at.direct([{"id": "hide", "ask": "Where?", "kind": "text"}], "Bo")
    assert at.asked("Ada") == at.asked("Bo") == [field["id"] for field in FORM]
    at.shut()
    at.publish()
    assert at.asked("Ada") == ["bid"]
    assert at.asked("Bo") == ["hide"]
    at.shut()
    at.publish()
    assert at.asked("Bo") == ["hide"]
    at.direct(ONE)
    at.shut()
    at.publish()
    assert at.asked("Bo") == at.asked(None) == ["bid"]


def test_RF_01_in_the_briefing_a_form_holds_at_once_and_everybody_hears() -> None:
    at = Judged.begun(briefing=True)
    at.direct(ONE)
    at.shut()
    assert (at.phase, at.asked("Cy")) == ("round", ["bid"])


def test_RF_01_nothing_waits_for_a_seat_that_is_asked_nothing() -> None:
    house, table = position("refereed", players=("Ada", "Bo"), options={"form": ONE}, early_close=True, judged=True)
    HostControls(table).direct({"form": [], "seat": "Bo"})
    house.seat(table.match.header.match, "Ada").ready()
    house.seat(table.match.header.match, "Bo").ready()
    HostControls(table).judge({})
    bo = house.seat(table.match.header.match, "Bo")
    assert not bo.asks().orders
    assert not table.can_act("Bo")
    with pytest.raises(Refused, match="The host asks you nothing this round"):
        bo.seal({})
    house.seat(table.match.header.match, "Ada").ready()
    assert table.match.phase == "judging"
    unset = begin_match(find_game("refereed"))
    assert list(Judged(unset).sees("Ada").questions.values()) == ["What do you do?"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"id": "Seat"}, "is no id of a field"),
        ({"id": "points"}, "is no id of a field"),
        ({"ask": "a\nb"}, "one line of at most 200 characters"),
        ({"least": None}, "needs `least` and `most`"),
        ({"least": 10}, "needs `least` and `most`"),
        ({"options": ["a", "b"]}, "has no options"),
        ({"kind": "text", "least": None, "most": 3000}, "at most 2,000 characters"),
        ({"kind": "choice", "least": None, "most": None, "options": ["a"]}, "2 to 40 options"),
        ({"kind": "choice", "least": None, "most": None, "options": ["a", "a"]}, "differ"),
        ({"kind": "choice", "least": None, "most": None, "options": ["a;b", "c"]}, "no semicolon"),
        ({"kind": "seats", "least": 1, "most": 3}, "names 1 to 2 seats"),
        ({"kind": "ranking", "least": 1}, "has no `least`"),
    ],
)
def test_RF_02_a_form_that_cannot_be_asked_is_refused(change: Any, words: str) -> None:
    at, field = Judged.begun(), {**ONE[0], **change}
    with pytest.raises(Refused, match=words):
        at.direct([{name: value for name, value in field.items() if value is not None}])
    assert code(lambda: at.direct([*ONE, *ONE])) == "bad_form"
    assert code(lambda: at.direct([{**ONE[0], "id": f"q{n}"} for n in range(21)])) == "bad_form"
    assert code(lambda: at.direct(ONE, "Zoe")) == "not_seated"
    with pytest.raises(NotAMatch):
        Judged.begun(form=[{**ONE[0], "least": 20}])


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({}, "Not answered yet: How much do you request[?] Fight or hide[?]"),
        ({"request": 5001}, "a whole number from 0 to 5,000"),
        ({"request": "7"}, "a whole number from 0 to 5,000"),
        ({"plan": "run"}, "one of: fight, hide"),
        ({"ally": "Ada"}, "one of: Bo, Cy"),
        ({"spies": ["Bo", "Cy", "Bo"]}, "each once"),
        ({"spies": []}, "1 to 2 of: Bo, Cy"),
        ({"order": ["Bo"]}, "still without a place: Cy"),
        ({"why": " "}, "a text, at most 40 characters"),
        ({"why": "x" * 41}, "a text, at most 40 characters"),
        ({"other": 1}, "has no field 'other'"),
    ],
)
def test_RF_03_answers_that_do_not_fit_the_form_are_refused_in_words(answers: Any, words: str) -> None:
    at = Judged.begun()
    with pytest.raises(Refused, match=words):
        at.seal("Ada", {"answers": {**(FULL if answers else {}), **answers}})
    full = {**FULL, "ally": "Bo", "spies": ["Cy"], "order": ["Cy", "Bo"], "why": "So."}
    at.seal("Ada", {"answers": full})
    game = at.match.game
    assert list(game.restate_to(at.match.sealed["Ada"].orders, at.sees("Ada"))) == [
        "How much do you request? 700", "Fight or hide? hide", "With whom? Bo", "On whom? Cy",
        "Who is strongest? Cy, Bo", "Why? So.",
    ]  # fmt: skip


# --- the close waits --------------------------------------------------------------------------------------------------
def test_RF_04_a_close_waits_and_everybody_reads_that_the_host_reads() -> None:
    at = Judged.begun()
    at.seal("Ada", {"answers": FULL})
    at.shut()
    assert at.phase == "judging"
    assert at.match.news[-1].text == "Round 1 has closed. The host reads what you sent."
    assert at.refused("Bo", {"answers": FULL}).code == "judging"
    at.say("Bo", "lounge", "Well?")
    at.publish(points={"Ada": 5})
    assert (at.phase, at.round, at.match.sealed) == ("round", 2, {})
    unjudged = begin_match(find_game("refereed"))
    assert not unjudged.header.judged


def test_HH_72_orders_and_drafts_that_count_stay_as_they_were_at_the_close() -> None:
    at = Judged.begun()
    at.apply(j.Drafted(author="Bo", orders={"answers": FULL}, counts=True))
    at.seal("Ada", {"answers": FULL})
    at.shut("deadline")
    for entry in (
        j.Sealed(author="Bo", orders={"answers": FULL}), j.Drafted(author="Bo"), j.Withdrew(author="Ada"),
        j.Readied(author="Bo"), j.Closed(), j.DeadlineMoved(deadline=9.0),
    ):  # fmt: skip
        assert code(partial(at.apply, entry)) == "judging"
    assert code(lambda: at.apply(j.Confirmed())) == "nothing_held"
    at.publish()
    assert list(at.match.rounds[0].orders) == ["Ada", "Bo"]
    assert code(lambda: at.publish()) == "nothing_to_judge"


def test_HH_72_results_are_taken_back_until_a_seat_has_sealed() -> None:
    at = Judged.begun()
    at.seal("Ada", {"answers": FULL})
    at.shut()
    before = at.match
    at.publish(points={"Ada": 5}, told={"Ada": "Fine."})
    at.apply(j.Drafted(author="Cy", orders={"answers": FULL}))
    at.apply(j.Unjudged(reason="I misread."))
    assert at.match.news[-1].text == (
        "The host took the results of round 1 back. The host reads what you sent. I misread."
    )
    assert (at.match.state, at.match.sealed, at.match.held_close) == (before.state, before.sealed, before.held_close)
    assert at.match.drafts == {}
    at.publish(points={"Ada": 6})
    assert at.sees("Ada").points == 6
    assert at.match.drafts["Cy"].orders == {"answers": FULL}
    at.seal("Bo", {"answers": FULL})
    assert code(lambda: at.apply(j.Unjudged())) == "built_on"
    at.apply(j.HandedOver(seat="Bo", holder="bot:random"))
    at.apply(j.Unjudged())
    assert list(at.match.sealed) == ["Ada"]
    assert code(lambda: Judged.begun().apply(j.Unjudged())) == "no_results"


def test_HH_72_a_seat_that_gets_a_name_keeps_results_that_are_taken_back() -> None:
    at = Judged.begun(("open seat 1", "Bo", "Cy"))
    at.seal("open seat 1", {"answers": FULL})
    at.seal("Bo", {"answers": {**FULL, "ally": "open seat 1"}})
    at.shut()
    at.publish(points={"open seat 1": 3})
    at.apply(j.HandedOver(seat="open seat 1", holder="person:zoe", new_name="Zoe"))
    at.apply(j.Unjudged())
    assert (at.sealed("Zoe"), at.sealed("Bo")["ally"]) == (FULL, "Zoe")
    at.publish(points={"Zoe": 4})
    assert at.sees("Zoe").points == 4


def test_HH_72_a_host_can_go_back_from_a_close_that_waits_and_correct_a_seat() -> None:
    at = Judged.begun()
    at.seal("Ada", {"answers": FULL})
    at.shut()
    at.apply(j.Corrected(seat="Ada", orders={"answers": {**FULL, "request": 1}}, reason="A slip."))
    assert at.sealed("Ada")["request"] == 1
    at.apply(j.Rewound(round=1))
    assert (at.phase, at.match.held_close) == ("round", None)
    assert at.match.drafts["Ada"].orders["answers"]["request"] == 1


def test_HH_72_the_next_round_s_time_begins_with_the_results() -> None:
    clock = Clock()
    house = open_house(clock=clock)
    table = house.make("refereed", ("Ada", "Bo"), round_seconds=3600.0)
    clock.now += 3601
    table.submit(j.Closed(author="clock", cause="deadline"))
    assert (table.match.phase, table.match.deadline) == ("judging", None)
    clock.now += 50_000
    HostControls(table).judge({})
    assert table.match.deadline == clock.now + 3600


def test_HH_72_a_practice_match_and_one_without_a_host_are_judged_by_nobody() -> None:
    at = Judged(begin_match(find_game("refereed")))
    at.close()
    assert at.round == 2
    house = open_house(clock=Clock())
    assert house.make("refereed", ("Ada", "Bo"), practice=True).match.header.judged is False
    alone = {"Ada": "local", "Bo": "bot:random"}
    assert house.make("refereed", ("Ada", "Bo"), holders=alone).match.header.judged is False
    assert house.make("refereed", ("Ada", "Bo")).match.header.judged is True
    exodus = Judged(begin_match(find_game("exodus")))
    assert code(lambda: exodus.direct([])) == "not_directed"
    assert code(lambda: exodus.publish()) == "nothing_to_judge"


# --- results ----------------------------------------------------------------------------------------------------------
def test_RF_05_each_seat_reads_its_own_results_and_all_read_the_words_to_all() -> None:
    at = Judged.begun()
    at.shut()
    at.publish(points={"Ada": 700, "Bo": -1}, told={"Ada": "Well done.\nGo on."}, public="Two gained.",
               tokens={"Bo": 1}, garnets={"Bo": 2})  # fmt: skip
    assert at.told("Ada") == ["Well done.", "Go on.", "You get 700 points. You have 700 points."]
    assert at.told("Bo") == [
        "The host wrote nothing to you alone.", "You lose 1 point. You have -1 points.",
        "You receive 1 Token of Life.", "You receive 2 garnets.",
    ]  # fmt: skip
    assert at.told("Cy") == ["The host wrote nothing to you alone.", "You have 0 points."]
    assert at.public() == ["Two gained."]
    at.shut()
    wrong: list[dict[str, Any]] = [
        {"points": {"Zoe": 1}}, {"told": {"Zoe": "x"}}, {"tokens": {"Ada": -1}}, {"public": "x" * 4001},
        {"points": {"Ada": 10**10}}, {"pionts": {}},
    ]  # fmt: skip
    for verdict in wrong:
        waiting = at.match
        assert code(partial(at.publish, **verdict))
        assert at.match is waiting


def test_RF_06_points_are_secret_or_shown_by_place_or_to_all() -> None:
    shown = {}
    for points in ("secret", "place", "public"):
        at = Judged.begun(options={"points": points})
        at.shut()
        at.publish(points={"Ada": 7, "Bo": 9, "Cy": 7})
        shown[points] = (at.sees("Ada").places, at.sees(None).all_points, at.told("Ada")[1:], at.public())
    assert shown["secret"] == ({}, {}, ["You get 7 points. You have 7 points."], [])
    assert shown["place"] == (
        {"Ada": 2, "Bo": 1, "Cy": 2}, {}, ["You get 7 points. You have 7 points.", "You are in place 2."],
        ["Places: 1 Bo, 2 Ada, 2 Cy."],
    )  # fmt: skip
    assert shown["public"][1] == {"Ada": 7, "Bo": 9, "Cy": 7}
    assert shown["public"][3] == ["Points: Bo 9, Ada 7, Cy 7."]


def test_RF_07_words_forms_and_answers_of_a_seat_reach_no_other() -> None:
    at = Judged.begun()
    at.direct([{"id": "zq_own", "ask": "zq-own?", "kind": "text"}], "Bo")
    at.shut()
    at.direct([{"id": "zq_later", "ask": "zq-later?", "kind": "text"}])
    at.direct([{"id": "zq_own", "ask": "zq-own?", "kind": "text"}], "Bo")
    at.publish(told={"Bo": "zq-told"}, points={"Bo": 424242})
    at.direct(ONE)
    at.seal("Bo", {"answers": {"zq_own": "zq-answer"}})
    for reader in ("Ada", None):
        text = str(views.view(at.match, reader))
        assert "zq-later?" in text
        assert not any(secret in text for secret in ("zq-own", "zq_own", "zq-told", "zq-answer", "424242", "bid"))


def test_HH_75_seats_talk_among_those_of_one_room_and_everybody_reads_which_there_are() -> None:
    at = Judged.begun(("Ada", "Bo", "Cy", "Di"))
    at.say("Ada", "lounge", "Hello.")
    at.apply(j.Directed(direction={"rooms": [["Cy", "Ada", "Bo"], ["Cy", "Di"]]}))
    assert at.match.news[-1].text == "The host has set who talks to whom: Ada, Bo, Cy; Cy, Di."
    for to in (["Bo"], ["Bo", "Cy"]):
        at.say("Ada", to, "Psst.")
    for by, to in (("Ada", ["Di"]), ("Cy", ["Di", "Ada"])):
        assert at.refused_say(by, to, "Psst.").code == "room_closed"
    assert at.refused_say("Ada", "lounge", "Hello?").code == "lounge_closed"
    at.say("Di", "host", "May I?")
    at.shut()
    at.publish()
    assert at.refused_say("Ada", ["Di"], "Psst.").code == "room_closed"
    at.apply(j.Directed(direction={"rooms": [["Ada", "Bo", "Cy", "Di"]]}))
    at.say("Ada", "lounge", "Hello again.")


def test_RF_10_rooms_hold_two_seats_or_more_and_close_altogether() -> None:
    at = Judged.begun()
    assert code(lambda: at.apply(j.Directed(direction={"rooms": [["Ada", "Ada"]]}))) == "bad_room"
    assert code(lambda: at.apply(j.Directed(direction={"rooms": [["Ada", "Zoe"]]}))) == "not_seated"
    at.apply(j.Directed(direction={"rooms": []}))
    assert at.match.news[-1].text == "The host has set who talks to whom: nobody talks to anybody."
    assert at.refused_say("Ada", ["Bo"], "Psst.").code == "room_closed"


# --- the end ----------------------------------------------------------------------------------------------------------
def test_RF_08_the_host_ends_the_match_and_says_who_won_and_who_is_last() -> None:
    at = Judged.begun(("Ada", "Bo", "Cy", "Di"))
    at.shut()
    at.publish(points={"Ada": 3, "Bo": 1}, tokens={"Ada": 1}, finish={"winners": ["Bo"], "candidate": "Cy"})
    assert at.phase == "decision"
    assert at.pending is not None
    assert at.pending.among == ("Bo", "Di")
    at.do("Cy", {"kind": "choose_opponent", "player": "Di"})
    assert at.result["winners"] == ["Bo"]
    assert at.result["elimination_candidate"] == "Cy"
    assert at.result["death_match_opponent"] == "Di"


def test_RF_08_a_named_candidate_is_no_unsaid_winner() -> None:
    at = Judged.begun(("Ada", "Bo", "Cy", "Di"))
    at.shut()
    at.publish(points={"Ada": 3, "Bo": 1}, finish={"candidate": "Ada", "apart": True})
    assert at.match.state.ending is not None
    assert (at.match.state.ending.winners, at.match.state.ending.candidate) == (("Bo",), "Ada")


@pytest.mark.parametrize("points", [{"Ada": -1, "Bo": -2}, {}, {"Ada": 3, "Bo": 1, "Cy": 9}])
def test_RF_08_a_free_seat_never_wins(points: dict[str, int]) -> None:
    house = open_house()
    holders = {"Ada": "person:ada", "Bo": "person:bo", "Cy": "open"}
    table = house.make("refereed", tuple(holders), holders=holders, options={"form": FORM})
    desk = HostControls(table)
    desk.close()
    with pytest.raises(Refused) as refused:
        desk.judge({"points": points, "finish": {"winners": ["Cy"]}})
    assert refused.value.code == "free_seat"
    verdict = {"points": points, "finish": {"candidate": ""}}
    tried: Any = desk.try_results(verdict).ending
    assert "Cy" not in tried["winners"]
    desk.judge(verdict)
    ending: Any = table.match.state.ending
    assert ending.winners == (("Ada", "Bo") if not points else ("Ada",))
    assert ending.ranking[0] == ending.winners


def test_RF_08_nobody_wins_a_match_of_free_seats_alone() -> None:
    table = open_house().make("refereed", ("Ada", "Bo"), holders={"Ada": "open", "Bo": "open"})
    desk = HostControls(table)
    desk.close()
    desk.judge({"points": {"Ada": 1}, "finish": {"candidate": ""}})
    ending: Any = table.match.state.ending
    assert ending.winners == ()


def test_RF_08_unsaid_points_decide_and_the_opponent_may_be_named() -> None:
    at = Judged.begun()
    at.shut()
    at.publish(points={"Ada": 3, "Bo": 1, "Cy": 1}, finish={"opponent": "Ada"})
    assert at.phase == "finished"
    assert at.result["winners"] == ["Ada"]
    assert at.result["elimination_candidate"] in ("Bo", "Cy")
    assert at.result["death_match_opponent"] == "Ada"
    nobody = Judged.begun()
    nobody.shut()
    nobody.publish(points={"Ada": 3}, finish={"candidate": ""})
    assert nobody.result["elimination_candidate"] is None
    for finish in (
        {"winners": ["Ada"], "candidate": "Ada"},
        {"candidate": "Zoe"},
        {"candidate": "Bo", "opponent": "Bo"},
    ):
        other = Judged.begun()
        other.shut()
        assert code(partial(other.publish, finish=finish))


def test_RF_08_the_fortieth_round_ends_the_match_and_an_end_stays() -> None:
    at = Judged.begun(given={"round": 40, "points": {"Bo": 4, "Ada": 1}})
    at.shut()
    at.publish()
    assert at.phase == "decision"
    at.apply(j.Unjudged())
    at.publish(public="The end.")
    at.do("Cy", {"kind": "choose_opponent", "player": "Ada"})
    assert at.result["winners"] == ["Bo"]
    assert code(lambda: at.apply(j.Unjudged())) == "finished"


def test_HH_72_what_another_answer_would_have_brought_is_the_host_s_word_again() -> None:
    at = Judged.begun()
    at.seal("Ada", {"answers": FULL})
    at.shut()
    at.publish(points={"Ada": 3})
    comparison = what_if(at.match, 1, "Ada", {"answers": {**FULL, "request": 1}})
    assert comparison.ordered == ("How much do you request? 700", "Fight or hide? hide")
    assert comparison.seats == {}


def test_HH_72_a_room_reads_that_the_round_has_closed_and_later_what_it_brought() -> None:
    at = Judged.begun(options={"points": "public"})
    before = at.match
    at.shut()
    closed, before = posts(EntryStep(before, at.match)), at.match
    at.publish(points={"Ada": 5}, public="Three rooms, one winner.")
    (results,) = posts(EntryStep(before, at.match))
    assert "Round 1 has closed. The host reads" in closed[0]
    assert "has closed" not in results
    assert results.count("published") == 1
    assert "The results of round 1 are published:\nAda leads with 5 points" in results
    assert "- Three rooms, one winner.\n- Points: Ada 5" in results
    assert "Round 2 is open" in results
