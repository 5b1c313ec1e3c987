"""Data of a match that its host judges."""

from __future__ import annotations

from typing import Literal

import msgspec

from core import parts
from core.parts import GameState, Struct

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
    least: int | None = None
    """Least number, or fewest seats to name (1 if None)."""
    most: int | None = None
    """Largest number, most seats to name (`least` if None), or most characters of a text (500 if None)."""
    options: tuple[str, ...] = ()
    """Things to choose from or to rank; a ranking without options ranks the other seats."""


Form = tuple[FormField, ...]
"""Empty: the seat is asked nothing."""


class Forms(Struct, frozen=True):
    """The forms of one round (RF-01)."""

    form: Form
    """Form of every seat without an own one."""
    own: dict[str, Form] = {}

    def of(self, seat: str | None) -> Form:
        return self.form if seat is None else self.own.get(seat, self.form)


class Report(Struct, frozen=True):
    words: str = msgspec.field(name="told")
    """The host's words to this seat alone."""
    gained: int
    points: int
    place: int | None = None
    """None where points are secret."""
    tokens: int = 0
    """Tokens of Life of this round."""
    garnets: int = 0


class Published(Struct, frozen=True):
    """The result of a round for all."""

    text: str
    standing: dict[str, int] = {}
    """Places or points by seat; empty where points are secret."""
    shown: Points = "secret"


class State(GameState, frozen=True, kw_only=True):
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


class Verdict(Struct, frozen=True):
    """A round's results, by the host (RF-05)."""

    points: dict[str, int] = {}
    """Points gained by seat; 0 for others."""
    words: dict[str, str] = msgspec.field(default={}, name="told")
    """Words to single seats."""
    public: str = ""
    tokens: dict[str, int] = {}
    garnets: dict[str, int] = {}
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


class Options(parts.Options, frozen=True):
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


class Given(parts.Given, frozen=True):
    points: dict[str, int] = {}


class View(Struct, frozen=True):
    points: int | None
    """None for a spectator."""
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
