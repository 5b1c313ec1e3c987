"""`trusting` and `rogue`: a steady player's thoughts, and other manners."""

from __future__ import annotations

from core.games.sinners_secret.bots.steady import SteadyBot
from core.games.sinners_secret.spec import ATTRIBUTES
from core.games.sinners_secret.structs import Received, Sent, View


class TrustingBot(SteadyBot):
    """Says what is so, of its own letters too, believes whoever speaks, and thinks of few deals."""

    DEALS, APART = 12, 12
    DECOYS = 0.0

    def __init__(self, seat: str, seed: int) -> None:
        super().__init__(seat, seed)
        self._temper = "open"

    def _claimed_answers(self, received: Received, view: View) -> dict[str, bool]:
        return dict(received.answers)


class RogueBot(SteadyBot):
    """Tells everybody everything, and three times in ten what is not so."""

    LIES = 0.3

    def __init__(self, seat: str, seed: int) -> None:
        super().__init__(seat, seed)
        self._temper = "open"

    def _claimed_attribute(self, sent: Sent) -> str:
        draw = self._dice.draw(f"{self._seat} {sent.round} claims an attribute")
        others = [name for name in ATTRIBUTES if name != sent.attribute]
        return draw.pick(others) if draw.chance(self.LIES) else sent.attribute

    def _claimed_answers(self, received: Received, view: View) -> dict[str, bool]:
        draw = self._dice.draw(f"{self._seat} {received.round} claims answers to {received.by}")
        lies = draw.chance(self.LIES)
        return {letter: has != lies for letter, has in received.answers.items()}
