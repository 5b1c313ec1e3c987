"""Half a proposal in plain words, and a thing laid beside another's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from core.talk.parsing.words import MARK, READ, Marked, bare, marked, sign

_WANTS: Final = sign("offers", "wants")
_GIVES: Final = sign("offers", "gives")
_TRADE: Final = sign("offers", "trade")
_LAYS: Final = sign("offers", "lays")


class Wish(NamedTuple):
    """A wish from the speaker's side; both None if it would trade anything."""

    gives: str | None = None
    wants: str | None = None


def wish_in(marked_text: Marked) -> Wish | None:
    """Return the wish that a text is, in one sentence or in two; None if it says anything besides."""
    plain = bare(marked_text.text)
    halves = [bare(piece) for piece in re.split(r"[.,;!?]+\s", marked_text.text) if bare(piece)]
    if len(halves) == 2:
        for has, gives in (halves, halves[::-1]):
            if (wanted := _WANTS.fullmatch(has)) and (given := _GIVES.fullmatch(gives)):
                return Wish(marked_text.at(given[1]), marked_text.at(wanted[1]))
    if parsed := _GIVES.fullmatch(plain):
        return Wish(gives=marked_text.at(parsed[1]))
    if parsed := _WANTS.fullmatch(plain):
        return Wish(wants=marked_text.at(parsed[1]))
    return Wish() if _TRADE.fullmatch(plain) else None


def lays(named: Sequence[str], message: str) -> tuple[str, str | None] | None:
    """Return the thing that a text lays beside another's, and the one that it wants (None: anything). `named` are its
    things. None if it lays nothing of the speaker's, as in "shall we both go for Hera with xo++"."""
    text = marked({name.casefold(): name for name in named}, message[:READ])
    parsed = _LAYS.search(text.text)
    if parsed is None or (parsed[2] is None and re.fullmatch(rf"\W*{MARK}\W*", text.text)):
        return None
    return text.at(parsed[1]), None if parsed[2] is None else text.at(parsed[2])
