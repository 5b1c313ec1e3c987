"""A host's words for the times of rounds, applied at their desk, and the list of these times for a reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, tzinfo
from typing import NamedTuple

from core.games import game as find_game
from core.match.scheduling import Close, closes
from core.match.state import Match
from core.refusal import Refused, quoted
from core.seasons import journal as j
from core.seasons.season import ELSEWHERE
from core.story.parts import capital
from core.table.host_controls import HostControls
from core.table.seat import Seat
from core.words import wording
from core.words.moments import moment_in_zone, move_deadline, moved_by_days, read_moment
from core.words.timetable import MOVED, SPARE, least, read_timetable
from core.words.wording import Row

_SHIFT = re.compile(r"(?P<sign>[+-]?)\s*(?P<by>\d{1,4})\s*(?P<unit>m|h|d)[a-z]*(?P<way>\s+(later|earlier))?")
_SECONDS = {"m": 60.0, "h": 3600.0}


class ScheduleDraft(NamedTuple):
    """A schedule that is not set yet."""

    moments: tuple[float, ...]
    rule: str
    least: float

    def apply(self, desk: HostControls, *, keep: bool = True, reason: str = "") -> None:
        """Refused as by `HostDesk.set_schedule`."""
        desk.set_schedule(self.moments, self.rule, self.least, keep=keep, reason=reason)


def draft(desk: HostControls, text: str, zone: tzinfo | None, shortest: float | None = None) -> ScheduleDraft:
    """Read a schedule (`every day 21:00`) for the rounds left, or a shift of all set times (`+1d`, `2h earlier`).
    `shortest`: least seconds of a round. Refused: `bad_schedule`, `bad_zone`, `no_schedule`."""
    match, now = desk.table.match, desk.table.clock()
    if (parsed := _SHIFT.fullmatch(" ".join(text.split()).lower())) and (parsed["sign"] or parsed["way"]):
        back = parsed["sign"] == "-" or "earlier" in (parsed["way"] or "")
        return _shifted_deadline(desk, int(parsed["by"]) * (-1 if back else 1), parsed["unit"], zone)
    timetable = read_timetable(text, now, zone)
    count = match.spec.rounds - match.round + 1 + SPARE
    moments = timetable.moments(now, count, zone)
    return ScheduleDraft(moments, timetable.rule(), least(moments) if shortest is None else shortest)


def match_zone(match: Match, now: float, own_zone: tzinfo | None) -> tzinfo | None:
    """Return the zone of a match's schedule, else `own_zone`."""
    rule = "" if match.schedule is None else match.schedule.rule
    try:
        return read_timetable(rule, now, own_zone).clock(own_zone) if rule else own_zone
    except Refused:  # written by another version
        return own_zone


def season_times(
    game: str, text: str, now: float, zone: tzinfo | None, shortest: float | None = None, *, keep: bool = True
) -> j.Times:
    """Return the closes of an episode's match from a host's words; `zone` is the host's own. Refused: `bad_schedule`,
    `bad_zone`, `no_rounds` for a match played elsewhere."""
    if game == ELSEWHERE:
        raise Refused("no_rounds", "A match played elsewhere has no rounds here: leave the schedule out.", "SE-21")
    timetable = read_timetable(text, now, zone)
    moments = timetable.moments(now, find_game(game).spec.rounds + 1 + SPARE, zone)
    return j.Times(
        moments=moments, rule=timetable.rule(), least=least(moments) if shortest is None else shortest, keep=keep
    )


def _coming_times(desk: HostControls) -> list[Close]:
    """Return the set times, with some to spare. Refused: `no_schedule`, `paused`."""
    match = desk.table.match
    if match.paused:
        raise Refused("paused", "The clock is stopped; let it run again first.", "HH-22")
    forecast = list(closes(match, desk.table.clock(), SPARE))
    if not forecast:
        raise Refused("no_schedule", "No times are set for these rounds, so there is nothing to move.", "HH-22")
    return forecast


def _shifted_deadline(desk: HostControls, by: int, unit: str, zone: tzinfo | None) -> ScheduleDraft:
    schedule = desk.table.match.schedule
    own = zone
    if schedule is not None and schedule.rule:  # a day later is the same hour in the schedule's zone
        own = read_timetable(schedule.rule, desk.table.clock(), zone).clock(zone)
    moved = [
        moved_by_days(close.at, by, own) if unit == "d" else close.at + by * _SECONDS[unit]
        for close in _coming_times(desk)
    ]
    rule = "" if schedule is None else schedule.rule
    if rule:  # the list shows the moved times; a template restores the old ones
        rule += f"{' and' if MOVED in rule else MOVED} {by:+}{unit}"
    return ScheduleDraft(tuple(moved), rule, least(moved) if schedule is None else schedule.least)


def move_round(desk: HostControls, number: int, wanted: str, zone: tzinfo | None, reason: str = "") -> float | None:
    """Move one round's close; the others stay (HH-22). Returns the new time. Refused: `no_such_round`, `bad_moment`,
    `bad_schedule` if the order would change."""
    match, now = desk.table.match, desk.table.clock()
    days_by = match_zone(match, now, zone)
    if number == match.round and match.phase in ("pregame", "round"):
        moment = read_moment(wanted, now, zone, desk.deadline(), days_by)
        move_deadline(desk, moment, zone, reason)
        return moment
    coming = _coming_times(desk)
    place = next((n for n, close in enumerate(coming) if close.round == number), None)
    if place is None or number > match.spec.rounds:
        word = match.spec.round_word
        raise Refused("no_such_round", f"No {word} {number} is still to close in this match.", "HH-22")
    moment = read_moment(wanted, now, zone, coming[place].at, days_by)
    if moment is None:
        raise Refused("bad_moment", f"{quoted(wanted)} takes away the deadline of the open round alone.", "HH-22")
    moments = [close.at for close in coming]
    moments[place] = moment
    for other in coming[max(0, place - 1) : place + 2]:
        if other.round != number and (moment <= other.at) == (number > other.round):
            this_round, two = (match.spec.when(round_) for round_ in (number, other.round))
            order = "before" if number > other.round else "after"
            first, other_time = f"{capital(this_round)}", moment_in_zone(other.at, now, zone)
            message = f"{first} would close {order} {two} ({other_time}): move that first."
            raise Refused("bad_schedule", message, "HH-22")
    schedule, word = match.schedule, match.spec.when(number)
    text = f"{capital(word)} closes {moment_in_zone(moment, now, zone)} now. {reason}".strip()
    shortest = 0.0 if schedule is None else min(schedule.least, least(moments))
    rule, keep = ("", True) if schedule is None else (schedule.rule, schedule.keep)
    desk.set_schedule(moments, rule, shortest, keep=keep, reason=text, moved=moment)
    return moment


# --- the list ---------------------------------------------------------------------------------------------------------
def day_and_hour(at: float, zone: tzinfo | None) -> str:
    """Return `Tue 24 Nov 21:00 CET`."""
    date = datetime.fromtimestamp(at, zone)
    return f"{date:%a} {date.day:>2} {date:%b %H:%M} {date.tzname() or ''}".rstrip()


def close_lines(
    forecast: Sequence[Close], when: Callable[[int], str], now: float, zone: tzinfo | None, most: int | None = None
) -> list[Row]:
    """Return a line for each round: its close by the reader's clock, and the time until then."""
    listed_closes = forecast if most is None else forecast[:most]
    rows: list[Row] = [
        (
            wording.fit_width(when(close.round).capitalize(), 12),
            (day_and_hour(close.at, zone), "$strong"),
            (f"  in {wording.span(close.at - now)}" if close.at > now else "  now", "$faint"),
        )
        for close in listed_closes
    ]
    if len(forecast) > len(listed_closes):
        rows.append(((f"and {len(forecast) - len(listed_closes)} more", "$faint"),))
    return rows


def schedule_rows(seat: Seat, zone: tzinfo | None) -> Iterator[Row]:
    """Yield the public times of a match, and the seat's grace."""
    frame, now, forecast = seat.frame(), seat.now, seat.closes()
    if frame.paused:
        yield from ((("The clock is stopped: what is below counts from when it runs again.", "$warn"),), ())
    if rule := seat.rule():
        yield from ((f"The {frame.round_word}s close ", (rule, "$accent"), "."), ())
    if frame.phase == "briefing" and forecast:
        yield (("If it begins now:" if frame.deadline is None else "It begins at its deadline:", "$faint"),)
    yield from close_lines(forecast, frame.when, now, zone)
    if not forecast:
        yield ("No times are set." if frame.phase != "finished" else "This match has finished.",)
    elif frame.phase != "finished":
        yield from ((), (("Each in your own time, if no round before it closes early.", "$faint"),))
    seconds, waited = seat.grace()
    if seconds:
        yours = "" if seat.name is None else "It has not done so for you." if waited is None else ""
        if waited is not None:
            yours = f"It did so for you in {frame.when(waited)}."
        waits = f"Grace: once for each seat that ordered nothing a deadline waits {wording.span(seconds)}. {yours}"
        yield from ((), (waits,))
