"""HH-15: every way out of a match, in every phase, tells a reader the same of worlds that it cannot tell apart."""

from __future__ import annotations

import pytest

from core.house.guest import Guest
from core.table.galleries import GalleryPlace
from core.table.seat import Seat
from ssh_server.commands.parsing import FORMS
from tests.kit.depth import deep, games
from tests.properties import ways
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
    missing,
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


@pytest.mark.parametrize("game", games("exodus", "refereed-se"))
def test_HH_15_a_seat_reads_the_same_in_every_phase(game: str) -> None:
    ways.seats_read_the_same(game, deep(6, 1))


@pytest.mark.parametrize("game", games("ninety_nine", "refereed"))
def test_HH_15_a_command_prints_the_same_in_every_phase(game: str) -> None:
    ways.commands_print_the_same(game)


@pytest.mark.parametrize("game", games("exodus", "refereed-se"))
def test_HH_15_a_seat_is_refused_the_same_in_every_phase(game: str) -> None:
    ways.refusals_are_the_same(game)


@pytest.mark.parametrize("hold", ["", "judged", "confirm"])
@pytest.mark.parametrize(
    ("kind", "late", "young"),
    [("gallery", "1 rounds", 1), ("gallery", "2 rounds", 2), ("gallery", "1 minutes", 1), ("onlookers", "1 rounds", 2)],
)
def test_HH_61_and_HH_71_late_readers_read_nothing_that_is_not_old_enough(
    kind: str, late: str, young: int, hold: str
) -> None:
    ways.late_readers_read_old_rounds_alone(kind, late, young, hold)


def test_HH_62_a_live_gallery_reads_no_private_word() -> None:
    ways.a_live_gallery_reads_no_private_word()


def test_HH_28_a_coach_waits_whoever_has_sealed() -> None:
    ways.a_coach_waits_whoever_has_sealed()


def test_HH_42_a_trial_of_a_deed_tells_the_deed_alone() -> None:
    ways.a_trial_of_a_deed_tells_the_deed_alone()


@pytest.mark.parametrize("game", games("exodus", "drifting_ship"))
def test_HH_18_a_post_tells_a_room_what_spectators_know(game: str) -> None:
    ways.posts_tell_the_same(game)


def test_modules_that_hold_a_whole_match_are_listed() -> None:
    """Fails where a screen, command, page or post gets at a match otherwise than through a seat."""
    assert ways.holders_of_matches() == {*" ".join(ways.WHOLE.values()).split()}
