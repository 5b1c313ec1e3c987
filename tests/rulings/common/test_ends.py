"""What is told of the end while it is being decided, and afterwards: CM-13 to CM-15."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from core.match import journal as j
from core.match.scenario import play as play_scenario
from core.match.scenario import read
from core.narration.telling import story
from core.table.seat import Seat
from tests.kit import NAMES, ending, play
from tests.kit.house import open_house
from tests.kit.script import Script

EIGHT = NAMES[:8]

Json = dict[str, Any]


def drawn(**options: bool) -> Script:
    """Famine after its last close: all have equal Favor, so nobody won and lots drew the candidate among Bo and Cy, who
    hold the onyx (FA-11, FA-12)."""
    hands = {seat: ["onyx"] if seat in ("Bo", "Cy") else ["ruby"] for seat in EIGHT}
    match = play(
        "famine", setup={"round": 7, "hands": hands, "favor": dict.fromkeys(EIGHT, 10)}, options=options
    )  # fmt: skip
    match.close()
    return match


@pytest.mark.parametrize("reveal", [True, False])
def test_CM_13_who_was_equal_is_told_to_those_seats_alone_until_the_match_has_finished(reveal: bool) -> None:
    match = drawn(reveal=reveal)
    assert match.phase == "decision"
    candidate = ending(match).candidate
    sentence = f"{candidate} is the Elimination Candidate, drawn by lot among Bo, Cy."
    views = {seat: match.view(seat) for seat in (*EIGHT, None)}
    assert [seat for seat, view in views.items() if sentence in view["decision"]["lots"]] == ["Bo", "Cy"]
    assert [seat for seat, view in views.items() if "drawn by lot among" in str(view)] == ["Bo", "Cy"]
    for seat, view in views.items():
        assert view["decision"]["elimination_candidate"] == candidate, seat
        told = str(story(match.match, seat))
        assert ("by lot among Bo, Cy" in told) == (seat in ("Bo", "Cy")), seat
    match.close()
    assert match.phase == "finished"
    for seat in (*EIGHT, None):
        view = match.view(seat)
        assert view["decision"]["lots"] == [sentence]
        assert sentence in [told["text"] for told in view["announcements"]]


def test_CM_13_a_match_that_is_ended_without_a_result_tells_nobody_else() -> None:
    table = open_house().make(
        "famine", EIGHT,
        setup={
            "round": 7, "favor": dict.fromkeys(EIGHT, 10),
            "hands": {seat: ["onyx"] if seat in ("Bo", "Cy") else ["ruby"] for seat in EIGHT},
        },
    )  # fmt: skip
    table.submit(j.Closed())
    table.submit(j.Ended())
    assert [len((Seat(table, seat).end() or {})["lots"]) for seat in ("Ada", "Bo", "Cy", None)] == [0, 1, 1, 0]


def test_CM_14_the_outcome_is_told_to_all_whatever_the_record() -> None:
    ends = []
    for reveal in (True, False):
        match = drawn(reveal=reveal)
        match.close()
        view = match.view("Ada")
        assert ("record" in view) == reveal
        ends.append(view["outcome"])
    assert ends[0] == ends[1]
    assert ends[0]["ranking"] == [list(EIGHT)]
    assert set(ends[0]) == {
        "winners", "elimination_candidate", "death_match_opponent", "tokens_of_life", "garnets", "ranking",
    }  # fmt: skip


# --- the report of a decision's close -------------------------------------------------------------------------------
def decided(*steps: Json) -> list[Json]:
    """The report of the last close of a Parley match of four in which Bo to Di are level at the end."""
    scenario = {
        "game": "parley-open", "players": NAMES[:4], "setup": {"round": 3, "points": {"Ada": 2, "Bo": 2}},
        "steps": [{"close": True}, *steps, {"close": True}],
    }  # fmt: skip
    reports: Json = play_scenario(read(json.dumps(scenario)))["results"][-1]["reports"]
    assert set(reports) == set(NAMES[:4])
    assert Counter(str(report) for report in reports.values()).most_common(1)[0][1] == 4, "the same for every seat"
    found: list[Json] = reports["Ada"]["decided"]
    return found


def names(seat: str, player: str) -> Json:
    return {"player": seat, "action": {"kind": "choose_candidate", "player": player}}


def test_CM_15_the_close_of_a_decision_says_what_it_settled_and_how() -> None:
    voted = decided(names("Ada", "Di"))
    assert voted == [
        {"kind": "choose_candidate", "chosen": ["Di"], "how": "votes"},
        {"kind": "choose_opponent", "chosen": ["Cy"], "how": "only"},
    ]
    by_lot, then = decided()
    assert (by_lot["kind"], by_lot["how"]) == ("choose_candidate", "lots")
    assert sorted([*by_lot["chosen"], *then["chosen"]]) == ["Cy", "Di"]


def test_CM_15_equal_votes_are_told_from_no_votes() -> None:
    match = play("parley-open", setup={"round": 3, "points": {"Ada": 2, "Bo": 2}})
    match.close()
    match.do("Ada", {"kind": "choose_candidate", "player": "Cy"})
    assert not match.match.decided
    match.do("Bo", {"kind": "choose_candidate", "player": "Di"})
    assert [made.settled_by for made in match.match.decided] == ["lots_among_votes", "only"]


def test_CM_15_CM_11_going_back_takes_the_choices_back() -> None:
    match = play("parley-open", setup={"round": 3, "points": {"Ada": 2, "Bo": 1}})
    match.close()
    match.do("Ada", {"kind": "choose_candidate", "player": "Cy"})
    assert [made.kind for made in match.match.decided] == ["choose_candidate"]
    match.apply(j.Rewound(round=3))
    assert not match.match.decided
