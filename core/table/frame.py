"""A match at a glance: what every reader of it shows in its header, and who sits where."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.parts import Stage
from core.story.parts import Facts

Standing = Literal["NONE", "DRAFT", "SEALED", "EDITED"]


class Frame(Facts, frozen=True, kw_only=True):
    round: int
    deadline: float | None
    """Seconds since the epoch, UTC."""
    left: float | None
    """Seconds left while paused."""
    paused: bool
    stands_still: bool
    """True after a failure of the rules (HH-78)."""
    orders: Standing
    """`SEALED` and `EDITED` have a seal; `EDITED` also has another draft, while the seal still counts."""
    sealed_at: float | None
    draft_counts: bool
    ready: bool
    sealed_count: int | None
    """Number of seals; None if secret until the close (CM-28)."""
    ready_count: int | None
    """Number of ready marks; None likewise."""
    present: tuple[str, ...] | None
    """Seats with an open session; None if the match does not show presence."""
    stage: Stage | None = None
    """Seats for which the open round waits, in a game with turns (CM-30)."""
    seals: bool = True
    """False if the match has nothing to seal; then no words or keys for it are shown."""
    turn: int | None = None
    """The seat's present turn, which inputs name; None without one."""
    bank: float = 0.0
    """Seconds of the deadline that come from banks (CM-32)."""
    gallery: int | None = None
    """Number of gallery members; None without a gallery (HH-61)."""
    practice: bool = False
    """True if it is its player's own (HH-31), who may go back in it."""
    ended: bool
    """True once the last round's result is known: choices follow, or the result stands."""

    @property
    def over(self) -> bool:
        """True if nothing can be ordered any more: `ended`, or held for a host (HH-53)."""
        return self.ended or self.phase == "confirming"


class Sitter(msgspec.Struct, frozen=True):
    seat: str
    holder: str
    level: str = ""
    temper: str = ""
    """Temper of a bot, a word (HH-32)."""
