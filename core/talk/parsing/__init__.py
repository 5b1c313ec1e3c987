"""What bots of every game make of people's own words: a yes, a no, and "my red for your green", as far as it is plain.

A game says which words name what (`hear(words, text)`); the rest of the language is the same at every table. What is
not plain is `unclear`, so that a bot can ask; what is neither deal nor answer is `talk`, and changes nothing.
`core/talk/parsing/answers.py` reads yes and no, `offers.py` who would give what, `asks.py` questions, claims and tales;
`words.py` cuts sentences.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from core.talk.channels import Deal
from core.talk.parsing.answers import SORRY, answer_in, lacking
from core.talk.parsing.clauses import limited
from core.talk.parsing.offers import laid_in, offer_in
from core.talk.parsing.words import MARK, PLAIN, marked

_SPOKEN_OF = re.compile(
    r"\b(?:good|bad|stupid|dumb|great|silly|terrible|fair|awful)\b (?:\w+ )?(?:trade|deal|swap|idea)|"
    r"\bdream\w*|\bnever\b|\bwould\b[^.!?]*\bbe\b|"
    r"\b(?:trade|swap|deal)\b.* with (?!me\b|you\b|us\b|your\b|my\b|<)\w+|\byou should\b"
)
"""Who judges a swap, dreams of it or advises it puts none."""
_OF_OTHERS = re.compile(r"\b(?:[Tt]o|[Ff]rom|[Ww]ith|[Bb]y|[Tt]han|[Aa]gainst|[Aa]nd|[Oo]r|[Ll]ike) (?:the )?[A-Z]\w+")
"""A name there is of whom the sentence speaks, not of whom it speaks to."""
_NAMED = re.compile(r"(?<=[a-z,;] )[A-Z]\w*|^\W*[A-Z]\w*(?=\s*[,:!])|(?<=[!.?] )[A-Z]\w*(?=\s*[,:!])")
_CALLED = re.compile(
    r"^\W*(?:hey|hi|hello|ok|so|psst|well),? [a-z]+\b|\b(?:at|in) the [a-z]+(?: of [a-z]+)?(?: [a-z]+)?\W*$"
)
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
    """Of the kind `unclear`: it says yes, with an if or a but."""
    sorry: bool = False
    """It apologises, or says sorry for something."""

    def refuses(self, promised: str) -> bool:
        """Does it end an agreement by which the speaker was to give this?"""
        return self.kind == "no" or (self.kind != "deal" and promised in self.lacks)


def hear(words: Mapping[str, str], text: str) -> Heard:
    """What a text means. `words` gives, in small letters, what each word names that can be given."""
    return _hear(tuple(words.items()), text[:READ])


@lru_cache(maxsize=4096)
def _hear(words: tuple[tuple[str, str], ...], text: str) -> Heard:
    """Every bot that heard it reads the same text again, in each turn of its match."""
    said = marked(dict(words), text)
    lacks = tuple(said.at(mark) for mark in lacking(said.text))
    answer, offer = answer_in(said.text), offer_in(said)

    def heard(kind: Kind, deal: Deal | None = None) -> Heard:
        return Heard(kind, deal, lacks, kind == "unclear" and answer.yes, answer.sorry)

    spoken_of = _SPOKEN_OF.search(said.text) is not None
    if offer.deal is not None and not spoken_of and not limited(said.text) and _all_plain(said.text, text):
        return heard("deal", offer.deal)
    if offer.deal is not None and not spoken_of:
        return heard("unclear")  # more than a swap of this round: a condition, another round, a doubt
    if answer.yes and (answer.no or answer.wavers or offer.unclear):
        return heard("unclear")
    if answer.no or answer.yes:
        return heard("yes" if answer.yes else "no")
    return heard("unclear" if offer.unclear or (said.named and limited(said.text)) else "talk")


def _all_plain(marked_text: str, text: str) -> bool:
    """Is every word of a swap one that only says the swap, or somebody's name?"""
    if _OF_OTHERS.search(text):
        return False
    names = {name.casefold() for name in _NAMED.findall(text)}
    words = re.findall(r"[a-z][a-z']*", re.sub(MARK, " ", _CALLED.sub(" ", marked_text)))
    return all(word in PLAIN or word in names for word in words)


def apologises(text: str) -> bool:
    """Does it say sorry?"""
    return SORRY.search(text[:READ].casefold()) is not None


def lays(named: Sequence[str], text: str) -> tuple[str, str | None] | None:
    """What a text says that its speaker lays beside another's, and what it would see beside it (None: anything).
    `named` is what the text names at all. None if it puts nothing, as in "shall we both go for Hera with xo++"."""
    return laid_in(marked({one.casefold(): one for one in named}, text[:READ]))
