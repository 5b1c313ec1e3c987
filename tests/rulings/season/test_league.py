"""What the house keeps of every person, apart from seasons (SE-12, SE-16)."""

from __future__ import annotations

from core.house.league import league
from core.match import journal as j
from core.match.summary import Summary, summary
from tests.kit import play

SEATS = ("Ada", "Bo", "Cy", "Di")


def ship(*holders: str, claimed: dict[str, str] | None = None, end: bool = True, seed: int = 7) -> Summary:
    """A match of the Ship that ends in its eighth round, held by these."""
    script = play(
        "drifting_ship",
        players=SEATS,
        seed=seed,
        setup={"round": 8, "claimed": claimed or {"13A": "Ada", "12A": "Ada", "11A": "Ada", "1B": "Bo"}},
        holders=dict(zip(SEATS, holders, strict=True)),
    )
    while script.phase != "finished" and end:
        script.close()
    if not end:
        script.apply(j.Ended(reason="rain"))
    return summary(script.match)


def name_of(holder: str, seat: str) -> str:
    return seat if holder == "local" else holder.removeprefix("person:").title()


def test_SE_12_finished_matches_by_person_and_game_apart_with_and_without_bots() -> None:
    people = ship("person:ann", "person:ben", "person:cat", "person:dan")
    again = ship("person:ben", "person:ann", "person:cat", "person:dan")
    bots = ship("person:ann", "bot:steady", "person:cat", "open")
    rows = {(row.name, row.bots): row for row in league([people, again, bots], name_of)}
    ann = rows["Ann", False]
    assert (ann.game, ann.matches, ann.places, ann.tokens) == ("drifting_ship", 2, {"1": 1, "2": 1}, 1)
    assert ann.garnets == 1  # one for three components; the purse of six is no prize
    assert (rows["Ann", True].matches, rows["Cat", True].matches) == (1, 1)
    assert [key for key in rows if key[1]] == [("Ann", True), ("Cat", True)]


def test_SE_12_matches_without_a_result_do_not_count() -> None:
    assert league([ship(*["person:ann"] * 4, end=False)], name_of) == ()


def test_SE_16_a_seat_counts_for_who_holds_it_at_the_end_and_at_the_keyboard_under_its_name() -> None:
    match = ship("local", "local", "bot:random", "local")
    assert [row.name for row in league([match], name_of)] == ["Ada", "Bo", "Di"]
    assert all(row.bots for row in league([match], name_of))
