"""Common rulings on talk: CM-20 to CM-25."""

from __future__ import annotations

import pytest

from core.match import journal as j
from core.match.reducer import apply
from core.refusal import Refused
from core.talk.channels import LONGEST, Rules, partners, readers, rooms
from tests.kit import Script, play


def to_the_end(match: Script) -> Script:
    while match.phase != "finished":
        match.close()
    return match


def test_CM_20_open_lounge_pairs_and_groups() -> None:
    match = play("parley-open")
    match.say("Ada", "lounge", "to all")
    match.say("Ada", ["Bo"], "to Bo")
    match.say("Ada", ["Cy", "Bo"], "to two")
    assert [m["text"] for m in match.view("Di")["messages"]] == ["to all"]
    assert [m["text"] for m in match.view("Bo")["messages"]] == ["to all", "to Bo", "to two"]
    assert match.view("Bo")["messages"][2]["readers"] == ["Ada", "Bo", "Cy"]
    assert match.refused_say("Ada", "realm", "x").code == "no_realms"


def test_CM_21_realms_are_free_inside_and_closed_across() -> None:
    match = play("parley-realms")
    match.say("Ada", "realm", "north only")
    match.say("Ada", ["Bo"], "pair")
    assert match.refused_say("Ada", "lounge", "x").ruling == "CM-21"
    assert match.refused_say("Ada", ["Cy"], "x").code == "line_closed"
    assert match.view("Cy")["messages"] == []
    assert [m["text"] for m in match.view("Bo")["messages"]] == ["north only", "pair"]


def test_CM_21_a_line_across_opens_for_its_pair_and_its_round_alone() -> None:
    match = play("parley-realms")
    match.do("Ada", {"kind": "line", "to": "Cy"})
    match.say("Cy", ["Ada"], "across")
    assert match.refused_say("Bo", ["Cy"], "x").code == "line_closed"
    match.close()
    assert match.refused_say("Ada", ["Cy"], "x").code == "line_closed"
    assert match.view("Ada")["messages"][0]["text"] == "across"


def test_CM_22_limited_is_the_lounge_and_lines_that_the_game_opens() -> None:
    match = play("parley-limited")
    match.say("Ada", "lounge", "to all")
    assert match.refused_say("Ada", ["Bo"], "x").ruling == "CM-22"
    match.do("Ada", {"kind": "line", "to": "Bo"})
    match.say("Bo", ["Ada"], "on the line")
    assert match.refused_say("Ada", ["Bo", "Cy"], "x").code == "pair_closed"
    assert match.refused_say("Cy", ["Ada"], "x").code == "pair_closed"
    match.close()
    assert match.refused_say("Ada", ["Bo"], "x").code == "pair_closed"


def test_CM_23_a_closed_channel_stays_readable_to_those_who_were_in_it() -> None:
    match = play("parley-limited")
    match.do("Ada", {"kind": "line", "to": "Bo"})
    match.say("Bo", ["Ada"], "on the line")
    match.close()
    assert [m["text"] for m in match.view("Ada")["messages"]] == ["on the line"]
    assert match.view("Cy")["messages"] == []


def test_CM_24_limited_opens_at_the_close_that_ends_the_last_round() -> None:
    match = play("parley-limited", setup={"round": 3, "points": {"Ada": 2}})
    assert match.refused_say("Ada", ["Bo"], "x").code == "pair_closed"
    match.close()
    assert match.phase == "decision"
    match.say("Ada", ["Bo", "Cy"], "now it is open")


def test_CM_24_realms_stay_closed_during_decisions_and_open_when_finished() -> None:
    match = play("parley-realms", setup={"round": 3, "points": {"Ada": 2}})
    match.do("Ada", {"kind": "line", "to": "Cy"})
    match.close()
    assert match.phase == "decision"
    assert match.refused_say("Ada", ["Cy"], "x").code == "line_closed"
    assert match.refused_say("Ada", "lounge", "x").code == "lounge_closed"
    to_the_end(match)
    match.say("Ada", ["Cy", "Di"], "open")
    match.say("Ada", "lounge", "open too")


def test_CM_24_the_briefing_has_the_same_policy() -> None:
    match = play("parley-limited", briefing=True)
    match.say("Ada", "lounge", "hello")
    assert match.refused_say("Ada", ["Bo"], "x").code == "pair_closed"


def test_CM_25_across_realms_a_message_has_exactly_one_recipient() -> None:
    match = play("parley-realms")
    match.do("Ada", {"kind": "line", "to": "Cy"})
    match.do("Ada", {"kind": "line", "to": "Di"})
    assert match.refused_say("Ada", ["Cy", "Di"], "x").code == "group_across"
    assert match.refused_say("Ada", ["Bo", "Cy"], "x").code == "group_across"
    match.say("Ada", ["Cy"], "one")


@pytest.mark.parametrize(
    ("to", "text", "code"),
    [
        ("lounge", "", "no_text"),
        ("lounge", "  \n ", "no_text"),
        ("lounge", "\u200b\u2060\u202e\x1b", "no_text"),
        ("lounge", "\u3164 \u2800\ufe0f\U000e0100", "no_text"),
        (["Bo"], "\u200b", "no_text"),
        ([], "x", "nobody_addressed"),
        (["Ada"], "x", "to_oneself"),
        (["Bo", "Ada"], "x", "to_oneself"),
        (["Zed"], "x", "not_seated"),
        (["Bo", "Bo"], "x", "named_twice"),
        ("attic", "x", "unknown_channel"),
        ("lounge", "x" * (LONGEST + 1), "too_long"),
    ],
)
def test_CM_25_messages_that_are_refused(to: str | list[str], text: str, code: str) -> None:
    assert play("parley-open").refused_say("Ada", to, text).code == code


def test_CM_25_a_message_of_invisible_characters_in_a_journal_from_before_is_still_read() -> None:
    match, _ = apply(play("parley-open").match, j.Said(author="Ada", to="lounge", text="\u200b"))
    assert match.messages[-1].text == "\u200b"


def test_CM_25_a_message_of_exactly_two_thousand_characters_is_said() -> None:
    match = play("parley-open")
    match.say("Ada", "lounge", "x" * 2000)
    assert len(match.view("Bo")["messages"][0]["text"]) == 2000


@pytest.mark.parametrize(
    "orders",
    [{"numbers": 1}, {"number": "1"}, {"number": 1.0}, {"number": True}, {"number": [1]}, {"number": 1, "x": 2}],
)
def test_CM_25_unknown_keys_and_wrong_types_are_refused(orders: dict[str, object]) -> None:
    match = play("parley-open")
    assert match.refused("Ada", orders).code == "wrong_form"
    assert match.host["orders"] == {}


@pytest.mark.parametrize("action", [{}, {"kind": "dance"}, {"kind": "wave"}, {"kind": "wave", "to": "Bo", "x": 1}])
def test_CM_25_actions_of_the_wrong_form_are_refused(action: dict[str, object]) -> None:
    assert play("parley-open").refused_do("Ada", action).code == "wrong_form"


def test_partners_and_rooms_say_what_readers_allows() -> None:
    for policy in ("open", "realms", "limited"):
        for phase in ("briefing", "pregame", "round", "decision", "finished"):
            realms = {"a": "n", "b": "n", "c": "s"} if policy == "realms" else {}
            rules = Rules(policy, phase, ("a", "b", "c"), realms, (("a", "c"),))
            for other in ("b", "c"):
                assert (other in partners(rules, "a")) == said(rules, [other])
            for room in ("lounge", "realm"):
                assert (room in rooms(rules, "a")) == said(rules, room)


def said(rules: Rules, to: str | list[str]) -> bool:
    try:
        readers(rules, "a", to, "hello")
    except Refused:
        return False
    return True
