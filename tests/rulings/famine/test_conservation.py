"""What holds in every match: gemstones are conserved (FA-01), what diamonds tell stays with their givers (FA-07),
nobody trades twice running with the same seat (FA-02), and everybody's account adds up (FA-10)."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from core.botplay.playing import make_bot, play_out
from core.games.famine.scoring import YEARS
from core.games.famine.spec import GOODS
from core.games.famine.structs import DossierEntry, Report, State
from core.match import journal as j
from core.match import views as projections
from core.match.state import Match
from tests.kit import play, the
from tests.kit.depth import examples
from tests.kit.swaps import offers
from tests.rulings.famine.hands import GEMS, SEATS, start

TELLING = ("inventory", "partners", "rank", "favor")


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    """Any year, any hands with many diamonds, any Favor."""
    hand = st.lists(st.sampled_from((*GEMS, "diamond", "diamond")), max_size=7)
    return {
        "round": draw(st.integers(1, 7)),
        "hands": {seat: draw(hand) for seat in SEATS},
        "favor": {seat: draw(st.integers(-40, 160)) for seat in SEATS},
    }


def gems(state: State) -> Counter[str]:
    found: Counter[str] = Counter()
    for held in state.held.values():
        assert list(held) == list(GOODS.kinds)
        assert min(held.values()) >= 0
        found.update(held)
    return found


@settings(max_examples=examples(40))
@given(positions(), st.integers(0, 10**6), st.sampled_from(["random", "steady"]))
def test_FA_01_FA_02_FA_07_FA_10_gems_are_conserved_and_diamonds_tell_their_givers_alone(
    setup: dict[str, Any], seed: int, level: str
) -> None:
    match = play("famine", setup=setup, seed=seed).match
    at_first = gems(the(State, match.state))
    last = the(State, match.state)

    def each(now: Match, entry: j.AnyEntry) -> None:
        nonlocal last
        state = the(State, now.state)
        if not isinstance(entry, j.Closed) or state.trades == last.trades:
            last = state
            return
        year = last.round
        assert gems(state) == at_first
        done = state.trades[len(last.trades) :]
        assert {trade.round for trade in done} == {year}
        told_by(last, now, year)
        for trade in done:
            earlier = [t for t in last.trades if (t.a, t.b) == (trade.a, trade.b)]
            assert year - 1 not in [t.round for t in earlier]
        for seat in SEATS:
            assert sum(seat in (trade.a, trade.b) for trade in done) <= GOODS.limit
            assert state.accounts[seat][-1].result.total == state.score[seat] - last.score[seat]
        last = state

    end = play_out(match, {seat: make_bot(match, seat, level) for seat in SEATS}, each=each)
    assert gems(the(State, end.state)) == at_first


def told_by(before: State, now: Match, year: int) -> None:
    """The dossier of each seat grew by the recipients of its diamonds, in their order, and by nothing else."""
    after = the(State, now.state)
    done = [trade for trade in after.trades if trade.round == year and trade.a_gave]
    for seat in SEATS:
        about = [trade.b for trade in done if (trade.a, trade.a_gave) == (seat, "diamond")]
        about += [trade.a for trade in done if (trade.b, trade.b_gave) == (seat, "diamond")]
        expected = sorted(about, key=SEATS.index) if YEARS[year].power in TELLING else []
        fresh: tuple[DossierEntry, ...] = after.told[seat][len(before.told[seat]) :]
        assert [told.diamond.about for told in fresh] == expected
        assert the(Report, now.rounds[-1].reports[seat]).diamonds == tuple(told.diamond for told in fresh)


@settings(max_examples=examples(20))
@given(st.integers(1, 4), st.integers(100, 999), st.lists(st.sampled_from(GEMS), min_size=1, max_size=4))
def test_FA_07_CM_09_only_the_giver_sees_a_change_in_what_its_diamond_told(
    year: int, favor: int, hand: list[str]
) -> None:
    """Two matches in which Bo differs in everything a diamond could tell: what Ada, who gave Bo one, sees differs; what
    Cy and the others see, who had no part in it, and a spectator, is the same to the last byte."""

    def sights_after(bo: dict[str, Any]) -> dict[str, bytes]:
        partners = [["Bo", bo["met"], 1]] if year > 1 else []
        match = start(
            year, {"Bo": bo["favor"]}, partners=partners, Ada="diamond ruby", Cy="diamond", Di="topaz", **bo["hand"]
        )
        match.seal("Ada", offers("Bo diamond"))
        match.seal("Bo", offers("Ada sapphire"))
        match.seal("Cy", offers("Di diamond"))
        match.seal("Di", offers("Cy topaz"))
        match.close()
        views = {seat: projections.view(match.match, seat) for seat in SEATS}
        return {
            "everyone": json.dumps(projections.view(match.match, None)).encode(),
            **{seat: msgspec.json.encode(view) for seat, view in views.items()},
        }

    one = sights_after({"favor": 0, "met": "Gus", "hand": {"Bo": "sapphire"}})
    two = sights_after({"favor": -favor, "met": "Hal", "hand": {"Bo": " ".join(["sapphire", *hand])}})
    for viewer in ("everyone", "Cy", "Di", "Ed", "Flo"):
        assert one[viewer] == two[viewer]
    assert one["Bo"] != two["Bo"]
    assert one["Ada"] != two["Ada"]
