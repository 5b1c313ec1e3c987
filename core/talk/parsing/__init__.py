"""Plain sentences of people, as bots of every game read them: a yes, a no, and "my red for your green".

A game says which words name what (`hear(words, text)`).

    answers.py  yes and no
    asks.py     warnings, apologies, claims
    chat.toml   spellings and signs of remarks
    clauses.py  terms and swaps
    grammar.py  the grammar of terms and swaps
    offers.py   half a proposal
    reading.py  the meaning of one sentence to one seat
    remarks.py  questions and remarks, read generously
    replies.py  a bot's words about a bargain
    signs.toml  patterns by which sentences are read
    words.py    hasty spelling written out
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

import msgspec

from core.talk.channels import Deal
from core.talk.parsing.answers import SORRY, answer_in, lacked_marks
from core.talk.parsing.clauses import limited, swap_in
from core.talk.parsing.offers import laid_in
from core.talk.parsing.words import READ, marked, sign

_SPEAKS: Final = sign("hearing", "speaks")
"""Speaks of named things as something to be had."""
_PAST: Final = sign("hearing", "past")
"""Speaks of the past, of others, or of possessions."""

Kind = Literal["deal", "yes", "no", "unclear", "talk"]


class Heard(msgspec.Struct, frozen=True):
    """The meaning of a message for bargaining."""

    kind: Kind
    """`deal` puts or repeats one; `yes` agrees; `no` refuses or takes back; `unclear` speaks of trading, or is a
    conditional yes; `talk` is anything else."""
    deal: Deal | None = None
    """The deal, from the speaker's side."""
    lacks: tuple[str, ...] = ()
    """Things that the speaker says to lack."""
    wavers: bool = False
    """True for a text that begins like a yes (then `unclear`) or a no, and goes on."""
    sorry: bool = False
    """True if it apologises."""
    weak: bool = False
    """True for a yes that may be manners."""
    off: bool = False
    """True for a no that calls an agreement off in words."""


def hear(words: Mapping[str, str], text: str, names: Sequence[str] = (), beside: str = "") -> Heard:
    """Return the meaning of a text to `names`. `words` maps words in small letters to things; `beside` is a pattern
    that the game itself reads (`Term.beside`)."""
    return _hear(tuple(words.items()), text[:READ], tuple(names), beside)


@lru_cache(maxsize=4096)
def _hear(words: tuple[tuple[str, str], ...], text: str, names: tuple[str, ...], beside: str) -> Heard:
    """Cached: each bot reads a text again."""
    text_ = marked(dict(words), text)
    lacks = tuple(text_.at(mark) for mark in lacked_marks(text_.text))
    answer = answer_in(text_.text, names)
    if answer.yes or answer.no:
        return Heard("yes" if answer.yes else "no", None, lacks, False, answer.sorry, answer.weak, answer.off)
    deal = swap_in(text_, names, beside)
    if deal is not None:
        return Heard("deal", deal, lacks, False, answer.sorry)
    if answer.half_no:
        return Heard("no", None, lacks, True, answer.sorry)
    spoken = len(text_.named) > len(lacks) and (
        limited(text_.text) or len(text_.named) > 1 or _SPEAKS.search(text_.text)
    )
    unclear = answer.half_yes or (spoken and _PAST.search(text_.text) is None)
    return Heard("unclear" if unclear else "talk", None, lacks, answer.half_yes, answer.sorry)


def apologises(text: str) -> bool:
    return SORRY.search(text[:READ].casefold()) is not None


def lays(named: Sequence[str], text: str) -> tuple[str, str | None] | None:
    """Return the thing that a text lays beside another's, and the one that it wants (None: anything). `named` are its
    things. None if it lays nothing, as in "shall we both go for Hera with xo++"."""
    return laid_in(marked({name.casefold(): name for name in named}, text[:READ]))
