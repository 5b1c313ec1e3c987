"""What holds at every moment of any match: PR-13 and PR-20, over random play from random positions."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from core.botplay.playing import make_bot, play_out
from core.games.pantheic_runes import spec
from core.games.pantheic_runes.purse import laid_down, set_aside
from core.games.pantheic_runes.structs import Orders, State
from core.match import journal as j
from core.match.decisions import outcome
from core.match.state import Match
from tests.kit import play, the
from tests.kit.depth import examples
from tests.rulings.pantheic_runes.altar import SEATS

hands = st.lists(
    st.sampled_from((*spec.OWNER, *spec.UNCLAIMED, "....", "+...", "xo..", "++++")), min_size=0, max_size=8
)
gods = st.lists(st.sampled_from(tuple(spec.BY_ID)), unique=True, max_size=4)


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "round": draw(st.integers(3, 6)),
        "tableaux": {seat: draw(hands) for seat in SEATS},
        "mana": {seat: draw(st.integers(0, 6)) for seat in SEATS},
        "tokens": {seat: draw(st.integers(0, 3)) for seat in SEATS},
        "blessings": {seat: draw(gods) for seat in SEATS},
    }


@given(positions(), st.integers(0, 10**6))
@settings(max_examples=examples(40))
def test_PR_13_PR_20_nothing_is_ever_owed_and_what_is_laid_down_is_there(setup: dict[str, Any], seed: int) -> None:
    m = play("pantheic_runes", setup=setup, seed=seed)
    bots = {seat: make_bot(m.match, seat, "random") for seat in SEATS}
    before = m.match

    def each(match: Match, entry: j.AnyEntry) -> None:
        nonlocal before
        for seat in SEATS:
            solvent(match, seat)
        if isinstance(entry, j.Acted) and match.phase == "round":
            assert count(match) - count(before) == grown(before, entry)
        before = match

    end = play_out(m.match, bots, each=each)
    players = the(State, end.state).players
    assert sum(p.points for p in players.values()) <= 5 * (13 + 4 + 2) + 13
    for seat in SEATS:
        assert players[seat].points >= len(players[seat].blessings)
    assert outcome(end) is not None


def solvent(match: Match, seat: str) -> None:
    """Mana, tokens and uses are not overdrawn; laid down and set aside together are held."""
    state = the(State, match.state)
    player = state.players[seat]
    assert player.mana is None or player.mana >= 0
    assert player.tokens >= 0
    if player.uses is not None:
        assert all(
            0 <= uses <= spec.POSEIDON_USES for uses in (player.uses.rotate, player.uses.adjust, player.uses.combine)
        )
    sealed = the(Orders, match.sealed[seat].orders) if seat in match.sealed else None
    bound = Counter((*laid_down(sealed), *set_aside(state, seat)))
    assert bound <= Counter(player.tableaux)
    assert player.tableaux == tuple(sorted(player.tableaux))


def count(match: Match) -> int:
    return sum(len(player.tableaux) for player in the(State, match.state).players.values())


def grown(before: Match, entry: j.Acted) -> int:
    """By how many the tableaux of all seats together change with an action."""
    kind = entry.action["kind"]
    if kind == "combine":
        return 0 if the(State, before.state).players[entry.author].has("dionysus") else -1
    return len(SEATS) if kind == "create_tableau" else 0
