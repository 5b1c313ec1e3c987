"""What the matches themselves do with a season's options: `exempt` (CM-08, SS-24), `purses` and `spent` (SH-44)."""

from __future__ import annotations

from typing import Any

import pytest

from core.botplay.playing import make_bot, play_out
from core.games import MODULES
from core.games import game as find_game
from core.match.decisions import outcome, pending
from core.match.state import Match
from core.refusal import NotAMatch
from tests.kit import ending, play
from tests.kit.script import NAMES

MAIN = [name for name in MODULES if find_game(name).spec.seats > 2]


def ended(game: str, exempt: tuple[str, ...], seed: int) -> Match:
    """The last round of a match, played by bots."""
    spec = find_game(game).spec
    start = play(game, setup={"round": spec.rounds}, options={"exempt": list(exempt)}, seed=seed).match
    return play_out(start, {seat: make_bot(start, seat, "random") for seat in start.seats})


@pytest.mark.parametrize("game", MAIN)
def test_CM_08_nobody_who_is_exempt_can_be_chosen_as_opponent(game: str) -> None:
    seats = NAMES[: find_game(game).spec.seats]
    found = ((n, outcome(ended(game, (), n))) for n in range(20))
    seed, free = next((n, told) for n, told in found if told is not None and told["death_match_opponent"])
    chosen, candidate = free["death_match_opponent"], free["elimination_candidate"]
    other = outcome(ended(game, (chosen,), seed))
    assert other is not None
    assert other["elimination_candidate"] == candidate
    assert other["death_match_opponent"] not in (None, chosen)
    # Exempt keeps nobody from being the candidate; where it leaves nobody to choose there is no opponent.
    nobody = outcome(ended(game, seats, seed))
    assert nobody is not None
    assert (nobody["elimination_candidate"], nobody["death_match_opponent"]) == (candidate, None)
    assert nobody["garnets"] == free["garnets"]


@pytest.mark.parametrize("game", MAIN)
@pytest.mark.parametrize("exempt", [["Zed"], ["Ada", "Ada"], "Ada", [1]])
def test_CM_08_exempt_names_seats_each_once(game: str, exempt: Any) -> None:
    with pytest.raises(NotAMatch):
        play(game, options={"exempt": exempt})


def test_SS_24_seats_that_are_exempt_are_not_among_those_to_choose_from() -> None:
    script = play("sinners_secret", setup={"round": 10}, options={"exempt": ["Ada", "Bo", "Cy"]})
    script.close()
    while (choice := script.pending) is not None and choice.kind != "choose_opponent":
        script.close()
    assert choice is not None
    assert not {"Ada", "Bo", "Cy"} & set(choice.among)


def test_SS_24_lots_are_told_also_where_nobody_can_be_chosen() -> None:
    script = play("sinners_secret", setup={"round": 10}, options={"exempt": list(NAMES)})
    script.close()
    assert not any("SS-21" in lot.text for lot in ending(script).lots)
    while pending(script.match) is not None:
        script.close()
    assert script.phase == "finished"
    assert any("SS-21" in lot.text for lot in ending(script).lots)


def test_SH_44_a_season_lends_each_seat_its_purse_and_takes_back_what_is_left() -> None:
    purses = {"Ada": 7, "Bo": 0, "Cy": 3, "Di": 1}
    script = play("drifting_ship", setup={"round": 8}, options={"purses": purses})
    assert script.host["garnets"] == purses
    script.seal("Ada", {"buy_cap": 2})
    assert script.refused("Di", {"buy_cap": 1}).code == "not_enough_garnets"
    script.seal("Cy", {"buy_cap": 1})
    script.close()
    assert script.host["garnets"] == {"Ada": 0, "Bo": 0, "Cy": 0, "Di": 0}
    assert "spent" not in (script.view("Bo")["decision"] or {})
    while pending(script.match) is not None:
        script.close()
    told = script.outcome
    assert told is not None
    assert (told["spent"], told["garnets"]) == ({"Ada": 6, "Cy": 3}, {})


def test_SH_44_a_purse_of_the_match_s_own_stays_as_it_was() -> None:
    script = play("drifting_ship", setup={"round": 8}, options={"purse": 4})
    while script.phase != "finished":
        script.close()
    told = script.outcome
    assert told is not None
    assert "spent" not in told
    assert told["garnets"] == {"Ada": 4, "Bo": 4, "Cy": 4, "Di": 4}


@pytest.mark.parametrize(
    "purses", [{"Ada": 1}, {"Ada": 1, "Bo": 1, "Cy": 1, "Zed": 1}, {"Ada": 1, "Bo": 1, "Cy": 1, "Di": -1}]
)
def test_SH_44_purses_give_every_seat_a_whole_number_from_0(purses: dict[str, int]) -> None:
    with pytest.raises(NotAMatch):
        play("drifting_ship", options={"purses": purses})
