"""Limits how fast a seat talks (HH-34): after twenty things in a minute the next wait on disk for their time.

It is said by the house, whether its writer is still there or not. Until then it is its writer's alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from core.match import journal as j
from core.match.state import Applied, Change, Match, Waiting, change, check_player
from core.refusal import Refused
from core.talk.channels import check_text

MESSAGES = 20
"""How much a seat may say in a minute, wherever."""
MINUTE = 60.0
"""Seconds."""
MOST_WAITING = 20
"""How much of one seat may wait."""
LOOKED_AT = 2_000
"""Messages of a match that are looked at for it, the latest."""


class Wait(float):
    """In how many seconds something is said; 0 where it was said at once."""

    @property
    def words(self) -> str:
        """What its writer is told; empty where it was said."""
        if not self:
            return ""
        more = f"you have said {MESSAGES} things within a minute. It is kept, and said also if you leave."
        return f"It waits, and is said in {max(1, round(self))} s: {more}"


class QueuedMessage(msgspec.Struct, frozen=True):
    """Something that waits, with the moment at which it is said, in seconds since the epoch."""

    waiting: Waiting
    due: float


def turns(match: Match, seat: str) -> tuple[QueuedMessage, ...]:
    """What of a seat waits, in its order."""
    times = _times(match, seat)
    found = []
    for one in match.waiting:
        if one.by == seat and not one.why:
            due = _due(times, one.at)
            times.append(due)
            found.append(QueuedMessage(one, due))
    return tuple(found)


def next_turn(match: Match, seat: str, now: float) -> float:
    """When the next thing that a seat writes is said: `now`, or later."""
    times = _times(match, seat) + [turn.due for turn in turns(match, seat)]
    return _due(times, now)


def _times(match: Match, seat: str) -> list[float]:
    """When the latest things were said by a seat, in order."""
    found = [one.at for one in match.said[-LOOKED_AT:] if one.by == seat]
    found += [one.at for one in match.apart if one.seat == seat and not one.from_host]
    return sorted(found)[-MESSAGES:]


def _due(times: list[float], at: float) -> float:
    return at if len(times) < MESSAGES else max(at, times[-MESSAGES] + MINUTE)


def unsaid_of(match: Match, seat: str) -> tuple[Waiting, ...]:
    """What of a seat could not be said when its turn came; shown until it says something again."""
    return tuple(one for one in match.waiting if one.by == seat and one.why)


# --- entries ----------------------------------------------------------------------------------------------------------
def waited(match: Match, entry: j.Waited) -> Applied:
    """The match in which something more waits. Refused: `too_fast` where too much does already."""
    check_player(match, entry.by)
    check_text(entry.text)
    if sum(one.by == entry.by and not one.why for one in match.waiting) >= MOST_WAITING:
        said = f"{MOST_WAITING} things of yours wait to be said already: let them be said first."
        raise Refused("too_fast", said, "HH-34")
    number = match.waited + 1
    one = Waiting(number=number, by=entry.by, to=entry.to, text=entry.text, deal=entry.deal, at=entry.at, act=entry.act)
    kept = tuple(other for other in match.waiting if other.by != entry.by or not other.why)
    return change(match, waited=number, waiting=(*kept, one)), (Change("said", (entry.by,)),)


def unsaid(match: Match, entry: j.Unsaid) -> Applied:
    """The match in which something that waited will not be said. Refused: `not_waiting`."""
    found = next((one for one in match.waiting if one.number == entry.number), None)
    if found is None:
        raise Refused("not_waiting", f"Nothing with the number {entry.number} waits to be said.", "HH-34")
    left = msgspec.structs.replace(found, why=entry.why)
    waiting = tuple(left if one is found else one for one in match.waiting)
    return change(match, waiting=waiting), (Change("said", (found.by,)),)


def said_by(match: Match, entry: j.Said) -> Match:
    """The match before something is said: what waited and is said now waits no more, nor is anything shown any longer
    that could not be said before."""
    if not match.waiting:
        return match
    kept = [one for one in match.waiting if one.number != entry.waited and (one.by != entry.by or not one.why)]
    return change(match, waiting=tuple(kept))


def without_waiting(match: Match, seat: str) -> Match:
    """The match in which nothing of a seat waits."""
    return change(match, waiting=tuple(one for one in match.waiting if one.by != seat))


To = str | Sequence[str]
"""Where something is said: `lounge`, `realm`, or to some seats."""

FRESH: Final = 60.0
"""Seconds after which a line that nobody touched holds no bot back."""


class Writing:
    """The open lines of one table."""

    def __init__(self) -> None:
        self._lines: dict[str, tuple[str | frozenset[str], float]] = {}

    def write(self, seat: str, to: To | None, now: float) -> None:
        """A person at `seat` changed a line to `to`; None: there is nothing in it any more."""
        if to is None:
            self._lines.pop(seat, None)
        else:
            self._lines[seat] = (_room(seat, to), now)

    def clear(self) -> None:
        """Nobody writes."""
        self._lines.clear()

    def at(self, by: str, to: To, now: float) -> bool:
        """Does anybody write where `by` would now say something?"""
        return any(room == _room(by, to) and now - since < FRESH for room, since in self._lines.values())


def _room(by: str, to: To) -> str | frozenset[str]:
    return to if isinstance(to, str) else frozenset((by, *to))
