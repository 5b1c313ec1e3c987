"""The bots of Day of Mercury, by level. They see what their seat may know, and nothing else."""

from __future__ import annotations

from core.games.day_of_mercury.bots.haggling import TradingBot
from core.games.day_of_mercury.bots.random import RandomBot
from core.games.day_of_mercury.bots.sharp import SharpBot
from core.games.day_of_mercury.bots.steady import RogueBot, SteadyBot, TrustingBot
from core.games.day_of_mercury.structs import Bot

LEVELS: dict[str, type[TradingBot]] = {
    "steady": SteadyBot,
    "sharp": SharpBot,
    "rogue": RogueBot,
    "trusting": TrustingBot,
    "random": RandomBot,
}


def bot(level: str, seat: str, seed: int) -> Bot:
    """The bot of a level. ValueError for another."""
    if level not in LEVELS:
        raise ValueError(f"there is no bot {level!r}")
    return LEVELS[level](seat, seed)
