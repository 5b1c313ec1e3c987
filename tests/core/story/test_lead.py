"""The lead of a story: three sentences of what a match came to, from what its reader knows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.games import MODULES
from core.narration.telling import BROKEN, lead, story
from core.narration.text import story_text
from core.story.parts import Series, Turn
from tests.core.story.test_story import ended, whole
from tests.rulings.drifting_ship.test_end import finish
from tests.rulings.drifting_ship.test_parasite import completing, plant

every_game = pytest.mark.parametrize("game", tuple(MODULES))


@every_game
def test_a_finished_match_is_told_in_three_sentences(game: str) -> None:
    """In a duel two may be enough: nobody is a candidate there."""
    told = whole(game)
    assert (2 if len(told.seats) == 2 else 3) <= len(told.lead) <= 3
    assert len(set(told.lead)) == len(told.lead)
    for sentence in told.lead:
        assert sentence.endswith(".")
        assert any(seat in sentence for seat in told.seats)
    named = [row.seat for row in told.standing.rows if row.role in ("candidate", "opponent")]
    assert all(seat in told.lead[-1] for seat in named)
    assert "\n".join(told.lead) in "\n".join(story_text(told))


def test_a_match_that_goes_on_or_was_ended_without_a_result_has_no_lead() -> None:
    told = whole("exodus")
    assert lead(replace(told, phase="round"), told.turns) == ()
    without = replace(told.standing, rows=tuple(replace(row, place=None) for row in told.standing.rows))
    assert lead(replace(told, standing=without), told.turns) == ()


def test_the_first_sentence_says_from_when_on_the_winner_was_in_front() -> None:
    told = replace(whole("exodus"), reasons=())
    first, second, *others = (row.seat for row in told.standing.rows)
    low = dict.fromkeys(others, (0.0, 1.0, 1.0, 1.0))

    def said(winner: tuple[float, ...], other: tuple[float, ...]) -> str:
        curves = {first: winner, second: other, **low}
        series = Series(id="score", title="Points", unit="points", rounds=(0, 1, 2, 3), curves=curves)
        return lead(replace(told, series=(series,)), ())[0]

    assert said((0, 5, 9, 12), (0, 4, 5, 6)) == f"{first} led from round 1 to the end: 12 points to {second}'s 6."
    assert said((0, 2, 9, 12), (0, 4, 5, 6)) == (
        f"In round 2 {first} won 7 points, took the lead from {second} and kept it: 12 points to 6 in the end."
    )
    assert (
        said((0, 2, 5, 7), (0, 4, 5, 6))
        == f"Only in round 3, the last, {first} won 2 points and went ahead: 7 points to {second}'s 6."
    )
    assert said((0, 5, 5, 7), (0, 4, 5, 6)) == (
        f"{first} led until round 1, and only in round 3, the last, went ahead again: 7 points to {second}'s 6."
    )
    assert said((1, 2, 6, 7), (0, 4, 5, 6)) == (
        f"{first} led until round 0, and in round 2 took the lead from {second} again and kept it: "
        "7 points to 6 in the end."
    )
    low[others[0]] = (0.0, 1.0, 1.0, 8.0)
    assert said((0, 2, 5, 12), (0, 4, 6, 5)) == (
        f"Only in round 3, the last, {first} won 7 points and took the lead from {second}: "
        f"12 points to {others[0]}'s 8."
    )
    low[others[0]] = low[others[1]]
    assert said((0, 2, 5, 6), (0, 4, 7, 6)) != "", "level at the end: the rule is told, or a turn"


@pytest.mark.parametrize(("game", "pair"), [("black_and_white", "trick"), ("ninety_nine", "bout")])
def test_a_duel_is_told_in_tricks_or_bouts_as_its_players_count_them(game: str, pair: str) -> None:
    for seed in (3, 4):
        told = story(ended(game, seed), None, whole=True)
        assert all(pair in sentence and "round" not in sentence for sentence in told.lead), told.lead
        assert not any("round" in turn.text for turn in told.turns)


def test_a_match_that_nobody_won_says_so_first() -> None:
    drawn = next(
        m
        for m in (ended("black_and_white", seed) for seed in range(40))
        if m.state.ending and not m.state.ending.winners
    )
    told = story(drawn, None, whole=True)
    assert told.lead[0].startswith("The duel is drawn: ")


def test_SS_21_of_two_winners_both_are_told() -> None:
    for seed in (3, 4):
        told = story(ended("sinners_secret", seed), None, whole=True)
        assert all(row.seat in told.lead[0] for row in told.standing.rows if row.role == "winner")
        assert "right lock" in told.lead[-1], "locks that were wrong are locks, too"


def test_SH_32_who_planted_in_the_vault_is_the_subject_of_its_sentence() -> None:
    match = completing({"Ada": plant("B"), "Bo": plant(energy=4)})
    finish(match)
    told = story(match.match, None, whole=True)
    planters = "Ada (Greenhouse, 3 energy) and Bo (Frontier, 4 energy) planted in the Vault."
    turn = next(turn for turn in told.turns if turn.kind == "plant")
    assert turn.text.endswith(f": {planters} It was right for Bo, and won the match.")
    assert turn.text.replace("Round", "In round").replace(":", "", 1) in told.lead


def test_SH_41_where_one_sequence_is_complete_nothing_else_is_counted() -> None:
    match = completing({})
    finish(match)
    told = story(match.match, None, whole=True)
    assert "components of Frontier" in told.lead[0]
    assert "smallest value over Frontier" in told.lead[-1]


def test_broken_words_come_before_everything_else_and_the_worst_breaker_is_named() -> None:
    told = whole("exodus")

    def broke(by: str, to: str, round_: int, hoped: int) -> Turn:
        what = f"{by} had agreed to give {to} 1 red cube and offered nothing: 0 for {to} in place of +{hoped}."
        text = f"Round {round_}: {what}"
        return Turn(round=round_, seats=(by, to), kind=BROKEN, text=text, weight=float(hoped),
                    figures={"hoped": hoped, "got": 0}, tells="betrayal")  # fmt: skip

    once, twice = broke("Cy", "Ada", 2, 40), (broke("Bo", "Ada", 3, 4), broke("Bo", "Di", 4, 9))
    assert lead(told, (*told.turns, once))[1] == once.text.replace("Round 2: Cy", "In round 2 Cy")
    assert lead(told, (once, *twice))[1] == (
        "Bo broke 2 agreements, with Ada and Di; the dearest, in round 4, left Di with 0 points in place of 9."
    )
    kept = story(ended("exodus"), None)
    assert all("agreed" not in sentence for sentence in kept.lead), "a spectator has heard none of it"
