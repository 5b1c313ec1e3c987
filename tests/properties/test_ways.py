"""HH-15: every way out of a match, in every phase, tells a reader the same of worlds that it cannot tell apart."""

from __future__ import annotations

import pytest

from core.games import game as find_game
from core.house.guest import Guest
from core.kit.secrecy import difference
from core.table.galleries import GalleryPlace
from core.table.seat import Seat
from ssh_server.commands.parsing import FORMS
from tests.kit.depth import deep, games
from tests.properties.ways import (
    COMMANDS,
    GUEST,
    GUEST_RIGHTS,
    OF_THE_PERSON,
    PLACE,
    PLACE_SILENT,
    REFUSALS,
    SEAT,
    SILENT,
    Lodged,
    in_a_gallery,
    looked,
    missing,
    otherwise,
    phases,
)


def test_every_way_out_is_listed() -> None:
    """Fails where a seat, a gallery place, a guest or the commands get a new way out: list it, and it is compared."""
    assert missing(Seat, SEAT, REFUSALS, SILENT) == set()
    assert missing(GalleryPlace, PLACE, PLACE_SILENT, ("holder",)) == set()
    assert missing(Guest, GUEST, GUEST_RIGHTS) == set()
    assert FORMS.keys() == {*COMMANDS, *OF_THE_PERSON}
    unlisted = {
        (name, option) for name in COMMANDS for option in FORMS[name].options if option not in " ".join(COMMANDS[name])
    }
    assert unlisted == set()


@pytest.mark.parametrize("game", games("exodus", "ninety_nine", "refereed"))
def test_HH_15_a_seat_reads_the_same_in_every_phase(game: str) -> None:
    for phase, match in phases(find_game(game)):
        for n, reader in enumerate((match.seats[0], match.seats[-1], None)):
            truth = Lodged(match)
            before = [looked(truth.seat(reader), SEAT), looked(truth.guest(reader or "Zed"), GUEST)]
            for world in range(deep(6, 1)):
                other = Lodged(otherwise(match, reader, n + 50 * world))
                after = [looked(other.seat(reader), SEAT), looked(other.guest(reader or "Zed"), GUEST)]
                for was, now in zip(before, after, strict=True):
                    for name in was:
                        text = difference(was[name].encode(), now[name].encode())
                        assert was[name] == now[name], f"{name} of {reader} in {phase}: {text}"


@pytest.mark.parametrize("game", games("exodus", "refereed"))
async def test_HH_15_a_command_prints_the_same_in_every_phase(game: str) -> None:
    """Also the refusals of inputs, which come last: each changes the match for the next one."""
    for phase, match in phases(find_game(game)):
        for reader, knows in ((match.seats[1], match.seats[1]), ("Zed", None)):
            truth, other = Lodged(match), Lodged(otherwise(match, knows, 7))
            for line in (line for lines in COMMANDS.values() for line in lines):
                typed = line.format(m=truth.id, seat=reader, other=match.seats[0])
                was, now = await truth.printed(reader, typed), await other.printed(reader, typed)
                assert was == now, f"{typed} of {reader} in {phase}: {difference(was.encode(), now.encode())}"


@pytest.mark.parametrize("game", games("exodus", "ninety_nine"))
def test_HH_15_a_seat_is_refused_the_same_in_every_phase(game: str) -> None:
    for phase, match in phases(find_game(game)):
        for reader in (match.seats[1], None):
            was, now = (looked(Lodged(world).seat(reader), REFUSALS) for world in (match, otherwise(match, reader, 7)))
            for name in was:
                assert was[name] == now[name], f"{name} of {reader} in {phase}"


@pytest.mark.parametrize(
    ("late", "young", "hold"),
    [
        ("1 round", 1, ""),
        ("2 rounds", 2, ""),
        ("1 minutes", 1, ""),
        ("1 round", 1, "judged"),
        ("2 rounds", 2, "judged"),
    ],
)
def test_HH_61_a_gallery_reads_nothing_that_is_not_old_enough(late: str, young: int, hold: str) -> None:
    """Also while a host judges the last round: nobody has read anything of it then."""
    was, now = (looked(in_a_gallery(late, young, world, hold), PLACE) for world in (0, 1))
    for name in was:
        assert was[name] == now[name], f"{name}: {difference(was[name].encode(), now[name].encode())}"
    older = looked(in_a_gallery(late, young + 1, 1, hold), PLACE)
    assert older != was, "what is old enough is read"
