"""HH-29, HH-30: confessionals and lines to the hosts are nobody's business but the seat's and its hosts'."""

from __future__ import annotations

import pytest

from core.decoding import canonical, plain
from core.dice import Dice
from core.games import MODULES
from core.games import game as find_game
from core.kit import Broken, played, secrecy
from core.match import journal as j
from core.match import views
from core.match.private_channels import own
from core.match.redeal import UNSEEN, redeal
from core.match.reducer import apply
from core.match.renaming import rename_seat
from core.match.state import Match
from tests.kit.depth import games

every_game = pytest.mark.parametrize("game", tuple(MODULES))


def moments(game: str) -> list[Match]:
    """Some moments of a match in which everybody confided something, asked and was told something."""
    found = []
    for match in played(find_game(game), 1).open_moments(4):
        for number, seat in enumerate(match.seats, 1):
            for room in ("confessional", "host"):
                match, _ = apply(match, j.Said(author=seat, to=room, text=f"canary of {seat} in {room}"))
            match, _ = apply(match, j.Answered(question=number, text=f"canary answer to {seat}"))
        found.append(match)
    return found


@pytest.mark.parametrize("game", games("refereed"))
def test_HH_29_and_HH_30_a_seat_is_shown_its_own_rooms_apart_and_nobody_elses(game: str) -> None:
    for turn, moment in enumerate(moments(game)):
        for seat in (moment.seats[turn % len(moment.seats)], None):
            shown = b"".join(secrecy.compare(moment, seat, n=turn).values()).decode()
            others = [other for other in moment.seats if other != seat]
            assert not any(f"canary of {other} " in shown or f"answer to {other}" in shown for other in others)
            assert seat is None or f"canary of {seat} in confessional" in shown


@every_game
def test_HH_29_and_HH_30_bots_never_read_them(game: str) -> None:
    for moment in moments(game):
        for seat in moment.seats[:3]:
            assert b"canary" not in canonical(plain(views.sight(moment, seat)))


@every_game
def test_HH_29_and_HH_30_a_redeal_puts_other_words_into_them(game: str) -> None:
    moment = moments(game)[-1]
    seat = moment.seats[0]
    found = redeal(moment, seat, Dice(5))
    assert own(found, seat) == own(moment, seat)
    assert all(UNSEEN in aside.text for aside in found.asides if aside.seat != seat)
    assert any(aside.seat != seat for aside in found.asides)


def test_a_leak_of_a_confessional_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = moments("exodus")[-1]
    monkeypatch.setattr(
        views, "own_asides", lambda match, seat: tuple(one.message for one in match.asides)
    )  # of everybody
    with pytest.raises(Broken, match="view of"):
        secrecy.compare(moment, moment.seats[0])


def test_a_leak_of_how_many_have_asked_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = moments("exodus")[-1]
    of_seat = views.own_asides
    monkeypatch.setattr(views, "own_asides", lambda match, seat: of_seat(match, seat)[: len(match.asides) % 3])
    shown = {secrecy.outputs(secrecy.redealt(moment, moment.seats[0], n), moment.seats[0])["view"] for n in range(6)}
    assert len(shown) > 1


def test_HH_10_a_renamed_seat_keeps_its_rooms_apart() -> None:
    match = played(find_game("exodus"), 1).moments[0]
    seat = match.seats[0]
    match, _ = apply(match, j.Said(author=seat, to="confessional", text=f"{seat} is me"))
    after = rename_seat(match, seat, "Zoe")
    assert [message.text for message in own(after, "Zoe")] == [f"{seat} is me"]
