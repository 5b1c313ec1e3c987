"""SS-02 to SS-05: queries, their limits, who is told what, and the lines that they open."""

from __future__ import annotations

from typing import Any

import pytest

from core.games import game
from tests.kit import NAMES
from tests.rulings.sinners_secret.scene import HEAVEN, HELL, query, scene

NOTHING: dict[str, Any] = {"answers": [], "channels": []}


# --- SS-02 ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("letters", "code"),
    [
        ("AM", "not_three_letters"),
        ("ADMN", "not_three_letters"),
        ("", "not_three_letters"),
        ("ABM", "same_owner"),
        ("AMM", "letter_twice"),
        ("ADG", "one_realm"),
        ("MNO", "one_realm"),
        ("AMV", "unknown_letter"),
        ("amn", "unknown_letter"),
    ],
)
def test_SS_02_three_letters_of_three_owners_with_both_realms(letters: str, code: str) -> None:
    refused = scene().refused("Ada", query(letters, "lust", "Ed"))
    assert (refused.code, refused.ruling) == (code, "SS-02")


def test_SS_02_two_letters_of_one_player_may_not_be_asked_together_whoever_asks() -> None:
    match = scene()
    for seat, to in (("Ada", "Ed"), ("Ed", "Ada"), ("Bo", "Ed")):
        refused = match.refused(seat, query("ACM", "lust", to))
        assert refused.code == "same_owner"
        assert "Ada" in refused.message


def test_SS_02_one_or_two_letters_of_either_realm_will_do() -> None:
    match = scene()
    for letters in ("ADM", "AMN", "MAN", "UGJ"):
        match.seal("Ada", query(letters, "lust", "Ed"))


def test_SS_02_letters_of_asker_and_recipient_may_be_among_the_three() -> None:
    match = scene()
    match.seal("Ada", query("ADM", "faith", "Ed"))
    answers = match.close()["Ed"]["answers"]
    assert answers == [{"from": "Ada", "letters": ["A", "D", "M"], "answers": {"A": True, "D": True, "M": True}}]


def test_SS_02_the_attribute_is_one_of_ten_and_the_recipient_is_across() -> None:
    match = scene()
    assert match.refused("Ada", query("AMN", "", "Ed")).code == "no_attribute"
    assert match.refused("Ada", query("AMN", "lust", "")).code == "no_recipient"
    assert match.refused("Ada", query("AMN", "vanity", "Ed")).code == "unknown_attribute"
    assert match.refused("Ada", query("AMN", "Lust", "Ed")).code == "unknown_attribute"
    assert match.refused("Ada", query("AMN", "lust", "Bo")).code == "same_realm"
    assert match.refused("Ada", query("AMN", "lust", "Ada")).code == "same_realm"
    assert match.refused("Ed", query("AMN", "lust", "Flo")).code == "same_realm"
    assert match.refused("Ed", query("AMN", "lust", "Zoe")).code == "not_seated"


def test_SS_02_a_query_is_optional_and_one_a_round() -> None:
    match = scene()
    match.seal("Ada", {})
    match.seal("Bo", {"query": None, "locks": None})
    match.seal("Cy", query("AMN", "lust", "Ed"))
    match.seal("Cy", query("AMN", "faith", "Flo"))  # replaces it whole
    reports = match.close()
    assert reports["Ed"] == NOTHING
    assert [answer["from"] for answer in reports["Flo"]["answers"]] == ["Cy"]


def test_SS_02_round_9_is_the_last_for_queries() -> None:
    match = scene(round=9)
    match.seal("Ada", query("AMN", "lust", "Ed"))
    match.close()
    refused = match.refused("Bo", query("AMN", "lust", "Ed"))
    assert (refused.code, refused.ruling) == ("no_queries_now", "SS-02")
    asks = game("sinners_secret").asks(match.match.state, "Bo", None)
    assert asks.open("query.to") == ()
    assert asks.limits["queries"] == 0


@pytest.mark.parametrize(
    "orders",
    [
        {"query": {"letters": ["A", "M", "N"], "attribute": "lust"}},
        {"query": {"letters": ["A", "M", "N"], "attribute": "lust", "to": "Ed", "note": "x"}},
        {"query": {"letters": "AMN", "attribute": "lust", "to": "Ed"}},
        {"query": {"letters": ["A", "M", 3], "attribute": "lust", "to": "Ed"}},
        {"query": []},
        {"queries": []},
        {"locks": [["A", "M"]]},
        {"locks": {"A": None}},
        {"locks": {"A": ["M"]}},
    ],
)
def test_CM_25_orders_of_the_wrong_form_are_refused(orders: object) -> None:
    assert scene().refused("Ada", orders).code == "wrong_form"


# --- SS-03 ----------------------------------------------------------------------------------------------------------
def test_SS_03_from_heaven_each_in_hell_is_addressed_once() -> None:
    match = scene()
    for to in HELL:
        assert match.view("Ada")["view"]["recipients"][to] == 1
        match.seal("Ada", query("AMN", "lust", to))
        match.close()
        assert match.view("Ada")["view"]["recipients"][to] == 0
        if match.round < 10:
            refused = match.refused("Ada", query("AMN", "lust", to))
            assert (refused.code, refused.ruling) == ("addressed_before", "SS-03")
    assert match.round == 10


def test_SS_03_from_hell_each_in_heaven_is_addressed_twice() -> None:
    match = scene()
    for to in HEAVEN:
        for left in (2, 1):
            assert match.view("Ed")["view"]["recipients"][to] == left
            match.seal("Ed", query("AMN", "lust", to))
            match.close()
        assert match.refused("Ed", query("AMN", "lust", to)).code == "addressed_before"
    assert match.round == 9  # all eight are used and nobody is left to ask
    asks = game("sinners_secret").asks(match.match.state, "Ed", None)
    assert asks.limits["queries"] == 0
    assert {choice.ruling for choice in asks.choices if choice.slot == "query.to" and choice.value in HEAVEN} == {
        "SS-03"
    }


def test_SS_03_only_queries_in_force_at_a_close_count() -> None:
    match = scene()
    match.seal("Ada", query("AMN", "lust", "Ed"))
    match.seal("Ada", query("AMN", "lust", "Flo"))
    match.close()
    match.seal("Ada", query("AMN", "lust", "Gus"))
    match.withdraw("Ada")
    match.close()
    for to in ("Ed", "Gus"):
        match.seal("Ada", query("AMN", "lust", to))
    assert match.refused("Ada", query("AMN", "lust", "Flo")).code == "addressed_before"


def test_SS_03_the_limit_counts_the_asker_alone() -> None:
    match = scene()
    match.seal("Ada", query("AMN", "lust", "Ed"))
    match.close()
    match.seal("Bo", query("AMN", "lust", "Ed"))
    match.seal("Ed", query("AMN", "lust", "Ada"))


# --- SS-04 ----------------------------------------------------------------------------------------------------------
def test_SS_04_the_recipient_is_told_the_asker_the_letters_and_yes_or_no() -> None:
    match = scene()
    match.seal("Ada", query("NGA", "lust", "Ed"))  # told in the order of letters, which says nothing of the asker
    reports = match.close()
    assert reports["Ed"] == {
        "answers": [{"from": "Ada", "letters": ["A", "G", "N"], "answers": {"A": False, "G": True, "N": False}}],
        "channels": ["Ada"],
    }


def test_SS_04_every_attribute_is_answered_by_the_pairs() -> None:
    from tests.rulings.sinners_secret.scene import PAIRS

    for attribute in ("pride", "greed", "lust", "envy", "gluttony", "wrath", "sloth", "faith", "hope", "charity"):
        match = scene()
        match.seal("Ada", query("CJP", attribute, "Max"))
        told = match.close()["Max"]["answers"][0]["answers"]
        assert told == {letter: attribute in PAIRS[letter] for letter in "CJP"}


def test_SS_04_the_asker_is_told_nothing_and_nobody_else_that_there_was_a_query() -> None:
    match = scene()
    match.seal("Ada", query("AMN", "lust", "Ed"))
    reports = match.close()
    assert reports["Ada"] == {"answers": [], "channels": ["Ed"]}
    for seat in NAMES:
        if seat not in ("Ada", "Ed"):
            assert reports[seat] == NOTHING


def test_SS_04_outputs_are_the_same_with_and_without_a_query_of_others() -> None:
    """What the two learn aside, no byte differs: neither reports nor views nor what may be ordered or said."""
    quiet, asked = scene(), scene()
    asked.seal("Ada", query("AMN", "lust", "Ed"))
    asked.seal("Flo", query("AMN", "lust", "Cy"))
    quiet.close()
    asked.close()
    rules = game("sinners_secret")
    for seat in (*NAMES, None):
        if seat not in ("Ada", "Ed", "Flo", "Cy"):
            assert asked.view(seat) == quiet.view(seat)
            if seat is not None:
                assert rules.asks(asked.match.state, seat, None) == rules.asks(quiet.match.state, seat, None)


def test_SS_04_the_recipients_outputs_do_not_depend_on_the_attribute() -> None:
    """Two attributes with the same answers: to the recipient the two matches are one."""
    one, two = scene(), scene()
    one.seal("Ada", query("CJP", "greed", "Ed"))
    two.seal("Ada", query("CJP", "pride", "Ed"))
    assert one.close()["Ed"] == two.close()["Ed"]
    assert one.view("Ed") == two.view("Ed")


def test_SS_04_the_askers_outputs_do_not_depend_on_the_answers() -> None:
    """Pairs of others exchanged: the asker sees no difference, the recipient does."""
    from tests.kit import play
    from tests.rulings.sinners_secret.scene import LETTERS, PAIRS

    turned = {**PAIRS, "M": PAIRS["U"], "U": PAIRS["M"]}
    matches = [scene(), play("sinners_secret", setup={"letters": LETTERS, "pairs": turned})]
    reports = []
    for match in matches:
        match.seal("Ada", query("AMN", "gluttony", "Flo"))
        reports.append(match.close())
    assert reports[0]["Flo"] != reports[1]["Flo"]
    for seat in NAMES:
        if seat not in ("Flo", "Ed", "Max"):
            assert reports[0][seat] == reports[1][seat]
            assert matches[0].view(seat) == matches[1].view(seat)


def test_SS_04_several_queries_to_one_recipient_are_told_separately_in_seat_order() -> None:
    match = scene()
    match.seal("Di", query("AMN", "lust", "Ed"))
    match.seal("Ada", query("AMN", "faith", "Ed"))
    match.seal("Cy", query("JOP", "sloth", "Ed"))
    reports = match.close()
    assert [answer["from"] for answer in reports["Ed"]["answers"]] == ["Ada", "Cy", "Di"]
    assert reports["Ed"]["answers"][1]["answers"] == {"J": False, "O": True, "P": False}
    assert reports["Ed"]["channels"] == ["Ada", "Cy", "Di"]
    assert match.host["lines"] == [["Ada", "Ed"], ["Cy", "Ed"], ["Di", "Ed"]]


def test_SS_04_a_seat_can_look_back_at_what_it_sent_and_received() -> None:
    match = scene()
    match.seal("Ada", query("NGA", "lust", "Ed"))
    match.close()
    match.close()
    assert match.view("Ada")["view"]["sent"] == [
        {"round": 1, "letters": ["A", "G", "N"], "attribute": "lust", "to": "Ed"}
    ]
    assert match.view("Ed")["view"]["received"] == [
        {"round": 1, "by": "Ada", "letters": ["A", "G", "N"], "answers": {"A": False, "G": True, "N": False}}
    ]


# --- SS-05 ----------------------------------------------------------------------------------------------------------
def test_SS_05_asker_and_recipient_talk_both_ways_for_one_round() -> None:
    match = scene()
    match.seal("Ada", query("AMN", "lust", "Ed"))
    assert match.refused_say("Ada", ["Ed"], "too soon").ruling == "CM-21"
    match.close()
    match.say("Ada", ["Ed"], "I asked about lust.")
    match.say("Ed", ["Ada"], "No, no, no.")
    for other in ("Bo", "Flo"):
        assert match.refused_say("Ada" if other == "Flo" else "Ed", [other], "x").code == "line_closed"
        assert match.view(other)["messages"] == []
    assert match.view("Ada")["view"]["lines"] == ["Ed"]
    match.close()
    assert match.refused_say("Ada", ["Ed"], "late").code == "line_closed"
    assert match.view("Ada")["view"]["lines"] == []


def test_SS_05_CM_23_a_closed_line_stays_readable_to_its_two() -> None:
    match = scene()
    match.seal("Ada", query("AMN", "lust", "Ed"))
    match.close()
    match.say("Ada", ["Ed"], "remember this")
    match.close()
    for seat in ("Ada", "Ed"):
        assert [message["text"] for message in match.view(seat)["messages"]] == ["remember this"]


def test_SS_05_queries_in_both_directions_open_one_line_and_later_ones_open_it_again() -> None:
    match = scene()
    match.seal("Ada", query("AMN", "lust", "Ed"))
    match.seal("Ed", query("AMN", "lust", "Ada"))
    reports = match.close()
    assert (reports["Ada"]["channels"], reports["Ed"]["channels"]) == (["Ed"], ["Ada"])
    assert match.host["lines"] == [["Ada", "Ed"]]
    match.seal("Ed", query("AMN", "hope", "Ada"))
    match.close()
    match.say("Ada", ["Ed"], "again")


def test_SS_05_round_9_opens_lines_for_round_10_and_the_decisions_have_none() -> None:
    match = scene(round=9)
    match.seal("Ada", query("AMN", "lust", "Ed"))
    match.close()
    match.say("Ed", ["Ada"], "the last word")
    match.close()
    assert match.phase == "decision"
    assert match.refused_say("Ed", ["Ada"], "x").code == "line_closed"


def test_SS_05_a_match_from_a_later_round_starts_with_no_queries_and_no_lines() -> None:
    match = scene(round=4)
    assert match.host["lines"] == []
    assert match.host["queries"] == []
    assert match.view("Ed")["view"]["recipients"] == dict.fromkeys(HEAVEN, 2)


# --- talk (CM-21, CM-24, CM-25) -------------------------------------------------------------------------------------
def test_CM_21_inside_a_realm_everyone_talks_freely() -> None:
    match = scene()
    match.say("Ada", "realm", "to Heaven")
    match.say("Ada", ["Bo"], "a pair")
    match.say("Ada", ["Bo", "Di"], "a group")
    match.say("Max", "realm", "to Hell")
    assert [m["text"] for m in match.view("Bo")["messages"]] == ["to Heaven", "a pair", "a group"]
    assert [m["text"] for m in match.view("Cy")["messages"]] == ["to Heaven"]
    assert [m["text"] for m in match.view("Ed")["messages"]] == ["to Hell"]
    assert match.refused_say("Ada", "lounge", "x").code == "lounge_closed"


def test_CM_25_a_message_across_has_exactly_one_recipient() -> None:
    match = scene()
    for to in ("Ed", "Flo"):
        match.seal("Ada" if to == "Ed" else "Bo", query("AMN", "lust", to))
    match.seal("Cy", query("AMN", "lust", "Ed"))
    match.close()
    assert match.refused_say("Ada", ["Ed", "Bo"], "x").code == "group_across"
    assert match.refused_say("Ed", ["Ada", "Cy"], "x").code == "group_across"
    match.say("Ed", ["Ada"], "one at a time")


def test_CM_24_realms_stay_shut_through_the_decisions_and_open_when_finished() -> None:
    match = scene(round=10)
    match.close()
    assert match.refused_say("Ada", ["Ed"], "x").code == "line_closed"
    assert match.refused_say("Ada", "lounge", "x").code == "lounge_closed"
    match.say("Ada", "realm", "as played")
    match.close()
    assert match.phase == "decision"
    match.close()
    assert match.phase == "finished"
    match.say("Ada", ["Ed"], "well played")
    match.say("Ed", "lounge", "hello all")


def test_CM_24_during_the_decisions_the_realms_are_those_of_the_match() -> None:
    """The fallen player still talks in Heaven, and who ascends still in Hell."""
    from tests.rulings.sinners_secret.scene import ended

    match = ended()
    match.do("Di", {"kind": "choose_ascendant", "player": "Jo"})
    match.say("Ada", ["Bo"], "fallen, yet here")
    assert match.refused_say("Jo", ["Di"], "thanks").code == "line_closed"
    match.say("Jo", ["Max"], "farewell")
