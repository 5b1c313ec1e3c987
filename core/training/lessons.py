"""Lessons: a few exercises of each game, one close each, from typical positions (HH-66).

A game keeps its own as `lesson.toml` beside its rules:

    [[exercise]]
    id = "swap"
    title = "A swap"
    idea = "One sentence or two: the one thing to be learnt here."
    goal = "Get 8 points or more in this round."        # on the screen during play
    given = { round = 4, hands = { "$1" = ["red"] } }    # set-up keys as in the rulings; $1 is the learner
    others = { "$2" = { offers = [{ to = "$1", give = "green" }] } }    # sealed orders of other seats
    said = [{ by = "$2", to = "$1", text = "...", give = "green", want = "red" }]
    did = [{ by = "$2", action = { ... } }]              # live actions of other seats
    replies = [{ by = "$2", give = "green", want = "red", orders = { ... } }]    # what a seat agrees to, and then seals
    want = [{ at = "points", least = 8 }]                # of the seat's own View after the close; all must hold
    says = [{ by = "$1", to = "$2", text = "...", give = "red", want = "green" }]
    orders = { offers = [{ to = "$2", give = "red" }] }  # a good answer, after `says` and `actions`
    answer = "The same in words."
    why = "Why it is good, with figures."

A seat with replies says yes to the proposals (or plain sentences) that it lists, and answers others with its first one.
`core.kit` checks that a good answer and the coach reach the goal, and that doing nothing does not. An exercise is not
stored: its table has no journal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, cast

import msgspec

from core.bots.coach import Advice, Lesson, from_moves
from core.bots.contract import Do, Move, Say, Seal
from core.decoding import plain
from core.dice import commitment
from core.games import game as find_game
from core.games import home
from core.json import Json
from core.match import journal as j
from core.match.founding import check_founds_match
from core.match.seating import name_for, spare_names
from core.parts import Struct
from core.store import Store
from core.table.coached import CoachedSeat
from core.table.seat import Seat
from core.table.table import Table
from core.talk.channels import Deal
from core.talk.parsing.utterance import read
from core.training.practice import with_seat_names

FILE = "lesson.toml"
TURNS = 8
"""Number of advices in one exercise, after which the coach is done."""


class LessonMessage(Struct, frozen=True):
    """A message of an exercise, perhaps with a deal (`give`, `want`, from its speaker's side)."""

    by: str
    to: str
    """A seat, or `lounge`."""
    text: str
    give: str = ""
    want: str = ""
    before: bool = False
    """True if said in the round before (`Exercise.before`)."""
    offers: bool = False
    """True if its words offer terms."""


class EarlierAction(Struct, frozen=True):
    """A live action of another seat in the learner's round, before the learner's own."""

    by: str
    action: Json


class LessonReply(Struct, frozen=True):
    """A swap that a seat agrees to (`give`, `want` from its side)."""

    by: str
    give: str
    want: str
    text: str
    """Words for this swap as a counter-proposal."""
    orders: Json
    """Orders that it seals on the agreement. They may break it."""


class Want(Struct, frozen=True):
    at: str
    """Path in the learner's View (JSON): keys and numbers with dots between (`shrine.points`)."""
    least: float | None = None
    most: float | None = None
    is_: Any = msgspec.field(name="is", default=None)
    """Required value."""
    has: Any = None
    """Required item of the list."""
    among: tuple[Any, ...] | None = None
    """Allowed values."""
    count: int | None = None
    """Least length of the list."""

    def is_met(self, view: Json) -> bool:
        value: Any = view
        for key in self.at.split("."):
            if isinstance(value, list | tuple):
                value = value[int(key)] if int(key) < len(value) else None
            else:
                value = None if value is None else value.get(key)
        if value is None:
            return False
        if self.among is not None:
            return value in self.among
        if self.count is not None:
            return len(value) >= self.count
        if self.has is not None:
            return self.has in value
        if self.least is not None or self.most is not None:
            return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)
        return bool(value == self.is_)


class Exercise(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exercise: one moment, one idea."""

    id: str
    title: str
    idea: str
    goal: str
    answer: str
    why: str
    given: Json
    seed: int = 1
    before: Mapping[str, Json] = {}
    """Other seats' orders in the round before, which closes first."""
    others: Mapping[str, Json] = {}
    """Other seats' orders in the learner's round."""
    after: Mapping[str, Json] = {}
    """Other seats' orders in the next round, which closes too."""
    said: tuple[LessonMessage, ...] = ()
    did: tuple[EarlierAction, ...] = ()
    replies: tuple[LessonReply, ...] = ()
    want: tuple[Want, ...]
    says: tuple[LessonMessage, ...] = ()
    """Messages of the good answer, before its actions."""
    actions: tuple[Json, ...] = ()
    """Live actions of the good answer, before its orders."""
    orders: Json = {}
    wrong: Json | None = None
    """Orders that miss the goal, where sealing nothing reaches it; None if that misses it."""

    def answering_seats(self, seats: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(with_seat_names(reply.by, seats) for reply in self.replies))

    def with_names(self, seats: tuple[str, ...]) -> Exercise:
        """Return the exercise with seats' names in place of `$1`, `$2`, ..."""
        names = ("title", "idea", "goal", "answer", "why")
        return msgspec.structs.replace(self, **{name: fill_names(getattr(self, name), seats) for name in names})


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    exercise: tuple[Exercise, ...] = ()


def parse(text: str) -> tuple[Exercise, ...]:
    return msgspec.toml.decode(text, type=_File).exercise


@cache
def lessons(game: str) -> tuple[Exercise, ...]:
    """Return the exercises of a game, in order; empty without a file."""
    package = home(game)
    path = None if package is None else files(package) / FILE
    return parse(path.read_text(encoding="utf-8")) if path is not None and path.is_file() else ()


class _Nowhere:
    """A store that keeps nothing."""

    def append(self, match: str, *entries: Json) -> None:
        pass


class LessonTable(Table):
    """A table at which other seats answer the learner's proposals by the exercise's replies."""

    replies: tuple[LessonReply, ...] = ()
    """Replies with the seats' names."""

    def submit(self, entry: j.AnyEntry) -> None:
        super().submit(entry)
        if isinstance(entry, j.Said) and entry.author == self.match.seats[0] and len(entry.to) == 1:
            self._answer(entry, entry.to[0])

    def _answer(self, entry: j.Said, to: str) -> None:
        replies = [reply for reply in self.replies if reply.by == to]
        match, seat = self.match, Seat(self, to)
        if not replies or match.phase != "round":
            return
        terms, rounds = match.game.terms_now(seat.view()), match.spec.rounds
        reading = read(terms, match.seats, entry.author, to, match.round, rounds, entry.text)
        part = reading.part and reading.of(reading.part).deal
        put = next((m.deal for m in reversed(seat.messages()) if m.sender == to and m.deal), None)
        asked = (
            entry.deal or reading.deal or part or (put and reading.kind == "yes" and Deal(put.want, put.give)) or None
        )
        if asked is None:
            return
        agreed = [reply for reply in replies if (reply.want, reply.give) == (asked.give, asked.want)]
        reply = (agreed or replies)[0]
        deal, text = Deal(reply.give, reply.want), reply.text
        if agreed:
            seat.seal(reply.orders)
            text = "Agreed." if entry.deal else "Gladly. Take it up, and it is agreed."
        if put != deal or (entry.deal is None and reading.kind != "yes"):
            seat.say([entry.author], text, deal)
        elif not agreed:  # its terms stand already
            seat.say([entry.author], f"No. {text}")


def begin(game: str, exercise: Exercise, called: str, clock: Callable[[], float]) -> LessonTable:
    """Return the table of an exercise, with the learner in the first seat; others have written and sealed."""
    you = name_for((), called)
    seats = (you, *spare_names([you])[: find_game(game).spec.seats - 1])
    nonce = "lesson"
    header = j.Header(
        match=f"lesson-{game.replace('_', '-')}",
        game=game,
        rules_version=find_game(game).spec.rules_version,
        seats=seats,
        options={},
        setup=with_seat_names(exercise.given, seats),
        seed=exercise.seed,
        nonce=nonce,
        commitment=commitment(exercise.seed, nonce),
        made_at=clock(),
        holders=dict.fromkeys(seats, "local"),
        host="local",
        practice=True,
        title=f"Lesson: {exercise.title}",
    )
    table = LessonTable(check_founds_match(header), cast("Store", _Nowhere()), clock)
    _say(table, [message for message in exercise.said if message.before])
    _seal_all(table, exercise.before)
    if exercise.before:
        table.submit(j.Closed())
    _say(table, [message for message in exercise.said if not message.before])
    for deed in exercise.did:
        Seat(table, with_seat_names(deed.by, seats)).do(with_seat_names(deed.action, seats))
    _seal_all(table, exercise.others)
    table.replies = tuple(
        msgspec.structs.replace(
            reply,
            by=with_seat_names(reply.by, seats),
            text=fill_names(reply.text, seats),
            orders=with_seat_names(reply.orders, seats),
        )
        for reply in exercise.replies
    )
    return table


def _say(table: Table, messages: Iterable[LessonMessage]) -> None:
    seats = table.match.seats
    for message in messages:
        by, other = with_seat_names([message.by, message.to], seats)
        deal = Deal(message.give, message.want) if message.give else None
        text, match = fill_names(message.text, seats), table.match
        terms, rounds = match.game.terms, match.spec.rounds
        act = read(terms, seats, by, other, match.round, rounds, text).act if message.offers else None
        Seat(table, by).say(other if other == "lounge" else [other], text, deal, act)


def _seal_all(table: Table, orders: Mapping[str, Json]) -> None:
    for name, sealed in with_seat_names(dict(orders), table.match.seats).items():
        Seat(table, name).seal(sealed)


def fill_names(text: str, seats: tuple[str, ...]) -> str:
    return re.sub(r"\$(\d+)", lambda found: seats[int(found[1]) - 1], text)


def close(table: Table, exercise: Exercise, round_: int) -> None:
    """Close the learner's round, unless it closed when all were ready, and the round after it."""
    if table.match.phase == "round" and table.match.round == round_:
        table.submit(j.Closed())
    if exercise.after and table.match.phase == "round":
        _seal_all(table, exercise.after)
        table.submit(j.Closed())


def unmet_conditions(exercise: Exercise, seat: Seat) -> list[Want]:
    """Return the conditions that do not hold for this seat now."""
    view = cast("Json", plain(seat.view()))
    wants = (
        msgspec.structs.replace(
            want, at=fill_names(want.at, seat.frame().seats), is_=with_seat_names(want.is_, seat.frame().seats)
        )
        for want in exercise.want
    )
    return [want for want in wants if not want.is_met(view)]


def err(exercise: Exercise, seat: Seat) -> None:
    """Seal the wrong orders, if the exercise has any."""
    if exercise.wrong is not None:
        seat.seal(with_seat_names(exercise.wrong, seat.frame().seats))


def answer(exercise: Exercise, seat: Seat, table: Table) -> None:
    seats = seat.frame().seats
    _say(table, exercise.says)
    for action in exercise.actions:
        seat.do(with_seat_names(action, seats))
    if exercise.orders:
        seat.seal(with_seat_names(exercise.orders, seats))


def coached(exercise: Exercise, seat: Seat, table: Table) -> CoachedSeat:
    """Return the learner's coach. It leads through the good answer, and leaves other ways to the game's advice."""
    seats, opened = seat.frame().seats, table.match.round

    def guide(lesson: Lesson[Any, Any, Any]) -> Advice | None:
        sight = lesson.sight
        says = [Say(m.to if m.to == "lounge" else (with_seat_names(m.to, seats),), fill_names(m.text, seats),
                    Deal(m.give, m.want) if m.give else None) for m in exercise.says]  # fmt: skip
        deeds: list[Json] = [with_seat_names(action, seats) for action in exercise.actions]
        own_words = [m.text for m in sight.heard if m.sender == sight.seat and m.round == opened]
        own_deeds = [
            record.action for record in table.match.actions if (record.by, record.round) == (sight.seat, opened)
        ]
        if (
            sight.round != opened
            or own_words != [say.text for say in says][: len(own_words)]
            or own_deeds != deeds[: len(own_deeds)]
        ):
            return None
        moves: list[Move] = [*says[len(own_words) :][:1]]
        if not moves:
            moves += [Do(deed) for deed in deeds[len(own_deeds) :][:1]]
        if not moves and exercise.orders:
            moves.append(Seal(with_seat_names(exercise.orders, seats)))
        advice: Advice = from_moves(lesson, seat.game.Orders, moves)
        deed = "" if advice.action is None else seat.game.deed(advice.action)
        return msgspec.structs.replace(advice, why=(exercise.why,), deed=deed)

    return CoachedSeat(seat, exercise.answering_seats(seats), guide)


def follow_coach(seat: Seat, exercise: Exercise, table: Table) -> None:
    plan = coached(exercise, seat, table)
    for _ in range(TURNS):
        step = plan.step()
        if step is None:
            return
        plan.do(step)
        if step.kind in ("seal", "ready"):
            return
