"""What others did in mid-round, as Pantheic Runes says it: a proposal rings, two gifts alike are one. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.contract import Notice
from core.games.pantheic_runes.structs import Report
from tui.games.pantheic_runes.cards import rune
from tui.widgets.motion import Lane
from tui.words import text


class Told(NamedTuple):
    """What is to be said now."""

    words: str = ""
    rings: bool = False


class Tidings:
    """Remembers whether it has been asked before: a proposal that waits is said once more to who sits down."""

    def __init__(self) -> None:
        self._fresh = True

    def told(self, before: Sequence[int], here: Sequence[int], notices: Sequence[Notice], asked: Sequence[str]) -> Told:
        """What to say of the round's `notices`. `before` and `here`: the round and how many were heard, then and now;
        `asked`: whose proposals wait."""
        fresh, self._fresh = self._fresh, False
        if list(here) == list(before):
            return Told(f"{text.joined(asked)} asked to combine: p answers.") if fresh and asked else Told()
        new = notices[before[1] if before[0] == here[0] else 0 :]
        if not new:
            return Told()
        said = " ".join(dict.fromkeys(notice.text for notice in new[-2:]))  # two gifts may be the same
        if any(notice.kind == "proposal" for notice in new):
            said += " p answers."
        return Told(said, rings=True)


def lanes(seat: str, told: Report) -> list[Lane]:
    """Every pick of this seat. A lost one stays where it was: who won it is not told (PR-22)."""
    return [
        Lane(
            text.line("Temple ", (str(pick.place), "$key")),
            text.line("[", *[rune(symbol) for symbol in pick.tableau], "]"),
            (seat, "$strong"),
            fails=not pick.got,
        )
        for pick in told.picks
    ]
