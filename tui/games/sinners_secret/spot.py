"""What is under the cursor of A Sinner's Secret's panel, and what the notebook's keys do with it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from core.games.sinners_secret.claims import Claim
from core.games.sinners_secret.deduction import Value
from core.games.sinners_secret.structs import View
from core.refusal import Refused
from tui.games.sinners_secret.notebook import Notebook, received_key, sent_key

NEXT: dict[Value | None, Value | None] = {None: "yes", "yes": "no", "no": "maybe", "maybe": None}
BELIEF: dict[bool | None, bool | None] = {None: True, True: False, False: None}


class Spot(NamedTuple):
    """One place of the panel."""

    kind: Literal["cell", "query", "lock", "field", "answers", "sent", "heard"]
    """A cell of letter and attribute, a letter of the query's row or of an own letter's locks, a field of the query
    (`attribute` names it), or a row of one of the lists."""
    letter: str = ""
    attribute: str = ""
    own: str = ""
    number: int = -1
    """The row, by its number in the View."""


# --- what keys do with the notebook -----------------------------------------------------------------------------------
def cycled(book: Notebook, view: View, spot: Spot) -> Notebook:
    """The own mark of a cell goes on: nothing, yes, no, maybe, nothing. Refused for an own letter."""
    if spot.letter in view.pairs:
        raise Refused("own_letter", f"{spot.letter} is yours, and you know its pair.")
    here = (spot.letter, spot.attribute, None)
    now = next((mark.value for mark in book.marks if (mark.letter, mark.attribute, mark.by) == here), None)
    return book.mark(spot.letter, spot.attribute, NEXT[now])


def stanced(book: Notebook, claims: Sequence[Claim], spot: Spot) -> Notebook:
    """A claim in the talk goes on: believed, doubted, not noted."""
    claim = claims[spot.number]
    return book.take(claim, BELIEF[book.stance(claim)])


def cleared(book: Notebook, view: View, claims: Sequence[Claim], spot: Spot) -> Notebook:
    """Without what is noted at a place."""
    if spot.kind == "answers":
        return book.assign(view.received[spot.number], None)
    if spot.kind == "sent":
        return book.hear(view.sent[spot.number], None)
    if spot.kind == "heard":
        return book.take(claims[spot.number], None)
    return book.cleared(spot.letter, spot.attribute)


def doubted(book: Notebook, view: View, claims: Sequence[Claim], spot: Spot) -> Notebook:
    """Belief turned round at a place. Refused where nobody's claim is noted."""
    if spot.kind == "heard":
        claim = claims[spot.number]
        return book.take(claim, not book.stance(claim))
    if spot.kind == "answers":
        got = view.received[spot.number]
        about = book.about.get(received_key(got))
        if about is None or about.by is None:
            raise Refused("no_claim", "Nobody's claim is noted here: Enter says what it was about.")
        return book.assign(got, msgspec.structs.replace(about, believed=not about.believed))
    if spot.kind == "sent":
        sent = view.sent[spot.number]
        told = book.told.get(sent_key(sent))
        if told is None:
            raise Refused("no_claim", f"Nothing is noted that {sent.to} said: Enter does.")
        return book.hear(sent, msgspec.structs.replace(told, believed=not told.believed))
    turned = book.doubted(view, spot.letter, spot.attribute)
    if turned == book:
        raise Refused("no_claim", "Nobody's claim is noted in this cell: c notes one.")
    return turned
