"""Lessons: a few exercises of each game, one close each, from positions as they come up in matches (HH-66).

A game keeps its own as `lesson.toml` beside its rules:

    [[exercise]]
    id = "swap"
    title = "A swap"
    idea = "One sentence or two: the one thing to be learnt here."
    goal = "Get 8 points or more in this round."        # stands on the screen while it is played
    given = { round = 4, hands = { "$1" = ["red"] } }    # set-up keys as in the rulings; $1 is whoever learns
    others = { "$2" = { offers = [{ to = "$1", give = "green" }] } }    # what other seats have sealed
    said = [{ by = "$2", to = "$1", text = "...", give = "green", want = "red" }]
    want = [{ at = "points", least = 8 }]                # of the seat's own View after the close; all must hold
    orders = { offers = [{ to = "$2", give = "red" }] }  # a good answer
    answer = "The same in words."
    why = "Why it is good, with figures."

`core.kit` checks that a good answer reaches the goal, that doing nothing does not, and that the coach reaches it. An
exercise is kept nowhere: its table has no journal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, cast

import msgspec

from core.decoding import plain
from core.dice import commitment
from core.games import game as find_game
from core.games import home
from core.json import Json
from core.match import journal as j
from core.match.founding import founded
from core.match.seating import name_for, spare_names
from core.parts import Struct
from core.store import Store
from core.table.seat import Seat
from core.table.table import Table
from core.talk.channels import Deal
from core.training.practice import named

FILE = "lesson.toml"
TURNS = 8
"""How often the coach is asked for one exercise before it is taken to have said all."""


class EarlierMessage(Struct, frozen=True):
    """Something that was said before, perhaps with a deal (`give`, `want`, from its speaker's side)."""

    by: str
    to: str
    text: str
    give: str = ""
    want: str = ""


class Want(Struct, frozen=True):
    """One condition of a goal."""

    at: str
    """Where in the View, as JSON, of whoever learns: keys and numbers with dots between (`shrine.points`)."""
    least: float | None = None
    most: float | None = None
    is_: Any = msgspec.field(name="is", default=None)
    """What must stand there."""
    has: Any = None
    """What must be in the list that stands there."""
    among: tuple[Any, ...] | None = None
    """One of which must stand there."""
    count: int | None = None
    """How many must be in the list, or more."""

    def holds(self, view: Json) -> bool:
        """Does it hold in this View?"""
        found: Any = view
        for key in self.at.split("."):
            if isinstance(found, list | tuple):
                found = found[int(key)] if int(key) < len(found) else None
            else:
                found = None if found is None else found.get(key)
        if found is None:
            return False
        if self.among is not None:
            return found in self.among
        if self.count is not None:
            return len(found) >= self.count
        if self.has is not None:
            return self.has in found
        if self.least is not None or self.most is not None:
            return (self.least is None or found >= self.least) and (self.most is None or found <= self.most)
        return bool(found == self.is_)


class Exercise(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One moment, one idea."""

    id: str
    title: str
    idea: str
    goal: str
    answer: str
    """A good answer, in words."""
    why: str
    given: Json
    seed: int = 1
    before: Mapping[str, Json] = {}
    """What other seats seal in the round before, by seat; it closes then."""
    others: Mapping[str, Json] = {}
    """What they seal in the round of whoever learns."""
    after: Mapping[str, Json] = {}
    """What they seal in the round after that, which closes too."""
    said: tuple[EarlierMessage, ...] = ()
    want: tuple[Want, ...]
    actions: tuple[Json, ...] = ()
    """Live actions of the good answer, before its orders."""
    orders: Json = {}
    wrong: Json | None = None
    """Orders that do not reach it, where sealing nothing does; None: sealing nothing does not."""

    def worded(self, seats: tuple[str, ...]) -> Exercise:
        """Return the exercise with the seats' names in every sentence, in place of `$1`, `$2`, ..."""
        names = ("title", "idea", "goal", "answer", "why")
        return msgspec.structs.replace(self, **{name: worded(getattr(self, name), seats) for name in names})


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    exercise: tuple[Exercise, ...] = ()


def parse(text: str) -> tuple[Exercise, ...]:
    """The exercises of a file. ValueError (msgspec's) where a field is missing, wrong or unknown."""
    return msgspec.toml.decode(text, type=_File).exercise


@cache
def lessons(game: str) -> tuple[Exercise, ...]:
    """Those of a game, in the order in which they are taught; none where it has no file of them."""
    package = home(game)
    found = None if package is None else files(package) / FILE
    return parse(found.read_text(encoding="utf-8")) if found is not None and found.is_file() else ()


class _Nowhere:
    """A store for what nobody keeps."""

    def append(self, match: str, *entries: Json) -> None:
        pass


def begin(game: str, exercise: Exercise, called: str, clock: Callable[[], float]) -> Table:
    """The table of an exercise, with whoever learns in the first seat: others have said and sealed what they will."""
    you = name_for((), called)
    seats = (you, *spare_names([you])[: find_game(game).spec.seats - 1])
    nonce = "lesson"
    header = j.Header(
        match=f"lesson-{game.replace('_', '-')}",
        game=game,
        rules_version=find_game(game).spec.rules_version,
        seats=seats,
        options={},
        given=named(exercise.given, seats),
        seed=exercise.seed,
        nonce=nonce,
        commitment=commitment(exercise.seed, nonce),
        made_at=clock(),
        holders=dict.fromkeys(seats, "local"),
        host="local",
        practice=True,
        title=f"Lesson: {exercise.title}",
    )
    table = Table(founded(header), cast("Store", _Nowhere()), clock)
    _sealed(table, exercise.before)
    if exercise.before:
        table.submit(j.Closed())
    for one in exercise.said:
        deal = Deal(give=named(one.give, seats), want=named(one.want, seats)) if one.give else None
        Seat(table, named(one.by, seats)).say([named(one.to, seats)], worded(one.text, seats), deal)
    _sealed(table, exercise.others)
    return table


def _sealed(table: Table, orders: Mapping[str, Json]) -> None:
    for name, sealed in named(dict(orders), table.match.seats).items():
        Seat(table, name).seal(sealed)


def worded(text: str, seats: tuple[str, ...]) -> str:
    """A sentence with the seats' names in it."""
    return re.sub(r"\$(\d+)", lambda found: seats[int(found[1]) - 1], text)


def close(table: Table, exercise: Exercise, round_: int) -> None:
    """Whoever learns has sealed in this round: close it, if it has not closed by itself as the last was ready, and the
    others' turn after it."""
    if table.match.phase == "round" and table.match.round == round_:
        table.submit(j.Closed())
    if exercise.after and table.match.phase == "round":
        _sealed(table, exercise.after)
        table.submit(j.Closed())


def missed(exercise: Exercise, seat: Seat) -> list[Want]:
    """Which conditions of its goal do not hold for this seat now."""
    view = cast("Json", plain(seat.view()))
    wants = (
        msgspec.structs.replace(one, at=worded(one.at, seat.frame().seats), is_=named(one.is_, seat.frame().seats))
        for one in exercise.want
    )
    return [one for one in wants if not one.holds(view)]


def err(exercise: Exercise, seat: Seat) -> None:
    """Seal what the exercise calls wrong; nothing where it calls nothing so."""
    if exercise.wrong is not None:
        seat.seal(named(exercise.wrong, seat.frame().seats))


def answer(exercise: Exercise, seat: Seat) -> None:
    """Do what the exercise calls a good answer."""
    seats = seat.frame().seats
    for action in exercise.actions:
        seat.do(named(action, seats))
    if exercise.orders:
        seat.seal(named(exercise.orders, seats))


def coached(seat: Seat) -> None:
    """Do what the coach says, until it says nothing new."""
    for _ in range(TURNS):
        advice = seat.game.advise(seat.lesson(0))
        if advice is None or (advice.orders is None and advice.action is None and not advice.say):
            return
        for say in advice.say:
            seat.say(say.to if isinstance(say.to, str) else list(say.to), say.text, say.deal)
        if advice.action is not None:
            if seat.sealed() is not None:
                seat.withdraw()
            seat.do(advice.action)
        elif advice.orders is not None:
            seat.seal(advice.orders)
