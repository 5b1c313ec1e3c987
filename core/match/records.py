"""Structs that a match holds: seals, drafts, closed rounds, news, corrections, and what changed."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.contract import GameState, Notice, Struct
from core.json import Json
from core.talk.acts import AnyAct
from core.talk.channels import Deal, Phase


class SealedOrders(msgspec.Struct, frozen=True):
    orders: Struct
    at: float


class Draft(msgspec.Struct, frozen=True):
    orders: Json
    counts: bool
    round: int
    source: str = ""
    """Origin in a sentence, if the seat's holder did not write it."""


class RoundRecord(msgspec.Struct, frozen=True):
    """A closed round: orders, each seat's report, and the public report."""

    round: int
    orders: dict[str, Struct]
    reports: dict[str, Struct]
    public: object
    at: float
    ready: tuple[str, ...] = ()
    """Seats that were ready at the close; not public."""
    verdict: Struct | None = None
    """The host's results, if a host judged it."""
    sealed_at: dict[str, float] = {}
    """Times of the seals in force, in seconds since the epoch; none for a draft that counted."""


class SeatNotice(msgspec.Struct, frozen=True):
    round: int
    notice: Notice


SettledBy = Literal["only", "votes", "lots", "lots_among_votes"]
"""How a choice was settled: a single answer, votes, lots, or lots among the most votes (CM-07)."""


class SettledChoice(msgspec.Struct, frozen=True):
    """A settled choice of the decision phase: public (CM-15)."""

    kind: str
    chosen: tuple[str, ...]
    settled_by: SettledBy = msgspec.field(name="how")


class News(msgspec.Struct, frozen=True):
    kind: str
    text: str
    round: int
    at: float
    until: float | None = None
    """Moment that the text names, in seconds since the epoch, for readers in another time zone."""


class PlannedNews(msgspec.Struct, frozen=True):
    """A planned announcement, secret to the host (HH-24)."""

    number: int
    text: str
    due: float


class SignupName(msgspec.Struct, frozen=True):
    """A sign-up for a match (HH-25)."""

    holder: str
    name: str = msgspec.field(name="called")
    is_signed_up: bool = msgspec.field(default=True, name="up")
    answers: tuple[str, ...] = ()
    """Answers to the hosts' questions, for the hosts alone (HH-84)."""
    note: str = ""
    """Words to the hosts, for them alone."""


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """Orders of one seat that a host corrected (HH-40); secret to both until the end."""

    seat: str
    round: int
    before: Json | None
    """Sealed before, as JSON; None for nothing."""
    after: Json | None
    reason: str
    at: float


class WaitingMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A queued message (HH-34); secret to its writer."""

    number: int
    sender: str = msgspec.field(name="by")
    to: str | tuple[str, ...]
    text: str
    deal: Deal | None = None
    at: float
    """When it was written, in seconds since the epoch."""
    act: AnyAct | None = None
    failure: str = msgspec.field(default="", name="why")
    """Reason why sending failed; empty while it waits."""


class RoundStart(msgspec.Struct, frozen=True):
    """State at the start of a round, to rewind to (CM-11)."""

    state: GameState
    lines: dict[str, int]
    """Length of each list of the match."""
    spent: dict[str, float] = {}
    """Seconds spent of banks."""


class HeldClose(msgspec.Struct, frozen=True):
    """A close that waits for a host, to confirm it (HH-53) or for its results (HH-72). It is not applied yet."""

    phase: Phase
    cause: Literal["host", "deadline", "early"]


class BeforeVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """A round before its results were published, to take them back (HH-72)."""

    held_close: HeldClose = msgspec.field(name="held")
    state: GameState
    sealed: dict[str, SealedOrders]
    drafts: dict[str, Draft]
    ready: tuple[str, ...]
    settled: int
    decided: tuple[SettledChoice, ...]


class BeforeAbort(msgspec.Struct, frozen=True):
    """State before a host ended the match, to go on from (HH-50)."""

    phase: Phase
    ready: tuple[str, ...]
    seconds_left: float | None
    """Seconds left to the deadline; None without one."""


class ConsentAnswer(msgspec.Struct, frozen=True):
    """A seat's answer: may this be published (HH-27)?"""

    seat: str
    what: Literal["talk", "notes"]
    key: tuple[str, tuple[str, ...]]
    yes: bool


class Change(msgspec.Struct, frozen=True):
    """A kind of change, without its content: readers look at their own view."""

    kind: str
    """`orders`, `seals` (their number), `ready`, `draft`, `notes`, `said`, `told`, `closed`, `clock`, `news`;
    `remarked` (spectators, for them alone); `gone` (the right to hear more, `core.table.seat`)."""
    seats: tuple[str, ...] | None = None
    """Recipients; None for everyone."""
