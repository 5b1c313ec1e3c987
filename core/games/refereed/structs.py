"""Data of a match that its host judges."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from core import parts
from core.parts import Struct
from core.usual import PurseOptions, PurseState

Kind = Literal["number", "choice", "seats", "ranking", "text"]
Points = Literal["secret", "place", "public"]
Answer = int | str | tuple[str, ...]


class FormField(Struct, frozen=True, kw_only=True):
    """A question of a form (RF-02)."""

    id: str
    """Column of the submissions, and key of the answer."""
    ask: str
    kind: Kind
    need: bool = True
    least: int | str | None = None
    """Least number, or fewest words to name (1 if None). A text is a column with the number (RF-13)."""
    most: int | str | None = None
    """Largest number, most words to name (`least` if None), or most characters of a text (500 if None)."""
    options: tuple[str, ...] = ()
    """Things to choose from or to rank; a ranking without options ranks the other seats."""
    when: str | UnsetType = UNSET
    """Condition `deed = break, copy`: asked only with such an answer to an earlier choice."""
    once: Literal["match", "option"] | UnsetType = UNSET
    """`match`: a seat answers it in a single round; `option`: it names each option in a single round."""


Form = tuple[FormField, ...]
"""Empty: the seat is asked nothing."""


class Forms(Struct, frozen=True):
    """The forms of one round (RF-01)."""

    form: Form
    """Form of every seat without an own one."""
    own: dict[str, Form] = {}

    def of(self, seat: str | None) -> Form:
        return self.form if seat is None else self.own.get(seat, self.form)


Value = int | str | tuple[str, ...]


class Column(Struct, frozen=True, kw_only=True):
    """A value of each seat that lasts from round to round (RF-12)."""

    id: str
    label: str = ""
    """Empty for the id."""
    see: Literal["all", "place", "seat", "host"] = "seat"
    """Readers: all, all the places alone, each seat its own, or the host alone."""
    start: Value = 0
    """First value, and its kind: number, words or list."""


class Report(Struct, frozen=True):
    words: str = msgspec.field(name="told")
    """The host's words to this seat alone."""
    gained: int
    points: int | None
    """None in a match without points."""
    place: int | None = None
    """None where points are secret."""
    tokens: int = 0
    """Tokens of Life of this round."""
    garnets: int = 0
    columns: dict[str, tuple[Value, Value]] | UnsetType = UNSET
    """Values before and after, by label."""


class Published(Struct, frozen=True):
    """The result of a round for all."""

    text: str
    standing: dict[str, int] = {}
    """Places or points by seat; empty where points are secret."""
    shown: Points = "secret"
    columns: dict[str, dict[str, Value]] | UnsetType = UNSET
    """Values that all see, by label and seat."""
    column_places: dict[str, dict[str, int]] | UnsetType = UNSET
    """Places in columns, by label and seat."""


class State(PurseState, frozen=True, kw_only=True):
    forms: Forms
    later: Forms
    """Forms from the next round on; only the host knows them."""
    points: dict[str, int]
    shown: Points
    last: dict[str, Report] = {}
    public_words: str = msgspec.field(default="", name="said")
    """The host's last words to all."""
    rooms: tuple[tuple[str, ...], ...] | None = None
    """Rooms of the host; None for the usual talk."""
    rounds: int = 40
    columns: tuple[Column, ...] = ()
    values: dict[str, dict[str, Value]] = {}
    """Values by column and seat."""
    rule: str = ""
    """Rule of places (RF-12); empty: the most of the first number, or of points."""
    used: dict[str, dict[str, tuple[str, ...]]] = {}
    """Answers to questions with `once` so far, by seat and field."""


class Orders(Struct, frozen=True):
    answers: dict[str, Answer] = {}


class Finish(Struct, frozen=True):
    """The end of the match, by its host (RF-08)."""

    winners: tuple[str, ...] = ()
    """Empty: the most points win."""
    candidate: str | None = None
    """None: the last of the others; empty: no candidate."""
    opponent: str | None = None
    """None: the candidate names one."""
    apart: bool = False
    """Filled in by the house: the named candidate is no unsaid winner. False in earlier journals."""


class Verdict(Struct, frozen=True):
    """A round's results, by the host (RF-05)."""

    points: dict[str, int] = {}
    """Points gained by seat; 0 for others."""
    words: dict[str, str] = msgspec.field(default={}, name="told")
    """Words to single seats."""
    public: str = ""
    tokens: dict[str, int] = {}
    garnets: dict[str, int] = {}
    """Garnets gained or, below zero, spent."""
    columns: dict[str, dict[str, Value]] = {}
    """Values after the round by column and seat; others stay."""
    finish: Finish | None = None
    free: tuple[str, ...] = ()
    """Free seats, filled in by the house: they never win (RF-08)."""


class Setting(Struct, frozen=True):
    """A form from the next round on, for one seat or for all (RF-01), or rooms from now on (RF-10)."""

    form: Form | None = None
    seat: str = ""
    """Empty: for all; forms of single seats go."""
    rooms: tuple[tuple[str, ...], ...] | None = None
    """None leaves them as they are."""


class Options(PurseOptions, frozen=True):
    form: Form = (FormField(id="move", ask="What do you do?", kind="text", need=False),)
    """Form of the first round."""
    points: Points = "secret"
    """Each seat knows its own points alone, also all places, or all points (RF-06)."""
    title: str = ""
    """Title of this match in place of the game's (RF-11)."""
    rounds: int = 40
    """Last round (RF-11)."""
    rules: str = ""
    """Rules of this match, as Markdown (RF-11)."""
    columns: tuple[Column, ...] = ()
    places: str = ""
    """Rule of places: `power, fewest debts` (RF-12)."""
    purse: int = 0


class Given(parts.Given, frozen=True):
    points: dict[str, int] = {}


class View(Struct, frozen=True):
    points: int | UnsetType | None
    """None for a spectator; left out in a match without points."""
    places: dict[str, int]
    """Places by seat; empty where points are secret."""
    all_points: dict[str, int]
    """Points by seat; empty where they are not public."""
    own_words: str = msgspec.field(name="told")
    """The host's last words to this seat."""
    public_words: str = msgspec.field(name="said")
    """The host's last words to all."""
    questions: dict[str, str]
    """Questions of this round's form by id."""
    columns: dict[str, dict[str, Value]] = {}
    """Known values by label and seat."""
    column_places: dict[str, dict[str, int]] = {}
    """Places in columns of which only those are known, by label and seat."""
    conditions: dict[str, str] = {}
    """Conditions of this round's questions by id."""
