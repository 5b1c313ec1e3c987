"""A match ended by its host without a result (HH-08), the ending taken back (HH-50), and one held back until a host
confirms it (HH-53)."""

from __future__ import annotations

from typing import Literal

from core.match import journal as j
from core.match.state import BeforeAbort, Held, Match, announce, change
from core.refusal import Refused


def end(match: Match, entry: j.Ended) -> Match:
    """The match ended without a result; where it stood is kept."""
    left = match.left if match.deadline is None else max(0.0, match.deadline - entry.at)
    after = change(match, phase="finished", finished_at=entry.at, abandoned=True, deadline=None, left=None, ready=(),
                   before_abort=BeforeAbort(match.phase, match.ready, left))  # fmt: skip
    return announce(after, "ended", f"The host ended the match without a result. {entry.reason}".strip(), entry.at)


def take_end_back(match: Match, entry: j.Unended) -> Match:
    """The match as it stood when it was ended, with the time that was left then. What was said meanwhile stays said.
    Refused: `not_ended` for one that has its result or still runs, `practice` (HH-31)."""
    stood = match.before_abort
    if stood is None:
        told = "has its result" if match.phase == "finished" else "has not ended"
        raise Refused("not_ended", f"{match.header.match} {told}: there is no ending to take back.", "HH-50")
    if match.header.practice:
        raise Refused("practice", "A practice match that was ended stays so: begin another one.", "HH-31")
    deadline, schedule = None, match.schedule
    if stood.left is not None and not match.paused:
        deadline = entry.at + stood.left
        if schedule is not None and schedule.own is not None:
            schedule = schedule.run_again(entry.at, stood.left)
            deadline = schedule.closes
    left = stood.left if match.paused else None
    after = change(match, phase=stood.phase, ready=stood.ready, deadline=deadline, left=left, schedule=schedule,
                   before_abort=None, finished_at=None, abandoned=False, releases=())  # fmt: skip
    text = f"The host took the end back: the match goes on where it stood. {entry.reason}".strip()
    return announce(after, "unended", text, entry.at)


def over_words(match: Match, entry: j.AnyEntry) -> str:
    """Why a finished match does not take `entry`; a host who wants to go back is told what helps."""
    told = "This match has finished: only talk goes on."
    if not isinstance(entry, j.Rewound):
        return told
    name, season = match.header.match, match.header.season
    if match.abandoned:
        return f"{name} was ended without a result. Take that back first (end {name} --undo), then go back."
    told = f"{name} has its result, and nothing goes back in it."
    if season:
        told += f" `season undo {season}` takes its booking back, then `season book {season}` books another outcome."
    return f"{told} `what-if {name}` shows what a round would have brought."


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
