"""One person's coach at one seat: whether it speaks, and what it says. The words are the game's (`Game.coach`).

It comes by itself once for each person and game, at the first round; whoever sends it away is not asked again (HH-28).
"""

from __future__ import annotations

from core.coach import Advice, Hint
from core.refusal import Refused
from core.seat import Seat
from tui.memory import Memory, SeatMemory


class Coaching:
    """What is remembered of it: with the seat, since how many closed rounds it speaks; with the person, which games it
    has shown."""

    def __init__(self, seat: Seat, memory: Memory, pupil: str | None) -> None:
        """`pupil`: who sits there, as the house remembers them between matches; None where nobody is to be coached
        unasked."""
        self._seat = seat
        self._own = SeatMemory(memory, seat.frame().match, seat.name)
        self._pupil = None if pupil is None else SeatMemory(memory, "coached", pupil)

    @property
    def on(self) -> bool:
        """Does it speak?"""
        return self._since is not None

    @property
    def _since(self) -> int | None:
        found: int | None = self._own.get("coach")
        return found

    def arrive(self, known: bool) -> bool:
        """Somebody sits down: the coach comes by itself if this person has never had it in this game, nor played it
        (`known`). True if it came now."""
        frame = self._seat.frame()
        if self._pupil is None or self._seat.name is None or self._pupil.get(frame.game):
            return False
        self._pupil.put(frame.game, True, soon=True)
        if known or self.on or self._closed or frame.phase not in ("briefing", "pregame", "round"):
            return False
        self.begin()
        return True

    def begin(self) -> None:
        """Speak from now on, from the round that is open."""
        self._own.put("coach", self._closed, soon=True)
        self._own.put("coach_back", None, soon=True)

    def drop(self) -> None:
        """Be silent, and never come back unasked."""
        self._own.put("coach", None)

    @property
    def _closed(self) -> int:
        return len(self._seat.closed_rounds())

    def hint(self) -> Hint | None:
        """What it says now; None if nothing. When the round after its last words has been sealed, or closes, it is
        done."""
        since, frame = self._since, self._seat.frame()
        if since is None or frame.phase not in ("pregame", "round"):
            return None
        hint = self._seat.game.coach(self._seat.lesson(since))
        if hint is None or hint.step:
            return hint
        looked_back: int | None = self._own.get("coach_back")
        if looked_back is None:
            self._own.put("coach_back", self._closed, soon=True)
        elif looked_back != self._closed or frame.orders == "SEALED":
            self._own.put("coach", None, soon=True)  # nobody is told, as nobody asked
            return None
        return hint

    def advice(self) -> Advice | None:
        """A move to propose, as far as there is one; it is worked out now."""
        if not self._seat.takes_orders or not self._seat.asks().orders:
            return None
        try:
            return self._seat.game.advise(self._seat.lesson(self._since or 0))
        except Refused:
            return None
