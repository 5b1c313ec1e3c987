"""Events of a duel (core.story). A seat's own story has only the other's colours (BW-03, NN-03), a spectator's colours
alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

import msgspec

from core.contract import Struct
from core.games.duel.course import DuelReport, DuelState, DuelView
from core.json import Json
from core.story.drawing import Drawing, Hand, Hands, Moment, Piece, name, say
from core.story.parts import Chapter, Column, GameStory, Memory, Reason, Record, Series, Step, Turn, called, listed
from core.story.turning import ahead, by_trick, counted, leads, number, together

WASTE = 4
"""Excess from which a point counts as dearly bought: a turning point."""


class Words(Struct, frozen=True, kw_only=True):
    one: str
    pair: str
    most: str
    """The sentence about the winner, with `{name}`, `{score}`, `{other}`."""
    ruling: str
    rest: str
    """Label of the count of the rest: `Tiles left, added up`."""
    rest_unit: str
    did: tuple[str, str]
    """Verbs of leader and answerer: `led`, `answered with`."""
    seen: str
    """A number as the other seat sees it, with `{by}`, `{did}`, `{colour}`, `{digits}`."""
    own: str
    """The reader's own number, with `{did}`, `{number}`, `{colour}`, `{digits}`."""
    digits: Mapping[str, str] = {}
    """Digits of the numbers by colour."""


T = TypeVar("T", bound=DuelState)
R = TypeVar("R", bound=DuelReport)


class Teller(Generic[T, R]):
    def __init__(
        self,
        words: Words,
        numbers: Callable[[T], Mapping[str, int] | None],
        table: Callable[[T], int | None],
        remaining: Callable[[T, str], int],
        colour: Callable[[int], str],
        own: Callable[[R], int | None],
    ) -> None:
        """`numbers(state)`: those of the last finished pair. `table(state)`: the open one. `remaining(state, seat)`:
        what the seat has left. `own(report)`: the reader's own number."""
        self.words = words
        self._numbers, self._table, self._rest, self._colour, self._own = numbers, table, remaining, colour, own

    # --- from everyone's eyes ------------------------------------------------------------------------------------
    def full_story(self, record: Record[T, Struct, R]) -> GameStory:
        seats = record.seats
        score = _points(record)
        remaining = counted(record, "rest", self.words.rest, self.words.rest_unit, self._rest, column="rest")
        final = record.final
        turns = [turn for chapter in record.chapters for turn in self._turns(chapter)]
        pair = self.words.pair
        pairs = by_trick(score, 2)
        won = "" if record.ending is None else "".join(ahead(pairs, name, pair) for name in record.ending.winners)
        dear = together(
            [turn for turn in turns if turn.kind == "dear"],
            f"a {pair} was bought dearly",
            lambda point: (
                f"most in {pair} {(point.round + 1) // 2}: "
                f"{point.seats[0]}'s {point.figures['spent']} against {point.seats[1]}'s {point.figures['beat']}"
            ),
        )
        return GameStory(
            columns=(
                Column(id="score", title="Points", short="points", decides=True),
                Column(id="rest", title=self.words.rest, short="left"),
            ),
            cells={seat: {"score": final.score[seat], "rest": self._rest(final, seat)} for seat in seats},
            reasons=(*self._reasons(record), *self._revealed_numbers(record)),
            series=(score, remaining),
            turns=(*self._leads(score), *turns),
            won=won,
            alike=dear,
            steps={chapter.round: tuple(self._steps(chapter)) for chapter in record.chapters},
            pictures={-1: self._picture(record.start, ())}
            | {c.round: self._picture(c.after, record.chapters[: n + 1]) for n, c in enumerate(record.chapters)},
        )

    def _leads(self, score: Series) -> tuple[Turn, ...]:
        changes = leads(by_trick(score, 2), self.words.pair)
        return tuple(msgspec.structs.replace(turn, round=2 * turn.round) for turn in changes)

    def _played_step(self, chapter: Chapter[T, Struct, R]) -> int:
        by = _as_public(chapter.public).by
        numbers = self._numbers(chapter.after)
        if _as_public(chapter.public).part == 1:
            played = self._table(chapter.after)
            assert played is not None
            return played
        assert numbers is not None
        return numbers[by]

    def _steps(self, chapter: Chapter[T, Struct, R]) -> Iterator[Step]:
        notice, noun = _as_public(chapter.public), self.words.one
        number = self._played_step(chapter)
        number_words = f"{number}, {self._colour(number)}"
        verb = "led" if notice.part == 1 else "answered"
        yield Step(
            kind="lead" if notice.part == 1 else "answer",
            seats=(notice.by,),
            text=f"{notice.by} {verb} with {number_words}.",
            data={"number": number, "colour": notice.colour, "of": noun},
        )
        if notice.part == 2:
            yield self._pair_taken(chapter)

    def _pair_taken(self, chapter: Chapter[T, Struct, R]) -> Step:
        numbers, notice = self._numbers(chapter.after), _as_public(chapter.public)
        assert numbers is not None
        stands = " to ".join(str(notice.score[seat]) for seat in chapter.before.seats)
        if notice.taken is None:
            text = f"Equal, {max(numbers.values())} each: nobody takes the {self.words.pair}. {stands}."
            return Step(kind="equal", seats=chapter.before.seats, text=text, data={"numbers": dict(numbers)})
        other = next(seat for seat in chapter.before.seats if seat != notice.taken)
        text = f"{notice.taken} takes the {self.words.pair}, {numbers[notice.taken]} to {numbers[other]}. {stands}."
        return Step(kind="taken", seats=(notice.taken, other), text=text, data={"numbers": dict(numbers)})

    def _turns(self, chapter: Chapter[T, Struct, R]) -> Iterator[Turn]:
        won = _as_public(chapter.public).taken
        if won is None:
            return
        numbers = self._numbers(chapter.after)
        assert numbers is not None
        lost = next(seat for seat in numbers if seat != won)
        margin = numbers[won] - numbers[lost]
        pair = (chapter.round + 1) // 2
        if margin == 1:
            text = (
                f"{self.words.pair.capitalize()} {pair}: {won} beat {lost} by one, {numbers[won]} to {numbers[lost]}."
            )
            yield Turn(round=chapter.round, seats=(won, lost), kind="by one", text=text, weight=float(pair), step=1,
                       tells="betrayal")  # fmt: skip
        elif margin >= WASTE:
            text = f"{self.words.pair.capitalize()} {pair}: {won} spent {numbers[won]} to beat {numbers[lost]}."
            yield Turn(round=chapter.round, seats=(won, lost), kind="dear", text=text, weight=float(margin), step=1,
                       figures={"spent": numbers[won], "beat": numbers[lost]}, tells="price")  # fmt: skip

    def _reasons(self, record: Record[T, Struct, R]) -> tuple[Reason, ...]:
        ending, final = record.ending, record.final
        if ending is None:
            return ()
        if not ending.winners:
            stands = listed([f"{seat} {points}" for seat, points in final.score.items()])
            return (Reason(kind="winner", seats=(), text=f"The duel is drawn: {stands}.", ruling=self.words.ruling),)
        name = ending.winners[0]
        other = final.other(name)
        text = self.words.most.format(name=name, score=final.score[name], other=final.score[other])
        if decided := self._deciding_turns(record, name, other):
            text = f"{text.removesuffix('.')}; {decided}."
        return (Reason(kind="winner", seats=(name,), text=text, ruling=self.words.ruling),)

    def _deciding_turns(self, record: Record[T, Struct, R], name: str, other: str) -> str:
        taken = [chapter for chapter in record.chapters if _as_public(chapter.public).taken == name]
        numbers = self._numbers(taken[-1].after) if taken else None
        if numbers is None or record.final.score[name] - record.final.score[other] > 1:
            return ""
        pair = (taken[-1].round + 1) // 2
        return f"{self.words.pair} {pair} decided it, {numbers[name]} against {numbers[other]}"

    def _revealed_numbers(self, record: Record[T, Struct, R]) -> tuple[Reason, ...]:
        """Show every number beside the other's, in one sentence (CM-09)."""
        first, second = record.seats
        comparisons = []
        for chapter in record.chapters:
            numbers = self._numbers(chapter.after) if _as_public(chapter.public).part == 2 else None
            if numbers is not None:
                number_a, number_b = numbers[first], numbers[second]
                comparisons.append(
                    f"{number_a} {'>' if number_a > number_b else '<' if number_a < number_b else '='} {number_b}"
                )
        if not comparisons:
            return ()
        text = f"The {self.words.pair}s, {first}'s {self.words.one} first: {', '.join(comparisons)}."
        return (Reason(kind="end", seats=record.seats, text=text, ruling="CM-09"),)

    def _picture(self, state: T, chapters: tuple[Chapter[T, Struct, R], ...]) -> Json:
        pairs = []
        for chapter in chapters:
            if _as_public(chapter.public).part == 2:
                numbers = self._numbers(chapter.after)
                assert numbers is not None
                colours = {seat: self._colour(number) for seat, number in numbers.items()}
                pairs.append({"numbers": dict(numbers), "colours": colours, "taken": _as_public(chapter.public).taken})
        return {
            "score": dict(state.score),
            "rest": {seat: self._rest(state, seat) for seat in state.seats},
            "pairs": pairs,
            "table": self._table(state),
        }

    # --- from one seat's eyes --------------------------------------------------------------------------------------
    def own_story(self, memory: Memory[Struct, DuelView, R]) -> GameStory:
        view = memory.now
        score = _points(memory)
        return GameStory(
            columns=(Column(id="score", title="Points", short="points", decides=True),),
            cells={seat: {"score": view.score[seat]} for seat in memory.seats},
            series=(score,),
            turns=self._leads(score),
            steps={page.round: tuple(self._own_steps(memory.seat, page.public, page.report)) for page in memory.pages},
            pictures={round_: self._own_picture(view) for round_, view in memory.views.items()},
        )

    def _own_steps(self, seat: str | None, public: object, report: R | None) -> Iterator[Step]:
        notice, number = _as_public(public), None if report is None else self._own(report)
        played = f"{number}, {notice.colour}" if number is not None else f"a {notice.colour} {self.words.one}"
        verb = "led with" if notice.part == 1 else "answered with"
        yield Step(kind="lead" if notice.part == 1 else "answer", seats=(notice.by,),
                   text=f"{notice.by} {verb} {played}.", data={"colour": notice.colour, "number": number})  # fmt: skip
        if notice.part == 2:
            taker = notice.taken or "Nobody"
            outcome, seats = ("taken", (notice.taken,)) if notice.taken else ("equal", ())
            yield Step(kind=outcome, seats=seats, text=f"{taker} takes the {self.words.pair}.")

    def _own_picture(self, view: DuelView) -> Json:
        pairs = []
        for past in view.past:
            numbers = {} if past.own is None or view.seat is None else {view.seat: past.own}
            pairs.append({"numbers": numbers, "colours": dict(past.colours), "taken": past.taken})
        return {"score": dict(view.score), "rest": {}, "pairs": pairs, "table": view.led}


def _as_public(public: object) -> DuelReport:
    assert isinstance(public, DuelReport)
    return public


def _points(past: Record[DuelState, Struct, DuelReport] | Memory[Struct, DuelView, DuelReport]) -> Series:
    return counted(past, "score", "Points", "points", lambda moment, seat: moment.score[seat], column="score")


def own_name(by: str, own: bool, score: Mapping[str, int]) -> str | None:
    """Return the reader of a report: `by` if it has `by`'s own number, else the other seat."""
    return by if own else next(seat for seat in score if seat != by)


def points(score: Mapping[str, int]) -> str:
    return ", ".join(f"{seat} {number}" for seat, number in score.items())


def taken_words(taken: str | None, reader: str | None, pair: str) -> str:
    if taken is None:
        return f"Equal: nobody takes the {pair}."
    return f"You take the {pair}." if taken == reader else f"{taken} takes the {pair}."


def draw(moment: Moment) -> Drawing | None:
    return Drawing(
        parts=(Hands(hands=tuple(_hand(moment, seat) for seat in moment.seats)),),
        legend="A column is a pair; who took it is written below the number. A question mark is a number that was not "
        "shown.",
    )


def _hand(moment: Moment, seat: str) -> Hand:
    picture = moment.picture
    pairs, score = picture.get("pairs", ()), picture.get("score", {}).get(seat, 0)
    remaining = picture.get("rest", {}).get(seat)
    steps = {step.kind: n for n, step in moment.steps() if step.kind != "answer" or seat in step.seats}
    fresh = len(pairs) - 1 if moment.over and len(pairs) > len(moment.before.get("pairs", ())) else None
    pieces = [_pair(pair, seat, steps if n == fresh else {}) for n, pair in enumerate(pairs)]
    if fresh is None:
        pieces += [
            _tile(step.data.get("number"), step.data["colour"], step=n)
            for n, step in moment.steps("lead", "answer")
            if seat in step.seats
        ]
    left = "" if remaining is None else f"{number(remaining)} left"
    return Hand(head=(say(name(seat)), say((called(score, "point"), "faint")), say((left, "faint"))), figure=score,
                seat=seat, pieces=tuple(pieces))  # fmt: skip


def _pair(pair: Json, seat: str, steps: dict[str, int]) -> Piece:
    took = pair["taken"]
    word = "took it" if took == seat else "equal" if took is None else ""
    tile = _tile(pair["numbers"].get(seat), pair["colours"][seat], steps.get("answer"))
    if not word:
        return tile
    return Piece(face=tile.face, ground=tile.ground, step=tile.step,
                 under=(say((word, "good" if took == seat else "faint")),))  # fmt: skip


def _tile(face: int | None, colour: str, step: int | None = None) -> Piece:
    face_text = "?" if face is None else str(face)
    return Piece(face=(say((face_text, colour)),), ground=colour, step=step)
