"""HH-38: after the end the replay tells what a sharp bot would have done, from what the seat knew."""

from __future__ import annotations

import msgspec
import pytest

from core.botplay.hindsight import compare_orders, would_have
from core.botplay.playing import make_bot, play_out
from core.games import game as find_game
from core.games.trading.offers import Offer
from core.kit.secrecy import redealt
from core.match import journal as j
from core.match import views
from core.refusal import Refused
from core.story.turning import number
from tests.kit import play
from tests.kit.screens import show
from tests.rulings.sinners_secret.scene import query, scene
from tui.screens.result.past_tables import EVERYONE, Replay
from tui.screens.result.replay import ReplayScreen


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
    told = would_have(before.game, views.sight(before, seat))
    for n in range(3):
        other = redealt(before, seat, n)
        assert other.state != before.state
        assert would_have(other.game, views.sight(other, seat)) == told


@pytest.mark.parametrize("place", [1, 3])
def test_HH_38_both_moves_are_weighed_by_one_measure(place):
    """The figure of what was sealed is the one that a bot gives to the same orders; a redeal changes nothing."""
    replay = recorded()
    moment = replay.moments[place]
    game, seat = replay.final.game, next(s for s in replay.header.seats if s in moment.record.orders)
    sight, made = moment.sight(seat, True), moment.record.orders[seat]
    told = would_have(game, sight, made)
    hope = game.hope(sight, made)
    assert any(row.startswith("It hoped for ") for row in told) or told[-1].startswith("No figure")
    if hope is None:
        assert "sealed promised" not in told[-1]
    else:
        assert f"What was sealed promised {number(hope.value)} " in told[-1]
        assert compare_orders(game, sight, made, (), made)[-1].endswith(": as much.")
    for n in range(2):
        other = redealt(moment._before, seat, n)
        assert would_have(game, views.sight(other, seat), made) == told


def test_HH_38_where_no_figure_can_be_given_that_is_said():
    script = play("exodus", seed=4)
    game, sight = script.match.game, views.sight(script.match, "Ada")
    give = next(kind for kind, amount in sight.view.held.items() if amount)
    made = game.Orders(offers=(msgspec.convert({"to": "Bo", "give": give}, Offer),))
    assert compare_orders(game, sight, made, (), None) == ("No figure says by how much it hoped for more.",)


def test_HH_38_the_sinners_locks_are_weighed_by_what_a_sharp_bot_believes():
    """A lock that an answer proved right promises 2 points, one that own letters disprove -1, no lock nothing."""
    script = scene()
    script.seal("Bo", query("AMN", "faith", "Ed"))
    script.close()
    game, sight = script.match.game, views.sight(script.match, "Ed")
    promised = {
        letter: game.hope(sight, msgspec.convert({"locks": {"M": letter}} if letter else {}, game.Orders)).value
        for letter in ("A", "B", "")
    }
    assert promised["A"] == pytest.approx(2, abs=0.2), "deals are sampled"
    assert promised[""] == 0
    assert -1 <= promised["B"] < promised["A"]
    assert game.hope(views.sight(script.match, "Ed"), game.Orders()).of.startswith(" points by the locks")


@pytest.mark.parametrize(("game", "slot"), [("black_and_white", "tile"), ("ninety_nine", "bid")])
def test_HH_38_in_a_duel_it_is_the_chance_to_win(game, slot):
    script = play(game, seed=4)
    seat = next(s for s in script.match.seats if script.match.game.asks(script.match.state, s, None).orders)
    sight = views.sight(script.match, seat)
    choices = [choice.value for choice in sight.asks.open(slot)]
    hopes = [
        find_game(game).hope(sight, find_game(game).Orders(**{slot: value})).value
        for value in choices[:: len(choices) // 3]
    ]
    assert all(0 <= hope <= 100 for hope in hopes)
    assert len(set(hopes)) > 1
