"""Who does what the coach's page says, all of it and nothing else: so the coach is measured as any bot is."""

from __future__ import annotations

from typing import Any

from core.bots.coach import Lesson
from core.bots.contract import Do, Done, Move, Seal, Sight
from core.contract import AnyGame
from core.decoding import plain


class Pupil:
    """A bot that opens the coach's page whenever something has changed, and does what stands there.

    It remembers nothing: what was said, proposed and sealed stands in its Sight, as it does for a person. Choices after
    the last round, for which there is no page, are the adviser's.
    """

    def __init__(self, game: AnyGame, seat: str) -> None:
        self._game = game
        self._seat = seat

    def turn(self, sight: Sight[Any, Any, Any]) -> list[Move]:
        if sight.pending is not None or not sight.asks.orders:
            return list(self._game.adviser(self._seat).turn(sight))
        draft = None if sight.sealed is None else plain(sight.sealed)
        advice = self._game.advise(Lesson(sight=sight, draft=draft, edited=False, played=0))
        ready: list[Move] = [] if sight.ready else [Done()]
        if advice is None:
            return ready
        moves: list[Move] = list(advice.say)
        if advice.action is not None:
            moves += [Seal({}), Do(advice.action)] if sight.sealed is not None else [Do(advice.action)]
        elif advice.orders is not None:
            moves.append(Seal(advice.orders))
        return [*moves, Done()] if moves else ready
