"""HH-15 for stories: what its reader cannot know is drawn anew, and not a word of the story changes."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from core.botplay.playing import make_bot, play_out
from core.decoding import plain
from core.dice import Dice
from core.games import MODULES
from core.games.exodus import GAME as EXODUS
from core.match.records import RoundStart
from core.match.redeal import redeal
from core.match.state import Match
from core.narration.recall import page_of
from core.narration.telling import document, story
from tests.kit import play
from tests.kit.depth import deep

every_game = pytest.mark.parametrize("game", tuple(MODULES))


@cache
def moments(game: str) -> tuple[Match, ...]:
    """Moments of a match among bots: in its third round, and in its last."""
    start = play(game, seed=8).match
    found: dict[int, Match] = {}

    def note(match: Match, _: object) -> None:
        if match.phase == "round":
            found[match.round] = match

    play_out(start, {seat: make_bot(start, seat, "random") for seat in start.seats}, each=note)
    return found[3], found[max(found)]


@cache
def hidden(game: str, number: int, seat: str | None, seed: int) -> Match:
    """A moment with everything that `seat` cannot know drawn anew, in every position that it has gone through."""
    match, dice = moments(game)[number], Dice(seed)
    redealt = match.game.redeal
    starts = {n: RoundStart(redealt(at.state, seat, Dice(seed + n)), at.lines) for n, at in match.starts.items()}
    return replace(redeal(match, seat, dice), state=redealt(match.state, seat, dice), starts=starts)


@every_game
def test_HH_15_a_story_during_play_holds_only_what_its_reader_knows(game: str) -> None:
    for number, match in enumerate(moments(game)):
        for reader in (match.seats[0], match.seats[-1], None):
            told = plain(story(match, reader))
            for seed in deep((1, 2), (1,)):
                other = plain(story(hidden(game, number, reader, seed), reader))
                assert other.pop("dice").keys() == {"commitment"}
                assert other == {key: value for key, value in told.items() if key != "dice"}


@every_game
def test_HH_15_a_reckoning_holds_only_what_its_seat_knows(game: str) -> None:
    for number, match in enumerate(moments(game)):
        seat = match.seats[-1]
        unknown = hidden(game, number, seat, 1)
        for closed in match.rounds:
            page = page_of(match, seat, closed.round)
            other = page_of(unknown, seat, closed.round)
            assert page is not None
            assert other is not None
            assert plain(match.game.review(page)) == plain(match.game.review(other))


@every_game
def test_HH_15_a_story_as_a_document_holds_only_what_its_reader_knows(game: str) -> None:
    """HH-47: what a close had promised and brought stands in the JSON for the seat that reads it, for no other."""
    match = moments(game)[0]
    for reader in (match.seats[-1], None):
        seats = () if reader is None else (reader,)
        told = document(match, story(match, reader), seats)
        assert {seat for scene in told["scenes"] for seat in scene["reckonings"]} <= {*seats}
        other = hidden(game, 0, reader, 1)
        changed = document(other, story(other, reader), seats)
        assert {**changed, "dice": None} == {**told, "dice": None}


def test_a_leak_planted_in_a_story_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test of the test above: a story that counts another's cubes differs once these are drawn anew."""
    match = moments("exodus")[0]
    seat, other = match.seats[0], match.seats[1]
    honest = type(EXODUS).own_story

    def leaky(self: object, memory: object) -> object:
        tale = honest(self, memory)  # type: ignore[arg-type]
        held = looked_at.state.held[other]
        return replace(tale, cells={**tale.cells, seat: {**tale.cells[seat], "theirs": str(held)}})

    monkeypatch.setattr(type(EXODUS), "own_story", leaky)
    told = set()
    for looked_at in (match, *(hidden("exodus", 0, seat, seed) for seed in range(4))):
        told.add(str(plain(story(looked_at, seat).standing)))
    assert len(told) > 1
