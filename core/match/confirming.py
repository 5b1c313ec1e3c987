"""What ends a match, held back until a host confirms it (HH-53).

What would end the match is not done and hidden: it is not done at all. The match stands as it did before, nothing goes
on in it, and whoever looks at it finds no result. A host tries what is held (`HostDesk.dry_run`) and confirms it.
"""

from __future__ import annotations

from typing import Literal

from core.match import journal as j
from core.match.state import Held, Match, announce, change
from core.refusal import Refused

STILL = j.Sealed | j.Withdrew | j.Readied | j.Acted | j.Lapsed | j.Drafted | j.Closed | j.DeadlineMoved
"""What is not entered while a result waits to be confirmed: it could change what is held."""


def hold(match: Match, cause: Literal["host", "deadline", "early"], at: float) -> Match:
    """The match, with what was just about to end it held back."""
    word = match.game.spec.round_word
    told = f"The last {word} has closed; a host looks at it before it counts."
    if match.phase == "decision":
        told = "The choices are made; a host looks at them before they count."
    held = change(match, phase="confirming", held=Held(match.phase, cause), deadline=None, left=None)
    return announce(held, "held", told, at)


def check_still(match: Match, entry: j.AnyEntry) -> None:
    """Refused for what does not go on while a result waits (`confirming`)."""
    if match.held is not None and isinstance(entry, STILL):
        told = "A host looks at the result now: nothing changes until it is confirmed."
        raise Refused("confirming", told, "HH-53")


def resumed(match: Match) -> tuple[Match, Held]:
    """The match as it stood before it was held, with what was. Refused: `nothing_held`."""
    if match.held is None:
        raise Refused("nothing_held", "No result waits to be confirmed here.", "HH-53")
    return change(match, phase=match.held.phase, held=None), match.held
