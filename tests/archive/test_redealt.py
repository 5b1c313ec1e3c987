"""What stays with the host does not show in the site: redealt, every byte of it is the same (CM-09, HH-15, HH-17)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cli.archive import matches
from core.dice import Dice
from core.games import game, ids
from core.kit.played import played
from core.match.redeal import redeal
from core.narration.telling import story
from tests.archive.kit import duel_site


def alike(id_: str) -> bool:
    """Are the pictures of two matches alike whose records stay with their hosts, and that nobody can tell apart?"""
    match = played(game(id_), 1).moments[-1]
    match = replace(match, header=replace(match.header, options={**match.header.options, "reveal": False}))
    return matches.picture("A house", match) == matches.picture("A house", redeal(match, None, Dice(7)))


@pytest.mark.parametrize("id_", ids())
def test_HH_18_the_picture_that_a_chat_room_gets_shows_what_a_spectator_knows(id_: str) -> None:
    assert alike(id_)


def test_a_picture_of_the_whole_record_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: what those seated know."""
    monkeypatch.setattr(matches, "story_at_end", lambda match: story(match, match.seats[0]))
    assert not all(map(alike, ids()))


def test_HH_17_of_a_kept_record_no_secret_shows_in_any_file() -> None:
    """Two duels that look the same to a spectator: Ada's 8 and 6, both black, won the first two tricks in one order or
    the other."""
    one = duel_site((8, 6, 4, 7, 5, 3, 2, 1, 0), reveal=False, words="a plan")
    other = duel_site((6, 8, 4, 7, 5, 3, 2, 1, 0), reveal=False, words="another")
    assert one == other


def test_HH_27_of_an_open_record_talk_and_notes_still_show_nowhere() -> None:
    tiles = (8, 6, 4, 7, 5, 3, 2, 1, 0)
    assert duel_site(tiles, reveal=True, words="a plan") == duel_site(tiles, reveal=True, words="something else")


def test_the_test_tells_two_records_apart() -> None:
    """Where the record is open the tiles are told, so the duels above are different ones."""
    one = duel_site((8, 6, 4, 7, 5, 3, 2, 1, 0), reveal=True, words="")
    assert one != duel_site((6, 8, 4, 7, 5, 3, 2, 1, 0), reveal=True, words="")
