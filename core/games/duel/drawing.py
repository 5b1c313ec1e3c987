"""A duel laid open: every pair that is over, number against number as far as the reader knows, and who took it."""

from __future__ import annotations

from core.json import Json
from core.story.drawing import Drawing, Hand, Hands, Moment, Piece, name, say
from core.story.parts import called
from core.story.turning import number


def draw(moment: Moment) -> Drawing | None:
    """A hand for each seat: points, what is left, and what it played."""
    return Drawing(
        parts=(Hands(hands=tuple(_hand(moment, seat) for seat in moment.seats)),),
        legend="A column is a pair; who took it is written below the number. A question mark is a number that was not "
        "shown.",
    )


def _hand(moment: Moment, seat: str) -> Hand:
    picture = moment.picture
    pairs, score = picture.get("pairs", ()), picture.get("score", {}).get(seat, 0)
    rest = picture.get("rest", {}).get(seat)
    steps = {step.kind: n for n, step in moment.steps() if step.kind != "answer" or seat in step.seats}
    fresh = len(pairs) - 1 if moment.over and len(pairs) > len(moment.before.get("pairs", ())) else None
    pieces = [_pair(pair, seat, steps if n == fresh else {}) for n, pair in enumerate(pairs)]
    if fresh is None:
        pieces += [
            _tile(step.data.get("number"), step.data["colour"], step=n)
            for n, step in moment.steps("lead", "answer")
            if seat in step.seats
        ]
    left = "" if rest is None else f"{number(rest)} left"
    return Hand(head=(say(name(seat)), say((left, "faint")), say((called(score, "point"), "faint"))), figure=score,
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
    said = "?" if face is None else str(face)
    return Piece(face=(say((said, colour)),), ground=colour, step=step)
