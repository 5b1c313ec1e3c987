"""The limit of messages a minute (HH-34). Further messages are queued on disk.

The house sends them, also without their writer; until then only the writer reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from core.match import journal as j
from core.match.records import Change, WaitingMessage
from core.match.state import Applied, Match, change, check_player
from core.refusal import Refused
from core.talk.channels import check_text

MESSAGES = 20
"""Messages that a seat may send in a minute, in all rooms."""
MINUTE = 60.0
MOST_WAITING = 20
LOOKED_AT = 2_000


class Wait(float):
    """Delay in seconds until a message is sent; 0 if sent already."""

    @property
    def words(self) -> str:
        if not self:
            return ""
        more = f"you have said {MESSAGES} things within a minute. It is kept, and said also if you leave."
        return f"It waits, and is said in {max(1, round(self))} s: {more}"


class QueuedMessage(msgspec.Struct, frozen=True):
    """A queued message and when it is sent, in seconds since the epoch."""

    waiting: WaitingMessage
    due: float


def turns(match: Match, seat: str) -> tuple[QueuedMessage, ...]:
    times = _send_times(match, seat)
    queue = []
    for waiting in match.queued:
        if waiting.sender == seat and not waiting.failure:
            due = _next_moment(times, waiting.at)
            times.append(due)
            queue.append(QueuedMessage(waiting, due))
    return tuple(queue)


def next_turn(match: Match, seat: str, now: float) -> float:
    """Return when the next message of a seat would be sent: `now` or later."""
    times = _send_times(match, seat) + [turn.due for turn in turns(match, seat)]
    return _next_moment(times, now)


def may_say(match: Match, seat: str, now: float) -> int:
    """Return how many messages a seat may send at once now; 0 while some of its own are queued."""
    return 0 if turns(match, seat) else MESSAGES - sum(moment > now - MINUTE for moment in _send_times(match, seat))


def _send_times(match: Match, seat: str) -> list[float]:
    times = [message.at for message in match.messages[-LOOKED_AT:] if message.sender == seat]
    times += [message.at for message in match.asides if message.seat == seat and not message.from_host]
    return sorted(times)[-MESSAGES:]


def _next_moment(times: list[float], at: float) -> float:
    return at if len(times) < MESSAGES else max(at, times[-MESSAGES] + MINUTE)


def unsaid_of(match: Match, seat: str) -> tuple[WaitingMessage, ...]:
    """Return the seat's messages that could not be sent; shown until its next message."""
    return tuple(waiting for waiting in match.queued if waiting.sender == seat and waiting.failure)


# --- entries ----------------------------------------------------------------------------------------------------------
def queue_message(match: Match, entry: j.Waited) -> Applied:
    """Queue a message. Refused: `too_fast` if too many wait."""
    check_player(match, entry.author)
    check_text(entry.text)
    if sum(queued.sender == entry.author and not queued.failure for queued in match.queued) >= MOST_WAITING:
        message = f"{MOST_WAITING} things of yours wait to be said already: let them be said first."
        raise Refused("too_fast", message, "HH-34")
    number = match.queue_count + 1
    queued = WaitingMessage(
        number=number, sender=entry.author, to=entry.to, text=entry.text, deal=entry.deal, at=entry.at, act=entry.act
    )
    others = tuple(other for other in match.queued if other.sender != entry.author or not other.failure)
    return change(match, queue_count=number, queued=(*others, queued)), (Change("said", (entry.author,)),)


def mark_unsent(match: Match, entry: j.Unsaid) -> Applied:
    """Mark a queued message as failed. Refused: `not_waiting`."""
    failed = next((queued for queued in match.queued if queued.number == entry.number), None)
    if failed is None:
        raise Refused("not_waiting", f"Nothing with the number {entry.number} waits to be said.", "HH-34")
    left = msgspec.structs.replace(failed, failure=entry.reason)
    waiting = tuple(left if queued is failed else queued for queued in match.queued)
    return change(match, queued=waiting), (Change("said", (failed.sender,)),)


def said_by(match: Match, entry: j.Said) -> Match:
    """Return the match before a message: without its queued form, and without the writer's failed messages."""
    if not match.queued:
        return match
    others = (queued for queued in match.queued if queued.number != entry.waited)
    return change(
        match, queued=tuple(queued for queued in others if queued.sender != entry.author or not queued.failure)
    )


def without_waiting(match: Match, seat: str) -> Match:
    return change(match, queued=tuple(queued for queued in match.queued if queued.sender != seat))


To = str | Sequence[str]

FRESH: Final = 60.0
"""Seconds after which an untouched line holds no bot back."""


class Writing:
    def __init__(self) -> None:
        self._lines: dict[str, tuple[str | frozenset[str], float]] = {}

    def write(self, seat: str, to: To | None, now: float) -> None:
        """Note that a person at `seat` typed to `to`; None if the line is empty now."""
        if to is None:
            self._lines.pop(seat, None)
        else:
            self._lines[seat] = (_room_key(seat, to), now)

    def clear(self) -> None:
        self._lines.clear()

    def at(self, by: str, to: To, now: float) -> bool:
        return any(room == _room_key(by, to) and now - since < FRESH for room, since in self._lines.values())


def _room_key(by: str, to: To) -> str | frozenset[str]:
    return to if isinstance(to, str) else frozenset((by, *to))
