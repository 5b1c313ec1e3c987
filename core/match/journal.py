"""The journal of a match: its header, the kinds of entries, and their JSON form.

Everything that happens in a match is an entry. The match is the fold of its journal (`core.match.reducer.fold`): the
same journal gives the same digest on every machine, and nothing else is state."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from core.decoding import JournalForm
from core.json import Json
from core.match.settings import MatchSettings
from core.talk.acts import AnyAct, Deal

SCHEMA = 1
"""Raised when the JSON form of header or entries changes."""


class Header(MatchSettings, frozen=True, kw_only=True):
    """What is fixed before the first input: the settings, and who plays what with which dice."""

    schema: int = SCHEMA
    match: str
    """The match's id in its house: lower case letters, digits and hyphens."""
    game: str
    rules_version: int
    seats: tuple[str, ...]
    options: Json = {}
    given: Json = {}
    """Set-up keys, for matches that start from a position."""
    seed: int
    nonce: str
    commitment: str
    """SHA-256 of seed and nonce, public from the start (CM-04)."""
    made_at: float = 0.0
    """Seconds since the epoch, UTC."""
    holders: dict[str, str] = {}
    """Seat to who plays it: `person:<id>`, `bot:<level>`, `local` (this keyboard) or `open` (nobody yet)."""
    host: str = "local"
    """Who hosts: `person:<id>` or `local`."""
    season: str = ""
    """The season that made this match, by its id; empty for a match of its own (SE-05)."""
    practice: bool = False
    """Is it one person's own, with bots, counting nowhere (HH-31)?"""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """What every entry has."""

    at: float = 0.0
    """Seconds since the epoch, UTC, by the table's clock."""
    by: str = "host"
    """The seat that made it, or `host` (at the machine), `host:<id>` (a person who hosts, HH-37), `clock` (a deadline)
    or `house` (a restart)."""


class CanClose(Entry, frozen=True, kw_only=True):
    """An entry that may close rounds."""

    results: str = ""
    """Digest of what those rounds told (`core.match.rule_changes.results_digest`); empty if none closed (HH-70)."""


class Sealed(CanClose, frozen=True, kw_only=True, tag="sealed"):
    """`by` sealed these orders in place of earlier ones."""

    orders: Json
    round: int | None = None
    """The round they were meant for; None for the one that is open."""


class Withdrew(Entry, frozen=True, tag="withdrew"):
    """`by` took its sealed orders back."""


class Readied(Entry, frozen=True, tag="readied"):
    """`by` has nothing more to do this round, or has after all."""

    ready: bool = True


class Acted(CanClose, frozen=True, kw_only=True, tag="acted"):
    """`by` made a live action, or a choice of the decision phase."""

    action: Json
    round: int | None = None
    turn: int | None = None
    """The seat's turn for which it was meant, as its frame called it; None for the one that it has (CM-30)."""


class Lapsed(CanClose, frozen=True, tag="lapsed"):
    """Seats on turn let their time pass, or a host did for them: each makes the default move (CM-31)."""

    seats: tuple[str, ...] = ()
    """Nobody named: everybody on turn."""
    round: int | None = None
    """The round that was meant; None for the one that is open."""


class Said(Entry, frozen=True, kw_only=True, tag="said"):
    """`by` said something to the lounge, the realm, some seats, its confessional or its hosts."""

    to: str | tuple[str, ...]
    text: str
    deal: Deal | None = None
    act: AnyAct | None = None
    waited: int | None = None
    """The number of what waited and is said now."""


class Waited(Entry, frozen=True, kw_only=True, tag="waited"):
    """`by` wrote something beyond its measure: it is said when its turn comes (HH-34)."""

    to: str | tuple[str, ...]
    text: str
    deal: Deal | None = None
    act: AnyAct | None = None


class Unsaid(Entry, frozen=True, kw_only=True, tag="unsaid"):
    """What waited could not be said when its turn came; its writer is shown why."""

    number: int
    why: str


class Answered(Entry, frozen=True, kw_only=True, tag="answered"):
    """A host said something to one seat on its line, or answered a question of that line for everybody (HH-30)."""

    text: str
    seat: str = ""
    """Who is told; with a `question` alone its seat."""
    question: int | None = None
    """Of all that seats said on their lines at this match, the how manieth it answers."""
    published: bool = False
    words: str = ""
    """The question as everybody reads it; empty for the seat's own words."""


class Muted(Entry, frozen=True, kw_only=True, tag="muted"):
    """A host lets a seat say nothing in some rooms for a while (HH-33)."""

    seat: str
    rooms: tuple[Literal["lounge", "realm", "seats"], ...] = ("lounge", "realm", "seats")
    """None: it may speak everywhere again."""
    until: float | None = None
    """Seconds since the epoch; None for the rest of the match."""
    words: str = ""
    """When that is, by the clock of whoever said so."""


class OutMayRead(Entry, frozen=True, tag="out_may_read"):
    """Those who are out of the match's season may read its confessionals while it is played, or not (HH-29)."""

    yes: bool = True


class Drafted(Entry, frozen=True, tag="drafted"):
    """`by` left this unsealed draft; None if it was thrown away."""

    orders: Json | None = None
    counts: bool = False
    """The player wants it to count at the deadline, if it is valid then."""
    round: int | None = None


class Noted(Entry, frozen=True, kw_only=True, tag="noted"):
    """`by` rewrote its private notes."""

    text: str


class Closed(CanClose, frozen=True, tag="closed"):
    """The round (or briefing, pregame, pending choice) closed."""

    cause: Literal["host", "deadline", "early"] = "host"


class Confirmed(CanClose, frozen=True, tag="confirmed"):
    """A host has looked at what the last close or the last choice brings, and lets it stand (HH-53)."""


class Paused(Entry, frozen=True, tag="paused"):
    """The host stopped the clock; orders and talk go on, nothing closes."""


class Resumed(Entry, frozen=True, tag="resumed"):
    """The host started the clock again, with the time that was left."""


class DeadlineMoved(Entry, frozen=True, tag="deadline_moved"):
    """The open round now closes at `deadline`; None for no deadline."""

    deadline: float | None = None
    reason: str = ""
    words: str = ""
    """When that is by the clock of whoever moved it, with their zone, for everybody: `Fri 21:00 CET`."""


class Scheduled(Entry, frozen=True, tag="scheduled"):
    """From now on rounds close at these moments, from the one that is open on (HH-19); none: at none of them."""

    moments: tuple[float, ...] = ()
    """Seconds since the epoch, in order; more of them than there are rounds, for those that come to lie later."""
    rule: str = ""
    """What they follow, for everybody: `every day 21:00 Europe/Berlin`."""
    least: float = 0.0
    """Seconds that a round must have to take a moment."""
    keep: bool = True
    """An early close leaves the moments of later rounds as they are (HH-20)."""
    reason: str = ""
    moved: float | None = None
    """The moment of the one round that was moved and that `reason` speaks of; None where all are set."""


class Exempted(Entry, frozen=True, kw_only=True, tag="exempted"):
    """These seats, and no others, cannot be chosen as opponent in the Death Match: of the cast of a season they are
    not, not any more, or safe (SE-24). In place of what option `exempt` says."""

    seats: tuple[str, ...]
    guests: tuple[str, ...] = ()
    """The seats of guests: never candidates nor choosers (SE-32)."""


class Graced(Entry, frozen=True, kw_only=True, tag="graced"):
    """The deadline came, and these seats had ordered nothing: the round waits for them, once (HH-23)."""

    seats: tuple[str, ...]


class Planned(Entry, frozen=True, kw_only=True, tag="planned"):
    """The host wrote an announcement that is to be made at `due` (HH-24)."""

    text: str
    due: float


class Unplanned(Entry, frozen=True, kw_only=True, tag="unplanned"):
    """The host took a planned announcement back."""

    number: int


class SignedUp(Entry, frozen=True, kw_only=True, tag="signed_up"):
    """Somebody of the house put their name down (HH-25)."""

    holder: str
    called: str


class SignedOff(Entry, frozen=True, kw_only=True, tag="signed_off"):
    """They took it back."""

    holder: str


class HandedOver(Entry, frozen=True, kw_only=True, tag="handed_over"):
    """Someone else, or a bot, now plays `seat` (CM-11)."""

    seat: str
    holder: str
    called: str = ""
    """What the seat is called from now on, where its name was left open (HH-10); empty leaves the name."""
    afresh: bool = False
    """Does the new holder begin without a ready mark, and a person with a bot's orders as a draft (HH-51)? Journals
    without it: no."""


class Renamed(Entry, frozen=True, kw_only=True, tag="renamed"):
    """The host gave `seat` another name, before round 1 (HH-10)."""

    seat: str
    name: str


class Rewound(Entry, frozen=True, kw_only=True, tag="rewound"):
    """The match went back to the start of `round` (CM-11), or to a move of it (CM-33)."""

    round: int
    moves: int | None = None
    """After so many live actions of that round; None for its start, with its orders as drafts."""
    reason: str = ""
    """Told to everybody."""


class Reopened(Entry, frozen=True, kw_only=True, tag="reopened"):
    """A host lets the match go on by rules that have changed since (HH-70)."""

    since: int
    """Number of the first entry of the journal that is void, counted from 1; talk and seating among them stay."""
    rules_version: int


class Corrected(Entry, frozen=True, kw_only=True, tag="corrected"):
    """A host sealed these orders for a seat in place of what it had sealed, or nothing (HH-40)."""

    seat: str
    orders: Json | None = None
    """None: nothing is sealed any more."""
    reason: str
    """Told to everybody."""
    round: int | None = None
    """The round they were meant for; None for the one that is open."""


class Announced(Entry, frozen=True, kw_only=True, tag="announced"):
    """The host told everyone something."""

    text: str
    planned: int | None = None
    """The number of the planned announcement that this is (HH-24)."""


class Opened(Entry, frozen=True, kw_only=True, tag="opened"):
    """The host looked at something private; players see after the match that it happened."""

    what: str
    called: str = ""
    """Of somebody in the gallery who looked; empty for a host."""


class Gallery(Entry, frozen=True, kw_only=True, tag="gallery"):
    """A host lets somebody into the gallery of the match, or not any more (HH-61)."""

    holder: str
    """`person:<id>`."""
    called: str
    yes: bool = True


class LetRead(Entry, frozen=True, kw_only=True, tag="let_read"):
    """`by` says what of its words the gallery may read from now on (HH-62)."""

    talk: bool = False
    confessional: bool = False


class Remarked(Entry, frozen=True, kw_only=True, tag="remarked"):
    """Somebody who watches said something to the others who do (HH-64)."""

    called: str
    text: str
    where: Literal["gallery", "spectators"]


class Published(Entry, frozen=True, tag="published"):
    """The host made the match public, for the time after its end (HH-17), or took that back."""

    public: bool = True


class Released(Entry, frozen=True, kw_only=True, tag="released"):
    """`by` says after the end whether a conversation it was in, or its own notes, may be published (HH-27)."""

    what: Literal["talk", "notes"] = "talk"
    channel: str = ""
    """Of the conversation: `lounge`, `realm` or `seats`."""
    readers: tuple[str, ...] = ()
    """Who is in it; nobody is named for the lounge."""
    yes: bool = True


WatchedBy = Literal["house", "link", "cast", "code"]
"""Who may find and watch a match: everybody of the house, they and whoever has its link (HH-65), those seated, those
who gave the code."""


class Watching(Entry, frozen=True, tag="watching"):
    """The host says who may find and watch this match (HH-46)."""

    who: WatchedBy = "house"
    digest: str = ""
    """SHA-256 of the code."""


class Ended(Entry, frozen=True, tag="ended"):
    """The host ended the match before its end; there is no outcome."""

    reason: str = ""


class Unended(Entry, frozen=True, tag="unended"):
    """The host took the ending back: the match goes on where it stood (HH-50)."""

    reason: str = ""


OWN_WORDS: Final[dict[type[Entry], tuple[str, ...]]] = {
    Said: ("text",), Waited: ("text",), Answered: ("text", "words"), Planned: ("text",), Announced: ("text",),
    Remarked: ("text",), Renamed: ("name",), DeadlineMoved: ("reason",), Scheduled: ("reason",), Rewound: ("reason",),
    Corrected: ("reason",), Ended: ("reason",), Unended: ("reason",),
}  # fmt: skip
"""Fields in which the writer of an entry says something of their own that others read (HH-63). All other text of an
entry is worked out by the house."""


def has_own_words(entry: Entry) -> bool:
    """True if others read words in it that its writer chose."""
    return any(getattr(entry, field) for field in OWN_WORDS.get(type(entry), ()))


AnyEntry = (
    Sealed
    | Withdrew
    | Readied
    | Acted
    | Lapsed
    | Said
    | Waited
    | Unsaid
    | Answered
    | OutMayRead
    | Muted
    | Drafted
    | Noted
    | Closed
    | Confirmed
    | Paused
    | Resumed
    | DeadlineMoved
    | Scheduled
    | Exempted
    | Graced
    | Planned
    | Unplanned
    | SignedUp
    | SignedOff
    | HandedOver
    | Renamed
    | Rewound
    | Reopened
    | Corrected
    | Announced
    | Gallery
    | LetRead
    | Remarked
    | Opened
    | Published
    | Released
    | Watching
    | Ended
    | Unended
)

FORM: JournalForm[Header, AnyEntry] = JournalForm(Header, AnyEntry)
header_from_json, entry_from_json, as_json = FORM.header_from_json, FORM.entry_from_json, FORM.as_json
