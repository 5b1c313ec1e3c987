"""Plain sentences of people as bots of every game read them: a yes, a no, and "my red for your green".

A game says which words name what (`hear(words, text)`); the rest of the language is the same at every table. An
unclear sentence is `unclear`, so that a bot can ask; a sentence that is neither deal nor answer is `talk`, and changes
nothing.

    answers.py  yes and no
    asks.py     questions, warnings, claims
    clauses.py  terms and swaps
    offers.py   half a proposal
    reading.py  the meaning of one sentence to one seat
    replies.py  a bot's words about a bargain
    words.py    hasty spelling written out
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from core.talk.channels import Deal
from core.talk.parsing.answers import SORRY, answer_in, lacking
from core.talk.parsing.clauses import limited, swap_in
from core.talk.parsing.offers import laid_in
from core.talk.parsing.words import marked

_SPEAKS = re.compile(
    r"\?|\b(?:for(?! (?:you|me)\b)|against|trade|swap|promise|or)\b|\b(?:i|you|who|anyone|anybody)(?:'ll|'d)? (?:\w+ )?"
    r"(?:need|want|like|have|got|give)\b"
)
"""Of what is named: it is spoken of as something to be had."""
_PAST = re.compile(
    r"\b(?:promised|gave|took|traded|swapped|offered|lied|broke|wanted|had|was|were|been|would be|yesterday|earlier|"
    r"offers|gives|wants|says|takes|pays)\b|\bno <\d+>|\b(?:i|i've) (?:have|got) (?:an? |some |my )?<\d+>\W*$|"
    r"\bthanks? "
)
"""It is told of what was, of others, or of what somebody has."""
READ = 500
"""Characters that are read of one message: who says more does not put a deal, and no bot may think long about it."""

Kind = Literal["deal", "yes", "no", "unclear", "talk"]


class Heard(msgspec.Struct, frozen=True):
    """The meaning of one message, as far as bargaining goes."""

    kind: Kind
    """`deal` puts or repeats one; `yes` agrees to what was put; `no` refuses, or takes a word back; `unclear` speaks of
    trading, or says yes with an if, but not plainly; `talk` is anything else."""
    deal: Deal | None = None
    """Of the kind `deal`: from the speaker's side."""
    lacks: tuple[str, ...] = ()
    """What the speaker says it has not."""
    wavers: bool = False
    """It begins like a yes (then it is `unclear`) or a no, and goes on with something else."""
    sorry: bool = False
    """It apologises, or says sorry for something."""

    def refuses(self, promised: str) -> bool:
        """Does it end an agreement by which the speaker was to give this?"""
        return (self.kind == "no" and not self.wavers) or (self.kind != "deal" and promised in self.lacks)


def hear(words: Mapping[str, str], text: str, names: Sequence[str] = (), beside: str = "") -> Heard:
    """What a text means that is said to those `names`. `words` gives, in small letters, what each word names that can
    be given; `beside` is a pattern of what the game reads itself (`Term.beside`)."""
    return _hear(tuple(words.items()), text[:READ], tuple(names), beside)


@lru_cache(maxsize=4096)
def _hear(words: tuple[tuple[str, str], ...], text: str, names: tuple[str, ...], beside: str) -> Heard:
    """Every bot that heard it reads the same text again, in each turn of its match."""
    said = marked(dict(words), text)
    lacks = tuple(said.at(mark) for mark in lacking(said.text))
    answer = answer_in(said.text, names)
    if answer.yes or answer.no:
        return Heard("yes" if answer.yes else "no", None, lacks, False, answer.sorry)
    deal = swap_in(said, names, beside)
    if deal is not None:
        return Heard("deal", deal, lacks, False, answer.sorry)
    if answer.half_no:
        return Heard("no", None, lacks, True, answer.sorry)
    spoken = len(said.named) > len(lacks) and (limited(said.text) or len(said.named) > 1 or _SPEAKS.search(said.text))
    unclear = answer.half_yes or (spoken and _PAST.search(said.text) is None)
    return Heard("unclear" if unclear else "talk", None, lacks, answer.half_yes, answer.sorry)


def apologises(text: str) -> bool:
    """Does it say sorry?"""
    return SORRY.search(text[:READ].casefold()) is not None


def lays(named: Sequence[str], text: str) -> tuple[str, str | None] | None:
    """What a text says that its speaker lays beside another's, and what it would see beside it (None: anything).
    `named` is what the text names at all. None if it puts nothing, as in "shall we both go for Hera with xo++"."""
    return laid_in(marked({one.casefold(): one for one in named}, text[:READ]))
