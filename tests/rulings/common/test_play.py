"""Common rulings on orders, decisions, records and the host: CM-01 to CM-12, CM-26, CM-27."""

from __future__ import annotations

import hashlib

import pytest

from core.dice import Dice, commitment
from core.match import journal as j
from core.match import views
from core.match.closing import orders_in_force
from core.match.reducer import fold
from core.refusal import NotAMatch, Refused
from core.talk.channels import Deal
from tests.kit import play, the
from tests.kit.parley import ParleyOrders
from tests.kit.script import Script

OPEN = "parley-open"


def to_decision(points: dict[str, int]) -> Script:
    """Parley after its last close, with these points."""
    match = play(OPEN, setup={"points": points, "round": 3})
    match.close()
    return match


def finish(match: Script) -> None:
    """Let deadlines settle everything that is still pending."""
    while match.phase != "finished":
        match.close()


# --- orders ---------------------------------------------------------------------------------------------------------
def test_CM_01_illegal_orders_are_refused_and_the_earlier_ones_stay() -> None:
    match = play(OPEN)
    match.seal("Ada", {"number": 4})
    refusal = match.refused("Ada", {"number": 10})
    assert (refusal.code, refusal.ruling) == ("bad_number", "PA-01")
    assert match.host["orders"] == {"Ada": {"number": 4}}


def test_CM_01_empty_orders_are_legal_and_withdrawing_nothing_changes_nothing() -> None:
    match = play(OPEN)
    digest = match.digest
    match.withdraw("Ada")
    assert match.digest == digest
    match.seal("Ada", {})
    assert match.close()["Ada"] == {"points": 0, "won": False, "number": None}


def test_CM_01_withdrawing_nothing_is_accepted_in_the_decision_phase_too() -> None:
    match = to_decision({"Ada": 2, "Bo": 2})
    digest = match.digest
    match.withdraw("Ada")
    assert match.digest == digest


def test_CM_01_withdrawing_nothing_leaves_the_ready_mark() -> None:
    match = play(OPEN)
    match.ready("Ada")
    match.withdraw("Ada")
    assert list(match.match.ready) == ["Ada"]


def test_CM_01_after_the_end_only_talk_and_looking_go_on() -> None:
    match = to_decision({"Ada": 3, "Bo": 3, "Cy": 3, "Di": 3})
    assert match.phase == "finished"
    assert match.refused("Ada", {}).code == "finished"
    assert match.refused_do("Ada", {"kind": "wave", "to": "Bo"}).code == "finished"
    with pytest.raises(Refused, match="finished"):
        match.close()
    with pytest.raises(Refused, match="finished"):
        match.withdraw("Ada")
    match.say("Ada", "lounge", "good match")
    assert match.view("Bo")["messages"][-1]["text"] == "good match"


def test_CM_01_sealing_again_replaces_the_orders_whole() -> None:
    match = play(OPEN)
    match.seal("Ada", {"number": 4})
    match.seal("Ada", {})
    assert match.host["orders"] == {"Ada": {"number": None}}


def test_CM_02_a_seat_that_seals_nothing_does_nothing_and_is_told_so() -> None:
    match = play(OPEN)
    match.seal("Ada", {"number": 1})
    reports = match.close()
    assert reports["Bo"] == {"points": 0, "won": False, "number": None}
    assert match.view("Bo")["log"][0]["orders"] is None


# --- dice -----------------------------------------------------------------------------------------------------------
def test_CM_03_draws_are_named_and_do_not_shift_each_other() -> None:
    dice = Dice(7)
    first = [dice.draw("deal").below(1000) for _ in range(3)]
    assert first == [first[0]] * 3, "a name drawn afresh begins afresh"
    other = dice.draw("round 1: thefts")
    other.below(10)
    assert dice.draw("deal").below(1000) == first[0]
    assert [Dice(7).draw("x").below(6) for _ in range(2)] == [Dice(7).draw("x").below(6)] * 2


def test_CM_03_the_numbers_are_the_same_on_every_machine() -> None:
    """Fixed here once: whoever changes the dice changes every match there ever was."""
    draw = Dice(7).draw("deal")
    word = hashlib.sha256(hashlib.sha256(b"7\ndeal").digest() + (0).to_bytes(8, "big")).digest()[:8]
    assert draw.below(1 << 32) == int.from_bytes(word, "big") % (1 << 32)


def test_CM_03_every_face_of_a_draw_comes_up_about_equally_often() -> None:
    draw = Dice(1).draw("faces")
    counts = [0] * 6
    for _ in range(6000):
        counts[draw.below(6)] += 1
    assert all(850 < count < 1150 for count in counts)
    assert sorted(draw.sample(range(10), 10)) == list(range(10))


def test_CM_09_the_record_has_the_set_up_as_drawn_and_the_decisions() -> None:
    match = play(OPEN, setup={"points": {"Ada": 2, "Bo": 2}, "round": 3})
    drawn = match.host["players"]
    match.close()
    match.do("Ada", {"kind": "choose_candidate", "player": "Cy"})
    assert "choose_candidate" not in str(match.view("Bo")["log"])
    match.do("Bo", {"kind": "choose_candidate", "player": "Cy"})
    finish(match)
    record = match.view("Di")["record"]
    assert record["start"]["players"] == drawn
    votes = [(deed["seat"], deed["action"]["player"]) for deed in record["rounds"][-1]["actions"]]
    assert votes == [("Ada", "Cy"), ("Bo", "Cy")]


def test_CM_04_the_commitment_is_published_first_and_revealed_last() -> None:
    match = play(OPEN, setup={"round": 3, "points": {"Ada": 1}}, seed=11)
    view = match.view("Ada")
    assert "record" not in view
    assert str(match.match.header.nonce) not in str(view)
    finish(match)
    record = match.view("Ada")["record"]
    assert commitment(record["seed"], record["nonce"]) == view["commitment"]


def test_CM_04_a_journal_with_a_false_commitment_makes_no_match() -> None:
    header = play(OPEN).match.header
    with pytest.raises(NotAMatch, match="commitment"):
        fold(j.header_from_json({**j.as_json(header), "seed": 8}), ())


def test_CM_05_the_ranking_keeps_equal_seats_together_in_seat_order() -> None:
    match = to_decision({"Ada": 1, "Bo": 2, "Cy": 2, "Di": 1})
    finish(match)
    assert match.outcome is not None
    assert match.outcome["ranking"] == [["Bo", "Cy"], ["Ada", "Di"]]


def test_CM_06_tokens_are_ledger_entries_with_a_reason() -> None:
    match = to_decision({"Ada": 3, "Bo": 1})
    assert [(e.seat, e.coin, e.amount, e.reason) for e in match.match.state.ledger] == [
        ("Ada", "token", 1, "the most points")
    ]


# --- decisions ------------------------------------------------------------------------------------------------------
def test_CM_07_several_choosers_vote_and_may_change_until_all_have_voted() -> None:
    match = to_decision({"Ada": 2, "Bo": 2})
    assert match.pending is not None
    assert match.pending.by == ("Ada", "Bo")
    match.do("Ada", {"kind": "choose_candidate", "player": "Cy"})
    match.do("Ada", {"kind": "choose_candidate", "player": "Di"})
    assert match.host["pending"] == [{"kind": "choose_candidate", "by": ["Ada", "Bo"], "from": ["Cy", "Di"]}]
    match.do("Bo", {"kind": "choose_candidate", "player": "Di"})
    assert match.outcome is not None
    assert match.outcome["elimination_candidate"] == "Di"


def test_CM_07_lots_decide_among_equal_votes() -> None:
    found = set()
    for seed in range(12):
        match = play(OPEN, setup={"points": {"Ada": 2, "Bo": 2}, "round": 3}, seed=seed)
        match.close()
        match.do("Ada", {"kind": "choose_candidate", "player": "Cy"})
        match.do("Bo", {"kind": "choose_candidate", "player": "Di"})
        assert match.outcome
        assert "by lot" in str(match.view("Cy")["announcements"])
        found.add(match.outcome["elimination_candidate"])
    assert found == {"Cy", "Di"}


def test_CM_07_a_deadline_counts_the_votes_cast_and_settles_only_what_is_pending() -> None:
    match = to_decision({"Ada": 2, "Bo": 2})
    match.do("Bo", {"kind": "choose_candidate", "player": "Di"})
    match.close()
    assert match.outcome is not None
    assert match.outcome["elimination_candidate"] == "Di"
    single = to_decision({"Ada": 3})
    single.close()  # no vote: lots name the candidate, and the tokens are pending now
    assert single.pending is not None
    assert single.pending.kind == "give_tokens"
    assert "by lot" in str(single.view("Bo")["announcements"])


def test_CM_07_a_choice_of_several_is_pending_in_the_same_form_as_a_choice_of_one() -> None:
    match = to_decision({"Ada": 3})
    match.do("Ada", {"kind": "choose_candidate", "player": "Bo"})
    (pending,) = match.host["pending"]
    assert sorted(pending) == ["by", "from", "kind"]
    assert (pending["kind"], pending["by"]) == ("give_tokens", ["Ada"])


def test_CM_07_orders_and_other_actions_are_refused_in_the_decision_phase() -> None:
    match = to_decision({"Ada": 2, "Bo": 2})
    assert match.refused("Ada", {"number": 1}).code == "no_orders_now"
    assert match.refused_do("Ada", {"kind": "wave", "to": "Bo"}).code == "wrong_form"
    assert match.refused_do("Cy", {"kind": "choose_candidate", "player": "Di"}).code == "not_yours"
    assert match.refused_do("Ada", {"kind": "choose_opponent", "player": "Di"}).code == "not_pending"
    assert match.refused_do("Ada", {"kind": "choose_candidate", "player": "Ada"}).code == "cannot_be_chosen"
    assert match.refused_do("Ada", {"kind": "choose_candidate", "player": "Di", "x": 1}).code == "wrong_form"
    with pytest.raises(Refused):
        match.ready("Ada")


def test_CM_07_nothing_to_decide_goes_straight_to_finished() -> None:
    match = to_decision({"Ada": 1, "Bo": 1, "Cy": 1, "Di": 1})
    assert match.phase == "finished"
    assert match.outcome is not None
    assert match.outcome["elimination_candidate"] is None


def test_CM_08_the_opponent_is_chosen_among_seats_without_a_token() -> None:
    match = to_decision({"Ada": 3, "Bo": 1, "Cy": 1})
    match.do("Ada", {"kind": "give_tokens", "players": ["Bo"]})
    assert match.outcome == {
        "winners": ["Ada"],
        "elimination_candidate": "Di",
        "death_match_opponent": "Cy",  # the only one left: the match answered itself
        "tokens_of_life": {"Ada": 1, "Bo": 1},
        "garnets": {},
        "ranking": [["Ada"], ["Bo", "Cy"], ["Di"]],
    }


def test_CM_08_a_candidate_may_name_any_other_where_nobody_holds_a_token() -> None:
    match = to_decision({"Ada": 3, "Bo": 1, "Cy": 1})
    match.do("Ada", {"kind": "give_tokens", "players": ["Bo"]})
    assert match.refused_do("Di", {"kind": "choose_opponent", "player": "Cy"}).code == "finished"


# --- views, records, logs -------------------------------------------------------------------------------------------
def test_CM_09_secrets_stay_out_of_every_other_view_until_the_end() -> None:
    words = {"Ada": "canary-a", "Bo": "canary-b", "Cy": "canary-c", "Di": "canary-d"}
    match = play(OPEN, setup={"words": words, "points": {"Ada": 1}, "round": 3})
    match.seal("Bo", {"number": 7})
    assert "canary-b" not in str(match.view("Ada"))
    assert match.view("Ada")["orders"] is None
    match.close()
    assert match.phase == "decision"
    assert "canary-b" not in str(match.view("Ada"))
    finish(match)
    assert match.view("Ada")["record"]["rounds"][0]["orders"] == {"Bo": {"number": 7}}
    assert match.view("Ada")["record"]["host"]["players"]["Bo"]["word"] == "canary-b"


def test_CM_09_reveal_false_keeps_the_record_with_the_host() -> None:
    match = play(OPEN, setup={"points": {"Ada": 1, "Bo": 1, "Cy": 1, "Di": 1}, "round": 3}, options={"reveal": False})
    match.close()
    assert match.phase == "finished"
    assert "record" not in match.view("Ada")
    assert match.view("Ada")["outcome"] is not None


def test_CM_09_conversations_are_not_part_of_the_record() -> None:
    match = play(OPEN, setup={"points": {"Ada": 1, "Bo": 1, "Cy": 1, "Di": 1}, "round": 3})
    match.say("Ada", ["Bo"], "canary-talk")
    match.close()
    assert "canary-talk" in str(match.view("Bo"))
    assert "canary-talk" not in str(match.view("Cy"))


def test_CM_10_a_seat_looks_back_at_what_it_ordered_and_was_told() -> None:
    match = play(OPEN)
    match.seal("Ada", {"number": 5})
    match.do("Bo", {"kind": "wave", "to": "Ada"})
    match.close()
    log = match.view("Ada")["log"]
    assert log[0]["orders"] == {"number": 5}
    assert log[0]["report"] == {"points": 1, "won": True, "number": 5}
    assert log[0]["notices"][0]["text"] == "Bo turned to you."
    assert match.view("Bo")["log"][0]["actions"] == [{"kind": "wave", "to": "Ada"}]
    assert match.view("Cy")["log"][0]["notices"] == []


# --- the host -------------------------------------------------------------------------------------------------------
def test_CM_11_HH_03_a_rewind_keeps_the_dice_and_the_orders_as_drafts() -> None:
    match = play(OPEN)
    match.seal("Ada", {"number": 5})
    first = match.close()
    match.seal("Bo", {"number": 3})
    match.apply(j.Rewound(round=1))
    assert (match.round, match.host["orders"]) == (1, {})
    assert match.match.drafts["Ada"].orders == {"number": 5}
    assert match.view("Ada")["log"] == [{"round": 1, "orders": None, "actions": [], "notices": [], "report": None}]
    match.seal("Ada", {"number": 5})
    assert match.close() == first
    assert "went back" in str(match.view("Cy")["announcements"])


def test_CM_11_a_rewind_to_a_round_never_played_is_refused() -> None:
    match = play(OPEN)
    with pytest.raises(Refused) as error:
        match.apply(j.Rewound(round=2))
    assert error.value.code == "no_such_round"


def test_CM_11_a_rewind_takes_actions_and_notices_back() -> None:
    match = play(OPEN)
    match.do("Ada", {"kind": "wave", "to": "Bo"})
    match.apply(j.Rewound(round=1))
    assert match.notices("Bo") == []
    assert match.match.actions == ()


def test_CM_11_every_power_is_announced_to_every_seat() -> None:
    match = play(OPEN, round_seconds=60.0)
    told: list[tuple[j.AnyEntry, str]] = [
        (j.Paused(at=10.0), "stopped"),
        (j.Resumed(at=20.0), "runs again"),
        (j.DeadlineMoved(at=20.0, deadline=500.0), "moved"),
        (j.HandedOver(seat="Ada", holder="bot:steady"), "bot"),
        (j.Announced(text="Supper at eight"), "Supper"),
    ]
    for entry, word in told:
        match.apply(entry)
        for seat in match.match.seats:
            assert word in match.view(seat)["announcements"][-1]["text"]


def clock(match: Script) -> tuple[float | None, float | None]:
    """When the round closes, and what was left of it when it was stopped."""
    return match.match.deadline, match.match.seconds_left


def test_CM_11_a_pause_keeps_the_time_that_was_left() -> None:
    match = play(OPEN, round_seconds=60.0)
    assert clock(match) == (60.0, None)
    match.apply(j.Paused(at=10.0))
    assert clock(match) == (None, 50.0)
    match.apply(j.Resumed(at=100.0))
    assert match.match.deadline == 150.0
    with pytest.raises(Refused):
        match.apply(j.Resumed(at=101.0))
    with pytest.raises(Refused, match="past"):
        match.apply(j.DeadlineMoved(at=100.0, deadline=99.0))


def test_CM_12_HH_05_the_decision_phase_tells_winners_tokens_and_what_is_pending() -> None:
    match = to_decision({"Ada": 2, "Bo": 2})
    for seat in match.match.seats:
        told = match.view(seat)["decision"]
        assert told["winners"] == ["Ada", "Bo"]
        assert told["tokens_of_life"] == {"Ada": 1, "Bo": 1}
        assert told["elimination_candidate"] is None
        assert told["pending"] == [{"kind": "choose_candidate", "by": ["Ada", "Bo"], "from": ["Cy", "Di"]}]
    match.do("Ada", {"kind": "choose_candidate", "player": "Cy"})
    assert match.view("Di")["decision"]["pending"][0]["by"] == ["Ada", "Bo"]
    assert "Cy" not in str(match.view("Di")["announcements"]), "a vote is secret until the choice is made"


# --- briefing, ready marks, drafts ----------------------------------------------------------------------------------
def test_CM_26_in_the_briefing_seats_talk_and_are_ready_but_do_not_order() -> None:
    match = play(OPEN, briefing=True)
    assert match.phase == "briefing"
    assert match.refused("Ada", {"number": 1}).code == "no_orders_now"
    assert match.refused_do("Ada", {"kind": "wave", "to": "Bo"}).code == "no_actions_now"
    match.say("Ada", "lounge", "hello")
    match.ready("Ada")
    match.close()
    assert (match.phase, match.round) == ("round", 1)


def test_CM_27_HH_07_what_asks_for_an_answer_takes_the_ready_mark_away() -> None:
    match = play(OPEN)
    for seat in ("Ada", "Bo", "Cy"):
        match.ready(seat)
    match.do("Ada", {"kind": "wave", "to": "Bo"})
    assert list(match.match.ready) == ["Ada", "Cy"]
    match.apply(j.Said(author="Ada", to=("Cy",), text="deal?", deal=Deal(give="1", want="2")))
    assert list(match.match.ready) == ["Ada"]
    match.say("Bo", ["Ada"], "just talk")
    match.apply(j.Said(author="Bo", to="lounge", text="anyone?", deal=Deal(give="1", want="2")))
    assert list(match.match.ready) == ["Ada"]
    match.ready("Ada", False)
    assert list(match.match.ready) == []


def test_HH_02_a_valid_draft_counts_at_the_deadline_only_if_its_player_says_so() -> None:
    match = play(OPEN)
    match.seal("Ada", {"number": 1})
    match.apply(j.Drafted(author="Ada", orders={"number": 2}, counts=True))
    match.apply(j.Drafted(author="Bo", orders={"number": 3}, counts=False))
    match.apply(j.Drafted(author="Cy", orders={"number": 99}, counts=True))
    assert {s: the(ParleyOrders, o).number for s, o in orders_in_force(match.match, "deadline").items()} == {"Ada": 2}
    assert {s: the(ParleyOrders, o).number for s, o in orders_in_force(match.match, "host").items()} == {"Ada": 1}
    assert match.close("deadline")["Ada"]["number"] == 2


def test_orders_meant_for_a_closed_round_are_refused_in_words() -> None:
    match = play(OPEN)
    match.close()
    with pytest.raises(Refused) as error:
        match.apply(j.Sealed(author="Ada", orders={}, round=1))
    assert error.value.code == "too_late"


@pytest.mark.parametrize(
    ("players", "code"),
    [
        (("Ada", "Bo"), "wrong_seats"),
        (("Ada", "Bo", "Cy", "Ada"), "equal_names"),
        (("Ada", "Bo", "Cy", "ada"), "equal_names"),
        (("Ada", "Bo", "Cy", ""), "bad_name"),
        (("Ada", "Bo", "Cy", "D\x1bi"), "bad_name"),
        (("Ada", "Bo", "Cy", "[red]Di"), "bad_name"),
        (("Ada", "Bo", "Cy", "D" * 25), "bad_name"),
    ],
)
def test_HH_01_seats_that_make_no_match_are_refused_in_words(players: tuple[str, ...], code: str) -> None:
    with pytest.raises(NotAMatch) as error:
        play(OPEN, players=players)
    assert error.value.code == code


def test_the_digest_does_not_depend_on_time_or_nonce() -> None:
    first, second = play(OPEN), play(OPEN, made_at=99.0)
    assert views.digest(first.match) == views.digest(second.match)
