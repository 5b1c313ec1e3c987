"""The journal of a season: header, kinds of entries, and their JSON form (SE-02)."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from core.decoding import JournalForm
from core.json import Json
from core.match.journal import Entry, Planned, Published, SignedOff, SignedUp, Unplanned
from core.match.settings import MatchSettings
from core.seasons.options import SeasonOptions
from core.seasons.outcome import Outcome

SCHEMA = 1

Realm = Literal["heaven", "hell"]
Watch = Literal["house", "cast", "code"]


class SeasonStruct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of stored structs: frozen, and strict when decoded."""


class SeasonHeader(SeasonStruct, frozen=True, kw_only=True):
    """Facts fixed before the first entry."""

    schema: int = SCHEMA
    season: str
    """Id in its house: lower case letters, digits and hyphens."""
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
    host: str = "local"
    """`person:<id>` or `local`."""


class Times(SeasonStruct, frozen=True, kw_only=True):
    """Closes of a main match, as in `core.match.journal.Scheduled` (HH-19)."""

    moments: tuple[float, ...]
    rule: str = ""
    least: float = 0.0
    keep: bool = True


class Seating(MatchSettings, frozen=True, kw_only=True):
    """Settings of a match of the season."""

    holders: dict[str, str] = {}
    times: Times | None = None
    """Replaces `round_seconds`."""


class Added(Entry, frozen=True, kw_only=True, tag="added"):
    """A late-comer joins (SE-01)."""

    name: str
    holder: str = "open"


class SeasonHandedOver(Entry, frozen=True, kw_only=True, tag="handed_over"):
    """Another person or a bot plays this name from now on (SE-01)."""

    name: str
    holder: str
    match: str | None = None
    """Match in which the seat goes along, and where it is announced."""


class EpisodeOpened(Entry, frozen=True, kw_only=True, tag="opened"):
    """An episode opened, with all decisions and drawn lots: a fold needs no game."""

    game: str
    match: str | None = None
    """Id of the main match; None if played elsewhere."""
    seats: tuple[str, ...]
    sat_out: tuple[str, ...] = ()
    """Players who are in and do not sit, in cast order; drawn ones included."""
    drawn: tuple[str, ...] = ()
    """Players drawn by lot (SE-03)."""
    guests: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    """Players of a Token of Life (SE-06)."""
    options: Json = msgspec.field(default_factory=dict, name="given")
    """Options of the match: the host's and the season's (SE-04)."""
    seating: Seating = Seating()


class CalledOff(Entry, frozen=True, kw_only=True, tag="called_off"):
    reason: str


class Booked(Entry, frozen=True, kw_only=True, tag="booked"):
    """The outcome of the main match (SE-05)."""

    outcome: Outcome
    match: str | None = None
    """None if typed."""


class LoserNamed(Entry, frozen=True, kw_only=True, tag="named"):
    """The host named a player of the Death Match (SE-08)."""

    role: Literal["candidate", "opponent"]
    name: str
    anew: bool = False
    """True if it replaces the opponent; until the duel is made (SE-08)."""


class DuelMade(Entry, frozen=True, kw_only=True, tag="duel_made"):
    """A duel was made, for the Death Match or a final (SE-08, SE-11)."""

    match: str
    game: str
    seating: Seating = Seating()


class Fought(Entry, frozen=True, kw_only=True, tag="fought"):
    """A Death Match or a duel of a final was played; `winner` None: a draw (SE-08)."""

    winner: str | None
    match: str | None = None
    """None if typed."""


class LeftOut(Entry, frozen=True, kw_only=True, tag="left_out"):
    """The episode has no Death Match (SE-08)."""

    reason: str


class FinalMade(Entry, frozen=True, kw_only=True, tag="final_made"):
    """The last two play a final (SE-11)."""

    best_of: int


class CastCorrection(SeasonStruct, frozen=True, rename={"in_": "in"}):
    in_: bool | msgspec.UnsetType = msgspec.UNSET
    purse: int | msgspec.UnsetType = msgspec.UNSET
    tokens: int | msgspec.UnsetType = msgspec.UNSET
    marked: bool | msgspec.UnsetType = msgspec.UNSET
    realm: Realm | msgspec.UnsetType | None = msgspec.UNSET


class SeasonCorrected(Entry, frozen=True, kw_only=True, tag="corrected"):
    changes: dict[str, CastCorrection]
    reason: str = msgspec.field(name="why")


class Unbooked(Entry, frozen=True, tag="unbooked"):
    """The last booking or final is undone, with all after it (SE-10)."""


class Undone(Entry, frozen=True, tag="undone"):
    """The last entry that stands is undone, alone (SE-19)."""

    match: str | None = None
    """Match that was reopened, for which the episode was called off (HH-50)."""


class SeasonPublished(Published, frozen=True, tag="published"):
    """The host published the season (SE-18), or took that back."""


class SeasonWatching(Entry, frozen=True, tag="watching"):
    """The host set who may read the season and watch its matches (SE-23)."""

    watched_by: Watch = msgspec.field(default="house", name="who")
    digest: str = ""


class GarnetsGiven(Entry, frozen=True, kw_only=True, tag="given"):
    """A member gave another garnets (SE-27)."""

    name: str
    to: str
    amount: int
    secret: bool = False
    """True if only the two and the hosts know until it comes out."""


class Promised(Entry, frozen=True, kw_only=True, tag="promised"):
    """A member promised another garnets (SE-31)."""

    name: str
    to: str
    amount: int
    until: int | None = None
    """Episode at the end of which they are due; None for the end of the season."""
    words: str = ""
    secret: bool = False


class SeasonSaid(Entry, frozen=True, kw_only=True, tag="said"):
    """A member wrote in the season's rooms (SE-28)."""

    name: str
    to: Literal["cast", "host", "confessional"]
    text: str


class SeasonAnswered(Entry, frozen=True, kw_only=True, tag="answered"):
    """A host wrote to one of the cast (SE-28)."""

    name: str
    text: str
    question: int | None = None
    """Number of the question that it answers (SE-33); None for a message of its own."""
    published: bool = False
    """True if everybody who reads the season reads question and answer, without a name."""


class OutMayWrite(Entry, frozen=True, tag="out_may_write"):
    """Players who are out may write to the cast, or only read (SE-28)."""

    yes: bool = True


class Looked(Entry, frozen=True, tag="looked"):
    """A host read the season's confessionals (HH-29)."""


class SeasonAnnounced(Entry, frozen=True, kw_only=True, tag="announced"):
    text: str
    due: float | None = None
    """Time of a planned announcement (SE-34); None for one of its own."""


class NewsPlanned(Planned, frozen=True, kw_only=True, tag="news_planned"):
    """A host plans an announcement (SE-34)."""


class NewsDropped(Unplanned, frozen=True, kw_only=True, tag="news_dropped"):
    """A planned announcement is taken back by its number among the waiting ones, from 1."""


class Usual(Entry, frozen=True, kw_only=True, tag="usual"):
    """Defaults of coming matches (SE-25); replaces all earlier ones."""

    settings: Json = {}
    schedule: str = ""
    """Rule of closes: `every day 21:00 Europe/Berlin`."""
    level: str = ""
    """Level of guests' bots; empty for the default."""
    episodes: str = ""
    """Rule of openings: `every Fri 20:00 Europe/Berlin`."""
    openings: tuple[float, ...] = ()
    words: str = ""


class SeasonRenamed(Entry, frozen=True, kw_only=True, tag="renamed"):
    """A member was renamed (SE-26)."""

    name: str
    to: str


class SeasonSignedUp(SignedUp, frozen=True, kw_only=True, tag="signed_up"):
    """A person signed up (SE-30), or changed the answers or the note to the hosts."""


class SeasonSignedOff(SignedOff, frozen=True, kw_only=True, tag="signed_off"):
    pass


class Started(Entry, frozen=True, tag="started"):
    """Lots give out the places (SE-30)."""


class SeasonEnded(Entry, frozen=True, tag="ended"):
    """The host ended the season (SE-11)."""


OWN_WORDS: Final[dict[type[Entry], tuple[str, ...]]] = {
    Added: ("name",), CalledOff: ("reason",), LeftOut: ("reason",), SeasonCorrected: ("reason",),
    SeasonAnnounced: ("text",), NewsPlanned: ("text",), SeasonRenamed: ("to",), SeasonSaid: ("text",),
    SeasonAnswered: ("text",), Promised: ("words",), SeasonSignedUp: ("answers", "note"),
}  # fmt: skip
"""Fields with words of the entry's writer that others read (HH-63)."""
ADDRESSED: Final = (SeasonSaid, SeasonAnswered, Promised, SeasonSignedUp)


def has_public_words(entry: Entry) -> bool:
    """True if all readers of the season read words that its writer chose."""
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
    | NewsPlanned
    | NewsDropped
    | Usual
    | SeasonRenamed
    | SeasonSignedUp
    | SeasonSignedOff
    | Started
    | SeasonEnded
)

FORM: JournalForm[SeasonHeader, AnyEntry] = JournalForm(SeasonHeader, AnyEntry)
header_from_json, entry_from_json, as_json = FORM.header_from_json, FORM.entry_from_json, FORM.as_json
