"""What the State, View and Report of both duels have in common."""

from __future__ import annotations

from typing import Literal

from core.bots import contract as bots
from core.contract import GameState, Given, Struct
from core.story import past

Colour = Literal["black", "white"]

PAIRS = 9
"""Tricks or bouts in a duel."""
ROUNDS = 2 * PAIRS
TURN_SECONDS = 60.0
"""How long a part lasts in a served house, unless its host says otherwise."""


class DuelState(GameState, frozen=True, kw_only=True):
    """Who leads the open pair of parts, and the points."""

    leader: str
    """Of the open pair; after the end it means nothing."""
    score: dict[str, int]

    @property
    def part(self) -> Literal[1, 2]:
        """The part that is open: 1 in odd rounds, 2 in even ones."""
        return 1 if self.round % 2 else 2

    @property
    def turn(self) -> str | None:
        """The seat that orders now; None after the end."""
        if self.ending is not None:
            return None
        return self.leader if self.part == 1 else self.other(self.leader)

    @property
    def leading(self) -> str | None:
        """Who leads the open pair of parts; None after the end."""
        return None if self.ending is not None else self.leader

    def other(self, seat: str) -> str:
        """The seat opposite `seat`."""
        first, second = self.seats
        return second if seat == first else first


class DuelGiven(Given, frozen=True, kw_only=True):
    """Set-up keys of both duels."""

    leader: str | None = None
    """Leads the first pair played; drawn where it is not given."""
    score: dict[str, int] = {}
    """Points to start with; seats that are left out have none."""


class DuelTold(Struct, frozen=True, kw_only=True):
    """What everybody is told at a close, spectators too."""

    part: Literal[1, 2]
    by: str
    """Who was on turn."""
    colour: Colour
    """Of what `by` played or bid."""
    taken: str | None
    """Who took the trick or bout; None in part 1, and where nobody did."""
    score: dict[str, int]
    """Both seats, this close included."""


class DuelPast(Struct, frozen=True, kw_only=True):
    """A pair of parts that is over, as one seat remembers it."""

    leader: str
    colours: dict[str, Colour]
    """Both seats."""
    taken: str | None
    own: int | None
    """The reader's own number; None for a spectator."""


class DuelView(Struct, frozen=True, kw_only=True):
    """What one seat may know of both duels; None as `seat` is a spectator."""

    seat: str | None
    round: int
    leader: str | None
    """Of the open pair; None after the end."""
    turn: str | None
    """Who orders now; None after the end."""
    table: Colour | None
    """The colour that was led in the open pair."""
    score: dict[str, int]
    led: int | None = None
    """The reader's own number on the table, if it leads the open pair and has played."""
    past: tuple[DuelPast, ...] = ()
    """The pairs that are over, since the start."""


# --- what the house hands out, of either duel ------------------------------------------------------------------------
Sight = bots.Sight[Struct, DuelView, DuelTold]
Memory = past.Memory[Struct, DuelView, DuelTold]
