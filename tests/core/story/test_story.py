"""The story of a match: the same for every game, and never more than its reader knows."""

from __future__ import annotations

from functools import cache

import pytest

from core.botplay.playing import make_bot, play_out
from core.decoding import plain
from core.games import MODULES
from core.match.state import Match
from core.match.views import outcome_of
from core.narration.telling import story
from core.story.parts import Series, Story, Turn
from core.story.turning import MOST, chosen, leads, swings
from tests.kit import NAMES, play

every_game = pytest.mark.parametrize("game", tuple(MODULES))


@cache
def ended(game: str, seed: int = 3) -> Match:
    """A match that bots played to its end."""
    start = play(game, seed=seed).match
    return play_out(start, {seat: make_bot(start, seat, "random") for seat in start.seats})


def whole(game: str) -> Story:
    return story(ended(game), None, whole=True)


def test_SH_44_what_a_season_takes_back_was_not_spent() -> None:
    """With purses lent by a season the standing tells of garnets spent what the outcome tells."""
    seats = NAMES[:4]
    start = play("drifting_ship", seed=3, options={"purses": dict.fromkeys(seats, 6)}).match
    match = play_out(start, {seat: make_bot(start, seat, "random") for seat in seats})
    outcome = outcome_of(match)
    assert outcome is not None
    assert 0 < sum(outcome["spent"].values()) < 24
    rows = story(match, None, whole=True).standing.rows
    assert {row.seat: row.spent for row in rows if row.spent} == outcome["spent"]
    assert {row.seat: row.garnets - row.spent for row in rows if row.garnets != row.spent} == outcome["garnets"]


@every_game
def test_CM_05_the_standing_ranks_as_the_outcome_does(game: str) -> None:
    """Places of the standing are those of the ranking, with tokens and garnets of the outcome."""
    outcome = outcome_of(ended(game))
    assert outcome is not None
    rows = whole(game).standing.rows
    assert [row.seat for row in rows] == [seat for tied in outcome["ranking"] for seat in tied]
    assert {row.seat: row.tokens for row in rows if row.tokens} == outcome["tokens_of_life"]
    assert {row.seat for row in rows if row.role == "winner"} == set(outcome["winners"])
    place = 1
    for tied in outcome["ranking"]:
        assert {row.place for row in rows if row.seat in tied} == {place}
        place += len(tied)


@every_game
def test_series_end_where_the_standing_stands(game: str) -> None:
    told = whole(game)
    cells = {row.seat: row.cells for row in told.standing.rows}
    for series in told.series:
        for seat, curve in series.curves.items():
            assert len(curve) == len(series.rounds)
            if series.column is not None:
                assert curve[-1] == cells[seat][series.column], (series.id, seat)


@every_game
def test_turning_points_lie_in_rounds_that_were_played(game: str) -> None:
    told = whole(game)
    scenes = {scene.round: scene for scene in told.scenes}
    assert len(told.turns) <= MOST
    for turn in told.turns:
        assert turn.round in scenes
        assert set(turn.seats) <= set(told.seats)
        assert turn.text.endswith(".")
        if turn.step is not None:
            assert set(turn.seats) & set(scenes[turn.round].steps[turn.step].seats)


@every_game
def test_every_reason_says_for_whom_and_why(game: str) -> None:
    told = whole(game)
    outcome = outcome_of(ended(game))
    assert outcome is not None
    by_kind = {reason.kind: reason for reason in told.reasons}
    assert {s for r in told.reasons if r.kind == "winner" for s in r.seats} == set(outcome["winners"])
    if outcome["elimination_candidate"] is not None:
        assert by_kind["candidate"].seats == (outcome["elimination_candidate"],)
    for reason in told.reasons:
        assert reason.text.endswith(".")


@every_game
def test_CM_09_a_seats_story_before_the_end_shows_nothing_of_the_others(game: str) -> None:
    """While the record is closed the cells and curves of a seat's story are its own, and its orders and reports too."""
    match = ended(game)
    seat = match.seats[0]
    told = story(match, seat)
    assert not told.whole
    assert told.dice.keys() == {"commitment"}
    for scene in told.scenes:
        assert set(scene.orders) | set(scene.reports) <= {seat}


@every_game
def test_a_story_is_plain_data(game: str) -> None:
    assert plain(whole(game))["game"] == game


def test_the_lead_changes_where_somebody_alone_in_front_is_overtaken() -> None:
    series = Series(
        id="s", title="S", unit="points", rounds=(0, 1, 2, 3), curves={"Ada": (0, 5, 5, 5), "Bo": (0, 1, 5, 9)}
    )
    (turn,) = leads(series, "round")
    assert (turn.round, turn.seats) == (3, ("Bo", "Ada"))
    assert turn.text == "Bo took the lead from Ada in round 3: 9 to 5."


def test_swings_are_the_largest_changes_either_way() -> None:
    series = Series(id="s", title="S", unit="points", rounds=(0, 1, 2), curves={"Ada": (0, 7, 3), "Bo": (0, 1, 2)})
    texts = [turn.text for turn in swings(series, "year", most=1)]
    assert texts == ["Ada won 7 points in year 1: from 0 to 7.", "Ada lost 4 points in year 2: from 7 to 3."]


def test_of_many_turning_points_the_weightiest_of_each_kind_are_kept_in_order() -> None:
    series = Series(
        id="s",
        title="S",
        rounds=tuple(range(12)),
        curves={"Ada": tuple(float((-1) ** n * n) for n in range(12)), "Bo": tuple(0.0 for _ in range(12))},
    )
    kept = chosen([*leads(series, "round"), *swings(series, "round", most=9)])
    assert len(kept) == MOST
    assert [turn.round for turn in kept] == sorted(turn.round for turn in kept)
    assert {turn.kind for turn in kept} == {"lead", "swing"}


def test_what_befell_one_seat_in_one_round_is_not_chosen_twice_while_there_is_something_else() -> None:
    def turn(round_: int, seat: str, kind: str, weight: float) -> Turn:
        return Turn(round=round_, seats=(seat, "Hal"), kind=kind, text=f"{kind} of {seat}", weight=weight)

    found = [
        turn(6, "Gus", "swing", 9),
        turn(6, "Gus", "shrine", 8),
        turn(6, "Cy", "shrine", 7),
        turn(2, "Di", "lead", 1),
    ]
    assert [t.text for t in chosen(found, 3)] == ["lead of Di", "swing of Gus", "shrine of Cy"]
    assert len(chosen(found)) == 4, "where there is room it is told"
