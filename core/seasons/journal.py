"""The journal of a season: its header, the kinds of entries, and their JSON form (SE-02)."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from core.decoding import JournalForm
from core.json import Json
from core.match.settings import MatchSettings
from core.seasons.options import SeasonOptions
from core.seasons.outcome import Outcome

SCHEMA = 1
"""Raised when the JSON form of header or entries changes."""

Realm = Literal["heaven", "hell"]
Watch = Literal["house", "cast", "code"]


class SeasonStruct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of what a season stores: frozen, and strict when decoded."""


class SeasonHeader(SeasonStruct, frozen=True, kw_only=True):
    """What is fixed before the first entry."""

    schema: int = SCHEMA
    season: str
    """The season's id in its house: lower case letters, digits and hyphens."""
    title: str = ""
    cast: tuple[str, ...]
    options: SeasonOptions = SeasonOptions()
    seed: int
    nonce: str
    commitment: str
    """SHA-256 of seed and nonce, public from the start (CM-04)."""
    made_at: float = 0.0
    """Seconds since the epoch, UTC."""
    holders: dict[str, str] = {}
    """Name to who plays it, written as in the header of a match."""
    host: str = "local"
    """Who made it: `person:<id>` or `local`."""


class Times(SeasonStruct, frozen=True, kw_only=True):
    """When the rounds of a main match close, as `core.match.journal.Scheduled` has it (HH-19)."""

    moments: tuple[float, ...]
    rule: str = ""
    least: float = 0.0
    keep: bool = True


class Seating(MatchSettings, frozen=True, kw_only=True):
    """What a match of the house is made with besides its rules: of no concern to the season."""

    holders: dict[str, str] = {}
    """Seat to who plays it."""
    times: Times | None = None
    """In place of `round_seconds`."""


class SeasonEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """What every entry has."""

    at: float = 0.0
    """Seconds since the epoch, UTC, by the house's clock."""
    by: str = "host"
    """The host who made it, or `house`."""


class Added(SeasonEntry, frozen=True, kw_only=True, tag="added"):
    """A late-comer (SE-01)."""

    name: str
    holder: str = "open"


class SeasonHandedOver(SeasonEntry, frozen=True, kw_only=True, tag="handed_over"):
    """Somebody else, or a bot, plays under this name from now on (SE-01)."""

    name: str
    holder: str
    match: str | None = None
    """The match in which the seat is handed over with it, and where that is told."""


class EpisodeOpened(SeasonEntry, frozen=True, kw_only=True, tag="opened"):
    """An episode opened, with everything that was decided then: a fold needs no game and draws no lots."""

    game: str
    match: str | None = None
    """The main match's id in the house; None for one that is played elsewhere."""
    seats: tuple[str, ...]
    """All seats in order: cast, named guests, bots."""
    sat_out: tuple[str, ...] = ()
    """Of the cast who are in, in cast order; those whom lots drew among them."""
    drawn: tuple[str, ...] = ()
    """Whom lots drew (SE-03)."""
    guests: tuple[str, ...] = ()
    """The last of the seats."""
    played: tuple[str, ...] = ()
    """Who plays a Token of Life (SE-06)."""
    given: Json = {}
    """The options of the match: the host's and the season's (SE-04)."""
    seating: Seating = Seating()


class CalledOff(SeasonEntry, frozen=True, kw_only=True, tag="called_off"):
    """The open episode does not count (SE-05)."""

    reason: str


class Booked(SeasonEntry, frozen=True, kw_only=True, tag="booked"):
    """The outcome of the main match, written into the season (SE-05)."""

    outcome: Outcome
    match: str | None = None
    """The match it was read from; None if it was typed."""


class LoserNamed(SeasonEntry, frozen=True, kw_only=True, tag="named"):
    """The host named who was missing in the Death Match (SE-08)."""

    role: Literal["candidate", "opponent"]
    name: str
    anew: bool = False
    """The opponent that was named before is none any more; as long as no duel is made (SE-08)."""


class DuelMade(SeasonEntry, frozen=True, kw_only=True, tag="duel_made"):
    """A duel of the house decides the Death Match, or the next game of a final (SE-08, SE-11)."""

    match: str
    game: str
    seating: Seating = Seating()


class Fought(SeasonEntry, frozen=True, kw_only=True, tag="fought"):
    """The Death Match, or one duel of a final, was played: by whom it was won, None for a draw (SE-08)."""

    winner: str | None
    match: str | None = None
    """The duel it was read from; None if it was typed."""


class LeftOut(SeasonEntry, frozen=True, kw_only=True, tag="left_out"):
    """There is no Death Match in this episode (SE-08)."""

    reason: str


class FinalMade(SeasonEntry, frozen=True, kw_only=True, tag="final_made"):
    """The last two play for the season (SE-11)."""

    best_of: int


class CastCorrection(SeasonStruct, frozen=True, rename={"in_": "in"}):
    """What a correction sets for one person; what is left out stays."""

    in_: bool | msgspec.UnsetType = msgspec.UNSET
    purse: int | msgspec.UnsetType = msgspec.UNSET
    tokens: int | msgspec.UnsetType = msgspec.UNSET
    marked: bool | msgspec.UnsetType = msgspec.UNSET
    realm: Realm | msgspec.UnsetType | None = msgspec.UNSET


class SeasonCorrected(SeasonEntry, frozen=True, kw_only=True, tag="corrected"):
    """The host put something right (SE-10)."""

    changes: dict[str, CastCorrection]
    why: str


class Unbooked(SeasonEntry, frozen=True, tag="unbooked"):
    """The last booking, or the final, and all that came after it are undone (SE-10)."""


class Undone(SeasonEntry, frozen=True, tag="undone"):
    """The last entry that stands is undone, and nothing else (SE-19)."""

    match: str | None = None
    """The match whose ending was taken back, with which its episode was called off (HH-50)."""


class SeasonPublished(SeasonEntry, frozen=True, tag="published"):
    """The host made the season public (SE-18), or took that back."""

    public: bool = True


class SeasonWatching(SeasonEntry, frozen=True, tag="watching"):
    """The host says who of the house may read the season and watch its matches (SE-23)."""

    who: Watch = "house"
    digest: str = ""
    """SHA-256 of the code."""


class GarnetsGiven(SeasonEntry, frozen=True, kw_only=True, tag="given"):
    """Somebody of the cast gives another garnets (SE-27)."""

    name: str
    to: str
    amount: int
    secret: bool = False
    """Does nobody but the two and the hosts know of it until it comes out?"""


class Promised(SeasonEntry, frozen=True, kw_only=True, tag="promised"):
    """Somebody of the cast promises another garnets (SE-31)."""

    name: str
    to: str
    amount: int
    until: int | None = None
    """The episode with whose end they are due; None for the end of the season."""
    words: str = ""
    """On which condition, if on any."""
    secret: bool = False


class SeasonSaid(SeasonEntry, frozen=True, kw_only=True, tag="said"):
    """Somebody of the cast says something in the season's own rooms (SE-28)."""

    name: str
    to: Literal["cast", "host", "confessional"]
    text: str


class SeasonAnswered(SeasonEntry, frozen=True, kw_only=True, tag="answered"):
    """A host says something to one of the cast alone (SE-28)."""

    name: str
    text: str


class OutMayWrite(SeasonEntry, frozen=True, tag="out_may_write"):
    """Those who are out may write to the cast, or only read it (SE-28)."""

    yes: bool = True


class Looked(SeasonEntry, frozen=True, tag="looked"):
    """A host read the season's confessionals (HH-29)."""


class SeasonAnnounced(SeasonEntry, frozen=True, kw_only=True, tag="announced"):
    """A host tells everybody who reads the season something."""

    text: str


class Usual(SeasonEntry, frozen=True, kw_only=True, tag="usual"):
    """What the matches to come are made with where an opening does not say otherwise (SE-25); all of it, anew."""

    settings: Json = {}
    """By the names that templates have; what is left out is as usual."""
    schedule: str = ""
    """When rounds close, in words: `every day 21:00 Europe/Berlin`."""
    level: str = ""
    """Of the bots on guests' seats; empty for the usual one."""
    episodes: str = ""
    """When episodes are to open, in words: `every Fri 20:00 Europe/Berlin`."""
    openings: tuple[float, ...] = ()
    """The same as moments, as far as they were worked out."""
    words: str = ""
    """The same for people."""


class SeasonRenamed(SeasonEntry, frozen=True, kw_only=True, tag="renamed"):
    """Somebody of the cast is called otherwise (SE-26)."""

    name: str
    to: str


class SeasonSignedUp(SeasonEntry, frozen=True, kw_only=True, tag="signed_up"):
    """Somebody of the house put their name down (SE-30)."""

    holder: str
    called: str


class SeasonSignedOff(SeasonEntry, frozen=True, kw_only=True, tag="signed_off"):
    """They took it back."""

    holder: str


class Started(SeasonEntry, frozen=True, tag="started"):
    """Lots give out the places (SE-30)."""


class SeasonEnded(SeasonEntry, frozen=True, tag="ended"):
    """The host ended the season (SE-11)."""


OWN_WORDS: Final[dict[type[SeasonEntry], tuple[str, ...]]] = {
    Added: ("name",), CalledOff: ("reason",), LeftOut: ("reason",), SeasonCorrected: ("why",),
    SeasonAnnounced: ("text",), SeasonRenamed: ("to",), SeasonSaid: ("text",), SeasonAnswered: ("text",),
    Promised: ("words",),
}  # fmt: skip
"""Fields in which the writer of an entry says something of their own that others read (HH-63)."""
ADDRESSED: Final = (SeasonSaid, SeasonAnswered, Promised)
"""Entries whose words some of the season's readers read; those of the others all of them read."""


def told_to_all(entry: SeasonEntry) -> bool:
    """True if everybody who reads the season reads words in it that its writer chose."""
    words = any(getattr(entry, field) for field in OWN_WORDS.get(type(entry), ()))
    return words and not isinstance(entry, ADDRESSED)


AnyEntry = (
    Added
    | SeasonHandedOver
    | EpisodeOpened
    | CalledOff
    | Booked
    | LoserNamed
    | DuelMade
    | Fought
    | LeftOut
    | FinalMade
    | SeasonCorrected
    | Unbooked
    | Undone
    | SeasonPublished
    | SeasonWatching
    | GarnetsGiven
    | Promised
    | SeasonSaid
    | SeasonAnswered
    | OutMayWrite
    | Looked
    | SeasonAnnounced
    | Usual
    | SeasonRenamed
    | SeasonSignedUp
    | SeasonSignedOff
    | Started
    | SeasonEnded
)

FORM: JournalForm[SeasonHeader, AnyEntry] = JournalForm(SeasonHeader, AnyEntry)
header_from_json, entry_from_json, as_json = FORM.header_from_json, FORM.entry_from_json, FORM.as_json
