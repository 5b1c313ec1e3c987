"""Random scenarios through `garnet scenario --lines`: a few of what `python -m tests.kit.scenarios` plays, and proof
that its judge sees what is not well-formed."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from core.games import MODULES
from core.match.scenario import play, read
from tests.kit.depth import deep
from tests.kit.forked import services
from tests.kit.scenarios import Line, answers, judge, lines
from tests.kit.wellformed import faults, faults_of_none


@pytest.mark.parametrize("game", MODULES)
def test_random_scenarios_are_answered_in_the_form_of_the_contract(game: str) -> None:
    given = lines(game, deep(8, 3), seed=5)
    printed, trouble, _ = answers(given, lambda text: services("scenario", "--lines", given=text))
    tally: Counter[str] = Counter()
    assert judge(given, printed, tally) == []
    assert trouble == ""
    assert tally["steps"] > 0


def finished() -> tuple[dict[str, Any], dict[str, Any]]:
    """A script and its well-formed answer."""
    script = next(line.script for line in lines("famine", 8, seed=2) if line.digest and line.script)
    return script, json.loads(json.dumps(play(read(json.dumps(script))), sort_keys=True))


SPOIL: dict[str, Callable[[dict[str, Any]], Any]] = {
    "the keys": lambda a: a.pop("digest"),
    "results": lambda a: a["results"].pop(),
    "views of": lambda a: a["views"].pop("Bo"),
    "belongs to": lambda a: a["views"]["Bo"].update(seat="Ada"),
    "the view of Bo": lambda a: a["views"]["Bo"]["view"].update(secret=1),
    "host.players.Cy lacks": lambda a: a["host"]["players"]["Cy"].pop("gems"),
    "the outcome is None": lambda a: a.update(outcome=None),
    "ranking": lambda a: a["outcome"]["ranking"].pop(),
    "garnets": lambda a: a["host"]["garnets"].update(Ada=-1),
}


@pytest.mark.parametrize("fault", [*SPOIL, "no sentence"])
def test_the_judge_sees_an_answer_that_is_not_well_formed(fault: str) -> None:
    script, answer = finished()
    assert faults(script, answer) == []
    other = copy.deepcopy(answer)
    if fault == "no sentence":
        other["results"][0] = {"ok": False, "error": {"code": "No", "message": "no"}}
    else:
        SPOIL[fault](other)
    assert any(fault in found for found in faults(script, other))


def test_the_judge_sees_errors_repeats_and_other_ends() -> None:
    script, answer = finished()
    text = json.dumps(answer)
    assert judge([Line("a", script, "0" * 64)], [text], Counter()) != []
    assert judge([Line("a", script)], ['{"error": "no"}'], Counter()) != []
    assert judge([Line("a", script)] * 2, [text, text.replace("finished", "round")], Counter()) != []
    assert judge([Line("a", script)], [], Counter()) != []
    assert faults_of_none(answer) != []
    assert faults_of_none({"error": "The rules failed on this scenario: x"}) != []
    assert faults_of_none({"error": "This is not a scenario: x."}) == []
