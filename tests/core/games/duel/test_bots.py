"""The bots of the duels: what they think the other holds, how well they play, and what they say."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest

from core.botplay.companion import companion_for
from core.botplay.playing import entry_for, make_bot, play_out
from core.bots.contract import Say
from core.games import MODULES
from core.games import game as find_game
from core.games.black_and_white import belief as tiles
from core.games.black_and_white.bots import habit as tile_habit
from core.games.black_and_white.spec import colour
from core.games.duel.solving import Holding, Parts, Question, against, drawn_option
from core.games.ninety_nine import bots as purse
from core.games.ninety_nine.bots import habit as bid_habit
from core.levels import LEVELS
from core.match import views
from core.match.state import Match
from core.refusal import Refused
from tests.kit import play
from tests.kit.depth import deep, paired

MATCHES = {"black_and_white": 40, "ninety_nine": deep(40, 12)}
"""Enough that luck, which is large in these games, does not decide; at ninety-nine random ones never win."""
DUELS = [game for game in MODULES if find_game(game).spec.duel]


def test_what_the_other_may_hold_follows_from_colours_and_tricks() -> None:
    match = play("black_and_white", setup={"leader": "Ada"})
    match.seal("Ada", {"tile": 2})
    match.close()
    match.seal("Bo", {"tile": 0})
    match.close()
    found = tiles.hands_of_other(views.game_view(match.match, "Ada"))
    assert {tiles.tiles(hand) for hand in found} == {(1, 2, 3, 4, 5, 6, 7, 8)}, "only the 0 is black and below 2"
    seen = tiles.hands_of_other(views.game_view(match.match, "Bo"))
    assert {8 - len(tiles.tiles(hand)) for hand in seen} == {0}
    assert len(seen) == 4, "2, 4, 6 or 8 is gone"


def open_moments(game: str) -> Iterator[Match]:
    """Every moment of a few matches of random bots while a part is open."""
    for seed in range(6):
        start, moments = play(game, seed=seed).match, []
        bots = {seat: make_bot(start, seat, "random") for seat in start.seats}
        play_out(start, bots, each=functools.partial(lambda found, match, _: found.append(match), moments))
        yield from (moment for moment in moments if moment.phase == "round")


def test_what_the_other_holds_is_always_among_what_is_thought_of() -> None:
    for moment in open_moments("black_and_white"):
        for seat in moment.seats:
            view, state = views.game_view(moment, seat), moment.state
            other = state.other(seat)
            on_table = [state.table] if view.table is not None and state.leader == other else []
            assert tiles.as_hand((*state.hands[other], *on_table)) in tiles.hands_of_other(view)


def test_what_the_other_has_left_is_always_among_what_is_thought_of() -> None:
    for moment in open_moments("ninety_nine"):
        for seat in moment.seats:
            view, state = views.game_view(moment, seat), moment.state
            other = state.other(seat)
            on_table = state.table if view.table is not None and state.leader == other else 0
            assert state.left[other] + on_table in purse.budgets_of_other(view)


@pytest.mark.parametrize("game", DUELS)
def test_the_coach_thinks_of_everything_that_the_other_may_hold(game: str) -> None:
    """Habits make some hands likelier, and none impossible, whatever the other does against all habit."""
    for moment in open_moments(game):
        for seat in moment.seats:
            view, state = views.game_view(moment, seat), moment.state
            other = state.other(seat)
            mine = state.leader == other and view.table is not None
            if game == "black_and_white":
                held = tiles.as_hand((*state.hands[other], *([state.table] if mine else [])))
                assert held in tiles.hands_of_other(view, tile_habit)
            else:
                assert state.left[other] + (state.table if mine else 0) in purse.budgets_of_other(view, bid_habit)


def test_against_a_habit_the_best_is_exact_and_a_colour_that_is_shown_counts() -> None:
    own, other = [Holding(1.0, (0, 7), 0)], [Holding(1.0, (1, 8), 0)]

    def habit(_key: int, shown: str | None) -> list[tuple[int, float]]:
        return {None: [(1, 0.25), (8, 0.75)], "black": [(8, 1.0)], "white": [(1, 1.0)]}[shown]

    def taken(_a: int, _b: int, led: int, back: int) -> float:
        return float(led > back)

    assert against(Question(own, other, None, colour, taken), habit) == {0: 0.0, 7: 1.0}
    assert against(Question(own, other, "white", colour, taken), habit) == {0: 0.0, 7: 1.0}
    assert against(Question(own, other, "black", colour, taken), habit) == {0: 0.0, 7: 0.0}


def test_a_choice_that_is_better_whatever_the_other_does_is_made() -> None:
    one = [Holding(1.0, (1, 2), 0)]
    parts = Parts(one, one, lambda option: "black", lambda _a, _b, led, _back: 1.0 if led == 2 else 0.0)
    mix = parts.lead()
    assert drawn_option((1, 2), mix, 0.999) == drawn_option((1, 2), mix, 0.0) == 2


@pytest.mark.parametrize("game", DUELS)
def test_steady_bots_do_better_than_random_ones_and_are_refused_nothing(game: str) -> None:
    """Few matches, fixed seeds; how much better: `python -m benchmarks.bots`."""
    refusals: list[str] = []
    margin = 0
    for seed in range(MATCHES[game]):
        start = play(game, seed=seed).match
        levels = dict(zip(start.seats, ("steady", "random") if seed % 2 else ("random", "steady"), strict=True))
        end = play_out(
            start,
            {s: make_bot(start, s, level) for s, level in levels.items()},
            refused=lambda seat, move, refusal: refusals.append(f"{seat} {move}: {refusal}"),
        )
        assert end.state.ending is not None
        won = [levels[seat] for seat in end.state.ending.winners]
        margin += ("steady" in won) - ("random" in won)
    assert refusals == []
    assert margin > 0


@pytest.mark.parametrize(("game", "level"), paired(DUELS, LEVELS))
def test_every_level_plays_a_duel_to_its_end_and_is_refused_nothing(game: str, level: str) -> None:
    refusals: list[Refused] = []
    for seed in range(3):
        start = play(game, seed=seed).match
        bots = {seat: make_bot(start, seat, level) for seat in start.seats}
        end = play_out(start, bots, refused=lambda seat, move, refusal: refusals.append(refusal))
        assert end.state.ending is not None
        assert refusals == []


def test_a_prospect_is_certain_where_the_rest_decides_nothing_and_fair_between_equals() -> None:
    two = tiles.as_hand((3, 7))
    assert (tiles.prospect(two, two, 3), tiles.prospect(two, two, -3)) == (1.0, 0.0)
    assert 0.4 < tiles.prospect(tiles.ALL, tiles.ALL, 0) < 0.5, "leading blind is a little worse than answering"
    assert tiles.prospect(tiles.as_hand((7, 8)), tiles.as_hand((0, 1)), 0) > 0.9


@pytest.mark.parametrize("game", DUELS)
def test_a_steady_bot_greets_a_person_answers_once_and_is_silent_among_bots(game: str) -> None:
    match = play(game, holders={"Ada": "local", "Bo": "bot:steady"})
    bot = companion_for(match.match, "Bo", "steady")

    def turn() -> list[str]:
        """What it says in a turn; everything that it does is done."""
        moves = bot.turn(views.sight(match.match, "Bo"))
        for move in moves:
            match.apply(entry_for(move, "Bo"))
        return [move.text for move in moves if isinstance(move, Say)]

    assert len(turn()) == 1
    assert turn() == []
    match.say("Ada", ["Bo"], "What will you play?")
    assert len(turn()) == 1
    assert turn() == []
    alone = play(game, holders={"Ada": "bot:steady", "Bo": "bot:steady"})
    moves = companion_for(alone.match, "Bo", "steady").turn(views.sight(alone.match, "Bo"))
    assert not any(isinstance(move, Say) for move in moves)
