"""Generous reading of sentences that bind no seat: the kind of a remark and what it names.

A wrong guess costs one line, so one keyword is enough. `clauses` and `answers` read what binds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from core.talk.parsing.words import CHAT, meant, whole

_FORMS: Final = {name: re.compile(pattern) for name, pattern in CHAT["forms"].items()}


class ParsedRemark(NamedTuple):
    kind: str
    """Kind of `chat.toml`; those of an Ask are questions that every game answers."""
    things: tuple[str, ...] = ()
    """Words of the game that it names, as the listener's TalkFacts spells them."""
    about: str = ""
    """The one other seat that it names."""
    you: bool = False
    """True if it speaks to the listener."""
    sure: bool = True
    """False if only its form tells: no telling word, or those that any text may have."""
    word: str = ""
    """The longest word of its sign, as `bored`."""


def is_question(low: str) -> bool:
    tells = _FORMS["tells"].match(low) or _FORMS["tagged"].match(low)
    return _FORMS["asks"].search(low) is not None and tells is None


def remark_in(
    things: Mapping[str, str], verbs: str, bare: str, low: str, about: str, *, asks: bool
) -> ParsedRemark | None:
    """Return the remark that a text is (`Utterance.remark`). `low`: its words with `@` for other seats."""
    if preface := _FORMS["preface"].match(low):
        low, asks = low[preface.end() :], True
    named = _things_named(things, _FORMS["subject"].sub("", bare), _FORMS["subject"].sub("", low)) or _things_named(
        things, bare, low
    )
    names = bool(named or about or "@" in low)
    rows = _rows("question" if asks else "statement", verbs)
    row = next((row for row in rows if row[1].search(low) and not (row[0] == "sorry" and named)), None)
    kind = None if row is None else row[0]
    if kind in ("wants", "holds", "goes") and not names:
        kind = "states"
    you = re.search(r"\byou(?:r|rs|'\w+)?\b", low) is not None
    if names and row in (None, rows[-1]):
        kind = "third" if asks else "states"
    if kind is None and asks and you:
        kind = "done"
    if kind is None:
        return None
    sign = None if row is None else row[1].search(low)
    word = max(re.findall(r"\w+", sign[0]) if sign else [], key=len, default="")
    return ParsedRemark(kind, named, about, you, row not in (None, rows[-1]), word)


@lru_cache(maxsize=32)
def _rows(form: str, verbs: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return kinds of remarks with their signs, in order."""
    families = {**CHAT["words"], "verbs": verbs or "!"}

    def pattern(signs: Sequence[str]) -> re.Pattern[str]:
        joined = "|".join(signs)
        for name, words in families.items():
            joined = joined.replace(f"{{{name}}}", words)
        return re.compile(joined)

    return tuple((row["kind"], pattern(row["any"])) for row in (*CHAT["both"], *CHAT[form]))


def _things_named(things: Mapping[str, str], text: str, low: str) -> tuple[str, ...]:
    places: dict[str, int] = {}
    for word, name in ((word, name) for word, name in things.items() if word):
        letter = len(word) == 1 and word.isupper()
        match = re.search(rf"(?<![\w'/]){word}(?![\w'])", text) if letter else whole(word).search(low)
        if match is not None and name not in places:
            places[name] = match.start()
    long = tuple(word for word in things if len(word) > 3)
    for match in re.finditer(r"[a-z]{5,}", low):
        near = meant(match[0], long)
        if near is not None:
            places.setdefault(things[near], match.start())
    once = [name for name in places if name.removesuffix("s") == name or name.removesuffix("s") not in places]
    return tuple(sorted(once, key=lambda name: places[name]))
