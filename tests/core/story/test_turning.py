"""Turning points: which are told, what of them is one line, and what brought a jump."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.botplay.playing import make_bot, play_out
from core.games.drifting_ship.story import _gains_in_words
from core.narration.telling import story
from core.story.parts import Chapter, Series, Turn
from core.story.turning import chosen, gained_on, swings, together
from tests.kit import play

POINTS = Series(
    id="p", title="Points", unit="points", rounds=(0, 1, 2, 3), curves={"Ada": (0, 2, 20, 24), "Bo": (0, 4, 2, 23)}
)


def test_what_turned_nothing_is_not_told() -> None:
    texts = [turn.text for turn in chosen(swings(POINTS, "round"))]
    assert any("Bo won 21 points in round 3" in text for text in texts)
    assert any("Ada won 18 points in round 2" in text for text in texts)
    assert not any("lost 2 points" in text for text in texts), "beside jumps of twenty it is noise"


def test_a_jump_names_its_cause() -> None:
    found = swings(POINTS, "round", most=1, because=lambda seat, round_: f"+21 of {seat}'s in {round_}")
    assert found[0].text == "Bo won 21 points in round 3: from 2 to 23 (+21 of Bo's in 3)."


def test_rooms_of_one_number_are_named_in_the_order_of_the_alphabet() -> None:
    state = play("drifting_ship").match.state
    rooms = ("13A", "13B", "13C")
    after = replace(state, players={**state.players, "Ada": replace(state.players["Ada"], components=rooms)})
    closed = Chapter(
        round=1, before=state, orders={}, deeds=(), notices=(), reports={}, public=None, after=after
    )  # fmt: skip
    words = _gains_in_words([closed], "Ada", 1)
    assert words.index("13A") < words.index("13B") < words.index("13C")


def test_why_somebody_won_names_the_round_that_decided_it() -> None:
    assert gained_on(POINTS, "Ada", "Bo", "round") == "; in round 2 alone Ada gained 20 on Bo"
    even = Series(id="p", title="P", rounds=(0, 1, 2), curves={"Ada": (0, 4, 8), "Bo": (0, 2, 4)})
    assert gained_on(even, "Ada", "Bo", "round") == "", "no round stands out"


def struck(round_: int, weight: float, *seats: str) -> Turn:
    return Turn(round=round_, seats=seats, kind="struck out", text=f"Round {round_}.", weight=weight, step=round_)


def test_many_of_one_kind_are_one_line_that_leads_to_the_weightiest() -> None:
    found = [struck(1, 3, "Ada", "Bo"), struck(2, 9, "Cy", "Bo"), struck(4, 5, "Bo", "Di")]
    alike = together(found, "equal bids struck each other out", lambda one: f"the dearest in round {one.round}")
    told = chosen(found, alike=alike)
    assert [turn.text for turn in told] == ["Three times equal bids struck each other out, the dearest in round 2."]
    assert (told[0].round, told[0].step, told[0].seats[0]) == (2, 2, "Bo")
    assert together(found[:2], "equal bids struck each other out", lambda one: "") == {}, "two are told each"


@pytest.mark.parametrize(("game", "seed"), [("drifting_ship", 3), ("pantheic_runes", 3), ("black_and_white", 4)])
def test_in_a_match_no_kind_fills_the_list(game: str, seed: int) -> None:
    start = play(game, seed=seed).match
    match = play_out(start, {seat: make_bot(start, seat, "steady") for seat in start.seats})
    told = story(match, None, whole=True).turns
    kinds = [turn.kind for turn in told]
    assert max(kinds.count(kind) for kind in ("struck out", "contested", "blessing", "dear")) == 1
    assert any(" times " in turn.text for turn in told)
    for turn in told:
        if turn.kind == "swing":
            assert turn.text.endswith(")."), "what brought it"
