"""A round, drawn: what everybody has played so far, against whom, and what it brought."""

from __future__ import annotations

from typing import Any

from core.story.drawing import Drawing, Hand, Hands, Moment, Piece, Word, change, name, say

LEGEND = "A row is what somebody played, round by round, with whom they met and the points that it brought."


def draw(moment: Moment) -> Drawing | None:
    """A row for each seat of which the reader knows a card, or the points alone."""
    return Drawing(parts=(Hands(hands=tuple(_hand(moment, seat) for seat in moment.seats)),), legend=LEGEND)


def _hand(moment: Moment, seat: str) -> Hand:
    steps = {one: n for n, step in moment.steps("met") for one in step.seats}
    points, before = (picture["points"][seat] for picture in (moment.picture, moment.before))
    pieces = []
    for met in moment.scene.picture["met"].get(seat, ()):
        fresh = met["round"] == moment.scene.round
        if not fresh or seat in steps:
            pieces.append(_piece(met, steps[seat] if fresh else None))
    head = (name(seat), *say(" ")), say((f" {points} points ", "strong"), change(points, before))
    return Hand(head=head, pieces=tuple(pieces), seat=seat)


def _piece(met: dict[str, Any], step: int | None) -> Piece:
    own = (met["own"] or "-")[0]
    won = f" +{met['won']}" if met["won"] else ""
    under = (Word(text=met["other"], seat=met["other"], step=step), Word(text=won, tone="good", step=step))
    return Piece(face=(say((own, "strong")),), under=(under,), step=step)
