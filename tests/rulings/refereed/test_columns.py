"""Columns, places by rule, purses, and questions with conditions (RF-05, RF-12, RF-13)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from core.decoding import plain
from core.games.refereed.columns import place_keys
from core.games.refereed.structs import Column
from core.refusal import NotAMatch, Refused
from tests.rulings.refereed.hosted import Judged

COLUMNS: list[dict[str, Any]] = [
    {"id": "score", "see": "all"},
    {"id": "debts", "label": "Debts", "start": 3},
    {"id": "rank", "see": "place"},
    {"id": "plot", "see": "host", "start": ""},
    {"id": "bag", "start": []},
]
DEED = {"id": "deed", "ask": "Your deed?", "kind": "choice", "options": ["break", "copy", "rest"]}
WHOM = {"id": "whom", "ask": "Whom?", "kind": "seats", "when": "deed = break, copy"}


def columned(form: Any = (), rule: str = "", **options: Any) -> Judged:
    return Judged.begun(form=list(form), options={"columns": COLUMNS, "places": rule, **options})


def test_RF_12_each_reader_sees_what_its_column_says() -> None:
    at = columned()
    at.shut()
    values = {
        "score": {"Ada": 8},
        "debts": {"Ada": 1},
        "rank": {"Bo": 2},
        "plot": {"Ada": "zq"},
        "bag": {"Ada": ["key"]},
    }
    at.publish(columns=values)
    assert at.sees("Ada").columns == {
        "Score": {"Ada": 8, "Bo": 0, "Cy": 0}, "Debts": {"Ada": 1}, "Rank": {"Ada": 0}, "Bag": {"Ada": ("key",)},
    }  # fmt: skip
    assert at.sees(None).columns == {"Score": {"Ada": 8, "Bo": 0, "Cy": 0}}
    assert at.sees("Cy").column_places == {"Rank": {"Ada": 2, "Bo": 1, "Cy": 2}}
    assert at.sees("Ada").points is UNSET
    assert at.told("Ada")[1:] == ["Score: 8, before 0.", "Debts: 1, before 3.", "Rank: 0.", "Bag: key, before -."]
    assert at.public() == ["Score: Ada 8, Bo 0, Cy 0.", "Rank, places: 1 Bo, 2 Ada, 2 Cy."]
    at.shut()
    at.publish(columns={"debts": {"Bo": 2}})
    assert at.sees("Ada").columns["Debts"] == {"Ada": 1}
    assert at.told("Ada")[1] == "Score: 8."


@pytest.mark.parametrize(
    ("rule", "first", "last"),
    [
        ("score, fewest debts", "Bo", "Cy"),
        ("nearest 4 score, debts", "Cy", "Bo"),
        ("fewest debts", "Bo", "Ada"),
        ("", "Bo", "Cy"),
    ],
)  # fmt: skip
def test_RF_12_winner_places_and_candidate_follow_the_rule(rule: str, first: str, last: str) -> None:
    at = columned(rule=rule, points="place", rounds=1)
    at.shut()
    at.publish(columns={"score": {"Ada": 5, "Bo": 9, "Cy": 4}, "debts": {"Ada": 9, "Bo": 1, "Cy": 8}})
    ending = at.match.state.ending
    assert ending is not None
    assert (ending.winners, ending.candidate) == ((first,), last)
    assert at.sees("Ada").places[first] == 1
    assert at.match.spec.decides["winner"][0].endswith(rule or "the most points")
    assert at.sees("Ada").places[last] == 3


def test_RF_12_a_second_column_breaks_a_tie() -> None:
    at = columned(rule="score, fewest debts", rounds=1)
    at.shut()
    at.publish(columns={"score": {"Ada": 5, "Bo": 5}, "debts": {"Ada": 2, "Bo": 1}})
    ending = at.match.state.ending
    assert ending is not None
    assert ending.ranking == (("Bo",), ("Ada",), ("Cy",))


@pytest.mark.parametrize(
    ("columns", "rule", "words"),
    [
        ([{"id": "points"}], "", "no id of a column"), ([{"id": "a"}, {"id": "b", "label": "A"}], "", "Two columns"),
        ([{"id": "a", "see": "place", "start": ""}], "", "no places"),
        ([{"id": "a"}], "most b", "no column of numbers"),
        ([{"id": "a"}], "nearest a", "no column of numbers"), ([{"id": "a", "start": ""}], "a", "no column of numbers"),
        ([{"id": f"a{n}"} for n in range(21)], "", "at most 20"),
    ],
)  # fmt: skip
def test_RF_12_columns_that_cannot_be_are_refused(columns: Any, rule: str, words: str) -> None:
    with pytest.raises(NotAMatch, match=words):
        Judged.begun(form=[], options={"columns": columns, "places": rule})


@pytest.mark.parametrize(
    ("verdict", "code"),
    [
        ({"columns": {"scor": {"Ada": 1}}}, "no_such_column"), ({"columns": {"score": {"Ada": "1"}}}, "bad_value"),
        ({"columns": {"score": {"Eve": 1}}}, "not_seated"), ({"columns": {"bag": {"Ada": ["a;b"]}}}, "bad_value"),
        ({"points": {"Ada": 1}}, "bad_amount"),
    ],
)  # fmt: skip
def test_RF_12_values_that_a_column_cannot_hold_are_refused(verdict: Any, code: str) -> None:
    at = columned()
    at.shut()
    with pytest.raises(Refused) as refused:
        at.publish(**verdict)
    assert refused.value.code == code


def test_RF_12_points_are_there_where_places_name_them() -> None:
    at = columned(rule="points, fewest debts")
    at.shut()
    at.publish(points={"Ada": 2})
    assert at.sees("Ada").points == 2
    assert place_keys(" nearest  -7 x , points", (Column(id="x"),))[0].near == -7


def test_RF_05_garnets_are_spent_down_to_what_the_purse_holds() -> None:
    at = Judged.begun(form=[{"id": "stake", "ask": "Stake?", "kind": "number", "least": 0, "most": "garnets"}],
                      options={"purse": 5})  # fmt: skip
    with pytest.raises(Refused, match="from 0 to 5"):
        at.seal("Ada", {"answers": {"stake": 6}})
    at.seal("Ada", {"answers": {"stake": 5}})
    at.shut()
    with pytest.raises(Refused, match="Ada holds 5 garnets, and cannot lose 6"):
        at.publish(garnets={"Ada": -6})
    at.publish(garnets={"Ada": -4, "Bo": 3})
    assert "You pay 4 garnets." in at.told("Ada")
    with pytest.raises(Refused, match="from 0 to 1"):
        at.seal("Ada", {"answers": {"stake": 2}})


@pytest.mark.parametrize(("won", "paid", "back", "spent"), [(4, 2, 3, 2), (4, 7, 0, 5), (0, 0, 5, 0)])
def test_RF_05_only_the_rest_of_a_loan_goes_back_to_a_season(won: int, paid: int, back: int, spent: int) -> None:
    at = Judged.begun(form=[], options={"purses": dict.fromkeys(("Ada", "Bo", "Cy"), 5)})
    at.shut()
    at.publish(garnets={"Ada": won})
    at.shut()
    at.publish(garnets={"Ada": -paid}, finish={"candidate": ""})
    returned = {entry.seat: -entry.amount for entry in at.match.state.ledger if "goes back" in entry.reason}
    assert returned.get("Ada", 0) == back
    assert at.match.game.outcome_facts(at.match.state)["spent"].get("Ada", 0) == spent


def test_RF_13_a_question_is_asked_under_its_condition() -> None:
    at = Judged.begun(form=[DEED, WHOM])
    at.seal("Ada", {"answers": {"deed": "rest"}})
    at.seal("Ada", {"answers": {"deed": "copy", "whom": "Bo"}})
    with pytest.raises(Refused, match=r"Not answered yet: Whom\?"):
        at.seal("Ada", {"answers": {"deed": "break"}})
    with pytest.raises(Refused, match="asked only if deed = break, copy"):
        at.seal("Ada", {"answers": {"deed": "rest", "whom": "Bo"}})
    assert at.sees("Ada").conditions == {"whom": "deed = break, copy"}
    with pytest.raises(NotAMatch, match="an earlier choice"):
        Judged.begun(form=[WHOM, DEED])
    with pytest.raises(NotAMatch, match="an earlier choice"):
        Judged.begun(form=[DEED, {**WHOM, "when": "deed = sleep"}])


def test_RF_13_a_question_and_an_option_are_used_up() -> None:
    form = [{**DEED, "once": "option"}, {"id": "last", "ask": "Word?", "kind": "text", "need": False, "once": "match"}]
    at = Judged.begun(form=form)
    at.seal("Ada", {"answers": {"deed": "rest", "last": "x"}})
    at.shut()
    at.publish()
    assert [choice.value for choice in at.match.game.asks(at.match.state, "Ada", None).choices] == ["break", "copy"]
    assert at.asked("Ada") == ["deed"]
    assert at.asked("Bo") == ["deed", "last"]
    with pytest.raises(Refused, match="one of: break, copy"):
        at.seal("Ada", {"answers": {"deed": "rest"}})
    for deed in ("copy", "break"):
        at.seal("Ada", {"answers": {"deed": deed}})
        at.shut()
        at.publish()
    assert not at.match.game.asks(at.match.state, "Ada", None).orders


def test_RF_13_a_choice_takes_several_options_and_a_column_bounds() -> None:
    pay = {"id": "pay", "ask": "Pay?", "kind": "number", "least": 1, "most": "debts"}
    at = columned([{**DEED, "least": 1, "most": 2}, pay])
    at.seal("Ada", {"answers": {"deed": ["copy", "rest"], "pay": 3}})
    with pytest.raises(Refused, match="1 to 2 of"):
        at.seal("Ada", {"answers": {"deed": ["copy", "rest", "break"], "pay": 1}})
    with pytest.raises(Refused, match="from 1 to 3"):
        at.seal("Ada", {"answers": {"deed": ["copy"], "pay": 4}})
    at.shut()
    at.publish(columns={"debts": {"Ada": 0}})
    assert at.asked("Ada") == ["deed"]
    with pytest.raises(NotAMatch, match="'plot' is no column that bounds it"):
        columned([{**pay, "most": "plot"}])


def test_RF_13_a_form_of_columns_keeps_the_old_forms_in_journals() -> None:
    state: Any = Judged.begun().match.state
    assert plain(state.forms.form[0]) == {
        "id": "request", "ask": "How much do you request?", "kind": "number", "need": True, "least": 0, "most": 5000,
        "options": [],
    }  # fmt: skip
