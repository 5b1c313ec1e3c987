"""A match that is ended without a result (HH-08), reopened (HH-50), or held until a host confirms it (HH-53)."""

from __future__ import annotations

from typing import Literal

from core.match import journal as j
from core.match.records import BeforeAbort, HeldClose
from core.match.state import Match, announce, change
from core.refusal import Refused


def end(match: Match, entry: j.Ended) -> Match:
    left = match.seconds_left if match.deadline is None else max(0.0, match.deadline - entry.at)
    after = change(match, phase="finished", finished_at=entry.at, abandoned=True, deadline=None, seconds_left=None,
                   ready=(), before_abort=BeforeAbort(match.phase, match.ready, left))  # fmt: skip
    return announce(after, "ended", f"The host ended the match without a result. {entry.reason}".strip(), entry.at)


def take_end_back(match: Match, entry: j.Unended) -> Match:
    """Reopen an ended match with the time that it had left; later talk stays. Refused: `not_ended` with a result or
    while it runs, `practice` (HH-31)."""
    before = match.before_abort
    if before is None:
        reason = "has its result" if match.phase == "finished" else "has not ended"
        raise Refused("not_ended", f"{match.header.match} {reason}: there is no ending to take back.", "HH-50")
    if match.header.practice:
        raise Refused("practice", "A practice match that was ended stays so: begin another one.", "HH-31")
    deadline, schedule = None, match.schedule
    if before.seconds_left is not None and not match.paused:
        deadline = entry.at + before.seconds_left
        if schedule is not None and schedule.own is not None:
            schedule = schedule.run_again(entry.at, before.seconds_left)
            deadline = schedule.closes
    left = before.seconds_left if match.paused else None
    after = change(match, phase=before.phase, ready=before.ready, deadline=deadline, seconds_left=left,
                   schedule=schedule, before_abort=None, finished_at=None, abandoned=False, releases=())  # fmt: skip
    text = f"The host took the end back: the match goes on where it stood. {entry.reason}".strip()
    return announce(after, "unended", text, entry.at)


def over_words(match: Match, entry: j.AnyEntry) -> str:
    """Return why a finished match does not take `entry`; a host who wants to go back reads which command helps."""
    reason = "This match has finished: only talk goes on."
    if not isinstance(entry, j.Rewound):
        return reason
    name, season = match.header.match, match.header.season
    if match.abandoned:
        return f"{name} was ended without a result. Take that back first (end {name} --undo), then go back."
    reason = f"{name} has its result, and nothing goes back in it."
    if season:
        reason += f" `season undo {season}` takes its booking back, then `season book {season}` books another outcome."
    return f"{reason} `what-if {name}` shows what a round would have brought."


STILL = j.Sealed | j.Withdrew | j.Readied | j.Acted | j.Lapsed | j.Drafted | j.Closed | j.DeadlineMoved
"""Entries that are refused while a result waits: they could change it."""


def waits_to_be_confirmed(match: Match, after: Match) -> bool:
    """Return True if a host confirms first what leads from `match` to `after`: the last close, and in older matches
    the last choice too (HH-53)."""
    if match.phase == "decision":
        return match.header.confirm and match.header.confirm_choices and after.phase == "finished"
    return match.header.confirm and after.phase in ("decision", "finished")


def hold_close(match: Match, cause: Literal["host", "deadline", "early"], at: float) -> Match:
    word = match.spec.round_word
    text = f"The last {word} has closed; a host looks at it before it counts."
    if match.phase == "decision":
        text = "The choices are made; a host looks at them before they count."
    waiting = change(
        match, phase="confirming", held_close=HeldClose(match.phase, cause), deadline=None, seconds_left=None
    )
    return announce(waiting, "held", text, at)


def check_still(match: Match, entry: j.AnyEntry) -> None:
    """Refused (`confirming`) for `STILL` entries while a result waits."""
    if match.phase == "judging" and isinstance(entry, STILL):
        message = "The host reads what you sent: nothing changes until the results are published."
        raise Refused("judging", message, "HH-72")
    if match.held_close is not None and isinstance(entry, STILL):
        message = "A host looks at the result now: nothing changes until it is confirmed."
        raise Refused("confirming", message, "HH-53")


def without_hold(match: Match) -> tuple[Match, HeldClose]:
    """Return the match before it was held, and what was held. Refused: `nothing_held`."""
    if match.held_close is None or match.phase == "judging":
        raise Refused("nothing_held", "No result waits to be confirmed here.", "HH-53")
    return change(match, phase=match.held_close.phase, held_close=None), match.held_close
