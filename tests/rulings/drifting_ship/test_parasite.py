"""SH-30 to SH-32: claiming the Parasite and planting it in the Vault."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import Script, ending
from tests.rulings.drifting_ship.script import Json, crew, go, mate, one, owned, ship

LAST = owned(Ada="2A 3A 4A 5A 6A", Bo="7A 8A 9A 10A", Cy="11A 12A", Di="13A")
"""All of Sequence A but 1A. Ada has most pieces, Bo the highest value."""


def plant(letter: str = "A", energy: int = 3, **more: object) -> Json:
    return {"activate": energy, "plant": letter, **more}


def carriers(**energy: int) -> dict[str, tuple[Json, ...]]:
    """Each of these seats with a carrier in V, and Di's first crewmate in 1A unless it plants."""
    found: dict[str, tuple[Json, ...]] = {"Di": (mate("1A"),)}
    for seat, amount in energy.items():
        found[seat] = (mate("V", amount, parasite=True), mate("1A", name="second"))
    return found


def completing(plants: dict[str, Json], **keys: Any) -> Script:
    """The close at which Di takes the last part of A while others plant."""
    match = ship(carriers(**dict.fromkeys(plants, 7)), claimed=LAST, **keys)
    for seat, order in plants.items():
        match.seal(seat, crew(order))
    match.seal("Di", crew(go(None, 1)))
    match.close()
    return match


def winners(match: Script) -> list[str]:
    return list(ending(match).winners)


# --- SH-30 -------------------------------------------------------------------------------------------------------
def test_SH_30_one_parasite_a_seat_in_a_match() -> None:
    match = ship({"Ada": (mate("P"), mate("P"))})
    match.seal("Ada", crew(go(None, 1), go(None, 2)))
    match.close()
    assert [one(match, "Ada", index)["parasite"] for index in (0, 1)] == [False, True]
    assert match.host["claimed"] == ["Ada"]
    assert match.refused("Ada", crew(go(None, 1))).code == "parasite_claimed"
    assert match.refused("Ada", crew(None, go(None, 1))).code == "parasite_claimed"
    match.seal("Bo", crew())
    match.close()


def test_SH_30_a_planted_parasite_does_not_allow_another() -> None:
    match = ship({"Ada": (mate("V", 7, parasite=True), mate("P"))})
    match.seal("Ada", crew(plant()))
    match.close()
    assert one(match, "Ada")["parasite"] is False
    assert match.refused("Ada", crew(None, go(None, 1))).code == "parasite_claimed"
    assert match.refused("Ada", crew(plant())).code == "no_parasite"


# --- SH-31 -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"activate": 3}, "plant_missing"),
        ({"activate": 2, "plant": "A"}, "plant_too_low"),
        ({"activate": 8, "plant": "A"}, "not_enough_energy"),
        ({"plant": "A"}, "plant_alone"),
        ({"activate": 3, "plant": "D"}, "wrong_form"),
    ],
)
def test_SH_31_plants_that_are_refused(order: Json, code: str) -> None:
    match = ship({"Ada": (mate("V", 7, parasite=True),)})
    assert match.refused("Ada", crew(order)).code == code


def test_SH_31_only_the_crewmate_that_carries_the_parasite_plants_it() -> None:
    match = ship({"Ada": (mate("V", 7), mate("1A", parasite=True)), "Bo": (mate("V"),)})
    assert match.refused("Ada", crew(plant())).code == "no_parasite"
    assert match.refused("Bo", crew(plant())).code == "no_parasite"
    assert match.refused("Bo", crew(go(None, 3))).code == "no_parasite"


def test_SH_31_there_is_no_contention_in_the_vault() -> None:
    match = ship(carriers(Ada=5, Bo=5, Cy=5))
    for seat in ("Ada", "Bo", "Cy"):
        match.seal(seat, crew(plant("A", 4)))
    reports = match.close()
    for seat in ("Ada", "Bo", "Cy"):
        assert reports[seat]["activations"] == [{"crew": 0, "room": "V", "ok": True}]
        assert reports[seat]["activators"] == [{"room": "V", "player": who} for who in ("Ada", "Bo", "Cy")]
        assert one(match, seat)["parasite"] is False
        assert one(match, seat)["energy"] == 4
    assert reports["Di"]["activated"] == ["V"]
    assert reports["Di"]["activators"] == []
    assert match.host["activated"] == []
    assert match.phase == "round"


# --- SH-32 -------------------------------------------------------------------------------------------------------
def test_SH_32_SH_42_a_right_plant_wins() -> None:
    match = completing({"Bo": plant()})
    assert winners(match) == ["Bo"]
    assert ending(match).candidate == "Ada"
    assert match.host["tokens_of_life"]["Bo"] == 1


@pytest.mark.parametrize("letter", ["B", "C"])
def test_SH_32_a_wrong_plant_neither_wins_nor_blocks(letter: str) -> None:
    match = completing({"Bo": plant(letter, 7), "Cy": plant("A", 3)})
    assert winners(match) == ["Cy"]
    assert winners(completing({"Bo": plant(letter)})) == ["Ada"]


def test_SH_32_a_plant_before_the_last_round_is_wrong() -> None:
    match = ship(carriers(Bo=7), claimed=LAST)
    match.seal("Bo", crew(plant()))
    match.close()
    assert match.phase == "round"
    match.seal("Di", crew(go(None, 1)))
    match.close()
    assert winners(match) == ["Ada"]
    assert ending(match).candidate == "Bo"


def test_SH_92_SH_32_SH_50_the_planter_is_told_what_its_plant_was() -> None:
    def told(match: Script, seat: str, round_: int = -1) -> str:
        game = match.match.game
        report, view = match.match.rounds[round_].reports[seat], game.view(match.match.state, seat)
        return " ".join(line for line in game.tell_to(report, view) if line.startswith("Your plant"))

    match = completing({"Bo": plant("A", 4), "Cy": plant("B", 3)})
    assert told(match, "Bo").startswith("Your plant was right: Sequence A")
    assert told(match, "Cy").startswith("Your plant was improper: Sequence B")
    assert told(match, "Ada") == told(match, "Di") == ""

    early = ship(carriers(Bo=7), claimed=LAST)
    early.seal("Bo", crew(plant()))
    early.close()
    assert told(early, "Bo").startswith("Your plant was improper: Sequence A")
    early.seal("Di", crew(go(None, 1)))
    early.close()
    assert told(early, "Bo", 0).startswith("Your plant was improper"), "completed later does not make it right"
    assert told(early, "Bo") == ""

    level = completing({"Bo": plant("A", 4), "Cy": plant("A", 4)})
    assert told(level, "Bo") == told(level, "Cy") == told(match, "Bo"), "who else planted right is not told"


def test_SH_32_the_single_highest_energy_wins() -> None:
    assert winners(completing({"Bo": plant("A", 4), "Cy": plant("A", 5)})) == ["Cy"]


def test_SH_32_a_shared_highest_fails_for_all_lower_ones_too() -> None:
    match = completing({"Ada": plant("A", 5), "Bo": plant("A", 5), "Cy": plant("A", 4)})
    assert winners(match) == ["Ada"]  # naturally
    assert ending(match).candidate == "Cy"  # the least value among the improper planters


def test_SH_32_a_tie_below_the_highest_does_not_matter() -> None:
    match = completing({"Ada": plant("A", 4), "Bo": plant("A", 4), "Cy": plant("A", 7)})
    assert winners(match) == ["Cy"]


def test_SH_32_the_planters_own_crew_may_complete_the_sequence() -> None:
    match = ship(carriers(Bo=7), claimed=LAST)
    match.seal("Bo", crew(plant(), go(None, 1)))
    match.close()
    assert winners(match) == ["Bo"]


def test_SH_32_a_plant_says_nothing_of_right_or_wrong() -> None:
    reports = []
    for letter in ("A", "B", "C"):
        match = ship(carriers(Bo=7))
        match.seal("Bo", crew(plant(letter)))
        reports.append(match.close())
    assert reports[0] == reports[1] == reports[2]
