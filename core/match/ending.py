"""A match ended by its host without a result (HH-08), the ending taken back (HH-50), and what helps after the end."""

from __future__ import annotations

from core.match import journal as j
from core.match.state import Match, Stood, announce, change
from core.refusal import Refused


def end(match: Match, entry: j.Ended) -> Match:
    """The match ended without a result; where it stood is kept."""
    left = match.left if match.deadline is None else max(0.0, match.deadline - entry.at)
    after = change(match, phase="finished", finished_at=entry.at, abandoned=True, deadline=None, left=None, ready=(),
                   stood=Stood(match.phase, match.ready, left))  # fmt: skip
    return announce(after, "ended", f"The host ended the match without a result. {entry.reason}".strip(), entry.at)


def take_end_back(match: Match, entry: j.Unended) -> Match:
    """The match as it stood when it was ended, with the time that was left then. What was said meanwhile stays said.
    Refused: `not_ended` for one that has its result or still runs, `practice` (HH-31)."""
    stood = match.stood
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
                   stood=None, finished_at=None, abandoned=False, releases=())  # fmt: skip
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
