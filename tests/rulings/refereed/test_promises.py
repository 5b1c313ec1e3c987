"""What the house promises of every game, for closes judged by dice (RF-05 to RF-07)."""

from __future__ import annotations

from typing import Any

import pytest

from core.contract import AnyGame
from core.dice import Dice
from core.kit import outputs, revealed_by_close
from core.match import journal as j
from core.match import views
from core.match.redeal import redeal
from core.match.reducer import apply, fold
from tests.kit.depth import promises
from tests.rulings.refereed.hosted import BY_DICE, FULL, Judged


@pytest.mark.parametrize(("promise", "game"), promises(BY_DICE), ids=lambda case: getattr(case, "shown", None))
def test_RF_06_the_promises_hold_for_points_that_are(promise: Any, game: AnyGame) -> None:
    promise(game)


@pytest.mark.parametrize(("game", "told"), [(game, set()) for game in BY_DICE],
                         ids=lambda value: getattr(value, "shown", ""))  # fmt: skip
def test_RF_07_a_close_discloses_what_the_host_says_to_all(game: AnyGame, told: set[str]) -> None:
    paths = revealed_by_close(game)
    assert not [path for path in paths if "told" in path], paths


@pytest.mark.parametrize("points", ["secret", "place", "public"])
def test_RF_07_a_round_that_waits_shows_a_seat_the_same_in_two_worlds(points: str) -> None:
    at = Judged.begun(options={"points": points})
    for number in range(4):
        at.direct([{"id": f"q{number}", "ask": "What now?", "kind": "text", "need": False}], "Bo")
        if at.asked("Ada") == ["request", "plan", "ally", "spies", "order", "why"]:
            at.seal("Ada", {"answers": FULL})
        at.apply(j.Drafted(author="Cy", orders={"answers": FULL}, counts=True))
        at.shut("deadline")
        assert at.phase == "judging"
        for reader in (*at.match.seats, None):
            shown = outputs(at.match, reader)
            for seed in range(3):
                assert outputs(redeal(at.match, reader, Dice(seed)), reader) == shown
        at.publish(points={"Ada": 7, "Bo": 3}, told={"Bo": "Well."}, public="So it goes.", garnets={"Cy": 1})


def test_RF_04_a_judged_journal_folds_to_the_same_match() -> None:
    at, entries = Judged.begun(), list[j.AnyEntry]()
    start = at.match

    def step(entry: j.AnyEntry) -> None:
        entries.append(entry)
        at.apply(entry)

    step(j.Sealed(author="Ada", orders={"answers": FULL}))
    step(j.Closed())
    step(j.Directed(direction={"form": [{"id": "b", "ask": "B?", "kind": "text"}]}))
    step(j.Judged(verdict={"points": {"Ada": 2}}))
    step(j.Drafted(author="Ada", orders={"answers": {"b": "x"}}))
    step(j.Unjudged(reason="A slip."))
    step(j.Judged(verdict={"points": {"Ada": 3}}))
    step(j.Closed(cause="deadline"))
    step(j.Judged(verdict={"finish": {"candidate": "Bo", "opponent": "Cy"}}))
    again = fold(start.header, [j.entry_from_json(j.as_json(entry)) for entry in entries])
    assert again.phase == "finished"
    assert views.digest(again) == views.digest(at.match)
    replayed = start
    for entry in entries:
        replayed, _ = apply(replayed, entry)
    assert replayed == at.match
