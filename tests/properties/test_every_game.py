"""One kit of properties (`core.kit`) over every registered game: what the engine promises, whatever the rules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core.decoding import canonical
from core.games import MODULES
from core.games import game as find_game
from core.kit import Played, outputs, properties
from core.kit import played as play_once
from core.kit.moves import MOVES
from core.match import journal as j
from core.match import views
from core.match.reducer import apply
from tests.kit.depth import deep, games
from tests.properties import doors

GAMES = tuple(MODULES)
SEEDS = deep((1, 2, 3), (1,))


def played(game: str, seed: int) -> Played:
    return play_once(find_game(game), seed)


every_game = pytest.mark.parametrize("game", GAMES)
every_match = pytest.mark.parametrize(("game", "seed"), [(game, seed) for game in GAMES for seed in SEEDS])


@every_game
def test_random_play_always_ends(game: str) -> None:
    properties.random_play_always_ends(find_game(game))


@every_game
def test_random_bots_make_no_illegal_moves(game: str) -> None:
    properties.random_bots_make_no_illegal_moves(find_game(game))


@every_game
def test_CM_03_replaying_the_journal_equals_the_live_match(game: str) -> None:
    properties.a_journal_replays_to_the_same_match(find_game(game))


@pytest.mark.parametrize("game", games("drifting_ship", "exodus"))
def test_HH_71_onlookers_read_old_rounds_alone(game: str) -> None:
    doors.onlookers_read_old_rounds_alone(find_game(game))


@pytest.mark.parametrize("game", games("day_of_mercury", "drifting_ship", "pantheic_runes", "sinners_secret"))
def test_HH_79_a_forecast_foretells_no_lot(game: str) -> None:
    doors.a_forecast_foretells_no_lot(find_game(game))


def test_HH_71_onlookers_read_of_words_only_those_of_bots() -> None:
    doors.onlookers_read_of_words_only_those_of_bots()


PROGRAM = """
import sys
from core.match import views
from core.games import game
from core.kit import played
for name in sys.argv[1:]:
    print(name, views.digest(played(game(name), 1).end))
"""


def test_CM_03_the_same_match_under_another_hash_seed() -> None:
    here = {game: views.digest(played(game, 1).end) for game in GAMES}
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, *GAMES], env=environment, capture_output=True, text=True, check=True
    )
    assert dict(line.split() for line in told.stdout.splitlines()) == here


@every_game
def test_state_orders_and_reports_survive_json(game: str) -> None:
    properties.structs_survive_json(find_game(game))


@every_game
def test_CM_03_the_order_of_sealing_does_not_matter(game: str) -> None:
    properties.the_order_of_sealing_does_not_matter(find_game(game))


@every_game
def test_nothing_mutates_its_input(game: str) -> None:
    properties.nothing_mutates_its_input(find_game(game))


@every_game
def test_CM_01_what_asks_offers_is_accepted_and_what_it_closes_is_refused(game: str) -> None:
    properties.what_asks_offers_is_accepted_and_what_it_closes_is_refused(find_game(game))


@every_game
def test_CM_02_every_default_is_legal(game: str) -> None:
    properties.every_default_is_legal(find_game(game))


@every_game
def test_CM_01_nothing_is_asked_after_the_end(game: str) -> None:
    properties.nothing_is_asked_after_the_end(find_game(game))


@every_game
def test_CM_04_the_commitment_is_public_first_and_checked_last(game: str) -> None:
    properties.the_commitment_is_public_first_and_checked_last(find_game(game))


@every_game
def test_every_order_and_report_has_words(game: str) -> None:
    properties.every_order_and_report_has_words(find_game(game))


@every_game
def test_HH_47_a_reckoning_adds_up_and_tells_nothing_twice(game: str) -> None:
    properties.a_review_adds_up(find_game(game))


@every_game
def test_every_moment_of_a_match_can_be_drawn(game: str) -> None:
    properties.every_moment_can_be_drawn(find_game(game))


@every_game
def test_HH_66_every_exercise_can_be_solved_and_the_coach_solves_it(game: str) -> None:
    properties.every_exercise_can_be_solved_and_the_coach_solves_it(find_game(game))


def test_no_property_of_the_kit_is_left_out_here() -> None:
    tried = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    left = [each for each in properties.PROPERTIES if each not in MOVES]  # test_turns.py tries all of these
    assert [each.__name__ for each in left if f".{each.__name__}(" not in tried] == []


# --- secrets: more of them in test_secrecy.py, test_ways.py -----------------------------------------------------------
@every_match
def test_canaries_a_message_reaches_its_readers_alone(game: str, seed: int) -> None:
    match = played(game, seed).end
    assert match.phase == "finished"
    first, second = match.seats[0], match.seats[1]
    after, changes = apply(match, j.Said(author=first, to=(second,), text="canary-7f3a"))
    for seat in after.seats:
        assert (b"canary-7f3a" in everything(after, seat)) == (seat in (first, second))
    assert b"canary-7f3a" not in canonical(views.view(after, None))
    assert all(change.seats == (first, second) for change in changes if change.kind == "said")


def everything(match: Any, seat: str) -> bytes:
    return b"".join(outputs(match, seat).values())


@every_match
def test_CM_09_the_views_of_a_spectator_hold_no_private_part(game: str, seed: int) -> None:
    for moment in played(game, seed).open_moments(4):
        told = views.view(moment, None)
        assert not {"orders", "log", "messages", "notes", "record"} & set(told)
        assert "canary" not in str(told)


@every_game
def test_HH_47_a_report_says_the_same_wherever_it_is_read(game: str) -> None:
    properties.a_report_says_the_same_wherever_it_is_read(find_game(game))
