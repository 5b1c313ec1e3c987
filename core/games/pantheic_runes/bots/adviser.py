"""Whose moves the coach proposes: `sharp`, going on in a round from what its seat has said and done there."""

from __future__ import annotations

from core.bots.contract import Move
from core.games.pantheic_runes.bots.sharp import SharpBot
from core.games.pantheic_runes.bots.steady import ASK
from core.games.pantheic_runes.views import Bot, Sight


class Adviser(SharpBot):
    """It has just sat down: whom it has asked, and what it has answered, stands in what was said."""

    def turn(self, sight: Sight) -> list[Move]:
        if sight.phase == "round" and sight.pending is None:
            self.round, self.temple = sight.round, sight.view.temple
            mine = [m for m in sight.heard if m.by == self.seat and m.round == sight.round]
            others = [(m, next((one for one in m.readers if one != self.seat), "")) for m in mine if m.of_two]
            self.asked = [*(to for m, to in others if m.deal is not None)]
            self.puzzled = {to for m, to in others if m.text == ASK}
            self.answered = {(to, self.heard_from(sight, to)) for to in self.puzzled if self._last(sight, to)}
            self.read = max((at + 1 for at, m in enumerate(sight.heard) if m.by == self.seat), default=0)
        return super().turn(sight)

    def _last(self, sight: Sight, other: str) -> bool:
        """Has the last word with somebody been its own?"""
        said = [m.by for m in sight.heard if m.of_two and other in m.readers]
        return bool(said) and said[-1] == self.seat


def adviser(seat: str) -> Bot:
    """Whose moves the coach proposes."""
    return Adviser(seat, 0)
