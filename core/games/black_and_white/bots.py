"""How the bot of Black and White chooses."""

from __future__ import annotations

from typing import Any

from msgspec import UnsetType

from core.dice import Dice, Draw
from core.games.black_and_white.belief import as_hand, chance, hands_of_other, tiles
from core.games.black_and_white.spec import colour
from core.games.black_and_white.structs import Sight
from core.games.duel.solving import Holding, Question, chances, choice

HANDS = 12
"""How many of the other's possible hands are thought of; the likeliest, and among equals any."""


class Steady:
    """Thinks of what the other may hold, and mixes its choices so that they cannot be read."""

    def choose(self, sight: Sight, draw: Draw) -> dict[str, Any] | None:
        return {"tile": choice(self._question(sight, draw), draw.below(1000) / 1000)}

    def hope(self, sight: Sight, tile: int) -> float:
        """The chance to win the duel with this tile, 0 to 1, as far as it can be reckoned."""
        return chances(self._question(sight, Dice(0).draw("hope")))[tile]

    def _question(self, sight: Sight, draw: Draw) -> Question:
        view = sight.view
        assert not isinstance(view.hand, UnsetType)
        ahead = 2 * view.score[sight.seat] - sum(view.score.values())
        own = [Holding(1.0, view.hand, as_hand(view.hand))]
        other = self._others(hands_of_other(view), draw)
        shown = view.table
        leads = shown is None

        def worth(leader: int, back: int, led: int, answered: int) -> float:
            point = (led > answered) - (led < answered)
            before = ahead if leads else -ahead
            return chance(leader & ~(1 << led), back & ~(1 << answered), before + point)

        return Question(own, other, shown, colour, worth)

    def _others(self, hands: dict[int, int], draw: Draw) -> list[Holding]:
        """The hands to think of, with their weights."""
        some = list(hands.items())
        draw.shuffle(some)
        some = sorted(some, key=lambda hand: -hand[1])[:HANDS]
        ways = sum(number for _, number in some)
        return [Holding(number / ways, tiles(hand), hand) for hand, number in some]
