"""What must hold over all random play: components owned at most once, energy within 0 to the cap, one tool each."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from core.botplay.playing import make_bot, play_out
from core.games.drifting_ship.spec import BONUSES, COMPONENTS
from core.games.drifting_ship.structs import State
from core.match.state import Match
from tests.kit import play, the
from tests.kit.depth import examples


@cache
def moments(seed: int) -> tuple[Match, ...]:
    """A match of random bots after every input."""
    start = play("drifting_ship", seed=seed).match
    found = [start]
    bots = {seat: make_bot(start, seat, "random") for seat in start.seats}
    play_out(start, bots, each=lambda match, entry: found.append(match))
    return tuple(found)


SEEDS = st.integers(min_value=0, max_value=30)
"""Few, so that all that is claimed here is looked for in the same matches: each is played once."""


@settings(max_examples=examples(25))
@given(SEEDS)
def test_SH_13_every_component_is_owned_at_most_once_and_its_room_activated(seed: int) -> None:
    for match in moments(seed):
        state = the(State, match.state)
        owned = [room for player in state.players.values() for room in player.components]
        assert len(set(owned)) == len(owned)
        assert set(owned) <= set(COMPONENTS)
        assert set(owned) == set(COMPONENTS) & set(state.chart.activated)


@settings(max_examples=examples(25))
@given(SEEDS)
def test_SH_03_SH_04_energy_stays_within_0_and_the_cap(seed: int) -> None:
    for match in moments(seed):
        for player in the(State, match.state).players.values():
            assert 7 <= player.cap <= 9
            assert all(0 <= mate.energy <= player.cap for mate in player.crew)


@settings(max_examples=examples(25))
@given(SEEDS)
def test_SH_13_SH_25_every_tool_is_carried_at_most_once_and_never_lost(seed: int) -> None:
    for match in moments(seed):
        state = the(State, match.state)
        carried = [tool for player in state.players.values() for mate in player.crew for tool in mate.bonuses]
        assert sorted(carried) == [room for room in state.chart.activated if room in BONUSES]
        for player in state.players.values():
            assert all(left is None or left >= 0 for mate in player.crew for left in mate.bonuses.values())


@settings(max_examples=examples(25))
@given(SEEDS)
def test_SH_30_SH_31_one_claim_one_plant_and_at_most_one_parasite_carried(seed: int) -> None:
    for match in moments(seed):
        for player in the(State, match.state).players.values():
            carried = sum(mate.parasite for mate in player.crew)
            assert carried <= 1
            assert player.claimed == (carried == 1 or player.plant is not None)
            assert not (carried and player.plant)


@settings(max_examples=examples(25))
@given(SEEDS)
def test_SH_04_CM_06_the_purse_never_falls_below_zero(seed: int) -> None:
    for match in moments(seed):
        held = dict.fromkeys(match.seats, 0)
        for entry in match.state.ledger:
            if entry.coin == "garnet":
                held[entry.seat] += entry.amount
                assert held[entry.seat] >= 0


@settings(max_examples=examples(25))
@given(SEEDS)
def test_SH_50_the_view_shows_every_number_once(seed: int) -> None:
    for match in moments(seed)[::7]:
        for seat in (*match.seats, None):
            for bar in match.game.view(match.state, seat).sequences:
                assert sorted((*bar.mine, *bar.taken, *bar.free)) == list(range(1, 14))
