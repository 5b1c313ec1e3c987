"""HH-15: what a seat cannot know is drawn anew, and nothing that leaves for it may change. Tests of these tests, too:
games into which a leak was planted must be caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from core.bots.contract import Move, Say, Sight
from core.contract import AnyGame
from core.dice import Dice
from core.games import MODULES
from core.games import game as find_game
from core.kit import Broken, played, properties, revealed_by_close, secrecy, unguarded_paths
from core.kit.played import looks
from core.match import views
from core.match.state import Match
from tests.kit.chips import Chips
from tests.kit.depth import deep
from tests.properties.leaks import leaky, of_leaky
from tests.rulings.drifting_ship.script import mate, ship

GAMES = tuple(MODULES)
CHIPS = Chips()
every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_HH_15_a_seat_is_shown_only_what_it_may_know(game: str) -> None:
    secrecy.a_seat_is_shown_only_what_it_may_know(find_game(game))


@every_game
def test_HH_15_what_everybody_is_told_a_ruling_discloses(game: str) -> None:
    secrecy.what_everybody_is_told_a_ruling_discloses(find_game(game))


@every_game
def test_HH_15_a_spectator_is_shown_public_facts_alone(game: str) -> None:
    secrecy.a_spectator_is_shown_public_facts_alone(find_game(game))


def test_HH_15_a_redeal_draws_anew_what_is_hidden() -> None:
    """For games from outside: of the house's own `test_leaves.py` asks it of every leaf."""
    secrecy.a_redeal_draws_anew_what_is_hidden(find_game("black_and_white"))


@every_game
def test_HH_15_a_close_tells_a_seat_only_what_it_teaches_it(game: str) -> None:
    secrecy.a_close_tells_a_seat_only_what_it_teaches_it(find_game(game), swaps=deep(secrecy.SWAPS, 12))


@every_game
def test_HH_15_an_action_tells_a_seat_only_what_it_teaches_it(game: str) -> None:
    secrecy.an_action_tells_a_seat_only_what_it_teaches_it(find_game(game))


@every_game
def test_HH_15_what_a_seat_keeps_to_itself_nobody_else_hears(game: str) -> None:
    properties.what_a_seat_keeps_to_itself_nobody_else_hears(find_game(game))


@every_game
def test_CM_28_and_HH_40_whose_deed_it_was_nobody_else_can_tell(game: str) -> None:
    properties.whose_deed_it_was_nobody_else_can_tell(find_game(game))


@every_game
def test_HH_15_a_change_is_heard_by_whom_it_shows_something(game: str) -> None:
    properties.a_change_is_heard_by_whom_it_shows_something(find_game(game))


@every_game
def test_HH_15_a_rebuilt_state_shows_a_bot_what_it_saw(game: str) -> None:
    secrecy.a_rebuilt_state_shows_a_bot_what_it_saw(find_game(game))


@every_game
def test_HH_15_what_a_bot_says_follows_from_what_it_may_know(game: str) -> None:
    secrecy.what_a_bot_says_follows_from_what_it_may_know(find_game(game))


def test_HH_15_a_bot_that_says_what_its_seat_cannot_know_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    class Blab:
        def turn(self, sight: Sight[Any, Any, Any]) -> list[Move]:
            return [Say("lounge", str(sight.view))]

    game = leaky(find_game("ninety_nine"), "view")
    monkeypatch.setattr(type(game), "bot", lambda self, level, seat, seed: Blab(), raising=False)
    match = played(find_game("ninety_nine"), 1)
    moment = match.open_moments()[-1]
    with pytest.raises(Broken, match="cannot know"):
        secrecy.compare_talk(of_leaky(moment, game), moment.seats[0], 3)


@pytest.mark.parametrize("game", ["black_and_white", "ninety_nine"])
def test_HH_15_a_duel_can_be_rebuilt_at_every_moment_of_every_match(game: str) -> None:
    rules = find_game(game)
    for seed in (1, 2, 3):
        for moment in played(rules, seed).moments:
            if moment.phase == "round":
                sight = views.sight(moment, moment.seats[seed % 2])
                state = rules.determinize(sight, Dice(seed))
                assert state is not None
                assert rules.view(state, sight.seat) == sight.view


# --- the tests of the tests -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("promise", [*secrecy.SECRECY, *properties.DEEDS], ids=lambda promise: promise.__name__)
def test_the_small_game_without_leaks_is_clean(promise: Callable[[AnyGame], None]) -> None:
    promise(CHIPS)


def caught(game: AnyGame, where: str, look: Callable[[Match, str | None, int], object]) -> bool:
    """Is the leak found at some moment, by some seat? Some can be seen at few: then it takes longer than usual."""
    leaking = leaky(game, where)
    for n, moment, seat in looks(game, seconds=10):
        try:
            if moment.state.ending is None:
                look(of_leaky(moment, leaking), None if where == "spectator" else seat, n)
        except Broken:
            return True
    return False


@pytest.mark.parametrize("where", ["view", "spectator", "asks", "refusal", "code"])
def test_a_leak_planted_in_what_the_small_game_shows_is_caught(where: str) -> None:
    assert caught(CHIPS, where, secrecy.compare)


@pytest.mark.parametrize("where", ["report", "public"])
def test_a_leak_planted_in_what_the_small_game_tells_is_caught(where: str) -> None:
    assert caught(CHIPS, where, secrecy.compare_closes)


@pytest.mark.parametrize("where", ["report", "refusal"])
@every_game
def test_a_leak_planted_in_a_game_is_caught(game: str, where: str) -> None:
    if (game, where) == ("refereed", "refusal"):
        pytest.skip("its usual form closes no choice, so that nothing is refused")
    look = secrecy.compare_closes if where == "report" else secrecy.compare
    assert caught(find_game(game), where, look)


def test_a_leak_planted_in_what_a_live_action_tells_is_caught() -> None:
    assert caught(find_game("pantheic_runes"), "notice", secrecy.compare_actions)


def calling() -> Match:
    """A position in which Ada can open a channel (SH-24): at random nobody ever comes to it."""
    crews = {"Ada": (mate("4B", 5, "X"), mate("R")), "Bo": (mate("4B"),), "Cy": (mate("R"),)}
    found: Match = ship(crews, round=8).match
    return found


def test_HH_15_SH_24_a_channel_tells_a_seat_only_what_it_teaches_it() -> None:
    moment = calling()
    assert [choice.value for choice in views.asks(moment, "Ada").open("action.open_channel.0")] == ["Bo"]
    for n in range(4):
        secrecy.compare_actions(moment, "Ada", n)


def test_a_leak_planted_in_what_a_channel_tells_is_caught() -> None:
    leaking = of_leaky(calling(), leaky(find_game("drifting_ship"), "notice"))
    with pytest.raises(Broken, match="what it cannot know"):
        [secrecy.compare_actions(leaking, "Ada", n) for n in range(4)]


def test_a_redeal_that_changes_nothing_is_caught() -> None:
    class Empty(Chips):
        spec = replace(Chips.spec, id="chips-kept")

        def redeal(self, state, seat, dice):
            return state

    with pytest.raises(Broken, match="keeps the State as it is"):
        secrecy.a_redeal_draws_anew_what_is_hidden(Empty())


def test_a_redeal_that_changes_what_a_seat_knows_is_caught() -> None:
    class Forgetful(Chips):
        spec = replace(Chips.spec, id="chips-forgotten")

        def redeal(self, state, seat, dice):
            return super().redeal(state, None, dice)

    with pytest.raises(Broken, match="view of"):
        secrecy.a_seat_is_shown_only_what_it_may_know(Forgetful())


def test_a_view_whose_order_tells_who_holds_most_is_caught() -> None:
    class Ordered(Chips):
        spec = replace(Chips.spec, id="chips-ordered")

        def view(self, state, seat):
            view = super().view(state, seat)
            return replace(view, points=dict(sorted(view.points.items(), key=lambda held: state.chips[held[0]])))

    with pytest.raises(Broken, match="view of a spectator"):
        secrecy.a_spectator_is_shown_public_facts_alone(Ordered())


def test_CM_26_a_briefing_that_shows_what_another_seat_holds_is_caught() -> None:
    class Early(Chips):
        spec = replace(Chips.spec, id="chips-early")

        def briefing_view(self, state, seat):
            return self.view(state, state.seats[-1])

    with pytest.raises(Broken, match="of Ada in the briefing shows"):
        secrecy.a_seat_is_shown_only_what_it_may_know(Early())


def test_a_report_that_tells_which_of_two_others_ordered_what_is_caught() -> None:
    class Summed(Chips):
        """Everybody sees a sum of all bids that other orders hardly ever have."""

        spec = replace(Chips.spec, id="chips-summed")

        def close(self, state, orders, dice):
            closing, bids = (
                super().close(state, orders, dice),
                [orders[s].bid if s in orders else 0 for s in state.seats],
            )
            after = replace(closing.state, points={s: n + sum(bid**3 for bid in bids) for s, n in state.points.items()})
            told = {
                s: replace(report, winner=str(bids[n - 1])) for n, (s, report) in enumerate(closing.reports.items())
            }
            return replace(closing, state=after, reports=told, public=None)

        def redeal(self, state, seat, dice):
            found = super().redeal(replace(state, points=dict.fromkeys(state.seats, 0)), seat, dice)
            return replace(found, points=state.points)

    def told(before: Match, seat: str, swaps: int) -> bool:
        try:
            secrecy.compare_closes(before, seat, swaps=swaps)
        except Broken:
            return True
        return False

    looks = [(before, seat) for before, _, _ in played(Summed(), 1).closes() for seat in before.seats]
    missed = [look for look in looks if not told(*look, swaps=0)]
    assert any(told(*look, swaps=secrecy.SWAPS) for look in missed)


def test_a_secret_that_a_close_enters_into_what_everybody_sees_is_named() -> None:
    class Kept(Chips):
        spec = replace(Chips.spec, id="chips-kept-in-view")

        def close(self, state, orders, dice):
            closing = super().close(state, orders, dice)
            points = {seat: closing.state.points[seat] + state.chips[seat] % 2 for seat in state.seats}
            return replace(closing, state=replace(closing.state, points=points))

        def outcome_facts(self, state):
            return {"held": state.chips}

    assert revealed_by_close(CHIPS) == ()
    assert revealed_by_close(Kept()) == ("end.held.*", "view.points.*")


@pytest.mark.parametrize("game", ["exodus", "famine"])
def test_HH_15_a_close_of_trades_gives_away_nothing_that_nobody_ordered(game: str) -> None:
    assert revealed_by_close(find_game(game)) == ()


def test_the_places_of_a_state_that_no_redeal_changes_are_named() -> None:
    kept = unguarded_paths(CHIPS)
    assert "points.*" in kept
    assert "chips.*" not in kept


def test_a_match_is_played_once_for_all_properties() -> None:
    assert played(CHIPS, 1) is played(CHIPS, 1)
