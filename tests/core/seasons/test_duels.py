"""Duels of a season in a house: they decide the death match, are played again when drawn, and end when nothing
waits for them."""

from __future__ import annotations

import pytest

from core.match import journal as matches
from core.match import views
from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.opening import EpisodeWish
from core.seasons.outcome import Outcome
from core.seasons.words import digest
from core.table.host_controls import HostControls
from tests.core.seasons.hosted import CAST, Hosted


def to_the_duel(at: Hosted) -> None:
    """An episode booked, with Ada as candidate against Bo."""
    at.desk.open(EpisodeWish("elsewhere"))
    at.desk.book(Outcome(ranking=(CAST,), elimination_candidate="Ada", death_match_opponent="Bo"))


def test_SE_08_a_duel_of_the_house_decides_the_death_match() -> None:
    at = Hosted(purse=4)
    with pytest.raises(Refused):
        at.desk.duel("black_and_white")
    to_the_duel(at)
    with pytest.raises(Refused) as caught:
        at.desk.duel("exodus")
    assert caught.value.code == "no_duel"
    made = at.desk.duel("black_and_white")
    header = at.house.table(made.match).match.header
    assert (header.seats, header.season, header.title) == (("Ada", "Bo"), "spring-1", "Spring 1: Ada against Bo")
    assert header.holders == {"Ada": "person:ada", "Bo": "person:bo"}
    assert header.round_seconds == 60.0
    with pytest.raises(Refused) as caught:
        at.desk.duel("black_and_white")
    assert caught.value.code == "duel_runs"
    play_duel(at, made.match)
    assert (at.last["duel"], at.json["phase"]) == (made.match, "between")
    assert {at.last["winner"], at.last["out"]} == {"Ada", "Bo"}
    assert at.json["cast"][at.last["winner"]]["purse"] == 8
    before = digest(at.live.season)
    assert digest(at.again().live.season) == before


def play_duel(at: Hosted, match: str, drawn: bool = False) -> None:
    """Play it to the end: Ada lets every turn pass, so lays her lowest tile, and Bo lays one more; or both
    let every turn pass, which is a draw."""
    table = at.house.table(match)
    if table.match.phase == "briefing":
        table.submit(matches.Closed())
    while table.match.phase != "finished":
        view = views.host(table.match)
        if not drawn and view["turn"] == "Bo":
            hand = view["hands"]["Bo"]
            table.submit(matches.Sealed(author="Bo", orders={"tile": min([n for n in hand if n] or hand)}))
        table.submit(matches.Closed())


def test_SE_08_a_drawn_duel_is_played_again_and_only_then_booked() -> None:
    at = Hosted()
    to_the_duel(at)
    first = at.desk.duel("black_and_white")
    play_duel(at, first.match, drawn=True)  # nobody orders: both lay their lowest, every trick is equal
    assert at.json["phase"] == "death_match"
    assert "again" in at.json["news"][-1]["text"]
    at = at.again()
    assert at.json["news"][-1]["text"].count("again") == 1
    second = at.desk.duel("black_and_white")
    assert second.match != first.match
    play_duel(at, second.match)
    assert at.json["phase"] == "between"


def test_SE_08_a_duel_that_nothing_waits_for_is_ended() -> None:
    for undo in (
        lambda at: at.desk.leave_out("they made peace"),
        lambda at: at.desk.unbook(),
        lambda at: at.desk.correct({"Ada": j.CastCorrection(in_=False)}, "Ada left"),
        lambda at: at.desk.death_match("Bo"),
        lambda at: at.desk.death_match(None),
    ):
        at = Hosted()
        to_the_duel(at)
        made = at.desk.duel("black_and_white")
        undo(at)
        assert at.house.table(made.match).match.abandoned
        assert not at.seasons.running(at.live)


def test_SE_08_a_duel_that_a_kill_left_running_is_ended_at_the_next_start() -> None:
    at = Hosted()
    to_the_duel(at)
    made = at.desk.duel("black_and_white")
    at.live.submit(j.LeftOut(reason="they made peace"))  # the entry, and then the house died
    assert not at.house.table(made.match).match.abandoned
    assert at.again().house.table(made.match).match.abandoned


def test_SE_14_a_duel_ended_without_a_result_decides_nothing() -> None:
    at = Hosted()
    to_the_duel(at)
    made = at.desk.duel("black_and_white")
    at.house.table(made.match).submit(matches.Ended(reason="rain"))
    assert at.json["phase"] == "death_match"
    at.desk.duel("black_and_white")
    at.desk.death_match("Ada")
    assert at.last["out"] == "Bo"


def test_SE_11_a_final_takes_a_duel_after_the_other() -> None:
    at = Hosted()
    at.desk.correct({name: j.CastCorrection(in_=False) for name in ("Cy", "Di", "Ed")}, "left")
    at.desk.final(3)
    for _ in range(2):
        play_duel(at, at.desk.duel("black_and_white").match)
    assert at.last["final"]["won"] == {"Ada": 0, "Bo": 2}
    assert (at.json["phase"], at.json["winner"]) == ("finished", "Bo")
    at.desk.unbook()
    assert (at.json["phase"], at.json["episodes"]) == ("between", [])
    assert at.again().json["phase"] == "between"


def test_HH_10_a_seat_with_another_name_is_booked_under_the_name_of_the_cast() -> None:
    at = Hosted()
    to_the_duel(at)
    made = at.desk.duel("black_and_white")
    HostControls(at.house.table(made.match)).rename("Bo", "Bobby")
    table = at.house.table(made.match)
    table.submit(matches.Closed())
    while table.match.phase != "finished":
        hand = views.host(table.match)["hands"]["Bobby"]
        if views.host(table.match)["turn"] == "Bobby":
            table.submit(matches.Sealed(author="Bobby", orders={"tile": min([n for n in hand if n] or hand)}))
        table.submit(matches.Closed())
    assert (at.last["winner"], at.last["out"]) == ("Bo", "Ada")
    at.desk.open(EpisodeWish("pantheic_runes"), j.Seating(briefing=True))
    HostControls(at.house.table("pantheic-runes-1")).rename("Bo", "Bobby")
    at.finish("pantheic-runes-1")
    assert "Bo" in at.last["places"]


def test_SE_19_undoing_a_duel_ends_it_and_one_that_was_read_is_not_read_again() -> None:
    at = Hosted()
    at.desk.open(EpisodeWish("elsewhere"))
    at.desk.book(Outcome(ranking=(CAST,), elimination_candidate="Ada", death_match_opponent="Bo"))
    at.desk.duel("ninety_nine")
    at.desk.undo()
    assert at.house.table("ninety-nine-1").match.abandoned
    assert (at.json["phase"], at.last["duel"]) == ("death_match", None)
    at.desk.duel("ninety_nine")
    table = at.house.table("ninety-nine-2")
    table.submit(matches.Closed())  # the briefing
    table.submit(matches.Sealed(author=table.match.state.leader, orders={"bid": 1}))
    at.finish("ninety-nine-2")
    assert at.json["phase"] == "between"
    at.desk.undo()
    before = digest(at.live.season)
    at.seasons.look_after(at.live)
    at = at.again()
    assert digest(at.live.season) == before
    assert at.json["phase"] == "death_match"
    at.desk.duel("black_and_white")
    assert at.last["duel"] == "black-and-white-1"
