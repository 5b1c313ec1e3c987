"""Guests of a season are never candidates nor choosers (SE-32)."""

from __future__ import annotations

import pytest

from core.games import MODULES
from core.games import game as find_game
from core.match import journal as j
from core.match.decisions import outcome, pending
from core.match.reducer import apply
from core.match.state import Match
from core.narration.telling import story
from core.refusal import Refused
from core.seasons.opening import EpisodeWish
from core.seasons.outcome import Outcome
from tests.core.seasons.hosted import CAST, Hosted
from tests.kit import play

MAIN = [name for name in MODULES if find_game(name).spec.seats > 2]


def ended(game: str, guests: tuple[str, ...], seed: int) -> tuple[Match, list[str]]:
    """A match closed until its end, with the choosers that were asked on the way."""
    spec = find_game(game).spec
    match = play(game, setup={"round": spec.rounds}, seed=seed).match
    match, _ = apply(match, j.Exempted(author="house", seats=guests, guests=guests))
    asked: list[str] = []
    while match.phase != "finished":
        if (choice := pending(match)) is not None:
            asked += choice.by
        match, _ = apply(match, j.Closed())
    return match, asked


@pytest.mark.parametrize("game", MAIN)
@pytest.mark.parametrize("seed", range(4))
def test_SE_32_the_last_of_the_cast_is_the_candidate_in_place_of_a_guest(game: str, seed: int) -> None:
    first, _ = ended(game, (), seed)
    told = outcome(first)
    assert told is not None
    guest = told["elimination_candidate"] or first.seats[-1]
    match, asked = ended(game, (guest,), seed)
    after = outcome(match)
    assert after is not None
    candidate = after["elimination_candidate"]
    assert (candidate is None) == (told["elimination_candidate"] is None)
    assert guest not in (candidate, after["death_match_opponent"])
    assert guest not in asked
    if match.passed_over:
        ranked = [seat for group in after["ranking"] for seat in group if seat != guest]
        assert candidate == ranked[-1]
        (reason,) = (reason for reason in story(match, None).reasons if reason.kind == "candidate")
        assert candidate in reason.text
        assert "guest" in reason.text


@pytest.mark.parametrize("game", MAIN)
def test_SE_32_guests_alone_leave_no_candidate_and_choose_nothing(game: str) -> None:
    seats = play(game, setup={"round": find_game(game).spec.rounds}).match.seats
    match, asked = ended(game, seats, 1)
    told = outcome(match)
    assert told is not None
    assert (told["elimination_candidate"], asked) == (None, [])


def test_SE_32_the_house_says_who_is_a_guest() -> None:
    at = Hosted()
    opened = at.desk.open(EpisodeWish("exodus"))
    guests = tuple(name for name in opened.seats if name not in CAST)
    assert guests
    assert at.house.table("exodus-1").match.guests == guests


def test_SE_08_the_opponent_is_named_anew_until_the_duel_is_made() -> None:
    at = Hosted()
    at.desk.open(EpisodeWish("elsewhere"))
    at.desk.book(Outcome(ranking=(CAST,), elimination_candidate="Ada", death_match_opponent="Bo"))
    at.desk.name("opponent", "Cy")
    assert at.last["opponent"] == "Cy"
    at.desk.duel("ninety_nine")
    with pytest.raises(Refused, match="named already"):
        at.desk.name("opponent", "Di")
