"""A match played by script: given, orders, expect. `Script` is that of the installed kit."""

from __future__ import annotations

from typing import Any, TypeVar

from core.dice import commitment, scenario_nonce
from core.games import game as find_game
from core.kit import NAMES as TWENTY_SIX
from core.kit import Script
from core.ledger import Ending
from core.match import journal as j
from core.match.state import Match, begin

__all__ = ["NAMES", "Script", "ending", "play", "the"]

NAMES = TWENTY_SIX[:13]
"""Names for as many seats as the house's own games have at most."""
T = TypeVar("T")


def the(kind: type[T], thing: object) -> T:
    """A State, View or Report as the game's own type."""
    assert isinstance(thing, kind), f"no {kind.__name__}: {thing!r}"
    return thing


def ending(played: Script | Match) -> Ending:
    """The ending of a match; the test fails while rounds are played."""
    match = played.match if isinstance(played, Script) else played
    reached = match.state.ending
    assert reached is not None, "the rounds are not over"
    return reached


def play(
    game: str,
    *,
    setup: dict[str, Any] | None = None,
    seed: int = 7,
    options: dict[str, Any] | None = None,
    players: tuple[str, ...] | None = None,
    **header: Any,
) -> Script:
    """A match at its beginning, or at the position of `setup` (set-up keys of the rulings)."""
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
                setup=setup or {},
                seed=seed,
                nonce=nonce,
                commitment=commitment(seed, nonce),
                **header,
            )
        )
    )
