"""Applies a schedule to a match, and forecasts closes (HH-19 to HH-23)."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from core.match import journal as j
from core.match.schedule import Schedule
from core.match.state import Match, announce, change, least_bank
from core.refusal import Refused

MOST_MOMENTS = 400


def scheduled(match: Match, entry: j.Scheduled) -> Match:
    """Set or drop the schedule. Refused: `deadline_past`, `bad_schedule`, `no_schedule`."""
    if not entry.moments:
        if match.schedule is None:
            raise Refused("no_schedule", "This match follows no schedule.", "HH-19")
        text = "Rounds follow no schedule any more; the deadline of what is open stays."
        return announce(change(match, schedule=None), "scheduled", f"{text} {entry.reason}".strip(), entry.at)
    check_moments(entry)
    schedule = Schedule(moments=entry.moments, rule=entry.rule, least=entry.least, keep=entry.keep)
    after, deadline = change(match, schedule=schedule), None
    if match.phase != "briefing":
        first = entry.moments[0]
        after = change(after, schedule=schedule.after_opening(first - entry.least))
        after = change(after, seconds_left=first - entry.at) if match.paused else change(after, deadline=first)
        deadline = None if match.paused else first
    unit = "turn" if match.turns else match.spec.round_word
    times = f": {entry.rule}" if entry.rule else " at other times now"
    if entry.moved is not None:
        return announce(after, "round_moved", entry.reason, entry.at, entry.moved)
    text = f"The {unit}s close{times}. {entry.reason}".strip()
    return announce(after, "scheduled", text, entry.at, deadline)


def check_moments(entry: j.Scheduled) -> None:
    """Refused for moments that make no schedule from `entry.at` on: `deadline_past`, `bad_schedule`."""
    if entry.least < 0:
        raise Refused("bad_schedule", "The shortest time of a round is no less than nothing.", "HH-19")
    if len(entry.moments) > MOST_MOMENTS:
        raise Refused("bad_schedule", f"A schedule has at most {MOST_MOMENTS} times.", "HH-19")
    if entry.moments[0] <= entry.at:
        raise Refused("deadline_past", "The first time of the schedule lies in the past.", "HH-19")
    if any(later - earlier < 60 for earlier, later in pairwise(entry.moments)):
        raise Refused(
            "bad_schedule", "The times of a schedule come one after the other, a minute apart at least.", "HH-19"
        )


def let_deadline_wait(match: Match, entry: j.Graced) -> Match:
    """Let the deadline wait, once for each of these seats (HH-23)."""
    deadline = entry.at + match.header.grace_seconds
    waited = {**match.waited_for, **dict.fromkeys(entry.seats, match.round)}
    after = change(in_grace(match, entry.at), deadline=deadline, waited_for=waited)
    minutes = match.header.grace_seconds / 60
    text = (
        f"The deadline waits {minutes:g} more minute{'s' * (minutes != 1)} for players who have ordered nothing; "
        "it does so once for each seat."
    )
    return announce(after, "graced", text, entry.at, deadline)


def in_grace(match: Match, at: float) -> Match:
    """Charge the seats on turn for their banks' time used so far; only the grace is left."""
    stage = match.stage
    if stage is None or not match.header.bank_seconds or match.deadline is None:
        return match
    used = max(0.0, at - (match.deadline - least_bank(match)))
    most = match.header.bank_seconds
    return change(match, spent={**match.spent, **{s: min(most, match.spent.get(s, 0.0) + used) for s in stage.seats}})


class Close(NamedTuple):
    """A close of a round as forecast now."""

    round: int
    at: float


def closes(match: Match, now: float, beyond: int = 0) -> tuple[Close, ...]:
    """Forecast the closes of the open and later rounds if none closes early; public. Empty without a running clock. In
    a briefing round 1 begins at its deadline, or now. `beyond`: rounds beyond the last."""
    spec = match.spec
    if match.phase not in ("briefing", "pregame", "round") or match.paused:
        return ()
    forecast, since, first = [], now, match.round
    if match.phase != "briefing":
        if match.deadline is None:
            return ()
        forecast, since, first = [Close(match.round, match.deadline)], match.deadline, match.round + 1
        if match.turns:  # the number of turns is unknown
            return tuple(forecast)
    elif match.deadline is not None:
        since = match.deadline
    count = max(0, spec.rounds - first + 1) + beyond
    if match.schedule is not None:
        moments: tuple[float, ...] = match.schedule.following(since, count)
    elif match.header.round_seconds is not None:
        moments = tuple(since + match.header.round_seconds * (number + 1) for number in range(count))
    else:
        moments = ()
    return (*forecast, *(Close(first + number, moment) for number, moment in enumerate(moments)))
