"""A match played by script: given, orders, expect. `Script` is the installed kit's."""

from __future__ import annotations

from typing import Any, TypeVar

from core.dice import commitment, scenario_nonce
from core.games import game as find_game
from core.kit import NAMES, Script
from core.ledger import Ending
from core.match import journal as j
from core.match.state import Match, begin

__all__ = ["NAMES", "Script", "ending", "play", "the"]

T = TypeVar("T")


def the(kind: type[T], thing: object) -> T:
    """A State, View or Report as the game's own: a match of any game hands out what all of them have in common."""
    assert isinstance(thing, kind), f"no {kind.__name__}: {thing!r}"
    return thing


def ending(played: Script | Match) -> Ending:
    """How the rounds of a match ended; the test fails while they are played."""
    match = played.match if isinstance(played, Script) else played
    found = match.state.ending
    assert found is not None, "the rounds are not over"
    return found


def play(
    game: str,
    *,
    setup: dict[str, Any] | None = None,
    seed: int = 7,
    options: dict[str, Any] | None = None,
    players: tuple[str, ...] | None = None,
    **header: Any,
) -> Script:
    """A match of `game` at its beginning, or at the position that `setup` gives (set-up keys of the rulings)."""
    spec = find_game(game).spec
    nonce = scenario_nonce(seed)
    return Script(
        begin(
            j.Header(
                match="test",
                game=game,
                rules_version=spec.rules_version,
                seats=tuple(players or NAMES[: spec.seats]),
                options=options or {},
                given=setup or {},
                seed=seed,
                nonce=nonce,
                commitment=commitment(seed, nonce),
                **header,
            )
        )
    )
