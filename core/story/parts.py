"""What a story is made of. Plain data: every sentence and figure that a screen, an export or a page shows of a past
match stands here, so that they cannot disagree. `core.decoding.plain` gives the JSON of each part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, Literal

import msgspec

from core.json import Json
from core.ledger import Ending, Ledger
from core.parts import ActionRecord, Notice, O_co, R_co, S_co, V_co, round_name
from core.talk.channels import Message, Phase


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """The head of whatever is told of a match: lists, the frame of a screen, stories."""

    match: str
    """Its id in the house."""
    title: str
    """What the host calls it, or else the game's title."""
    game: str
    game_title: str
    phase: Phase
    rounds: int
    """How many rounds the game has at the most."""
    round_word: str
    """What players call a round."""
    parts: int = 1
    """So many rounds are one trick or bout."""
    parts_word: str = ""
    """What that is called, where they are more than one."""
    seats: tuple[str, ...]

    def when(self, number: int, exact: bool = False) -> str:
        """Return what players call a round: `round 3`, `trick 8`, `the pregame`."""
        return round_name(self.round_word, number, self.parts, self.parts_word, exact)

    def progress(self, number: int, of: str = "/") -> str:
        """Return how far a match is: `round 3/7`, `trick 8/9`."""
        return f"{self.when(number)}{of}{self.rounds // self.parts}"


Cell = int | float | str | None
Role = Literal["winner", "candidate", "opponent", ""]


class StoryPart(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all parts."""


class Column(StoryPart, frozen=True):
    """One column of the standing: something that decides, or helps to see why it came as it did."""

    id: str
    title: str
    short: str
    """The title where there is little room: at most seven characters."""
    decides: bool = False
    """Does the ranking look at it?"""


class StandingRow(StoryPart, frozen=True):
    """One seat in the standing."""

    seat: str
    place: int | None
    """One more than the seats ranked above it (CM-05); None while nothing is ranked, or where the reader may not
    know."""
    cells: dict[str, Cell] = {}
    """By id of a column; None, or left out, where the reader may not know."""
    tokens: int = 0
    garnets: int = 0
    spent: int = 0
    """Garnets spent in the match; `garnets` are those won."""
    role: Role = ""


Row = StandingRow
"""Old name, for games from outside."""


class Standing(StoryPart, frozen=True):
    """Who stands where, best first, with the columns that decide."""

    columns: tuple[Column, ...] = ()
    rows: tuple[StandingRow, ...] = ()


class Reason(StoryPart, frozen=True):
    """Why something came about, in one sentence, with the ruling behind it."""

    kind: str
    """`winner`, `token`, `candidate`, `opponent`, `exempt`, `spared`, `ascent`, `mark`, `lots`, `garnets`, `end`."""
    seats: tuple[str, ...]
    text: str
    ruling: str | None = None


class Series(StoryPart, frozen=True):
    """Something counted for every seat after every round, for curves."""

    id: str
    title: str
    unit: str = ""
    """What one of it is called in the plural: `points`, `allies`."""
    rounds: tuple[int, ...] = ()
    """After which round each value stands; the first is the start of the match, as the round before the first."""
    curves: dict[str, tuple[float | None, ...]] = {}
    """By seat, as many values as there are rounds; None where the reader does not know."""
    column: str | None = None
    """The column of the standing in which the last value stands again, if there is one."""


class Turn(StoryPart, frozen=True):
    """A turning point: where the match went another way, found by rule."""

    round: int
    seats: tuple[str, ...]
    kind: str
    """`swing`, `lead`, and what each game adds."""
    text: str
    figures: dict[str, Cell] = {}
    """The numbers that the sentence rests on."""
    weight: float = 0.0
    """How much it mattered, to choose among them; comparable within a match only."""
    step: int | None = None
    """The step of its round in which it happened, where it is one step."""
    tells: Literal["betrayal", "price", ""] = ""
    """What it is good for in the lead: something that the first of `seats` did to another, or what something cost."""


class KeptPromise(StoryPart, frozen=True):
    """How somebody has kept what was agreed with the reader of a story."""

    agreed: int = 0
    kept: int = 0
    broken: int = 0
    """Agreements of which neither is said came to nothing by the reader's own doing."""
    told: tuple[Turn, ...] = ()
    """Of the broken ones those that cost something."""


Word = KeptPromise
"""Old name, for games from outside."""


class Step(StoryPart, frozen=True):
    """One thing that happened in a round, in the order of the rules."""

    kind: str
    seats: tuple[str, ...]
    """Whom it concerns; who acted comes first."""
    text: str
    data: Json = {}
    """What happened, as JSON, for drawings."""


class Scene(StoryPart, frozen=True):
    """One round: what was ordered, what happened step by step, what was told."""

    round: int
    steps: tuple[Step, ...] = ()
    orders: dict[str, tuple[str, ...]] = {}
    """By seat, as far as the reader may know, its orders in words. A seat that sealed nothing is not in it."""
    reports: dict[str, tuple[str, ...]] = {}
    """By seat, likewise, what it was told."""
    public: tuple[str, ...] = ()
    """What everyone was told."""
    picture: Json = {}
    """What the game's drawing of this round needs, as JSON: the position after the close, as the reader may know."""


class Tale(StoryPart, frozen=True):
    """The part of a story that the game tells."""

    columns: tuple[Column, ...] = ()
    cells: dict[str, dict[str, Cell]] = {}
    """By seat, by id of a column."""
    reasons: tuple[Reason, ...] = ()
    """What the game knows better than the general reasons; one of a kind here takes the place of the general one."""
    series: tuple[Series, ...] = ()
    turns: tuple[Turn, ...] = ()
    """As many as were found; the best seven are kept."""
    alike: dict[str, Turn] = {}
    """By kind, the one line that is told where there are many of that kind (`turning.together`)."""
    won: str = ""
    """How it was won, in a sentence; empty for what the curve or the reason tells."""
    words: dict[str, KeptPromise] = {}
    """By seat, how it kept its words to the reader; empty from everyone's eyes, for it rests on talk (CM-09)."""
    steps: dict[int, tuple[Step, ...]] = {}
    pictures: dict[int, Json] = {}
    """By round, what a drawing of the position after its close needs; round -1 is the start of the match."""


class Story(Facts, frozen=True, kw_only=True):
    """What happened, for one reader."""

    reader: str | None
    """The seat whose story it is; None for everyone's eyes or a spectator's."""
    whole: bool
    """Everyone's eyes (after the end, with the record public), or only what the reader knew."""
    standing: Standing
    lead: tuple[str, ...] = ()
    """After the end three sentences at the most: how it was won, what somebody did to another, who paid."""
    reasons: tuple[Reason, ...]
    series: tuple[Series, ...]
    turns: tuple[Turn, ...]
    """At most seven, in the order in which they happened."""
    scenes: tuple[Scene, ...]
    """The closed rounds, oldest first."""
    words: dict[str, KeptPromise] = {}
    """By seat, how it kept its words to the reader (`Tale.words`)."""
    start: Json = {}
    """What the game's drawing of the position at the start needs."""
    dice: Json = {}
    """`commitment`; after the end also `seed` and `nonce`, where the record is public (CM-04)."""


SINGLE = {"points": "point", "sins": "sin", "components": "component", "allies": "ally"}
"""What one of a unit is called, where that differs."""


def listed(names: tuple[str, ...] | list[str]) -> str:
    """`Ada`, `Ada and Bo`, `Ada, Bo and Cy`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def called(much: float, one: str, many: str = "") -> str:
    """What so many are called: `point`, `points`; `many` where an s is not enough."""
    return one if abs(much) == 1 else many or f"{one}s"


def unit_of(much: float, unit: str) -> str:
    """A unit as it stands behind so many: `point` of `points`; `Favor` is the same for all."""
    what, of, which = unit.partition(" of ")
    return called(much, SINGLE.get(what, what), what) + of + which


class Chapter(msgspec.Struct, Generic[S_co, O_co, R_co], frozen=True, kw_only=True):
    """One closed round with all that is in the record (CM-09)."""

    round: int
    before: S_co
    """The game's State when the round opened."""
    orders: Mapping[str, O_co]
    """By seat, the game's Orders in force; a seat that sealed nothing is not in it."""
    deeds: tuple[ActionRecord, ...]
    """The live actions of the round, oldest first."""
    notices: tuple[tuple[str, Notice], ...]
    """(seat, Notice) for everything that seats were told in mid-round."""
    reports: Mapping[str, R_co]
    public: object
    after: S_co
    """The State as the close left it (for the last round: with everything that was decided since)."""


class Record(msgspec.Struct, Generic[S_co, O_co, R_co], frozen=True, kw_only=True):
    """A finished match, everything of it."""

    seats: tuple[str, ...]
    start: S_co
    """The State at the beginning."""
    chapters: tuple[Chapter[S_co, O_co, R_co], ...]
    final: S_co
    """The State at the end."""
    ending: Ending | None
    ledger: Ledger


class Page(msgspec.Struct, Generic[O_co, V_co, R_co], frozen=True, kw_only=True):
    """One closed round as one seat knew it (CM-10)."""

    round: int
    before: V_co
    """The game's View for the seat when the round opened."""
    orders: O_co | None
    """Its Orders that were in force, or None."""
    notices: tuple[Notice, ...]
    deeds: tuple[Json, ...]
    """Its own live actions, as JSON."""
    report: R_co | None
    """None for a spectator."""
    public: object
    after: V_co
    """Its View once the round had closed."""


class Memory(msgspec.Struct, Generic[O_co, V_co, R_co], frozen=True, kw_only=True):
    """A match as one seat, or a spectator, knows it."""

    seat: str | None
    seats: tuple[str, ...]
    start: V_co
    """The View at the beginning."""
    pages: tuple[Page[O_co, V_co, R_co], ...]
    now: V_co
    """The View now."""
    heard: tuple[Message, ...]
    """Every message that it can read, oldest first (CM-23)."""
    end: Json | None
    """What everyone knows of the end (CM-12), as `core.match.decisions.told` gives it."""
