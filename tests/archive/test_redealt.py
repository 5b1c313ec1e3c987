"""What stays with the host does not show in the site: redealt, every byte of it is the same (CM-09, HH-15, HH-17)."""

from __future__ import annotations

from contextlib import suppress

from core import journal as j
from core.refusal import Refused
from tests.archive.kit import play, seated, site
from tests.kit.house import open_house

BO = (0, 2, 1, 3, 4, 5, 6, 7, 8)


def told(ada: tuple[int, ...], *, reveal: bool, words: str) -> dict[str, bytes]:
    """A site of one duel: Ada plays these tiles one after the other, writes notes and talks."""
    house = open_house()
    people = {"Ada": "person:ada", "Bo": "person:bo"}
    table = seated(house, "black_and_white", ("Ada", "Bo"), holders=people, options={"reveal": reveal})
    table.submit(j.Noted(by="Ada", text=words))
    if words:
        table.submit(j.Said(by="Ada", to=("Bo",), text=words))
    for own, other in zip(ada, BO, strict=True):
        for _ in range(2):
            for seat, tile in (("Ada", own), ("Bo", other)):
                with suppress(Refused):  # only the seat on turn can play
                    table.submit(j.Sealed(by=seat, orders={"tile": tile}))
            if table.match.phase == "round":
                table.submit(j.Closed())
    play(table)
    return site(house)


def test_HH_17_of_a_kept_record_no_secret_shows_in_any_file() -> None:
    """Two duels that look the same to a spectator: Ada's 8 and 6, both black, won the first two tricks in one order or
    the other."""
    one = told((8, 6, 4, 7, 5, 3, 2, 1, 0), reveal=False, words="a plan")
    other = told((6, 8, 4, 7, 5, 3, 2, 1, 0), reveal=False, words="another")
    assert one == other


def test_HH_27_of_an_open_record_talk_and_notes_still_show_nowhere() -> None:
    tiles = (8, 6, 4, 7, 5, 3, 2, 1, 0)
    assert told(tiles, reveal=True, words="a plan") == told(tiles, reveal=True, words="something else")


def test_the_test_tells_two_records_apart() -> None:
    """Where the record is open the tiles are told, so the duels above are different ones."""
    one = told((8, 6, 4, 7, 5, 3, 2, 1, 0), reveal=True, words="")
    assert one != told((6, 8, 4, 7, 5, 3, 2, 1, 0), reveal=True, words="")
