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
    """Lies about each of its wishes."""

    LIES = 1.0


class Parrot(SteadyBot):
    """Answers each seat with the words that it sent last."""

    def replies(self, sight: Sight) -> list[Move]:
        return [
            Say([move.to[0]], next(m.text for m in reversed(sight.heard) if m.sender == move.to[0]))
            for move in super().replies(sight)
            if isinstance(move, Say) and not isinstance(move.to, str)
        ]


class Greedy(SteadyBot):
    """Walks to the highest numbers within two rounds, as if it were alone; takes no tools and no Parasite."""

    def plan(self, view: View, draw: Draw) -> dict[str, Any]:
        own = view.me
        values = {room: float(number(room)) for room in COMPONENTS if room not in view.chart.activated}
        options = [steps(view, own, crewmate, values, dict.fromkeys(values, (0.4,)))[:20] for crewmate in own.crew]
        pairs = [(a, b) for a in options[0] for b in options[1] if a.takes is None or a.takes != b.takes]
        first, second = max(pairs, key=lambda pair: pair[0].score + pair[1].score)
        return {"crew": [order_of(own.crew[0], first), order_of(own.crew[1], second)]}


class Saboteur(SteadyBot):
    """Bids all its energy for the highest number in reach, so that no other seat gets it."""

    def plan(self, view: View, draw: Draw) -> dict[str, Any]:
        own = view.me
        crew: list[dict[str, Any]] = []
        for crewmate in own.crew:
            ways = [
                way
                for way in reach(view.chart, crewmate, own.cap)
                if way.left and way.room in COMPONENTS and way.room not in view.chart.activated
            ]
            best = max(ways, key=lambda way: number(way.room), default=None)
            crew.append({} if best is None else order_of(crewmate, Step(best, best.left, 0.0)))
        return {"crew": crew}


SCHEMES = {"overpromiser": Overpromiser, "mute": Mute, "parrot": Parrot, "greedy": Greedy, "saboteur": Saboteur}
PAIRS: dict[str, str] = {}
