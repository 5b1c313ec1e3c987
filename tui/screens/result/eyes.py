"""With whose eyes a finished match is replayed, and what the viewer may read of what those eyes saw."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from core.bots.levels import best
from core.story.parts import Story
from core.story.recall import bared
from core.story.telling import story
from tui.app.memory import Forgetful, SeatMemory
from tui.screens.result.past_tables import Moment, Replay
from tui.words import text

EVERYONE = "*"
"""In place of a seat: all of them at once."""


class Eyes:
    """One pair of eyes, or everyone's."""

    def __init__(self, replay: Replay, name: str, own: bool, remember: Callable[[str, str], SeatMemory]) -> None:
        """`own`: the conversations of this seat belong to whoever looks (CM-09). `remember`: what is kept of a match
        for a seat."""
        self._replay, self.name, self.own = replay, name, own
        self._remember = remember
        self._best: dict[int, tuple[str, ...]] = {}

    @property
    def everyone(self) -> bool:
        return self.name == EVERYONE

    @cached_property
    def story(self) -> Story:
        """What these eyes are told: everything, or what one seat knew; what rests on its talk only if it is the
        reader's own (CM-09)."""
        if self.everyone:
            return story(self._replay.final, None, whole=True)
        return story(bared(self._replay.final, self.name if self.own else None), self.name)

    def owns(self, moment: Moment) -> bool:
        """Does the reader hold this seat, and did so then? Draft, marks and notes of that moment are theirs (HH-39)."""
        return self.own and self._replay.same_holder(moment, self.name)

    def memory(self, moment: Moment) -> SeatMemory:
        """What its player had marked and expected in that round, where it is the reader's own; else nothing."""
        match = self._replay.header.match
        if self.owns(moment):
            return self._remember(match, self.name).as_of(moment.round)
        return SeatMemory(Forgetful(), match, self.name)

    def sealed(self, moment: Moment) -> str:
        """What of the table counted."""
        if not self.owns(moment):
            return f"What {self.name} sealed. What was drafted, expected, said and noted stays with {self.name}."
        seat = moment.seat(self.name, own=True)
        draft, sealed = seat.draft(), seat.sealed()
        if draft is None:
            return "Sealed as it stands." if sealed is not None else "Nothing was sealed."
        if draft.counts:
            return "The draft in its last form: it was to count at the deadline."
        return f"The draft in its last form, never sealed{': what was sealed before counted' if sealed else ''}."

    def private(self, moment: Moment) -> list[text.Part]:
        """What this seat noted, said and heard, where it is the reader's own; nobody else's page has it."""
        if not self.own:
            return []
        rows: list[text.Part] = []
        if self.owns(moment) and (notes := moment.seat(self.name, own=True).notes().strip()):
            rows += ["", ("Your notes then", "$accent"), *(f"  {line}" for line in notes.splitlines())]
        return [*rows, *self._said(moment)]

    def _said(self, moment: Moment) -> list[text.Part]:
        """What this seat said and heard in the round."""
        heard = [m for m in self._replay.final.said if m.round == moment.round and self.name in m.readers]
        rows = []
        for message in heard:
            others = text.joined([name for name in message.readers if name != message.by])
            to = message.channel if message.channel != "seats" else others
            rows.append(text.line("  ", (message.by, "$strong"), (f" to {to}: ", "$faint"), message.text))
        word = self._replay.final.game.spec.round_word
        return ["", (f"Said in this {word}; only you see it here", "$accent"), *rows] if rows else []

    # --- what a bot would have done (HH-38) ---------------------------------------------------------------------------
    def think(self, moment: Moment) -> None:
        """Find out what a bot would have done. It may take half a second. Refused during play, and where the host
        forbade it."""
        self._best[moment.round] = self._replay.would_have(moment, self.name, self.own)

    def hindsight(self, moment: Moment) -> list[text.Part]:
        """What a bot would have done, if that was found out."""
        found = self._best.get(moment.round)
        if found is None:
            return []
        level = best(self._replay.final.game.levels)
        head = (f"A {level} bot, knowing what {self.name} knew before the close, would", "$accent")
        return [head, *(f"  {line}" for line in found), ""]
