"""Who kept which word, from one seat's own talk and reports."""

from __future__ import annotations

from core.games.trading.reviewing import PromiseRecord, broken_promises, promise_records
from core.match import journal as j
from core.match.views import log, readable_messages
from core.narration.telling import story
from core.talk.channels import Deal
from tests.kit import NAMES, play
from tests.kit.script import Script

HANDS = {seat: ["red", "blue", "green", "white", "black"] for seat in NAMES[:9]}


def agreed(script: Script, a: str, b: str, give: str, want: str) -> None:
    """`a` proposes to `b`, and `b` says the same."""
    script.apply(j.Said(author=a, to=(b,), text="?", deal=Deal(give, want)))
    script.apply(j.Said(author=b, to=(a,), text="!", deal=Deal(want, give)))


def played() -> Script:
    """Round 1: Bo keeps to Ada, Cy gives something else, Di nothing. Ada herself lets Ed down."""
    script = play("exodus", setup={"hands": HANDS})
    agreed(script, "Ada", "Bo", "red", "blue")
    agreed(script, "Ada", "Ed", "white", "white")
    script.seal("Ada", {"offers": [{"to": "Bo", "give": "red"}, {"to": "Cy", "give": "green"}]})
    agreed(script, "Ada", "Cy", "green", "white")
    script.seal("Bo", {"offers": [{"to": "Ada", "give": "blue"}]})
    script.seal("Cy", {"offers": [{"to": "Ada", "give": "black"}]})
    script.close()
    agreed(script, "Ada", "Di", "red", "blue")
    script.seal("Ada", {"offers": [{"to": "Di", "give": "blue"}]})
    script.close()
    return script


def test_words_are_counted_as_kept_broken_or_only_given() -> None:
    script = played()
    reports = {entry.round: entry.report for entry in log(script.match, "Ada") if entry.report is not None}
    told = promise_records("Ada", readable_messages(script.match, "Ada"), reports)
    assert told == {
        "Bo": PromiseRecord(1, 1, 0),
        "Cy": PromiseRecord(1, 0, 1),
        "Di": PromiseRecord(1, 0, 1),
        "Ed": PromiseRecord(1, 0, 0),
    }
    assert broken_promises("Ada", readable_messages(script.match, "Ada"), 1, reports[1]) == {"Cy": "white"}


def test_CM_09_a_broken_word_stands_in_the_story_of_those_to_whom_it_was_given_alone() -> None:
    script = played()
    own = [turn for turn in story(script.match, "Ada").turns if turn.kind == "broken word"]
    assert [(turn.round, turn.seats) for turn in own] == [(1, ("Cy", "Ada")), (2, ("Di", "Ada"))]
    assert "had agreed to give Ada 1 white cube and gave 1 black cube" in own[0].text
    assert "offered nothing" in own[1].text
    for other in ("Bo", "Ed"):
        assert not [turn for turn in story(script.match, other).turns if turn.kind == "broken word"]
