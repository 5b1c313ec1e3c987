"""HH-38: after the end the replay tells what a sharp bot would have done, from what the seat knew."""

from __future__ import annotations

import pytest

from core import journal as j
from core import projections
from core.botplay import make_bot, play_out
from core.hindsight import would_have
from core.kit.secrecy import redealt
from core.refusal import Refused
from tests.kit import play
from tests.kit.screens import show
from tui.replaying import Replay
from tui.screens.replay import EVERYONE, ReplayScreen


def recorded(until=None, **header):
    start = play("exodus", seed=4).match
    entries = []
    bots = {seat: make_bot(start, seat, "random") for seat in start.seats}
    play_out(start, bots, each=lambda _, entry: entries.append(j.as_json(entry)))
    return Replay({**j.as_json(start.header), **header}, entries[:until])


async def test_HH_38_b_tells_what_a_bot_would_have_done_in_this_seat():
    replay = recorded()
    seats = replay.header.seats
    screen = lambda: ReplayScreen(replay, (*seats, EVERYONE), at=seats[0], own=(seats[0],))  # noqa: E731
    async with show(screen, size=(100, 30)) as at:
        assert "sharp bot" not in at.text
        await at.press("b")
        await at.screen.workers.wait_for_complete()
        await at.settle()
        assert f"A sharp bot, knowing what {seats[0]} knew" in at.text
        for line in replay.would_have(replay.moments[0], seats[0], True):
            assert line[:40] in at.text


def test_HH_38_during_play_nothing_is_told():
    open_ = recorded(until=-8)
    assert open_.final.phase != "finished"
    with pytest.raises(Refused, match="after the end"):
        open_.would_have(open_.moments[0], open_.header.seats[0], True)


def test_HH_38_a_match_made_without_it_tells_nothing():
    without = recorded(hindsight=False)
    with pytest.raises(Refused, match="host"):
        without.would_have(without.moments[0], without.header.seats[0], True)


@pytest.mark.parametrize("place", [0, 3])
def test_HH_38_a_redeal_of_what_the_seat_did_not_know_changes_nothing(place):
    replay = recorded()
    seat, before = replay.header.seats[0], replay.moments[place]._before
    told = would_have(before.game, projections.sight(before, seat))
    for n in range(3):
        other = redealt(before, seat, n)
        assert other.state != before.state
        assert would_have(other.game, projections.sight(other, seat)) == told
