"""Schemes for The Drifting Ship: a steady player in everything but what the scheme is about."""

from __future__ import annotations

from typing import Any

from core.bots.contract import Move, Say
from core.dice import Draw
from core.games.drifting_ship.bots import RogueBot, SteadyBot
from core.games.drifting_ship.bots.steady import Step, order_of, steps
from core.games.drifting_ship.reach import reach
from core.games.drifting_ship.spec import COMPONENTS, number
from core.games.drifting_ship.structs import Sight, View


class Mute(SteadyBot):
    """Never says a word."""

    def turn(self, sight: Sight) -> list[Move]:
        return [move for move in super().turn(sight) if not isinstance(move, Say)]


class Overpromiser(RogueBot):
    """Always after something else than it says."""

    LIES = 1.0


class Parrot(SteadyBot):
    """Answers everybody with their own words."""

    def replies(self, sight: Sight) -> list[Move]:
        return [
            Say([move.to[0]], next(m.text for m in reversed(sight.heard) if m.sender == move.to[0]))
            for move in super().replies(sight)
            if isinstance(move, Say) and not isinstance(move.to, str)
        ]


class Greedy(SteadyBot):
    """Two rounds of numbers ahead, as if nobody else were there: no tools, no Parasite."""

    def plan(self, view: View, draw: Draw) -> dict[str, Any]:
        own = view.own
        assert own is not None
        worths = {room: float(number(room)) for room in COMPONENTS if room not in view.chart.activated}
        options = [steps(view, own, crewmate, worths, dict.fromkeys(worths, (0.4,)))[:20] for crewmate in own.crew]
        pairs = [(a, b) for a in options[0] for b in options[1] if a.takes is None or a.takes != b.takes]
        first, second = max(pairs, key=lambda pair: pair[0].score + pair[1].score)
        return {"crew": [order_of(own.crew[0], first), order_of(own.crew[1], second)]}


class Saboteur(SteadyBot):
    """Goes where the highest number is and bids all it has, so that nobody else gets it, or nobody at all."""

    def plan(self, view: View, draw: Draw) -> dict[str, Any]:
        own = view.own
        assert own is not None
        crew: list[dict[str, Any]] = []
        for crewmate in own.crew:
            ways = [w for w in reach(view.chart, crewmate, own.cap) if w.left and w.room in COMPONENTS]
            ways = [way for way in ways if way.room not in view.chart.activated]
            best = max(ways, key=lambda way: number(way.room), default=None)
            crew.append({} if best is None else order_of(crewmate, Step(best, best.left, 0.0)))
        return {"crew": crew}


SCHEMES = {"overpromiser": Overpromiser, "mute": Mute, "parrot": Parrot, "greedy": Greedy, "saboteur": Saboteur}
PAIRS: dict[str, str] = {}
