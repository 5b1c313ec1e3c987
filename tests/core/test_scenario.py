"""The scenario contract, in process and as the command `garnet scenario`."""

from __future__ import annotations

import json

import pytest

from core.match import scenario
from core.refusal import NotAMatch
from tests.kit import forked

NAMES = ["Ada", "Bo", "Cy", "Di"]


def script(*steps, **more):
    return {
        "game": "parley-open",
        "seed": 7,
        "players": NAMES,
        "options": {},
        "setup": {},
        "steps": list(steps),
        **more,
    }


def play(*steps, **more):
    return scenario.play(scenario.read(json.dumps(script(*steps, **more))))


def test_every_step_has_its_result():
    told = play(
        {"player": "Ada", "orders": {"number": 4}},
        {"player": "Bo", "orders": {"number": 44}},
        {"player": "Bo", "action": {"kind": "wave", "to": "Ada"}},
        {"player": "Bo", "say": {"to": ["Ada"], "text": "deal?"}},
        {"player": "Cy", "withdraw": True},
        {"player": "Ada", "view": True},
        {"close": True},
    )
    assert [result["ok"] for result in told["results"]] == [True, False, True, True, True, True, True]
    assert told["results"][1]["error"]["code"] == "bad_number"
    assert told["results"][1]["error"]["message"]
    assert told["results"][5]["view"]["messages"][0]["text"] == "deal?"
    assert told["results"][6]["reports"]["Ada"] == {"points": 1, "won": True, "number": 4}
    assert set(told) == {"results", "views", "host", "outcome", "digest"}
    assert (told["host"]["phase"], told["host"]["round"], told["host"]["garnets"]["Ada"]) == ("round", 2, 0)
    assert told["outcome"] is None


def test_HH_06_what_a_scenario_leaves_out_is_the_usual():
    short = scenario.play(scenario.read(json.dumps({"game": "parley-open", "players": NAMES})))
    assert short == play(seed=0)
    with pytest.raises(NotAMatch):
        play({"player": "ada", "orders": {}})


def test_equal_inputs_give_equal_digests_and_other_seeds_others():
    one = play({"close": True})
    assert one == play({"close": True})
    assert one["digest"] != play({"close": True}, seed=8)["digest"]


@pytest.mark.parametrize(
    "step",
    [
        {"player": "Ada", "orders": []},
        {"player": "Ada", "orders": {"x": 1}},
        {"player": "Ada", "action": "wave"},
        {"player": "Ada", "say": "hello"},
        {"player": "Ada", "say": {"to": 5, "text": "x"}},
        {"player": "Ada", "say": {"to": ["Bo", 5], "text": "x"}},
        {"player": "Ada", "say": {"to": ["Bo"], "text": 5}},
        {"player": "Ada", "say": {"to": ["Bo"]}},
        {"player": "Ada", "say": {"to": ["Bo"], "text": "x", "more": 1}},
    ],
)
def test_CM_25_orders_or_actions_of_the_wrong_form_are_refused_steps(step):
    result = play(step)["results"][0]
    assert result["ok"] is False
    assert result["error"]["message"]


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"players": NAMES[:3]},
        {"players": ["Ada", "Bo", "Cy", "Ada"]},
        {"options": {"unknown": 1}},
        {"setup": {"unknown": 1}},
        {"setup": {"round": 4}},
        {"setup": {"round": 0}},
        {"setup": {"points": {"Zed": 1}}},
        {"seed": "seven"},
        {"extra": 1},
        {"steps": [{"player": "Zed", "orders": {}}]},
        {"steps": [{"orders": {}}]},
        {"steps": [{"player": "Ada"}]},
        {"steps": [{"player": "Ada", "orders": {}, "view": True}]},
        {"steps": [{"close": False}]},
        {"steps": [{"close": 1}]},
        {"steps": [{"close": True, "player": "Ada"}]},
        {"steps": [{"player": "Ada", "view": False}]},
        {"steps": ["close"]},
    ],
)
def test_a_file_that_is_no_scenario_is_refused_with_one_sentence(change):
    with pytest.raises(NotAMatch) as error:
        scenario.play(scenario.read(json.dumps({**script({"close": True}), **change})))
    assert "\n" not in error.value.message


def services(*words, given=""):
    return forked.services("scenario", *words, given=given)


def exodus(*steps, **more):
    players = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy"]
    return json.dumps({"game": "exodus", "seed": 7, "players": players, "steps": list(steps), **more})


def test_the_command_prints_one_document_and_exits_0_even_where_steps_were_refused(tmp_path):
    file = tmp_path / "scenario.json"
    file.write_text(exodus({"player": "Ada", "orders": {"offers": [{"to": "Ada", "give": "red"}]}}, {"close": True}))
    told = services(str(file))
    assert told.returncode == 0
    assert json.loads(told.stdout)["results"][0]["ok"] is False


def test_the_command_says_in_one_line_what_is_no_scenario(tmp_path):
    for given in ("not json", "[]", exodus(game="chess"), '{"game": "exodus"}', '"\\ud800"'):
        told = services("-", given=given)
        assert (told.returncode, told.stdout) == (2, "")
        assert len(told.stderr.strip().splitlines()) == 1
    missing = services(str(tmp_path / "missing.json"))
    assert missing.returncode == 2
    assert "cannot be read" in missing.stderr


def test_lines_answer_an_empty_line_too_so_that_lines_and_results_match():
    told = services("--lines", given=exodus() + "\n\n" + exodus() + "\n")
    assert [set(json.loads(line)) == {"error"} for line in told.stdout.splitlines()] == [False, True, False]


def test_lines_play_one_scenario_a_line_in_one_process():
    told = services("--lines", given="\n".join([exodus({"close": True}), "nonsense", exodus(seed=8)]) + "\n")
    assert told.returncode == 0
    first, second, third = map(json.loads, told.stdout.splitlines())
    assert first["results"][0]["ok"] is True
    assert set(second) == {"error"}
    assert third["host"]["round"] == 1
