"""Sentences cut for reading: what is named in them marked by number, and split where one thought ends."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from core.talk.parsing.spelling import meant, written_out

MARK = r"<\d+>"
"""Stands for a thing that a sentence names: its number points into `Marked.named`."""
NOUN = r"(?:\s+(?:cubes?|ones?|gems?|gemstones?|stones?|sins?|tableaus?|tableaux))?"
"""What may follow the name of a thing without saying more."""

_CLAUSE = re.compile(r"[^,.;:!?\n\u2013\u2014]+[,.;:!?\n\u2013\u2014]*\s*")
_SENTENCE = re.compile(r"[^.;:!?\n]+[.;:!?\n]*\s*")
_TURN = re.compile(r"\b(?:but|however|though|although)\b")

_WORDS = """
a about add against also am an and any anybody anyone are at be bring but can can't could cube cubes deal do
does don't done exchange extra fair fine for from gem gems get give gives glad gladly got great hand happy have
hello here hey hi how i i'd i'll i'm i've if in interested is it just lay left let let's like longer looking
love mate may me mine more my need no not now of offer offering ok one or other part please pleased pretty
promised proposal propose put rather ready return right round say send shall sin sins so some sorry spare stone
suggest suit sure swap swapping take thank thanks that the them then there these think this time to today trade
trading us want was we well what will willing with would year yes you you'll you're your yours
"""
PLAIN = frozenset(_WORDS.split())
"""The words of a plain swap. Any other may set a condition that nobody here has thought of: then it is asked back."""


class Marked(NamedTuple):
    """A text in small letters, with `<0>`, `<1>`, ... in place of the things it names."""

    text: str
    named: tuple[str, ...]
    """What each of them is, in the order of the text."""

    def at(self, mark: str) -> str:
        """The thing behind a mark."""
        return self.named[int(mark.strip("<>"))]


def marked(words: Mapping[str, str], text: str) -> Marked:
    """The text with marks for what it names; `words` gives, in small letters, what each word names."""
    low = re.sub(r"[<>]", " ", re.sub(r"<?[-=]+>|\u2192|\u2194", " for ", written_out(text)))
    named: list[str] = []

    def mark(found: re.Match[str]) -> str:
        named.append(words[found[0]])
        return f"<{len(named) - 1}>"

    if words:
        names = tuple(words)
        low = re.sub(r"(?<![\w'])[a-z]{4,}(?![\w'])", lambda found: _nearest(found[0], names) or found[0], low)
        longest_first = sorted(words, key=len, reverse=True)
        low = re.sub(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", mark, low)
    return Marked(low, tuple(named))


@lru_cache(maxsize=4096)
def _nearest(word: str, names: tuple[str, ...]) -> str | None:
    return meant(word, names)


def clauses(text: str) -> list[str]:
    """The text cut at every stop, comma and `but`, each piece with its stop."""
    return [piece for part in split_at_turns(text) for piece in _CLAUSE.findall(part)]


def sentences(text: str) -> list[str]:
    """The text cut where a sentence ends, at a colon, and at `but`."""
    return [piece for part in split_at_turns(text) for piece in _SENTENCE.findall(part)]


def split_at_turns(text: str) -> list[str]:
    """The text cut at `but` and its like, without them."""
    return _TURN.split(text)
