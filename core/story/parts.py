"""Parts of a story: plain data with every sentence and figure that screens, exports and pages show of a past match.

`core.decoding.plain` gives the JSON of each part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, Literal

import msgspec

from core.json import Json
from core.ledger import Ending, Ledger
from core.parts import ActionRecord, Notice, O_co, R_co, RoundNames, S_co, V_co
from core.talk.channels import Message, Phase


class Facts(RoundNames, msgspec.Struct, frozen=True, kw_only=True):
    """Head of lists, screens and stories of a match."""

    match: str
    """Id in the house."""
    title: str
    """The host's title or the game's."""
    game: str
    game_title: str
    phase: Phase
    rounds: int
    """Largest number of rounds."""
    at_most: bool = False
    """True if the match may end before."""
    round_word: str
    """The game's word for a round."""
    parts: int = 1
    """Rounds in one trick or bout."""
    parts_word: str = ""
    """Word for those, if more than 1."""
    seats: tuple[str, ...]


Cell = int | float | str | None
Role = Literal["winner", "candidate", "opponent", ""]


class StoryPart(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all parts."""


class Column(StoryPart, frozen=True):
    """A column of the standing: it decides, or explains the result."""

    id: str
    title: str
    short: str
    """Short title, at most seven characters."""
    decides: bool = False
    """True if it decides the ranking."""


class StandingRow(StoryPart, frozen=True):
    seat: str
    place: int | None
    """Place 1 plus the number of seats ranked above (CM-05); None while unranked, or unknown to the reader."""
    cells: dict[str, Cell] = {}
    """Cells by column id; None or missing if unknown to the reader."""
    tokens: int = 0
    garnets: int = 0
    spent: int = 0
    """Garnets spent in the match; `garnets` are those won."""
    role: Role = ""


Row = StandingRow
"""Old name, for games from outside."""


class Standing(StoryPart, frozen=True):
    """Rows, best first, with the deciding columns."""

    columns: tuple[Column, ...] = ()
    rows: tuple[StandingRow, ...] = ()


class Reason(StoryPart, frozen=True):
    kind: str
    """`winner`, `token`, `candidate`, `opponent`, `exempt`, `spared`, `ascent`, `mark`, `lots`, `garnets`, `end`."""
    seats: tuple[str, ...]
    text: str
    ruling: str | None = None


class Series(StoryPart, frozen=True):
    """A value for every seat after every round, for curves."""

    id: str
    title: str
    unit: str = ""
    """Unit in the plural: `points`, `allies`."""
    rounds: tuple[int, ...] = ()
    """Rounds of the values; the first value is the start, as the round before the first."""
    curves: dict[str, tuple[float | None, ...]] = {}
    """Values by seat, one for each round; None if unknown to the reader."""
    column: str | None = None
    """Column of the standing with the same last value."""


class Turn(StoryPart, frozen=True):
    """A turning point, found by rule."""

    round: int
    seats: tuple[str, ...]
    kind: str
    """`swing`, `lead`, and the game's own."""
    text: str
    figures: dict[str, Cell] = {}
    """Numbers behind the sentence."""
    weight: float = 0.0
    """Weight for choosing; comparable within a match only."""
    step: int | None = None
    """Number of its step, if it is one."""
    tells: Literal["betrayal", "price", ""] = ""
    """Use in the lead: the first of `seats` did it to another, or it is a cost."""


class Stake(StoryPart, frozen=True):
    """A seat in the strip of danger."""

    seat: str
    value: float
    """Figure of the first series."""
    place: Literal["leads", "safe", "", "danger"] = ""
    """`safe` cannot be the Elimination Candidate."""
    gap: str = ""
    """Gap of the seats in danger to the next one: `2 onyx more than Di`."""


class KeptPromise(StoryPart, frozen=True):
    """How a seat kept its agreements with the reader."""

    agreed: int = 0
    kept: int = 0
    broken: int = 0
    """Further agreements came to nothing by the reader's own doing."""
    told: tuple[Turn, ...] = ()
    """Costly broken ones."""


Word = KeptPromise
"""Old name, for games from outside."""


class Step(StoryPart, frozen=True):
    """An event of a round, in the order of the rules."""

    kind: str
    seats: tuple[str, ...]
    """Seats concerned, the acting one first."""
    text: str
    data: Json = {}
    """Facts as JSON, for drawings."""


class Scene(StoryPart, frozen=True):
    """A round: orders, steps and reports."""

    round: int
    steps: tuple[Step, ...] = ()
    orders: dict[str, tuple[str, ...]] = {}
    """Orders in words by seat, as far as the reader may know; a seat without orders is missing."""
    reports: dict[str, tuple[str, ...]] = {}
    """Reports by seat, likewise."""
    public: tuple[str, ...] = ()
    picture: Json = {}
    """JSON for the game's drawing: the position after the close, as the reader may know."""
    headline: str = ""
    """Largest gain and loss, for onlookers and galleries."""
    deed: str = ""
    """Weightiest deed of one seat against another, or turn, for onlookers and galleries."""


class GameStory(StoryPart, frozen=True):
    columns: tuple[Column, ...] = ()
    cells: dict[str, dict[str, Cell]] = {}
    """Cells by seat and column id."""
    reasons: tuple[Reason, ...] = ()
    """The game's own reasons; each replaces the general one of its kind."""
    series: tuple[Series, ...] = ()
    turns: tuple[Turn, ...] = ()
    """All turning points; the best seven are shown."""
    alike: dict[str, Turn] = {}
    """Lines by kind, each in place of many turns (`turning.together`)."""
    won: str = ""
    """Sentence for the win; empty if curve or reason tells it."""
    endangers: tuple[str, ...] = ()
    """Columns that decide the Elimination Candidate, in order: the fewest is in danger, or after a `-` the most."""
    spared: tuple[str, ...] = ()
    """Seats that cannot be the Elimination Candidate."""
    words: dict[str, KeptPromise] = {}
    """Kept and broken words to the reader by seat; empty in the complete story, for it rests on talk (CM-09)."""
    steps: dict[int, tuple[Step, ...]] = {}
    pictures: dict[int, Json] = {}
    """JSON by round for drawing the position after its close; round -1 is the start."""


Tale = GameStory  # old name, for games from outside


class Story(Facts, frozen=True, kw_only=True):
    """Events of a match, for one reader."""

    reader: str | None
    """Seat of the reader; None for a spectator, or if complete."""
    whole: bool
    """True for the complete story, after the end with a public record."""
    standing: Standing
    lead: tuple[str, ...] = ()
    """At most three sentences after the end: the win, a betrayal, a price."""
    reasons: tuple[Reason, ...]
    series: tuple[Series, ...]
    turns: tuple[Turn, ...]
    """At most seven, in order."""
    scenes: tuple[Scene, ...]
    """Closed rounds, oldest first."""
    late: int = 0
    """Rounds after which this onlooker reads a closed round whole (HH-71); 0: public facts alone."""
    opened: int = 0
    """Number of rounds, from the first, that are told whole for that reason."""
    strip: tuple[Stake, ...] = ()
    """Seats from the leaders to those in danger, at the newest moment that the reader may know whole; empty if unknown.
    """
    words: dict[str, KeptPromise] = {}
    """Kept and broken words to the reader by seat (`GameStory.words`)."""
    start: Json = {}
    """JSON for drawing the start."""
    dice: Json = {}
    """`commitment`; after the end also `seed` and `nonce`, if the record is public (CM-04)."""


SINGLE = {
    "points": "point", "sins": "sin", "rituals": "ritual", "locks": "lock", "components": "component", "allies": "ally",
}  # fmt: skip
"""Irregular singulars of units."""


def listed(names: Iterable[str]) -> str:
    """Return `Ada`, `Ada and Bo`, `Ada, Bo and Cy`; empty for none."""
    *most, last = [*names] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def called(much: float, one: str, many: str = "") -> str:
    """Return the word for so many: `point`, `points`; `many` if an s is not enough."""
    return one if abs(much) == 1 else many or f"{one}s"


def unit_of(much: float, unit: str) -> str:
    """Return a unit behind a number: `point` of `points`; `Favor` never changes."""
    noun, of, which = unit.partition(" of ")
    return called(much, SINGLE.get(noun, noun), noun) + of + which


class Chapter(msgspec.Struct, Generic[S_co, O_co, R_co], frozen=True, kw_only=True):
    """A closed round of the record (CM-09)."""

    round: int
    before: S_co
    """State when the round opened."""
    orders: Mapping[str, O_co]
    """Orders in force by seat; a seat without orders is missing."""
    deeds: tuple[ActionRecord, ...]
    """Live actions, oldest first."""
    notices: tuple[tuple[str, Notice], ...]
    """(seat, Notice) pairs of the round."""
    reports: Mapping[str, R_co]
    public: object
    after: S_co
    """State after the close; for the last round with all decisions since."""


class Record(msgspec.Struct, Generic[S_co, O_co, R_co], frozen=True, kw_only=True):
    """Everything about a finished match."""

    seats: tuple[str, ...]
    start: S_co
    chapters: tuple[Chapter[S_co, O_co, R_co], ...]
    final: S_co
    ending: Ending | None
    ledger: Ledger


class Page(msgspec.Struct, Generic[O_co, V_co, R_co], frozen=True, kw_only=True):
    """A closed round as one seat knew it (CM-10)."""

    round: int
    before: V_co
    """The seat's View when the round opened."""
    orders: O_co | None
    """Orders in force, or None."""
    notices: tuple[Notice, ...]
    deeds: tuple[Json, ...]
    """The seat's live actions, as JSON."""
    report: R_co | None
    public: object
    after: V_co
    """The seat's View after the close."""

    @property
    def told(self) -> R_co:
        """`report`, of a page that a seat read."""
        assert self.report is not None
        return self.report


class Memory(msgspec.Struct, Generic[O_co, V_co, R_co], frozen=True, kw_only=True):
    seat: str | None
    seats: tuple[str, ...]
    start: V_co
    pages: tuple[Page[O_co, V_co, R_co], ...]
    now: V_co
    heard: tuple[Message, ...]
    """Messages that it can read, oldest first (CM-23)."""
    end: Json | None
    """Public facts of the end (CM-12), as `core.match.decisions.end_json` gives them."""

    @property
    def views(self) -> dict[int, V_co]:
        """Views by round: at the start (-1), then after each close."""
        return {-1: self.start} | {page.round: page.after for page in self.pages}
