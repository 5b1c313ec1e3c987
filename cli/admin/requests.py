"""What a host asks for by command: one form for all deeds, and the place where a match stands after one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from core.house.house import House
from core.house.people import People
from core.json import Json
from core.match.seating import BOTS, OPEN
from core.match.settings import GivenSettings
from core.refusal import Refused, quoted
from core.table.host_controls import HostControls
from core.table.host_preview import DryRunText

Answer = Json

DRY = (
    "start", "pause", "resume", "close", "confirm", "deadline", "schedule", "lapse", "rewind", "correct", "hand-over",
    "rename", "fill",
    "announce", "answer", "tell", "mute", "confessionals", "public", "gallery", "watching", "remove", "end",
)  # fmt: skip
"""What can be asked for as a dry run: what it would tell everybody, and single seats (HH-42)."""


class Request(GivenSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be done, with the settings of a match that is made. Each deed reads the fields that it needs."""

    do: str
    match: str = ""
    seat: str = ""
    to: str = ""
    """A person's name, `bot:<level>`, or `open`."""
    text: str = ""
    when: str = ""
    round: int | None = None
    number: str = ""
    host: bool = False
    game: str = ""
    seats: tuple[str, ...] = ()
    """`NAME`, `NAME=person`, `NAME=bot:steady` or `NAME=open` for each seat of a new match; those whose turn lapses."""
    move: bool = False
    """Go back before the last move."""
    options: Json = {}
    seed: int | None = None
    rooms: tuple[str, ...] = ()
    """Where a seat is muted; none: everywhere."""
    undo: bool = False
    """Take back what the deed does."""
    yes: bool = False
    """Whoever asks has been told what a final deed does, and means it."""
    publish: bool = False
    """Everybody reads the answer to a question."""
    words: str = ""
    """The question as everybody reads it."""
    out: bool | None = None
    """Whether those who are out of the season may read confessionals."""
    public: bool | None = None
    """Whether a match may be published."""
    url: str | None = None
    """A webhook's address, or `none` to forget it; None to look."""
    keep: bool | None = None
    """A schedule that is set stays as it is after an early close (HH-20); null for yes, or as a template has it."""
    shortest: float | None = None
    """Seconds that a round must have to take a time of the schedule that is set; null for half of the interval."""
    try_: bool = msgspec.field(default=False, name="try")
    """Show what would be set, and set nothing."""
    fill: str = ""
    """The level of the bots that take all free seats; empty for none."""
    template: str = ""
    """The name of a template."""
    document: Json = {}
    """A template as a file holds it."""
    season: str = ""
    user: str = ""
    """As whom the system knows whoever typed it."""
    drop: bool = False
    """Forget the template."""
    count: int | None = None
    """So many invitations to the house."""
    free_keys: bool = False
    """The keys of whoever is removed may come in under another name."""
    at: str = ""
    """A match or season, by its id."""
    orders: Json | None = None
    """A seat's orders as a host corrects or tries them; None for none."""
    dry_run: bool = False
    """Say what would be told, and do nothing."""
    kind: Literal["rich", "plain"] | None = None
    """How the room of a feed reads; None for what its address tells."""
    threads: bool | None = None
    """Is it a forum, with a topic for each match?"""
    late: bool = False
    """The feed of the spectators' room, one round behind."""


Deed = Callable[[Request], Answer]


def by_shell(user: str) -> str:
    """As whom a deed by command is kept (HH-37)."""
    return f"host:@{user[:40]}" if user else "host"


def room_asked(kind: str | None, threads: bool | None) -> Json:
    """What was said of how a room reads."""
    return {name: value for name, value in (("kind", kind), ("threads", threads)) if value is not None}


def desk_of(house: House, asked: Request) -> HostControls:
    """The host's desk at the match that is meant; for a dry run one on which nothing is done."""
    desk = HostControls(house.table(asked.match), by_shell(asked.user))
    return desk.only_trying() if asked.dry_run else desk


def stands(desk: HostControls, asked: Request, doing: Callable[[], object], done: str) -> Answer:
    """Do something to a match and say where it stands then; after a dry run what would have been told (HH-42)."""
    doing()
    if desk.told is not None:
        return would_tell(asked.match, desk.told)
    match = desk.table.match
    spec = match.game.spec
    where = f"{spec.when(match.round)} of {spec.rounds // spec.parts}" if match.phase == "round" else match.phase
    now = "It has finished." if match.phase == "finished" else f"It stands at {where} now."
    return {
        "told": [f"{asked.match}: {done} {now}"],
        "match": asked.match,
        "phase": match.phase,
        "round": match.round,
        "deadline": match.deadline,
        "paused": match.paused,
    }


def would_tell(match: str, told: DryRunText) -> Answer:
    """What a deed would tell, for whom."""
    lines = [f"{match}: a dry run, nothing is done."]
    if told.everybody:
        lines += ["Everybody would be told:", *(f"  {line}" for line in told.everybody)]
    for seat, words in told.seats.items():
        lines += [f"{seat} alone would be told:", *(f"  {line}" for line in words)]
    if not told.everybody and not told.seats:
        lines.append("Nobody would be told anything.")
    return {"told": lines, "match": match, "dry_run": True, "would_tell": msgspec.to_builtins(told)}


class Holders:
    """Names into holders and back, for one house's people."""

    def __init__(self, people: People) -> None:
        self._people = people

    def named(self, word: str) -> tuple[str, str]:
        """`NAME` or `NAME=WHO`: the name of a seat, and who plays it: without WHO the person of that name, if any."""
        name, _, to = word.partition("=")
        if to:
            return name, self.holder(to)
        known = self._people.find(name)
        return name, OPEN if known is None else f"person:{known.id}"

    def holder(self, to: str) -> str:
        """Who plays a seat. Refused: `no_such_person`."""
        if to == OPEN or to in BOTS:
            return to
        known = self._people.find(to)
        if known is None:
            raise Refused("no_such_person", f"The house knows nobody called {quoted(to)}. Bots: {', '.join(BOTS)}.")
        return f"person:{known.id}"

    def words(self, holder: str) -> str:
        """A holder for people."""
        person = self._people.find(holder.removeprefix("person:"))
        return person.name if person is not None and holder.startswith("person:") else holder
