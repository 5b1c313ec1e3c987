"""The promises of games with turns: they hold for one, and each mistake that is planted in it is found."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from msgspec.structs import replace

from core.contract import Notice, Stage
from core.games import MODULES
from core.games import game as find_game
from core.kit import PROPERTIES, Broken, moves
from core.kit.moves import MOVES
from core.refusal import Refused
from tests.kit.depth import DEEP
from tests.kit.lots import Lots, Pay, Taker

GAME = Lots()


@pytest.mark.parametrize("promise", PROPERTIES, ids=lambda promise: promise.__name__)
def test_a_game_with_turns_keeps_every_promise(promise: Any) -> None:
    promise(GAME)


OF_THE_HOUSE = [one for one in MOVES if DEEP or one is not moves.bots_of_every_level_end_their_turns]
"""tests/core/test_levels.py asks that of one match with bots of all levels; here is one for each level."""


@pytest.mark.parametrize("game", MODULES)
@pytest.mark.parametrize("promise", OF_THE_HOUSE, ids=lambda promise: promise.__name__)
def test_the_promises_of_turns_hold_for_the_games_of_the_house(promise: Any, game: str) -> None:
    promise(find_game(game))


class Tells(Lots):
    """A notice that tells the others the next card."""

    def act(self, state: Any, seat: str, action: Any, sealed: Any, dice: Any) -> Any:
        done = super().act(state, seat, action, sealed, dice)
        if not isinstance(action, Pay) or not state.deck:
            return done
        said = [Notice("paid", f"{seat} paid rather than see the {state.deck[0]}.")]
        return replace(done, notices={other: said for other in state.seats if other != seat})


class Refuses(Lots):
    """A refusal that differs by the next card, in a rare state."""

    def act(self, state: Any, seat: str, action: Any, sealed: Any, dice: Any) -> Any:
        try:
            return super().act(state, seat, action, sealed, dice)
        except Refused as refusal:
            if state.deck and state.deck[0] > 9:
                raise Refused("no_chips", "You have no chips left, alas.", "LO-01") from refusal
            raise


class Asleep(Lots):
    """A bot that never ends its turn."""

    def bot(self, level: str, seat: str, seed: int) -> Any:
        return Sleeper(seed) if level == "steady" else Taker(seed)


class Sleeper(Taker):
    def turn(self, sight: Any) -> Any:
        return [] if sight.view.pot == 2 else super().turn(sight)


class Endless(Lots):
    """A close that nobody can reach."""

    def stage(self, state: Any) -> Stage:
        return Stage("pay a chip, or take", (state.turn,), free=("nod",))


class NoWay(Lots):
    """The same, when time alone passes."""

    def default(self, state: Any, seat: str) -> Any:
        return Pay()

    def act(self, state: Any, seat: str, action: Any, sealed: Any, dice: Any) -> Any:
        if isinstance(action, Pay) and not state.chips[seat]:
            return super().act(replace(state, chips={**state.chips, seat: 1}), seat, action, sealed, dice)
        return super().act(state, seat, action, sealed, dice)

    def asks(self, state: Any, seat: str, sealed: Any) -> Any:
        found = super().asks(state, seat, sealed)
        return replace(found, choices=tuple(replace(one, closed=None) for one in found.choices))


class Twice(Lots):
    """An action that is told twice."""

    def act(self, state: Any, seat: str, action: Any, sealed: Any, dice: Any) -> Any:
        done = super().act(state, seat, action, sealed, dice)
        return replace(done, notices={seat: [Notice("done", "It is done."), Notice("done", "It is done.")]})


class Hints(Lots):
    """Something public that hints at a removed card."""

    def view(self, state: Any, seat: str | None) -> Any:
        found = super().view(state, seat)
        return replace(found, pot=found.pot + 100) if 12 in state.removed else found


class Mute(Lots):
    """A report's field without words."""

    def tell(self, report: Any) -> list[str]:
        return [f"{report.seat} took the {report.card}."]


class Betrays(Lots):
    """Who is on turn follows from a card that nobody sees."""

    def stage(self, state: Any) -> Stage:
        found = super().stage(state)
        assert found is not None
        return replace(found, name="pay, or take" if state.deck[:1] == (3,) else found.name)


@pytest.mark.parametrize(
    ("planted", "by", "words"),
    [
        (Tells, "what_is_hidden_may_lie_otherwise", "tells"),
        (Refuses, "what_is_hidden_may_lie_otherwise", "alas"),
        (Asleep, "bots_of_every_level_end_their_turns", "the steady bot never ends its turn"),
        (Endless, "the_clock_alone_ends_a_match", "never closes"),
        (NoWay, "the_clock_alone_ends_a_match", "never closes"),
        (Twice, "nobody_is_told_twice", "tells Ada twice"),
        (Hints, "what_is_hidden_may_lie_otherwise", "sees"),
        (Mute, "every_field_of_a_report_has_words", "`chips` has no words"),
        (Betrays, "what_is_hidden_may_lie_otherwise", "who is on turn may betray nothing"),
    ],
)
def test_what_an_author_of_turns_gets_wrong_is_found(planted: type[Lots], by: str, words: str) -> None:
    game = planted()
    object.__setattr__(game, "spec", replace(Lots.spec, id=f"lots-{planted.__name__.lower()}"))
    with pytest.raises(Broken, match=words):
        getattr(moves, by)(game)


def test_the_one_budget_says_how_much_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """`GARNET_SECONDS`: some of every match in any case, then every moment, with more exchanges each time round."""
    monkeypatch.setattr(import_module("core.kit.played"), "SECONDS", -1.0)
    least = [more for _, more in moves._in_time(GAME)]
    assert set(least) == {1}
    monkeypatch.setattr(import_module("core.kit.played"), "SECONDS", 1000.0)
    most = [more for _, more in moves._in_time(GAME)]
    assert most[: len(least)] == least
    assert set(most[len(least) :]) == {2, 8, 32}
