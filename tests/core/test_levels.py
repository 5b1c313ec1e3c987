"""Levels of bots: named in one place, offered everywhere, and each of a game's own plays legally to the end."""

from __future__ import annotations

import pytest

from cli.admin.requests import Holders
from core.botplay.playing import make_bot, play_out
from core.bots.contract import Move
from core.games import MODULES, game
from core.levels import BASIC, LEVELS, USUAL
from core.match.scenario import Scenario, start
from core.match.seating import BOTS, USUAL_BOT, bot_words
from core.match.state import Match
from core.match.views import digest
from core.refusal import Refused
from tests.kit import NAMES
from tests.kit.depth import games
from tests.kit.hall import Hall


def test_every_level_has_words_and_the_usual_one_is_offered_first() -> None:
    assert LEVELS[0] == USUAL
    assert set(BASIC) <= set(LEVELS)
    assert tuple(f"bot:{level}" for level in LEVELS) == BOTS
    assert BOTS[0] == USUAL_BOT
    assert all(bot_words(bot) for bot in BOTS)


@pytest.mark.parametrize("bot", BOTS)
def test_a_host_may_type_every_level(bot: str) -> None:
    assert Holders(Hall().people).holder(bot) == bot


def test_a_level_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused, match="bot:sharp"):
        Holders(Hall().people).holder("bot:clever")


@pytest.mark.parametrize("name", MODULES)
def test_a_game_plays_its_own_levels_and_the_usual_one_for_others(name: str) -> None:
    module = game(name)
    assert set(BASIC) <= set(module.levels) <= set(LEVELS)
    match = start(Scenario(game=name, seed=1, players=NAMES[: module.spec.seats]))
    for level in LEVELS:
        assert make_bot(match, match.seats[0], level) is not None


class Enough(Exception):
    """So much of a match has been played as was asked for."""


@pytest.mark.parametrize("name", games("sinners_secret", "pantheic_runes"))
def test_bots_of_all_levels_play_one_match_to_its_end_and_its_beginning_the_same_again(name: str) -> None:
    """Every bot has ordered, acted and spoken by the close of round 2, so that dice of its own would show there. When
    all are quiet nobody is waited for (CM-30)."""
    levels = game(name).levels
    refused: list[Refused] = []
    waited_for: list[str] = []
    begun: list[str] = []

    def note(seat: str, move: Move, refusal: Refused) -> None:
        refused.append(refusal)

    def play(again: bool) -> Match:
        match = start(Scenario(game=name, seed=3, players=NAMES[: game(name).spec.seats]))

        def each(now: Match, entry: object) -> None:
            if len(now.rounds) == 2 and len(begun) == again:
                begun.append(digest(now))
                if again:
                    raise Enough

        bots = {seat: make_bot(match, seat, levels[place % len(levels)]) for place, seat in enumerate(match.seats)}
        return play_out(match, bots, refused=note, each=each, quiet=lambda now, seat: waited_for.append(seat))

    assert play(again=False).phase == "finished"
    assert waited_for == []
    assert [refusal.message for refusal in refused if refusal.code not in game(name).unforeseen] == []
    with pytest.raises(Enough):
        play(again=True)
    assert begun[0] == begun[1], "the same seed brings the same match"
