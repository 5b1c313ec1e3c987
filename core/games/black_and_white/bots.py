"""How the bots of Black and White choose."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UnsetType

from core.dice import Dice, Draw
from core.games.black_and_white.belief import as_hand, chance, hands_of_other, prospect, tiles
from core.games.black_and_white.habits import habit, outlook
from core.games.black_and_white.spec import colour
from core.games.black_and_white.structs import Sight
from core.games.duel.bots import Duellist
from core.games.duel.solving import Holding, Question, against, chances, choice
from core.json import Json

MIDDLE = 4
"""What a tile of either colour is on average."""
BLUFFS = 0.3
"""How often a rogue bluffs."""
HANDS = 12
"""How many of the other's possible hands are thought of; the likeliest, and among equals any."""


class Trusting:
    """Simple and straight: leads from the middle of its hand, and beats what a tile of that colour is on average."""

    def choose(self, sight: Sight, draw: Draw) -> Json | None:
        view = sight.view
        assert not isinstance(view.hand, UnsetType)
        if view.table is None:
            return {"tile": view.hand[len(view.hand) // 2]}
        return {"tile": next((tile for tile in view.hand if tile > MIDDLE), view.hand[0])}


class Steady:
    """Thinks of what the other may hold, and mixes its choices so that they cannot be read."""

    def choose(self, sight: Sight, draw: Draw) -> Json | None:
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
            rests = leader & ~(1 << led), back & ~(1 << answered)
            return self._worth(*rests, ahead if leads else -ahead, (led > answered) - (led < answered))

        return Question(own, other, shown, colour, worth)

    def _others(self, hands: dict[int, float], draw: Draw) -> list[Holding]:
        """The hands to think of, with their weights."""
        some = list(hands.items())
        draw.shuffle(some)
        some = sorted(some, key=lambda hand: -hand[1])[:HANDS]
        ways = sum(number for _, number in some)
        return [Holding(number / ways, tiles(hand), hand) for hand, number in some]

    def _worth(self, leader: int, back: int, ahead: int, point: int) -> float:
        """The leader's chance with these hands, after a trick that brought it `point` (-1 where the other took it)."""
        return chance(leader, back, ahead + point)


class Sharp(Steady):
    """The same with a truer eye for what the rest of the duel is worth, and for who leads it."""

    def _worth(self, leader: int, back: int, ahead: int, point: int) -> float:
        if point < 0:
            return 1 - prospect(back, leader, 1 - ahead)
        return prospect(leader, back, ahead + point)


class Reader:
    """Whose tiles the coach proposes: what is best against a player of habit (`habits`)."""

    def choose(self, sight: Sight, draw: Draw) -> Json | None:
        found = self.hopes(sight)
        return {"tile": max(found, key=lambda tile: found[tile])}

    def hope(self, sight: Sight, tile: int) -> float:
        """The chance to win the duel with this tile, 0 to 1, as far as it can be reckoned."""
        return self.hopes(sight)[tile]

    def hopes(self, sight: Sight) -> dict[int, float]:
        """The same of every tile in hand."""
        view = sight.view
        assert not isinstance(view.hand, UnsetType)
        ahead = 2 * view.score[sight.seat] - sum(view.score.values())
        hands = hands_of_other(view, habit)
        total = sum(hands.values())
        other = [Holding(weight / total, tiles(hand), hand) for hand, weight in hands.items()]
        own = [Holding(1.0, view.hand, as_hand(view.hand))]
        leads = view.table is None

        def worth(leader: int, back: int, led: int, answered: int) -> float:
            rests, point = (leader & ~(1 << led), back & ~(1 << answered)), (led > answered) - (led < answered)
            if leads:
                return outlook(*rests, point >= 0, ahead + point)
            return 1 - outlook(*reversed(rests), point < 0, ahead - point)

        return against(Question(own, other, view.table, colour, worth), habit)


class Rogue(Steady):
    """Steady, but three times in ten a bluff: its lowest tile or its highest, whatever reason says."""

    def choose(self, sight: Sight, draw: Draw) -> Json | None:
        hand = sight.view.hand
        assert not isinstance(hand, UnsetType)
        bluffs, low = draw.chance(BLUFFS), draw.chance(0.5)
        return {"tile": hand[0 if low else -1]} if bluffs else super().choose(sight, draw)


MINDS: dict[str, Callable[[], Duellist[Sight]]] = {
    "trusting": Trusting,
    "steady": Steady,
    "sharp": Sharp,
    "rogue": Rogue,
}
"""By level."""
