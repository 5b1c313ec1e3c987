"""A lot, drawn: the card that is up, and everybody's cards with what they cost."""

from __future__ import annotations

from core.story.drawing import Drawing, Hand, Hands, Moment, Piece, Word, name, say
from core.story.turning import number
from minus_auction.words import counted

LEGEND = (
    "Everybody's cards after the lot with what they cost, the one that was taken in a thick frame. Of a run of numbers "
    "only the lowest counts."
)


def draw(moment: Moment) -> Drawing | None:
    """Until it is taken the card lies on the table; then it is lit in a hand."""
    table = [_up(step.data["card"], step.data["chips"]) for step in moment.scene.steps if not moment.over]
    return Drawing(parts=(Hands(hands=(*table, *(_hand(moment, seat) for seat in moment.seats))),), legend=LEGEND)


def _up(card: int, chips: int) -> Hand:
    on_it = say((f"{counted(chips)} on it", "faint"))
    return Hand(head=(say(("On the table", "accent")), on_it), pieces=(_card(card),))


def _hand(moment: Moment, seat: str) -> Hand:
    cards, before = (picture["cards"].get(seat, ()) for picture in (moment.picture, moment.before))
    cost, chips = moment.picture["minus"][seat], moment.picture["chips"].get(seat)
    left = "" if chips is None else f" {counted(chips)}"
    head = (name(seat), *say(" ", (number(-cost), "bad"))), say((left, "faint"))
    return Hand(
        head=head, pieces=tuple(_card(card, None if card in before else 1) for card in sorted(cards)), seat=seat
    )


def _card(card: int, step: int | None = None) -> Piece:
    return Piece(face=((Word(text=str(card), tone="strong"),),), step=step)
