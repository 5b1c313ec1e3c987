"""What the Parasite is worth to the sharp bot, and when it is planted.

A Sequence that lacks one piece is completed at that close six times in ten, and a seat wins one match in four: whoever
stands in the Vault with a Parasite then does better than with any component. But to fetch it costs a crewmate a round
or two of components: bots that went for it as for a high component won fewer matches (28 of 80 among steady ones,
instead of 38), those that take it in passing no fewer (41). So it is worth little, a carrier is kept within reach of
the Vault once a Sequence lacks few pieces, and plants when one lacks its last; the other crewmate then goes for that
piece, whoever leads in it.
"""

from __future__ import annotations

from typing import NamedTuple

from core.games.drifting_ship.bots.steady import Step, lead, order_of
from core.games.drifting_ship.reach import Reached, meal, reach
from core.games.drifting_ship.spec import PLANT_LEAST, ROSE_ENERGY, ROUND_ENERGY, ROUNDS, VAULT
from core.games.drifting_ship.structs import Bar, Crewmate, Player, View
from core.json import Json

CLAIM = 4.0
"""What fetching it is worth while it can still be planted."""
FILLED = 8
"""From how few lacking pieces of the fullest Sequence on."""
NEAR, NEAR_AT = 15.0, 3
"""What it is worth to a carrier to be within reach of the Vault next round, once a Sequence lacks so many pieces."""


class Planting(NamedTuple):
    """A plant that can be made now."""

    carrier: int
    """Which of the two crewmates carries it."""
    way: Reached
    bar: Bar
    eat: bool

    @property
    def last(self) -> str:
        """The piece that the Sequence lacks."""
        return f"{self.bar.free[0]}{self.bar.letter}"

    def order(self, crewmate: Crewmate) -> Json:
        """All energy goes into it: of several right plants the single highest wins (SH-32)."""
        return {**order_of(crewmate, Step(self.way, self.way.left, 0.0, self.eat)), "plant": self.bar.letter}


def claim_worth(view: View, own: Player) -> float:
    """What activating the Parasite Room is worth to this seat now."""
    left = ROUNDS - view.round
    if own.claimed or left < 1 or min(len(bar.free) for bar in view.sequences) > FILLED:
        return 0.0
    return CLAIM


def near_vault(view: View, own: Player, crewmate: Crewmate, room: str, left: int) -> float:
    """What it is worth to a carrier to end the round in `room` with `left` energy: can it plant in the next?"""
    if not crewmate.parasite or min(len(bar.free) for bar in view.sequences) > NEAR_AT or view.round >= ROUNDS:
        return 0.0
    gains = ROUND_ENERGY + (ROSE_ENERGY if "R" in crewmate.bonuses else 0)
    there = Crewmate(crewmate.name, room, min(own.cap, left + gains), crewmate.bonuses)
    reaches = [w.left for w in reach(view.chart, there, own.cap) if w.room == VAULT]
    return NEAR if reaches and max(reaches) >= PLANT_LEAST else 0.0


def planting(view: View, own: Player) -> Planting | None:
    """The plant to make now, if a carrier gets to the Vault and a Sequence lacks its last piece: the one in which this
    seat is the least ahead, as it would not win by completing that."""
    bars = sorted((bar for bar in view.sequences if len(bar.free) == 1), key=lambda bar: lead(view, bar.letter))
    for at, crewmate in enumerate(own.crew):
        if not crewmate.parasite or not bars:
            continue
        eat = crewmate.can_use("Y")
        way = next((w for w in reach(view.chart, crewmate, own.cap, eat=eat) if w.room == VAULT), None)
        if way is not None and way.left >= PLANT_LEAST:
            return Planting(at, way, bars[0], eat and meal(crewmate.energy, own.cap) > crewmate.energy)
    return None
