"""The journal of a match: its header, the kinds of entries, and their JSON form.

A match is the fold of its journal (`core.match.reducer.fold`): nothing else is state, and the same journal gives the
same digest on every machine."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from core.decoding import JournalForm
from core.json import Json
from core.match.settings import MatchSettings
from core.talk.acts import AnyAct, Deal

SCHEMA = 1
"""Raised when the JSON form of header or entries changes."""


class Branch(msgspec.Struct, frozen=True):
    """The start of a round of a finished match, from which a practice match goes on (HH-81)."""

    match: str
    round: int
    state: Json
    as_played: bool = False
    """True if the other seats' orders of that round stand as they were."""


class Header(MatchSettings, frozen=True, kw_only=True):
    """Facts fixed before the first input: settings, game, seats and dice."""

    schema: int = SCHEMA
    match: str
    """The match's id in its house: lower case letters, digits and hyphens."""
    game: str
    rules_version: int
    seats: tuple[str, ...]
    options: Json = {}
    setup: Json = msgspec.field(default_factory=dict, name="given")
    """Set-up keys, for matches that start from a position."""
    seed: int
    nonce: str
    commitment: str
    """SHA-256 of seed and nonce, public from the start (CM-04)."""
    made_at: float = 0.0
    """Seconds since the epoch, UTC."""
    holders: dict[str, str] = {}
    """Seat to holder: `person:<id>`, `bot:<level>`, `local` (this keyboard) or `open`."""
    host: str = "local"
    """`person:<id>` or `local`."""
    season: str = ""
    """Id of the season that made this match; empty for none (SE-05)."""
    practice: bool = False
    """True for a person's own practice with bots, which counts nowhere (HH-31)."""
    branch: Branch | None = None
    """Beginning of a practice match in place of the start; None for the start."""
    judged: bool = False
    """True if each close waits for the host's results, in a game with a `Judgement` (HH-72)."""
    confirm_choices: bool = True
    """True if the choices after a confirmed result are confirmed too, as in matches made before HH-53 changed."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    at: float = 0.0
    author: str = msgspec.field(default="host", name="by")
    """Author: the seat, `host` (at the machine), `host:<id>` (HH-37), `clock` (a deadline) or `house` (a restart)."""


class CanClose(Entry, frozen=True, kw_only=True):
    results: str = ""
    """Digest of those rounds' reports (`core.match.rule_changes.results_digest`); empty if none closed (HH-70)."""


class Sealed(CanClose, frozen=True, kw_only=True, tag="sealed"):
    orders: Json
    round: int | None = None
    """Round that they were meant for; None for the open one."""


class Withdrew(Entry, frozen=True, tag="withdrew"):
    """`author` took its sealed orders back."""


class Readied(Entry, frozen=True, tag="readied"):
    """`author` has nothing more to do this round, or has after all."""

    ready: bool = True


class Acted(CanClose, frozen=True, kw_only=True, tag="acted"):
    """`author` made a live action, or a choice of the decision phase."""

    action: Json
    round: int | None = None
    turn: int | None = None
    """Turn of the seat for which it was meant, as in its frame; None for the present one (CM-30)."""


class Lapsed(CanClose, frozen=True, tag="lapsed"):
    """Seats on turn ran out of time, or a host says so: each makes the default move (CM-31)."""

    seats: tuple[str, ...] = ()
    round: int | None = None
    """Round that was meant; None for the open one."""


AWAY: Final = "away"
"""Occasion of an absence that the house tells in a player's name (HH-83)."""


class Said(Entry, frozen=True, kw_only=True, tag="said"):
    """`author` wrote to the lounge, the realm, some seats, its confessional or its hosts."""

    to: str | tuple[str, ...]
    text: str
    deal: Deal | None = None
    act: AnyAct | None = None
    waited: int | None = None
    occasion: str | msgspec.UnsetType = msgspec.UNSET
    """Occasion of a bot's line (core.talk.voices), or AWAY; left out for words of people."""


class Waited(Entry, frozen=True, kw_only=True, tag="waited"):
    """`author` wrote beyond its limit; the message is queued (HH-34)."""

    to: str | tuple[str, ...]
    text: str
    deal: Deal | None = None
    act: AnyAct | None = None


class Unsaid(Entry, frozen=True, kw_only=True, tag="unsaid"):
    number: int
    reason: str = msgspec.field(name="why")


class Answered(Entry, frozen=True, kw_only=True, tag="answered"):
    """A host wrote to one seat on its line, or answered its question for all (HH-30)."""

    text: str
    seat: str = ""
    question: int | None = None
    """Number of the question among all on the lines of this match, from 1."""
    published: bool = False
    words: str = ""


class Muted(Entry, frozen=True, kw_only=True, tag="muted"):
    """A host mutes a seat in some rooms for a while (HH-33)."""

    seat: str
    rooms: tuple[Literal["lounge", "realm", "seats"], ...] = ("lounge", "realm", "seats")
    until: float | None = None
    """Seconds since the epoch; None for the rest of the match."""
    words: str = ""


class OutMayRead(Entry, frozen=True, tag="out_may_read"):
    """Players who are out of the season may read the confessionals during the match, or not (HH-29)."""

    yes: bool = True


class Drafted(Entry, frozen=True, tag="drafted"):
    """`author` left this unsealed draft; None if it was thrown away."""

    orders: Json | None = None
    counts: bool = False
    """The player wants it to count at the deadline if it is valid."""
    round: int | None = None


class Noted(Entry, frozen=True, kw_only=True, tag="noted"):
    text: str


class Closed(CanClose, frozen=True, tag="closed"):
    cause: Literal["host", "deadline", "early"] = "host"


class Confirmed(CanClose, frozen=True, tag="confirmed"):
    """A host confirms the result of the last close or choice (HH-53)."""


class Judged(CanClose, frozen=True, kw_only=True, tag="judged"):
    """A host publishes the results of a round that waits for them (HH-72)."""

    verdict: Json


class Unjudged(Entry, frozen=True, tag="unjudged"):
    """The host took the last results back (HH-72)."""

    reason: str = ""


class Directed(Entry, frozen=True, kw_only=True, tag="directed"):
    """A host set something for later rounds, such as a form (HH-72)."""

    direction: Json


class Paused(Entry, frozen=True, tag="paused"):
    """The host stopped the clock; orders and talk go on, nothing closes."""


class Resumed(Entry, frozen=True, tag="resumed"):
    """The host started the clock again, with the time that was left."""


class DeadlineMoved(Entry, frozen=True, tag="deadline_moved"):
    """The open round now closes at `deadline`; None for no deadline."""

    deadline: float | None = None
    reason: str = ""
    words: str = ""
    """The deadline in words for all, by the clock and zone of the host: `Fri 21:00 CET`."""


class Scheduled(Entry, frozen=True, tag="scheduled"):
    """Rounds close at these moments from the open one on (HH-19); empty for no schedule."""

    moments: tuple[float, ...] = ()
    """Seconds since the epoch, in order; may be more than rounds, for rounds that come later."""
    rule: str = ""
    least: float = 0.0
    """Least seconds of a round that takes a moment."""
    keep: bool = True
    """An early close leaves the moments of later rounds (HH-20)."""
    reason: str = ""
    moved: float | None = None
    """New moment of the one round that `reason` is about; None if all are set."""


class Exempted(Entry, frozen=True, kw_only=True, tag="exempted"):
    """The seats that cannot be chosen as opponent: out of the season, or safe (SE-24). Replaces option `exempt`."""

    seats: tuple[str, ...]
    guests: tuple[str, ...] = ()
    """Guests' seats: never candidates nor choosers (SE-32)."""


class Graced(Entry, frozen=True, kw_only=True, tag="graced"):
    """The deadline waits once for these seats, which ordered nothing (HH-23)."""

    seats: tuple[str, ...]


class Planned(Entry, frozen=True, kw_only=True, tag="planned"):
    """The host planned an announcement (HH-24)."""

    text: str
    due: float
    """Seconds since the epoch."""


class Unplanned(Entry, frozen=True, kw_only=True, tag="unplanned"):
    number: int


class SignedUp(Entry, frozen=True, kw_only=True, tag="signed_up"):
    """A person signed up (HH-25), or changed the answers or the note to the hosts."""

    holder: str
    name: str = msgspec.field(name="called")
    answers: tuple[str, ...] = ()
    """Answers to the hosts' questions, in their order (HH-84)."""
    note: str = ""


class SignedOff(Entry, frozen=True, kw_only=True, tag="signed_off"):
    holder: str


class LotsFilled(Entry, frozen=True, kw_only=True, tag="lots_filled"):
    """Bots take the seats that the lots leave (HH-25)."""

    holder: str
    """`bot:<level>`."""
    names: tuple[str, ...]
    """Names for bots on seats without a name."""


class HandedOver(Entry, frozen=True, kw_only=True, tag="handed_over"):
    """Another person or a bot plays `seat` now (CM-11)."""

    seat: str
    holder: str
    new_name: str = msgspec.field(default="", name="called")
    """New name of a seat that had none (HH-10); empty keeps the name."""
    afresh: bool = False
    """The new holder begins without a ready mark; a person gets a bot's orders as a draft (HH-51). False in older
    journals."""


class Renamed(Entry, frozen=True, kw_only=True, tag="renamed"):
    seat: str
    name: str


class Rewound(Entry, frozen=True, kw_only=True, tag="rewound"):
    """The match went back to the start of `round` (CM-11), or to a move of it (CM-33)."""

    round: int
    moves: int | None = None
    """Live actions of that round that stay; None for its start, with its orders as drafts."""
    reason: str = ""
    words: str = ""
    """Change of the deadline, by the clock and zone of the host."""


class Reopened(Entry, frozen=True, kw_only=True, tag="reopened"):
    """A host lets the match go on by changed rules (HH-70)."""

    since: int
    """Number of the first void entry, from 1; later talk and seating stay."""
    rules_version: int
    keeps: bool = False
    """True if nothing is void and the open round goes on with its sealed orders (HH-78)."""


class Corrected(Entry, frozen=True, kw_only=True, tag="corrected"):
    """A host sealed these orders for a seat, or took its seal away (HH-40)."""

    seat: str
    orders: Json | None = None
    """None: nothing is sealed."""
    reason: str
    round: int | None = None
    """Round that they were meant for; None for the open one."""


class Announced(Entry, frozen=True, kw_only=True, tag="announced"):
    text: str
    planned: int | None = None
    """Number of the planned announcement that this is (HH-24)."""


class Opened(Entry, frozen=True, kw_only=True, tag="opened"):
    """A host, or a member of the gallery, looked at something private; players see that after the match."""

    what: str
    member_name: str = msgspec.field(default="", name="called")


class Gallery(Entry, frozen=True, kw_only=True, tag="gallery"):
    """A host lets a person into the gallery, or out (HH-61)."""

    holder: str
    name: str = msgspec.field(name="called")
    yes: bool = True


class LetRead(Entry, frozen=True, kw_only=True, tag="let_read"):
    """`author` sets which of its words the gallery may read from now on (HH-62)."""

    talk: bool = False
    confessional: bool = False


class Remarked(Entry, frozen=True, kw_only=True, tag="remarked"):
    """A spectator or gallery member wrote to the others (HH-64)."""

    name: str = msgspec.field(name="called")
    text: str
    where: Literal["gallery", "spectators"]


class Published(Entry, frozen=True, tag="published"):
    """The host made the match public after its end (HH-17), or took that back."""

    public: bool = True


class Released(Entry, frozen=True, kw_only=True, tag="released"):
    """`author` answers after the end if a conversation, or its notes, may be published (HH-27)."""

    what: Literal["talk", "notes"] = "talk"
    channel: str = ""
    """`lounge`, `realm` or `seats`."""
    readers: tuple[str, ...] = ()
    """Readers of the conversation; empty for the lounge."""
    yes: bool = True


WatchedBy = Literal["house", "link", "cast", "code"]
"""Readers and watchers of a match: the house, also people with its link (HH-65), those seated, or people with the code.
"""


class Watching(Entry, frozen=True, tag="watching"):
    """The host sets who may find and watch this match (HH-46)."""

    watched_by: WatchedBy = msgspec.field(default="house", name="who")
    digest: str = ""
    """SHA-256 of the code."""


class Ended(Entry, frozen=True, tag="ended"):
    reason: str = ""


class Unended(Entry, frozen=True, tag="unended"):
    """The host took the ending back: the match goes on (HH-50)."""

    reason: str = ""


OWN_WORDS: Final[dict[type[Entry], tuple[str, ...]]] = {
    Said: ("text",), Waited: ("text",), Answered: ("text", "words"), Planned: ("text",), Announced: ("text",),
    Remarked: ("text",), Renamed: ("name",), DeadlineMoved: ("reason",), Scheduled: ("reason",), Rewound: ("reason",),
    Corrected: ("reason",), Ended: ("reason",), Unended: ("reason",), Judged: ("verdict",), Unjudged: ("reason",),
    Directed: ("direction",), SignedUp: ("answers", "note"),
}  # fmt: skip
"""Fields with words of the entry's writer that others read (HH-63). The house writes all other text."""


def has_own_words(entry: Entry) -> bool:
    return any(getattr(entry, field) for field in OWN_WORDS.get(type(entry), ()))


AnyEntry = (
    Sealed | Withdrew | Readied | Acted | Lapsed | Said | Waited | Unsaid | Answered | OutMayRead | Muted | Drafted
    | Noted | Closed | Confirmed | Judged | Unjudged | Directed | Paused | Resumed | DeadlineMoved | Scheduled
    | Exempted | Graced | Planned | Unplanned | SignedUp | SignedOff | LotsFilled | HandedOver | Renamed | Rewound
    | Reopened | Corrected | Announced | Gallery | LetRead | Remarked | Opened | Published | Released | Watching
    | Ended | Unended
)  # fmt: skip

FORM: JournalForm[Header, AnyEntry] = JournalForm(Header, AnyEntry)
header_from_json, entry_from_json, as_json = FORM.header_from_json, FORM.entry_from_json, FORM.as_json
